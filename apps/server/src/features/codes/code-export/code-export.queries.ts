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
    // the table and the contract constrain formats and columns
    .$castTo<CodeExport>()
    .where('batchId', '=', batchId);

export const list = (db: Db, batchId: number, limit: number) => select(db, batchId).orderBy('exportId', 'desc').limit(limit).execute();

export const find = (db: Db, batchId: number, exportId: number) => select(db, batchId).where('exportId', '=', exportId).executeTakeFirst();

/**
 * True unless another download is sending the last bytes. A resumed download is always allowed, and a seal without completion expires after
 * one minute.
 */
const unsealed = (resumed: boolean) =>
  resumed ? sql<boolean>`true` : sql<boolean>`coalesce(finish_time < now() - interval '1 minute', true)`;

/** The export of a ticket, if it is not yet completely downloaded and not expired. */
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
 * Bytes that a broken connection may lose in buffers of this process and the network. A resume goes back at most this far; the repeated
 * total is limited to this plus an eighth of the sent bytes.
 */
const OVERLAP = 16 * 1024 * 1024;

/**
 * Starts a download at `start`. Resolves to undefined if the export is complete, `start` is before `open_from`, or too many bytes would be
 * sent again: more than `OVERLAP` (or the file size) plus an eighth of the sent bytes.
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

/** Progress of a download. */
export interface Sent {
  lines: number;
  bytes: number;
  /** True if all requested bytes were delivered, so that none may be sent again. */
  settled?: boolean;
}

/** Records progress. The maximum of concurrent reports wins. */
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

/** Records size and digest before the last bytes are sent. Resolves to undefined if another download was first. */
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

/** Completes the export, which invalidates the ticket. */
export const finish = (db: Db, exportId: number) =>
  db
    .updateTable('codeExport')
    .set({ state: 'done', sentCount: sql`count`, finishTime: sql`now()` })
    .where('exportId', '=', exportId)
    .execute();

/** Permits a resume, because the last bytes were not delivered. */
export const unseal = (db: Db, exportId: number) =>
  db.updateTable('codeExport').set({ finishTime: null }).where('exportId', '=', exportId).where('state', '<>', 'done').execute();
