import { regionLevel, type Scan, type ScanReason, type scanChannels, type Verdict } from '@suyuan/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { batchInCategories, type CategoryFilters, dealerInCategory, isInBranch } from '../../../platform/db/category-filter.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Db } from '../../../platform/db/db.ts';
import { onNodeOf, onSameNode } from '../../../platform/db/layout.ts';
import type { ListCursor } from '../../../platform/db/page.ts';
import { planRows } from '../../../platform/db/page.ts';
import { type ArchivedScan, asScans } from '../../../platform/db/scan-records.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';
import type { Seek } from '../../../platform/db/seek.ts';
import { DEVICE_DIGITS, hasDevice, isFrom } from './visitor-filter.queries.ts';

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
  /** Places by part of their name: codes, and texts of places without one. */
  places?: { codes: string[]; texts: string[] } | undefined;
  beginTime?: string | undefined;
  endTime?: string | undefined;
}

/** About 17 minutes (2²⁰ ms) of scan ids. Indexes by it store each key once (decision 18), so their order is not that of the ids. */
const scanSpan = sql`left(scan_id::text, 7) collate "C"`;
const spanOf = (id: RawBuilder<unknown>) => sql`left((${id})::text, 7) collate "C"`;

/** Filters whose index ends in the span. Equality with one value is required, so that the index has the order of the spans. */
const readsSpans = ({ batchId, batchIds, ordinal, codeText, device, channelBusinessId, channel, inspection, pastedCodes }: ScanFilter) =>
  ordinal === undefined &&
  codeText === undefined &&
  device === undefined &&
  !pastedCodes &&
  (batchId !== undefined ||
    batchIds?.length === 1 ||
    channelBusinessId !== undefined ||
    (channel !== undefined && channel !== 'page') ||
    inspection === '1');

export type Rows = SelectQueryBuilder<Database, 'scan', object>;

