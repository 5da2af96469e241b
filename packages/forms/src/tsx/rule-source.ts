import type { Json } from '../json.ts';
import type { Expr, Operator } from '../rules/expr.ts';
import { writeLiteral } from '../text/write.ts';

/** Rules as TypeScript for exported forms. Includes only the helpers in use. They compute the same as `evaluate`. */

const helpers: Record<string, [needs: string[], source: string]> = {
  isEmpty: [
    [],
    `const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) ? value.every(isEmpty) : typeof value === 'object' && Object.keys(value).length === 0);`,
  ],
  isTruthy: [['isEmpty'], 'const isTruthy = (value: unknown): boolean => value !== false && value !== 0 && !isEmpty(value);'],
  asNumber: [
    [],
    `const asNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^[+-]?\\d{1,15}(\\.\\d{1,15})?$/.test(value.trim()) ? Number(value) : null;
};`,
  ],
  numbers: [
    ['asNumber'],
    `const numbers = (...values: unknown[]): number[] =>
  values.flatMap((value) => (Array.isArray(value) ? numbers(...value) : [asNumber(value)])).filter((each) => each !== null);`,
  ],
  roundFinite: [
    [],
    'const roundFinite = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null);',
  ],
  fold: [
    ['asNumber', 'roundFinite'],
    `const fold = (step: (left: number, right: number) => number, ...values: unknown[]): number | null => {
  const all = values.map(asNumber);
  return all.some((each) => each === null) ? null : roundFinite((all as number[]).reduce(step));
};`,
  ],
  isEqual: [
    ['asNumber', 'isEmpty'],
    `const isEqual = (left: unknown, right: unknown): boolean => {
  if (JSON.stringify(left) === JSON.stringify(right) || (isEmpty(left) && isEmpty(right))) return true;
  return typeof left !== typeof right && asNumber(left) !== null && asNumber(left) === asNumber(right);
};`,
  ],
  compare: [
    ['asNumber'],
    `const compare = (left: unknown, right: unknown): number => {
  const [one, other] = [asNumber(left), asNumber(right)];
  if (one !== null && other !== null) return one - other;
  if (typeof left !== 'string' || typeof right !== 'string' || left === '' || right === '') return Number.NaN;
  return left < right ? -1 : left > right ? 1 : 0;
};`,
  ],
  asText: [
    [],
    `const asText = (value: unknown): string =>
  value === undefined || value === null
    ? ''
    : Array.isArray(value)
      ? value.map(asText).join('、')
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);`,
  ],
  isIn: [
    ['isEqual'],
    `const isIn = (value: unknown, list: unknown): boolean => Array.isArray(list) && list.some((each) => isEqual(each, value));`,
  ],
  contains: [
    ['isEqual', 'isEmpty', 'asText'],
    `const contains = (whole: unknown, part: unknown): boolean =>
  Array.isArray(whole) ? whole.some((each) => isEqual(each, part)) : !isEmpty(part) && asText(whole).includes(asText(part));`,
  ],
  startsWith: [
    ['isEmpty', 'asText'],
    'const startsWith = (whole: unknown, part: unknown): boolean => !isEmpty(part) && asText(whole).startsWith(asText(part));',
  ],
  endsWith: [
    ['isEmpty', 'asText'],
    'const endsWith = (whole: unknown, part: unknown): boolean => !isEmpty(part) && asText(whole).endsWith(asText(part));',
  ],
  count: [['asText'], 'const count = (value: unknown): number => (Array.isArray(value) ? value.length : [...asText(value)].length);'],
  concat: [['asText'], "const concat = (...values: unknown[]): string => values.map(asText).join('').slice(0, 10_000);"],
  at: [
    [],
    `const at = (values: unknown, name: string): unknown => {
  const [head, column] = name.split('.');
  const value = (values as Record<string, unknown> | undefined)?.[head ?? ''];
  if (column === undefined) return value;
  return Array.isArray(value) ? value.map((row) => (row as Record<string, unknown> | undefined)?.[column]) : null;
};`,
  ],
  days: [
    ['asText'],
    `const dateOf = (value: unknown): number => {
  const [, day = ''] = /^(\\d{4}-\\d{2}-\\d{2})(?: (?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d)?$/.exec(asText(value)) ?? [];
  const date = new Date(\`\${day}T00:00:00Z\`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day) ? date.getTime() : Number.NaN;
};
const days = (from: unknown, to: unknown): number | null => {
  const time = dateOf(to) - dateOf(from);
  return Number.isNaN(time) ? null : Math.round(time / 86_400_000);
};`,
  ],
  rounded: [
    ['asNumber', 'roundFinite'],
    `const rounded = (value: unknown, places: unknown): number | null => {
  const [number, digits] = [asNumber(value), asNumber(places)];
  if (number === null || digits === null) return null;
  const fraction = Math.min(9, Math.max(0, Math.trunc(digits)));
  const shifted = Number(\`\${Math.abs(number)}e\${fraction}\`);
  return roundFinite(Math.sign(number) * (Number.isFinite(shifted) ? Number(\`\${Math.round(shifted)}e-\${fraction}\`) : Math.abs(number)));
};`,
  ],
};

