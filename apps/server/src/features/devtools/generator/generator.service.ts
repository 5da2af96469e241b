import type { ChangesOf, GenDifference, GenOptions, GenTable, GenTableAnswer, GenTableWhole, genTables } from '@suyuan/contract';
import { type GenNewTable, genOwnColumns } from '@suyuan/contract';
import { onOwner, ownerUrlOf } from '../../../platform/db/connect.ts';
import { mapConstraintErrors, mapPrivilegeError } from '../../../platform/db/database-errors.ts';
import { baselineTables } from '../../../platform/db/migrations/0001-baseline.ts';
import { lockVersion, orStale } from '../../../platform/db/revision.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { Context } from '../../../platform/http/context.ts';
import { mapEachError, recordService } from '../../../platform/http/record-service.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import type { NewGenColumn } from './generator-infer-column.ts';
import { camel, oneLine, pascal, sentenceCase } from './generator-infer-column.ts';
import { pluralOf, settingProblem } from './generator-model.ts';
import { allNamed, inferLabeledColumn, isRegenerable, isReserved } from './generator-names.ts';

const describeColumn = (column: NewGenColumn) =>
  [column.columnType, column.facts.notNull && 'not null', column.isPk === '1' && 'primary key', column.facts.unique && 'unique']
    .filter(Boolean)
    .join(' ');

/** Columns that differ between the database table and the imported one, removed ones last. @throws notFound, genTableUnknown */
async function changedColumns(ctx: Context, id: number) {
  const { tableName } = orNotFound(await queries.tables.find(ctx, id));
  const now = byName((await catalog.columns(ctx.db, tableName)).map(inferLabeledColumn));
  if (now.size === 0) throw new Problem('genTableUnknown', { field: 'tableName', tableName });
  const before = byName(await queries.columnsOf(ctx.db, [id]));
  const columns = [...new Set([...now.keys(), ...before.keys()])]
    .map((columnName) => ({ columnName, column: now.get(columnName), old: before.get(columnName) }))
    .filter(({ column, old }) => !column || !old || databaseFacts(column) !== databaseFacts(old));
  return { tableName, columns };
}

const byName = <Column extends NewGenColumn>(columns: readonly Column[]) => new Map(columns.map((column) => [column.columnName, column]));

/** By value, because jsonb reorders keys. */
const databaseFacts = ({ columnType, isPk, isIncrement, facts }: NewGenColumn) =>
  JSON.stringify([columnType, isPk, isIncrement, facts.notNull, facts.default, facts.unique, facts.ref?.constraint, facts.values]);

/** @throws notFound, genTableUnknown */
export async function differences(ctx: Context, id: number): Promise<GenDifference[]> {
  const { columns } = await changedColumns(ctx, id);
  return columns.map(({ columnName, column, old }) => ({
    columnName,
    kind: !old ? 'added' : column ? 'changed' : 'removed',
    now: column ? describeColumn(column) : null,
    before: old ? describeColumn(old) : null,
  }));
}

/**
 * Applies the differences of the columns `names`, or all. User settings of existing columns stay.
 * @throws notFound, genTableUnknown, recordStale
 */
export async function sync(ctx: Context, id: number, { columns: names, version }: { columns?: string[]; version?: number | undefined }) {
  const { db } = ctx;
  orNotFound(await lockVersion(db, 'genTable', 'tableId', id));
  const { tableName, columns } = await changedColumns(ctx, id);
  for (const { columnName, column, old } of columns) {
    if (names && !names.includes(columnName)) continue;
    if (!column) await queries.removeColumn(db, id, columnName);
    else if (!old) await queries.insertColumns(db, id, [column]);
    else await queries.updateColumn(db, old.columnId, factChanges(column, old));
  }
  const facts = JSON.stringify({ uses: await catalog.uses(db, tableName) });
  await orStale(await queries.tables.update(ctx, id, { facts, version }), () => queries.tables.find(ctx, id));
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
  const tables = await queries.findNamed(ctx, [tableName]);
  for (const { tableId } of allNamed(tables, [tableName], 'tableName')) await sync(ctx, tableId, {});
}

/**
 * Creates a table and imports it into the generator.
 * @throws genColumnTwice, genNameReserved, genTableTaken, genTableUnknown, databaseRightMissing
 */
