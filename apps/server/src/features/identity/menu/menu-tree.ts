import type { TreeNode } from '@suyuan/contract';

interface Row {
  menuId: number;
  parentId: number;
  menuName: string;
  menuType: string;
  isFrame: string;
  path: string;
  perms: string;
}

/**
 * Menus as a tree, in order. A menu whose parent is not included becomes a root. Stored names are Chinese; paths and permissions are
 * included so that the console can translate them.
 */
export function treeOf(rows: readonly Row[]): TreeNode[] {
  const known = new Set(rows.map(({ menuId }) => menuId));
  const below = Map.groupBy(rows, ({ parentId }) => (known.has(parentId) ? parentId : 0));
  const branch = (parentId: number, above: string): TreeNode[] =>
    (below.get(parentId) ?? []).map((row) => {
      const { menuId, menuName, menuType, isFrame, perms } = row;
      const path = `${above}/${row.path.replace(/^\//, '')}`;
      const children = branch(menuId, path);
      return {
        ...{ id: menuId, label: menuName, disabled: false },
        ...(menuType !== 'F' && isFrame === '1' && { path }),
        ...(menuType === 'F' && perms && { perms }),
        ...(children.length > 0 && { children }),
      };
    });
  return branch(0, '');
}
