import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** Scans of the last minutes that found no code of ours, counted up to `most`. */
export async function countUnknown(db: Db, minutes: number, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (select from code_record
    where verdict = 'unknown' and scan_id >= uuid7_floor(now() - ${minutes} * interval '1 minute') limit ${most}) found`.execute(db);
  return rows[0]?.count ?? 0;
}
