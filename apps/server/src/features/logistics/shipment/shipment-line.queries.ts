import type { BatchState, ShipmentLine } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Ordinals from 0. */
export interface Run {
  batchId: number;
  level: number;
  from: number;
  count: number;
}

/** One line per batch and level. An exclusion constraint prevents duplicate codes in a shipment. */
export const insert = (db: Db, dispatchId: number, runs: readonly Run[]) =>
  sql`
    with run as (
      select * from unnest(${runs.map(({ batchId }) => batchId)}::bigint[], ${runs.map(({ level }) => level)}::smallint[],
        ${runs.map(({ from }) => from)}::bigint[], ${runs.map(({ count }) => count)}::bigint[]) as run(batch_id, level, first, count)
    ), line as (
      insert into shipment_line (dispatch_id, batch_id, level)
      select distinct ${dispatchId}::bigint, batch_id, level from run order by batch_id, level
      returning line_id, dispatch_id, batch_id, level
    )
    insert into shipment_run (line_id, dispatch_id, batch_id, level, ordinal_from, count)
    select line_id, dispatch_id, batch_id, level, first, count from run join line using (batch_id, level)`.execute(db);

/** In the order of their creation. */
export const list = (db: Db, dispatchId: number): Promise<LineRow[]> =>
  db
    .selectFrom('shipmentLine as line')
    .innerJoin('batch', 'batch.batchId', 'line.batchId')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .innerJoin('shipmentRun as run', 'run.lineId', 'line.lineId')
    .leftJoin('dealer as intended', 'intended.channelBusinessId', 'batch.intendedDealerId')
    .select(['line.lineId', 'line.batchId', 'batchNo', 'categoryName', 'batch.categoryId', 'batch.state', 'line.level'])
    .select(['intendedDealerId', 'intendedRegionCode', 'intended.channelBusinessName as intendedDealerName'])
    .select('intended.ancestors as intendedAncestors')
    .select([
      sql<number>`count(*)`.as('runCount'),
      sql<number>`sum(run.count)`.as('codeCount'),
      sql<number>`min(run.ordinal_from) + 1`.as('from'),
      sql<number>`max(run.ordinal_from + run.count)`.as('to'),
    ])
    .where('line.dispatchId', '=', dispatchId)
    .groupBy(['line.lineId', 'batch.batchId', 'product.categoryId', 'intended.channelBusinessId'])
    .orderBy('line.lineId')
    // checked by the table
    .$castTo<LineRow>()
    .execute();

/** Not on the wire. */
interface IntendedMarket {
  intendedDealerId: number | null;
  intendedDealerName: string | null;
  /** Ancestors of the intended dealer. */
  intendedAncestors: number[] | null;
  intendedRegionCode: string | null;
}
export type LineRow = ShipmentLine & IntendedMarket & { categoryId: number; state: BatchState };

/** In order. */
export const listRuns = (db: Db, dispatchId: number): Promise<(Run & { lineId: number })[]> =>
  db
    .selectFrom('shipmentRun')
    .select(['lineId', 'batchId', 'level', 'ordinalFrom as from', 'count'])
    .where('dispatchId', '=', dispatchId)
    .orderBy('batchId')
    .orderBy('level')
    .orderBy('ordinalFrom')
    .execute();

export const count = (db: Db, dispatchId: number): Promise<{ lines: number; runs: number }> =>
  db
    .selectFrom('shipmentRun')
    .select([sql<number>`count(distinct line_id)`.as('lines'), sql<number>`count(*)`.as('runs')])
    .where('dispatchId', '=', dispatchId)
    .executeTakeFirstOrThrow();

/** Resolves to undefined if the shipment has no such line. */
export const remove = (db: Db, dispatchId: number, lineId: number) =>
  db.deleteFrom('shipmentLine').where('dispatchId', '=', dispatchId).where('lineId', '=', lineId).returning('lineId').executeTakeFirst();

export const listBatches = (db: Db, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['batchId', 'batchNo', 'state', 'batch.categoryId', 'categoryName'])
    // checked by the table
    .$narrowType<{ state: BatchState }>()
    .where(sql<boolean>`batch_id = any(${batchIds}::bigint[])`)
    .orderBy('batchId')
    .execute();
