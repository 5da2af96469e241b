/**
 * Matching rows with all their ancestors.
 * @param names fields of the key and of the parent's key
 */
export function filterTree<R extends object>(
  rows: readonly R[],
  names: { id: keyof R & string; parentId: keyof R & string },
  isMatch: (row: R) => boolean,
): R[] {
  const rowByKey = new Map(rows.map((row) => [row[names.id], row]));
  const included = new Set<R>();
  for (const row of rows)
    for (let at = isMatch(row) ? row : undefined; at && !included.has(at); at = rowByKey.get(at[names.parentId])) included.add(at);
  return rows.filter((row) => included.has(row));
}

/** Case-insensitive substring test; an empty `query` always matches. */
export const includesText = (text: string | null, query = '') => (text ?? '').toLowerCase().includes(query.toLowerCase());

export type TreeOf<R> = R & { children?: TreeOf<R>[] };

interface TreeNames {
  id: string;
  parentId: string;
}

/**
 * Builds a tree from flat rows by parent key, in input order. Rows with an unknown parent are at the top. Of a cycle, the first row is at
 * the top and the others below it, so no row is lost. Existing `children` are replaced.
 */
export function buildTree<R extends object>(rows: readonly R[], names: TreeNames = { id: 'id', parentId: 'parentId' }): TreeOf<R>[] {
  const read = (row: R, name: string) => String((row as Record<string, unknown>)[name]);
  const nodes = new Map(rows.map((row) => [read(row, names.id), withoutChildren(row)]));
  const parents = new Map<string, string>();
  const roots: TreeOf<R>[] = [];
  const isAncestor = (from: string, id: string) => {
    for (let at: string | undefined = from; at !== undefined; at = parents.get(at)) if (at === id) return true;
    return false;
  };
  for (const [id, node] of nodes) {
    const parentId = read(node, names.parentId);
    const parent = nodes.get(parentId);
    if (!parent || isAncestor(parentId, id)) {
      roots.push(node);
      continue;
    }
    parents.set(id, parentId);
    parent.children ??= [];
    parent.children.push(node);
  }
  return roots;
}

function withoutChildren<R extends object>(row: R): TreeOf<R> {
  const { children: _, ...rest } = row as R & { children?: unknown };
  return rest as TreeOf<R>; // its `children` are optional, and only rows of this type are added
}

/** Nodes with their depth (0 at the top), parents first. Descendants of nodes that are not `isOpen` are omitted. */
export function flattenTree<N extends { children?: N[] | undefined }>(
  nodes: readonly N[],
  depth = 0,
  isOpen: (node: N) => boolean = () => true,
): { node: N; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...(isOpen(node) ? flattenTree(node.children ?? [], depth + 1, isOpen) : [])]);
}
