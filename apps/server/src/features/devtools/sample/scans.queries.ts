import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { codeKeyColumn, codeKeyValue, onSameNode } from '../../../platform/db/layout.ts';
import { allRegions, regionCodeOf, regionFullName, storedPlace } from '../../scans/place/regions.ts';
import { places } from './sample-data.ts';
import { SAMPLE_DEVICE, type ScanRow } from './scans.ts';

/** Creates the monthly partitions from an instant until now. */
export const ensurePartitions = (db: Db, since: string) =>
  sql`select ensure_scan_partition(month) from generate_series(date_trunc('month', ${since}::timestamptz at time zone 'UTC') at time zone 'UTC',
    now(), interval '1 month') month`.execute(db);

export const insertScans = (db: Db, rows: ScanRow[]) =>
  sql`insert into scan (${codeKeyColumn()}scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, code_text, device, ip, region, region_code, channel, agent)
    select ${codeKeyValue('"batchId", 0::smallint, ordinal, "codeText"')}"scanId", to_timestamp(time / 1000.0), verdict, reason, "sessionNo", "batchId", case when "batchId" is not null then 0 end, ordinal,
      "codeText", decode(device, 'hex'), ip, region, "regionCode", channel, agent
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("scanId" uuid, time bigint, verdict text, reason text, "sessionNo" int,
      "batchId" bigint, ordinal bigint, "codeText" text, device text, ip inet, region text, "regionCode" text, channel text, agent text)`.execute(
    db,
  );

/** Region `place` with its Chinese name, since scans store only the code. */
const namedRegions = sql`unnest(${allRegions().map(({ code }) => code)}::text[],
  ${allRegions().map(({ code }) => regionFullName(code, 'zh-CN'))}::text[]) as place(code, name)`;

/** Counts visits and scans per code, as for real scans; only the first visit sets the first time and region. */
export const countScans = (db: Db, batchIds: number[]) =>
  sql`insert into scan_state (${codeKeyColumn()}batch_id, level, ordinal, first_time, first_region, first_region_code, last_time, sessions, scans, recalled_scans)
    select ${codeKeyValue('batch_id, 0::smallint, ordinal, null')}batch_id, 0, ordinal, min(scan_time) filter (where session_no = 1),
      (array_agg(coalesce(region, place.name) order by scan_id) filter (where session_no = 1))[1],
      (array_agg(region_code order by scan_id) filter (where session_no = 1))[1], max(scan_time), coalesce(max(session_no), 0), count(*),
      count(*) filter (where verdict = 'recalled')
    from scan left join ${namedRegions} on place.code = region_code where batch_id = any(${batchIds}::bigint[]) group by batch_id, ordinal`.execute(
    db,
  );

export const sampleBatch = sql`select batch_id from batch where sample`;

/** Sets the holding dealer of sample scans of the last `days`. */
export const setHolders = (db: Db, days: number) =>
  sql`update scan r set holder_id = s.holder_id from code_segment s
    where r.batch_id in (${sampleBatch}) and s.batch_id = r.batch_id and s.level = r.level and s.holder_id is not null
      and r.ordinal >= s.ordinal_from and r.ordinal < s.ordinal_from + s.count and r.scan_time > now() - ${days} * interval '1 day'`.execute(
    db,
  );

/** Dealers of scanned sample products with their sales regions, most scanned first. */
export async function listHolders(db: Db): Promise<{ holderId: number; regions: string[] }[]> {
  const { rows } = await sql<{ holderId: number; regions: string[] }>`
    select h.channel_business_id as holder_id, near.regions from dealer h
    join (select holder_id, count(*) as scans from scan where batch_id in (${sampleBatch}) group by 1) r on r.holder_id = h.channel_business_id
    cross join lateral (
      select array_agg(c.region_code order by c.region_code) as regions
      from unnest(h.ancestors || h.channel_business_id) with ordinality as line(dealer_id, depth)
      join dealer_region c on c.channel_business_id = line.dealer_id group by line.depth order by line.depth desc limit 1) near
    order by r.scans desc, 1`.execute(db);
  return rows;
}

/** Deterministic pseudo-random number from 0 to 99. */
const pseudoRandomPercent = sql`(('x' || substr(md5(r.scan_id::text), 1, 6))::bit(24)::int % 100)`;

/** Outside the provinces of a dealer's regions. */
const outside = (regions: string[]) =>
  sql`r.region_code is not null and left(r.region_code, 2) <> all (${regions.map((code) => code.slice(0, 2))}::text[])`;

interface HolderScans {
  holderId: number;
  regions: string[];
  /** Region codes of its consumers. */
  places: string[];
  /** Percentage of outside scans that stay outside. */
  stray: number;
}

