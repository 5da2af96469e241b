import type { ChangesOf, GenOptions, GenTable, GenTableAnswer, genTables, QueryOf } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './generator.queries.ts';
import * as catalog from './generator-catalog.queries.ts';
import { camel, oneLine, pascal, sentenceCase } from './generator-infer-column.ts';
import { inferLabeledColumn } from './generator-names.ts';

type GenTables = typeof genTables;

/** Suggested domains; others are allowed. */
const SUGGESTED_MODULES = ['system', 'monitor', 'tool', 'digit', 'manage', 'business'];
const DEFAULT_MODULE = 'manage';

export const list = ({ db }: Context, query: QueryOf<GenTables>) => queries.list(db, query);

export const dbList = ({ db }: Context, query: Parameters<typeof catalog.tables>[1]) => catalog.tables(db, query);

/** @throws notFound */
export async function read({ db }: Context, id: number): Promise<GenTableAnswer> {
  const table = orNotFound(await queries.find(db, id));
  const tables = await queries.withColumns(db, await queries.all(db));
  const [info] = tables.some(({ tableId }) => tableId === id)
    ? tables.filter(({ tableId }) => tableId === id)
    : await queries.withColumns(db, [table]);
  return { info: orNotFound(info), rows: orNotFound(info).columns, tables };
}

/** @throws notFound */
export async function columns({ db }: Context, id: number) {
  const rows = (await queries.withColumns(db, [orNotFound(await queries.find(db, id))]))[0]?.columns ?? [];
  return { rows, total: rows.length };
}

/** Choices of the three tabs, and whether the server can write files. */
export async function options({ db, installation }: Context): Promise<GenOptions> {
  const [menus, dictionaries] = await Promise.all([queries.menus(db), queries.dictionaries(db)]);
  return { writes: installation.genRoot !== undefined, modules: SUGGESTED_MODULES, menus, dicts: dictionaries };
}

/** Imports database tables, all or none. @throws genTableUnknown, genTableUnfit, genTableTaken, genNounTaken */
export async function importTables({ db, actor }: Context, names: readonly string[]) {
  const tables = await catalog.findTables(db, names);
  const missing = names.find((name) => !tables.some(({ tableName }) => tableName === name));
  if (missing !== undefined) throw new Problem('genTableUnknown', { field: 'tables', tableName: missing });
  for (const { tableName, tableComment, unfit } of tables) {
    if (unfit) throw new Problem('genTableUnfit', { field: 'tables', tableName, unfit });
    const comment = oneLine(tableComment, 100);
    const functionName = comment.replace(/(信息表|数据表|表)$/, '').slice(0, 50) || camel(tableName);
    const noun = { moduleName: DEFAULT_MODULE, businessName: camel(tableName) };
    const columns = await catalog.columns(db, tableName);
    const tree = treeOf(tableName, columns);
    const row = {
      tableName,
      tableComment: comment || tableName,
      className: pascal(tableName),
      tplCategory: tree ? 'tree' : 'crud',
      packageName: `suyuan.${DEFAULT_MODULE}`,
      ...noun,
      functionName,
      englishName: sentenceCase(tableName),
      functionAuthor: actor.nickName,
      facts: JSON.stringify({ uses: await catalog.uses(db, tableName) }),
      options: JSON.stringify(tree ?? {}),
      createBy: actor.userId,
    };
    const { tableId } = await refuseDuplicates(row, queries.insert(db, row));
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

const refuseDuplicates = <T>({ tableName, ...noun }: { tableName: string; moduleName: string; businessName: string }, write: Promise<T>) =>
  mapConstraintErrors(
    { gen_table_table_name_key: 'genTableTaken' },
    { field: 'tables', tableName },
    mapConstraintErrors({ gen_table_module_name_business_name_key: 'genNounTaken' }, { field: 'businessName', ...noun }, write),
  );

type Changes = ChangesOf<GenTables>;

/** @throws notFound, recordStale, genNounTaken, genFieldWrong, genTreeFieldMissing, genSubTableMissing */
export async function edit({ db, actor }: Context, id: number, changes: Changes) {
  orNotFound(await queries.lock(db, id));
  const table = orNotFound(await queries.find(db, id));
  const { columns: columnChanges, params, tableName: _, tplWebType: __, version, ...rest } = changes;
  const { treeCode, treeParentCode, treeName, parentMenuId, genView, ...fields } = rest;
  const options = { treeCode, treeParentCode, treeName, parentMenuId, genView, ...dropUndefined(params ?? {}) };
  const nextOptions = { ...JSON.parse(table.options), ...dropUndefined(options) };
  const existingColumns = await queries.columnsOf(db, [id]);
  const columnsById = new Map(existingColumns.map((column) => [column.columnId, column]));
  for (const { columnId, ...column } of columnChanges ?? []) {
    const before = orNotFound(columnsById.get(columnId));
    const javaField = camel(before.columnName);
    if (column.javaField !== undefined && column.javaField !== javaField)
      throw new Problem('genFieldWrong', { field: 'javaField', columnName: before.columnName, javaField });
    const { columnComment, englishName, dictType, ...set } = dropUndefined(column);
    const texts = {
      ...(columnComment !== undefined && { columnComment: columnComment ?? before.columnName }),
      ...(englishName !== undefined && { englishName: englishName ?? sentenceCase(before.columnName) }),
      ...(dictType !== undefined && { dictType: dictType ?? '' }),
    };
    if (Object.keys({ ...set, ...texts }).length > 0) await queries.updateColumn(db, columnId, { ...set, ...texts });
  }
  await validateShape({ db }, { ...table, ...dropUndefined(fields), ...nextOptions }, existingColumns);
  const { englishName, functionAuthor, ...others } = dropUndefined(fields);
  const row = await refuseDuplicates(
    { ...table, ...others },
    queries.update(
      db,
      id,
      {
        ...others,
        ...(englishName !== undefined && { englishName: englishName ?? sentenceCase(table.tableName) }),
        ...(functionAuthor !== undefined && { functionAuthor: functionAuthor ?? '' }),
        options: JSON.stringify(nextOptions),
      },
      actor.userId,
      version,
    ),
  );
  await orStale(row, () => queries.find(db, id));
}

/** Drops undefined fields, so that they stay unchanged. */
const dropUndefined = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> };

/** A tree needs three columns, a record with lines the sub-table. */
async function validateShape({ db }: Pick<Context, 'db'>, table: GenTable, existingColumns: readonly { columnName: string }[]) {
  const has = (name: string | null) => existingColumns.some(({ columnName }) => columnName === name);
  if (table.tplCategory === 'tree')
    for (const field of ['treeCode', 'treeParentCode', 'treeName'] as const)
      if (!has(table[field])) throw new Problem('genTreeFieldMissing', { field, title: `tool.gen.${field}` });
  if (table.tplCategory !== 'sub') return;
  const [sub] = table.subTableName ? await queries.findNamed(db, [table.subTableName]) : [];
  if (!sub || sub.tableId === table.tableId)
    throw new Problem('genSubTableMissing', { field: 'subTableName', title: 'tool.gen.subTableName' });
  const isLinked = (await queries.columnsOf(db, [sub.tableId])).some(({ columnName }) => columnName === table.subTableFkName);
  if (!isLinked) throw new Problem('genSubTableMissing', { field: 'subTableFkName', title: 'tool.gen.subTableFkName' });
}

/** Database tables stay. @throws notFound */
export async function remove({ db }: Context, ids: number[]) {
  const removed = await queries.remove(db, ids);
  if (removed.length < ids.length) throw new Problem('notFound');
}
