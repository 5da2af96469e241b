import { isObject, type Json, own } from '../json.ts';
import type { Answers, FormDoc, FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { order } from '../rules/cycle.ts';
import { evaluate, holds, type Lookup } from '../rules/evaluate.ts';
import { isUnanswered } from './blank.ts';

export interface Standing {
  visible: boolean;
  required: boolean;
  disabled: boolean;
  computed: boolean;
}

export interface Resolved {
  /** Includes computed answers. Omits answers of hidden fields unless `keepHidden` is set. */
  answers: Answers;
  /** Of a component by id. A sub-table column needs the row index. */
  standing(id: number, row?: number): Standing;
}

const key = (id: number, row?: number) => (row === undefined ? `${id}` : `${id}/${row}`);
const nowhere: Standing = { visible: false, required: false, disabled: true, computed: false };

/**
 * Applies rules to answers: first computed values in dependency order, then rules that change no answer. Runs in browser and server.
 * Does not check permissions.
 */
export function resolve(doc: FormDoc, given: Answers): Resolved {
  const course: Course = { standings: new Map(), later: [] };
  const answers = resolveScope(doc.fields, given, course, { outside: { visible: true, disabled: doc.form.disabled }, outer: () => null });
  for (const step of course.later) step();
  return { answers, standing: (id, row) => course.standings.get(key(id, row)) ?? nowhere };
}

interface Course {
  standings: Map<string, Standing>;
  /** Rules evaluated after all answers are available, outer scopes first. */
  later: (() => void)[];
}

interface Around {
  outside: Pick<Standing, 'visible' | 'disabled'>;
  outer: Lookup;
  row?: number;
}

interface Scope {
  byName: Map<string, FormNode>;
  /** Each component with its parent within the scope, parents first. */
  parents: Map<FormNode, FormNode | null>;
  names: string[];
}

/** Documents are immutable, so a scope is analysed once. */
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
    // blank text stays as typed; rules treat blank markup as empty
    if (value === undefined || (specOf(node.type).answer === 'html' && isUnanswered(node, value))) continue;
    answers[name] = node.type === 'subtable' ? rowsOf(node, value, course, { outside: standing, outer: lookup }) : value;
  }
  return answers;
}

const rowsOf = (table: FormNode, value: Json, course: Course, around: Around): Json =>
  Array.isArray(value)
    ? value.map((row, index) => (isObject(row) ? resolveScope(table.children ?? [], row, course, { ...around, row: index }) : row))
    : value;

/** The values of one column, or null if the value is no table. */
const columnOf = (value: Json, column: string): Json =>
  Array.isArray(value) ? value.map((row) => (isObject(row) ? (own(row, column) ?? null) : null)) : null;
