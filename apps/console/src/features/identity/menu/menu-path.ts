interface Placed {
  menuId: number;
  parentId: number;
  path: string;
}

const isLink = (path: string) => /^https?:\/\//i.test(path) || path.startsWith('{host}');

/** The address that a menu of `path` below `parentId` is opened by; a link's is its own. Menus that stand in a circle end it. */
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

/** A menu and all that stand below it. */
export function branchOf(rows: readonly Placed[], menuId: number): Set<number> {
  const branch = new Set([menuId]);
  for (let grown = true; grown; ) {
    const before = branch.size;
    for (const row of rows) if (branch.has(row.parentId)) branch.add(row.menuId);
    grown = branch.size > before;
  }
  return branch;
}
