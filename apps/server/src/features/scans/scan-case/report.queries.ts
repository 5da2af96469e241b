import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

export interface ReportRow {
  caseId: number;
  /** Absent if the code was typed. */
  scanId?: string | undefined;
  codeText: string | null;
  words: string | null;
  contact: string | null;
  boughtAt: string | null;
  /** JPEG without metadata. */
  picture: Buffer | null;
  region: string | null;
  ip: string | null;
  device: Buffer;
}

/** Undefined if the scan has a report already. */
export const insert = (db: Db, { scanId = undefined, ...row }: ReportRow) =>
  db
    .insertInto('consumerReport')
    .values({ ...row, scanId: scanId ?? null })
    .onConflict((conflict) => conflict.constraint('consumer_report_scan_id_key').doNothing())
    .returning('reportId')
    .executeTakeFirst();

export const incrementReports = (db: Db, caseId: number, region: string | null) =>
  db
    .updateTable('scanCase')
    .set({ reportCount: sql`report_count + 1`, lastTime: sql`now()`, ...(region && { lastRegion: region }) })
    .where('caseId', '=', caseId)
    .execute();
