import type { CodeExport } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export const insert = (
  db: Db,
  row: {
    batchId: number;
    level: number;
    format: string;
    columns: string[];
    header: boolean;
    bom: boolean;
    ordinalFrom: number;
    count: number;
    layout: string;
    ticketHash: Buffer;
    createBy: number;
  },
) =>
  db
    .insertInto('codeExport')
    .values({ ...row, expireTime: sql`now() + interval '1 day'` })
    .returning('exportId')
    .executeTakeFirstOrThrow();

const select = (db: Db, batchId: number) =>
  db
    .selectFrom('codeExport')
    .innerJoin('users', 'users.userId', 'codeExport.createBy')
    .select(['exportId', 'level', 'format', 'columns', 'sentCount', 'bytes', 'sha256', 'userName as createBy'])
    .select('codeExport.createTime')
    .select([
      sql<string | null>`case when state = 'done' then finish_time end`.as('finishTime'),
      sql<number>`ordinal_from + 1`.as('from'),
      sql<number>`ordinal_from + count`.as('to'),
      sql<CodeExport['state']>`case when state <> 'done' and expire_time <= now() then 'expired' else state end`.as('state'),
    ])
    // the table and the contract check formats and columns
    .$castTo<CodeExport>()
    .where('batchId', '=', batchId);

export const list = (db: Db, batchId: number, limit: number) => select(db, batchId).orderBy('exportId', 'desc').limit(limit).execute();

export const find = (db: Db, batchId: number, exportId: number) => select(db, batchId).where('exportId', '=', exportId).executeTakeFirst();

/**
 * The condition that nobody else is just sending the last bytes of an export. Whoever resumes has the rest of them, and what a
 * dead process has not sent within a minute it never will.
 */
const unsealed = (resumed: boolean) =>
  resumed ? sql<boolean>`true` : sql<boolean>`coalesce(finish_time < now() - interval '1 minute', true)`;

/** The export that a ticket opens: not downloaded wholly yet, not expired. */
export const findOpen = (db: Db, ticketHash: Buffer, resumed: boolean) =>
  db
    .selectFrom('codeExport')
    .innerJoin('batch', 'batch.batchId', 'codeExport.batchId')
    .select(['exportId', 'codeExport.batchId', 'batchNo', 'codeExport.level', 'format', 'ordinalFrom', 'count', 'layout'])
    .where('ticketHash', '=', ticketHash)
    .where('codeExport.state', '<>', 'done')
    .where(unsealed(resumed))
    .where(sql<boolean>`expire_time > now()`)
    .executeTakeFirst();

/**
 * Bytes that a connection may lose on its way: what waits in this process and in the network's buffers. Whoever resumes goes
 * back no further than that, and gets no more than that again, plus an eighth of what was sent.
 */
const OVERLAP = 16 * 1024 * 1024;

/**
 * Lets a download of `bytes` in all begin at `start`: where nothing went out yet, where the last one broke off or shortly
 * before, or further on. Of a file smaller than the overlap no more than itself goes out again. Resolves to undefined where
 * those bytes have been had.
 */
export const claim = (db: Db, exportId: number, { start, bytes }: { start: number; bytes: number }) =>
  db
    .updateTable('codeExport')
    .set({
      state: 'sending',
      sentBytes: start,
      openFrom: start,
      againBytes: sql`again_bytes + greatest(sent_bytes - ${start}::bigint, 0)`,
    })
    .where('exportId', '=', exportId)
    .where('state', '<>', 'done')
    .where('openFrom', '<=', start)
    .where(sql<boolean>`again_bytes + greatest(sent_bytes - ${start}::bigint, 0) <= ${Math.min(OVERLAP, bytes)}::bigint + sent_bytes / 8`)
    .where(unsealed(start > 0))
    .returning('exportId')
    .executeTakeFirst();

/** How far a download is. */
export interface Sent {
  lines: number;
  bytes: number;
  /** Every byte that was asked for has gone out: none of them is sent again. */
  settled?: boolean;
}

/** Notes how far a download is; of two the one that is further counts. */
export const progress = (db: Db, exportId: number, { lines, bytes, settled = false }: Sent) =>
  db
    .updateTable('codeExport')
    .set({
      state: 'sending',
      sentCount: sql`greatest(sent_count, ${lines}::bigint)`,
      sentBytes: sql`greatest(sent_bytes, ${bytes}::bigint)`,
      openFrom: sql`greatest(open_from, ${settled ? bytes : bytes - OVERLAP}::bigint)`,
    })
    .where('exportId', '=', exportId)
    .where('state', '<>', 'done')
    .execute();

/** Notes what the whole is before its last bytes go out; resolves to undefined where another download was first. */
export const seal = (db: Db, exportId: number, { bytes, sha256, resumed }: { bytes: number; sha256: string; resumed: boolean }) =>
  db
    .updateTable('codeExport')
    .set({
      state: 'sending',
      bytes,
      sha256,
      sentBytes: bytes,
      openFrom: sql`greatest(open_from, ${bytes - OVERLAP}::bigint)`,
      finishTime: sql`now()`,
    })
    .where('exportId', '=', exportId)
    .where('state', '<>', 'done')
    .where(unsealed(resumed))
    .returning('exportId')
    .executeTakeFirst();

/** The last bytes have gone out: the ticket opens nothing any more. */
export const finish = (db: Db, exportId: number) =>
  db
    .updateTable('codeExport')
    .set({ state: 'done', sentCount: sql`count`, finishTime: sql`now()` })
    .where('exportId', '=', exportId)
    .execute();

/** The last bytes did not go out after all: the download may be resumed. */
export const unseal = (db: Db, exportId: number) =>
  db.updateTable('codeExport').set({ finishTime: null }).where('exportId', '=', exportId).where('state', '<>', 'done').execute();
