import type { ScanReason, Verdict } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { storedPlace } from '../place/regions.ts';
import type { LastLocation, ScanLocation } from './scan-location.ts';
import type { Counter } from './visit.ts';

export interface CodePlace {
  batchId: number;
  level: number;
  ordinal: number;
}

export interface CounterRow extends CodePlace, Counter {
  /** Null before the first scan. */
  scans: number | null;
  /** Scans since the recall. */
  recalledScans: number;
  /** Time of reading, in milliseconds since 1970. */
  now: number;
  blocked: boolean;
  /** A case about the code was recently closed as a false alarm or genuine. */
  quiet: boolean;
  lastPlace: LastLocation | null;
}

/** Columns of `CounterRow` except its place; row `s` of `scan_state` may be absent. */
export const counterColumns =
  sql.raw(`s.scans, coalesce(s.recalled_scans, 0) as recalled_scans, coalesce(s.sessions, 0) as sessions, coalesce(s.recent, '[]') as recent,
  (extract(epoch from s.first_time) * 1000)::bigint as first_time, s.first_region, s.first_region_code, coalesce(s.blocked, false) as blocked,
  s.quiet_until is not null and s.quiet_until > now() as quiet, s.last_place, (extract(epoch from now()) * 1000)::bigint as now`);

/** Always looked up by key, because a cached plan may date from when the table was empty. */
export const counterOf = (lock: '' | 'for update') => sql`(
  select scan_state.ctid, scan_state.* from scan_state
  where batch_id = a.batch_id and level = a.level and ordinal = a.ordinal limit 1 ${sql.raw(lock)})`;

/** Locks the existing rows until the transaction ends, in a fixed order to prevent deadlocks. */
export async function lockCounters(db: Db, places: CodePlace[]): Promise<CounterRow[]> {
  const { rows } = await sql<CounterRow>`${prepared}
    with place as (
      select * from unnest(${places.map(({ batchId }) => batchId)}::bigint[], ${places.map(({ level }) => level)}::smallint[],
        ${places.map(({ ordinal }) => ordinal)}::bigint[]) as a(batch_id, level, ordinal)
      order by batch_id, level, ordinal
    )
    select a.batch_id, a.level, a.ordinal, ${counterColumns} from place a left join lateral ${counterOf('for update')} s on true`.execute(
    db,
  );
  return rows;
}

/** New counter values, with `scans` as it was when read (optimistic lock). */
export type CounterUpdate = CounterRow & { added: number };

export interface RecordRow extends ScanLocation {
  scanId: string;
  verdict: Verdict;
  consumerVerdict: Verdict;
  reason: ScanReason | null;
  sessionNo: number | null;
  place: (CodePlace & { holderId: number | null }) | null;
  codeText: string | null;
  device: Buffer;
  ip: string | null;
  channel: 'page' | 'api';
  agent: string | null;
}

/**
 * Stores scans, counters and the queue of suspect scans in one atomic statement. Returns the time stored with them, in milliseconds since 1970.
 * @throws an error that `isWriteConflict` recognises, where an id exists already or a counter changed since it was read
 */
