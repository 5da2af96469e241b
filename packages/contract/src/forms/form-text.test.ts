import type { FormNode, Json } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';
import { translator } from '../core/words.ts';
import { enUS } from '../words/en-US.ts';
import { zhCN } from '../words/zh-CN.ts';
import { formAnswerText } from './form-text.ts';

describe('answer as readable text', () => {
  const node = (overrides: Partial<FormNode>): FormNode => ({
    id: 101,
    type: 'rate',
    name: 'score',
    span: 24,
    regList: [],
    props: {},
    ...overrides,
  });
  const textOf = (overrides: Partial<FormNode>, value: Json) => formAnswerText((key) => key, node(overrides), value);

  it('shows a rating with its maximum', () => {
    expect(textOf({}, 4)).toBe('4 / 5');
    expect(textOf({ props: { count: 10 } }, 7.5)).toBe('7.5 / 10');
    expect(textOf({ type: 'number' }, 4)).toBe('4');
  });

  it('lists choices in the language of the reader', () => {
    const options = [
      { label: 'Rolling', value: 1 },
      { label: 'Drying', value: 2 },
    ];
    expect(formAnswerText(translator(enUS, 'en-US'), node({ type: 'checkbox', options }), [1, 2])).toBe('Rolling, Drying');
    expect(formAnswerText(translator(zhCN, 'zh-CN'), node({ type: 'checkbox', options }), [1, 2])).toBe('Rolling、Drying');
  });

  it('lists rows of a sub-table in the punctuation of the reader', () => {
    const children = [
      node({ id: 102, type: 'input', name: 'item', label: 'Item' }),
      node({ id: 103, type: 'number', name: 'count', label: 'Count' }),
    ];
    const table = node({ type: 'subtable', children });
    const rows = [{ item: 'Milk', count: 3 }, { item: 'Tea' }];
    expect(formAnswerText(translator(enUS, 'en-US'), table, rows)).toBe('1. Item: Milk; Count: 3\n2. Item: Tea');
    expect(formAnswerText(translator(zhCN, 'zh-CN'), table, rows)).toBe('1. Item：Milk；Count：3\n2. Item：Tea');
  });
});
