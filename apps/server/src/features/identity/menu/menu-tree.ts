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
  const menuIds = new Set(rows.map(({ menuId }) => menuId));
  const childrenByParent = Map.groupBy(rows, ({ parentId }) => (menuIds.has(parentId) ? parentId : 0));
  const buildBranch = (parentId: number, parentPath: string): TreeNode[] =>
    (childrenByParent.get(parentId) ?? []).map((row) => {
      const { menuId, menuName, menuType, isFrame, perms } = row;
      const path = `${parentPath}/${row.path.replace(/^\//, '')}`;
      const children = buildBranch(menuId, path);
      return {
        ...{ id: menuId, label: menuName, disabled: false },
        ...(menuType !== 'F' && isFrame === '1' && { path }),
        ...(menuType === 'F' && perms && { perms }),
        ...(children.length > 0 && { children }),
      };
    });
  return buildBranch(0, '');
}