/** Unknown codes require full scope. Each filter has an index that ends in the scan id, so the newest matches are read first. */
export function filterScans(db: Db, scope: DataScope, filter: ScanFilter): Rows {
  const { batchId, level, ordinal, codeText, pastedCodes, verdict, device, beginTime, endTime } = filter;
  const { reason, sessionFrom, sessionTo, address, regionCode, regionCodes, channelBusinessId, channel, inspection, first } = filter;
  const { batchIds, places, unplaced, holderBranch, dealerCatalogueId, catalogueOnly } = filter;
  let rows: Rows = db.selectFrom('scan');
  if (scope !== 'all' && !batchIds) {
    const ownBatches = db.selectFrom('batch').select('batchId').where(ownedInScope(scope, 'batch'));
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
  if (codeText !== undefined) rows = rows.where('codeText', '=', codeText).where(onNodeOf(codeText, 'scan.code_key'));
  if (batchId !== undefined && level !== undefined && ordinal !== undefined)
    rows = rows.where(onNodeOf({ batchId, level, ordinal }, 'scan.code_key'));
  if (pastedCodes) rows = rows.where(isPasted(pastedCodes));
  if (verdict) rows = rows.where('verdict', '=', verdict);
  if (reason) rows = rows.where('reason', '=', reason);
  // the redundant condition matches the partial index
  if (sessionFrom !== undefined) rows = rows.where('sessionNo', '>=', sessionFrom);
  if (sessionFrom !== undefined && sessionFrom > 5) rows = rows.where(sql<boolean>`session_no > 5`);
  if (sessionTo !== undefined) rows = rows.where('sessionNo', '<=', sessionTo);
  if (address) rows = rows.where(isFrom(address));
  if (regionCode) rows = rows.where(sql<boolean>`region_code between ${regionCode} and ${lastCodeOf(regionCode)}`);
  if (unplaced) rows = rows.where('regionCode', unplaced === '1' ? 'is' : 'is not', null);
  if (channelBusinessId !== undefined) rows = rows.where('holderId', '=', channelBusinessId);
  if (holderBranch !== undefined) rows = rows.where(isInBranch('holder_id', holderBranch));
  for (const condition of dealerInCategory('holder_id', dealerCatalogueId, catalogueOnly)) rows = rows.where(condition);
  if (regionCodes) rows = rows.where(sql<boolean>`region_code = any(${regionCodes}::text[])`);
  if (channel) rows = rows.where('channel', '=', channel);
  if (inspection) rows = rows.where('channel', inspection === '1' ? '=' : '<>', 'inspect');
  if (first) rows = rows.where(isFirst());
  if (device !== undefined) rows = rows.where(hasDevice(device));
  if (places) {
    const isCoded = sql<boolean>`region_code = any(${places.codes}::text[])`;
    rows = rows.where(places.texts.length === 0 ? isCoded : sql<boolean>`(${isCoded} or region = any(${places.texts}::text[]))`);
  }
  const bySpan = readsSpans(filter);
  if (beginTime) rows = rows.where(isSince(sql`uuid7_floor(${beginTime}::timestamptz)`, bySpan));
  if (endTime) rows = rows.where(isBefore(sql`uuid7_floor(${endTime}::timestamptz + ${endInterval(endTime)}::interval)`, bySpan));
  return rows;
}

const isSince = (id: RawBuilder<unknown>, bySpan: boolean) =>
  bySpan ? sql<boolean>`(scan_id >= ${id} and ${scanSpan} >= ${spanOf(id)})` : sql<boolean>`scan_id >= ${id}`;

const isBefore = (id: RawBuilder<unknown>, bySpan: boolean) =>
  bySpan ? sql<boolean>`(scan_id < ${id} and ${scanSpan} <= ${spanOf(id)})` : sql<boolean>`scan_id < ${id}`;

/** Rows whose ids are of a period in milliseconds since 1970; `to` is exclusive. */
export function within(rows: Rows, filter: ScanFilter, from: number | undefined, to: number | undefined): Rows {
  const floorOf = (ms: number) => sql`uuid7_floor(to_timestamp(${ms / 1000}))`;
  const later = from === undefined ? rows : rows.where(isSince(floorOf(from), readsSpans(filter)));
  return to === undefined ? later : later.where(isBefore(floorOf(to), readsSpans(filter)));
}

/** Rows before a scan. */
export const before = (rows: Rows, filter: ScanFilter, scanId: string): Rows =>
  rows.where(isBefore(sql`${scanId}::uuid`, readsSpans(filter)));

/** Maximum difference between id time and scan time; a caller's id may be a day off. */
const MAX_ID_OFFSET = sql`interval '2 days'`;

/** First scan of a live code; ties within a millisecond go to the lowest id. Reads only the id's month and the adjacent ones. */
const isFirst = () => sql<boolean>`(case when scan.session_no = 1 and scan.channel <> 'inspect' and exists (select from scan_state s
  where ${onSameNode('s', 'scan')} and s.batch_id = scan.batch_id and s.level = scan.level and s.ordinal = scan.ordinal
    and abs(extract(epoch from scan.scan_time - s.first_time)) < 0.001)
  then scan.scan_id = (select o.scan_id from scan o where ${onSameNode('o', 'scan')} and o.batch_id = scan.batch_id and o.ordinal = scan.ordinal
    and o.level = scan.level and o.session_no = 1 and o.channel <> 'inspect' and o.scan_time <= scan.scan_time
    and o.scan_id >= uuid7_floor(scan.scan_time - ${MAX_ID_OFFSET}) and o.scan_id < uuid7_floor(scan.scan_time + ${MAX_ID_OFFSET})
    order by o.scan_time, o.scan_id limit 1) else false end)`;

const isPasted = ({ places, texts }: NonNullable<ScanFilter['pastedCodes']>) =>
  sql<boolean>`(code_text = any(${texts}::text[]) or exists (select from unnest(${places.map(({ batchId }) => batchId)}::bigint[],
    ${places.map(({ level }) => level)}::smallint[], ${places.map(({ ordinal }) => ordinal)}::bigint[]) as p(batch_id, level, ordinal)
    where p.batch_id = scan.batch_id and p.ordinal = scan.ordinal and p.level = scan.level))`;

/** The greatest code below a region. */
export const lastCodeOf = (code: string) => code.slice(0, { province: 2, city: 4, county: 6 }[regionLevel(code)]).padEnd(6, '9');

/** A day as end includes all of it, a moment its whole second. */
const endInterval = (moment: string) => (moment.length > 10 ? '1 second' : '1 day');

type ProductFilter = CategoryFilters & Pick<ScanFilter, 'categoryId' | 'supplierId'>;

export const filtersBatches = ({ categoryId, supplierId, catalogueId, supplierCatalogueId, traceCatalogueId }: ProductFilter) =>
  [categoryId, supplierId, catalogueId, supplierCatalogueId, traceCatalogueId].some((value) => value !== undefined);

/** SQL condition on batch `b`. */
export const matchesProduct = ({ categoryId, supplierId, ...classes }: ProductFilter) => {
  const equals = (column: string, id: number | undefined) => (id === undefined ? sql`true` : sql`${sql.ref(column)} = ${id}`);
  return sql<boolean>`${sql.join([equals('b.category_id', categoryId), equals('b.supplier_id', supplierId), ...batchInCategories('b', classes)], sql` and `)}`;
};

/** Batches in scope, at most `limit` + 1. */
export async function listBatches(db: Db, scope: DataScope, filter: ProductFilter, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('batch as b')
    .select('batchId')
    .where(matchesProduct(filter))
    .where(ownedInScope(scope, 'b'))
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
  return planRows(plan);
}

/** `offset`, with `sortsAll` to sort all rows; `before` is in milliseconds since 1970. */
export type PageWindow = { offset: number; sortsAll?: boolean } | { before: number } | 'oldest';

/** In the order of the filter's index. */
export const newestFirst = <Row>(
  rows: SelectQueryBuilder<Database, 'scan', Row>,
  filter: ScanFilter,
  direction: 'asc' | 'desc' = 'desc',
): SelectQueryBuilder<Database, 'scan', Row> =>
  (readsSpans(filter) ? rows.orderBy(scanSpan, direction) : rows).orderBy('scanId', direction);

const idsOf = (rows: Rows, filter: ScanFilter, window: PageWindow, size: number) => {
  const bySpan = readsSpans(filter);
  const ids = rows.select('scanId').limit(size);
  if (window === 'oldest') return newestFirst(ids, filter, 'asc');
  if ('before' in window) return newestFirst(ids, filter).where(isBefore(sql`uuid7_floor(to_timestamp(${window.before / 1000}))`, bySpan));
  // sorting by text has no index, so the planner uses the filter's index
  if (window.sortsAll) return ids.orderBy(sql`scan_id::text collate "C"`, 'desc').offset(window.offset);
  return newestFirst(ids, filter).offset(window.offset);
};

export interface ScanRow extends Omit<z.output<typeof Scan>, 'code'> {
  codeText: string | null;
  level: number | null;
}

/** Finds the ids first, so that only one page is joined. */
export const listPage = (db: Db, rows: Rows, filter: ScanFilter, window: PageWindow, size: number): Promise<ScanRow[]> =>
  selectRows(db, idsOf(rows, filter, window, size)).execute();

/** Next page of a walk through all `rows`, newest first. */
export const listNext = (db: Db, rows: Rows, walk: ListCursor, size: number): Promise<ScanRow[]> =>
  walk.take(selectRows(db, rows.select('scanId')), size);

/** The page after a scan, newest first. The ids first, so that only one page is joined. */
export async function listAfter(db: Db, rows: Rows, filter: ScanFilter, seek: Seek, pageSize: number): Promise<ScanRow[]> {
  const rest = seek.after ? before(rows, filter, seek.after[1]) : rows;
  const page = await idsOf(rest, filter, { offset: 0 }, pageSize + 1).execute();
  const ids = page.slice(0, pageSize).map(({ scanId }) => scanId);
  const last = ids.at(-1);
  seek.next = page.length > pageSize && last ? [null, last] : null;
  if (ids.length === 0) return [];
  return selectRows(db, db.selectFrom('scan').select('scanId').where('scanId', 'in', ids)).execute();
}

/** Archived scans as rows of the list. */
export async function listArchived(db: Db, scans: readonly ArchivedScan[]): Promise<ScanRow[]> {
  if (scans.length === 0) return [];
  return describe(db.selectFrom(asScans(scans).as('r')) as unknown as Described).execute();
}

const selectRows = (db: Db, ids: SelectQueryBuilder<Database, 'scan', { scanId: string }>) =>
  // cast: the ids are not selected
  describe(db.selectFrom(ids.as('shown')).innerJoin('scan as r', 'r.scanId', 'shown.scanId') as unknown as Described);

type Described = SelectQueryBuilder<Database & { r: Database['scan'] }, 'r', object>;

const describe = (scans: Described) =>
  scans
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
