import { type Insertable, sql, type Updateable } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/database.types.ts';

export const completeSupplier = (db: Db, supplierId: number, facts: Updateable<Database['supplier']>) =>
  db.updateTable('supplier').set(facts).where('supplierId', '=', supplierId).execute();

export const insertPapers = (db: Db, rows: Insertable<Database['supplierPaper']>[]) =>
  db
    .insertInto('supplierPaper')
    .values(rows.map((row) => ({ ...row, sample: true })))
    .execute();

export const insertSupplierEvent = (db: Db, supplierId: number, action: string, userId: number, eventTime: string) =>
  db.insertInto('supplierEvent').values({ supplierId, action, userId, eventTime }).execute();

export const insertDealer = async (db: Db, row: Insertable<Database['channelBusiness']>) =>
  (
    await db
      .insertInto('channelBusiness')
      .values({ ...row, sample: true })
      .returning('channelBusinessId')
      .executeTakeFirstOrThrow()
  ).channelBusinessId;

/** Reuses a dealer of an earlier sample, identified by code and fictitious number. */
export const takeUpDealer = (db: Db, code: string, uscc: string) =>
  db
    .updateTable('channelBusiness')
    .set({ sample: true })
    .where('channelBusinessCode', '=', code)
    .where('uscc', '=', uscc)
    .returning(['channelBusinessId', 'ancestors'])
    .executeTakeFirst();

export async function insertAuthority(db: Db, channelBusinessId: number, regions: string[], goods: number[]) {
  await db
    .insertInto('channelRegion')
    .values(regions.map((regionCode) => ({ channelBusinessId, regionCode })))
    .execute();
  if (goods.length > 0)
    await db
      .insertInto('channelCategory')
      .values(goods.map((categoryId) => ({ channelBusinessId, categoryId })))
      .execute();
}

export const insertDealerEvent = (
  db: Db,
  channelBusinessId: number,
  action: string,
  userId: number | null,
  eventTime: string,
  reason: string | null,
) => db.insertInto('channelBusinessEvent').values({ channelBusinessId, action, userId, eventTime, reason }).execute();

/** Sample dealers, children first. */
export const listDealers = (db: Db) =>
  db
    .selectFrom('channelBusiness')
    .select(['channelBusinessId', 'channelBusinessName'])
    .where('sample', '=', true)
    .orderBy(sql`cardinality(ancestors)`, 'desc')
    .orderBy('channelBusinessId')
    .execute();

export const removeDealer = (db: Db, id: number) => db.deleteFrom('channelBusiness').where('channelBusinessId', '=', id).execute();

/** Turns a referenced sample dealer into a regular record. */
export const adoptDealer = (db: Db, id: number) =>
  db.updateTable('channelBusiness').set({ sample: false }).where('channelBusinessId', '=', id).execute();
