import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/** Makes the partitions of scans for this month and `months` to come. Any number of processes may do it at any time. */
export const makePartitions = (db: Db, months: number) =>
  sql`select ensure_scan_partition(now() + i * interval '1 month') from generate_series(0, ${months}::int) i`.execute(db);

/**
 * Removes what has outlived its use: captchas, old counts of wrong passwords, answers kept for repeated requests.
 * Any number of processes may do it at any time.
 */
export async function keepUp(db: Db): Promise<void> {
  await db.deleteFrom('captcha').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('loginFailure').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('idempotency').where('createTime', '<', sql<string>`now() - interval '1 day'`).execute();
}
