import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/db/db.ts';

/** Resolves when `count` transactions wait for locks in this database. */
export const waitForBlockedTransaction = (db: Db, count = 1): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
      return rows.length;
    })
    .toBeGreaterThanOrEqual(count);
