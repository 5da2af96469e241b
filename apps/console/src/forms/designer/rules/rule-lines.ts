import type { Translate } from '@suyuan/contract';
import {
  ancestorsOf,
  answerFields,
  type Expr,
  type FormDoc,
  type FormNode,
  type Json,
  listUnknownReferences,
  type Operator,
  type Option,
  type RuleKind,
  rulesOf,
  specOf,
  walk,
} from '@suyuan/forms';

/** One comparison of a field; `not` negates it. */
export interface Condition {
  field: string;
  op: Operator;
  not: boolean;
  /** Absent for `empty` and `filled`. */
  value?: Expr | undefined;
}

export interface Conditions {
  join: 'and' | 'or';
  rows: Condition[];
}

const unaryOperators = ['empty', 'filled'] as const;
const binaryOperators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'contains', 'startsWith', 'endsWith'] as const;

export const takesValue = (op: Operator) => !(unaryOperators as readonly string[]).includes(op);

function parseCondition(expr: Expr, not = false): Condition | undefined {
  if (!('op' in expr)) return undefined;
  if (expr.op === 'not') return not || !expr.args[0] ? undefined : parseCondition(expr.args[0], true);
  const [left, right] = expr.args;
  if (!left || !('field' in left)) return undefined;
  if ((unaryOperators as readonly string[]).includes(expr.op)) return { field: left.field, op: expr.op, not };
  if (!(binaryOperators as readonly string[]).includes(expr.op) || !right || 'op' in right) return undefined;
  return { field: left.field, op: expr.op, not, value: right };
}

/** A rule as a list of comparisons, or undefined if it is more complex. */
export function parseConditions(expr: Expr): Conditions | undefined {
  const list =
    'op' in expr && (expr.op === 'and' || expr.op === 'or') ? { join: expr.op, parts: expr.args } : { join: 'and' as const, parts: [expr] };
  const rows = list.parts.map((part) => parseCondition(part));
  return rows.every((row) => row !== undefined) ? { join: list.join, rows } : undefined;
}

const toExpr = ({ field, op, not, value }: Condition): Expr => {
  const comparison: Expr = { op, args: value ? [{ field }, value] : [{ field }] };
  return not ? { op: 'not', args: [comparison] } : comparison;
};

/** The rule for a list of comparisons; undefined if the list is empty. */
export function toRule({ join, rows }: Conditions): Expr | undefined {
  const [first, ...others] = rows.map(toExpr);
  return first && others.length > 0 ? { op: join, args: [first, ...others] } : first;
}

/** Operators for the kind of answer, most common first. */
export function operatorsFor(node: FormNode | undefined): Operator[] {
  const answer = node ? specOf(node.type).answer : 'text';
  const isMultiple = node?.props.multiple === true || node?.props.treeCheckable === true || node?.props.range === true;
  switch (isMultiple ? 'choices' : answer) {
    case 'number':
      return ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'filled', 'empty'];
    case 'flag':
      return ['eq'];
    case 'choice':
      return ['eq', 'ne', 'in', 'filled', 'empty'];
    case 'choices':
    case 'path':
      return ['contains', 'filled', 'empty'];
    case 'text':
      return node && ['date', 'time', 'month', 'week'].includes(node.type)
        ? ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'filled', 'empty']
        : ['eq', 'ne', 'contains', 'startsWith', 'endsWith', 'filled', 'empty'];
    default:
      return ['filled', 'empty'];
  }
}

/** A field that a rule may reference, by its name in that scope. */
export interface ScopeField {
  name: string;
  node: FormNode;
  label: string;
}

const toScopeField = (name: string, node: FormNode, table?: FormNode): ScopeField => {
  const ownLabel = node.label || node.name;
  return { name, node, label: table ? `${table.label || table.name} › ${ownLabel}` : ownLabel };
};

/**
 * Names available to a component's rules, except its own: columns of its row, then fields of the form, and columns of sub-tables as
 * lists.
 */
export function fieldsInScope(doc: FormDoc, id: number | undefined): ScopeField[] {
  const table = id === undefined ? undefined : ancestorsOf(doc, id).find(({ type }) => type === 'subtable');
  const columns = table ? answerFields(table.children ?? []).map((node) => toScopeField(node.name, node)) : [];
  const formFields = answerFields(doc.fields).flatMap((node) => [
    toScopeField(node.name, node),
    ...(node.type === 'subtable'
      ? answerFields(node.children ?? []).map((column) => toScopeField(`${node.name}.${column.name}`, column, node))
      : []),
  ]);
  const columnNames = new Set(columns.map(({ name }) => name));
  return [...columns, ...formFields.filter(({ name }) => !columnNames.has(name))].filter(({ node }) => node.id !== id);
}

export interface RuleEntry {
  node: FormNode;
  kind: RuleKind;
  expr: Expr;
  broken: string[];
}

/** In component order. */
export function rulesIn(doc: FormDoc): RuleEntry[] {
  return [...walk(doc.fields)].flatMap(([node]) => {
    const brokenReferences = listUnknownReferences(doc, node);
    return rulesOf(node).map(([kind, expr]) => ({
      node,
      kind,
      expr,
      broken: brokenReferences.filter(({ rule }) => rule === kind).map(({ name }) => name),
    }));
  });
}

const infix = new Set(['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in', 'contains', 'startsWith', 'endsWith']);
const suffix = new Set(['empty', 'filled']);
const symbols: Partial<Record<string, string>> = { add: ' + ', sub: ' − ', mul: ' × ', div: ' ÷ ' };

const valueText = (t: Translate, value: Json, options: readonly Option[]): string => {
  if (Array.isArray(value)) return value.map((each) => valueText(t, each, options)).join(t('kit.joint'));
  if (value === true) return t('kit.yes');
  if (value === false) return t('kit.no');
  if (value === null) return t('tool.build.rule.nothing');
  const label = options.find((option) => option.value === value)?.label;
  return `“${label ?? String(value)}”`;
};

/** A rule as a sentence: “类型 等于 ‘进口’ 并且 数量 大于 ‘10’”. */
export function ruleSentence(t: Translate, expr: Expr, names: readonly ScopeField[], options: readonly Option[] = []): string {
  if ('const' in expr) return valueText(t, expr.const, options);
  if ('field' in expr) return names.find(({ name }) => name === expr.field)?.label ?? expr.field;
  const { op, args } = expr;
  const siblingOptions = args.flatMap((arg) => ('field' in arg ? (names.find(({ name }) => name === arg.field)?.node.options ?? []) : []));
  const argTexts = args.map((arg) => ruleSentence(t, arg, names, siblingOptions));
  const operatorText = t(`tool.build.op.${op}`);
  if (op === 'and' || op === 'or')
    return args
      .map((arg, index) => ('op' in arg && (arg.op === 'and' || arg.op === 'or') ? `(${argTexts[index]})` : argTexts[index]))
      .join(` ${operatorText} `);
  if (infix.has(op)) return `${argTexts[0]} ${operatorText} ${argTexts[1]}`;
  if (suffix.has(op)) return `${argTexts[0]} ${operatorText}`;
  const symbol = symbols[op];
  if (symbol) return args.map((arg, index) => ('op' in arg && symbols[arg.op] ? `(${argTexts[index]})` : argTexts[index])).join(symbol);
  return `${operatorText}(${argTexts.join(', ')})`;
}
