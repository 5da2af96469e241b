import { draftKeys } from '@suyuan/contract';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { DesignerHandle } from '../../../forms/form-designer.tsx';
import { readDraft } from './draft.ts';
import { createDraftSync, type DraftStatus } from './draft-keeper.ts';

/** Milliseconds until another window has written all keys of one change. */
const SETTLE_DELAY_MS = 50;

/**
 * Stores the draft after a pause and when the page is left. Another window's change is loaded if there are no unsaved changes, otherwise
 * the user decides.
 */
export function useDraft(designer: RefObject<DesignerHandle | null>) {
  const [{ doc, backup }] = useState(readDraft);
  const [status, setStatus] = useState<DraftStatus>({ full: false });
  const [draftSync] = useState(() => createDraftSync(doc, (otherDoc) => designer.current?.load(otherDoc), setStatus));
  const wasUnmounted = useRef(false);
  useEffect(() => {
    // a hidden page missed the storage events of other windows
    if (wasUnmounted.current) draftSync.checkOtherWindows();
    let reloadTimer: ReturnType<typeof setTimeout> | undefined;
    const handleStorage = ({ key }: StorageEvent) => {
      if (key !== draftKeys.items && key !== draftKeys.form) return;
      clearTimeout(reloadTimer);
      reloadTimer = setTimeout(draftSync.checkOtherWindows, SETTLE_DELAY_MS);
    };
    addEventListener('storage', handleStorage);
    addEventListener('pagehide', draftSync.flush);
    return () => {
      clearTimeout(reloadTimer);
      removeEventListener('storage', handleStorage);
      removeEventListener('pagehide', draftSync.flush);
      draftSync.flush();
      wasUnmounted.current = true;
    };
  }, [draftSync]);
  const { change, keep, take, keepMine } = draftSync;
  return { ...status, doc, aside: backup, change, keepNow: keep, take, keepMine };
}
