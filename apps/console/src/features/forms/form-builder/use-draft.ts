import { draftKeys } from '@suyuan/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DesignerHandle } from '../../../forms/form-designer.tsx';
import { readDraft } from './draft.ts';
import { type DraftNews, draftKeeper } from './draft-keeper.ts';

/** Milliseconds until another window has written all keys of one change. */
const WRITING = 50;

/**
 * Stores the draft after a pause and when the page is left. Another window's change is loaded if there are no unsaved changes, otherwise
 * the user decides.
 */
export function useDraft(designer: RefObject<DesignerHandle | null>) {
  const [{ doc, aside }] = useState(readDraft);
  const [news, setNews] = useState<DraftNews>({ full: false });
  const [keeper] = useState(() => draftKeeper(doc, (theirs) => designer.current?.load(theirs), setNews));
  const away = useRef(false);
  useEffect(() => {
    // a hidden page missed the storage events of other windows
    if (away.current) keeper.look();
    let heard: ReturnType<typeof setTimeout> | undefined;
    const follow = ({ key }: StorageEvent) => {
      if (key !== draftKeys.items && key !== draftKeys.form) return;
      clearTimeout(heard);
      heard = setTimeout(keeper.look, WRITING);
    };
    addEventListener('storage', follow);
    addEventListener('pagehide', keeper.leave);
    return () => {
      clearTimeout(heard);
      removeEventListener('storage', follow);
      removeEventListener('pagehide', keeper.leave);
      keeper.leave();
      away.current = true;
    };
  }, [keeper]);
  const { change, keep, take, keepMine } = keeper;
  return { ...news, doc, aside, change, keepNow: keep, take, keepMine };
}
