import { describe, expect, it } from 'vitest';
import { changed, freshValue, linesOf, moved, optionsOf, textOf, valueTyped, without } from './option-list.ts';

const tree = [
  { label: '福建', value: 1, children: [{ label: '安溪', value: 11 }] },
  { label: '云南', value: 2 },
];

describe('options while they are edited', () => {
  it('are written as text and read back the same', () => {
    expect(optionsOf(textOf(tree), true, true)).toEqual(tree);
    const flat = [
      { label: '箱', value: 'box' },
      { label: '袋', value: '袋' },
    ];
    expect(optionsOf(textOf(flat), false, false)).toEqual(flat);
  });

  it('are changed, moved and taken away at any level', () => {
    expect(changed(tree, [0, 0], { label: '武夷山' })[0]?.children?.[0]?.label).toBe('武夷山');
    expect(moved(tree, [1], 0).map(({ label }) => label)).toEqual(['云南', '福建']);
    expect(without(tree, [0, 0])[0]).toEqual({ label: '福建', value: 1 });
    expect(linesOf(tree).map(({ way }) => way)).toEqual([[0], [0, 0], [1]]);
  });

  it('get a value that no other has, and keep numbers as numbers', () => {
    expect(freshValue(tree)).toBe(12);
    expect(freshValue([{ label: 'a', value: '7' }])).toBe('8');
    expect(freshValue([])).toBe(1);
    expect(valueTyped('12', 1)).toBe(12);
    expect(valueTyped('12', 'a')).toBe('12');
    expect(valueTyped('x', 1)).toBe('x');
  });
});
