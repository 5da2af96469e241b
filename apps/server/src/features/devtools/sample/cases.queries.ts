import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';

const sampleBatch = sql`select batch_id from batch where sample`;

/** Sets the holding dealer of sample scans of the last `days`. */
export const fileHolders = (db: Db, days: number) =>
  sql`update code_record r set holder_id = s.holder_id from code_segment s
    where r.batch_id in (${sampleBatch}) and s.batch_id = r.batch_id and s.level = r.level and s.holder_id is not null
      and r.ordinal >= s.ordinal_from and r.ordinal < s.ordinal_from + s.count and r.scan_time > now() - ${days} * interval '1 day'`.execute(
    db,
  );

/** Dealers of scanned sample products with their sales regions, most scanned first. */
export async function listHolders(db: Db): Promise<{ holderId: number; regions: string[] }[]> {
  const { rows } = await sql<{ holderId: number; regions: string[] }>`
    select h.channel_business_id as holder_id, near.regions from channel_business h
    join (select holder_id, count(*) as scans from code_record where batch_id in (${sampleBatch}) group by 1) r on r.holder_id = h.channel_business_id
    cross join lateral (
      select array_agg(c.region_code order by c.region_code) as regions
      from unnest(h.ancestors || h.channel_business_id) with ordinality as line(dealer_id, depth)
      join channel_region c on c.channel_business_id = line.dealer_id group by line.depth order by line.depth desc limit 1) near
    order by r.scans desc, 1`.execute(db);
  return rows;
}

/** Deterministic pseudo-random number from 0 to 99. */
const drawn = sql`(('x' || substr(md5(r.scan_id::text), 1, 6))::bit(24)::int % 100)`;

/** Outside the provinces of a dealer's regions. */
const outside = (regions: string[]) =>
  sql`r.region_code is not null and left(r.region_code, 2) <> all (${regions.map((code) => code.slice(0, 2))}::text[])`;

interface Moved {
  holderId: number;
  regions: string[];
  /** Places of its consumers. */
  places: { region: string; regionCode: string }[];
  /** Percentage of outside scans that stay outside. */
  stray: number;
}

/** Moves most outside scans of a dealer into its regions. The others become suspect, as for real scans. */
export async function settleHolder(db: Db, { holderId, regions, places, stray }: Moved) {
  const held = sql`r.batch_id in (${sampleBatch}) and r.holder_id = ${holderId} and ${outside(regions)}`;
  await sql`update code_record r set region = (${places.map(({ region }) => region)}::text[])[1 + ${drawn} % ${places.length}],
      region_code = (${places.map(({ regionCode }) => regionCode)}::text[])[1 + ${drawn} % ${places.length}]
    where ${held} and ${drawn} >= ${stray}`.execute(db);
  await sql`update code_record r set verdict = 'suspect', consumer_verdict = r.verdict, reason = 'otherRegion' where ${held} and r.verdict in ('genuine', 'alreadyVerified')`.execute(
    db,
  );
  await sql`update code_scan s set first_region = r.region, first_region_code = r.region_code from code_record r
    where r.holder_id = ${holderId} and r.batch_id in (${sampleBatch}) and r.session_no = 1
      and s.batch_id = r.batch_id and s.level = r.level and s.ordinal = r.ordinal`.execute(db);
}

/** Queues suspect sample scans of the last `days` for cases. */
export const fileForCases = (db: Db, days: number) =>
  sql`insert into case_inbox (scan_id, reason) select scan_id, reason from code_record
    where batch_id in (${sampleBatch}) and verdict = 'suspect' and reason is not null and scan_time > now() - ${days} * interval '1 day'
    on conflict do nothing`.execute(db);

/** Marks cases of sample scans, dated by the first scan. */
export async function markCases(db: Db) {
  await sql`update code_case c set sample = true, create_time = least(c.create_time, e.first)
    from (select s.case_id, min(r.scan_time) as first from case_scan s join code_record r on r.scan_id = s.scan_id group by 1) e
    where e.case_id = c.case_id and c.batch_id in (${sampleBatch})`.execute(db);
  await sql`update case_event e set event_time = c.create_time from code_case c where c.case_id = e.case_id and c.sample and e.action = 'open'`.execute(
    db,
  );
}

/** Sample cases about codes, oldest first, with the latest scan of the code. */
export const listCases = (db: Db) =>
  db
    .selectFrom('codeCase')
    .select(['caseId', 'batchId', 'level', 'ordinal'])
    .select(sql<string | null>`(select max(scan_id::text)::uuid from case_scan s where s.case_id = code_case.case_id)`.as('scanId'))
    .where('sample', '=', true)
    .where('subject', '=', 'code')
    .orderBy('caseId')
    .execute();

/** A recently scanned text that is not a code. */
export const findUnknown = (db: Db) =>
  db
    .selectFrom('codeRecord')
    .select(['scanId', 'codeText', 'region', 'device'])
    .where('verdict', '=', 'unknown')
    .where('codeText', 'is not', null)
    .orderBy('scanId', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function markReport(db: Db, caseId: number) {
  await db.updateTable('codeCase').set({ sample: true }).where('caseId', '=', caseId).execute();
  await db.updateTable('shopperReport').set({ sample: true }).where('caseId', '=', caseId).execute();
}

/** Skips the check whether the user may be assigned. */
export const setAssignee = (db: Db, caseId: number, assigneeId: number) =>
  db.updateTable('codeCase').set({ state: 'assigned', assigneeId }).where('caseId', '=', caseId).execute();
