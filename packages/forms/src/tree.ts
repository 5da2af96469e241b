import type { FormDoc, FormNode } from './model.ts';
import { specOf } from './registry/registry.ts';

/** Every component with its parent, parents first. */
export function* walk(nodes: readonly FormNode[], parent: FormNode | null = null): Generator<[node: FormNode, parent: FormNode | null]> {
  for (const node of nodes) {
    yield [node, parent];
    if (node.children) yield* walk(node.children, node);
  }
}

/** Parents before children. */
export const allNodes = (nodes: readonly FormNode[]): FormNode[] => [...walk(nodes)].map(([node]) => node);

export function findNode(nodes: readonly FormNode[], id: number): FormNode | undefined {
  for (const [node] of walk(nodes)) if (node.id === id) return node;
  return undefined;
}

/** Parent (null: the form), siblings and index of a component. */
export interface NodePosition {
  node: FormNode;
  parent: FormNode | null;
  siblings: readonly FormNode[];
  index: number;
}

export function positionOf(doc: FormDoc, id: number): NodePosition | undefined {
  for (const [node, parent] of walk(doc.fields)) {
    const siblings = parent ? (parent.children ?? []) : doc.fields;
    if (node.id === id) return { node, parent, siblings, index: siblings.indexOf(node) };
  }
  return undefined;
}

export function ancestorsOf(doc: FormDoc, id: number): FormNode[] {
  const parents = new Map([...walk(doc.fields)].map(([node, parent]) => [node.id, parent]));
  const ancestors: FormNode[] = [];
  for (let parent = parents.get(id); parent; parent = parents.get(parent.id)) ancestors.push(parent);
  return ancestors;
}

/** Whether `parent` (null: the form) may hold `node`. Does not check depth. */
export function canContain(parent: FormNode | null, node: FormNode): boolean {
  const allowed = parent ? specOf(parent.type).holds : 'anything';
  if (allowed === 'nothing') return false;
  if (allowed === 'tabs' || node.type === 'tab') return allowed === 'tabs' && node.type === 'tab';
  return allowed === 'anything' || specOf(node.type).column;
}

/** 1 without children. */
export const depthOf = (node: FormNode): number => 1 + Math.max(0, ...(node.children ?? []).map(depthOf));

/** Components of one scope: includes children of rows, groups and tabs, but not of sub-tables. */
function scopeOf(nodes: readonly FormNode[]): FormNode[] {
  return nodes.flatMap((node) => [node, ...(node.type === 'subtable' ? [] : scopeOf(node.children ?? []))]);
}

export const answerFields = (nodes: readonly FormNode[]): FormNode[] =>
  scopeOf(nodes).filter((node) => specOf(node.type).answer !== 'none');
