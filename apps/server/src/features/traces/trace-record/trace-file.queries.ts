import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export interface FileOfRecord {
  path: string;
  kind: string;
  field: string | null;
}

export async function replaceFiles(db: Db, traceRecordId: number, files: FileOfRecord[]) {
  await db.deleteFrom('traceFile').where('traceRecordId', '=', traceRecordId).execute();
  if (files.length === 0) return;
  const rows = files.map((file, index) => ({ ...file, traceRecordId, orderNum: index + 1 }));
  await db.insertInto('traceFile').values(rows).execute();
}

export const listFiles = (db: Db, traceRecordId: number): Promise<FileOfRecord[]> =>
  db.selectFrom('traceFile').select(['path', 'kind', 'field']).where('traceRecordId', '=', traceRecordId).orderBy('orderNum').execute();

export const copyFiles = (db: Db, fromId: number, toId: number) =>
  sql`insert into trace_file (trace_record_id, order_num, kind, field, path)
    select ${toId}::bigint, order_num, kind, field, path from trace_file where trace_record_id = ${fromId}`.execute(db);
