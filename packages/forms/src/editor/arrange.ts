import type { FormDoc, FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { allNodes, findNode, mayHold, spotOf } from '../tree.ts';
import { namesAround, registerOf } from './nodes.ts';
import type { CachedSession, Place } from './state.ts';
import { inserted, refusalAt, rootsOf, type Slot, slotAt, without } from './trees.ts';

export type Outcome = { doc: FormDoc; chosen: number[]; told: CachedSession['what'] } | { refused: CachedSession['what'] };

/**
 * Default position for new components: inside the selected container if it is empty, else after the selection or its nearest ancestor
 * that allows it.
 */
export function usualSlot(doc: FormDoc, chosen: number | null, nodes: readonly FormNode[]): Slot {
  const end: Slot = { parent: null, index: doc.fields.length };
  const node = chosen === null ? undefined : findNode(doc.fields, chosen);
  if (!node) return end;
  if (specOf(node.type).holds !== 'nothing' && !node.children?.length && nodes.every((each) => mayHold(node, each)))
    return { parent: node, index: 0 };
  for (let spot = spotOf(doc, node.id); spot; spot = spot.parent ? spotOf(doc, spot.parent.id) : undefined) {
    const { parent, index } = spot;
    if (nodes.every((each) => mayHold(parent, each))) return { parent, index: index + 1 };
  }
  return end;
}

/** Moves components with their children. Names taken in the new scope get a number. */
export function move(doc: FormDoc, ids: readonly number[], to: Place): Outcome {
  const nodes = rootsOf(doc, ids);
  const slot = slotAt(doc, to);
  if (nodes.length === 0 || !slot) return { refused: 'cannotMove' };
  const moved = new Set(allNodes(nodes).map(({ id }) => id));
  if (slot.parent && moved.has(slot.parent.id)) return { refused: 'cannotMove' };
  const refused = refusalAt(doc, slot, nodes, false);
  if (refused) return { refused };
  const siblings = slot.parent ? (slot.parent.children ?? []) : doc.fields;
  const own = new Set(nodes.map(({ id }) => id));
  const index = slot.index - siblings.slice(0, slot.index).filter(({ id }) => own.has(id)).length;
  const rest: FormDoc = { ...doc, fields: without(doc.fields, own) };
  const parent = slot.parent && findNode(rest.fields, slot.parent.id)!;
  const scope = namesAround(rest, parent);
  const register = registerOf(doc.idSeq);
  const fitting = nodes.map((node) => withFreeNames(node, (name) => register.free(name, scope)));
  const next = inserted(rest, { parent, index }, fitting);
  const still = (parent ? (findNode(next.fields, parent.id)!.children ?? []) : next.fields).map(({ id }) => id);
  if (still.length === siblings.length && still.every((id, at) => id === siblings[at]!.id)) return { refused: 'cannotMove' };
  return { doc: next, chosen: nodes.map(({ id }) => id), told: 'moved' };
}

/** A sub-table's columns are a separate scope and stay unchanged. */
function withFreeNames(node: FormNode, free: (name: string) => string): FormNode {
  const name = specOf(node.type).answer === 'none' ? node.name : free(node.name);
  const children = node.type === 'subtable' ? node.children : node.children?.map((child) => withFreeNames(child, free));
  return name === node.name && !children ? node : { ...node, name, ...(children ? { children } : {}) };
}

/** Moves the selection by one keyboard step. Keeps the order; components at the edge do not move. */
export function step(doc: FormDoc, ids: readonly number[], way: 'up' | 'down' | 'in' | 'out'): Outcome {
  const roots = rootsOf(doc, ids);
  const chosen = roots.map(({ id }) => id);
  let next = doc;
  let blocked = new Set<number>();
  for (const { id } of way === 'down' || way === 'out' ? [...roots].reverse() : roots) {
    const place = placeOfStep(next, id, way, blocked);
    const outcome = place && move(next, [id], place);
    if (outcome && 'doc' in outcome) next = outcome.doc;
    else if (way === 'up' || way === 'down') blocked = new Set([...blocked, id]);
    else if (outcome) return outcome;
  }
  return next === doc ? { refused: 'cannotMove' } : { doc: next, chosen, told: 'moved' };
}

function placeOfStep(doc: FormDoc, id: number, way: 'up' | 'down' | 'in' | 'out', blocked: ReadonlySet<number>): Place | undefined {
  const { node, parent, siblings, index } = spotOf(doc, id)!;
  const [before, after] = [siblings[index - 1], siblings[index + 1]];
  if (way === 'up') return before && !blocked.has(before.id) ? { before: before.id } : undefined;
  if (way === 'down') return after && !blocked.has(after.id) ? { after: after.id } : undefined;
  if (way === 'out') {
    const outer = parent?.type === 'tab' ? spotOf(doc, parent.id)!.parent : parent;
    return outer && node.type !== 'tab' ? { after: outer.id } : undefined;
  }
  const into = before && containerFor(before, node);
  if (into) return { inside: into.id };
  const ahead = after && containerFor(after, node, 'first');
  return ahead && { inside: ahead.id, index: 0 };
}

/** The container, or the first or last tab of tabs. */
function containerFor(candidate: FormNode, node: FormNode, which: 'first' | 'last' = 'last'): FormNode | undefined {
  if (candidate.type === 'tabs') return which === 'first' ? candidate.children?.[0] : candidate.children?.at(-1);
  return mayHold(candidate, node) ? candidate : undefined;
}

/** Removes components and selects the next sibling, else the previous one, else the parent. */
export function remove(doc: FormDoc, ids: readonly number[]): Outcome {
  const roots = rootsOf(doc, ids);
  if (roots.length === 0) return { refused: 'cannotMove' };
  const gone = new Set(roots.map(({ id }) => id));
  const { parent, siblings, index } = spotOf(doc, roots.at(-1)!.id)!;
  const neighbour =
    siblings.slice(index + 1).find(({ id }) => !gone.has(id)) ?? siblings.slice(0, index).findLast(({ id }) => !gone.has(id)) ?? parent;
  return { doc: { ...doc, fields: without(doc.fields, gone) }, chosen: neighbour ? [neighbour.id] : [], told: 'removed' };
}
