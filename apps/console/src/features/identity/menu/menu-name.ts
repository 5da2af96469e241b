import type { menus, RecordOf, Translate } from '@suyuan/contract';
import { menuNodeLabel } from '../../../data/node-word.ts';
import { includesText } from '../../../ui/tree-search.ts';
import { menuUrl } from './menu-path.ts';

type Row = RecordOf<typeof menus>;
type NamedMenu = Pick<Row, 'menuId' | 'menuName' | 'menuType' | 'parentId' | 'path' | 'perms'>;

/**
 * Translated name of a menu; otherwise its stored name.
 * @param rows all menus, to derive its path and from it the locale key
 */
export function translatedMenuName(
  { menuId, menuName, menuType, parentId, path, perms }: NamedMenu,
  rows: readonly Row[],
  t: Translate,
): string {
  const node = { id: menuId, label: menuName, disabled: false };
  return menuNodeLabel(menuType === 'F' ? { ...node, perms } : { ...node, path: menuUrl(rows, parentId, path) }, t);
}

/** Whether `part` occurs in the stored or translated name of a menu. */
export const matchesMenuName = (row: NamedMenu, part: string | undefined, rows: readonly Row[], t: Translate) =>
  includesText(row.menuName, part) || includesText(translatedMenuName(row, rows, t), part);
