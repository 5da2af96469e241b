import type { ScanReason, Verdict } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

interface InspectionRow {
  scanId: string;
  verdict: Verdict;
  reason: ScanReason | null;
  batchId: number | null;
  level: number | null;
  /** From 0. */
  ordinal: number | null;
  /** Only where it is not ours. */
  codeText: string | null;
  device: Buffer;
  ip: string | null;
  region: string | null;
  regionCode: string;
  lng: number | null;
  lat: number | null;
  accuracy: number | null;
  holderId: number | null;
  agent: string;
}

/** Files an inspection among the scans, whichever month it is; answers when. */
export async function insert(db: Db, row: InspectionRow): Promise<string> {
  await sql`select ensure_scan_partition(now())`.execute(db);
  const { scanTime } = await db
    .insertInto('codeRecord')
    .values({ ...row, channel: 'inspect' })
    .returning('scanTime')
    .executeTakeFirstOrThrow();
  return scanTime;
}
