import type { menus, RecordOf, Translate } from '@suyuan/contract';
import { nodeWord } from '../../../data/node-word.ts';
import { holds } from '../../../ui/tree-search.ts';
import { addressOf } from './menu-path.ts';

type Row = RecordOf<typeof menus>;
type Named = Pick<Row, 'menuId' | 'menuName' | 'menuType' | 'parentId' | 'path' | 'perms'>;

/**
 * What a menu is called in the language of the page; its name where there is no word for it.
 * @param rows by which its address is known, and by that its word
 */
export function spokenName({ menuId, menuName, menuType, parentId, path, perms }: Named, rows: readonly Row[], t: Translate): string {
  const node = { id: menuId, label: menuName, disabled: false };
  return nodeWord(menuType === 'F' ? { ...node, perms } : { ...node, path: addressOf(rows, parentId, path) }, t);
}

/** Whether a menu is found by `part`: of its name, or of what it is called in the language of the page. */
export const isCalled = (row: Named, part: string | undefined, rows: readonly Row[], t: Translate) =>
  holds(row.menuName, part) || holds(spokenName(row, rows, t), part);
