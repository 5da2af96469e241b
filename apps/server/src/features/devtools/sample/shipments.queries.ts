import type { ShipmentKind, ShipmentState } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Active sample dealers with the products that they may sell (none: all), top level first. */
export const listDealers = (db: Db) =>
  db
    .selectFrom('channelBusiness')
    .select(['channelBusinessId', 'parentId'])
    .select(
      sql<
        number[]
      >`array(select c.category_id::int from channel_category c where c.channel_business_id = channel_business.channel_business_id)`.as(
        'categoryIds',
      ),
    )
    .where('sample', '=', true)
    .where('state', '=', 'active')
    .orderBy(sql`cardinality(ancestors)`)
    .orderBy('channelBusinessId')
    .execute();

export const findBatch = (db: Db, batchId: number) =>
  db.selectFrom('batch').select(['categoryId', 'state']).where('batchId', '=', batchId).executeTakeFirstOrThrow();

/** Number of activated units from the first ordinal. */
export async function countActivated(db: Db, batchId: number): Promise<number> {
  const first = await db
    .selectFrom('codeSegment')
    .select('count')
    .where('batchId', '=', batchId)
    .where('level', '=', 0)
    .where('ordinalFrom', '=', 0)
    .where('status', '=', 'activated')
    .executeTakeFirst();
  return first?.count ?? 0;
}

interface SampleShipment {
  kind: ShipmentKind;
  fromId: number | null;
  toId: number | null;
  state: ShipmentState;
  carrier: string;
  trackingNo: string;
  shipTime: string | null;
  receiveTime: string | null;
  createTime: string;
  createBy: number;
  deptId: number | null;
}

export async function insert(db: Db, { createBy, ...row }: SampleShipment, run: { batchId: number; from: number; count: number }) {
  const by = { createBy, shipBy: row.shipTime === null ? null : createBy, receiveBy: row.receiveTime === null ? null : createBy };
  const values = { ...row, ...by, sample: true };
  const { dispatchId } = await db.insertInto('dispatch').values(values).returning('dispatchId').executeTakeFirstOrThrow();
  const { batchId, from: ordinalFrom, count } = run;
  const { lineId } = await db
    .insertInto('dispatchLine')
    .values({ dispatchId, batchId, level: 0 })
    .returning('lineId')
    .executeTakeFirstOrThrow();
  await db.insertInto('dispatchRun').values({ lineId, dispatchId, batchId, level: 0, ordinalFrom, count }).execute();
}
