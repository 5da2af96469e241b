import { describe, expect, it } from 'vitest';
import { diffDocs, lostFieldNames, sameDoc } from './diff.ts';
import { edit } from './editor/edit.ts';
import { type Command, startEditor } from './editor/state.ts';
import { fromFg } from './fg/convert.ts';
import type { FormDoc } from './model.ts';
import { antdvForm } from './test/form-generator.ts';
import { docOf } from './test/generators.ts';

const after = (doc: FormDoc, ...commands: Command[]) => commands.reduce((state, command) => edit(state, command, 0), startEditor(doc)).doc;
const doc = docOf('input', 'number', 'select', 'row');

describe('difference of two forms', () => {
  it('is empty between a form and itself', () => {
    expect(diffDocs(doc, structuredClone(doc))).toEqual([]);
    const whole = fromFg(antdvForm)!.doc;
    expect(diffDocs(whole, structuredClone(whole))).toEqual([]);
    expect(sameDoc(doc, { ...doc, idSeq: 999 })).toBe(true);
  });

  it('lists losses first: removed, renamed and retyped fields', () => {
    const changes = diffDocs(
      doc,
      after(
        doc,
        { do: 'remove', ids: [101] },
        { do: 'set', ids: [102], changes: { name: 'amount' } },
        { do: 'retype', id: 103, type: 'input' },
        { do: 'add', type: 'rate', words: { label: '评分' } },
      ),
    );
    expect(changes.map(({ change }) => change)).toEqual(['removed', 'renamed', 'retyped', 'added', 'altered']);
    expect(changes.flatMap(lostFieldNames)).toEqual(['field101', 'field102', 'field103']);
    expect(changes[1]).toEqual({ change: 'renamed', name: 'field102', to: 'amount', label: 'number' });
  });

  it('distinguishes changes of field settings, form settings and order', () => {
    expect(diffDocs(doc, after(doc, { do: 'set', ids: [101], changes: { required: true, label: '名' } }))).toEqual([
      { change: 'altered', name: 'field101', label: 'input', keys: ['label', 'required'] },
    ]);
    expect(diffDocs(doc, after(doc, { do: 'setForm', changes: { gutter: 0 } }))).toEqual([{ change: 'settings', keys: ['gutter'] }]);
    expect(diffDocs(doc, after(doc, { do: 'move', ids: [101], to: { inside: 104 } }))).toEqual([{ change: 'arranged' }]);
  });

  it('matches sub-table columns by table name, and recreated fields by their own name', () => {
    const table = after(docOf('subtable'), { do: 'add', type: 'input', words: { label: '品名' }, at: { inside: 101 } });
    expect(diffDocs(table, after(table, { do: 'set', ids: [102], changes: { name: 'good' } }))).toEqual([
      { change: 'renamed', name: 'field101.field102', to: 'field101.good', label: '品名' },
    ]);
    const renumbered = { ...doc, fields: doc.fields.map((node) => ({ ...node, id: node.id + 50 })) };
    expect(diffDocs(doc, renumbered).filter(({ change }) => change !== 'arranged')).toEqual([]);
  });
});
