import { type FormDoc, sameDoc } from '@suyuan/forms';
import { keepAside, keepDraft, readDraft } from './draft.ts';

/** Debounce delay in milliseconds before a change is stored. */
const QUIET = 340;

export interface DraftNews {
  /** When a change was last stored. */
  keptAt?: Date | undefined;
  /** The browser's storage is full. */
  full: boolean;
  /** Another window's version of the draft, while this one has unsaved changes. */
  other?: FormDoc | undefined;
}

/**
 * Stores one window's draft in the browser and synchronises it with other windows. While a conflict is open, neither version is
 * overwritten.
 * @param load puts another document onto the board
 */
export function draftKeeper(begun: FormDoc, load: (doc: FormDoc) => void, tell: (news: DraftNews) => void) {
  let kept = begun;
  let mine = begun;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let news: DraftNews = { full: false };

  const say = (changes: Partial<DraftNews>) => {
    news = { ...news, ...changes };
    tell(news);
  };
  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const write = () => {
    const room = keepDraft(mine);
    if (room) kept = mine;
    say({ full: !room, ...(room && { keptAt: new Date() }) });
  };
  const keep = () => {
    settle();
    if (news.other === undefined && !sameDoc(mine, kept)) write();
  };
  const take = (theirs: FormDoc) => {
    settle();
    kept = theirs;
    mine = theirs;
    say({ other: undefined });
    load(theirs);
  };
  return {
    keep,
    change(doc: FormDoc) {
      mine = doc;
      clearTimeout(timer);
      timer = setTimeout(keep, QUIET);
    },
    /** Reads what other windows stored. Without unsaved changes it is loaded, otherwise the user decides. */
    look() {
      const theirs = readDraft().doc;
      if (sameDoc(theirs, kept)) return;
      if (sameDoc(mine, kept)) return take(theirs);
      settle();
      const alike = sameDoc(theirs, mine);
      if (alike) kept = theirs;
      say({ other: alike ? undefined : theirs });
    },
    /** On leaving the page, stores unsaved changes; during a conflict as a backup. */
    leave() {
      if (news.other === undefined) keep();
      else if (!sameDoc(mine, kept)) keepAside(mine);
    },
    take: () => news.other && take(news.other),
    keepMine() {
      settle();
      say({ other: undefined });
      write();
    },
  };
}
