import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

interface NewRow {
  caseId: number;
  scanId?: string | undefined;
  codeText: string | null;
  words: string | null;
  contact: string | null;
  boughtAt: string | null;
  picture: Buffer | null;
  region: string | null;
  ip: string | null;
  device: Buffer;
}

/** Undefined where its scan was reported already. */
export const insert = (db: Db, { scanId = undefined, ...row }: NewRow) =>
  db
    .insertInto('shopperReport')
    .values({ ...row, scanId: scanId ?? null })
    .onConflict((conflict) => conflict.constraint('shopper_report_scan_id_key').doNothing())
    .returning('reportId')
    .executeTakeFirst();

export const count = (db: Db, caseId: number, region: string | null) =>
  db
    .updateTable('codeCase')
    .set({ reportCount: sql`report_count + 1`, lastTime: sql`now()`, ...(region && { lastRegion: region }) })
    .where('caseId', '=', caseId)
    .execute();
