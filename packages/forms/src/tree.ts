import type { FormDoc, FormNode } from './model.ts';
import { specOf } from './registry/registry.ts';

/** Every component of a list with its parent, outer ones first. */
export function* walk(nodes: readonly FormNode[], parent: FormNode | null = null): Generator<[node: FormNode, parent: FormNode | null]> {
  for (const node of nodes) {
    yield [node, parent];
    if (node.children) yield* walk(node.children, node);
  }
}

/** Every component, parents before their children. */
export const allNodes = (nodes: readonly FormNode[]): FormNode[] => [...walk(nodes)].map(([node]) => node);

/** The component of that id, however deep; undefined where there is none. */
export function findNode(nodes: readonly FormNode[], id: number): FormNode | undefined {
  for (const [node] of walk(nodes)) if (node.id === id) return node;
  return undefined;
}

/** Where a component stands: its parent (null: the form itself), its neighbours and its place among them. */
export interface Spot {
  node: FormNode;
  parent: FormNode | null;
  siblings: readonly FormNode[];
  index: number;
}

/** Where a component stands: its parent, its siblings and its place among them. */
export function spotOf(doc: FormDoc, id: number): Spot | undefined {
  for (const [node, parent] of walk(doc.fields)) {
    const siblings = parent ? (parent.children ?? []) : doc.fields;
    if (node.id === id) return { node, parent, siblings, index: siblings.indexOf(node) };
  }
  return undefined;
}

/** The components around one, the nearest first. */
export function around(doc: FormDoc, id: number): FormNode[] {
  const parents = new Map([...walk(doc.fields)].map(([node, parent]) => [node.id, parent]));
  const found: FormNode[] = [];
  for (let parent = parents.get(id); parent; parent = parents.get(parent.id)) found.push(parent);
  return found;
}

/** Tells whether `parent` (null: the form) may hold a component like `node`; depth is for the caller. */
export function mayHold(parent: FormNode | null, node: FormNode): boolean {
  const holds = parent ? specOf(parent.type).holds : 'anything';
  if (holds === 'nothing') return false;
  if (holds === 'tabs' || node.type === 'tab') return holds === 'tabs' && node.type === 'tab';
  return holds === 'anything' || specOf(node.type).column;
}

/** Levels that a component takes: 1 without children. */
export const depthOf = (node: FormNode): number => 1 + Math.max(0, ...(node.children ?? []).map(depthOf));

/** The components of one scope: rows, groups and tabs are transparent, a sub-table is a scope of its own. */
function scopeOf(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...(node.type === 'subtable' ? [] : scopeOf(node.children ?? []))]);
}

/** Those of a scope that have an answer. */
export const answering = (nodes: readonly FormNode[]): FormNode[] => scopeOf(nodes).filter((node) => specOf(node.type).answer !== 'none');
