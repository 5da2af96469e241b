import { type FormDoc, type FormNode, limits } from '../model.ts';
import { allNodes, around, depthOf, findNode, mayHold, spotOf, walk } from '../tree.ts';
import type { Place } from './state.ts';

/** Where components go: within a container (null: the form itself), before the one that has the index now. */
export interface Slot {
  parent: FormNode | null;
  index: number;
}

/** The place among siblings that is meant; undefined where what it names is not there. */
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

/** Whether all of `nodes` may stand there, and why not. */
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

/** Changes one component, and shares everything that is not around it. */
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

/** The form with `nodes` at the place; whether they may stand there is asked before. */
export function inserted(doc: FormDoc, { parent, index }: Slot, nodes: readonly FormNode[]): FormDoc {
  const into = (siblings: readonly FormNode[] = []) => [...siblings.slice(0, index), ...nodes, ...siblings.slice(index)];
  if (!parent) return { ...doc, fields: into(doc.fields) };
  return { ...doc, fields: withNode(doc.fields, parent.id, (node) => ({ ...node, children: into(node.children) })) };
}

/** The components without those of `ids` and what is within them; the very list where none is among them. */
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

/** The components of `ids` in the order of the document, without those that lie within another of them. */
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
