import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { edit } from '../editor/edit.ts';
import { startEditor } from '../editor/state.ts';
import { isObject, type Json } from '../json.ts';
import type { FieldType, FormDoc, FormNode } from '../model.ts';
import type { Expr } from '../rules/expr.ts';
import { FormDoc as Schema } from '../schema.ts';
import { anyExpr, anyFilledForm, docOf } from '../test/generators.ts';
import { jsonSchemaOf } from '../test/json-schema.ts';
import { resolve } from './resolve.ts';
import { validate } from './validate.ts';

type Changes = Partial<FormNode>;

function formOf(...fields: [type: FieldType, name: string, changes?: Changes][]): FormDoc {
  const doc = docOf(...fields.map(([type]) => type));
  const nodes = doc.fields.map((node, index) => ({ ...node, ...fields[index]![2], name: fields[index]![1], label: fields[index]![1] }));
  return { ...doc, fields: nodes };
}

const is = (field: string, value: Json): Expr => ({ op: 'eq', args: [{ field }, { const: value }] });
const faults = (doc: FormDoc, answers: Record<string, Json>) =>
  validate(doc, answers).faults.map(({ path, fault }) => [path.join('.'), fault]);
const faultOf = (type: FieldType, value: Json, changes: Changes = {}) =>
  validate(formOf([type, 'a', changes]), { a: value }).faults[0]?.fault;

/** Drops inherited keys: the validator would accept `toString` as an answer. */
const withoutPrototype = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(withoutPrototype);
  if (!isObject(value)) return value;
  return Object.assign(Object.create(null), Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutPrototype(each)])));
};

