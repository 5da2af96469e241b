import type { GenColumn, GenTable, GenTableWhole, genTables, QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import type { CatalogUse } from './generator-catalog.queries.ts';
import { type ColumnFacts, type NewGenColumn, ruoyiFlagsOf } from './generator-infer-column.ts';

/** Default parent menu: the directory of the module if there is one, else the tools menu as in RuoYi. */
const parentMenu = sql<number>`coalesce((gen_table.options->>'parentMenuId')::bigint, (select menu_id from menu
  where menu_type = 'M' and parent_id = 0 and path = gen_table.module_name order by menu_id limit 1), 3)`;

const option = (name: string) => sql<string | null>`gen_table.options->>${sql.lit(name)}`;

const select = (db: Db) =>
  db
    .selectFrom('genTable')
    .leftJoin('users as maker', 'maker.userId', 'genTable.createBy')
    .leftJoin('users as editor', 'editor.userId', 'genTable.updateBy')
    .select(['tableId', 'tableName', 'tableComment', 'className', 'tplCategory', 'tplWebType', 'packageName', 'moduleName', 'businessName'])
    .select(['functionName', 'englishName', 'functionAuthor', 'formColNum', 'genType', 'genPath', 'subTableName', 'subTableFkName'])
    .select(['genTime', 'genTable.remark', 'genTable.version', 'genTable.createTime', 'genTable.updateTime'])
    .select(['maker.userName as createBy', 'editor.userName as updateBy'])
    .select([option('treeCode').as('treeCode'), option('treeParentCode').as('treeParentCode'), option('treeName').as('treeName')])
    .select([
      sql<string>`gen_table.options::text`.as('options'),
      sql<'0' | '1'>`coalesce(gen_table.options->>'genView', '0')`.as('genView'),
      parentMenu.as('parentMenuId'),
      sql<string | null>`(select menu_name from menu where menu_id = ${parentMenu})`.as('parentMenuName'),
      sql<boolean>`tpl_category = 'crud'`.as('crud'),
      sql<boolean>`tpl_category = 'tree'`.as('tree'),
      sql<boolean>`tpl_category = 'sub'`.as('sub'),
    ])
    // check constraints guarantee the values
    .$castTo<GenTable>();

export function list(db: Db, { tableName, tableComment, beginTime, endTime, paging }: QueryOf<typeof genTables>) {
  let rows = select(db).where(between('genTable.createTime', beginTime, endTime));
  if (tableName) rows = rows.where(contains('tableName', tableName));
  if (tableComment) rows = rows.where(contains('tableComment', tableComment));
  return page(rows, 'tableId', paging);
}

export const find = (db: Db, id: number) => select(db).where('tableId', '=', id).executeTakeFirst();

export const findNamed = (db: Db, names: readonly string[]) =>
  select(db)
    .where('tableName', 'in', [...names])
    .orderBy('tableName')
    .execute();

/** Maximum candidates for a sub-table. */
const MAX_TABLES = 500;

/** Imported tables by name, at most `MAX_TABLES`. */
export const all = (db: Db) => select(db).orderBy('tableName').limit(MAX_TABLES).execute();

export type StoredColumn = GenColumn & { facts: ColumnFacts };

export async function columnsOf(db: Db, tableIds: readonly number[]): Promise<StoredColumn[]> {
  if (tableIds.length === 0) return [];
  const rows = await db
    .selectFrom('genColumn')
    .selectAll()
    .where('tableId', 'in', [...tableIds])
    .orderBy('tableId')
    .orderBy('sort')
    .orderBy('columnId')
    .execute();
  // only the service writes these values
  return (rows as unknown as StoredColumn[]).map((row) => ({ ...row, ...ruoyiFlagsOf(row) }));
}

/** Tables with columns, limited to the wire's fields. */
export async function withColumns(db: Db, tables: readonly GenTable[]): Promise<GenTableWhole[]> {
  const columns = Map.groupBy(
    await columnsOf(
      db,
      tables.map(({ tableId }) => tableId),
    ),
    ({ tableId }) => tableId,
  );
  return tables.map((table) => ({ ...table, columns: (columns.get(table.tableId) ?? []).map(({ facts: _, ...column }) => column) }));
}

/** Serializes writers until the transaction ends: they change the same files and number migrations. */
export const lockGenerator = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('suyuan/gen'))`.execute(db);

/** Locks the table until the transaction ends. */
export const lock = (db: Db, id: number) =>
  db.selectFrom('genTable').select('tableId').where('tableId', '=', id).forUpdate().executeTakeFirst();

export interface GenTableRow {
  tableName: string;
  tableComment: string;
  className: string;
  packageName: string;
  moduleName: string;
  businessName: string;
  functionName: string;
  englishName: string;
  functionAuthor: string;
  tplCategory: string;
  facts: string;
  options: string;
}

export const insert = (db: Db, row: GenTableRow & { createBy: number }) =>
  db.insertInto('genTable').values(row).returning('tableId').executeTakeFirstOrThrow();

export const update = (
  db: Db,
  id: number,
  changes: Partial<Omit<GenTableRow, 'tableName'> & { formColNum: number; genType: string; genPath: string; remark: string | null }> & {
    subTableName?: string | null;
    subTableFkName?: string | null;
  },
  userId: number,
  version?: number,
) =>
  db
    .updateTable('genTable')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('tableId', '=', id)
    .where(unchangedSince(version))
    .returning('tableId')
    .executeTakeFirst();

/** Table facts at the last import. Throws if the table does not exist. */
export const factsOf = async (db: Db, id: number): Promise<{ uses: CatalogUse[] }> =>
  (await db.selectFrom('genTable').select('facts').where('tableId', '=', id).executeTakeFirstOrThrow()).facts;

export const remove = (db: Db, ids: number[]) => db.deleteFrom('genTable').where('tableId', 'in', ids).returning('tableId').execute();

const toRow = ({ facts, ...column }: NewGenColumn) => ({ ...column, facts: JSON.stringify(facts) });

export const insertColumns = (db: Db, tableId: number, columns: readonly NewGenColumn[]) =>
  db
    .insertInto('genColumn')
    .values(columns.map((column) => ({ ...toRow(column), tableId })))
    .execute();

export const updateColumn = (db: Db, columnId: number, changes: Partial<Omit<NewGenColumn, 'facts'>> & { facts?: string }) =>
  db.updateTable('genColumn').set(changes).where('columnId', '=', columnId).execute();

export const removeColumns = (db: Db, tableId: number, names: readonly string[]) =>
  db
    .deleteFrom('genColumn')
    .where('tableId', '=', tableId)
    .where('columnName', 'in', [...names])
    .execute();

export async function outputsOf(db: Db, tableId: number): Promise<Map<string, string>> {
  const rows = await db.selectFrom('genOutput').select(['path', 'content']).where('tableId', '=', tableId).orderBy('path').execute();
  return new Map(rows.map(({ path, content }) => [path, content]));
}

/** Stores the output of a path as the base of the next merge. */
export const storeOutput = (db: Db, tableId: number, path: string, content: string) =>
  db
    .insertInto('genOutput')
    .values({ tableId, path, content })
    .onConflict((conflict) => conflict.columns(['tableId', 'path']).doUpdateSet({ content, writeTime: sql`now()` }))
    .execute();

export const recordGeneration = (db: Db, ids: readonly number[]) =>
  db
    .updateTable('genTable')
    .set({ genTime: sql`now()` })
    .where('tableId', 'in', [...ids])
    .execute();

/** Menus without buttons, at most 1,000. */
export const menus = (db: Db) =>
  db
    .selectFrom('menu')
    .select(['menuId', 'parentId', 'menuName'])
    .where('menuType', 'in', ['M', 'C'])
    .orderBy('parentId')
    .orderBy('orderNum')
    .orderBy('menuId')
    .limit(1000)
    .execute();

/** Dictionaries by key, at most 1,000. */
export const dictionaries = (db: Db) =>
  db.selectFrom('dictionary').select(['dictType', 'dictName']).orderBy('dictType').limit(1000).execute();
