import type { TreeNode } from '@suyuan/contract';

/** Checked nodes of a tree, including half-checked ones. */
export type Ticked = ReadonlySet<number>;

const below = (node: TreeNode): number[] => [node.id, ...(node.children ?? []).flatMap(below)];

export const allOf = (nodes: readonly TreeNode[]): number[] => nodes.flatMap(below);

/** Ancestors of a node, from the root; undefined where it is not in the tree. */
function pathTo(nodes: readonly TreeNode[], id: number): TreeNode[] | undefined {
  for (const node of nodes) {
    if (node.id === id) return [];
    const path = pathTo(node.children ?? [], id);
    if (path) return [node, ...path];
  }
  return undefined;
}

function nodeOf(nodes: readonly TreeNode[], id: number): TreeNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : nodeOf(node.children ?? [], id);
    if (found) return found;
  }
  return undefined;
}

/** Checked nodes from the server's keys. With linked nodes, the server omits ancestors. */
export function tickedFrom(tree: readonly TreeNode[], keys: readonly number[], linked: boolean): Ticked {
  return new Set(linked ? keys.flatMap((id) => [...(pathTo(tree, id) ?? []).map((node) => node.id), id]) : keys);
}

/**
 * Toggles a node. Linked: its subtree follows; ancestors are added, and removed once nothing below them is checked. A half-checked node
 * becomes fully checked first.
 */
export function toggled(tree: readonly TreeNode[], ticked: Ticked, id: number, linked: boolean): Ticked {
  const next = new Set(ticked);
  const node = nodeOf(tree, id);
  if (!linked || !node) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  const branch = below(node);
  const path = pathTo(tree, id) ?? [];
  if (!branch.every((each) => ticked.has(each))) {
    for (const each of [...path.map((above) => above.id), ...branch]) next.add(each);
    return next;
  }
  for (const each of branch) next.delete(each);
  for (const above of path.toReversed()) if (!below(above).some((each) => each !== above.id && next.has(each))) next.delete(above.id);
  return next;
}

/** Checks or clears `ids` at once, e.g. search results. Linked: ancestors of checked nodes stay checked. */
export function swept(tree: readonly TreeNode[], ticked: Ticked, ids: readonly number[], on: boolean, linked: boolean): Ticked {
  const next = new Set(on ? [...ticked, ...ids] : [...ticked].filter((id) => !ids.includes(id)));
  const keep = (node: TreeNode): boolean => {
    const some = (node.children ?? []).map(keep).some(Boolean);
    if (some) next.add(node.id);
    return some || next.has(node.id);
  };
  if (linked) tree.forEach(keep);
  return next;
}

export function drawn(tree: readonly TreeNode[], ticked: Ticked, linked: boolean): { checked: number[]; halfChecked: number[] } {
  if (!linked) return { checked: [...ticked], halfChecked: [] };
  const checked: number[] = [];
  const halfChecked: number[] = [];
  const draw = (node: TreeNode): boolean => {
    const whole = (node.children ?? []).map(draw).every(Boolean) && ticked.has(node.id);
    if (whole) checked.push(node.id);
    else if (below(node).some((each) => ticked.has(each))) halfChecked.push(node.id);
    return whole;
  };
  tree.forEach(draw);
  return { checked, halfChecked };
}

/** Branches that contain a node with `part` in its name. */
export function holding(nodes: readonly TreeNode[], part: string): TreeNode[] {
  return nodes.flatMap(({ children, ...node }) => {
    const named = node.label.toLowerCase().includes(part.toLowerCase());
    const kept = holding(children ?? [], named ? '' : part);
    return named || kept.length > 0 ? [{ ...node, ...(kept.length > 0 && { children: kept }) }] : [];
  });
}
