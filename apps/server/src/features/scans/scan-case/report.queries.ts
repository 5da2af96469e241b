import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

/** What a consumer tells of a code. */
export interface ReportRow {
  caseId: number;
  /** The scan whose page it was sent from; absent where the code was typed. */
  scanId?: string | undefined;
  codeText: string | null;
  words: string | null;
  contact: string | null;
  boughtAt: string | null;
  /** A JPEG without what a camera adds. */
  picture: Buffer | null;
  region: string | null;
  ip: string | null;
  device: Buffer;
}

/** Undefined where its scan was reported already. */
export const insert = (db: Db, { scanId = undefined, ...row }: ReportRow) =>
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
