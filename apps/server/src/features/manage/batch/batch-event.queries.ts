import type { BatchEvent, BatchStep } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

export interface EventRow {
  batchId: number;
  action: BatchStep | 'add' | 'edit' | 'issued' | 'issueFailed' | 'exportCodes';
  /** Who did it; null: nobody in particular. */
  userId: number | null;
  reason?: string | null | undefined;
  /** The run of ordinals, from 0, that it was done to; absent: the whole batch. */
  run?: { from: number; count: number } | undefined;
}

export const insert = (db: Db, { run, reason, ...event }: EventRow) =>
  db
    .insertInto('batchEvent')
    .values({ ...event, reason: reason ?? null, ...(run && { level: 0, ordinalFrom: run.from, count: run.count }) })
    .execute();

/** What happened to a batch, or as far as it concerns the code at `ordinal` (from 0), newest first. */
export const list = (db: Db, batchId: number, limit: number, ordinal?: number): Promise<BatchEvent[]> =>
  db
    .selectFrom('batchEvent')
    .leftJoin('users', 'users.userId', 'batchEvent.userId')
    .select(['eventId', 'action', 'reason', 'eventTime'])
    .select([
      sql<number | null>`ordinal_from + 1`.as('ordinalFrom'),
      sql<number | null>`ordinal_from + count`.as('ordinalTo'),
      sql<string>`coalesce(user_name, '')`.as('userName'),
    ])
    .where('batchId', '=', batchId)
    .$if(ordinal !== undefined, (events) =>
      events.where(sql<boolean>`coalesce(${ordinal}::bigint >= ordinal_from and ${ordinal}::bigint < ordinal_from + count, true)`),
    )
    .orderBy('eventId', 'desc')
    .limit(limit)
    .execute();
