import type { GenDifference } from '@suyuan/contract';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import type { NewGenColumn } from './generator-infer-column.ts';
import { inferLabeledColumn } from './generator-names.ts';

const describeColumn = (column: NewGenColumn) =>
  [column.columnType, column.facts.notNull && 'not null', column.isPk === '1' && 'primary key', column.facts.unique && 'unique']
    .filter(Boolean)
    .join(' ');

/** Differences between the database table and the imported one. @throws notFound, genTableUnknown */
export async function differences({ db }: Context, id: number): Promise<GenDifference[]> {
  const { tableName } = orNotFound(await queries.find(db, id));
  const current = (await catalog.columns(db, tableName)).map(inferLabeledColumn);
  if (current.length === 0) throw new Problem('genTableUnknown', { field: 'tableName', tableName });
  const before = await queries.columnsOf(db, [id]);
  const importedByName = new Map(before.map((column) => [column.columnName, column]));
  const currentNames = new Set(current.map(({ columnName }) => columnName));
  return [
    ...current.flatMap((column): GenDifference[] => {
      const { columnName } = column;
      const old = importedByName.get(columnName);
      if (!old) return [{ columnName, kind: 'added', now: describeColumn(column), before: null }];
      if (isSameColumn(column, old)) return [];
      return [{ columnName, kind: 'changed', now: describeColumn(column), before: describeColumn(old) }];
    }),
    ...before
      .filter(({ columnName }) => !currentNames.has(columnName))
      .map((column): GenDifference => ({ columnName: column.columnName, kind: 'removed', now: null, before: describeColumn(column) })),
  ];
}

/** `facts` are compared by value, because jsonb reorders keys. */
const isSameColumn = (current: NewGenColumn, old: NewGenColumn) =>
  current.columnType === old.columnType &&
  current.isPk === old.isPk &&
  current.isIncrement === old.isIncrement &&
  current.facts.notNull === old.facts.notNull &&
  current.facts.default === old.facts.default &&
  current.facts.unique === old.facts.unique &&
  current.facts.ref?.constraint === old.facts.ref?.constraint &&
  current.facts.values.join() === old.facts.values.join();

/** Applies the differences of the columns `names`. User settings of existing columns stay. @throws notFound, recordStale */
export async function sync(ctx: Context, id: number, { columns: names, version }: { columns: string[]; version?: number | undefined }) {
  const { db, actor } = ctx;
  orNotFound(await queries.lock(db, id));
  const { tableName } = orNotFound(await queries.find(db, id));
  const selectedDifferences = (await differences(ctx, id)).filter(({ columnName }) => names.includes(columnName));
  const current = new Map((await catalog.columns(db, tableName)).map(inferLabeledColumn).map((column) => [column.columnName, column]));
  const before = new Map((await queries.columnsOf(db, [id])).map((column) => [column.columnName, column]));
  for (const { columnName, kind } of selectedDifferences) {
    const [column, old] = [current.get(columnName), before.get(columnName)];
    if (kind === 'removed') await queries.removeColumns(db, id, [columnName]);
    else if (column && !old) await queries.insertColumns(db, id, [column]);
    else if (column && old) await queries.updateColumn(db, old.columnId, factChanges(column, old));
  }
  const facts = JSON.stringify({ uses: await catalog.uses(db, tableName) });
  const row = await queries.update(db, id, { facts }, actor.userId, version);
  await orStale(row, () => queries.find(db, id));
}

/** Updates database facts. If the type changed, the control is reset to its default. */
function factChanges(column: NewGenColumn, old: NewGenColumn) {
  const { columnType, javaType, isPk, isIncrement, facts, htmlType, maxLength, isRequired } = column;
  const isTypeChanged = javaType !== old.javaType;
  return {
    columnType,
    isPk,
    isIncrement,
    facts: JSON.stringify(facts),
    ...(isTypeChanged && { javaType, htmlType, maxLength }),
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