export async function create(ctx: Context, table: GenNewTable) {
  const { tableName, kind = 'plain', ofTable, columns } = table;
  const parentColumns = kind === 'lines' && ofTable ? await catalog.columns(ctx.db, ofTable) : [];
  const parentKey = parentColumns.find(({ isKey, type }) => isKey && type === 'bigint')?.columnName;
  if (kind === 'lines' && !parentKey) throw new Problem('genTableUnknown', { field: 'ofTable', tableName: ofTable ?? '' });
  const usedNames = new Set<string>([
    ...genOwnColumns,
    `${tableName}_id`,
    ...(kind === 'plain' ? [] : ['order_num', 'parent_id']),
    parentKey ?? '',
  ]);
  if (isReserved(tableName) || /^(gen|pg|kysely)_/.test(tableName))
    throw new Problem('genNameReserved', { field: 'tableName', name: tableName });
  for (const { columnName } of columns) {
    if (isReserved(columnName)) throw new Problem('genNameReserved', { field: 'columnName', name: columnName });
    if (usedNames.has(columnName)) throw new Problem('genColumnTwice', { field: 'columnName', columnName });
    usedNames.add(columnName);
  }
  const createAndImport = async (db: Context['db']) => {
    // unique indexes of the catalog detect a concurrent creation
    await mapConstraintErrors(
      { pg_class_relname_nsp_index: 'genTableTaken', pg_type_typname_nsp_index: 'genTableTaken' },
      { field: 'tableName', tableName },
      mapPrivilegeError(queries.create(db, table, parentKey)).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error && error.code === '42P07')
          throw new Problem('genTableTaken', { field: 'tableName', tableName });
        throw error;
      }),
    );
    await importTables({ ...ctx, db }, [tableName]);
  };
  // created by the migrating role, because later migrations alter the table; that transaction commits before the request's
  const { db } = ctx.installation;
  await (ownerUrlOf(db) === undefined ? createAndImport(ctx.db) : onOwner(db, (owner) => inTransaction(owner, createAndImport)));
}

/** Suggested domains; others are allowed. */
const SUGGESTED_MODULES = ['system', 'monitor', 'tool', 'digit', 'manage', 'business'];
const DEFAULT_MODULE = 'manage';

export const { table, list, remove } = recordService(queries.tables);

/** Built-in tables whose modules would be refused, or would repeat handwritten ones. They are not offered. */
const hiddenTables = baselineTables.filter((tableName) => {
  const noun = camel(tableName);
  return !isRegenerable({ domain: DEFAULT_MODULE, noun, plural: pluralOf(noun) });
});

export const dbList = ({ db }: Context, query: Parameters<typeof catalog.tables>[1]) => catalog.tables(db, query, hiddenTables);

async function tableWithColumns(ctx: Context, id: number): Promise<GenTableWhole> {
  const [table] = await queries.withColumns(ctx.db, [orNotFound(await queries.tables.find(ctx, id))]);
  return orNotFound(table);
}

/** @throws notFound */
export async function read(ctx: Context, id: number): Promise<GenTableAnswer> {
  const info = await tableWithColumns(ctx, id);
  return { info, rows: info.columns, tables: await queries.withColumns(ctx.db, await queries.all(ctx)) };
}

/** @throws notFound */
export async function columns(ctx: Context, id: number) {
  const { columns: rows } = await tableWithColumns(ctx, id);
  return { rows, total: rows.length };
}

/** Choices of the three tabs, and whether the server can write files. */
export async function options({ db, installation }: Context): Promise<GenOptions> {
  const [menus, dicts] = await Promise.all([queries.menus(db), queries.dictionaries(db)]);
  return { writes: installation.genRoot !== undefined, modules: SUGGESTED_MODULES, menus, dicts };
}

/** Imports database tables, all or none. @throws genTableUnknown, genTableUnfit, genTableTaken, genNounTaken */
export async function importTables(ctx: Context, names: readonly string[]) {
  const { db, actor } = ctx;
  for (const { tableName, tableComment, unfit } of allNamed(await catalog.findTables(db, names), names)) {
    if (unfit) throw new Problem('genTableUnfit', { field: 'tables', tableName, unfit });
    const comment = oneLine(tableComment, 100);
    const functionName = comment.replace(/(信息表|数据表|表)$/, '').slice(0, 50) || camel(tableName);
    const columns = await catalog.columns(db, tableName);
    const tree = treeOf(tableName, columns);
    const row = {
      tableName,
      tableComment: comment || tableName,
      className: pascal(tableName),
      tplCategory: tree ? 'tree' : 'crud',
      packageName: `suyuan.${DEFAULT_MODULE}`,
      moduleName: DEFAULT_MODULE,
      businessName: camel(tableName),
      functionName,
      englishName: sentenceCase(tableName),
      functionAuthor: actor.nickName,
      facts: JSON.stringify({ uses: await catalog.uses(db, tableName) }),
      options: JSON.stringify(tree ?? {}),
    };
    const tableId = await refuseDuplicates(row, queries.tables.insert(ctx, row));
    await queries.insertColumns(db, tableId, columns.map(inferLabeledColumn));
  }
}

