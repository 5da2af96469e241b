import type { CaseEvidence } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

type Scan = CaseEvidence['scans'][number];
export type ScanRow = Omit<Scan, 'code'> & { batchId: number | null; level: number | null; codeText: string | null };

/** The newest scans that are evidence of a case, or that queried its text. */
export async function listScans(db: Db, caseId: number, codeText: string | null, limit: number): Promise<ScanRow[]> {
  const ids =
    codeText === null
      ? sql`select scan_id from scan_case_scan where case_id = ${caseId}`
      : sql`select scan_id from scan where code_text = ${codeText}`;
  const { rows } = await sql<ScanRow>`
    select r.scan_id, r.scan_time, r.verdict, r.reason, r.session_no, r.batch_id, r.level, r.ordinal + 1 as ordinal, r.code_text, r.region, r.region_code,
      r.lng, r.lat, left(encode(r.device, 'hex'), 12) as device, r.channel
    from (${ids} order by scan_id desc limit ${limit}) e join scan r on r.scan_id = e.scan_id order by r.scan_id desc`.execute(db);
  return rows;
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
