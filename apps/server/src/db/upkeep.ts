import { sql } from 'kysely';
import type { Db } from './database.types.ts';

/**
 * Removes what has outlived its use (captchas, old counts of wrong passwords, answers kept for repeated requests) and makes the
 * partitions of scans for this month and the next. Any number of processes may do it at any time.
 */
export async function keepUp(db: Db): Promise<void> {
  await sql`select ensure_scan_partition(now()), ensure_scan_partition(now() + interval '1 month')`.execute(db);
  await db.deleteFrom('captcha').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('loginFailure').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('idempotency').where('createTime', '<', sql<string>`now() - interval '1 day'`).execute();
}
