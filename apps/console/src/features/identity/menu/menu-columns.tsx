import { menus, type RecordOf, type Translate } from '@suyuan/contract';
import { type TableColumnType, Tag } from 'antd';
import type { ReactNode } from 'react';
import { CodeBadge, columnOf } from '../../../ui/columns.tsx';
import { DictionaryLabel } from '../../../ui/dictionary-tag.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { iconOf } from '../../../ui/menu-icons.ts';
import { CopyableText } from '../../../ui/mono.tsx';
import { translatedMenuName } from './menu-name.ts';

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
