import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** Scans of unknown codes in the last minutes, counted up to `most`. */
export async function countUnknown(db: Db, minutes: number, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select from scan
    where verdict = 'unknown' and scan_id >= uuid7_floor(now() - ${minutes} * interval '1 minute') limit ${limit}) found`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Consumers' scans before activation within a day, up to `most`, and the largest number of one batch. */
export async function countEarly(db: Db, limit: number): Promise<{ count: number; ofOneBatch: number }> {
  const { rows } = await sql<{ count: number; ofOneBatch: number }>`
    select coalesce(sum(scans), 0)::int as count, coalesce(max(scans), 0)::int as of_one_batch from (
      select count(*) as scans from (select batch_id from scan where verdict = 'notActivated' and channel <> 'inspect'
        and scan_id >= uuid7_floor(now() - interval '1 day') order by scan_id desc limit ${limit}) found group by batch_id) batches`.execute(
    db,
  );
  return rows[0] ?? { count: 0, ofOneBatch: 0 };
}
