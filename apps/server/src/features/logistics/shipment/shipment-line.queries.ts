import type { BatchState, ShipmentLine } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** A run of codes of one batch and level, ordinals from 0. */
export interface Run {
  batchId: number;
  level: number;
  from: number;
  count: number;
}

/** Puts runs of one batch and level on a document, as one line. The exclusion constraint keeps a code from being on it twice. */
export async function insert(db: Db, dispatchId: number, { batchId, level }: Pick<Run, 'batchId' | 'level'>, runs: readonly Run[]) {
  const line = await db.insertInto('dispatchLine').values({ dispatchId, batchId, level }).returning('lineId').executeTakeFirstOrThrow();
  await sql`insert into dispatch_run (line_id, dispatch_id, batch_id, level, ordinal_from, count)
    select ${line.lineId}, ${dispatchId}, ${batchId}, ${level}, first, count
    from unnest(${runs.map(({ from }) => from)}::bigint[], ${runs.map(({ count }) => count)}::bigint[]) as run(first, count)`.execute(db);
  return line.lineId;
}

/** Lines of a document in the order in which they were put on it. */
export const list = (db: Db, dispatchId: number): Promise<LineRow[]> =>
  db
    .selectFrom('dispatchLine as line')
    .innerJoin('batch', 'batch.batchId', 'line.batchId')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .innerJoin('dispatchRun as run', 'run.lineId', 'line.lineId')
    .leftJoin('channelBusiness as intended', 'intended.channelBusinessId', 'batch.intendedDealerId')
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
    .groupBy(['line.lineId', 'batch.batchId', 'category.categoryId', 'intended.channelBusinessId'])
    .orderBy('line.lineId')
    // the table checks the states
    .$castTo<LineRow>()
    .execute();

/** For whom the goods of a line are meant, beside what the wire shows of it. */
interface Meant {
  intendedDealerId: number | null;
  intendedDealerName: string | null;
  /** What stands above that dealer. */
  intendedBelow: number[] | null;
  intendedRegionCode: string | null;
}
export type LineRow = ShipmentLine & Meant & { categoryId: number; state: BatchState };

/** The runs of a document, by line and in order. */
export const listRuns = (db: Db, dispatchId: number): Promise<(Run & { lineId: number })[]> =>
  db
    .selectFrom('dispatchRun')
    .select(['lineId', 'batchId', 'level', 'ordinalFrom as from', 'count'])
    .where('dispatchId', '=', dispatchId)
    .orderBy('batchId')
    .orderBy('level')
    .orderBy('ordinalFrom')
    .execute();

export const countRuns = async (db: Db, dispatchId: number) =>
  (
    await db
      .selectFrom('dispatchRun')
      .select(({ fn }) => fn.countAll<number>().as('runs'))
      .where('dispatchId', '=', dispatchId)
      .executeTakeFirstOrThrow()
  ).runs;

/** Takes a line off; resolves to undefined where the document has no such line. */
export const remove = (db: Db, dispatchId: number, lineId: number) =>
  db.deleteFrom('dispatchLine').where('dispatchId', '=', dispatchId).where('lineId', '=', lineId).returning('lineId').executeTakeFirst();

/** Batches by their numbers, as far as it decides whether their goods may go out in a container of another. */
export const listBatches = (db: Db, batchIds: readonly number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .select(['batchNo', 'state', 'batch.categoryId', 'categoryName'])
    // the table checks the states
    .$narrowType<{ state: BatchState }>()
    .where('batchId', 'in', [0, ...batchIds])
    .orderBy('batchId')
    .execute();
