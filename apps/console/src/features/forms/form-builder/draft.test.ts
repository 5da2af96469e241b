import { draftKeys } from '@suyuan/contract';
import { emptyDoc } from '@suyuan/forms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepDraft, readDraft } from './draft.ts';

const drawn = {
  ...emptyDoc(),
  idSeq: 104,
  fields: [{ id: 104, type: 'input' as const, name: 'field104', span: 24, regList: [], props: {} }],
};

describe('the draft of a browser', () => {
  const kept = new Map<string, string>();
  beforeEach(() => {
    kept.clear();
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    // like a browser's storage, the stub lists stored names as own keys
    vi.stubGlobal(
      'localStorage',
      new Proxy(storage, { ownKeys: () => [...kept.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) }),
    );
  });

  it('is found again as it was kept, under the specified keys', () => {
    expect(keepDraft(drawn)).toBe(true);
    expect(readDraft()).toEqual({ doc: drawn });
    expect([...kept.keys()].sort()).toEqual(Object.values(draftKeys).sort());
    expect(kept.get(draftKeys.version)).toBe('"1.0.0"');
  });

  it('raises a counter that is behind the highest number (defect 8)', () => {
    keepDraft(drawn);
    kept.set(draftKeys.id, '100');
    expect(readDraft().doc.idSeq).toBe(104);
  });

  it.each([
    ['of another version', draftKeys.version, '"0.9"'],
    ['that is no JSON', draftKeys.items, '[{'],
    ['that is no form', draftKeys.items, '[{"type":"nothing"}]'],
  ])('is put aside where it is one %s, and never thrown away', (_, key, value) => {
    keepDraft(drawn);
    kept.set(key, value);
    const { doc, aside } = readDraft();
    expect(doc).toEqual(emptyDoc());
    expect(JSON.parse(kept.get(aside?.key ?? '') ?? '{}')[key]).toBe(value);
  });

  it('keeps no more than five that were put aside', () => {
    for (let day = 10; day < 20; day++) kept.set(`${draftKeys.items}.backup.2026-01-${day}`, '{}');
    kept.set(draftKeys.items, 'broken');
    readDraft();
    const backups = [...kept.keys()].filter((key) => key.includes('.backup.'));
    expect(backups).toHaveLength(5);
    expect(backups).not.toContain(`${draftKeys.items}.backup.2026-01-10`);
  });
});
