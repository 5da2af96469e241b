import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import * as figureService from '../features/insights/figure/figure.service.ts';
import type { Db } from '../platform/db/database.types.ts';

/**
 * Has figures follow until every scan is counted. Numbers of transactions are the whole cluster's: what another test's database has
 * under way holds them back for as long as it takes.
 * @param detached scans that the figures hold and `code_record` does not
 */
export const followed = (db: Db, detached = 0): Promise<void> =>
  vi.waitFor(async () => {
    await figureService.follow(db);
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from code_record) - (select coalesce(sum(scans), 0) from scan_hour) as left`.execute(db);
    expect(Number(rows[0]?.left) + detached).toBe(0);
  }, 30_000);
