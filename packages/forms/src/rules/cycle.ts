import type { FormDoc, FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { walk } from '../tree.ts';
import { namesIn } from './references.ts';

/**
 * What the answer of each name of a scope waits for: names in its own computed value, and those in the visibility of itself and of
 * what is around it, since a hidden field answers nothing. Rules of required and disabled change no answer.
 */
function dependencies(nodes: readonly FormNode[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  const visit = (node: FormNode, outer: readonly string[]) => {
    const waits = [...outer, ...(node.rules?.visible ? namesIn(node.rules.visible) : [])];
    if (specOf(node.type).answer === 'none') {
      for (const child of node.children ?? []) visit(child, waits);
      return;
    }
    const own = [...waits, ...(node.rules?.value ? namesIn(node.rules.value) : [])];
    const columns = node.type === 'subtable' ? [...walk(node.children ?? [])].map(([column]) => column) : [];
    const names = new Set(columns.map(({ name }) => name));
    // a column's rules may look at the form outside; the row's own columns come first
    const outside = columns.flatMap((column) =>
      [column.rules?.visible, column.rules?.value].flatMap((rule) => (rule ? namesIn(rule) : [])),
    );
    graph.set(node.name, new Set([...own, ...outside.filter((name) => !names.has(name))].map((name) => name.split('.')[0]!)));
  };
  for (const node of nodes) visit(node, []);
  return graph;
}

/** Names of a scope so that each comes after what it waits for; a circle, if there is one, as the names along it. */
export function order(nodes: readonly FormNode[]): { names: string[]; cycle: string[] | undefined } {
  const graph = dependencies(nodes);
  const names: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  let cycle: string[] | undefined;
  const visit = (name: string, way: string[]) => {
    if (cycle || state.get(name) === 'done' || !graph.has(name)) return;
    if (state.get(name) === 'open') {
      cycle = [...way.slice(way.indexOf(name)), name];
      return;
    }
    state.set(name, 'open');
    for (const next of graph.get(name)!) visit(next, [...way, name]);
    state.set(name, 'done');
    names.push(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return { names, cycle };
}

/** Names of fields that wait for each other in a circle, the first again at the end; undefined where there is none. */
export function cycleOf(doc: FormDoc): string[] | undefined {
  const tables = [...walk(doc.fields)].flatMap(([node]) => (node.type === 'subtable' ? [node] : []));
  for (const scope of [doc.fields, ...tables.map(({ children }) => children ?? [])]) {
    const { cycle } = order(scope);
    if (cycle) return cycle;
  }
  return undefined;
}
