import { type FormDoc, type FormNode, limits } from '../model.ts';
import { allNodes, ancestorsOf, depthOf, findNode, canContain, positionOf, walk } from '../tree.ts';
import type { Place } from './state.ts';

/** Insertion point: inside a container (null: the form), before the component at `index`. */
export interface Slot {
  parent: FormNode | null;
  index: number;
}

export function slotAt(doc: FormDoc, place: Place): Slot | undefined {
  if ('inside' in place) {
    const parent = place.inside === null ? null : findNode(doc.fields, place.inside);
    if (parent === undefined) return undefined;
    const siblings = parent ? (parent.children ?? []) : doc.fields;
    return { parent, index: Math.max(0, Math.min(place.index ?? siblings.length, siblings.length)) };
  }
  const spot = positionOf(doc, 'before' in place ? place.before : place.after);
  return spot && { parent: spot.parent, index: spot.index + ('after' in place ? 1 : 0) };
}

/** The reason why the slot cannot hold `nodes`; undefined if it can. */
export function refusalAt(
  doc: FormDoc,
  { parent }: Slot,
  nodes: readonly FormNode[],
  added: boolean,
): 'cannotPlace' | 'tooDeep' | 'tooMany' | undefined {
  if (!nodes.every((node) => canContain(parent, node))) return 'cannotPlace';
  const depth = parent ? ancestorsOf(doc, parent.id).length + 1 : 0;
  if (depth + Math.max(0, ...nodes.map(depthOf)) > limits.depth) return 'tooDeep';
  return added && allNodes(doc.fields).length + allNodes(nodes).length > limits.nodes ? 'tooMany' : undefined;
}

/** Changes one component and shares all unaffected nodes. */
export function withNode(nodes: FormNode[], id: number, change: (node: FormNode) => FormNode): FormNode[] {
  let isChanged = false;
  const updated = nodes.map((node) => {
    if (node.id === id) {
      isChanged = true;
      return change(node);
    }
    const children = node.children && withNode(node.children, id, change);
    if (children === node.children) return node;
    isChanged = true;
    return { ...node, children: children! };
  });
  return isChanged ? updated : nodes;
}

/** Inserts without validation; callers check `refusalAt` first. */
export function insertNodes(doc: FormDoc, { parent, index }: Slot, nodes: readonly FormNode[]): FormDoc {
  const insertInto = (siblings: readonly FormNode[] = []) => [...siblings.slice(0, index), ...nodes, ...siblings.slice(index)];
  if (!parent) return { ...doc, fields: insertInto(doc.fields) };
  return { ...doc, fields: withNode(doc.fields, parent.id, (node) => ({ ...node, children: insertInto(node.children) })) };
}

/** Removes components with their children. Returns the same list if none match. */
export function removeNodes(nodes: FormNode[], ids: ReadonlySet<number>): FormNode[] {
  let isChanged = false;
  const remaining = nodes.flatMap((node) => {
    if (ids.has(node.id)) {
      isChanged = true;
      return [];
    }
    const children = node.children && removeNodes(node.children, ids);
    if (children === node.children) return [node];
    isChanged = true;
    return [{ ...node, children: children! }];
  });
  return isChanged ? remaining : nodes;
}

/** Components of `ids` in document order, without descendants of another match. */
export function rootsOf(doc: FormDoc, ids: readonly number[]): FormNode[] {
  const idSet = new Set(ids);
  const covered = new Set<FormNode>();
  const roots: FormNode[] = [];
  for (const [node, parent] of walk(doc.fields)) {
    if (parent && covered.has(parent)) covered.add(node);
    else if (idSet.has(node.id)) {
      covered.add(node);
      roots.push(node);
    }
  }
  return roots;
}
