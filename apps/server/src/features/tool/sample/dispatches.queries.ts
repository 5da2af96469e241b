import type { DispatchKind, DispatchState } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** Dealers of the sample that are at work, the top ones first. */
export const listDealers = (db: Db) =>
  db
    .selectFrom('channelBusiness')
    .select(['channelBusinessId', 'parentId'])
    .where('sample', '=', true)
    .where('state', '=', 'active')
    .orderBy(sql`cardinality(ancestors)`)
    .orderBy('channelBusinessId')
    .execute();

/** Batches of the sample whose codes are all activated: they can go out whole. */
export const listShippable = (db: Db) =>
  db
    .selectFrom('batch')
    .select(['batchId', 'quantity'])
    .where('sample', '=', true)
    .where('state', 'in', ['active', 'closed'])
    .where(
      sql<boolean>`not exists (select from code_segment s where s.batch_id = batch.batch_id
        and (s.status in ('frozen', 'recalled', 'void') or (s.level = 0 and s.status <> 'activated')))`,
    )
    .orderBy('batchId')
    .execute();

interface SampleDispatch {
  kind: DispatchKind;
  fromId: number | null;
  toId: number | null;
  state: DispatchState;
  carrier: string;
  trackingNo: string;
  shipTime: string | null;
  receiveTime: string | null;
  createTime: string;
  createBy: number;
  deptId: number | null;
}

/** A document with one run of units on it. */
export async function insert(db: Db, { createBy, ...row }: SampleDispatch, run: { batchId: number; from: number; count: number }) {
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
