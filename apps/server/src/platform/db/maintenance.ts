import { sql } from 'kysely';
import type { Db } from './db.ts';

/** Covers this month and the next `months`. Idempotent and safe to run concurrently. */
export const createScanPartitions = (db: Db, months: number) =>
  sql`select ensure_scan_partition(now() + i * interval '1 month') from generate_series(0, ${months}::int) i`.execute(db);

/** Days of hourly sums that pages read. The sums by day contain all. */
const HOURS_KEPT_DAYS = 100;
/** Rows per statement. */
const MOST_ROWS = 50_000;

/** Deletes expired captchas, counts of wrong passwords, recorded responses and old hourly sums. Safe to run concurrently. */
export async function deleteExpiredRows(db: Db): Promise<void> {
  await db.deleteFrom('captcha').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('signInFailure').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('idempotency').where('createTime', '<', sql<string>`now() - interval '1 day'`).execute();
  for (let deleted = MOST_ROWS; deleted === MOST_ROWS; ) {
    const { numAffectedRows } = await sql`delete from scan_batch_hour where ctid = any(array(select ctid from scan_batch_hour
      where hour < current_date - ${HOURS_KEPT_DAYS}::int limit ${MOST_ROWS}))`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
