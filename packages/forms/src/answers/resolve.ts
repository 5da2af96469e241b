import { isObject, type Json, own } from '../json.ts';
import type { Answers, FormDoc, FormNode } from '../model.ts';
import { specOf } from '../registry/registry.ts';
import { evaluate, isEmpty, isTrue, type Lookup } from '../rules/evaluate.ts';
import { dependencyOrder } from '../rules/references.ts';

const INVISIBLE = /[\s\u00ad\u200b-\u200f\u2060\ufeff]|&(?:nbsp|ensp|emsp|thinsp|shy|zwnj|zwj|#0*(?:160|8203)|#x0*(?:a0|200b));/gi;

/** Markup without text or image, such as the empty paragraph of a cleared editor. */
export const isBlankHtml = (html: string): boolean =>
  // The class excludes `<`, so matching takes linear time.
  !/<img\b/i.test(html) && html.replace(/<[^<>]*>/g, '').replace(INVISIBLE, '') === '';

/** Empty, or markup without visible content. */
export const isUnanswered = (node: FormNode, value: Json | undefined): boolean =>
  isEmpty(value) || (specOf(node.type).answer === 'html' && typeof value === 'string' && isBlankHtml(value));

export interface FieldState {
  visible: boolean;
  required: boolean;
  disabled: boolean;
  computed: boolean;
}

export interface Resolved {
  /** Includes computed answers. Omits answers of hidden fields unless `keepHidden` is set. */
  answers: Answers;
  /** Of a component by id. A sub-table column needs the row index. */
  fieldState(id: number, row?: number): FieldState;
}

const key = (id: number, row?: number) => (row === undefined ? `${id}` : `${id}/${row}`);
const HIDDEN_STATE: FieldState = { visible: false, required: false, disabled: true, computed: false };

/**
 * Applies rules to answers: first computed values in dependency order, then rules that change no answer. Runs in browser and server.
 * Does not check permissions.
 */
export function resolve(doc: FormDoc, input: Answers): Resolved {
  const context: ResolveContext = { states: new Map(), deferred: [] };
  const answers = resolveScope(doc.fields, input, context, { outside: { visible: true, disabled: doc.form.disabled }, outer: () => null });
  for (const step of context.deferred) step();
  return { answers, fieldState: (id, row) => context.states.get(key(id, row)) ?? HIDDEN_STATE };
}

interface ResolveContext {
  states: Map<string, FieldState>;
  /** Rules evaluated after all answers are available, outer scopes first. */
  deferred: (() => void)[];
}

interface EnclosingScope {
  outside: Pick<FieldState, 'visible' | 'disabled'>;
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

function analyseScope(nodes: readonly FormNode[]): Scope {
  const cached = scopes.get(nodes);
  if (cached) return cached;
  const [byName, parents] = [new Map<string, FormNode>(), new Map<FormNode, FormNode | null>()];
  const visit = (list: readonly FormNode[], parent: FormNode | null) => {
    for (const node of list) {
      parents.set(node, parent);
      if (specOf(node.type).answer !== 'none') byName.set(node.name, node);
      if (node.type !== 'subtable') visit(node.children ?? [], node);
    }
  };
  visit(nodes, null);
  const scope = { byName, parents, names: dependencyOrder(nodes).names };
  scopes.set(nodes, scope);
  return scope;
}

function resolveScope(nodes: readonly FormNode[], input: Answers, context: ResolveContext, enclosing: EnclosingScope): Answers {
  const { byName, parents, names } = analyseScope(nodes);
  const answers: Answers = {};
  const lookup: Lookup = (name) => {
    const [head, column] = name.split('.') as [string, string?];
    if (!byName.has(head)) return enclosing.outer(name);
    const value = own(answers, head) ?? null;
    return column === undefined ? value : columnOf(value, column);
  };
  const stateOf = (node: FormNode): FieldState => {
    const stateKey = key(node.id, enclosing.row);
    const cachedState = context.states.get(stateKey);
    if (cachedState) return cachedState;
    const parent = parents.get(node);
    const outside = parent ? stateOf(parent) : enclosing.outside;
    const visible = outside.visible && (node.rules?.visible ? isTrue(node.rules.visible, lookup) : true);
    const state = { visible, required: false, disabled: false, computed: node.rules?.value !== undefined };
    context.states.set(stateKey, state);
    return state;
  };
  context.deferred.push(() => {
    for (const [node, parent] of parents) {
      const state = stateOf(node);
      const outside = parent ? stateOf(parent) : enclosing.outside;
      const { rules = {} } = node;
      const isDisabledByRule = rules.disabled ? isTrue(rules.disabled, lookup) : false;
      state.disabled = outside.disabled || node.props.disabled === true || state.computed || isDisabledByRule;
      const isRequired = node.required === true || (rules.required ? isTrue(rules.required, lookup) : false);
      state.required = state.visible && !state.computed && isRequired;
    }
  });
  for (const name of names) {
    const node = byName.get(name)!;
    const state = stateOf(node);
    if (!state.visible && !node.keepHidden) continue;
    const value = node.rules?.value ? evaluate(node.rules.value, lookup) : own(input, name);
    // blank text stays as typed; rules treat blank markup as empty
    if (value === undefined || (specOf(node.type).answer === 'html' && isUnanswered(node, value))) continue;
    answers[name] = node.type === 'subtable' ? rowsOf(node, value, context, { outside: state, outer: lookup }) : value;
  }
  return answers;
}

const rowsOf = (table: FormNode, value: Json, context: ResolveContext, enclosing: EnclosingScope): Json =>
  Array.isArray(value)
    ? value.map((row, index) => (isObject(row) ? resolveScope(table.children ?? [], row, context, { ...enclosing, row: index }) : row))
    : value;

/** The values of one column, or null if the value is no table. */
const columnOf = (value: Json, column: string): Json =>
  Array.isArray(value) ? value.map((row) => (isObject(row) ? (own(row, column) ?? null) : null)) : null;
