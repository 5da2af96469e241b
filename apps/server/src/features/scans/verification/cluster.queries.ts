import type { ScanReason } from '@suyuan/contract';
import { sql } from 'kysely';
import { now as databaseTime } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { codeKeyOf, readShards, shardOf } from '../../../platform/db/layout.ts';
import { prepared } from '../../../platform/db/prepared.ts';
import { storedPlace } from '../place/regions.ts';
import type { CodePlace, CounterRow, CounterUpdate, RecordRow } from './counter.queries.ts';

/** Groups scans by the machine that has their rows. A group is one transaction of that machine. */
export async function groupByNode<Scan extends { codeText: string; code?: { place: CodePlace } | undefined }>(
  db: Db,
  scans: Scan[],
): Promise<Scan[][]> {
  const shards = await readShards(db);
  const groups = new Map<number, Scan[]>();
  for (const scan of scans) {
    const { node } = shardOf(shards, codeKeyOf(scan.code?.place ?? scan.codeText));
    groups.set(node, [...(groups.get(node) ?? []), scan]);
  }
  return [...groups.values()];
}

const placeKey = ({ batchId, level, ordinal }: CodePlace) => `${batchId}/${level}/${ordinal}`;

/** Counters of codes of one machine. `locks` holds the existing rows until the transaction ends, in a fixed order. */
export async function readCounters(db: Db, places: CodePlace[], locks: boolean): Promise<CounterRow[]> {
  const time = databaseTime();
  const shards = await readShards(db);
  const found = new Map<string, CounterRow>();
  // Citus runs such a statement only within one shard
  for (const group of groupBy(places, (place) => shardOf(shards, codeKeyOf(place)).id)) {
    const keys = group.map(codeKeyOf);
    const { rows } = await sql<CounterRow>`${prepared}
      select s.batch_id, s.level, s.ordinal, scans, recalled_scans, sessions, recent, (extract(epoch from first_time) * 1000)::bigint as first_time,
        first_region, first_region_code, blocked, last_place, quiet_until is not null and quiet_until > to_timestamp(${time / 1000}) as quiet
      from (
        select * from unnest(${keys}::bigint[], ${group.map(({ batchId }) => batchId)}::bigint[], ${group.map(({ level }) => level)}::smallint[],
          ${group.map(({ ordinal }) => ordinal)}::bigint[]) as a(code_key, batch_id, level, ordinal) order by batch_id, level, ordinal
      ) a
      -- always looked up by key: a new batch has no statistics
      cross join lateral (
        select * from scan_state where code_key = a.code_key and batch_id = a.batch_id and level = a.level and ordinal = a.ordinal
          and code_key = any(${keys}::bigint[]) limit 1 ${sql.raw(locks ? 'for update' : '')}
      ) s`.execute(db);
    for (const row of rows) found.set(placeKey(row), row);
  }
  return places.map((place) => ({ ...NO_COUNTER, ...place, ...found.get(placeKey(place)), now: time }));
}

function groupBy<Value>(values: Value[], keyOf: (value: Value) => number): Value[][] {
  const groups = new Map<number, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return [...groups].sort(([one], [other]) => one - other).map(([, group]) => group);
}

/** Of a code without scans. */
const NO_COUNTER = {
  scans: null,
  recalledScans: 0,
  sessions: 0,
  recent: [],
  firstTime: null,
  firstRegion: null,
  firstRegionCode: null,
  blocked: false,
  quiet: false,
  lastPlace: null,
};

const valuesOf = (rows: unknown[][]) => sql.join(rows.map((row) => sql`(${sql.join(row)})`));

/**
 * As `storeScans`, for scans of one machine and inside a transaction. Citus writes one table per statement.
 * @throws an error that `isWriteConflict` recognises
 */
export async function storeOnNode(
  db: Db,
  records: RecordRow[],
  counters: CounterUpdate[],
  suspects: { scanId: string; reason: ScanReason }[],
): Promise<number> {
  // one time for both tables, by which the record of a first scan is found
  const now = counters[0]?.now ?? databaseTime();
  const time = new Date(now).toISOString();
  const scans = records.map((row) => [
    ...[codeKeyOf(row.place ?? row.codeText ?? ''), row.scanId, time, row.verdict, row.reason, row.sessionNo],
    ...[row.place?.batchId ?? null, row.place?.level ?? null, row.place?.ordinal ?? null, row.place?.holderId ?? null],
    ...[
      row.codeText,
      row.device,
      row.ip,
      storedPlace(row.region, row.regionCode),
      row.regionCode,
      row.lng,
      row.lat,
      row.accuracy,
      row.channel,
      row.agent,
    ],
    row.consumerVerdict === row.verdict ? null : row.consumerVerdict,
  ]);
  // without 'on conflict', which writes a second WAL record per row
  await sql`
    insert into scan (code_key, scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, holder_id, code_text, device, ip, region,
      region_code, lng, lat, accuracy, channel, agent, consumer_verdict)
    values ${valuesOf(scans)}`.execute(db);
  let changed = 0;
  for (const group of groupBy(counters, ({ added }) => added)) {
    const { numAffectedRows } = await sql`
      insert into scan_state as s (code_key, batch_id, level, ordinal, scans, sessions, recent, first_time, first_region, first_region_code,
        last_place, recalled_scans, last_time)
      values ${valuesOf(group.map((row) => counterValues(row, time)))}
      on conflict on constraint scan_state_pkey do update set scans = excluded.scans, sessions = excluded.sessions, recent = excluded.recent,
        first_time = coalesce(s.first_time, excluded.first_time), first_region = excluded.first_region,
        first_region_code = excluded.first_region_code, last_place = excluded.last_place, recalled_scans = excluded.recalled_scans,
        last_time = excluded.last_time
      where s.scans = excluded.scans - ${group[0]?.added ?? 0}::bigint`.execute(db);
    changed += Number(numAffectedRows ?? 0);
  }
  if (suspects.length > 0)
    await sql`insert into scan_case_inbox (scan_id, reason) values ${valuesOf(suspects.map(({ scanId, reason }) => [scanId, reason]))}
      on conflict do nothing`.execute(db);
  if (changed !== counters.length) await sql`select scan_whole(false)`.execute(db);
  return now;
}

const counterValues = (row: CounterUpdate, time: string) => [
  ...[codeKeyOf(row), row.batchId, row.level, row.ordinal, (row.scans ?? 0) + row.added, row.sessions, JSON.stringify(row.recent)],
  ...[row.firstTime === null ? null : time, row.firstRegion, row.firstRegionCode, row.lastPlace && JSON.stringify(row.lastPlace)],
  ...[row.recalledScans, time],
];
