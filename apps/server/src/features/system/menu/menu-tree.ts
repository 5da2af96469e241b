import type { TreeNode } from '@suyuan/contract';

interface Row {
  menuId: number;
  parentId: number;
  menuName: string;
}

/** Menus as a tree to choose from, in their order; a menu whose parent is not among them stands at the top. */
export function treeOf(rows: readonly Row[]): TreeNode[] {
  const known = new Set(rows.map(({ menuId }) => menuId));
  const below = Map.groupBy(rows, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const branch = (parentId: number): TreeNode[] =>
    (below.get(parentId) ?? []).map(({ menuId, menuName }) => {
      const children = branch(menuId);
      return { id: menuId, label: menuName, disabled: false, ...(children.length > 0 && { children }) };
    });
  return branch(0);
}
