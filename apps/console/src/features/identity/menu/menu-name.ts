import type { menus, RecordOf, Translate } from '@suyuan/contract';
import { nodeWord } from '../../../data/node-word.ts';
import { holds } from '../../../ui/tree-search.ts';
import { addressOf } from './menu-path.ts';

type Row = RecordOf<typeof menus>;
type Named = Pick<Row, 'menuId' | 'menuName' | 'menuType' | 'parentId' | 'path' | 'perms'>;

/**
 * Translated name of a menu; otherwise its stored name.
 * @param rows all menus, to derive its path and from it the locale key
 */
export function spokenName({ menuId, menuName, menuType, parentId, path, perms }: Named, rows: readonly Row[], t: Translate): string {
  const node = { id: menuId, label: menuName, disabled: false };
  return nodeWord(menuType === 'F' ? { ...node, perms } : { ...node, path: addressOf(rows, parentId, path) }, t);
}

/** Whether `part` occurs in the stored or translated name of a menu. */
export const isCalled = (row: Named, part: string | undefined, rows: readonly Row[], t: Translate) =>
  holds(row.menuName, part) || holds(spokenName(row, rows, t), part);
