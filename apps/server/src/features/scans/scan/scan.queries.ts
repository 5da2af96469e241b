import { regionLevel, type Scan, type ScanReason, type scanChannels, type Verdict } from '@suyuan/contract';
import { type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { batchInCategories, type CategoryFilters, dealerInCategory } from '../../../platform/db/category-filter.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { ListCursor } from '../../../platform/db/page.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import type { HistogramBucket } from './estimate-moment.ts';

export interface ScanFilter extends CategoryFilters {
  batchId?: number | undefined;
  categoryId?: number | undefined;
  supplierId?: number | undefined;
  /** Visible batches of the requested products or categories, if few; replaces those filters. */
  batchIds?: readonly number[] | undefined;
  /** 0: unit; absent: any level. */
  level?: number | undefined;
  /** Starts at 0. */
  ordinal?: number | undefined;
  /** A text that is not an issued code, as stored. */
  codeText?: string | undefined;
  pastedCodes?: { places: readonly { batchId: number; level: number; ordinal: number }[]; texts: readonly string[] } | undefined;
  verdict?: Verdict | undefined;
  reason?: ScanReason | undefined;
  sessionFrom?: number | undefined;
  sessionTo?: number | undefined;
  /** One address, or a network with prefix length. */
  address?: string | undefined;
  /** A region and its descendants. */
  regionCode?: string | undefined;
  unplaced?: '0' | '1' | undefined;
  channelBusinessId?: number | undefined;
  holderBranch?: number | undefined;
  dealerCatalogueId?: number | undefined;
  channel?: (typeof scanChannels)[number] | undefined;
  inspection?: '0' | '1' | undefined;
  first?: '1' | undefined;
  regionCodes?: readonly string[] | undefined;
  /** Prefix of the device's hexadecimal id. */
  device?: string | undefined;
  regions?: string[] | undefined;
  beginTime?: string | undefined;
  endTime?: string | undefined;
}

/** Hexadecimal digits of a device id in lists: 48 of 128 bits. */
const DEVICE_DIGITS = 12;

type Rows = SelectQueryBuilder<Database, 'scan', object>;

/** Unknown codes require full scope. Each filter has an index that ends in the scan id, so the newest matches are read first. */
export function filterScans(db: Db, scope: DataScope, filter: ScanFilter): Rows {
  const { batchId, level, ordinal, codeText, pastedCodes, verdict, device, regions, beginTime, endTime } = filter;
  const { reason, sessionFrom, sessionTo, address, regionCode, regionCodes, channelBusinessId, channel, inspection, first } = filter;
  const { batchIds, unplaced, holderBranch, dealerCatalogueId, catalogueOnly } = filter;
  let rows: Rows = db.selectFrom('scan');
  if (scope !== 'all' && !batchIds) {
    const ownBatches = db
      .selectFrom('batch')
      .select('batchId')
      .where(inScope(scope, { dept: 'batch.deptId', user: 'batch.createBy' }));
    rows = rows.where('scan.batchId', 'in', ownBatches);
  }
  if (batchId !== undefined) rows = rows.where('batchId', '=', batchId);
  // equality keeps the index order; `any` does not
  if (batchIds?.length === 1) rows = rows.where(sql<boolean>`batch_id = ${batchIds[0]}`);
  else if (batchIds) rows = rows.where(sql<boolean>`batch_id = any(${batchIds}::bigint[])`);
  else if (filtersBatches(filter))
    rows = rows.where(sql<boolean>`batch_id in (select b.batch_id from batch b where ${matchesProduct(filter)})`);
  if (level !== undefined) rows = rows.where('level', '=', level);
  if (ordinal !== undefined) rows = rows.where('ordinal', '=', ordinal);
  if (codeText !== undefined) rows = rows.where('codeText', '=', codeText);
  if (pastedCodes) rows = rows.where(isPasted(pastedCodes));
  if (verdict) rows = rows.where('verdict', '=', verdict);
  if (reason) rows = rows.where('reason', '=', reason);
  // the redundant condition matches the partial index
  if (sessionFrom !== undefined) rows = rows.where('sessionNo', '>=', sessionFrom);
  if (sessionFrom !== undefined && sessionFrom > 5) rows = rows.where(sql<boolean>`session_no > 5`);
  if (sessionTo !== undefined) rows = rows.where('sessionNo', '<=', sessionTo);
  if (address) rows = rows.where(address.includes('/') ? sql<boolean>`ip <<= ${address}::inet` : sql<boolean>`ip = ${address}::inet`);
  if (regionCode) rows = rows.where(sql<boolean>`region_code between ${regionCode} and ${lastCodeOf(regionCode)}`);
  if (unplaced) rows = rows.where('regionCode', unplaced === '1' ? 'is' : 'is not', null);
  if (channelBusinessId !== undefined) rows = rows.where('holderId', '=', channelBusinessId);
  if (holderBranch !== undefined)
    rows = rows.where(sql<boolean>`holder_id in (select d.channel_business_id from dealer d
      where d.channel_business_id = ${holderBranch} or ${holderBranch}::bigint = any(d.ancestors))`);
  for (const condition of dealerInCategory('holder_id', dealerCatalogueId, catalogueOnly)) rows = rows.where(condition);
  if (regionCodes) rows = rows.where(sql<boolean>`region_code = any(${regionCodes}::text[])`);
  if (channel) rows = rows.where('channel', '=', channel);
  if (inspection) rows = rows.where('channel', inspection === '1' ? '=' : '<>', 'inspect');
  if (first) rows = rows.where(isFirst);
  if (device !== undefined) rows = rows.where(sql<boolean>`device between ${padDevice(device, '0')} and ${padDevice(device, 'f')}`);
  if (regions) rows = rows.where(sql<boolean>`region = any(${regions}::text[])`);
  if (beginTime) rows = rows.where(sql<boolean>`scan_id >= uuid7_floor(${beginTime}::timestamptz)`);
  if (endTime) rows = rows.where(sql<boolean>`scan_id < uuid7_floor(${endTime}::timestamptz + ${endInterval(endTime)}::interval)`);
  return rows;
}

/** Maximum difference between id time and scan time; a caller's id may be a day off. */
const MAX_ID_OFFSET = sql`interval '2 days'`;

/** First scan of a live code; ties within a millisecond go to the lowest id. Reads only the id's month and the adjacent ones. */
const isFirst = sql<boolean>`(scan.session_no = 1 and scan.channel <> 'inspect' and exists (select from scan_state s
  where s.batch_id = scan.batch_id and s.level = scan.level and s.ordinal = scan.ordinal
    and abs(extract(epoch from scan.scan_time - s.first_time)) < 0.001)
  and scan.scan_id = (select o.scan_id from scan o where o.batch_id = scan.batch_id and o.ordinal = scan.ordinal
    and o.level = scan.level and o.session_no = 1 and o.channel <> 'inspect' and o.scan_time <= scan.scan_time
    and o.scan_id >= uuid7_floor(scan.scan_time - ${MAX_ID_OFFSET}) and o.scan_id < uuid7_floor(scan.scan_time + ${MAX_ID_OFFSET})
    order by o.scan_time, o.scan_id limit 1))`;

const isPasted = ({ places, texts }: NonNullable<ScanFilter['pastedCodes']>) =>
  sql<boolean>`(code_text = any(${texts}::text[]) or exists (select from unnest(${places.map(({ batchId }) => batchId)}::bigint[],
    ${places.map(({ level }) => level)}::smallint[], ${places.map(({ ordinal }) => ordinal)}::bigint[]) as p(batch_id, level, ordinal)
    where p.batch_id = scan.batch_id and p.ordinal = scan.ordinal and p.level = scan.level))`;

/** The greatest code below a region. */
const lastCodeOf = (code: string) => code.slice(0, { province: 2, city: 4, county: 6 }[regionLevel(code)]).padEnd(6, '9');

/** A day as end includes all of it, a moment its whole second. */
const endInterval = (moment: string) => (moment.length > 10 ? '1 second' : '1 day');

const padDevice = (digits: string, digit: string) => Buffer.from(digits.padEnd(32, digit), 'hex');

type ProductFilter = CategoryFilters & Pick<ScanFilter, 'categoryId' | 'supplierId'>;

export const filtersBatches = ({ categoryId, supplierId, catalogueId, supplierCatalogueId, traceCatalogueId }: ProductFilter) =>
  [categoryId, supplierId, catalogueId, supplierCatalogueId, traceCatalogueId].some((value) => value !== undefined);

/** SQL condition on batch `b`. */
const matchesProduct = ({ categoryId, supplierId, ...classes }: ProductFilter) => {
  const equals = (column: string, id: number | undefined) => (id === undefined ? sql`true` : sql`${sql.ref(column)} = ${id}`);
  return sql<boolean>`${sql.join([equals('b.category_id', categoryId), equals('b.supplier_id', supplierId), ...batchInCategories('b', classes)], sql` and `)}`;
};

/** Batches in scope, at most `limit` + 1. */
export async function listBatches(db: Db, scope: DataScope, filter: ProductFilter, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('batch as b')
    .select('batchId')
    .where(matchesProduct(filter))
    .where(inScope(scope, { dept: 'b.deptId', user: 'b.createBy' }))
    .orderBy('batchId')
    .limit(limit + 1)
    .execute();
  return rows.map(({ batchId }) => batchId);
}

/** Exact up to `limit`, otherwise `limit` + 1. */
export async function countUpTo(db: Db, rows: Rows, limit: number): Promise<number> {
  const limited = rows.select(sql`1`.as('one')).limit(limit + 1);
  const { count } = await db.selectFrom(limited.as('some')).select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow();
  return count;
}

/** Planner's estimate at constant cost. For first scans it counts first visits, of which few are reloads. */
export async function estimate(db: Db, scope: DataScope, filter: ScanFilter): Promise<number> {
  const countFilter = filter.first ? { ...filter, first: undefined, sessionFrom: 1, sessionTo: 1, inspection: '0' as const } : filter;
  const [plan] = await filterScans(db, scope, countFilter).select('scanId').explain('json');
  const [{ Plan }] = Object.values(plan ?? {})[0] as [{ Plan: { 'Plan Rows': number } }];
  return Plan['Plan Rows'];
}

/** `offset`, with `sortsAll` to sort all rows; `before` is in milliseconds since 1970. */
type PageWindow = { offset: number; sortsAll?: boolean } | { before: number } | 'oldest';

const idsOf = (rows: Rows, window: PageWindow, size: number) => {
  const ids = rows.select('scanId').limit(size);
  if (window === 'oldest') return ids.orderBy('scanId', 'asc');
  // sorting by text has no index, so the planner uses the filter's index
  if ('offset' in window) return ids.orderBy(window.sortsAll ? sql`scan_id::text collate "C"` : 'scanId', 'desc').offset(window.offset);
  return ids.where(sql<boolean>`scan_id < uuid7_floor(to_timestamp(${window.before / 1000}))`).orderBy('scanId', 'desc');
};

export interface ScanRow extends Omit<z.output<typeof Scan>, 'code'> {
  codeText: string | null;
  level: number | null;
}

/** Finds the ids first, so that only one page is joined. */
export const listPage = (db: Db, rows: Rows, window: PageWindow, size: number): Promise<ScanRow[]> =>
  selectRows(db, idsOf(rows, window, size)).execute();

/** Next page of a walk through all `rows`, newest first. */
export const listNext = (db: Db, rows: Rows, walk: ListCursor, size: number): Promise<ScanRow[]> =>
  walk.take(selectRows(db, rows.select('scanId')), size);

const selectRows = (db: Db, ids: SelectQueryBuilder<Database, 'scan', { scanId: string }>) =>
  db
    .selectFrom(ids.as('shown'))
    .innerJoin('scan as r', 'r.scanId', 'shown.scanId')
    .leftJoin('batch as b', 'b.batchId', 'r.batchId')
    .leftJoin('product as c', 'c.categoryId', 'b.categoryId')
    .leftJoin('dealer as h', 'h.channelBusinessId', 'r.holderId')
    .select(['r.scanId', 'r.scanTime', 'r.verdict', 'r.sessionNo', 'r.batchId', 'b.batchNo', 'c.categoryName', 'r.codeText'])
    .select(sql<string | null>`case when r.channel <> 'inspect' then coalesce(r.consumer_verdict, r.verdict) end`.as('consumerVerdict'))
    .select(['r.reason', 'r.level', 'r.holderId as channelBusinessId', 'h.channelBusinessName', 'r.regionCode', 'r.lng', 'r.lat'])
    .select(sql<string | null>`abbrev(r.ip)`.as('address'))
    .select(['r.region', 'r.channel', 'r.agent', sql<number | null>`r.ordinal + 1`.as('ordinal')])
    .select(sql<string>`left(encode(r.device, 'hex'), ${DEVICE_DIGITS})`.as('device'))
    .orderBy('r.scanId', 'desc')
    // check constraints guarantee these values
    .$castTo<ScanRow>();

/** Distinct regions by a loose index scan, independent of the number of scans. */
export async function listRegions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ region: string }>`
    with recursive names as (
      (select region from scan where region is not null order by region limit 1)
      union all
      select (select r.region from scan r where r.region > names.region order by r.region limit 1) from names where names.region is not null
    ) select region from names where region is not null`.execute(db);
  return rows.map(({ region }) => region);
}

/** From planner statistics, newest first; each stretch has about the same number of scans. */
export async function listHistogramBuckets(db: Db): Promise<HistogramBucket[]> {
  const { rows } = await sql<{ rows: number; bounds: string[] | null }>`
    select c.reltuples::bigint as rows, s.histogram_bounds::text::text[] as bounds
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
      left join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = 'scan_id'
    where i.inhparent = 'scan'::regclass and c.reltuples > 0 order by c.relname desc`.execute(db);
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return rows.flatMap(({ rows: count, bounds }) => {
    const times = (bounds ?? []).map(timeOf).reverse();
    return times.slice(1).map((from, index) => ({ from, to: times[index] ?? from, rows: count / (times.length - 1) }));
  });
}
