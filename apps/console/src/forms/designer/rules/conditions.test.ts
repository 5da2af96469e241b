import { type Expr, emptyDoc, type FormNode } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';
import { fieldsInScope, operatorsFor, parseConditions, rulesIn, toRule } from './rule-lines.ts';

const node = (id: number, name: string, more: Partial<FormNode> = {}): FormNode => ({
  id,
  type: 'input',
  name,
  span: 24,
  regList: [],
  props: {},
  ...more,
});

describe('rule as a list of comparisons', () => {
  it.each<Expr>([
    { op: 'eq', args: [{ field: 'a' }, { const: 1 }] },
    { op: 'not', args: [{ op: 'contains', args: [{ field: 'a' }, { const: 'x' }] }] },
    {
      op: 'or',
      args: [
        { op: 'empty', args: [{ field: 'a' }] },
        { op: 'gt', args: [{ field: 'b' }, { field: 'a' }] },
      ],
    },
  ])('is read and written without loss: %j', (expr) => {
    const conditions = parseConditions(expr);
    expect(conditions && toRule(conditions)).toEqual(expr);
  });

  it('leaves more complex rules to the formula', () => {
    expect(parseConditions({ op: 'gt', args: [{ op: 'add', args: [{ field: 'a' }, { const: 1 }] }, { const: 3 }] })).toBeUndefined();
    expect(parseConditions({ op: 'and', args: [{ op: 'or', args: [{ field: 'a' }, { field: 'b' }] }] })).toBeUndefined();
  });

  it('offers the operators of each answer type', () => {
    expect(operatorsFor(node(1, 'a', { type: 'switch' }))).toEqual(['eq']);
    expect(operatorsFor(node(1, 'a', { type: 'select', props: { multiple: true } }))).toContain('contains');
    expect(operatorsFor(node(1, 'a', { type: 'number' }))).toContain('ge');
  });
});

describe('rules of a form', () => {
  const expr: Expr = { op: 'filled', args: [{ field: 'gone' }] };
  const doc = {
    ...emptyDoc(),
    fields: [
      node(101, 'total', { rules: { value: { op: 'sum', args: [{ field: 'items.price' }] } } }),
      node(102, 'items', { type: 'subtable', children: [node(103, 'price', { type: 'number', rules: { visible: expr } })] }),
    ],
  };

  it('are listed with the fields that the form lacks', () => {
    expect(rulesIn(doc).map(({ kind, broken }) => [kind, broken])).toEqual([
      ['value', []],
      ['visible', ['gone']],
    ]);
  });

  it('see sub-table columns as lists from outside, and form fields from inside', () => {
    expect(fieldsInScope(doc, 101).map(({ name }) => name)).toEqual(['items', 'items.price']);
    expect(fieldsInScope(doc, 103).map(({ name }) => name)).toEqual(['total', 'items']);
  });
});
