import { type FormDoc, sameDoc } from '@suyuan/forms';
import { keepAside, keepDraft, readDraft } from './draft.ts';

/** Milliseconds of quiet after which a change is kept. */
const QUIET = 340;

/** What a keeper tells the page. */
export interface DraftNews {
  /** When a change was last kept. */
  keptAt?: Date | undefined;
  /** There is no room left in the browser. */
  full: boolean;
  /** What another window made of the draft, while this one has changes of its own. */
  other?: FormDoc | undefined;
}

/**
 * Keeps one window's draft in the browser beside other windows. While somebody is to choose between two, nothing is written over either.
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
    /** Looks at what other windows have kept: it is taken over where nothing of ours is lost by it, else somebody chooses. */
    look() {
      const theirs = readDraft().doc;
      if (sameDoc(theirs, kept)) return;
      if (sameDoc(mine, kept)) return take(theirs);
      settle();
      const alike = sameDoc(theirs, mine);
      if (alike) kept = theirs;
      say({ other: alike ? undefined : theirs });
    },
    /** The page is left: what is not kept yet is kept, aside where nobody has chosen. */
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
