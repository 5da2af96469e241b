import { draftKeys } from '@suyuan/contract';
import { emptyDoc, type FormDoc } from '@suyuan/forms';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDraft, readDraft } from './draft.ts';
import { type DraftNews, draftKeeper } from './draft-keeper.ts';

const drawn = (name: string): FormDoc => ({
  ...emptyDoc(),
  idSeq: 101,
  fields: [{ id: 101, type: 'input', name, span: 24, regList: [], props: {} }],
});
const nameOf = ({ fields }: FormDoc) => fields[0]?.name;

describe('a draft beside other windows', () => {
  const kept = new Map<string, string>();
  let news: DraftNews;
  let board: FormDoc;
  const begin = () => {
    keepDraft(drawn('begun'));
    board = readDraft().doc;
    return draftKeeper(
      board,
      (doc) => {
        board = doc;
      },
      (told) => {
        news = told;
      },
    );
  };

  beforeEach(() => {
    vi.useFakeTimers();
    kept.clear();
    news = { full: false };
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    vi.stubGlobal(
      'localStorage',
      new Proxy(storage, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is written once typing ends, not at every key (defect 7)', () => {
    const keeper = begin();
    const write = vi.spyOn(kept, 'set');
    for (const name of ['a', 'ab', 'abc']) keeper.change(drawn(name));
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(nameOf(readDraft().doc)).toBe('abc');
    expect(write.mock.calls.filter(([key]) => key === draftKeys.items)).toHaveLength(1);
  });

  it('is kept when the page is left before typing ended', () => {
    const keeper = begin();
    keeper.change(drawn('last'));
    keeper.leave();
    expect(nameOf(readDraft().doc)).toBe('last');
  });

  it('follows another window where nothing of its own is lost, also where only the settings changed (defect 13)', () => {
    const keeper = begin();
    keepDraft({ ...drawn('begun'), form: { ...emptyDoc().form, labelSpan: 6 } });
    keeper.look();
    expect(board.form.labelSpan).toBe(6);
    expect(news.other).toBeUndefined();
  });

  it('writes over nothing while somebody is to choose', () => {
    const keeper = begin();
    keeper.change(drawn('mine'));
    keepDraft(drawn('theirs'));
    keeper.look();
    expect(news.other && nameOf(news.other)).toBe('theirs');
    keeper.change(drawn('mineToo'));
    vi.advanceTimersByTime(1000);
    keeper.keep();
    expect(nameOf(readDraft().doc)).toBe('theirs');
    keeper.keepMine();
    expect(nameOf(readDraft().doc)).toBe('mineToo');
    expect(news.other).toBeUndefined();
  });

  it('takes over what was chosen, and keeps aside what nobody chose about', () => {
    const keeper = begin();
    keeper.change(drawn('mine'));
    keepDraft(drawn('theirs'));
    keeper.look();
    keeper.leave();
    const aside = [...kept].find(([key]) => key.includes('.backup.'))?.[1] ?? '{}';
    expect(JSON.parse(JSON.parse(aside)[draftKeys.items])[0].name).toBe('mine');
    expect(nameOf(readDraft().doc)).toBe('theirs');
    keeper.take();
    expect(nameOf(board)).toBe('theirs');
  });
});