/** Detects a tree: a `parent…` column references the same table, and a text column can name the rows. */
function treeOf(tableName: string, columns: readonly catalog.CatalogColumn[]) {
  const key = columns.find(({ isKey }) => isKey);
  const parent = columns.find(
    ({ columnName, ref }) => columnName.startsWith('parent') && ref?.table === tableName && ref.key === key?.columnName,
  );
  const texts = columns.filter(({ type, isKey, ref }) => /^(text|character varying)/.test(type) && !isKey && !ref);
  const name = texts.find(({ columnName }) => columnName.endsWith('_name')) ?? texts[0];
  return key && parent && name && { treeCode: key.columnName, treeParentCode: parent.columnName, treeName: name.columnName };
}

const refuseDuplicates = <T>(
  { tableName, moduleName, businessName }: Pick<GenTable, 'tableName' | 'moduleName' | 'businessName'>,
  write: Promise<T>,
) =>
  mapEachError(
    [
      [{ gen_table_table_name_key: 'genTableTaken' }, { field: 'tables', tableName }],
      [{ gen_table_module_name_business_name_key: 'genNounTaken' }, { field: 'businessName', moduleName, businessName }],
    ],
    write,
  );

/** @throws notFound, recordStale, genNounTaken, genFieldWrong, genTreeFieldMissing, genSubTableMissing */
export async function edit(ctx: Context, id: number, changes: ChangesOf<typeof genTables>) {
  const { db } = ctx;
  orNotFound(await lockVersion(db, 'genTable', 'tableId', id));
  const table = orNotFound(await queries.tables.find(ctx, id));
  const { columns: columnChanges, params, tableName: _, tplWebType: __, version, ...rest } = changes;
  const { treeCode, treeParentCode, treeName, parentMenuId, genView, ...others } = rest;
  const options = definedFields({ treeCode, treeParentCode, treeName, parentMenuId, genView, ...definedFields(params ?? {}) });
  const nextOptions = { ...JSON.parse(table.options), ...options };
  const existingColumns = await queries.columnsOf(db, [id]);
  for (const { columnId, ...column } of columnChanges ?? []) {
    const before = orNotFound(existingColumns.find((each) => each.columnId === columnId));
    const javaField = camel(before.columnName);
    if (column.javaField !== undefined && column.javaField !== javaField)
      throw new Problem('genFieldWrong', { field: 'javaField', columnName: before.columnName, javaField });
    const texts = { columnComment: before.columnName, englishName: sentenceCase(before.columnName), dictType: '' };
    const set = definedFields(column, texts);
    if (Object.keys(set).length > 0) await queries.updateColumn(db, columnId, set);
  }
  const fields = definedFields(others, { englishName: sentenceCase(table.tableName), functionAuthor: '' });
  await validateShape(ctx, { ...table, ...fields, ...nextOptions }, existingColumns);
  const update = queries.tables.update(ctx, id, { ...fields, options: JSON.stringify(nextOptions), version });
  await orStale(await refuseDuplicates({ ...table, ...fields }, update), () => queries.tables.find(ctx, id));
}

/** Without undefined fields, which stay unchanged. Cleared texts get their default. */
const definedFields = <T extends object, D extends { [K in keyof T]?: string } = object>(fields: T, defaults?: D) => {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(defined.map(([name, value]) => [name, value ?? defaults?.[name as keyof D] ?? null])) as {
    [K in keyof T]?: K extends keyof D ? NonNullable<T[K]> : Exclude<T[K], undefined>;
  };
};

/** A tree needs three columns, a record with lines the sub-table. */
async function validateShape(ctx: Context, table: GenTable, existingColumns: readonly { columnName: string }[]) {
  const has = (name: string | null) => existingColumns.some(({ columnName }) => columnName === name);
  if (table.tplCategory === 'tree')
    for (const field of ['treeCode', 'treeParentCode', 'treeName'] as const)
      if (!has(table[field])) throw settingProblem('genTreeFieldMissing', field);
  if (table.tplCategory !== 'sub') return;
  const [sub] = table.subTableName ? await queries.findNamed(ctx, [table.subTableName]) : [];
  if (!sub || sub.tableId === table.tableId) throw settingProblem('genSubTableMissing', 'subTableName');
  const isLinked = (await queries.columnsOf(ctx.db, [sub.tableId])).some(({ columnName }) => columnName === table.subTableFkName);
  if (!isLinked) throw settingProblem('genSubTableMissing', 'subTableFkName');
}
