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
