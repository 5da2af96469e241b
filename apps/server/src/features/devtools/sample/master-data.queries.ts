import type { CategoryKind } from '@suyuan/contract';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { untyped } from '../../../platform/db/record-table.ts';

type SampleTable = 'supplier' | 'codeRule' | 'product' | 'dealer' | 'category' | 'form';

/** Returns the value of `key`. */
export async function insert<Table extends SampleTable>(
  db: Db,
  table: Table,
  key: keyof Database[Table] & string,
  row: Insertable<Database[Table]>,
): Promise<number> {
  const rows = untyped(db)
    .insertInto(table as string)
    .values({ ...row, sample: true });
  return (await rows.returning(key as string).executeTakeFirstOrThrow())[key] as number;
}

/** Reuses a record of an earlier sample, which `identity` identifies. */
export function takeUp<Table extends SampleTable>(db: Db, table: Table, identity: Partial<Selectable<Database[Table]>>) {
  let rows = untyped(db)
    .updateTable(table as string)
    .set({ sample: true });
  for (const [column, value] of Object.entries(identity)) rows = rows.where(column, '=', value);
  return rows.returningAll().executeTakeFirst() as Promise<Selectable<Database[Table]> | undefined>;
}

export const completeSupplier = (db: Db, supplierId: number, facts: Updateable<Database['supplier']>) =>
  db.updateTable('supplier').set(facts).where('supplierId', '=', supplierId).execute();

export const insertPapers = (db: Db, rows: Insertable<Database['supplierPaper']>[]) =>
  db
    .insertInto('supplierPaper')
    .values(rows.map((row) => ({ ...row, sample: true })))
    .execute();

export const insertSupplierEvent = (db: Db, supplierId: number, action: string, userId: number, eventTime: string) =>
  db.insertInto('supplierEvent').values({ supplierId, action, userId, eventTime }).execute();

export async function insertAuthority(db: Db, channelBusinessId: number, regions: string[], productIds: number[]) {
  await db
    .insertInto('dealerRegion')
    .values(regions.map((regionCode) => ({ channelBusinessId, regionCode })))
    .execute();
  if (productIds.length > 0)
    await db
      .insertInto('dealerProduct')
      .values(productIds.map((categoryId) => ({ channelBusinessId, categoryId })))
      .execute();
}

export const insertDealerEvent = (
  db: Db,
  channelBusinessId: number,
  action: string,
  userId: number | null,
  eventTime: string,
  reason: string | null,
) => db.insertInto('dealerEvent').values({ channelBusinessId, action, userId, eventTime, reason }).execute();

/** Assigns sample records to a category: products and suppliers by code, dealers by level, steps by business step. */
export async function fileUnder(db: Db, kind: CategoryKind, catalogueId: number, holds: string[]) {
  const of = {
    category: sql`product set catalogue_id = ${catalogueId} where sample and category_code = any(${holds})`,
    supplier: sql`supplier set catalogue_id = ${catalogueId} where sample and supplier_code = any(${holds})`,
    channelBusiness: sql`dealer set catalogue_id = ${catalogueId} where sample and cardinality(ancestors)::text = any(${holds})`,
    traceability: sql`trace_step t set catalogue_id = ${catalogueId} from trace_template m
      where m.template_id = t.template_id and m.sample and t.biz_step = any(${holds})`,
  }[kind];
  await sql`update ${of}`.execute(db);
}

export const listProducts = (db: Db) =>
  db
    .selectFrom('product')
    .select(['categoryId', 'categoryCode', 'categoryName', 'brand'])
    .where('sample', '=', true)
    .orderBy('categoryId')
    .execute();

export const completeProduct = (db: Db, categoryId: number, facts: Updateable<Database['product']>) =>
  db.updateTable('product').set(facts).where('categoryId', '=', categoryId).execute();
