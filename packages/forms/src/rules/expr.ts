import { z } from 'zod';
import { isJson, type Json } from '../json.ts';
import { limits } from '../model.ts';

/** Operators with minimum and maximum argument counts. */
export const operators = {
  // logic
  and: [1, 50],
  or: [1, 50],
  not: [1, 1],
  /** Condition, then, else. */
  if: [2, 3],
  // comparison
  eq: [2, 2],
  ne: [2, 2],
  gt: [2, 2],
  ge: [2, 2],
  lt: [2, 2],
  le: [2, 2],
  /** The second contains the first. */
  in: [2, 2],
  /** The first (list or text) contains the second. */
  contains: [2, 2],
  startsWith: [2, 2],
  endsWith: [2, 2],
  /** Null, blank text, empty list. */
  empty: [1, 1],
  filled: [1, 1],
  // numbers
  add: [1, 50],
  sub: [2, 2],
  mul: [1, 50],
  div: [2, 2],
  mod: [2, 2],
  /** Number, decimal places. */
  round: [1, 2],
  min: [1, 50],
  max: [1, 50],
  /** Of all numbers among its arguments and nested lists. */
  sum: [1, 50],
  /** Entries of a list, characters of a text. */
  count: [1, 1],
  // text
  concat: [1, 50],
  /** The first non-empty argument. */
  coalesce: [1, 50],
  // days
  /** Whole days from the first to the second date. */
  days: [2, 2],
} as const satisfies Record<string, readonly [least: number, most: number]>;

export type Operator = keyof typeof operators;

/**
 * A rule as a JSON tree. Fields are referenced by key. In a sub-table row its own columns take precedence; outside, `items.price` is the
 * list of a column.
 */
export type Expr = { const: Json } | { field: string } | { op: Operator; args: Expr[] };

const Shape: z.ZodType<Expr> = z.lazy(() =>
  z.union([
    z.strictObject({ const: z.unknown().refine(isJson) as unknown as z.ZodType<Json> }),
    z.strictObject({ field: z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}(\.[A-Za-z][A-Za-z0-9_]{0,63})?$/) }),
    z.strictObject({ op: z.enum(Object.keys(operators) as (keyof typeof operators)[]), args: z.array(Shape).max(50) }),
  ]),
);

const children = (expr: Expr): Expr[] => ('op' in expr ? expr.args : []);
const exprSize = (expr: Expr): number => children(expr).reduce((sum, each) => sum + exprSize(each), 1);
const exprDepth = (expr: Expr): number => 1 + Math.max(0, ...children(expr).map(exprDepth));

const hasValidArguments = (expr: Expr): boolean => {
  if (!('op' in expr)) return true;
  const [least, most] = operators[expr.op];
  return expr.args.length >= least && expr.args.length <= most && expr.args.every(hasValidArguments);
};

/** A stored rule: known operators, valid argument counts and bounded size. */
export const ExprSchema = Shape.refine(hasValidArguments, { params: { word: 'issue.form.exprArguments' }, abort: true }).refine(
  (expr) => exprSize(expr) <= limits.exprNodes && exprDepth(expr) <= limits.exprDepth,
  { params: { word: 'issue.form.exprSize' } },
);
