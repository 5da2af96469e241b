import { sql } from 'kysely';
import { lockByName, tryLockByName } from '../../../platform/db/advisory-lock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { onNodeOf } from '../../../platform/db/layout.ts';
import { scanPlace } from '../place/regions.ts';

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

/** Whether the device has just sent the same report. The caller holds the lock of the case. */
export async function isRepeated(db: Db, { caseId, scanId, words, picture, device }: ReportRow): Promise<boolean> {
  const { rows } = await sql`select from consumer_report where case_id = ${caseId} and device = ${device}
    and create_time > now() - interval '10 minutes' and scan_id is not distinct from ${scanId ?? null}::uuid
    and words is not distinct from ${words}::text and picture is not distinct from ${picture}::bytea`.execute(db);
  return rows.length > 0;
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

/** Claims the lock on opening cases until the transaction ends; false if another process holds it. */
export const tryLockInbox = (db: Db) => tryLockByName(db, 'case-inbox');

/** Waits for the lock on opening cases, and holds it until the transaction ends. */
export const lockInbox = (db: Db) => lockByName(db, 'case-inbox');

export interface InboxScan {
  scanId: string;
  reason: string;
  scanTime: string;
  sessionNo: number | null;
  batchId: number;
  level: number;
  ordinal: number;
  holderId: number | null;
  region: string | null;
}

interface Coded {
  regionCode: string | null;
}

const withPlace = <Row extends Coded & { region: string | null }>({ regionCode, ...row }: Row) => ({
  ...row,
  region: scanPlace({ region: row.region, regionCode }),
});

/** Removes the oldest scans from the inbox. */
export async function dequeue(db: Db, limit: number): Promise<InboxScan[]> {
  const { rows: taken } = await sql<{ scanId: string; reason: string }>`
    delete from scan_case_inbox where scan_id in (select scan_id from scan_case_inbox order by scan_id limit ${limit}) returning scan_id, reason`.execute(
    db,
  );
  if (taken.length === 0) return [];
  const { rows } = await sql<Omit<InboxScan, 'reason'> & Coded>`
    select scan_id, scan_time, session_no, batch_id, level, ordinal, holder_id, region, region_code from scan
    where scan_id = any(${taken.map(({ scanId }) => scanId)}::uuid[]) and batch_id is not null order by scan_id`.execute(db);
  return rows.flatMap((row) => taken.filter(({ scanId }) => scanId === row.scanId).map(({ reason }) => ({ ...withPlace(row), reason })));
}

interface NewCase {
  reason: string;
  createBy: number | null;
  /** Ignored for a case about a batch, which belongs to the batch's department. */
  deptId: number | null;
}

interface OpenResult {
  caseId: number;
  opened: boolean;
}

interface CodePlace {
  batchId: number;
  level: number;
  ordinal: number;
}

/** The open case, or the newest one if that was closed as counterfeit. */
export async function findForCode(
  db: Db,
  { batchId, level, ordinal }: CodePlace,
): Promise<{ caseId: number; judged: boolean } | undefined> {
  const { rows } = await sql<{ caseId: number; judged: boolean }>`
    select case_id, state = 'judged' as judged from (select case_id, state, verdict from scan_case where subject = 'code'
      and batch_id = ${batchId} and level = ${level} and ordinal = ${ordinal} order by state = 'judged', case_id desc limit 1) newest
    where state <> 'judged' or verdict = 'counterfeit'`.execute(db);
  return rows[0];
}

/** Within `days` and since the last verdict; newest first. */
export async function listLinkScans(db: Db, { batchId, level, ordinal }: CodePlace, reasons: string[], days: number, limit: number) {
  const { rows } = await sql<{ scanId: string; batchId: number; ordinal: number; device: string }>`
    select scan_id, batch_id, ordinal, encode(device, 'hex') as device from scan
    where ${onNodeOf({ batchId, level, ordinal })} and batch_id = ${batchId} and ordinal = ${ordinal} and level = ${level} and reason = any(${reasons}::text[]) and channel <> 'inspect'
      and scan_id >= uuid7_floor(greatest(now() - ${days} * interval '1 day', (select max(judge_time) from scan_case
        where subject = 'code' and batch_id = ${batchId} and level = ${level} and ordinal = ${ordinal})))
    order by scan_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Returns or opens the case. Findings after a counterfeit verdict join that case. */
export async function openForCode(db: Db, { batchId, level, ordinal }: CodePlace, newCase: NewCase) {
  const existing = await findForCode(db, { batchId, level, ordinal });
  if (existing && (!existing.judged || newCase.createBy === null)) return { caseId: existing.caseId, opened: false };
  const { rows } = await sql<OpenResult>`
    insert into scan_case (subject, reason, batch_id, level, ordinal, holder_id, dept_id, create_by)
    select 'code', ${newCase.reason}, batch_id, ${level}, ${ordinal}, coalesce((select holder_id from code_around(b.batch_id, ${level}, ${ordinal})),
      (select holder_id from code_own(b.batch_id, ${level}, ${ordinal}))), dept_id, ${newCase.createBy} from batch b where batch_id = ${batchId}
    on conflict (batch_id, level, ordinal) where subject = 'code' and state <> 'judged' do update set last_time = scan_case.last_time
    returning case_id, xmax = 0 as opened`.execute(db);
  return rows[0]!;
}

/** Returns or opens the case. */
export async function openForText(db: Db, codeText: string, { reason, createBy, deptId }: NewCase) {
  const { rows } = await sql<OpenResult>`
    insert into scan_case (subject, reason, code_text, dept_id, create_by) values ('text', ${reason}, ${codeText}, ${deptId}, ${createBy})
    on conflict (code_text) where subject = 'text' and state <> 'judged' do update set last_time = scan_case.last_time
    returning case_id, xmax = 0 as opened`.execute(db);
  return rows[0]!;
}

/** The open case about a dealer and a batch, locked until the transaction ends. */
export const findForDealer = async (db: Db, batchId: number, holderId: number) =>
  db
    .selectFrom('scanCase')
    .select('caseId')
    .where('subject', '=', 'dealer')
    .where('batchId', '=', batchId)
    .where('holderId', '=', holderId)
    .where('state', '<>', 'judged')
    .forUpdate()
    .executeTakeFirst();

/** Within `days` and since the last verdict. */
export async function listOutsideScans(db: Db, batchId: number, holderId: number, days: number, limit: number) {
  const { rows } = await sql<{ scanId: string; ordinal: number; level: number; scanTime: string; region: string | null } & Coded>`
    select scan_id, ordinal, level, scan_time, region, region_code from scan r
    where holder_id = ${holderId} and batch_id = ${batchId} and reason = 'otherRegion'
      and scan_id >= uuid7_floor(greatest(now() - ${days} * interval '1 day', (select max(judge_time) from scan_case
        where subject = 'dealer' and batch_id = ${batchId} and holder_id = ${holderId})))
    order by scan_id desc limit ${limit}`.execute(db);
  return rows.map(withPlace);
}

/** Opens the case, or joins one that was reopened concurrently. */
export async function openForDealer(db: Db, batchId: number, holderId: number, { reason, createBy }: Omit<NewCase, 'deptId'>) {
  const { rows } = await sql<OpenResult>`
    insert into scan_case (subject, reason, batch_id, holder_id, dept_id, create_by)
    select 'dealer', ${reason}, batch_id, ${holderId}, dept_id, ${createBy}::bigint from batch where batch_id = ${batchId}
    on conflict (batch_id, holder_id) where subject = 'dealer' and state <> 'judged' do update set last_time = scan_case.last_time
    returning case_id, xmax = 0 as opened`.execute(db);
  return rows[0]!;
}

interface Evidence {
  scanId: string;
  batchId: number;
  ordinal: number;
}

/** Maximum scans listed per case; further ones are only counted. */
const MAX_LISTED_SCANS = 1000;

/** Adds scans to a case, each once, and updates its latest scan. */
export async function addScans(db: Db, caseId: number, scans: readonly Evidence[], latest: { time: string; region: string | null }) {
  const { rows } = await sql<{ joined: number }>`
    with added as (
      insert into scan_case_scan (case_id, scan_id, batch_id, ordinal)
      select ${caseId}::bigint, * from unnest(${scans.map(({ scanId }) => scanId)}::uuid[], ${scans.map(({ batchId }) => batchId)}::bigint[],
        ${scans.map(({ ordinal }) => ordinal)}::bigint[])
      where (select scan_count from scan_case where case_id = ${caseId}) < ${MAX_LISTED_SCANS}
      on conflict do nothing returning 1
    ), list as (select scan_count >= ${MAX_LISTED_SCANS} as is_full from scan_case where case_id = ${caseId})
    update scan_case set scan_count = scan_count + case when list.is_full then ${scans.length} else (select count(*) from added) end,
      last_region = case when last_time <= ${latest.time}::timestamptz or last_region is null then ${latest.region}::text else last_region end,
      last_time = case when scan_count + report_count = 0 then ${latest.time}::timestamptz else greatest(last_time, ${latest.time}::timestamptz) end
    from list where case_id = ${caseId} returning 1 as joined`.execute(db);
  return rows.length > 0;
}

/** Records that scans joined, at most once an hour; the scans have the details. */
export const recordJoinEvent = (db: Db, caseId: number, region: string | null) =>
  sql`insert into scan_case_event (case_id, action, note) select ${caseId}, 'join', ${region}::text
    where not exists (select from scan_case_event where case_id = ${caseId} and action in ('join', 'open') and event_time > now() - interval '1 hour')`.execute(
    db,
  );
