import { describe, expect, it } from 'vitest';
import { docFaults, referableNames } from './doc-faults.ts';
import { edit } from './editor/edit.ts';
import { type Command, startEditor } from './editor/state.ts';
import { type FormDoc, limits } from './model.ts';
import { FormDoc as Schema } from './schema.ts';
import { docOf } from './test/generators.ts';
import { readDoc } from './text/read-doc.ts';

const after = (doc: FormDoc, ...commands: Command[]) => commands.reduce((state, command) => edit(state, command, 0), startEditor(doc)).doc;
const faultsOf = (doc: FormDoc) => docFaults(doc).map(({ what, id }) => [what, id]);
const wordOf = (doc: unknown) => (Schema.safeParse(doc).error?.issues[0] as { params?: { word?: string } } | undefined)?.params?.word;

describe('form under construction', () => {
  it('reports invalid rules, patterns, options, sources and limits, and empty containers', () => {
    const doc = after(
      docOf('input', 'select', 'number', 'tabs', 'cascader'),
      { do: 'set', ids: [101], changes: { regList: [{ pattern: '(a)\\1', message: '' }], rules: { visible: { field: 'nowhere' } } } },
      {
        do: 'set',
        ids: [102],
        changes: {
          options: [
            { label: 'A', value: 1 },
            { label: 'B', value: 1 },
          ],
        },
      },
      { do: 'setProp', ids: [103], key: 'min', value: 5 },
      { do: 'setProp', ids: [103], key: 'max', value: 1 },
      { do: 'set', ids: [103], changes: { defaultValue: 9 } },
      { do: 'set', ids: [107], changes: { source: { mode: 'dynamic' } } },
    );
    expect(faultsOf(doc)).toEqual([
      ['referenceGone', 101],
      ['pattern', 101],
      ['optionTwice', 102],
      ['boundsCrossed', 103],
      ['defaultWrong', 103],
      ['emptyContainer', 105],
      ['emptyContainer', 106],
      ['noSource', 107],
    ]);
    expect(faultsOf(docOf('divider'))).toEqual([['noFields', undefined]]);
    expect(faultsOf(docOf('input', 'radio', 'date'))).toEqual([]);
  });

  it('publishes no password field or column, and unpublishes a field that becomes one', () => {
    const doc = after(
      docOf('password', 'subtable', 'input'),
      { do: 'add', type: 'password', words: { label: '口令' }, at: { inside: 102 } },
      { do: 'set', ids: [101, 102, 103], changes: { public: true } },
    );
    expect(faultsOf(doc)).toEqual([
      ['publicPassword', 101],
      ['publicPassword', 102],
    ]);
    expect(after(doc, { do: 'retype', id: 103, type: 'password' }).fields[2]).not.toHaveProperty('public');
  });

  it('lets rules see their own row first, then the form, then sub-table columns', () => {
    const doc = after(docOf('input', 'subtable'), { do: 'add', type: 'number', words: { label: '价' }, at: { inside: 102 } });
    expect(referableNames(doc, doc.fields[1]!.children![0]!)).toEqual(['field103', 'field101', 'field102', 'field102.field103']);
    expect(referableNames(doc, doc.fields[0]!)).not.toContain('field103');
  });

  it('applies a new name to all rules, and a new label to the matching placeholder', () => {
    const rule = { op: 'sum' as const, args: [{ field: 'field102.field103' }, { field: 'field101' }] };
    const start = after(docOf('number', 'subtable', 'row'), {
      do: 'add',
      type: 'number',
      words: { label: '价', placeholder: '请输入价' },
      at: { inside: 102 },
    });
    const ids = start.fields.map(({ id }) => id);
    const column = start.fields[1]!.children![0]!.id;
    const ruled = after(
      start,
      { do: 'add', type: 'number', words: { label: '合计' }, at: { inside: ids[2]! } },
      {
        do: 'set',
        ids: [105],
        changes: { rules: { value: { ...rule, args: [{ field: `field102.field${column}` }, { field: 'field101' }] } } },
      },
    );
    const named = after(
      ruled,
      { do: 'set', ids: [102], changes: { name: 'items' } },
      { do: 'set', ids: [column], changes: { name: 'price', label: '单价' } },
      { do: 'set', ids: [101], changes: { name: 'base' } },
    );
    expect(named.fields[2]!.children![0]!.rules?.value).toEqual({ op: 'sum', args: [{ field: 'items.price' }, { field: 'base' }] });
    expect(named.fields[1]!.children![0]).toMatchObject({ name: 'price', label: '单价', placeholder: '请输入单价' });
    expect(docFaults(named).filter(({ what }) => what === 'referenceGone')).toEqual([]);
  });

  it('is rejected beyond its limits before any deep traversal', () => {
    const deep = (levels: number): unknown => (levels === 0 ? [] : [{ type: 'row', children: deep(levels - 1) }]);
    expect(readDoc({ fields: deep(limits.depth) }).doc).toBeDefined();
    expect(readDoc({ fields: deep(limits.depth + 1) }).issues).toHaveLength(1);
    let nested: unknown = [];
    for (let level = 0; level < 50_000; level++) nested = [nested];
    expect(wordOf({ fields: nested })).toBe('issue.form.tooComplex');
    expect(wordOf(JSON.parse('{"kind":"form-doc","x":{"__proto__":1}}'))).toBe('issue.form.tooComplex');
    expect(readDoc({ fields: Array.from({ length: limits.nodes + 1 }, () => ({ type: 'input' })) }).issues).toHaveLength(1);
  });

  it('accepts option URLs of this server only', () => {
    for (const url of [
      'https://evil.example/x',
      '//evil.example',
      '/\\evil',
      'javascript:alert(1)',
      '/a/../b',
      '/a//b',
      'system/dept',
      '/a?x=<y>',
      '/\tevil',
    ])
      expect([url, readDoc({ fields: [{ type: 'select', source: { mode: 'dynamic', url } }] }).doc]).toEqual([url, undefined]);
    for (const url of [
      '/system/dept/list',
      '/system/dict/data/type/sys_notice_type',
      '/manage/supplier/list?pageNum=1&params[beginTime]=2026-01-01',
    ])
      expect(readDoc({ fields: [{ type: 'select', source: { mode: 'dynamic', url } }] }).doc).toBeDefined();
  });

  it('allows only the properties and positions of its types', () => {
    expect(readDoc({ fields: [{ type: 'input', props: { onClick: 'alert(1)' } }] }).issues?.[0]?.path).toEqual(['fields', 0, 'props']);
    expect(readDoc({ fields: [{ type: 'tab' }] }).issues?.[0]).toMatchObject({ params: { word: 'issue.form.place' } });
    expect(readDoc({ fields: [{ type: 'subtable', children: [{ type: 'row' }] }] }).issues?.[0]).toMatchObject({
      params: { word: 'issue.form.place' },
    });
    expect(readDoc({ fields: [{ type: 'input', children: [] }] }).issues?.[0]).toMatchObject({ params: { word: 'issue.form.place' } });
  });
});