type Write = (args: string[]) => string;
const call = (helper: string): [needs: string[], write: Write] => [[helper], (args) => `${helper}(${args.join(', ')})`];
const foldWith =
  (step: string): Write =>
  (args) =>
    `fold((left, right) => left ${step} right, ${args.join(', ')})`;
const compareWith =
  (sign: string): Write =>
  ([left, right]) =>
    `compare(${left}, ${right}) ${sign} 0`;

const writers: Record<Operator, [needs: string[], write: Write]> = {
  and: [['isTruthy'], (args) => args.map((each) => `isTruthy(${each})`).join(' && ')],
  or: [['isTruthy'], (args) => args.map((each) => `isTruthy(${each})`).join(' || ')],
  not: [['isTruthy'], ([value]) => `!isTruthy(${value})`],
  if: [['isTruthy'], ([when, yes, no = 'null']) => `isTruthy(${when}) ? ${yes} : ${no}`],
  eq: call('isEqual'),
  ne: [['isEqual'], ([left, right]) => `!isEqual(${left}, ${right})`],
  gt: [['compare'], compareWith('>')],
  ge: [['compare'], compareWith('>=')],
  lt: [['compare'], compareWith('<')],
  le: [['compare'], compareWith('<=')],
  in: call('isIn'),
  contains: call('contains'),
  startsWith: call('startsWith'),
  endsWith: call('endsWith'),
  empty: call('isEmpty'),
  filled: [['isEmpty'], ([value]) => `!isEmpty(${value})`],
  add: [['fold'], foldWith('+')],
  sub: [['fold'], foldWith('-')],
  mul: [['fold'], foldWith('*')],
  div: [['fold'], foldWith('/')],
  mod: [['fold'], foldWith('%')],
  round: [['rounded'], ([value, places = '0']) => `rounded(${value}, ${places})`],
  min: [['numbers', 'roundFinite'], (args) => `roundFinite(Math.min(...numbers(${args.join(', ')})))`],
  max: [['numbers', 'roundFinite'], (args) => `roundFinite(Math.max(...numbers(${args.join(', ')})))`],
  sum: [['numbers', 'roundFinite'], (args) => `roundFinite(numbers(${args.join(', ')}).reduce((total, each) => total + each, 0))`],
  count: call('count'),
  concat: call('concat'),
  coalesce: [['isEmpty'], (args) => `[${args.join(', ')}].find((each) => !isEmpty(each)) ?? null`],
  days: call('days'),
};

export class RuleWriter {
  readonly #usedHelpers = new Set<string>();

  /** As an expression over `values`. */
  write(expr: Expr): string {
    if ('const' in expr) return this.#constant(expr.const);
    if ('field' in expr) {
      this.#use('at');
      return `at(values, ${writeLiteral(expr.field)})`;
    }
    const [needs, write] = writers[expr.op];
    for (const name of needs) this.#use(name);
    return `(${write(expr.args.map((each) => this.write(each)))})`;
  }

  condition(expr: Expr): string {
    this.#use('isTruthy');
    return `isTruthy(${this.write(expr)})`;
  }

  /** In dependency order. */
  helpers(): string[] {
    return Object.keys(helpers).flatMap((name) => (this.#usedHelpers.has(name) ? [helpers[name]![1]] : []));
  }

  #use(name: string) {
    if (this.#usedHelpers.has(name)) return;
    this.#usedHelpers.add(name);
    for (const each of helpers[name]![0]) this.#use(each);
  }

  /** `unknown` prevents compiler errors for comparisons of constants. */
  #constant(value: Json) {
    return `(${writeLiteral(value)} as unknown)`;
  }
}
