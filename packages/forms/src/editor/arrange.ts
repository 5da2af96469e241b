import { type FormDoc, type FormNode, limits } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { allNodes, ancestorsOf, canContain, depthOf, findNode, positionOf, walk } from '../tree.ts';
import { createRegister, namesAround } from './nodes.ts';
import type { EditorMessage, Place } from './state.ts';

/** Insertion point: inside a container (null: the form), before the component at `index`. */
interface Slot {
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
function removeNodes(nodes: FormNode[], ids: ReadonlySet<number>): FormNode[] {
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

export interface Done {
  doc: FormDoc;
  selection: number[];
  message: EditorMessage['what'];
  /** Affected components, if they are not the new selection. */
  count?: number;
}
export type Outcome = Done | { refused: EditorMessage['what'] };

/**
 * Default position for new components: inside the selected container if it is empty, else after the selection or its nearest ancestor
 * that allows it.
 */
export function defaultSlot(doc: FormDoc, anchorId: number | null, nodes: readonly FormNode[]): Slot {
  const end: Slot = { parent: null, index: doc.fields.length };
  const node = anchorId === null ? undefined : findNode(doc.fields, anchorId);
  if (!node) return end;
  if (specOf(node.type).holds !== 'nothing' && !node.children?.length && nodes.every((each) => canContain(node, each)))
    return { parent: node, index: 0 };
  for (let spot = positionOf(doc, node.id); spot; spot = spot.parent ? positionOf(doc, spot.parent.id) : undefined) {
    const { parent, index } = spot;
    if (nodes.every((each) => canContain(parent, each))) return { parent, index: index + 1 };
  }
  return end;
}

/** Moves components with their children. Names taken in the new scope get a number. */
export function move(doc: FormDoc, ids: readonly number[], to: Place): Outcome {
  const nodes = rootsOf(doc, ids);
  const slot = slotAt(doc, to);
  if (nodes.length === 0 || !slot) return { refused: 'cannotMove' };
  const movedTreeIds = new Set(allNodes(nodes).map(({ id }) => id));
  if (slot.parent && movedTreeIds.has(slot.parent.id)) return { refused: 'cannotMove' };
  const refused = refusalAt(doc, slot, nodes, false);
  if (refused) return { refused };
  const siblings = slot.parent ? (slot.parent.children ?? []) : doc.fields;
  const movedIds = new Set(nodes.map(({ id }) => id));
  const index = slot.index - siblings.slice(0, slot.index).filter(({ id }) => movedIds.has(id)).length;
  const remaining: FormDoc = { ...doc, fields: removeNodes(doc.fields, movedIds) };
  const parent = slot.parent && findNode(remaining.fields, slot.parent.id)!;
  const scope = namesAround(remaining, parent);
  const register = createRegister(doc.idSeq);
  const renamedNodes = nodes.map((node) => withFreeNames(node, (name) => register.free(name, scope)));
  const next = insertNodes(remaining, { parent, index }, renamedNodes);
  const newOrder = (parent ? (findNode(next.fields, parent.id)!.children ?? []) : next.fields).map(({ id }) => id);
  if (newOrder.length === siblings.length && newOrder.every((id, at) => id === siblings[at]!.id)) return { refused: 'cannotMove' };
  return { doc: next, selection: nodes.map(({ id }) => id), message: 'moved' };
}

/** A sub-table's columns are a separate scope and stay unchanged. */
function withFreeNames(node: FormNode, free: (name: string) => string): FormNode {
  const name = specOf(node.type).answer === 'none' ? node.name : free(node.name);
  const children = node.type === 'subtable' ? node.children : node.children?.map((child) => withFreeNames(child, free));
  return name === node.name && !children ? node : { ...node, name, ...(children ? { children } : {}) };
}

/** Moves the selection by one keyboard step. Keeps the order; components at the edge do not move. */
export function step(doc: FormDoc, ids: readonly number[], direction: 'up' | 'down' | 'in' | 'out'): Outcome {
  const roots = rootsOf(doc, ids);
  const selection = roots.map(({ id }) => id);
  let next = doc;
  let blocked = new Set<number>();
  for (const { id } of direction === 'down' || direction === 'out' ? [...roots].reverse() : roots) {
    const place = placeAfterStep(next, id, direction, blocked);
    const outcome = place && move(next, [id], place);
    if (outcome && 'doc' in outcome) next = outcome.doc;
    else if (direction === 'up' || direction === 'down') blocked = new Set([...blocked, id]);
    else if (outcome) return outcome;
  }
  return next === doc ? { refused: 'cannotMove' } : { doc: next, selection, message: 'moved' };
}

function placeAfterStep(
  doc: FormDoc,
  id: number,
  direction: 'up' | 'down' | 'in' | 'out',
  blocked: ReadonlySet<number>,
): Place | undefined {
  const { node, parent, siblings, index } = positionOf(doc, id)!;
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (direction === 'up') return before && !blocked.has(before.id) ? { before: before.id } : undefined;
  if (direction === 'down') return after && !blocked.has(after.id) ? { after: after.id } : undefined;
  if (direction === 'out') {
    const outer = parent?.type === 'tab' ? positionOf(doc, parent.id)!.parent : parent;
    return outer && node.type !== 'tab' ? { after: outer.id } : undefined;
  }
  const previousContainer = before && containerFor(before, node);
  if (previousContainer) return { inside: previousContainer.id };
  const nextContainer = after && containerFor(after, node, 'first');
  return nextContainer && { inside: nextContainer.id, index: 0 };
}

/** The container, or the first or last tab of tabs. */
function containerFor(candidate: FormNode, node: FormNode, position: 'first' | 'last' = 'last'): FormNode | undefined {
  if (candidate.type === 'tabs') return position === 'first' ? candidate.children?.[0] : candidate.children?.at(-1);
  return canContain(candidate, node) ? candidate : undefined;
}

/** Removes components and selects the next sibling, else the previous one, else the parent. */
export function remove(doc: FormDoc, ids: readonly number[]): Outcome {
  const roots = rootsOf(doc, ids);
  if (roots.length === 0) return { refused: 'cannotMove' };
  const removedIds = new Set(roots.map(({ id }) => id));
  const { parent, siblings, index } = positionOf(doc, roots.at(-1)!.id)!;
  const neighbour =
    siblings.slice(index + 1).find(({ id }) => !removedIds.has(id)) ??
    siblings.slice(0, index).findLast(({ id }) => !removedIds.has(id)) ??
    parent;
  return {
    doc: { ...doc, fields: removeNodes(doc.fields, removedIds) },
    selection: neighbour ? [neighbour.id] : [],
    message: 'removed',
    count: roots.length,
  };
}
