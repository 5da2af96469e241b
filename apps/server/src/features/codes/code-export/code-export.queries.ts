import type { BatchState, CodeExport } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

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
    // checked by the table and the contract
    .$castTo<CodeExport>()
    .where('batchId', '=', batchId);

export const list = (db: Db, batchId: number, limit: number) => select(db, batchId).orderBy('exportId', 'desc').limit(limit).execute();

export const find = (db: Db, batchId: number, exportId: number) => select(db, batchId).where('exportId', '=', exportId).executeTakeFirst();

/** False while another download sends the last bytes. Resumes are always allowed, and an incomplete seal expires after one minute. */
const unsealed = (resumed: boolean) =>
  resumed ? sql<boolean>`true` : sql<boolean>`coalesce(finish_time < now() - interval '1 minute', true)`;

/** Not yet completely downloaded, and not expired. */
export const findOpen = (db: Db, ticketHash: Buffer, resumed: boolean) =>
  db
    .selectFrom('codeExport')
    .innerJoin('batch', 'batch.batchId', 'codeExport.batchId')
    .select(['exportId', 'codeExport.batchId', 'batchNo', 'codeExport.level', 'format', 'ordinalFrom', 'count', 'layout'])
    .select(['codeExport.createBy', 'batch.state as batchState'])
    // checked by the table and the contract
    .$narrowType<{ batchState: BatchState }>()
    .where('ticketHash', '=', ticketHash)
    .where('codeExport.state', '<>', 'done')
    .where(unsealed(resumed))
    .where(sql<boolean>`expire_time > now()`)
    .executeTakeFirst();

/**
 * Bytes that a broken connection may lose in buffers. A resume goes back at most this far. All resumes repeat at most this plus an eighth
 * of the sent bytes.
 */
const OVERLAP = 16 * 1024 * 1024;

/**
 * Resolves to undefined if the export is complete, `start` is before `open_from`, or too many bytes would be sent again
 * (see `OVERLAP`).
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

export interface Progress {
  lines: number;
  bytes: number;
  /** All requested bytes were delivered, so none may be sent again. */
  isDelivered?: boolean;
}

/** The maximum of concurrent reports wins. */
export const progress = (db: Db, exportId: number, { lines, bytes, isDelivered = false }: Progress) =>
  db
    .updateTable('codeExport')
    .set({
      state: 'sending',
      sentCount: sql`greatest(sent_count, ${lines}::bigint)`,
      sentBytes: sql`greatest(sent_bytes, ${bytes}::bigint)`,
      openFrom: sql`greatest(open_from, ${isDelivered ? bytes : bytes - OVERLAP}::bigint)`,
    })
    .where('exportId', '=', exportId)
    .where('state', '<>', 'done')
    .execute();

/** Called before the last bytes are sent. Resolves to undefined if another download was first. */
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

/** Invalidates the ticket. */
export const finish = (db: Db, exportId: number) =>
  db
    .updateTable('codeExport')
    .set({ state: 'done', sentCount: sql`count`, finishTime: sql`now()` })
    .where('exportId', '=', exportId)
    .execute();

/** Permits a resume after the last bytes were lost. */
export const unseal = (db: Db, exportId: number) =>
  db.updateTable('codeExport').set({ finishTime: null }).where('exportId', '=', exportId).where('state', '<>', 'done').execute();
