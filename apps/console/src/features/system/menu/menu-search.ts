import type { MenuRow } from './menu-order.ts';

/** The rows that fit the filters of the address, with those that they stand below: what is found keeps its place in the tree. */
export function matching(rows: readonly MenuRow[], { menuName = '', status, visible }: Record<string, string | undefined>): MenuRow[] {
  const part = menuName.toLowerCase();
  const known = new Map(rows.map((row) => [row.menuId, row]));
  const kept = new Set<number>();
  for (const row of rows) {
    const fits = row.menuName.toLowerCase().includes(part) && (!status || row.status === status) && (!visible || row.visible === visible);
    for (let at = fits ? row : undefined; at && !kept.has(at.menuId); at = known.get(at.parentId)) kept.add(at.menuId);
  }
  return rows.filter(({ menuId }) => kept.has(menuId));
}
