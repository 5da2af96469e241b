import type { BatchImpactQuery, batchImpact, ResultOf } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** By the own status, which shows how far the codes came. A range reads the runs, the whole level only the tallies. */
export async function count(
  db: Db,
  batchId: number,
  { level = 0, from, to }: BatchImpactQuery,
  most: number,
): Promise<ResultOf<typeof batchImpact>> {
  const [first, end] = [(from ?? 1) - 1, to ?? Number.MAX_SAFE_INTEGER];
  const isWhole = from === undefined && to === undefined;
  const runs = isWhole
    ? sql`select holder_id, status, count from code_tally where batch_id = ${batchId} and level = ${level}`
    : sql`select holder_id, status, least(ordinal_from + count, ${end}::bigint) - greatest(ordinal_from, ${first}::bigint) as count from code_run
        where batch_id = ${batchId} and level = ${level} and ordinal_from < ${end}::bigint and ordinal_from + count > ${first}::bigint`;
  const { rows } = await sql<ResultOf<typeof batchImpact>>`
    select coalesce(sum(count) filter (where holder_id is not null or status in ('shipped', 'sold')), 0)::bigint as out,
      count(distinct holder_id) filter (where count > 0) as dealers,
      (select count(*) from (select 1 from scan_state where batch_id = ${batchId} and level = ${level} and scans > 0
        and ordinal >= ${first}::bigint and ordinal < ${end}::bigint limit ${most}) scanned) as scanned
    from (${runs}) run`.execute(db);
  return rows[0]!;
}
