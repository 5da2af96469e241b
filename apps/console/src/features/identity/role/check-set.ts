import type { TreeNode } from '@suyuan/contract';

/** Checked nodes of a tree, including half-checked ones. */
export type CheckedIds = ReadonlySet<number>;

const subtreeIds = (node: TreeNode): number[] => [node.id, ...(node.children ?? []).flatMap(subtreeIds)];

export const allIds = (nodes: readonly TreeNode[]): number[] => nodes.flatMap(subtreeIds);

/** Ancestors of a node, from the root; undefined where it is not in the tree. */
function pathTo(nodes: readonly TreeNode[], id: number): TreeNode[] | undefined {
  for (const node of nodes) {
    if (node.id === id) return [];
    const path = pathTo(node.children ?? [], id);
    if (path) return [node, ...path];
  }
  return undefined;
}

function findNode(nodes: readonly TreeNode[], id: number): TreeNode | undefined {
  for (const node of nodes) {
    const match = node.id === id ? node : findNode(node.children ?? [], id);
    if (match) return match;
  }
  return undefined;
}

/** Checked nodes from the server's keys. With linked nodes, the server omits ancestors. */
export function checkedFromKeys(tree: readonly TreeNode[], keys: readonly number[], linked: boolean): CheckedIds {
  return new Set(linked ? keys.flatMap((id) => [...(pathTo(tree, id) ?? []).map((node) => node.id), id]) : keys);
}

/**
 * Toggles a node. Linked: its subtree follows; ancestors are added, and removed once nothing below them is checked. A half-checked node
 * becomes fully checked first.
 */
export function toggleNode(tree: readonly TreeNode[], checkedIds: CheckedIds, id: number, linked: boolean): CheckedIds {
  const next = new Set(checkedIds);
  const node = findNode(tree, id);
  if (!linked || !node) {
    if (!next.delete(id)) next.add(id);
    return next;
  }
  const branch = subtreeIds(node);
  const path = pathTo(tree, id) ?? [];
  if (!branch.every((each) => checkedIds.has(each))) {
    for (const each of [...path.map((ancestor) => ancestor.id), ...branch]) next.add(each);
    return next;
  }
  for (const each of branch) next.delete(each);
  for (const ancestor of path.toReversed())
    if (!subtreeIds(ancestor).some((each) => each !== ancestor.id && next.has(each))) next.delete(ancestor.id);
  return next;
}

/** Checks or clears `ids` at once, e.g. search results. Linked: ancestors of checked nodes stay checked. */
export function setNodesChecked(
  tree: readonly TreeNode[],
  checkedIds: CheckedIds,
  ids: readonly number[],
  on: boolean,
  linked: boolean,
): CheckedIds {
  const next = new Set(on ? [...checkedIds, ...ids] : [...checkedIds].filter((id) => !ids.includes(id)));
  const keepAncestors = (node: TreeNode): boolean => {
    const hasCheckedChild = (node.children ?? []).map(keepAncestors).some(Boolean);
    if (hasCheckedChild) next.add(node.id);
    return hasCheckedChild || next.has(node.id);
  };
  if (linked) tree.forEach(keepAncestors);
  return next;
}

export function toCheckedKeys(
  tree: readonly TreeNode[],
  checkedIds: CheckedIds,
  linked: boolean,
): { checked: number[]; halfChecked: number[] } {
  if (!linked) return { checked: [...checkedIds], halfChecked: [] };
  const checked: number[] = [];
  const halfChecked: number[] = [];
  const collect = (node: TreeNode): boolean => {
    const isComplete = (node.children ?? []).map(collect).every(Boolean) && checkedIds.has(node.id);
    if (isComplete) checked.push(node.id);
    else if (subtreeIds(node).some((each) => checkedIds.has(each))) halfChecked.push(node.id);
    return isComplete;
  };
  tree.forEach(collect);
  return { checked, halfChecked };
}

/** Branches that contain a node with `part` in its name. */
export function filterTree(nodes: readonly TreeNode[], part: string): TreeNode[] {
  return nodes.flatMap(({ children, ...node }) => {
    const isMatch = node.label.toLowerCase().includes(part.toLowerCase());
    const matchingChildren = filterTree(children ?? [], isMatch ? '' : part);
    return isMatch || matchingChildren.length > 0 ? [{ ...node, ...(matchingChildren.length > 0 && { children: matchingChildren }) }] : [];
  });
}
