import type { FormNode } from '@suyuan/forms';
import { describe, expect, it } from 'vitest';
import { formAnswerText } from './form-text.ts';

describe('an answer as people read it', () => {
  const node = (given: Partial<FormNode>): FormNode => ({
    id: 101,
    type: 'rate',
    name: 'score',
    span: 24,
    regList: [],
    props: {},
    ...given,
  });
  const said = (given: Partial<FormNode>, value: number) => formAnswerText((key) => key, node(given), value);

  it('says out of how many stars', () => {
    expect(said({}, 4)).toBe('4 / 5');
    expect(said({ props: { count: 10 } }, 7.5)).toBe('7.5 / 10');
    expect(said({ type: 'number' }, 4)).toBe('4');
  });
});
