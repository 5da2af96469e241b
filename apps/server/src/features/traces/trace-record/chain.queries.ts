import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

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

/** Links of a batch from the one behind `after` to `last`, the first first. */
export const list = (db: Db, batchId: number, { after, last, limit }: { after: number; last: number; limit: number }) =>
  db
    .selectFrom('traceLink')
    .select(['linkNo', 'previous', 'hash', 'body', 'sealTime'])
    .where('batchId', '=', batchId)
    .where('linkNo', '>', after)
    .where('linkNo', '<=', last)
    .orderBy('linkNo')
    .limit(limit)
    .execute();

/**
 * How many links a batch has, the last one's hash, and whether each is numbered by its place, follows the one before it, the first one
 * `genesis`, and is the digest of its text. The database hashes, so that no text travels, however long the chain is.
 */
export async function judge(db: Db, batchId: number, genesis: string): Promise<{ count: number; head: Buffer | null; whole: boolean }> {
  const { rows } = await sql<{ count: number; head: Buffer | null; whole: boolean | null }>`
    select count(*) as count, (array_agg(hash order by link_no desc))[1] as head, bool_and(fits) as whole from (
      select link_no, hash, link_no = row_number() over chain
        and previous = coalesce(lag(hash) over chain, sha256(convert_to(${genesis}::text, 'UTF8')))
        and hash = sha256(convert_to(encode(previous, 'hex') || E'\n' || body, 'UTF8')) as fits
      from trace_link where batch_id = ${batchId} window chain as (order by link_no)
    ) links`.execute(db);
  const { count = 0, head = null, whole = null } = rows[0] ?? {};
  return { count, head, whole: whole === true };
}

/** The hash of a record's link; undefined where it has none. */
export const findOf = (db: Db, traceRecordId: number) =>
  db.selectFrom('traceLink').select(['hash']).where('traceRecordId', '=', traceRecordId).executeTakeFirst();
