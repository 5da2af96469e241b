import type { TreeNode } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { allIds, checkedFromKeys, filterTree, setNodesChecked, toCheckedKeys, toggleNode } from './check-set.ts';

const node = (id: number, children?: TreeNode[]): TreeNode => ({ id, label: `n${id}`, disabled: false, ...(children && { children }) });
const tree = [node(1, [node(10, [node(100), node(101)]), node(11)]), node(2)];
const sorted = (checkedIds: Iterable<number>) => [...checkedIds].sort((one, other) => one - other);

describe('ticks of a tree', () => {
  it('come with what stands above them where they are linked, as the server leaves that out', () => {
    expect(sorted(checkedFromKeys(tree, [100, 2], true))).toEqual([1, 2, 10, 100]);
    expect(sorted(checkedFromKeys(tree, [100, 2], false))).toEqual([2, 100]);
  });

  it('keep a page without its buttons as it is: half, and sent', () => {
    const checkedIds = checkedFromKeys(tree, [10], true);
    expect(sorted(checkedIds)).toEqual([1, 10]);
    expect(toCheckedKeys(tree, checkedIds, true)).toEqual({ checked: [], halfChecked: expect.arrayContaining([1, 10]) });
  });

  it('tick a branch with all below it and what stands above', () => {
    expect(sorted(toggleNode(tree, new Set(), 10, true))).toEqual([1, 10, 100, 101]);
    expect(sorted(toggleNode(tree, new Set(), 10, false))).toEqual([10]);
  });

  it('make a half-ticked branch whole first, and take it away next', () => {
    const fullBranch = toggleNode(tree, new Set([1, 10, 100]), 1, true);
    expect(sorted(fullBranch)).toEqual([1, 10, 11, 100, 101]);
    expect(sorted(toggleNode(tree, fullBranch, 1, true))).toEqual([]);
  });

  it('go from above when nothing below is left, and stay while something is', () => {
    expect(sorted(toggleNode(tree, new Set([1, 10, 100]), 100, true))).toEqual([]);
    expect(sorted(toggleNode(tree, new Set([1, 10, 100, 11]), 100, true))).toEqual([1, 11]);
  });

  it('draw what is whole as ticked and what is not as half', () => {
    expect(toCheckedKeys(tree, new Set([1, 10, 100, 101]), true)).toEqual({ checked: [100, 101, 10], halfChecked: [1] });
    expect(toCheckedKeys(tree, new Set([1]), false)).toEqual({ checked: [1], halfChecked: [] });
  });

  it('are swept over what a search found, and keep what stands above the rest', () => {
    expect(sorted(setNodesChecked(tree, new Set([2]), [1, 10, 101], true, true))).toEqual([1, 2, 10, 101]);
    expect(sorted(setNodesChecked(tree, new Set([1, 10, 100, 101]), [1, 10, 101], false, true))).toEqual([1, 10, 100]);
    expect(sorted(setNodesChecked(tree, new Set([1, 10, 100, 101]), [1, 10, 101], false, false))).toEqual([100]);
  });

  it('are looked for by name, with the branches that hold them', () => {
    expect(allIds(filterTree(tree, 'N101'))).toEqual([1, 10, 101]);
    expect(allIds(filterTree(tree, 'n10'))).toEqual([1, 10, 100, 101]);
    expect(filterTree(tree, 'x')).toEqual([]);
  });
});
