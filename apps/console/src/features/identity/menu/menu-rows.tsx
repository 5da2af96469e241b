import { menus, type RecordOf, type Translate } from '@suyuan/contract';
import { type TableColumnType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { menuNodeLabel } from '../../../data/display-names.ts';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { CopyableText } from '../../../ui/copyable-text.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconOf } from '../../../ui/menu-icons.ts';
import { includesText } from '../../../ui/tree.ts';

interface MenuNode {
  menuId: number;
  parentId: number;
  path: string;
}

const isLink = (path: string) => /^https?:\/\//i.test(path) || path.startsWith('{host}');

/** URL of a menu with `path` below `parentId`; a link is its own URL. A cycle of menus ends the path. */
export function menuUrl(rows: readonly MenuNode[], parentId: number, path: string): string {
  if (isLink(path)) return path.replace('{host}', location.origin);
  const menuById = new Map(rows.map((row) => [row.menuId, row]));
  const parts = [path];
  const visited = new Set<number>();
  for (let at = menuById.get(parentId); at && !visited.has(at.menuId); at = menuById.get(at.parentId)) {
    visited.add(at.menuId);
    parts.unshift(at.path);
  }
  return `/${parts.filter(Boolean).join('/')}`.replace(/\/+/g, '/');
}

/** A menu and its subtree. */
export function branchOf(rows: readonly MenuNode[], menuId: number): Set<number> {
  const branch = new Set([menuId]);
  for (let hasGrown = true; hasGrown; ) {
    const before = branch.size;
    for (const row of rows) if (branch.has(row.parentId)) branch.add(row.menuId);
    hasGrown = branch.size > before;
  }
  return branch;
}

type Row = RecordOf<typeof menus>;
type NamedMenu = Pick<Row, 'menuId' | 'menuName' | 'menuType' | 'parentId' | 'path' | 'perms'>;

/**
 * Translated name of a menu; otherwise its stored name.
 * @param rows all menus, to derive its path and from it the locale key
 */
function translatedMenuName({ menuId, menuName, menuType, parentId, path, perms }: NamedMenu, rows: readonly Row[], t: Translate): string {
  const node = { id: menuId, label: menuName, disabled: false };
  return menuNodeLabel(menuType === 'F' ? { ...node, perms } : { ...node, path: menuUrl(rows, parentId, path) }, t);
}

/** Whether `part` occurs in the stored or translated name of a menu. */
export const matchesMenuName = (row: NamedMenu, part: string | undefined, rows: readonly Row[], t: Translate) =>
  includesText(row.menuName, part) || includesText(translatedMenuName(row, rows, t), part);

export type MenuRow = RecordOf<typeof menus>;
/** A tree row: nested rows replace the API's empty `children`. */
export type TreeRow = Omit<MenuRow, 'children'>;

/**
 * @param handle drag handle of a row; nothing where it cannot move
 * @param rows all menus, to derive paths and from them translated names
 * @param onView opens the details of a row
 */
export function menuColumns(
  t: Translate,
  rows: readonly MenuRow[],
  handle: (row: TreeRow) => ReactNode,
  onView: (menuId: number) => void,
): TableColumnType<TreeRow>[] {
  const translatedName = (row: TreeRow) => {
    const name = translatedMenuName(row, rows, t);
    return name !== row.menuName && <span className="none">{name}</span>;
  };
  const columns = [
    columnOf(menus, 'menuName', (name, row) => (
      <span className="menu-name">
        {handle(row)}
        {row.icon !== '#' && row.menuType !== 'F' && <Icon name={iconOf(row.icon)} />}
        <button type="button" className="row-link row-link-strong" onClick={() => onView(row.menuId)}>
          {name}
        </button>
        {translatedName(row)}
        {row.visible === '1' && <Tag>{t('system.menu.visible.1')}</Tag>}
      </span>
    )),
    columnOf(menus, 'menuType', (type, { isFrame }) => (
      <DictionaryLabel label={t(`system.menu.menuType.${isFrame === '0' ? 'link' : type}`)} listClass={type === 'C' ? 'primary' : 'info'} />
    )),
    columnOf(menus, 'status', (status) => <CodeBadge of={menus} field="status" value={status} />),
    columnOf(menus, 'orderNum'),
    columnOf(menus, 'perms', (perms) => <CopyableText>{perms}</CopyableText>),
    columnOf(menus, 'component', (component, { isFrame, path }) => (
      <CopyableText copyable={false}>{isFrame === '0' ? path : component}</CopyableText>
    )),
  ];
  // The cast: no cell reads `children`.
  return columns as unknown as TableColumnType<TreeRow>[];
}
