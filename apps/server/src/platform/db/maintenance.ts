import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { Db } from './db.ts';

/** Covers this month and the next `months`. Idempotent and safe to run concurrently. */
export const createScanPartitions = (db: Db, months: number) =>
  sql`select ensure_scan_partition(now() + i * interval '1 month') from generate_series(0, ${months}::int) i`.execute(db);

/** Days of hourly sums that pages read. The sums by day contain all. */
const HOURS_KEPT_DAYS = 100;
/** Rows per statement. */
const MOST_ROWS = 50_000;

/** Deletes rows by statements that stay below the statement timeout, however many rows there are. Returns the number of rows. */
export async function deleteInBatches(db: Db, tableName: keyof Database, condition: RawBuilder<boolean>): Promise<number> {
  const table = sql.table(tableName);
  for (let total = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where ${condition} limit ${MOST_ROWS}))`.execute(db);
    total += Number(numAffectedRows);
    if (numAffectedRows < MOST_ROWS) return total;
  }
}

/** Deletes expired captchas, counts of wrong passwords, recorded responses and old hourly sums. Safe to run concurrently. */
export async function deleteExpiredRows(db: Db): Promise<void> {
  await db.deleteFrom('captcha').where('expireTime', '<', sql<string>`now()`).execute();
  await db.deleteFrom('signInFailure').where('expireTime', '<', sql<string>`now()`).execute();
  await deleteInBatches(db, 'idempotency', sql`create_time < now() - interval '1 day'`);
  await deleteInBatches(db, 'scanBatchHour', sql`hour < current_date - ${HOURS_KEPT_DAYS}::int`);
}
