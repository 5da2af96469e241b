import type { Json } from '../json.ts';
import type { Expr, Operator } from '../rules/expr.ts';
import { writeLiteral } from '../text/write.ts';

/** Rules as TypeScript for exported forms. Includes only the helpers in use. */

const helpers: Record<string, [needs: string[], source: string]> = {
  isEmpty: [
    [],
    `const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.every(isEmpty));`,
  ],
  truth: [['isEmpty'], 'const truth = (value: unknown): boolean => value !== false && value !== 0 && !isEmpty(value);'],
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
  calm: [[], 'const calm = (value: number): number | null => (Number.isFinite(value) ? Number(value.toPrecision(15)) : null);'],
  fold: [
    ['asNumber', 'calm'],
    `const fold = (step: (left: number, right: number) => number, ...values: unknown[]): number | null => {
  const all = values.map(asNumber);
  return all.some((each) => each === null) ? null : calm((all as number[]).reduce(step));
};`,
  ],
  same: [
    ['asNumber', 'isEmpty'],
    `const same = (left: unknown, right: unknown): boolean => {
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
  value === undefined || value === null ? '' : Array.isArray(value) ? value.map(asText).join('、') : String(value);`,
  ],
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
    [],
    `const days = (from: unknown, to: unknown): number | null => {
  const [one, other] = [from, to].map((each) => Date.parse(\`\${String(each).slice(0, 10)}T00:00:00Z\`));
  return Number.isNaN(one) || Number.isNaN(other) ? null : Math.round((other! - one!) / 86_400_000);
};`,
  ],
  rounded: [
    ['asNumber', 'calm'],
    `const rounded = (value: unknown, places: unknown): number | null => {
  const [number, digits] = [asNumber(value), asNumber(places) ?? 0];
  if (number === null) return null;
  return calm(Math.sign(number) * Number(\`\${Math.round(Number(\`\${Math.abs(number)}e\${digits}\`))}e-\${digits}\`));
};`,
  ],
};

type Write = (args: string[]) => string;
const foldWith =
  (step: string): Write =>
  (args) =>
    `fold((left, right) => left ${step} right, ${args.join(', ')})`;
const compareWith =
  (sign: string): Write =>
  ([left, right]) =>
    `compare(${left}, ${right}) ${sign} 0`;

const writers: Record<Operator, [needs: string[], write: Write]> = {
  and: [['truth'], (args) => args.map((each) => `truth(${each})`).join(' && ')],
  or: [['truth'], (args) => args.map((each) => `truth(${each})`).join(' || ')],
  not: [['truth'], ([value]) => `!truth(${value})`],
  if: [['truth'], ([when, yes, no = 'null']) => `truth(${when}) ? ${yes} : ${no}`],
  eq: [['same'], ([left, right]) => `same(${left}, ${right})`],
  ne: [['same'], ([left, right]) => `!same(${left}, ${right})`],
  gt: [['compare'], compareWith('>')],
  ge: [['compare'], compareWith('>=')],
  lt: [['compare'], compareWith('<')],
  le: [['compare'], compareWith('<=')],
  in: [['same'], ([value, list]) => `[${list}].flat().some((each) => same(each, ${value}))`],
  contains: [
    ['same', 'asText'],
    ([whole, part]) => `[${whole}].flat().some((each) => same(each, ${part})) || asText(${whole}).includes(asText(${part}))`,
  ],
  startsWith: [['asText'], ([whole, part]) => `asText(${whole}).startsWith(asText(${part}))`],
  endsWith: [['asText'], ([whole, part]) => `asText(${whole}).endsWith(asText(${part}))`],
  empty: [['isEmpty'], ([value]) => `isEmpty(${value})`],
  filled: [['isEmpty'], ([value]) => `!isEmpty(${value})`],
  add: [['fold'], foldWith('+')],
  sub: [['fold'], foldWith('-')],
  mul: [['fold'], foldWith('*')],
  div: [['fold'], foldWith('/')],
  mod: [['fold'], foldWith('%')],
  round: [['rounded'], ([value, places = '0']) => `rounded(${value}, ${places})`],
  min: [['numbers', 'calm'], (args) => `calm(Math.min(...numbers(${args.join(', ')})))`],
  max: [['numbers', 'calm'], (args) => `calm(Math.max(...numbers(${args.join(', ')})))`],
  sum: [['numbers', 'calm'], (args) => `calm(numbers(${args.join(', ')}).reduce((total, each) => total + each, 0))`],
  count: [['asText'], ([value]) => `((list: unknown) => (Array.isArray(list) ? list.length : asText(list).length))(${value})`],
  concat: [['asText'], (args) => args.map((each) => `asText(${each})`).join(' + ')],
  coalesce: [['isEmpty'], (args) => `[${args.join(', ')}].find((each) => !isEmpty(each)) ?? null`],
  days: [['days'], ([from, to]) => `days(${from}, ${to})`],
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
    this.#use('truth');
    return `truth(${this.write(expr)})`;
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
