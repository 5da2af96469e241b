import { describe, expect, it } from 'vitest';
import { dictLabel, dictLabels } from './dictionary.ts';

const option = (value: string, label: string) => ({ value, label, listClass: '' as const, cssClass: '', isDefault: false });
const sexes = [option('0', '男'), option('1', '女'), option('2', '未知')];

describe('labels of dictionary values', () => {
  it('translates a value into its label and keeps a value without an entry', () => {
    expect(dictLabel(sexes, '1')).toBe('女');
    expect(dictLabel(sexes, '9')).toBe('9');
  });

  it('splits several values at commas, or at another separator', () => {
    expect(dictLabels(sexes, '0, 2')).toEqual(['男', '未知']);
    expect(dictLabels(sexes, '0|9|1', '|')).toEqual(['男', '9', '女']);
    expect(dictLabels(sexes, 1)).toEqual(['女']);
  });

  it('returns no labels for an empty value', () => {
    for (const nothing of [null, undefined, '', ' , ']) expect(dictLabels(sexes, nothing)).toEqual([]);
  });
});
