import { describe, expect, it } from 'vitest';
import { formatOptions, moveOption, nextValue, parseOptions, parseValue, removeOption, toLines, updateOption } from './option-list.ts';

const tree = [
  { label: '福建', value: 1, children: [{ label: '安溪', value: 11 }] },
  { label: '云南', value: 2 },
];

describe('options in the option editor', () => {
  it('are unchanged after a round trip through text', () => {
    expect(parseOptions(formatOptions(tree), true, true)).toEqual(tree);
    const flat = [
      { label: '箱', value: 'box' },
      { label: '袋', value: '袋' },
    ];
    expect(parseOptions(formatOptions(flat), false, false)).toEqual(flat);
  });

  it('can be changed, moved and removed at any level', () => {
    expect(updateOption(tree, [0, 0], { label: '武夷山' })[0]?.children?.[0]?.label).toBe('武夷山');
    expect(moveOption(tree, [1], 0).map(({ label }) => label)).toEqual(['云南', '福建']);
    expect(removeOption(tree, [0, 0])[0]).toEqual({ label: '福建', value: 1 });
    expect(toLines(tree).map(({ path }) => path)).toEqual([[0], [0, 0], [1]]);
  });

  it('get a unique value, and numbers stay numbers', () => {
    expect(nextValue(tree)).toBe(12);
    expect(nextValue([{ label: 'a', value: '7' }])).toBe('8');
    expect(nextValue([])).toBe(1);
    expect(parseValue('12', 1)).toBe(12);
    expect(parseValue('12', 'a')).toBe('12');
    expect(parseValue('x', 1)).toBe('x');
  });
});
