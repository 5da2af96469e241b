import type { Json } from '../json.ts';

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
