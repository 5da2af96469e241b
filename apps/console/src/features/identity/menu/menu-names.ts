import type { menus, RecordOf, Translate } from '@suyuan/contract';
import { menuNodeLabel } from '../../../data/display-names.ts';
import { includesText } from '../../../ui/tree.ts';

interface MenuNode {
  menuId: number;
  parentId: number;
  path: string;
}

const isLink = (path: string) => /^https?:\/\//i.test(path) || path.startsWith('{host}');

/** URL of a menu with `path` below `parentId`; a link and a path with a leading slash are complete. A cycle of menus ends the path. */
export function menuUrl(rows: readonly MenuNode[], parentId: number, path: string): string {
  if (isLink(path)) return path.replace('{host}', location.origin);
  const menuById = new Map(rows.map((row) => [row.menuId, row]));
  const parts = [path];
  const visited = new Set<number>();
  for (let at = menuById.get(parentId); at && !parts[0]?.startsWith('/') && !visited.has(at.menuId); at = menuById.get(at.parentId)) {
    visited.add(at.menuId);
    parts.unshift(at.path);
  }
  return `/${parts.filter(Boolean).join('/')}`.replace(/\/+/g, '/');
}

export type MenuRow = RecordOf<typeof menus>;
type NamedMenu = Pick<MenuRow, 'menuId' | 'menuName' | 'menuType' | 'parentId' | 'path' | 'perms'>;

/**
 * Translated name of a menu; otherwise its stored name.
 * @param rows all menus, to derive its path and from it the locale key
 */
export function translatedMenuName(
  { menuId, menuName, menuType, parentId, path, perms }: NamedMenu,
  rows: readonly MenuRow[],
  t: Translate,
): string {
  const node = { id: menuId, label: menuName, disabled: false };
  return menuNodeLabel(menuType === 'F' ? { ...node, perms } : { ...node, path: menuUrl(rows, parentId, path) }, t);
}

/** Whether `part` occurs in the stored or translated name of a menu. */
export const matchesMenuName = (row: NamedMenu, part: string | undefined, rows: readonly MenuRow[], t: Translate) =>
  includesText(row.menuName, part) || includesText(translatedMenuName(row, rows, t), part);
