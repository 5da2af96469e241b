import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** Links of one batch take turns until the transaction ends: two at once would follow the same one. */
export const takeTurn = (db: Db, batchId: number) =>
  sql`select pg_advisory_xact_lock(hashtextextended('trace_link', ${batchId}))`.execute(db);

/** Keeps the number of a batch as it is until the transaction ends: its chain begins with it. */
export const keepNumber = (db: Db, batchId: number) => sql`select from batch where batch_id = ${batchId} for key share`.execute(db);

/** The last link of a batch. */
export const findLast = (db: Db, batchId: number) =>
  db
    .selectFrom('traceLink')
    .select(['linkNo', 'hash'])
    .where('batchId', '=', batchId)
    .orderBy('linkNo', 'desc')
    .limit(1)
    .executeTakeFirst();

export const insert = (
  db: Db,
  link: { batchId: number; linkNo: number; traceRecordId: number; previous: Buffer; hash: Buffer; body: string },
) => db.insertInto('traceLink').values(link).execute();

/** Every link of a batch, the first first. */
export const list = (db: Db, batchId: number) =>
  db
    .selectFrom('traceLink')
    .select(['linkNo', 'traceRecordId', 'previous', 'hash', 'body', 'sealTime'])
    .where('batchId', '=', batchId)
    .orderBy('linkNo')
    .execute();

/** The hash of a record's link; undefined where it has none. */
export const findOf = (db: Db, traceRecordId: number) =>
  db.selectFrom('traceLink').select(['hash']).where('traceRecordId', '=', traceRecordId).executeTakeFirst();
