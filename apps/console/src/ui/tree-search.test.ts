import { describe, expect, it } from 'vitest';
import { filterTree, includesText } from './tree.ts';

const rows = [
  { id: 1, parentId: 0, name: '总部' },
  { id: 2, parentId: 1, name: '华东' },
  { id: 3, parentId: 2, name: '仓储部' },
  { id: 4, parentId: 1, name: '华南' },
];
const names = { id: 'id', parentId: 'parentId' } as const;
const matchingIds = (query: string | undefined, of = rows) =>
  filterTree(of, names, ({ name }) => includesText(name, query)).map(({ id }) => id);

describe('tree search', () => {
  it('keeps the ancestors of a match and nothing else', () => {
    expect(matchingIds('仓储')).toEqual([1, 2, 3]);
    expect(matchingIds('华')).toEqual([1, 2, 4]);
    expect(matchingIds('没有')).toEqual([]);
    expect(matchingIds(undefined)).toEqual([1, 2, 3, 4]);
  });

  it('terminates when rows form a cycle', () => {
    expect(
      matchingIds('a', [
        { id: 1, parentId: 2, name: 'a' },
        { id: 2, parentId: 1, name: 'b' },
      ]),
    ).toEqual([1, 2]);
  });

  it('ignores case, and finds nothing in missing values', () => {
    expect(includesText('Users', 'uSER')).toBe(true);
    expect(includesText(null, 'a')).toBe(false);
    expect(includesText(null)).toBe(true);
  });
});
