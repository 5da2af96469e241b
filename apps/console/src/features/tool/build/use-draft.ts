import { draftKeys } from '@suyuan/contract';
import { type FormDoc, sameDoc } from '@suyuan/forms';
import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { DesignerHandle } from '../../../kit/form-designer.tsx';
import { keepDraft, readDraft } from './draft.ts';

/** Milliseconds of quiet after which a change is kept. */
const QUIET = 340;

/**
 * Keeps what is drawn in this browser once nobody changes it for a moment, and at once when the page is left. Another window's change is
 * taken over while this one has none of its own that is not kept; otherwise the person decides.
 */
export function useDraft(designer: RefObject<DesignerHandle | null>) {
  const [{ doc, aside }] = useState(readDraft);
  const [keptAt, setKeptAt] = useState<Date>();
  const [full, setFull] = useState(false);
  const [other, setOther] = useState<FormDoc>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const kept = useRef(doc);

  const keep = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const now = designer.current?.doc();
    if (!now || sameDoc(now, kept.current)) return;
    const room = keepDraft(now);
    setFull(!room);
    if (!room) return;
    kept.current = now;
    setKeptAt(new Date());
  }, [designer]);
  const change = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(keep, QUIET);
  }, [keep]);

  const follow = useEffectEvent(({ key }: StorageEvent) => {
    if (key !== draftKeys.items) return;
    const theirs = readDraft().doc;
    const mine = designer.current?.doc() ?? kept.current;
    if (sameDoc(theirs, mine)) return;
    if (timer.current === undefined && sameDoc(mine, kept.current)) take(theirs);
    else {
      clearTimeout(timer.current);
      setOther(theirs);
    }
  });
  const take = (theirs: FormDoc) => {
    kept.current = theirs;
    designer.current?.load(theirs);
    setOther(undefined);
  };
  useEffect(() => {
    addEventListener('storage', follow);
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('storage', follow);
      removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);
  return {
    doc,
    aside,
    keptAt,
    full,
    /** What another window made of the draft, while this one has changes of its own. */
    other,
    change,
    keepNow: keep,
    take: () => other && take(other),
    keepMine: () => {
      setOther(undefined);
      kept.current = { ...kept.current, idSeq: -1 };
      const now = designer.current?.doc();
      if (now && keepDraft(now)) kept.current = now;
    },
  };
}
