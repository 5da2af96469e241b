import { describe, expect, it } from 'vitest';
import { buildTree, flattenTree } from './tree.ts';

/** `a(b c(d))` */
const printTree = (nodes: ReturnType<typeof buildTree<{ id: number }>>): string =>
  nodes.map(({ id, children }) => (children ? `${id}(${printTree(children)})` : String(id))).join(' ');

const rows = (...pairs: [id: number, parentId: number | null][]) => pairs.map(([id, parentId]) => ({ id, parentId }));

describe('a tree of flat rows', () => {
  it('keeps the order in which they came, also where a child comes before its parent', () => {
    expect(printTree(buildTree(rows([4, 2], [1, 0], [2, 1], [3, 1])))).toBe('1(2(4) 3)');
  });

  it('puts a row whose parent is not there at the top', () => {
    expect(printTree(buildTree(rows([1, 0], [5, 99], [6, null])))).toBe('1 5 6');
  });

  it('loses none of those that name each other or themselves', () => {
    expect(printTree(buildTree(rows([1, 2], [2, 3], [3, 1], [4, 4])))).toBe('3(2(1)) 4');
  });

  it('goes by other names', () => {
    const departments = [
      { deptId: 100, parentId: 0, deptName: '总公司' },
      { deptId: 101, parentId: 100, deptName: '工厂' },
    ];
    expect(buildTree(departments, { id: 'deptId', parentId: 'parentId' })).toEqual([{ ...departments[0], children: [departments[1]] }]);
  });

  it('is linear enough for ten thousand rows', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, parentId: Math.floor((index + 1) / 10) }));
    expect(buildTree(many).length).toBe(9);
  });

  it('leaves the rows as they were', () => {
    const input = rows([1, 0], [2, 1]);
    buildTree(input);
    expect(input).toEqual(rows([1, 0], [2, 1]));
  });

  it('takes no part of the rows over that came with room for children, however often it is drawn', () => {
    const input = rows([1, 0], [2, 1]).map((row) => ({ ...row, children: [] as never[] }));
    buildTree(input);
    expect(printTree(buildTree(input))).toBe('1(2)');
    expect(input.map(({ children }) => children)).toEqual([[], []]);
  });

  it('is read from above with its depths, past branches that are closed', () => {
    const tree = buildTree(rows([1, 0], [2, 1], [3, 2], [4, 0]));
    const printDepths = (nodes: ReturnType<typeof flattenTree<(typeof tree)[number]>>) =>
      nodes.map(({ node, depth }) => `${node.id}@${depth}`).join(' ');
    expect(printDepths(flattenTree(tree))).toBe('1@0 2@1 3@2 4@0');
    expect(printDepths(flattenTree(tree, 0, ({ id }) => id === 1))).toBe('1@0 2@1 4@0');
  });
});
