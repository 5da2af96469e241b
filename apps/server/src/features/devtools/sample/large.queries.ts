import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { regionCodeOf } from '../../scans/place/regions.ts';
import { places } from './places.ts';
import { SAMPLE_DEVICE } from './shoppers.ts';

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

/** Of ten consecutive scans, seven are of codes scanned once and three of one code. */
const CODES_OF_TEN = 8;

/**
 * Inserts scans `first` to `end` (exclusive) and their counts in one statement. Each scan has another device, so it is a separate visit. If
 * scans exceed codes, codes repeat. Indexes grow in few places, so the time per row stays constant up to ten million rows.
 */
export const insertScans = async (db: Db, { batchId, quantity, scans, from, to }: Spread, first: number, end: number) => {
  const stride = Math.floor(quantity / (Math.ceil(scans / 10) * CODES_OF_TEN));
  const ordinal = stride > 0 ? sql`(j / 10 * ${CODES_OF_TEN} + least(j % 10, 7)) * ${stride}::bigint` : sql`j % ${quantity}::bigint`;
  const session = stride > 0 ? sql`greatest(j % 10 - 6, 1)` : sql`j / ${quantity}::bigint + 1`;
  await sql`set local synchronous_commit = off`.execute(db);
  await sql`set local statement_timeout = 0`.execute(db);
  await sql`with drawn as (
      select j, ${ordinal} as ordinal, (${session})::int as session, md5(${batchId}::text || '.' || j) as hash,
        (${from}::float8 + j * ${(to - from) / scans}::float8)::bigint as ms, 1 + ('x' || substr(md5(${batchId}::text || '.' || j), 20, 6))::bit(24)::int % ${places.length} as place
      from generate_series(${first}::bigint, ${end}::bigint - 1) j
    ), made as (
      insert into code_record (scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, device, region, region_code, channel, agent)
      select (lpad(to_hex(ms), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid, to_timestamp(ms / 1000.0),
        case when session = 1 then 'genuine' when session > 10 then 'suspect' else 'alreadyVerified' end,
        case when session > 10 then 'manySessions' end, session, ${batchId}, 0, ordinal,
        decode(substr(hash, 1, 3) || lpad(to_hex(j), 21, '0') || ${SAMPLE_DEVICE}, 'hex'),
        (${places}::text[])[place], (${codes}::text[])[place], 'page', null
      from drawn
      returning ordinal, scan_time, region
    )
    insert into code_scan (batch_id, level, ordinal, first_time, first_region, last_time, sessions, scans)
    select ${batchId}, 0, ordinal, min(scan_time), (array_agg(region order by scan_time))[1], max(scan_time), count(*), count(*)
    from made group by ordinal order by ordinal
    on conflict on constraint code_scan_pkey do update set first_time = least(code_scan.first_time, excluded.first_time),
      first_region = case when excluded.first_time < code_scan.first_time then excluded.first_region else code_scan.first_region end,
      last_time = greatest(code_scan.last_time, excluded.last_time),
      sessions = code_scan.sessions + excluded.sessions, scans = code_scan.scans + excluded.scans`.execute(db);
};

/** Product, supplier, rule and space of the first sample batch. */
export const findGoods = (db: Db) =>
  db
    .selectFrom('category')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'category.codeRuleId')
    .select(['categoryId', 'codeRule.codeRuleId', 'codeRule.spaceId', 'category.createBy', 'category.deptId'])
    .select(sql<number>`(select min(supplier_id) from supplier where sample)`.as('supplierId'))
    .select(sql<number>`(select max(approve_by) from batch where sample)`.as('approveBy'))
    .where('category.sample', '=', true)
    .orderBy('categoryId')
    .limit(1)
    .executeTakeFirstOrThrow();

/** Updates the planner's statistics. */
export const analyze = (db: Db) => sql`analyze code_record, code_scan, batch_range, code_segment`.execute(db);
