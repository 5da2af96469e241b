import type { ScanReason, Verdict } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { codeKeyField } from '../../../platform/db/layout.ts';

interface InspectionRow {
  scanId: string;
  verdict: Verdict;
  reason: ScanReason | null;
  batchId: number | null;
  level: number | null;
  /** Starts at 0. */
  ordinal: number | null;
  /** Only for a text that is not an issued code. */
  codeText: string | null;
  device: Buffer;
  ip: string | null;
  regionCode: string;
  lng: number | null;
  lat: number | null;
  accuracy: number | null;
  holderId: number | null;
  agent: string;
}

/** Creates the month's partition if needed. Resolves to the scan time. */
export async function insert(db: Db, row: InspectionRow): Promise<string> {
  await sql`select ensure_scan_partition(now())`.execute(db);
  const { scanTime } = await db
    .insertInto('scan')
    .values({ ...row, channel: 'inspect', ...codeKeyField(codeOf(row)) })
    .returning('scanTime')
    .executeTakeFirstOrThrow();
  return scanTime;
}

const codeOf = ({ batchId, level, ordinal, codeText }: InspectionRow) =>
  batchId !== null && level !== null && ordinal !== null ? { batchId, level, ordinal } : (codeText ?? '');
