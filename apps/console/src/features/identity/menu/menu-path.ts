interface Placed {
  menuId: number;
  parentId: number;
  path: string;
}

const isLink = (path: string) => /^https?:\/\//i.test(path) || path.startsWith('{host}');

/** URL of a menu with `path` below `parentId`; a link is its own URL. A cycle of menus ends the path. */
export function addressOf(rows: readonly Placed[], parentId: number, path: string): string {
  if (isLink(path)) return path.replace('{host}', location.origin);
  const known = new Map(rows.map((row) => [row.menuId, row]));
  const parts = [path];
  const passed = new Set<number>();
  for (let at = known.get(parentId); at && !passed.has(at.menuId); at = known.get(at.parentId)) {
    passed.add(at.menuId);
    parts.unshift(at.path);
  }
  return `/${parts.filter(Boolean).join('/')}`.replace(/\/+/g, '/');
}

/** A menu and its subtree. */
export function branchOf(rows: readonly Placed[], menuId: number): Set<number> {
  const branch = new Set([menuId]);
  for (let grown = true; grown; ) {
    const before = branch.size;
    for (const row of rows) if (branch.has(row.parentId)) branch.add(row.menuId);
    grown = branch.size > before;
  }
  return branch;
}
