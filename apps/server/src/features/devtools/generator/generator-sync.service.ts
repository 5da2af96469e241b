import type { GenDifference } from '@suyuan/contract';
import { written } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import type { NewGenColumn } from './generator-guess.ts';
import { titled } from './generator-known.ts';

const saidOf = (column: NewGenColumn) =>
  [column.columnType, column.facts.notNull && 'not null', column.isPk === '1' && 'primary key', column.facts.unique && 'unique']
    .filter(Boolean)
    .join(' ');

/** Differences between the database table and the imported one. @throws notFound, genTableUnknown */
export async function differences({ db }: Context, id: number): Promise<GenDifference[]> {
  const { tableName } = orNotFound(await queries.find(db, id));
  const now = (await catalog.columns(db, tableName)).map(titled);
  if (now.length === 0) throw new Problem('genTableUnknown', { field: 'tableName', tableName });
  const before = await queries.columnsOf(db, [id]);
  const known = new Map(before.map((column) => [column.columnName, column]));
  const there = new Set(now.map(({ columnName }) => columnName));
  return [
    ...now.flatMap((column): GenDifference[] => {
      const { columnName } = column;
      const old = known.get(columnName);
      if (!old) return [{ columnName, kind: 'added', now: saidOf(column), before: null }];
      if (same(column, old)) return [];
      return [{ columnName, kind: 'changed', now: saidOf(column), before: saidOf(old) }];
    }),
    ...before
      .filter(({ columnName }) => !there.has(columnName))
      .map((column): GenDifference => ({ columnName: column.columnName, kind: 'removed', now: null, before: saidOf(column) })),
  ];
}

/** `facts` are compared by value, because jsonb reorders keys. */
const same = (now: NewGenColumn, old: NewGenColumn) =>
  now.columnType === old.columnType &&
  now.isPk === old.isPk &&
  now.isIncrement === old.isIncrement &&
  now.facts.notNull === old.facts.notNull &&
  now.facts.default === old.facts.default &&
  now.facts.unique === old.facts.unique &&
  now.facts.ref?.constraint === old.facts.ref?.constraint &&
  now.facts.values.join() === old.facts.values.join();

/** Applies the differences of the columns `names`. User settings of existing columns stay. @throws notFound, recordStale */
export async function sync(ctx: Context, id: number, { columns: names, version }: { columns: string[]; version?: number | undefined }) {
  const { db, actor } = ctx;
  orNotFound(await queries.lock(db, id));
  const { tableName } = orNotFound(await queries.find(db, id));
  const wanted = (await differences(ctx, id)).filter(({ columnName }) => names.includes(columnName));
  const now = new Map((await catalog.columns(db, tableName)).map(titled).map((column) => [column.columnName, column]));
  const before = new Map((await queries.columnsOf(db, [id])).map((column) => [column.columnName, column]));
  for (const { columnName, kind } of wanted) {
    const [column, old] = [now.get(columnName), before.get(columnName)];
    if (kind === 'removed') await queries.removeColumns(db, id, [columnName]);
    else if (column && !old) await queries.insertColumns(db, id, [column]);
    else if (column && old) await queries.updateColumn(db, old.columnId, factsAnew(column, old));
  }
  const facts = JSON.stringify({ uses: await catalog.uses(db, tableName) });
  const row = await queries.update(db, id, { facts }, actor.userId, version);
  await written(row, () => queries.find(db, id));
}

/** Updates database facts. If the type changed, the control is reset to its default. */
function factsAnew(column: NewGenColumn, old: NewGenColumn) {
  const { columnType, javaType, isPk, isIncrement, facts, htmlType, maxLength, isRequired } = column;
  const retyped = javaType !== old.javaType;
  return {
    columnType,
    isPk,
    isIncrement,
    facts: JSON.stringify(facts),
    ...(retyped && { javaType, htmlType, maxLength }),
    ...(facts.notNull !== old.facts.notNull && { isRequired }),
  };
}

/** RuoYi's call for all differences at once. @throws genTableUnknown */
export async function syncAll(ctx: Context, tableName: string) {
  const [table] = await queries.findNamed(ctx.db, [tableName]);
  if (!table) throw new Problem('genTableUnknown', { field: 'tableName', tableName });
  const columns = (await differences(ctx, table.tableId)).map(({ columnName }) => columnName);
  await sync(ctx, table.tableId, { columns });
}
