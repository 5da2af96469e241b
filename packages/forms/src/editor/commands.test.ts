import { describe, expect, it } from 'vitest';
import type { FieldType, FormNode } from '../model.ts';
import { edit } from './edit.ts';
import { type Command, type EditorState, startEditor } from './state.ts';

const after = (state: EditorState, ...commands: Command[]) => commands.reduce((now, command) => edit(now, command, 0), state);
const add = (type: FieldType, label = type as string): Command => ({
  do: 'add',
  type,
  words: { label, placeholder: `请输入${label}`, options: ['选项一', '选项二'] },
});
const shape = (nodes: readonly FormNode[]): unknown[] => nodes.map(({ id, children }) => (children ? [id, shape(children)] : id));
const board = ({ doc }: EditorState) => shape(doc.fields);

describe('form canvas', () => {
  it('numbers from 101, names fields and rows by number, and restarts after it is cleared', () => {
    const state = after(startEditor(), add('input'), add('row'), { do: 'select', ids: [] }, add('rate'));
    expect(state.doc.fields.map(({ id, name }) => [id, name])).toEqual([
      [101, 'field101'],
      [102, 'row102'],
      [103, 'field103'],
    ]);
    const cleared = after(state, { do: 'clear' });
    expect(cleared.doc.idSeq).toBe(100);
    expect(after(cleared, add('input')).doc.fields[0]?.name).toBe('field101');
    expect(board(after(cleared, { do: 'undo' }))).toEqual([101, [102, []], 103]);
  });

  it('gives a new component label, hint and full width, without pattern, default or required flag', () => {
    const [node] = after(startEditor(), add('input', '姓名')).doc.fields;
    expect(node).toMatchObject({ label: '姓名', placeholder: '请输入姓名', span: 24, regList: [] });
    expect([node?.required ?? false, node?.defaultValue]).toEqual([false, undefined]);
    const state = after(after(startEditor(), add('input')), {
      do: 'set',
      ids: [101],
      changes: { required: true, defaultValue: '林', regList: [{ pattern: '^林', message: '姓林' }] },
    });
    expect(state.doc.fields[0]).toMatchObject({ required: true, defaultValue: '林', regList: [{ pattern: '^林', message: '姓林' }] });
  });

  it('inserts after the selection, into an empty container, or next to an unsuitable container', () => {
    const state = after(startEditor(), add('input'), add('row'), add('number'), add('number'));
    expect(board(state)).toEqual([101, [102, [103, 104]]]);
    const table = after(startEditor(), add('subtable'), add('input'), add('row'));
    expect(board(table)).toEqual([
      [101, [102]],
      [103, []],
    ]);
    expect(after(table, { ...add('group'), at: { inside: 101 } } as Command).message?.what).toBe('cannotPlace');
    expect(after(startEditor(), add('tabs')).doc.fields[0]?.children?.map(({ type, label }) => [type, label])).toEqual([
      ['tab', '选项一'],
      ['tab', '选项二'],
    ]);
  });

  it('inserts a copy after its source, with new ids and names and adjusted rules', () => {
    const start = after(
      startEditor(),
      add('row'),
      add('input'),
      add('input'),
      { do: 'set', ids: [102], changes: { name: 'price' } },
      { do: 'set', ids: [103], changes: { rules: { visible: { field: 'price' } } } },
      { do: 'select', ids: [] },
      add('rate'),
    );
    const state = after(start, { do: 'duplicate', ids: [101] });
    expect(board(state)).toEqual([[101, [102, 103]], [105, [106, 107]], 104]);
    expect(state.doc.fields[1]?.children?.map(({ name, rules }) => [name, rules?.visible])).toEqual([
      ['price_2', undefined],
      ['field107', { field: 'price_2' }],
    ]);
    expect(state.selection).toEqual([105]);
  });

  it('cuts, copies and pastes several fields, also twice, and keeps unused names', () => {
    const start = after(
      startEditor(),
      add('input'),
      add('number'),
      add('rate'),
      { do: 'set', ids: [101], changes: { name: 'title' } },
      { do: 'select', ids: [101, 103] },
    );
    const cut = after(start, { do: 'cut' });
    expect(board(cut)).toEqual([102]);
    const pasted = after(cut, { do: 'select', ids: [102] }, { do: 'paste' });
    expect(pasted.doc.fields.map(({ name }) => name)).toEqual(['field102', 'title', 'field105']);
    expect(after(pasted, { do: 'paste' }).doc.fields.map(({ name }) => name)).toEqual([
      'field102',
      'title',
      'field105',
      'title_2',
      'field107',
    ]);
    expect(after(startEditor(), { do: 'paste' }).message?.what).toBe('nothingToPaste');
  });

  it('selects the neighbour of a removed field', () => {
    const start = after(startEditor(), add('input'), add('number'), add('row'), add('rate'));
    expect(board(start)).toEqual([101, 102, [103, [104]]]);
    expect(after(start, { do: 'remove', ids: [101] }).selection).toEqual([102]);
    expect(after(start, { do: 'remove', ids: [104] }).selection).toEqual([103]);
    expect(after(start, { do: 'remove', ids: [101, 102, 103] }).selection).toEqual([]);
    expect(after(start, { do: 'select', ids: [101, 103, 104] }, { do: 'remove' }).message).toMatchObject({
      what: 'removed',
      params: { count: 2, label: 'number' },
    });
  });

  it('moves by single steps: up, down, into an adjacent container, and out of it', () => {
    const start = after(startEditor(), add('row'), { do: 'select', ids: [] }, add('input'), add('number'));
    expect(board(start)).toEqual([[101, []], 102, 103]);
    const into = after(start, { do: 'step', way: 'in', ids: [102] });
    expect(board(into)).toEqual([[101, [102]], 103]);
    expect(into.message).toEqual({ what: 'moved', params: { count: 1, label: 'input', position: 1, of: 1 } });
    expect(board(after(into, { do: 'step', way: 'in', ids: [103] }, { do: 'step', way: 'up', ids: [103] }))).toEqual([[101, [103, 102]]]);
    expect(board(after(into, { do: 'step', way: 'out', ids: [102] }))).toEqual([[101, []], 102, 103]);
    expect(board(after(start, { do: 'step', way: 'down', ids: [101, 102] }))).toEqual([103, [101, []], 102]);
    expect(after(start, { do: 'step', way: 'up', ids: [101] }).message?.what).toBe('cannotMove');
  });

  it('never moves a container into itself, or a tab out of its tabs', () => {
    const rows = after(startEditor(), add('row'), add('row'));
    expect(after(rows, { do: 'move', ids: [101], to: { inside: 102 } }).message?.what).toBe('cannotMove');
    const tabs = after(startEditor(), add('tabs'));
    expect(after(tabs, { do: 'move', ids: [102], to: { inside: null } }).message?.what).toBe('cannotPlace');
    expect(after(tabs, { do: 'step', way: 'out', ids: [102] }).message?.what).toBe('cannotMove');
  });

  it('groups input within half a second into one undo step', () => {
    const typeLabels = (...labels: [string, number][]) =>
      labels.reduce(
        (state, [label, now]) => edit(state, { do: 'set', ids: [101], changes: { label } }, now),
        edit(startEditor(), add('input'), 0),
      );
    const state = typeLabels(['品', 1000], ['品名', 1400], ['品名规', 1800], ['品名规格', 2600]);
    expect(state.past).toHaveLength(3);
    const back = edit(state, { do: 'undo' }, 3000);
    expect(back.doc.fields[0]?.label).toBe('品名规');
    expect(edit(back, { do: 'undo' }, 3000).doc.fields[0]?.label).toBe('input');
    // typing after an undo starts a new history step
    expect(edit(edit(back, { do: 'set', ids: [101], changes: { label: 'x' } }, 3010), { do: 'undo' }, 3020).doc.fields[0]?.label).toBe(
      '品名规',
    );
  });

  it('redoes several undone steps, and drops them after another change (defect 15: no undo)', () => {
    const start = after(startEditor(), add('input'), add('number'), add('rate'));
    const undone = after(start, { do: 'undo' }, { do: 'undo' });
    expect(board(undone)).toEqual([101]);
    expect(board(after(undone, { do: 'redo' }, { do: 'redo' }))).toEqual([101, 102, 103]);
    expect(after(undone, add('date'), { do: 'redo' }).message?.what).toBe('nothingToRedo');
  });

  it('changes the type and keeps name, label, span and shared properties', () => {
    const start = after(
      startEditor(),
      add('input', '等级'),
      { do: 'set', ids: [101], changes: { name: 'grade', span: 12, required: true, defaultValue: 'A' } },
      { do: 'setProp', ids: [101], key: 'maxLength', value: 5 },
    );
    const select = after(start, { do: 'retype', id: 101, type: 'textarea' }).doc.fields[0]!;
    expect(select).toMatchObject({
      id: 101,
      type: 'textarea',
      name: 'grade',
      label: '等级',
      span: 12,
      required: true,
      defaultValue: 'A',
      props: { maxLength: 5, rows: 4 },
    });
    const number = after(start, { do: 'retype', id: 101, type: 'number' }).doc.fields[0]!;
    expect(number.defaultValue).toBeUndefined();
    expect(number.props).not.toHaveProperty('maxLength');
    expect(after(start, { do: 'retype', id: 101, type: 'row' }).message?.what).toBe('cannotRetype');
  });

  it('rejects a duplicate or invalid name, and an invalid setting value', () => {
    const start = after(startEditor(), add('input'), add('input'));
    for (const name of ['field102', '1a', 'a b', '', '__proto__'])
      expect(after(start, { do: 'set', ids: [101], changes: { name } }).message?.what).toBe('cannotName');
    expect(after(start, { do: 'set', ids: [101], changes: { span: 25 } }).message?.what).toBe('cannotChange');
    expect(after(start, { do: 'setProp', ids: [101], key: 'onClick', value: 'alert(1)' }).message?.what).toBe('cannotChange');
    expect(after(start, { do: 'setForm', changes: { gutter: -1 } }).message?.what).toBe('cannotChange');
  });

  it('selects one field, several and a range, and navigates the tree', () => {
    const start = after(startEditor(), add('input'), add('row'), add('rate'), { do: 'select', ids: [102] }, {
      ...add('date'),
      at: { inside: null },
    } as Command);
    expect(board(start)).toEqual([101, [102, [103]], 104]);
    const range = after(start, { do: 'select', ids: [101] }, { do: 'select', ids: [103], how: 'upTo' });
    expect(range.selection).toEqual([101, 102, 103]);
    expect(after(range, { do: 'select', ids: [102], how: 'toggle' }).selection).toEqual([101, 103]);
    const walked = (way: 'up' | 'down' | 'parent' | 'child' | 'first' | 'last', from: number) =>
      after(start, { do: 'select', ids: [from] }, { do: 'walk', way }).selection;
    expect([
      walked('down', 102),
      walked('up', 104),
      walked('parent', 103),
      walked('child', 102),
      walked('first', 104),
      walked('last', 101),
    ]).toEqual([[103], [103], [102], [103], [101], [104]]);
    const extended = after(
      start,
      { do: 'select', ids: [101] },
      { do: 'walk', way: 'down', extend: true },
      { do: 'walk', way: 'down', extend: true },
    );
    expect(extended.selection).toEqual([101, 102, 103]);
    expect(after(extended, { do: 'walk', way: 'up', extend: true }).selection).toEqual([101, 102]);
  });

  it('adds many fields as one undo step', () => {
    const fields = ['品名', '单价'].map((label, index) => ({
      type: 'input' as const,
      words: { label },
      name: ['good', undefined][index],
      required: index === 0,
    }));
    const state = after(startEditor(), { do: 'addMany', fields });
    expect(state.doc.fields.map(({ name, required }) => [name, required])).toEqual([
      ['good', true],
      ['field102', undefined],
    ]);
    expect(state.past).toHaveLength(1);
  });
});
