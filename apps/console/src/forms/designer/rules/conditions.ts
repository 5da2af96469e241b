import { type Expr, type FormNode, type Operator, specOf } from '@suyuan/forms';

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
