import type { CategoryKind } from '@suyuan/contract';
import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';

type SupplierRow = Insertable<Database['supplier']>;

export const insertSupplier = async (db: Db, row: SupplierRow) =>
  (
    await db
      .insertInto('supplier')
      .values({ ...row, state: 'approved', sample: true })
      .returning('supplierId')
      .executeTakeFirstOrThrow()
  ).supplierId;

/** Reuses a supplier of an earlier sample, identified by code and fictitious GLN. */
export const takeUpSupplier = async (db: Db, supplierCode: string, gln: string) =>
  (
    await db
      .updateTable('supplier')
      .set({ sample: true })
      .where('supplierCode', '=', supplierCode)
      .where('gln', '=', gln)
      .returning('supplierId')
      .executeTakeFirst()
  )?.supplierId;

type RuleRow = Insertable<Database['codeRule']> & { form: string };

export const insertRule = (db: Db, row: RuleRow) =>
  db
    .insertInto('codeRule')
    .values({ ...row, sample: true })
    .returning(['codeRuleId', 'spaceId'])
    .executeTakeFirstOrThrow();

/** Reuses a rule, identified by name and code shape. */
export const takeUpRule = (db: Db, { ruleName, form, spaceId }: RuleRow) =>
  db
    .updateTable('codeRule')
    .set({ sample: true })
    .where('ruleName', '=', ruleName)
    .where('form', '=', form)
    .where('spaceId', '=', spaceId)
    .returning(['codeRuleId', 'spaceId'])
    .executeTakeFirst();

type ProductRow = Insertable<Database['product']>;

export const insertProduct = async (db: Db, row: ProductRow) =>
  (
    await db
      .insertInto('product')
      .values({ ...row, sample: true })
      .returning('categoryId')
      .executeTakeFirstOrThrow()
  ).categoryId;

/** Reuses a product, identified by code and GTIN. */
export const takeUpProduct = async (db: Db, categoryCode: string, gtin: string) =>
  (
    await db
      .updateTable('product')
      .set({ sample: true })
      .where('categoryCode', '=', categoryCode)
      .where('gtin', '=', gtin)
      .returning('categoryId')
      .executeTakeFirst()
  )?.categoryId;

export const completeSupplier = (db: Db, supplierId: number, facts: Updateable<Database['supplier']>) =>
  db.updateTable('supplier').set(facts).where('supplierId', '=', supplierId).execute();

export const insertPapers = (db: Db, rows: Insertable<Database['supplierPaper']>[]) =>
  db
    .insertInto('supplierPaper')
    .values(rows.map((row) => ({ ...row, sample: true })))
    .execute();

export const insertSupplierEvent = (db: Db, supplierId: number, action: string, userId: number, eventTime: string) =>
  db.insertInto('supplierEvent').values({ supplierId, action, userId, eventTime }).execute();

export const insertDealer = async (db: Db, row: Insertable<Database['dealer']>) =>
  (
    await db
      .insertInto('dealer')
      .values({ ...row, sample: true })
      .returning('channelBusinessId')
      .executeTakeFirstOrThrow()
  ).channelBusinessId;

/** Reuses a dealer of an earlier sample, identified by code and fictitious number. */
export const takeUpDealer = (db: Db, code: string, uscc: string) =>
  db
    .updateTable('dealer')
    .set({ sample: true })
    .where('channelBusinessCode', '=', code)
    .where('uscc', '=', uscc)
    .returning(['channelBusinessId', 'ancestors'])
    .executeTakeFirst();

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

export async function insertCategory(db: Db, row: Insertable<Database['category']>): Promise<number> {
  const { catalogueId } = await db
    .insertInto('category')
    .values({ ...row, sample: true })
    .returning('catalogueId')
    .executeTakeFirstOrThrow();
  return catalogueId;
}

/** Reuses a category of an earlier sample, identified by code and name. */
export const takeUpCategory = (db: Db, kind: CategoryKind, code: string, name: string) =>
  db
    .updateTable('category')
    .set({ sample: true })
    .where('kind', '=', kind)
    .where('catalogueCode', '=', code)
    .where('catalogueName', '=', name)
    .returning(['catalogueId', 'ancestors'])
    .executeTakeFirst();

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
