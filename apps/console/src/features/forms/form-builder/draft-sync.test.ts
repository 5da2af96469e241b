import { draftKeys } from '@suyuan/contract';
import { emptyDoc, type FormDoc } from '@suyuan/forms';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDraftSync, type DraftStatus, readDraft, storeDraft } from './draft.ts';

const docWithField = (name: string): FormDoc => ({
  ...emptyDoc(),
  idSeq: 101,
  fields: [{ id: 101, type: 'input', name, span: 24, regList: [], props: {} }],
});
const nameOf = ({ fields }: FormDoc) => fields[0]?.name;

describe('form draft with several windows', () => {
  const entries = new Map<string, string>();
  let status: DraftStatus;
  let boardDoc: FormDoc;
  const start = () => {
    storeDraft(docWithField('started'));
    boardDoc = readDraft().doc;
    return createDraftSync(
      boardDoc,
      (doc) => {
        boardDoc = doc;
      },
      (update) => {
        status = update;
      },
    );
  };

  beforeEach(() => {
    vi.useFakeTimers();
    entries.clear();
    status = { full: false };
    const storage = {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    };
    vi.stubGlobal(
      'localStorage',
      new Proxy(storage, {
        ownKeys: () => [...entries.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    );
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is written when typing pauses, not at every key (defect 7)', () => {
    const draftSync = start();
    const write = vi.spyOn(entries, 'set');
    for (const name of ['a', 'ab', 'abc']) draftSync.change(docWithField(name));
    expect(write).not.toHaveBeenCalled();
    vi.advanceTimersByTime(400);
    expect(nameOf(readDraft().doc)).toBe('abc');
    expect(write.mock.calls.filter(([key]) => key === draftKeys.items)).toHaveLength(1);
  });

  it('is saved when the page closes before typing pauses', () => {
    const draftSync = start();
    draftSync.change(docWithField('last'));
    draftSync.flush();
    expect(nameOf(readDraft().doc)).toBe('last');
  });

  it('follows another window when no change is lost, also for settings only (defect 13)', () => {
    const draftSync = start();
    storeDraft({ ...docWithField('started'), form: { ...emptyDoc().form, labelSpan: 6 } });
    draftSync.checkOtherWindows();
    expect(boardDoc.form.labelSpan).toBe(6);
    expect(status.conflict).toBeUndefined();
  });

  it('overwrites nothing while a conflict is unresolved', () => {
    const draftSync = start();
    draftSync.change(docWithField('mine'));
    storeDraft(docWithField('theirs'));
    draftSync.checkOtherWindows();
    expect(status.conflict && nameOf(status.conflict)).toBe('theirs');
    draftSync.change(docWithField('mineToo'));
    vi.advanceTimersByTime(1000);
    draftSync.keep();
    expect(nameOf(readDraft().doc)).toBe('theirs');
    draftSync.keepOwnVersion();
    expect(nameOf(readDraft().doc)).toBe('mineToo');
    expect(status.conflict).toBeUndefined();
  });

  it('applies the selected draft, and backs up the local draft of an unresolved conflict', () => {
    const draftSync = start();
    draftSync.change(docWithField('mine'));
    storeDraft(docWithField('theirs'));
    draftSync.checkOtherWindows();
    draftSync.flush();
    const backup = [...entries].find(([key]) => key.includes('.backup.'))?.[1] ?? '{}';
    expect(JSON.parse(JSON.parse(backup)[draftKeys.items])[0].name).toBe('mine');
    expect(nameOf(readDraft().doc)).toBe('theirs');
    draftSync.take();
    expect(nameOf(boardDoc)).toBe('theirs');
  });
});
