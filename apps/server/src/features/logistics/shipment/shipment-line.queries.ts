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

/** One line. An exclusion constraint prevents duplicate codes in a shipment. */
export async function insert(db: Db, dispatchId: number, { batchId, level }: Pick<Run, 'batchId' | 'level'>, runs: readonly Run[]) {
  const line = await db.insertInto('shipmentLine').values({ dispatchId, batchId, level }).returning('lineId').executeTakeFirstOrThrow();
  await sql`insert into shipment_run (line_id, dispatch_id, batch_id, level, ordinal_from, count)
    select ${line.lineId}, ${dispatchId}, ${batchId}, ${level}, first, count
    from unnest(${runs.map(({ from }) => from)}::bigint[], ${runs.map(({ count }) => count)}::bigint[]) as run(first, count)`.execute(db);
  return line.lineId;
}

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
    .select('intended.ancestors as intendedBelow')
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
  intendedBelow: number[] | null;
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

export const countRuns = async (db: Db, dispatchId: number) =>
  (
    await db
      .selectFrom('shipmentRun')
      .select(({ fn }) => fn.countAll<number>().as('runs'))
      .where('dispatchId', '=', dispatchId)
      .executeTakeFirstOrThrow()
  ).runs;

/** Resolves to undefined if the shipment has no such line. */
export const remove = (db: Db, dispatchId: number, lineId: number) =>
  db.deleteFrom('shipmentLine').where('dispatchId', '=', dispatchId).where('lineId', '=', lineId).returning('lineId').executeTakeFirst();

export const listBatches = (db: Db, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .select(['batchNo', 'state', 'batch.categoryId', 'categoryName'])
    // checked by the table
    .$narrowType<{ state: BatchState }>()
    .where('batchId', 'in', [0, ...batchIds])
    .orderBy('batchId')
    .execute();
