import type { CaseEvidence } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { onNodeOf } from '../../../platform/db/layout.ts';
import { type ArchivedScan, asScans } from '../../../platform/db/scan-records.ts';
import { scanPlace } from '../place/regions.ts';

type Scan = CaseEvidence['scans'][number];
export type ScanRow = Omit<Scan, 'code'> & { batchId: number | null; level: number | null; codeText: string | null };

/** The newest scans that are evidence of a case. */
export const listIds = async (db: Db, caseId: number, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('scanCaseScan')
    .select('scanId')
    .where('caseId', '=', caseId)
    .orderBy('scanId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ scanId }) => scanId);
};

/** Scans of the table by id, or those that queried a text; newest first. */
export async function listScans(db: Db, of: { ids: readonly string[] } | { codeText: string }, limit: number): Promise<ScanRow[]> {
  const condition =
    'ids' in of ? sql`r.scan_id = any(${of.ids}::uuid[])` : sql`${onNodeOf(of.codeText, 'r.code_key')} and r.code_text = ${of.codeText}`;
  const { rows } = await sql<ScanRow>`select ${columns} from scan r where ${condition} order by r.scan_id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, region: scanPlace(row) }));
}

export async function listArchivedScans(db: Db, scans: readonly ArchivedScan[]): Promise<ScanRow[]> {
  if (scans.length === 0) return [];
  const { rows } = await sql<ScanRow>`select ${columns} from ${asScans(scans)} r`.execute(db);
  return rows.map((row) => ({ ...row, region: scanPlace(row) }));
}

const columns = sql`r.scan_id, r.scan_time, r.verdict, r.reason, r.session_no, r.batch_id, r.level, r.ordinal + 1 as ordinal, r.code_text, r.region,
  r.region_code, r.lng, r.lat, left(encode(r.device, 'hex'), 12) as device, r.channel`;

/** What the speed of a code is computed from; `ordinal` from 1. */
export type PlacedScan = Pick<Scan, 'scanId' | 'scanTime' | 'ordinal' | 'lng' | 'lat'> & {
  batchId: number | null;
  accuracy: number | null;
  region: string;
  regionCode: string | null;
  device: Buffer;
};

const placedColumns = sql`r.scan_id, r.scan_time, r.batch_id, r.ordinal + 1 as ordinal, r.lng, r.lat, r.accuracy, r.region, r.region_code, r.device`;

type StoredPlace = Omit<PlacedScan, 'region'> & { region: string | null };
const isPlaced = sql`coalesce(r.region, r.region_code) is not null`;

/** The newest scans of a code, or scans by id; without those that have no place. */
export async function listPlacedScans(
  db: Db,
  of: { batchId: number; level: number; ordinal: number } | { ids: readonly string[] },
  limit: number,
): Promise<PlacedScan[]> {
  const newest =
    'ids' in of
      ? sql`select unnest(${of.ids}::uuid[]) as scan_id`
      : sql`select scan_id from scan where ${onNodeOf(of)} and batch_id = ${of.batchId} and level = ${of.level} and ordinal = ${of.ordinal} order by scan_id desc limit ${limit}`;
  const { rows } = await sql<StoredPlace>`select ${placedColumns} from (${newest}) e join scan r on r.scan_id = e.scan_id
    where ${isPlaced} order by r.scan_id desc`.execute(db);
  return rows.map((row) => ({ ...row, region: scanPlace(row) ?? '' }));
}

export async function listArchivedPlacedScans(db: Db, scans: readonly ArchivedScan[]): Promise<PlacedScan[]> {
  if (scans.length === 0) return [];
  const { rows } = await sql<StoredPlace>`select ${placedColumns} from ${asScans(scans)} r where ${isPlaced}`.execute(db);
  return rows.map((row) => ({ ...row, region: scanPlace(row) ?? '' }));
}

/** Newest first. */
export const listReports = (db: Db, caseId: number, limit: number) =>
  db
    .selectFrom('consumerReport')
    .select(['reportId', 'words', 'contact', 'boughtAt', 'region', 'createTime'])
    .select([sql<string>`left(encode(device, 'hex'), 12)`.as('device'), sql<boolean>`picture is not null`.as('hasPicture')])
    .where('caseId', '=', caseId)
    .orderBy('reportId', 'desc')
    .limit(limit)
    .execute();

/** Undefined if the report has no picture. */
export const findPicture = async (db: Db, caseId: number, reportId: number): Promise<Buffer | undefined> =>
  (await db.selectFrom('consumerReport').select('picture').where('caseId', '=', caseId).where('reportId', '=', reportId).executeTakeFirst())
    ?.picture ?? undefined;

/** Newest first. */
export const listEvents = (db: Db, caseId: number, limit: number) =>
  db
    .selectFrom('scanCaseEvent')
    .leftJoin('users', 'users.userId', 'scanCaseEvent.userId')
    .select(['eventId', 'action', 'users.userName', 'eventTime', 'note', 'verdict'])
    .where('caseId', '=', caseId)
    .orderBy('eventId', 'desc')
    .limit(limit)
    .$castTo<CaseEvidence['events'][number]>()
    .execute();