/** Moves most outside scans of a dealer into its regions. The others become suspect, as for real scans. */
export async function settleHolder(db: Db, { holderId, regions, places, stray }: HolderScans) {
  const isOutsideScan = sql`r.batch_id in (${sampleBatch}) and r.holder_id = ${holderId} and ${outside(regions)}`;
  const { rows } = await sql<{
    scanId: string;
    place: number;
  }>`select r.scan_id, ${pseudoRandomPercent} % ${places.length} as place from scan r
    where ${isOutsideScan} and ${pseudoRandomPercent} >= ${stray}`.execute(db);
  for (const [index, regionCode] of places.entries()) {
    const scanIds = rows.filter(({ place }) => place === index).map(({ scanId }) => scanId);
    await sql`update scan set region = null, region_code = ${regionCode} where scan_id = any(${scanIds}::uuid[])`.execute(db);
  }
  await sql`update scan r set verdict = 'suspect', consumer_verdict = r.verdict, reason = 'otherRegion' where ${isOutsideScan} and r.verdict in ('genuine', 'alreadyVerified')`.execute(
    db,
  );
  await sql`update scan_state s set first_region = coalesce(r.region, place.name), first_region_code = r.region_code
    from scan r left join ${namedRegions} on place.code = r.region_code
    where r.holder_id = ${holderId} and r.batch_id in (${sampleBatch}) and r.session_no = 1 and ${onSameNode('s', 'r')}
      and s.batch_id = r.batch_id and s.level = r.level and s.ordinal = r.ordinal`.execute(db);
}

/** Queues suspect sample scans of the last `days` for cases. */
export const queueForCases = (db: Db, days: number) =>
  sql`insert into scan_case_inbox (scan_id, reason) select scan_id, reason from scan
    where batch_id in (${sampleBatch}) and verdict = 'suspect' and reason is not null and scan_time > now() - ${days} * interval '1 day'
    on conflict do nothing`.execute(db);

/** Marks cases of sample scans. */
export const markCases = (db: Db) =>
  sql`update scan_case set sample = true where batch_id in (${sampleBatch})
    and case_id in (select case_id from scan_case_scan)`.execute(db);

/** Dates reports soon after their scans and decisions a day later, since all were created just now. A case opens at its earliest scan. */
export async function dateCases(db: Db) {
  await sql`update consumer_report r set create_time = least(s.scan_time + interval '20 minutes', now())
    from scan s, scan_case c where s.scan_id = r.scan_id and c.case_id = r.case_id and c.sample`.execute(db);
  await sql`update scan_case c set create_time = least(c.create_time, e.first), last_time = e.last,
      judge_time = case when c.judge_time is not null then least(e.last + interval '1 day', now()) end, update_time = null
    from (select case_id, min(time) as first, max(time) as last from (
      select s.case_id, r.scan_time as time from scan_case_scan s join scan r on r.scan_id = s.scan_id
      union all select case_id, create_time from consumer_report) evidence group by 1) e
    where e.case_id = c.case_id and c.sample`.execute(db);
  await sql`update scan_case_event e set event_time = case e.action
      when 'open' then c.create_time when 'report' then c.last_time else coalesce(c.judge_time, c.last_time) end
    from scan_case c where c.case_id = e.case_id and c.sample`.execute(db);
  await sql`update scan_case_event e set note = earliest.region
    from (select distinct on (case_id) case_id, coalesce(r.region, place.name) as region
      from scan_case_scan join scan r using (scan_id) left join ${namedRegions} on place.code = r.region_code
      order by case_id, r.scan_time) earliest
    where e.case_id = earliest.case_id and e.action = 'open' and e.case_id in (select case_id from scan_case where sample)`.execute(db);
  await sql`update blacklist b set create_time = c.judge_time from scan_case c where c.case_id = b.case_id and c.sample`.execute(db);
}

/** Sample cases about codes, oldest first, with the latest scan of the code. */
export const listCases = (db: Db) =>
  db
    .selectFrom('scanCase')
    .select(['caseId', 'batchId', 'level', 'ordinal'])
    .select(sql<string | null>`(select max(scan_id::text)::uuid from scan_case_scan s where s.case_id = scan_case.case_id)`.as('scanId'))
    .where('sample', '=', true)
    .where('subject', '=', 'code')
    .orderBy('caseId')
    .execute();

/** A scanned text that is not a code, from yesterday or earlier. */
export const findUnknownScan = (db: Db) =>
  db
    .selectFrom('scan')
    .select(['scanId', 'codeText', 'region', 'regionCode', 'device'])
    .where('verdict', '=', 'unknown')
    .where('codeText', 'is not', null)
    .where('scanTime', '<', sql<string>`now() - interval '1 day'`)
    .orderBy('scanId', 'desc')
    .limit(1)
    .executeTakeFirst();

