import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { edit } from '../editor/edit.ts';
import { startEditor } from '../editor/state.ts';
import type { Json, JsonObject } from '../json.ts';
import type { FormDoc } from '../model.ts';
import { antdvForm, antdvItems, elementForm, elementItems } from '../test/form-generator.ts';
import { anyDoc, docOf } from '../test/generators.ts';
import { allNodes } from '../tree.ts';
import { fromFg, isFg, toFg } from './convert.ts';

const importFg = (value: unknown) => fromFg(value)!;
const applyCommands = (doc: FormDoc, ...commands: Parameters<typeof edit>[1][]) =>
  commands.reduce((state, command) => edit(state, command, 0), startEditor(doc)).doc;

const anyItem = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...antdvItems, ...elementItems) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...antdvItems, ...elementItems),
        fc.constantFrom('size', 'min', 'placeholder', 'options', 'type', 'mode', '__slot__', 'extra', '__vModel__'),
        fc.jsonValue({ maxDepth: 2 }),
      )
      .map(([item, key, value]) => ({ ...item, [key]: value as Json })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(...antdvItems, ...elementItems),
        fc.constantFrom('label', 'span', 'formId', 'regList', 'defaultValue', 'required', 'tag', 'url', 'document'),
        fc.jsonValue({ maxDepth: 2 }),
      )
      .map(([item, key, value]) => ({ ...item, __config__: { ...(item.__config__ as JsonObject), [key]: value as Json } })),
  },
);
const anyFgForm = fc
  .tuple(fc.array(anyItem, { minLength: 1, maxLength: 6 }), fc.constantFrom(antdvForm, elementForm))
  .map(([items, conf]) => ({ ...conf, fields: items }) as JsonObject);

