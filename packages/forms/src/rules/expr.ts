import type { Json } from '../json.ts';

/** Every operator, with the least and the most arguments it takes. */
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
  /** The first is one of the entries of the second. */
  in: [2, 2],
  /** The first, a list or a text, holds the second. */
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
  /** Number, places after the point. */
  round: [1, 2],
  min: [1, 50],
  max: [1, 50],
  /** Of all numbers among its arguments and the lists among them. */
  sum: [1, 50],
  /** Entries of a list, characters of a text. */
  count: [1, 1],
  // text
  concat: [1, 50],
  /** The first argument that is filled. */
  coalesce: [1, 50],
  // days
  /** Whole days from the first day to the second. */
  days: [2, 2],
} as const satisfies Record<string, readonly [least: number, most: number]>;

export type Operator = keyof typeof operators;

/**
 * A rule as a tree of JSON. A field is named by its key; within a sub-table's row the row's own columns come first, and from without
 * `items.price` is the list of a column.
 */
export type Expr = { const: Json } | { field: string } | { op: Operator; args: Expr[] };
