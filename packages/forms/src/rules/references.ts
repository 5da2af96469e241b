import type { FormDoc, FormNode, Rules } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { walk } from '../tree.ts';
import type { Expr } from './expr.ts';

export function namesIn(expr: Expr): string[] {
  if ('field' in expr) return [expr.field];
  return 'op' in expr ? [...new Set(expr.args.flatMap(namesIn))] : [];
}

export const ruleKinds = ['visible', 'required', 'disabled', 'value'] as const satisfies (keyof Rules)[];
export type RuleKind = (typeof ruleKinds)[number];

export const rulesOf = (node: FormNode): [RuleKind, Expr][] =>
  ruleKinds.flatMap((kind): [RuleKind, Expr][] => (node.rules?.[kind] ? [[kind, node.rules[kind]]] : []));

export function renameFields(expr: Expr, to: (name: string) => string): Expr {
  if ('field' in expr) return { field: to(expr.field) };
  return 'op' in expr ? { op: expr.op, args: expr.args.map((each) => renameFields(each, to)) } : expr;
}

/**
 * Dependencies of each answer in a scope: names in its computed value and in the visibility of itself and its ancestors. Required and
 * disabled rules do not change answers.
 */
function dependencies(nodes: readonly FormNode[]): Map<string, Set<string>> {
  const graph = new Map<string, Set<string>>();
  const visit = (node: FormNode, outer: readonly string[]) => {
    const inherited = [...outer, ...(node.rules?.visible ? namesIn(node.rules.visible) : [])];
    if (specOf(node.type).answer === 'none') {
      for (const child of node.children ?? []) visit(child, inherited);
      return;
    }
    const own = [...inherited, ...(node.rules?.value ? namesIn(node.rules.value) : [])];
    const columns = node.type === 'subtable' ? [...walk(node.children ?? [])].map(([column]) => column) : [];
    const names = new Set(columns.map(({ name }) => name));
    // column rules may reference outer fields; the row's columns take precedence
    const outside = columns.flatMap((column) =>
      [column.rules?.visible, column.rules?.value].flatMap((rule) => (rule ? namesIn(rule) : [])),
    );
    graph.set(node.name, new Set([...own, ...outside.filter((name) => !names.has(name))].map((name) => name.split('.')[0]!)));
  };
  for (const node of nodes) visit(node, []);
  return graph;
}

/** Names in dependency order, and the names along a cycle if one exists. */
export function dependencyOrder(nodes: readonly FormNode[]): { names: string[]; cycle: string[] | undefined } {
  const graph = dependencies(nodes);
  const names: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  let cycle: string[] | undefined;
  const visit = (name: string, path: string[]) => {
    if (cycle || state.get(name) === 'done' || !graph.has(name)) return;
    if (state.get(name) === 'open') {
      cycle = [...path.slice(path.indexOf(name)), name];
      return;
    }
    state.set(name, 'open');
    for (const next of graph.get(name)!) visit(next, [...path, name]);
    state.set(name, 'done');
    names.push(name);
  };
  for (const name of graph.keys()) visit(name, []);
  return { names, cycle };
}

/** Names along a dependency cycle, the first repeated at the end; undefined if none. */
export function cycleOf(doc: FormDoc): string[] | undefined {
  const tables = [...walk(doc.fields)].flatMap(([node]) => (node.type === 'subtable' ? [node] : []));
  for (const scope of [doc.fields, ...tables.map(({ children }) => children ?? [])]) {
    const { cycle } = dependencyOrder(scope);
    if (cycle) return cycle;
  }
  return undefined;
}