export async function markReport(db: Db, caseId: number) {
  await db.updateTable('scanCase').set({ sample: true }).where('caseId', '=', caseId).execute();
  await db.updateTable('consumerReport').set({ sample: true }).where('caseId', '=', caseId).execute();
}

/** Skips the check whether the user may be assigned. */
export const setAssignee = (db: Db, caseId: number, assigneeId: number) =>
  db.updateTable('scanCase').set({ state: 'assigned', assigneeId }).where('caseId', '=', caseId).execute();

/** Distribution of one batch's scans over its codes and over time. */
export interface Spread {
  batchId: number;
  quantity: number;
  scans: number;
  /** Unix milliseconds: start (inclusive) and end. */
  from: number;
  to: number;
}

/** Region codes of `places`, in the same order. */
const codes = places.map(regionCodeOf);
/** What scans store besides the codes. */
const texts = places.map((place, index) => storedPlace(place, codes[index] ?? null));

/** Of ten consecutive scans, seven are of codes scanned once and three of one code. */
const CODES_OF_TEN = 8;

/**
 * Inserts scans `first` to `end` (exclusive) and their counts. Each scan has another device, so it is a separate visit. If
 * scans exceed codes, codes repeat. Indexes grow in few places, so the time per row stays constant up to ten million rows.
 */
export const insertLargeScans = async (db: Db, { batchId, quantity, scans, from, to }: Spread, first: number, end: number) => {
  const stride = Math.floor(quantity / (Math.ceil(scans / 10) * CODES_OF_TEN));
  const ordinal = stride > 0 ? sql`(j / 10 * ${CODES_OF_TEN} + least(j % 10, 7)) * ${stride}::bigint` : sql`j % ${quantity}::bigint`;
  const session = stride > 0 ? sql`greatest(j % 10 - 6, 1)` : sql`j / ${quantity}::bigint + 1`;
  await sql`set local synchronous_commit = off`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
  const drawn = sql`(select j, ${ordinal} as ordinal, (${session})::int as session, md5(${batchId}::text || '.' || j) as hash,
      (${from}::float8 + j * ${(to - from) / scans}::float8)::bigint as ms,
      1 + ('x' || substr(md5(${batchId}::text || '.' || j), 20, 6))::bit(24)::int % ${places.length} as place
    from generate_series(${first}::bigint, ${end}::bigint - 1) j) drawn`;
  const key = codeKeyValue(`${batchId}, 0::smallint, ordinal, null`);
  await sql`
    insert into scan (${codeKeyColumn()}scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, device, region, region_code, channel, agent)
    select ${key}(lpad(to_hex(ms), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid, to_timestamp(ms / 1000.0),
      case when session = 1 then 'genuine' when session > 10 then 'suspect' else 'alreadyVerified' end,
      case when session > 10 then 'manySessions' end, session, ${batchId}, 0, ordinal,
      decode(substr(hash, 1, 3) || lpad(to_hex(j), 21, '0') || ${SAMPLE_DEVICE}, 'hex'),
      (${texts}::text[])[place], (${codes}::text[])[place], 'page', null
    from ${drawn}`.execute(db);
  await sql`
    insert into scan_state (${codeKeyColumn()}batch_id, level, ordinal, first_time, first_region, last_time, sessions, scans)
    select ${key}${batchId}, 0, ordinal, to_timestamp(min(ms) / 1000.0), (array_agg((${places}::text[])[place] order by ms))[1],
      to_timestamp(max(ms) / 1000.0), count(*), count(*)
    from ${drawn} group by ordinal order by ordinal
    on conflict on constraint scan_state_pkey do update set first_time = least(scan_state.first_time, excluded.first_time),
      first_region = case when excluded.first_time < scan_state.first_time then excluded.first_region else scan_state.first_region end,
      last_time = greatest(scan_state.last_time, excluded.last_time),
      sessions = scan_state.sessions + excluded.sessions, scans = scan_state.scans + excluded.scans`.execute(db);
};

/** Product, supplier, rule and space of the first sample batch. */
export const findFirstProduct = (db: Db) =>
  db
    .selectFrom('product')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'product.codeRuleId')
    .select(['categoryId', 'codeRule.codeRuleId', 'codeRule.spaceId', 'product.createBy', 'product.deptId'])
    .select(sql<number>`(select min(supplier_id) from supplier where sample)`.as('supplierId'))
    .select(sql<number>`(select max(approve_by) from batch where sample)`.as('approveBy'))
    .where('product.sample', '=', true)
    .orderBy('categoryId')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Updates the planner's statistics. */
export const analyze = (db: Db) => sql`analyze scan, scan_state, batch_range, code_segment`.execute(db);
