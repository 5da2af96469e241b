import type { FormNode } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';
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
  const textOf = (overrides: Partial<FormNode>, value: number) => formAnswerText((key) => key, node(overrides), value);

  it('shows a rating with its maximum', () => {
    expect(textOf({}, 4)).toBe('4 / 5');
    expect(textOf({ props: { count: 10 } }, 7.5)).toBe('7.5 / 10');
    expect(textOf({ type: 'number' }, 4)).toBe('4');
  });
});
