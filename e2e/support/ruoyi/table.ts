import { type Call, type JsonBody, Refusal } from './call.ts';
import { timeText } from './clock.ts';

/** SQL filters of a list: contains, equals, and the column of `params[beginTime]`, `params[endTime]`. */
interface Filters<R> {
  like?: (keyof R & string)[];
  equal?: (keyof R & string)[];
  /** Compared by day, both ends included. */
  day?: keyof R & string;
  /** Compared as a time, so a date as the end means its first second. */
  time?: keyof R & string;
}

export function filterRows<R extends object>(rows: R[], { parameters }: Call, { like = [], equal = [], day, time }: Filters<R>): R[] {
  const [begin, end] = [parameters.text('params[beginTime]'), parameters.text('params[endTime]')];
  const textOf = (row: R, column: keyof R) => String(row[column] ?? '');
  return rows.filter((row) => {
    for (const column of like) if (!textOf(row, column).toLowerCase().includes(parameters.text(column).toLowerCase())) return false;
    for (const column of equal) if (parameters.text(column) !== '' && textOf(row, column) !== parameters.text(column)) return false;
    if (day) {
      const at = textOf(row, day).slice(0, 10);
      if ((begin && at < begin.slice(0, 10)) || (end && at > end.slice(0, 10))) return false;
    }
    if (time) {
      const at = textOf(row, time);
      if ((begin && at < begin) || (end && at > end)) return false;
    }
    return true;
  });
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function compare(one: unknown, other: unknown): number {
  if (one === other) return 0;
  if (one === null || one === undefined) return -1;
  if (other === null || other === undefined) return 1;
  return one < other ? -1 : 1;
}

/**
 * A list page with RuoYi's paging and order. A page past the end returns the last one.
 *
 * @param columns columns that the SQL knows
 * @throws Refusal with the SQL error for any other column to order by
 */
export function pageOf<R extends object>(rows: R[], { parameters }: Call, columns: readonly (keyof R & string)[]) {
  const orderBy = parameters.text('orderByColumn');
  let ordered = rows;
  if (orderBy) {
    if (!/^[\w ,.]+$/.test(orderBy)) throw new Refusal('参数不符合规范，不能进行查询');
    const column = columns.find((name) => name === orderBy || snakeCase(name) === orderBy);
    if (!column) throw unknownColumn(snakeCase(orderBy));
    const direction = parameters.text('isAsc').startsWith('desc') ? -1 : 1;
    ordered = rows.toSorted((one, other) => direction * compare(one[column], other[column]));
  }
  const size = Number(parameters.text('pageSize') || 10);
  const last = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(1, Number(parameters.text('pageNum') || 1)), last);
  return { total: rows.length, rows: ordered.slice((page - 1) * size, page * size), code: 200, msg: '查询成功' };
}

const unknownColumn = (column: string) =>
  new Refusal(
    `\n### Error querying database.  Cause: java.sql.SQLSyntaxErrorException: (conn=7) Unknown column '${column}' in 'order clause'\n` +
      '### The error may exist in file [mapper.xml]\n### The error may involve defaultParameterMap\n### The error occurred while setting parameters\n' +
      `### SQL: select * from t order by ${column} LIMIT ?\n### Cause: java.sql.SQLSyntaxErrorException: (conn=7) Unknown column '${column}' in 'order clause'`,
  );

/** Columns of a dynamic SQL update: changed unless null or '', and changed unless null. */
interface Columns<R> {
  unlessEmpty: readonly (keyof R & string)[];
  unlessNull?: readonly (keyof R & string)[];
}

const NUMERIC = /(Id|Sort|Num)$/;

export function changesOf<R extends object>(body: JsonBody, { unlessEmpty, unlessNull = [] }: Columns<R>): Partial<R> {
  const changes: Record<string, unknown> = {};
  for (const column of [...unlessEmpty, ...unlessNull]) {
    const value = NUMERIC.test(column) ? body.number(column) : body.text(column);
    const isEmpty = value === '' && (unlessEmpty as readonly string[]).includes(column);
    if (value !== null && !isEmpty) changes[column] = value;
  }
  return changes as Partial<R>;
}

/** Returns the number of changed rows: 0 or 1. */
export function updateRow<R extends { updateBy: string | null; updateTime: string | null }>(
  row: R | undefined,
  changes: Partial<R>,
  user?: string,
): number {
  if (!row) return 0;
  Object.assign(row, changes, { updateTime: timeText() }, user === undefined ? {} : { updateBy: user });
  return 1;
}

export const created = (user: string | null) => ({ createBy: user, createTime: timeText(), updateBy: '', updateTime: null, remark: null });

export function removeRows<R>(rows: R[], isRemoved: (row: R) => boolean): number {
  const remaining = rows.filter((row) => !isRemoved(row));
  const count = rows.length - remaining.length;
  rows.splice(0, rows.length, ...remaining);
  return count;
}

type Check = (value: string | null) => string | false;
export const notBlank =
  (message: string): Check =>
  (value) =>
    (value ?? '').trim() === '' && message;
export const notNull =
  (message: string): Check =>
  (value) =>
    value === null && message;
export const atMost =
  (length: number, message: string): Check =>
  (value) =>
    (value ?? '').length > length && message;
export const matching =
  (pattern: RegExp, message: string): Check =>
  (value) =>
    value !== null && !pattern.test(value) && message;
export const noTags = (message: string): Check => matching(/^(?![\s\S]*<[^>]*>)/, message);
export const email = (message: string): Check => matching(/^$|^[^@\s]+@[^@\s]+$/, message);

/** @throws Refusal with the message of the first check that fails */
export function validate(body: JsonBody, checks: Record<string, Check[]>): void {
  for (const [field, list] of Object.entries(checks))
    for (const check of list) {
      const message = check(body.text(field));
      if (message) throw new Refusal(message);
    }
}