export async function storeScans(
  db: Db,
  records: RecordRow[],
  counters: CounterUpdate[],
  suspects: { scanId: string; reason: ScanReason }[],
): Promise<number> {
  const { rows } = await sql<{ time: number }>`${prepared}
    with record as (
      select * from unnest(${records.map(({ scanId }) => scanId)}::uuid[], ${records.map(({ verdict }) => verdict)}::text[],
        ${records.map(({ reason }) => reason)}::text[], ${records.map(({ sessionNo }) => sessionNo)}::int[],
        ${records.map(({ place }) => place?.batchId ?? null)}::bigint[], ${records.map(({ place }) => place?.level ?? null)}::smallint[],
        ${records.map(({ place }) => place?.ordinal ?? null)}::bigint[], ${records.map(({ place }) => place?.holderId ?? null)}::bigint[],
        ${records.map(({ codeText }) => codeText)}::text[], ${records.map(({ device }) => device)}::bytea[], ${records.map(({ ip }) => ip)}::inet[],
        ${records.map(({ region, regionCode }) => storedPlace(region, regionCode))}::text[], ${records.map(({ regionCode }) => regionCode)}::text[],
        ${records.map(({ lng }) => lng)}::float8[], ${records.map(({ lat }) => lat)}::float8[], ${records.map(({ accuracy }) => accuracy)}::int[],
        ${records.map(({ channel }) => channel)}::text[], ${records.map(({ agent }) => agent)}::text[],
        ${records.map(({ verdict, consumerVerdict }) => (consumerVerdict === verdict ? null : consumerVerdict))}::text[]) as r(scan_id)
    ), recorded as (
      insert into scan (scan_id, verdict, reason, session_no, batch_id, level, ordinal, holder_id, code_text, device, ip, region,
        region_code, lng, lat, accuracy, channel, agent, consumer_verdict)
      -- without 'on conflict', which writes a second WAL record per row
      select * from record order by scan_id returning 1
    ), counter as (
      select * from unnest(${counters.map(({ batchId }) => batchId)}::bigint[], ${counters.map(({ level }) => level)}::smallint[],
        ${counters.map(({ ordinal }) => ordinal)}::bigint[], ${counters.map(({ added }) => added)}::bigint[],
        ${counters.map(({ scans }) => scans)}::bigint[], ${counters.map(({ sessions }) => sessions)}::int[],
        ${counters.map(({ recent }) => JSON.stringify(recent))}::jsonb[], ${counters.map(({ firstTime }) => firstTime)}::bigint[],
        ${counters.map(({ firstRegion }) => firstRegion)}::text[], ${counters.map(({ firstRegionCode }) => firstRegionCode)}::text[],
        ${counters.map(({ lastPlace }) => (lastPlace ? JSON.stringify(lastPlace) : null))}::jsonb[],
        ${counters.map(({ recalledScans }) => recalledScans)}::bigint[]) as c(batch_id, level, ordinal, added, scans, sessions, recent,
        first_time, first_region, first_region_code, last_place, recalled_scans)
    ), locked as materialized (
      -- in one order, so that two such statements do not wait for each other
      select s.ctid, a.* from (select * from counter where scans is not null order by batch_id, level, ordinal) a
      cross join lateral ${counterOf('for update')} s where s.scans = a.scans
    ), inserted as (
      -- a first time that is new is that of the scan itself, by which its record is known for the first
      insert into scan_state (batch_id, level, ordinal, scans, sessions, recent, first_time, first_region, first_region_code, last_place, recalled_scans, last_time)
      select batch_id, level, ordinal, added, sessions, recent, case when first_time is not null then now() end, first_region, first_region_code, last_place, recalled_scans, now()
      from counter where scans is null order by batch_id, level, ordinal returning 1
    ), updated as (
      update scan_state s set scans = s.scans + c.added, sessions = c.sessions, recent = c.recent,
        first_time = coalesce(s.first_time, case when c.first_time is not null then now() end),
        first_region = c.first_region, first_region_code = c.first_region_code, last_place = c.last_place,
        recalled_scans = c.recalled_scans, last_time = now()
      from locked c where s.ctid = c.ctid returning 1
    ), suspect as (
      insert into scan_case_inbox (scan_id, reason)
      select * from unnest(${suspects.map(({ scanId }) => scanId)}::uuid[], ${suspects.map(({ reason }) => reason)}::text[])
      on conflict do nothing
    )
    select scan_whole((select count(*) from recorded) = ${records.length}::int
      and (select count(*) from locked) + (select count(*) from inserted) = ${counters.length}::int
      and (select count(*) from updated) = (select count(*) from locked)), (extract(epoch from now()) * 1000)::bigint as time`.execute(db);
  return rows[0]!.time;
}
