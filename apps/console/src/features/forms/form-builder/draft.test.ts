import { draftKeys } from '@suyuan/contract';
import { emptyDoc, type JsonObject, toFg } from '@suyuan/forms';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft, storeDraft } from './draft.ts';

const sampleDoc = {
  ...emptyDoc(),
  idSeq: 104,
  fields: [{ id: 104, type: 'input' as const, name: 'field104', span: 24, regList: [], props: {} }],
};

describe('form draft of a browser', () => {
  const entries = new Map<string, string>();
  let hasSpace: boolean;
  beforeEach(() => {
    entries.clear();
    hasSpace = true;
    const storage = {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => {
        if (!hasSpace) throw new DOMException('full', 'QuotaExceededError');
        entries.set(key, value);
      },
      removeItem: (key: string) => void entries.delete(key),
    };
    // like a browser's storage, the stub lists stored names as own keys
    vi.stubGlobal(
      'localStorage',
      new Proxy(storage, {
        ownKeys: () => [...entries.keys()],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      }),
    );
  });

  it('is restored as saved, under the specified keys', () => {
    expect(storeDraft(sampleDoc)).toBe(true);
    expect(readDraft()).toEqual({ doc: sampleDoc });
    expect([...entries.keys()].sort()).toEqual(Object.values(draftKeys).sort());
    expect(entries.get(draftKeys.version)).toBe('"1.0.0"');
  });

  it('raises a counter that is below the highest ID (defect 8)', () => {
    storeDraft(sampleDoc);
    entries.set(draftKeys.id, '100');
    expect(readDraft().doc.idSeq).toBe(104);
  });

  it.each([
    ['that is not JSON', draftKeys.items, '[{'],
    ['that is not a form', draftKeys.items, '[{"type":"nothing"}]'],
  ])('backs up and never discards a draft %s', (_, key, value) => {
    storeDraft(sampleDoc);
    entries.set(key, value);
    const { doc, backup } = readDraft();
    expect(doc).toEqual(emptyDoc());
    expect(backup).toMatchObject({ isMigrated: false, version: '1.0.0' });
    expect(JSON.parse(entries.get(backup?.key ?? '') ?? '{}')[key]).toBe(value);
  });

  it('opens and backs up a draft of another version', () => {
    storeDraft(sampleDoc);
    entries.set(draftKeys.version, '"0.9"');
    const { doc, backup } = readDraft();
    expect(doc).toEqual(sampleDoc);
    expect(backup).toMatchObject({ isMigrated: true, version: '0.9' });
    expect(JSON.parse(entries.get(backup?.key ?? '') ?? '{}')[draftKeys.version]).toBe('"0.9"');
  });

  it('opens a draft of another version although storage has no space for its backup', () => {
    storeDraft(sampleDoc);
    entries.set(draftKeys.version, '"0.9"');
    hasSpace = false;
    const { doc, backup } = readDraft();
    expect(doc).toEqual(sampleDoc);
    expect(backup?.key).toBeUndefined();
    expect(JSON.parse(backup?.text ?? '{}')[draftKeys.version]).toBe('"0.9"');
  });

  it('opens a draft of form-generator', () => {
    const { fields, ...form } = toFg(sampleDoc) as JsonObject;
    entries.set(draftKeys.items, JSON.stringify(fields));
    entries.set(draftKeys.form, JSON.stringify(form));
    entries.set(draftKeys.version, '"1.1"');
    const { doc, backup } = readDraft();
    expect(doc.fields).toMatchObject([{ id: 104, type: 'input', name: 'field104' }]);
    expect(backup).toMatchObject({ isMigrated: true, version: '1.1' });
  });

  it('backs up the same draft once', () => {
    entries.set(draftKeys.items, 'broken');
    const { backup } = readDraft();
    const olderKey = `${draftKeys.items}.backup.2026-01-10`;
    entries.set(olderKey, entries.get(backup?.key ?? '') ?? '');
    entries.delete(backup?.key ?? '');
    expect(readDraft().backup?.key).toBe(olderKey);
  });

  it('keeps at most five backups', () => {
    for (let day = 10; day < 20; day++) entries.set(`${draftKeys.items}.backup.2026-01-${day}`, '{}');
    entries.set(draftKeys.items, 'broken');
    readDraft();
    const backups = [...entries.keys()].filter((key) => key.includes('.backup.'));
    expect(backups).toHaveLength(5);
    expect(backups).not.toContain(`${draftKeys.items}.backup.2026-01-10`);
  });
});