describe('form-generator documents', () => {
  it('round-trip the whole catalogue of both editions without changes', () => {
    expect(toFg(importFg(antdvForm).doc)).toEqual(antdvForm);
    expect(toFg(importFg(elementForm).doc)).toEqual(elementForm);
    expect(toFg(importFg(antdvItems).doc)).toEqual(antdvItems);
    expect(isFg({ fields: [] })).toBe(false);
    expect(fromFg({ kind: 'form-doc' })).toBeUndefined();
  });

  it('round-trip any content without changes', () => {
    fc.assert(
      fc.property(anyFgForm, (form) => {
        const imported = fromFg(form);
        fc.pre(imported !== undefined);
        expect(toFg(imported!.doc)).toEqual(form);
        // the second round trip changes nothing
        expect(fromFg(toFg(imported!.doc))!.doc).toEqual(imported!.doc);
      }),
      { numRuns: 150 },
    );
  });

  it('round-trip documents of this product, with rules and extra types', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        fc.pre(doc.fields.length > 0);
        const reimported = importFg(toFg(doc)).doc;
        expect({ ...reimported, idSeq: 0, x: undefined, form: { ...reimported.form, legacy: undefined } }).toEqual({
          ...doc,
          idSeq: 0,
          x: undefined,
          form: { ...doc.form, legacy: undefined },
        });
      }),
      { numRuns: 60 },
    );
  });

  it('become components of their types, with options, text rules and the specified numbers', () => {
    const nodes = allNodes(importFg(antdvForm).doc.fields);
    expect(nodes.filter(({ type }) => type === 'unknown')).toHaveLength(1);
    expect(nodes.find(({ type }) => type === 'textarea')?.props.rows).toBe(4);
    expect(nodes.find(({ type }) => type === 'rate')?.props.count).toBe(5);
    expect(nodes.find(({ type }) => type === 'upload')?.props).toMatchObject({ fileSize: 2, sizeUnit: 'MB' });
    expect(nodes.find(({ type }) => type === 'rich-text')?.props.height).toBe(300);
    expect(nodes.find(({ type }) => type === 'transfer')?.options).toEqual([
      { label: '甲', value: 'a' },
      { label: '乙', value: 'b' },
    ]);
    expect(nodes.find(({ type }) => type === 'date')?.props.showTime).toBe(true);
    const element = allNodes(importFg(elementForm).doc.fields);
    expect(element.map(({ type }) => type)).toEqual([
      ...[
        'input',
        'textarea',
        'password',
        'number',
        'select',
        'cascader',
        'radio',
        'checkbox',
        'switch',
        'slider',
        'time',
        'time-range',
        'date',
      ],
      ...['date', 'month', 'week', 'range', 'rate', 'color', 'upload', 'row', 'input', 'button', 'unknown'],
    ]);
    expect(element[4]?.props.multiple).toBe(true);
    expect(element[12]?.props.format).toBe('YYYY-MM-DD');
    expect(element[13]?.props.showTime).toBe(true);
    expect(importFg(elementForm).doc.form).toMatchObject({ layout: 'vertical', labelSpan: 3, showButtons: false });
  });

  it('keep span, gutter and alignment as the designer writes them (defects 3 and 4)', () => {
    const row = importFg(antdvForm).doc.fields.find(({ type }) => type === 'row')!;
    expect(row.props).toMatchObject({ gutter: 15, justify: 'start', align: 'top' });
    expect(row.children?.map(({ span }) => span)).toEqual([12, 12]);
    expect(importFg(antdvForm).doc.form).toMatchObject({ labelAlign: 'right', labelSpan: 3, wrapperSpan: 21, gutter: 15 });
  });

  it('keep tree select data in the visible property, and sources within rows (defects 5 and 6)', () => {
    const tree = allNodes(importFg(antdvForm).doc.fields).find(({ type }) => type === 'tree-select')!;
    expect(tree.options).toEqual([{ label: '选项1', value: 1, children: [{ label: '选项1-1', value: 2 }] }]);
    expect(tree.source).toMatchObject({ mode: 'static', dataConsumer: 'options', dataPath: 'list' });
    const cascader = allNodes(importFg(elementForm).doc.fields).find(({ type }) => type === 'cascader')!;
    expect(cascader.source).toMatchObject({
      mode: 'dynamic',
      url: '/system/dept/list',
      method: 'get',
      dataPath: 'list',
      dataConsumer: 'options',
      labelKey: 'deptName',
      valueKey: 'deptId',
    });
    // form-generator reads data sources from these four names
    const { url, method, dataPath, dataConsumer } = cascader.source!;
    const own = applyCommands(docOf('cascader'), { do: 'set', ids: [101], changes: { source: cascader.source } });
    expect(toFg(own)).toMatchObject({ fields: [{ __config__: { url, method, dataPath, dataConsumer } }] });
  });

  it('get the default span and gutter when theirs is not a number', () => {
    const spans = [8, '12', '', true, [6], { toString: null }, 25].map((span) => ({
      ...antdvItems[0]!,
      __config__: { tag: 'a-input', span },
    }));
    expect(importFg({ fields: spans }).doc.fields.map(({ span }) => span)).toEqual([8, 12, 24, 24, 24, 24, 24]);
    const gutters = [8, '12', '', true, [6], { toString: null }];
    expect(gutters.map((gutter) => importFg({ fields: spans, gutter }).doc.form.gutter)).toEqual([8, 12, 15, 15, 15, 15]);
  });

  it('continue numbering after the highest number, without duplicates (defect 8)', () => {
    const duplicated = { ...antdvForm, fields: [antdvItems[0]!, antdvItems[0]!, antdvItems[3]!] };
    const { doc, notes } = importFg(duplicated);
    expect(new Set(doc.fields.map(({ id }) => id)).size).toBe(3);
    expect(new Set(doc.fields.map(({ name }) => name)).size).toBe(3);
    expect(notes.map(({ what }) => what)).toEqual(expect.arrayContaining(['renumbered', 'renamed']));
    expect(Math.max(...doc.fields.map(({ id }) => id))).toBeLessThanOrEqual(doc.idSeq);
    expect(toFg(doc)).toEqual(duplicated);
  });

  it('lose a default that the field type cannot have, with a note (defect 12)', () => {
    const { doc, notes } = importFg(antdvForm);
    expect(allNodes(doc.fields).find(({ type }) => type === 'month')?.defaultValue).toBeUndefined();
    expect(notes.filter(({ what }) => what === 'default').length).toBeGreaterThanOrEqual(2);
  });

  it('report foreign URLs and functions, and never use them (defect 1)', () => {
    const { doc, notes } = importFg(elementForm);
    expect(notes.some(({ what }) => what === 'functions')).toBe(true);
    expect(importFg(antdvForm).notes.filter(({ what }) => what === 'foreignUrl')).toHaveLength(2);
    expect(allNodes(doc.fields).every(({ source }) => !source?.url?.includes('elsewhere'))).toBe(true);
  });

  it('include later changes, and keep all other content unchanged', () => {
    const { doc } = importFg(antdvForm);
    const [first] = doc.fields;
    const out = toFg(applyCommands(doc, { do: 'set', ids: [first!.id], changes: { label: '邮箱', required: undefined } })) as {
      fields: JsonObject[];
    };
    expect(out.fields[0]).toEqual({
      ...antdvItems[0],
      __config__: { ...(antdvItems[0]!.__config__ as JsonObject), label: '邮箱', required: false },
    });
    expect(out.fields.slice(1)).toEqual(antdvItems.slice(1));
  });
});
