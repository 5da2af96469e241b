/** Rows as a tree. */
export type TreeOf<R> = R & { children?: TreeOf<R>[] };

interface TreeNames {
  id: string;
  parentId: string;
}

/**
 * Puts flat rows in a tree by their parent's key, in the order in which they came. A row whose parent is not among them stands at the
 * top; rows that name each other in a circle do too, the first of them with the others below it: none is lost. The wire's own `children`,
 * empty on flat rows, give way to what stands below.
 */
export function treeOf<R extends object>(rows: readonly R[], names: TreeNames = { id: 'id', parentId: 'parentId' }): TreeOf<R>[] {
  const read = (row: R, name: string) => String((row as Record<string, unknown>)[name]);
  const nodes = new Map(rows.map((row) => [read(row, names.id), bare(row)]));
  const parents = new Map<string, string>();
  const top: TreeOf<R>[] = [];
  const leadsTo = (from: string, id: string) => {
    for (let at: string | undefined = from; at !== undefined; at = parents.get(at)) if (at === id) return true;
    return false;
  };
  for (const [id, node] of nodes) {
    const parentId = read(node, names.parentId);
    const parent = nodes.get(parentId);
    if (!parent || leadsTo(parentId, id)) {
      top.push(node);
      continue;
    }
    parents.set(id, parentId);
    parent.children ??= [];
    parent.children.push(node);
  }
  return top;
}

/** A copy of a row with nothing below it yet. */
function bare<R extends object>(row: R): TreeOf<R> {
  const { children: _, ...rest } = row as R & { children?: unknown };
  return rest as TreeOf<R>; // its `children` are optional, and filled with its own kind alone
}

/** The nodes of a tree with their depth, parents before their children, 0 at the top; below a node that is not `open`, none. */
export function flat<N extends { children?: N[] | undefined }>(
  nodes: readonly N[],
  depth = 0,
  open: (node: N) => boolean = () => true,
): { node: N; depth: number }[] {
  return nodes.flatMap((node) => [{ node, depth }, ...(open(node) ? flat(node.children ?? [], depth + 1, open) : [])]);
}
