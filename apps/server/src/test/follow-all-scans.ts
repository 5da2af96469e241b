import { sql } from 'kysely';
import { expect } from 'vitest';
import * as figureService from '../features/insights/figure/figure.service.ts';
import type { Db } from '../platform/db/db.ts';
import { until } from './until.ts';

/**
 * Updates figures until every scan is counted. Transaction IDs are shared by the cluster, so open transactions of other tests delay this.
 * @param detached scans in the figures but not in `scan`
 */
export const followAllScans = (db: Db, detached = 0): Promise<void> =>
  until(async () => {
    await figureService.follow(db);
    const { rows } = await sql<{ left: number }>`
      select (select count(*) from scan) - (select coalesce(sum(scans), 0) from scan_hour) as left`.execute(db);
    expect(Number(rows[0]?.left) + detached).toBe(0);
  });
