import { daysBetween, isDay, isMoment } from '../answers/days.ts';
import { type Json, sameJson } from '../json.ts';
import type { Expr, Operator } from './expr.ts';

export type Lookup = (name: string) => Json;

/** Null, blank text, empty lists and objects. Zero and false are answers. */
export function isEmpty(value: Json | undefined): boolean {
  if (value === undefined || value === null) return true;
  if (typeof value === 'string') return value.trim() === '';
  if (Array.isArray(value)) return value.length === 0 || value.every(isEmpty);
  return typeof value === 'object' && Object.keys(value).length === 0;
}

const isTruthy = (value: Json): boolean => value !== false && value !== 0 && !isEmpty(value);

const asNumber = (value: Json | undefined): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(value.trim()) ? Number(value) : null;
};

/** Numbers among the values and nested lists; skips other values. */
const numbers = (values: readonly Json[]): number[] =>
  values.flatMap((value) => (Array.isArray(value) ? numbers(value) : [asNumber(value)])).filter((each) => each !== null);

/** Rounds to 15 digits, so that 0.1 + 0.2 is 0.3. Non-finite values become null. */
const roundFinite = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null);

const isEqual = (left: Json, right: Json): boolean => {
  if (sameJson(left, right) || (isEmpty(left) && isEmpty(right))) return true;
  if (typeof left === typeof right) return false;
  const [one, other] = [asNumber(left), asNumber(right)];
  return one !== null && one === other;
};

/** Negative, zero or positive; null if not comparable. An empty field is not comparable. */
const compare = (left: Json, right: Json): number | null => {
  const [one, other] = [asNumber(left), asNumber(right)];
  if (one !== null && other !== null) return one - other;
  return typeof left === 'string' && typeof right === 'string' && left !== '' && right !== ''
    ? left < right
      ? -1
      : left > right
        ? 1
        : 0
    : null;
};

const asText = (value: Json): string => {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map(asText).join('、');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const MAX_TEXT = 10_000;

/** Half away from zero, based on the decimal representation. */
function roundTo(value: number, places: number): number | null {
  const shifted = Number(`${Math.abs(value)}e${places}`);
  const rounded = Number.isFinite(shifted) ? Number(`${Math.round(shifted)}e-${places}`) : Math.abs(value);
  return roundFinite(Math.sign(value) * rounded);
}

const fold = (args: Json[], step: (left: number, right: number) => number): Json => {
  const all = args.map(asNumber);
  return all.includes(null) ? null : roundFinite((all as number[]).reduce(step));
};

const compareArgs = (args: Json[], predicate: (order: number) => boolean): boolean => {
  const order = compare(args[0] ?? null, args[1] ?? null);
  return order !== null && predicate(order);
};

type EagerOperator = Exclude<Operator, 'and' | 'or' | 'if' | 'coalesce'>;

const behaviours: Record<EagerOperator, (args: Json[]) => Json> = {
  not: ([value = null]) => !isTruthy(value),
  eq: ([left = null, right = null]) => isEqual(left, right),
  ne: ([left = null, right = null]) => !isEqual(left, right),
  gt: (args) => compareArgs(args, (order) => order > 0),
  ge: (args) => compareArgs(args, (order) => order >= 0),
  lt: (args) => compareArgs(args, (order) => order < 0),
  le: (args) => compareArgs(args, (order) => order <= 0),
  in: ([value = null, list = null]) => Array.isArray(list) && list.some((each) => isEqual(each, value)),
  contains: ([whole = null, part = null]) =>
    Array.isArray(whole) ? whole.some((each) => isEqual(each, part)) : !isEmpty(part) && asText(whole).includes(asText(part)),
  startsWith: ([whole = null, part = null]) => !isEmpty(part) && asText(whole).startsWith(asText(part)),
  endsWith: ([whole = null, part = null]) => !isEmpty(part) && asText(whole).endsWith(asText(part)),
  empty: ([value = null]) => isEmpty(value),
  filled: ([value = null]) => !isEmpty(value),
  add: (args) => fold(args, (left, right) => left + right),
  sub: (args) => fold(args, (left, right) => left - right),
  mul: (args) => fold(args, (left, right) => left * right),
  div: (args) => fold(args, (left, right) => left / right),
  mod: (args) => fold(args, (left, right) => left % right),
  round: ([value = null, places = 0]) => {
    const [number, digits] = [asNumber(value), asNumber(places)];
    return number === null || digits === null ? null : roundTo(number, Math.min(9, Math.max(0, Math.trunc(digits))));
  },
  min: (args) => numbers(args).reduce<number | null>((least, each) => (least === null || each < least ? each : least), null),
  max: (args) => numbers(args).reduce<number | null>((most, each) => (most === null || each > most ? each : most), null),
  sum: (args) => roundFinite(numbers(args).reduce((total, each) => total + each, 0)),
  count: ([value = null]) => (Array.isArray(value) ? value.length : [...asText(value)].length),
  concat: (args) => args.map(asText).join('').slice(0, MAX_TEXT),
  days: ([from = null, to = null]) => (isInstant(from) && isInstant(to) ? daysBetween(from, to) : null),
};

const isInstant = (value: Json): value is string => isDay(value) || isMoment(value);

/**
 * Evaluates a rule without throwing or running code. Undefined results, such as a division by zero, are null.
 *
 * @param lookup returns null for an unknown name
 */
export function evaluate(expr: Expr, lookup: Lookup): Json {
  if ('const' in expr) return expr.const;
  if ('field' in expr) return lookup(expr.field);
  const { op, args } = expr;
  switch (op) {
    case 'and':
      return args.every((each) => isTruthy(evaluate(each, lookup)));
    case 'or':
      return args.some((each) => isTruthy(evaluate(each, lookup)));
    case 'if':
      return isTruthy(evaluate(args[0]!, lookup)) ? evaluate(args[1]!, lookup) : args[2] ? evaluate(args[2], lookup) : null;
    case 'coalesce': {
      const filled = args.find((each) => !isEmpty(evaluate(each, lookup)));
      return filled ? evaluate(filled, lookup) : null;
    }
    default:
      return behaviours[op](args.map((each) => evaluate(each, lookup)));
  }
}

export const isTrue = (expr: Expr, lookup: Lookup): boolean => isTruthy(evaluate(expr, lookup));