describe('answer validation', () => {
  it('is idempotent: stored answers have no errors and stay unchanged', () => {
    fc.assert(
      fc.property(anyFilledForm, ({ doc, answers }) => {
        const first = validate(doc, answers);
        expect(validate(doc, answers)).toEqual(first);
        expect(first.answers).not.toHaveProperty('nobodyAsked');
        if (first.faults.length > 0) return;
        expect(validate(doc, first.answers)).toEqual(first);
        const schema = z.fromJSONSchema(jsonSchemaOf(doc) as never);
        expect(schema.safeParse(withoutPrototype(first.answers)).error?.issues).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('never throws on any input', () => {
    fc.assert(
      fc.property(
        anyFilledForm,
        fc.dictionary(fc.constantFrom('field101', 'field102', 'name', 'toString', 'constructor'), fc.jsonValue({ maxDepth: 3 })),
        ({ doc }, wild) => {
          expect(() => validate(doc, wild as Record<string, Json>)).not.toThrow();
        },
      ),
      { numRuns: 100 },
    );
  });

  it.each<[FieldType, Json, string, Changes?]>([
    ['input', 5, 'type'],
    ['input', 'a\nb', 'controlCharacter'],
    ['input', 'a\u0000', 'controlCharacter'],
    ['input', 'abc', 'tooLong', { props: { maxLength: 2 } }],
    ['input', 'abc', 'pattern', { regList: [{ pattern: '^\\d+$', message: '要数字' }] }],
    ['number', '5', 'number'],
    ['number', 5, 'tooLarge', { props: { max: 4 } }],
    ['number', 1.25, 'places', { props: { precision: 1 } }],
    ['select', 'other', 'choice'],
    ['checkbox', [1, 2], 'tooMany', { props: { max: 1 } }],
    ['checkbox', [1, 1], 'type'],
    ['checkbox', [1], 'choice', { options: [{ label: 'A', value: 1, disabled: true }] }],
    ['cascader', [1], 'choice', { options: [{ label: 'A', value: 1, children: [{ label: 'B', value: 2 }] }] }],
    ['cascader', [2], 'choice', { options: [{ label: 'A', value: 1, children: [{ label: 'B', value: 2 }] }] }],
    ['rate', 6, 'tooLarge'],
    ['rate', 3.5, 'type'],
    ['rate', 3.3, 'type', { props: { allowHalf: true } }],
    ['switch', 'true', 'type'],
    ['date', '2026-02-30', 'day'],
    ['date', '2026-01-31', 'tooSmall', { props: { minDate: '2026-02-01' } }],
    ['month', '2026-13', 'month'],
    ['week', '2025-W53', 'week'],
    ['time', '24:00:00', 'time'],
    ['range', ['2026-02-01', '2026-01-01'], 'pairOrder'],
    ['range', ['2026-02-30', '2026-03-01'], 'day'],
    ['range', ['2026-02-01', ''], 'pairEnd'],
    ['time-range', ['', '08:00:00'], 'pairEnd'],
    ['color', 'red', 'color'],
    ['upload', [{ name: 'a.png', url: 'https://evil/a.png' }], 'file'],
    ['upload', [{ name: 'a.exe', url: '/api/profile/a.exe' }], 'fileKind', { props: { accept: '.png,.jpg' } }],
    ['rich-text', 3, 'type'],
    ['subtable', ['x'], 'type'],
  ])('rejects a %s with the value %j: %s', (type, value, fault, changes = {}) => {
    expect(faultOf(type, value, changes)).toBe(fault);
  });

  it('accepts valid answers', () => {
    for (const [type, value, changes] of [
      ['week', '2026-W53'],
      ['date', '2026-01-31 08:30:00', { props: { showTime: true } }],
      ['number', 0.3, { props: { precision: 1 } }],
      ['slider', [1, 3], { props: { range: true } }],
      ['select', [1, 2], { props: { multiple: true } }],
      ['upload', [{ name: '图.png', url: '/api/profile/upload/2026/01/31/a.png' }]],
      ['textarea', 'a\nb'],
      ['switch', false],
    ] as [FieldType, Json, Changes?][])
      expect([type, faultOf(type, value, changes ?? {})]).toEqual([type, undefined]);
  });

  it('validates many choices of many options in linear time', () => {
    const options = Array.from({ length: 2000 }, (_, value) => ({ label: '', value }));
    const column = docOf('checkbox').fields[0]!;
    const doc = formOf(['subtable', 'rows', { children: [{ ...column, name: 'a', options }] }]);
    const rows = Array.from({ length: 20 }, () => ({ a: options.map(({ value }) => value) }));
    const start = performance.now();
    expect(validate(doc, { rows }).faults).toEqual([]);
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('reports a missing required answer once, with the correct message (defect 9, uploads)', () => {
    const doc = formOf(
      ['input', 'a', { required: true, placeholder: '请输入姓名' }],
      ['checkbox', 'b', { required: true }],
      ['upload', 'c', { required: true, requiredMessage: '要一张照片' }],
      ['number', 'd', { required: true }],
      ['signature', 'e', { required: true }],
    );
    expect(validate(doc, {}).faults.map(({ fault, params }) => [fault, params?.message])).toEqual([
      ['requiredMessage', '请输入姓名'],
      ['requiredChoice', undefined],
      ['requiredMessage', '要一张照片'],
      ['required', undefined],
      ['required', undefined],
    ]);
    const files = [{ name: 'a.png', url: '/a.png' }];
    const filled = { a: 'x', b: [1], c: files, d: 0, e: files };
    expect(validate(doc, filled)).toEqual({ answers: filled, faults: [] });
    expect(validate(doc, {}, { partial: true }).faults).toEqual([]);
  });

  it('keeps half a pair in a draft, and validates the whole pair on submit', () => {
    const doc = formOf(['range', 'a', { required: true }], ['time-range', 'b']);
    const half = { a: ['2026-02-01', ''], b: ['', '08:00:00'] };
    expect(validate(doc, half, { partial: true })).toEqual({ answers: half, faults: [] });
    expect(faults(doc, half)).toEqual([
      ['a', 'pairEnd'],
      ['b', 'pairEnd'],
    ]);
    expect(validate(doc, { a: ['2026-02-02', '2026-02-01'] }, { partial: true }).faults).toMatchObject([{ fault: 'pairOrder' }]);
  });

  it('treats markup without text or picture as no answer, for required fields and in rules', () => {
    const filled = { op: 'filled', args: [{ field: 'a' }] } as Expr;
    const doc = formOf(['rich-text', 'a', { required: true }], ['input', 'b', { rules: { visible: filled } }]);
    for (const blank of ['<p></p>', '<p>&nbsp;</p><p><br></p>', '<ul><li><p> \u200b</p></li></ul>', '<hr>'])
      expect([blank, validate(doc, { a: blank, b: 'x' })]).toMatchObject([blank, { answers: {}, faults: [{ fault: 'required' }] }]);
    for (const text of ['<p>字</p>', '<p><img src="/a.png"></p>', '3 < 4', '<'.repeat(100_000)])
      expect(validate(doc, { a: text, b: 'x' })).toEqual({ answers: { a: text, b: 'x' }, faults: [] });
  });

  it('ignores hidden fields unless keepHidden is set, also in hidden containers', () => {
    const doc = formOf(
      ['select', 'kind'],
      ['input', 'why', { required: true, rules: { visible: is('kind', 1) } }],
      ['input', 'kept', { keepHidden: true, rules: { visible: is('kind', 1) } }],
      [
        'group',
        'box',
        {
          rules: { visible: is('kind', 2) },
          children: [{ id: 900, type: 'input', name: 'inner', span: 24, regList: [], props: {}, required: true }],
        },
      ],
    );
    expect(validate(doc, { kind: 2, why: 'hidden', kept: 'k', inner: 'i' })).toEqual({
      answers: { kind: 2, kept: 'k', inner: 'i' },
      faults: [],
    });
    expect(faults(doc, { kind: 1 })).toEqual([['why', 'required']]);
    expect(faults(doc, { kind: 2 })).toEqual([['inner', 'required']]);
  });

  it('recomputes computed answers in order of dependency, and ignores submitted values', () => {
    const doc = formOf(
      ['number', 'total', { rules: { value: { op: 'mul', args: [{ field: 'net' }, { const: 1.1 }] } } }],
      ['number', 'net', { rules: { value: { op: 'sum', args: [{ field: 'items.line' }] } } }],
      [
        'subtable',
        'items',
        {
          children: [
            { id: 901, type: 'number', name: 'price', span: 24, regList: [], props: {}, required: true },
            { id: 902, type: 'number', name: 'count', span: 24, regList: [], props: {} },
            {
              id: 903,
              type: 'number',
              name: 'line',
              span: 24,
              regList: [],
              props: {},
              rules: { value: { op: 'mul', args: [{ field: 'price' }, { field: 'count' }] } },
            },
          ],
        },
      ],
    );
    expect(Schema.safeParse(doc).success).toBe(true);
    const { answers } = validate(doc, {
      total: 9999,
      items: [
        { price: 0.1, count: 1 },
        { price: 0.2, count: 1, line: 50 },
      ],
    });
    expect(answers).toEqual({
      total: 0.33,
      net: 0.3,
      items: [
        { price: 0.1, count: 1, line: 0.1 },
        { price: 0.2, count: 1, line: 0.2 },
      ],
    });
    expect(faults(doc, { items: [{ price: 1 }, { count: 2 }] })).toEqual([['items.1.price', 'required']]);
  });

  it('applies required and disabled rules, per row in sub-tables', () => {
    const doc = formOf(
      ['switch', 'urgent'],
      ['input', 'reason', { rules: { required: is('urgent', true), disabled: is('urgent', false) } }],
      [
        'subtable',
        'items',
        {
          children: [
            { id: 901, type: 'input', name: 'urgent', span: 24, regList: [], props: {} },
            { id: 902, type: 'input', name: 'note', span: 24, regList: [], props: {}, rules: { required: is('urgent', 'yes') } },
          ],
        },
      ],
    );
    expect(faults(doc, { urgent: true, items: [{ urgent: 'yes' }, { urgent: 'no', note: 'n' }] })).toEqual([
      ['reason', 'required'],
      ['items.0.note', 'required'],
    ]);
    const now = resolve(doc, { urgent: false, items: [{ urgent: 'yes' }, {}] });
    expect(now.fieldState(102)).toMatchObject({ required: false, disabled: true, visible: true });
    expect(now.fieldState(902, 0).required).toBe(true);
    expect(now.fieldState(902, 1).required).toBe(false);
  });

  it('rejects a form with circular dependencies or a duplicate name', () => {
    const circle = formOf(['number', 'a', { rules: { value: { field: 'b' } } }], ['number', 'b', { rules: { visible: is('a', 1) } }]);
    expect(Schema.safeParse(circle).error?.issues[0]).toMatchObject({ params: { word: 'issue.form.cycle', names: 'a → b → a' } });
    expect(Schema.safeParse(formOf(['input', 'a'], ['input', 'a'])).error?.issues[0]).toMatchObject({
      params: { word: 'issue.form.nameTwice', name: 'a' },
    });
    const state = edit(
      startEditor(formOf(['number', 'a'], ['number', 'b', { rules: { value: { field: 'a' } } }])),
      { do: 'set', ids: [101], changes: { rules: { value: { field: 'b' } } } },
      0,
    );
    expect(state.message).toEqual({ what: 'ruleCycle', params: { name: 'a → b → a' } });
  });

  it('evaluates any rule without an exception', () => {
    fc.assert(
      fc.property(anyExpr, (rule) => {
        const doc = formOf(['input', 'out', { rules: { visible: rule } }]);
        expect(typeof resolve(doc, { price: 3 }).fieldState(101).visible).toBe('boolean');
      }),
    );
  });
});
