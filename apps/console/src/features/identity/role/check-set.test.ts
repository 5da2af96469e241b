import type { TreeNode } from '@suyuan/contract';
import { describe, expect, it } from 'vitest';
import { allIds, checkedFromKeys, filterTree, setNodesChecked, toCheckedKeys, toggleNode } from './check-set.ts';

const node = (id: number, children?: TreeNode[]): TreeNode => ({ id, label: `n${id}`, disabled: false, ...(children && { children }) });
const tree = [node(1, [node(10, [node(100), node(101)]), node(11)]), node(2)];
const sorted = (checkedIds: Iterable<number>) => [...checkedIds].sort((one, other) => one - other);

describe('checkboxes of a tree', () => {
  it('add the parents in linked mode, because the server omits them', () => {
    expect(sorted(checkedFromKeys(tree, [100, 2], true))).toEqual([1, 2, 10, 100]);
    expect(sorted(checkedFromKeys(tree, [100, 2], false))).toEqual([2, 100]);
  });

  it('keep a page without its buttons half-checked, and submit it', () => {
    const checkedIds = checkedFromKeys(tree, [10], true);
    expect(sorted(checkedIds)).toEqual([1, 10]);
    expect(toCheckedKeys(tree, checkedIds, true)).toEqual({ checked: [], halfChecked: expect.arrayContaining([1, 10]) });
  });

  it('check a branch with all its children and parents', () => {
    expect(sorted(toggleNode(tree, new Set(), 10, true))).toEqual([1, 10, 100, 101]);
    expect(sorted(toggleNode(tree, new Set(), 10, false))).toEqual([10]);
  });

  it('complete a half-checked branch first, and clear it next', () => {
    const fullBranch = toggleNode(tree, new Set([1, 10, 100]), 1, true);
    expect(sorted(fullBranch)).toEqual([1, 10, 11, 100, 101]);
    expect(sorted(toggleNode(tree, fullBranch, 1, true))).toEqual([]);
  });

  it('uncheck a parent when no child is left, and keep it otherwise', () => {
    expect(sorted(toggleNode(tree, new Set([1, 10, 100]), 100, true))).toEqual([]);
    expect(sorted(toggleNode(tree, new Set([1, 10, 100, 11]), 100, true))).toEqual([1, 11]);
  });

  it('show complete branches as checked and others as half-checked', () => {
    expect(toCheckedKeys(tree, new Set([1, 10, 100, 101]), true)).toEqual({ checked: [100, 101, 10], halfChecked: [1] });
    expect(toCheckedKeys(tree, new Set([1]), false)).toEqual({ checked: [1], halfChecked: [] });
  });

  it('apply to all search results, and keep the parents of the remaining ones', () => {
    expect(sorted(setNodesChecked(tree, new Set([2]), [1, 10, 101], true, true))).toEqual([1, 2, 10, 101]);
    expect(sorted(setNodesChecked(tree, new Set([1, 10, 100, 101]), [1, 10, 101], false, true))).toEqual([1, 10, 100]);
    expect(sorted(setNodesChecked(tree, new Set([1, 10, 100, 101]), [1, 10, 101], false, false))).toEqual([100]);
  });

  it('can be searched by name, with the branches that contain the matches', () => {
    expect(allIds(filterTree(tree, 'N101'))).toEqual([1, 10, 101]);
    expect(allIds(filterTree(tree, 'n10'))).toEqual([1, 10, 100, 101]);
    expect(filterTree(tree, 'x')).toEqual([]);
  });
});
