import { type CodeRecord, regionLevel, type SuspectReason, type scanChannels, type Verdict } from '@suyuan/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/database.types.ts';
import { type DataScope, inScope } from '../../../db/scope.ts';
import type { Walk } from '../../../db/walk.ts';
import type { Stretch } from './time-seek.ts';

/** What a list is narrowed to, in the database's terms. */
export interface Narrowing {
  batchId?: number | undefined;
  /** 0: a unit; absent: whatever has the ordinal. */
  level?: number | undefined;
  /** From 0. */
  ordinal?: number | undefined;
  /** A text that is not ours, as it was filed. */
  codeText?: string | undefined;
  /** Any of these codes, or of these texts that are not ours. */
  listed?: { places: readonly { batchId: number; level: number; ordinal: number }[]; texts: readonly string[] } | undefined;
  verdict?: Verdict | undefined;
  reason?: SuspectReason | undefined;
  sessionFrom?: number | undefined;
  sessionTo?: number | undefined;
  /** One address, or a network with its length. */
  address?: string | undefined;
  /** A code of a region, with all below it. */
  regionCode?: string | undefined;
  channelBusinessId?: number | undefined;
  channel?: (typeof scanChannels)[number] | undefined;
  /** First digits of the device's hexadecimal name. */
  device?: string | undefined;
  regions?: string[] | undefined;
  beginTime?: string | undefined;
  endTime?: string | undefined;
}

/** Digits that a device is called by: 48 bits of its 128. */
const DEVICE_DIGITS = 12;

type Rows = SelectQueryBuilder<Database, 'codeRecord', object>;

/**
 * Scans that the asker may see: those of batches in scope; what is nobody's is seen by who sees all. Every filter has an index that
 * ends in the scan's id, so the newest of what is asked for are read first.
 */
export function narrowed(db: Db, scope: DataScope, given: Narrowing): Rows {
  const { batchId, level, ordinal, codeText, listed, verdict, device, regions, beginTime, endTime } = given;
  const { reason, sessionFrom, sessionTo, address, regionCode, channelBusinessId, channel } = given;
  let rows: Rows = db.selectFrom('codeRecord');
  if (scope !== 'all') {
    const owned = db
      .selectFrom('batch')
      .select('batchId')
      .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }));
    rows = rows.where('codeRecord.batchId', 'in', owned);
  }
  if (batchId !== undefined) rows = rows.where('batchId', '=', batchId);
  if (level !== undefined) rows = rows.where('level', '=', level);
  if (ordinal !== undefined) rows = rows.where('ordinal', '=', ordinal);
  if (codeText !== undefined) rows = rows.where('codeText', '=', codeText);
  if (listed) rows = rows.where(isListed(listed));
  if (verdict) rows = rows.where('verdict', '=', verdict);
  if (reason) rows = rows.where('reason', '=', reason);
  // said twice where many sessions are meant, so that the index of those serves
  if (sessionFrom !== undefined) rows = rows.where('sessionNo', '>=', sessionFrom);
  if (sessionFrom !== undefined && sessionFrom > 5) rows = rows.where(sql<boolean>`session_no > 5`);
  if (sessionTo !== undefined) rows = rows.where('sessionNo', '<=', sessionTo);
  if (address) rows = rows.where(address.includes('/') ? sql<boolean>`ip <<= ${address}::inet` : sql<boolean>`ip = ${address}::inet`);
  if (regionCode) rows = rows.where(sql<boolean>`region_code between ${regionCode} and ${lastOf(regionCode)}`);
  if (channelBusinessId !== undefined) rows = rows.where('holderId', '=', channelBusinessId);
  if (channel) rows = rows.where('channel', '=', channel);
  if (device !== undefined) rows = rows.where(sql<boolean>`device between ${filled(device, '0')} and ${filled(device, 'f')}`);
  if (regions) rows = rows.where(sql<boolean>`region = any(${regions}::text[])`);
  if (beginTime) rows = rows.where(sql<boolean>`scan_id >= uuid7_floor(${beginTime}::timestamptz)`);
  if (endTime) rows = rows.where(sql<boolean>`scan_id < uuid7_floor(${endTime}::timestamptz + ${span(endTime)}::interval)`);
  return rows;
}

const isListed = ({ places, texts }: NonNullable<Narrowing['listed']>) =>
  sql<boolean>`(code_text = any(${texts}::text[]) or exists (select from unnest(${places.map(({ batchId }) => batchId)}::bigint[],
    ${places.map(({ level }) => level)}::smallint[], ${places.map(({ ordinal }) => ordinal)}::bigint[]) as p(batch_id, level, ordinal)
    where p.batch_id = code_record.batch_id and p.ordinal = code_record.ordinal and p.level = code_record.level))`;

/** The greatest code below a region. */
const lastOf = (code: string) => code.slice(0, { province: 2, city: 4, county: 6 }[regionLevel(code)]).padEnd(6, '9');

/** A bare end day means all of it, a moment its whole second. */
const span = (moment: string) => (moment.length > 10 ? '1 second' : '1 day');

const filled = (digits: string, digit: string) => Buffer.from(digits.padEnd(32, digit), 'hex');

/** How many `rows` are: exact up to `most`, `most` + 1 beyond. */
export async function countUpTo(db: Db, rows: Rows, most: number): Promise<number> {
  const some = rows.select(sql`1`.as('one')).limit(most + 1);
  const { count } = await db.selectFrom(some.as('some')).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return count;
}

