import type { TreeNode } from '@suyuan/contract';

/** Ticks of a tree: which nodes are in, half-ticked ones among them. */
export type Ticked = ReadonlySet<number>;

const below = (node: TreeNode): number[] => [node.id, ...(node.children ?? []).flatMap(below)];

export const allOf = (nodes: readonly TreeNode[]): number[] => nodes.flatMap(below);

/** What stands above a node, from the top down; undefined where it is not in the tree. */
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

/** The ticks behind what the server tells: of linked ones it leaves out what stands above another. */
export function tickedFrom(tree: readonly TreeNode[], keys: readonly number[], linked: boolean): Ticked {
  return new Set(linked ? keys.flatMap((id) => [...(pathTo(tree, id) ?? []).map((node) => node.id), id]) : keys);
}

/**
 * The ticks after one was pressed. Linked: with all that is below it; what stands above comes along, and goes when nothing below it is left.
 * A half-ticked one becomes whole first.
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

/** The ticks after `ids` were ticked or cleared at once, as by a search; linked ones keep what stands above another. */
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

/** What is drawn as ticked and as half-ticked. */
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

/** The branches that hold a node of which `part` is in the name. */
export function holding(nodes: readonly TreeNode[], part: string): TreeNode[] {
  return nodes.flatMap(({ children, ...node }) => {
    const named = node.label.toLowerCase().includes(part.toLowerCase());
    const kept = holding(children ?? [], named ? '' : part);
    return named || kept.length > 0 ? [{ ...node, ...(kept.length > 0 && { children: kept }) }] : [];
  });
}
