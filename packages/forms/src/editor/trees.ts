import { type FormDoc, type FormNode, limits } from '../model.ts';
import { allNodes, around, depthOf, findNode, mayHold, spotOf, walk } from '../tree.ts';
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
  const spot = spotOf(doc, 'before' in place ? place.before : place.after);
  return spot && { parent: spot.parent, index: spot.index + ('after' in place ? 1 : 0) };
}

/** The reason why the slot cannot hold `nodes`; undefined if it can. */
export function refusalAt(
  doc: FormDoc,
  { parent }: Slot,
  nodes: readonly FormNode[],
  added: boolean,
): 'cannotPlace' | 'tooDeep' | 'tooMany' | undefined {
  if (!nodes.every((node) => mayHold(parent, node))) return 'cannotPlace';
  const above = parent ? around(doc, parent.id).length + 1 : 0;
  if (above + Math.max(0, ...nodes.map(depthOf)) > limits.depth) return 'tooDeep';
  return added && allNodes(doc.fields).length + allNodes(nodes).length > limits.nodes ? 'tooMany' : undefined;
}

/** Changes one component and shares all unaffected nodes. */
export function withNode(nodes: FormNode[], id: number, change: (node: FormNode) => FormNode): FormNode[] {
  let touched = false;
  const changed = nodes.map((node) => {
    if (node.id === id) {
      touched = true;
      return change(node);
    }
    const children = node.children && withNode(node.children, id, change);
    if (children === node.children) return node;
    touched = true;
    return { ...node, children: children! };
  });
  return touched ? changed : nodes;
}

/** Inserts without validation; callers check `refusalAt` first. */
export function inserted(doc: FormDoc, { parent, index }: Slot, nodes: readonly FormNode[]): FormDoc {
  const into = (siblings: readonly FormNode[] = []) => [...siblings.slice(0, index), ...nodes, ...siblings.slice(index)];
  if (!parent) return { ...doc, fields: into(doc.fields) };
  return { ...doc, fields: withNode(doc.fields, parent.id, (node) => ({ ...node, children: into(node.children) })) };
}

/** Removes components with their children. Returns the same list if none match. */
export function without(nodes: FormNode[], ids: ReadonlySet<number>): FormNode[] {
  let touched = false;
  const kept = nodes.flatMap((node) => {
    if (ids.has(node.id)) {
      touched = true;
      return [];
    }
    const children = node.children && without(node.children, ids);
    if (children === node.children) return [node];
    touched = true;
    return [{ ...node, children: children! }];
  });
  return touched ? kept : nodes;
}

/** Components of `ids` in document order, without descendants of another match. */
export function rootsOf(doc: FormDoc, ids: readonly number[]): FormNode[] {
  const wanted = new Set(ids);
  const covered = new Set<FormNode>();
  const roots: FormNode[] = [];
  for (const [node, parent] of walk(doc.fields)) {
    if (parent && covered.has(parent)) covered.add(node);
    else if (wanted.has(node.id)) {
      covered.add(node);
      roots.push(node);
    }
  }
  return roots;
}
