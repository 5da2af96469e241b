import { describe, expect, it } from 'vitest';
import { buildTree, flattenTree } from './tree.ts';

/** `a(b c(d))` */
const printTree = (nodes: ReturnType<typeof buildTree<{ id: number }>>): string =>
  nodes.map(({ id, children }) => (children ? `${id}(${printTree(children)})` : String(id))).join(' ');

const rows = (...pairs: [id: number, parentId: number | null][]) => pairs.map(([id, parentId]) => ({ id, parentId }));

describe('tree of flat rows', () => {
  it('keeps the input order, even when a child precedes its parent', () => {
    expect(printTree(buildTree(rows([4, 2], [1, 0], [2, 1], [3, 1])))).toBe('1(2(4) 3)');
  });

  it('puts a row with a missing parent at the top level', () => {
    expect(printTree(buildTree(rows([1, 0], [5, 99], [6, null])))).toBe('1 5 6');
  });

  it('loses no rows that reference each other or themselves', () => {
    expect(printTree(buildTree(rows([1, 2], [2, 3], [3, 1], [4, 4])))).toBe('3(2(1)) 4');
  });

  it('supports other property names', () => {
    const departments = [
      { deptId: 100, parentId: 0, deptName: '总公司' },
      { deptId: 101, parentId: 100, deptName: '工厂' },
    ];
    expect(buildTree(departments, { id: 'deptId', parentId: 'parentId' })).toEqual([{ ...departments[0], children: [departments[1]] }]);
  });

  it('handles ten thousand rows in linear time', () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, parentId: Math.floor((index + 1) / 10) }));
    expect(buildTree(many).length).toBe(9);
  });

  it('does not modify the input rows', () => {
    const input = rows([1, 0], [2, 1]);
    buildTree(input);
    expect(input).toEqual(rows([1, 0], [2, 1]));
  });

  it('does not modify existing children arrays, even after repeated calls', () => {
    const input = rows([1, 0], [2, 1]).map((row) => ({ ...row, children: [] as never[] }));
    buildTree(input);
    expect(printTree(buildTree(input))).toBe('1(2)');
    expect(input.map(({ children }) => children)).toEqual([[], []]);
  });

  it('is flattened with depths, without collapsed branches', () => {
    const tree = buildTree(rows([1, 0], [2, 1], [3, 2], [4, 0]));
    const printDepths = (nodes: ReturnType<typeof flattenTree<(typeof tree)[number]>>) =>
      nodes.map(({ node, depth }) => `${node.id}@${depth}`).join(' ');
    expect(printDepths(flattenTree(tree))).toBe('1@0 2@1 3@2 4@0');
    expect(printDepths(flattenTree(tree, 0, ({ id }) => id === 1))).toBe('1@0 2@1 4@0');
  });
});