/** How many `rows` are by the planner's statistics, which costs nothing however many they are. */
export async function estimate(rows: Rows): Promise<number> {
  const [plan] = await rows.select('scanId').explain('json');
  const [{ Plan }] = Object.values(plan ?? {})[0] as [{ Plan: { 'Plan Rows': number } }];
  return Plan['Plan Rows'];
}

/** Ids of one page, newest first: after `skipped` of `rows`, or the newest before a moment (milliseconds since 1970), or the oldest. */
type Window = { skipped: number } | { before: number } | 'oldest';

const idsOf = (rows: Rows, window: Window, size: number) => {
  const ids = rows.select('scanId').limit(size);
  if (window === 'oldest') return ids.orderBy('scanId', 'asc');
  if ('skipped' in window) return ids.orderBy('scanId', 'desc').offset(window.skipped);
  return ids.where(sql<boolean>`scan_id < uuid7_floor(to_timestamp(${window.before / 1000}))`).orderBy('scanId', 'desc');
};

export interface ShownRow extends Omit<z.output<typeof CodeRecord>, 'code'> {
  codeText: string | null;
  level: number | null;
}

/** The records of a page. Their ids are found first, so that only these are joined with what they name. */
export const listPage = (db: Db, rows: Rows, window: Window, size: number): Promise<ShownRow[]> =>
  shown(db, idsOf(rows, window, size)).execute();

/** The next records of a walk through all `rows`, newest first. */
export const listNext = (db: Db, rows: Rows, walk: Walk, size: number): Promise<ShownRow[]> =>
  walk.take(shown(db, rows.select('scanId')), size);

const shown = (db: Db, ids: SelectQueryBuilder<Database, 'codeRecord', { scanId: string }>) =>
  db
    .selectFrom(ids.as('shown'))
    .innerJoin('codeRecord as r', 'r.scanId', 'shown.scanId')
    .leftJoin('batch as b', 'b.batchId', 'r.batchId')
    .leftJoin('category as c', 'c.categoryId', 'b.categoryId')
    .leftJoin('channelBusiness as h', 'h.channelBusinessId', 'r.holderId')
    .select(['r.scanId', 'r.scanTime', 'r.verdict', 'r.sessionNo', 'r.batchId', 'b.batchNo', 'c.categoryName', 'r.codeText'])
    .select(['r.reason', 'r.level', 'r.holderId as channelBusinessId', 'h.channelBusinessName', 'r.regionCode', 'r.lng', 'r.lat'])
    .select(sql<string | null>`abbrev(r.ip)`.as('address'))
    .select(['r.region', 'r.channel', 'r.agent', sql<number | null>`r.ordinal + 1`.as('ordinal')])
    .select(sql<string>`left(encode(r.device, 'hex'), ${DEVICE_DIGITS})`.as('device'))
    .orderBy('r.scanId', 'desc')
    // columns with a check of their own hold nothing else
    .$castTo<ShownRow>();

/**
 * Blurs where scans of a day long ago came from: the network in place of the address, a position to about ten kilometres, no browser.
 * Answers how many were.
 */
export async function blurDay(db: Db, day: string): Promise<number> {
  const { numAffectedRows } = await sql`
    update code_record set ip = network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))::inet, agent = null,
      lng = round(lng::numeric, 1), lat = round(lat::numeric, 1), accuracy = case when lng is not null then 10000 end
    where scan_id >= uuid7_floor(${day}::date) and scan_id < uuid7_floor(${day}::date + 1)
      and (masklen(ip) > case family(ip) when 4 then 24 else 48 end or agent is not null or accuracy < 10000)`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Notes the last day that was blurred. */
export const noteBlurred = (db: Db, name: string, value: string) =>
  db
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

/** Day of the oldest scan; undefined where there is none. */
export async function findFirstDay(db: Db): Promise<string | undefined> {
  const first = await db
    .selectFrom('codeRecord')
    .select(sql<string>`scan_time::date::text`.as('day'))
    .orderBy('scanId')
    .limit(1)
    .executeTakeFirst();
  return first?.day;
}

/** Regions that any scan came from: skipped through from name to name, however many scans each has. */
export async function listRegions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ region: string }>`
    with recursive names as (
      (select region from code_record where region is not null order by region limit 1)
      union all
      select (select r.region from code_record r where r.region > names.region order by r.region limit 1) from names where names.region is not null
    ) select region from names where region is not null`.execute(db);
  return rows.map(({ region }) => region);
}

/** How scans lie over time by the planner's statistics: stretches of about as many scans each, newest first. */
export async function listStretches(db: Db): Promise<Stretch[]> {
  const { rows } = await sql<{ rows: number; bounds: string[] | null }>`
    select c.reltuples::bigint as rows, s.histogram_bounds::text::text[] as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
      left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = 'scan_id'
    where i.inhparent = 'code_record'::regclass and c.reltuples > 0 order by c.relname desc`.execute(db);
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return rows.flatMap(({ rows: count, bounds }) => {
    const times = (bounds ?? []).map(timeOf).reverse();
    return times.slice(1).map((from, index) => ({ from, to: times[index] ?? from, rows: count / (times.length - 1) }));
  });
}
