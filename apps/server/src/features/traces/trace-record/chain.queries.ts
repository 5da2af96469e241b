import { sql } from 'kysely';
import { lockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';

/** Serialises links of one batch, so that no two follow the same link. */
export const lockChain = (db: Db, batchId: number) => lockByName(db, `trace-link/${batchId}`);

/** Locks the batch number until the transaction ends, because the chain's genesis contains it. */
export const lockBatchNumber = (db: Db, batchId: number) => sql`select from batch where batch_id = ${batchId} for key share`.execute(db);

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

/** Links after `after` up to `last`, in order. */
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

/** Validates numbering, references and digests in the database, so that no record text is transferred. */
export async function validateChain(
  db: Db,
  batchId: number,
  genesis: string,
): Promise<{ count: number; head: Buffer | null; whole: boolean }> {
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

/** Hash of a record's link; undefined if it has none. */
export const findByRecord = (db: Db, traceRecordId: number) =>
  db.selectFrom('traceLink').select(['hash']).where('traceRecordId', '=', traceRecordId).executeTakeFirst();
