import { isObject, type Json, own } from '../json.ts';
import type { Answers, FormDoc, FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { order } from '../rules/cycle.ts';
import { evaluate, holds, type Lookup } from '../rules/evaluate.ts';
import { isUnanswered } from './blank.ts';

/** How a component stands at the moment. */
export interface Standing {
  visible: boolean;
  required: boolean;
  disabled: boolean;
  /** Its answer is computed by a rule. */
  computed: boolean;
}

export interface Resolved {
  /** Answers with computed ones put in; those of hidden fields are taken out, unless they are kept. */
  answers: Answers;
  /** Of a component by its id, in a sub-table together with the number of the row. */
  standing(id: number, row?: number): Standing;
}

const key = (id: number, row?: number) => (row === undefined ? `${id}` : `${id}/${row}`);
const nowhere: Standing = { visible: false, required: false, disabled: true, computed: false };

/**
 * Brings rules and answers together: one pass in the order in which answers wait for each other, then what changes no answer. It is the
 * same in browser and server, and asks for no rights: whether somebody may answer is not its matter.
 */
export function resolve(doc: FormDoc, given: Answers): Resolved {
  const course: Course = { standings: new Map(), later: [] };
  const answers = resolveScope(doc.fields, given, course, { outside: { visible: true, disabled: doc.form.disabled }, outer: () => null });
  for (const step of course.later) step();
  return { answers, standing: (id, row) => course.standings.get(key(id, row)) ?? nowhere };
}

interface Course {
  standings: Map<string, Standing>;
  /** Rules that are judged when every answer is known, outer scopes first. */
  later: (() => void)[];
}

interface Around {
  outside: Pick<Standing, 'visible' | 'disabled'>;
  outer: Lookup;
  row?: number;
}

interface Scope {
  byName: Map<string, FormNode>;
  /** Every component with the one around it within the scope, outer ones first. */
  parents: Map<FormNode, FormNode | null>;
  names: string[];
}

/** Documents never change in place, so what is read off a scope is read once. */
const scopes = new WeakMap<readonly FormNode[], Scope>();

function scopeAt(nodes: readonly FormNode[]): Scope {
  const known = scopes.get(nodes);
  if (known) return known;
  const [byName, parents] = [new Map<string, FormNode>(), new Map<FormNode, FormNode | null>()];
  const visit = (list: readonly FormNode[], parent: FormNode | null) => {
    for (const node of list) {
      parents.set(node, parent);
      if (specOf(node.type).answer !== 'none') byName.set(node.name, node);
      if (node.type !== 'subtable') visit(node.children ?? [], node);
    }
  };
  visit(nodes, null);
  const scope = { byName, parents, names: order(nodes).names };
  scopes.set(nodes, scope);
  return scope;
}

function resolveScope(nodes: readonly FormNode[], given: Answers, course: Course, around: Around): Answers {
  const { byName, parents, names } = scopeAt(nodes);
  const answers: Answers = {};
  const lookup: Lookup = (name) => {
    const [head, column] = name.split('.') as [string, string?];
    if (!byName.has(head)) return around.outer(name);
    const value = own(answers, head) ?? null;
    return column === undefined ? value : columnOf(value, column);
  };
  const stand = (node: FormNode): Standing => {
    const at = key(node.id, around.row);
    const known = course.standings.get(at);
    if (known) return known;
    const parent = parents.get(node);
    const outside = parent ? stand(parent) : around.outside;
    const visible = outside.visible && (node.rules?.visible ? holds(node.rules.visible, lookup) : true);
    const standing = { visible, required: false, disabled: false, computed: node.rules?.value !== undefined };
    course.standings.set(at, standing);
    return standing;
  };
  course.later.push(() => {
    for (const [node, parent] of parents) {
      const standing = stand(node);
      const outside = parent ? stand(parent) : around.outside;
      const { rules = {} } = node;
      const ruled = rules.disabled ? holds(rules.disabled, lookup) : false;
      standing.disabled = outside.disabled || node.props.disabled === true || standing.computed || ruled;
      const needed = node.required === true || (rules.required ? holds(rules.required, lookup) : false);
      standing.required = standing.visible && !standing.computed && needed;
    }
  });
  for (const name of names) {
    const node = byName.get(name)!;
    const standing = stand(node);
    if (!standing.visible && !node.keepHidden) continue;
    const value = node.rules?.value ? evaluate(node.rules.value, lookup) : own(given, name);
    // blank text stays as it was typed, blank markup is no answer to any rule
    if (value === undefined || (specOf(node.type).answer === 'html' && isUnanswered(node, value))) continue;
    answers[name] = node.type === 'subtable' ? rowsOf(node, value, course, { outside: standing, outer: lookup }) : value;
  }
  return answers;
}

const rowsOf = (table: FormNode, value: Json, course: Course, around: Around): Json =>
  Array.isArray(value)
    ? value.map((row, index) => (isObject(row) ? resolveScope(table.children ?? [], row, course, { ...around, row: index }) : row))
    : value;

/** The answers of one column; of no table, none. */
const columnOf = (value: Json, column: string): Json =>
  Array.isArray(value) ? value.map((row) => (isObject(row) ? (own(row, column) ?? null) : null)) : null;
