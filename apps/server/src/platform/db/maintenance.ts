import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Covers this month and the next `months`. Idempotent and safe to run concurrently. */
export const createScanPartitions = (db: Db, months: number) =>
  sql`select ensure_scan_partition(now() + i * interval '1 month') from generate_series(0, ${months}::int) i`.execute(db);

/** Deletes expired captchas, counts of wrong passwords and recorded responses. Safe to run concurrently. */
export async function deleteExpiredRows(db: Db): Promise<void> {
  await db.deleteFrom('captcha').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('signInFailure').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('idempotency').where('createTime', '<', sql<string>`now() - interval '1 day'`).execute();
}
