import { isIP } from 'node:net';
import { type Page, type QueryOf, type RecordOf, type ScanFigures, scans } from '@suyuan/contract';
import { now } from '../../../platform/db/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { CursorPaging, ListCursor } from '../../../platform/db/page.ts';
import type { Seek } from '../../../platform/db/seek.ts';
import { readPrimary } from '../../../platform/db/standby-reads.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as archive from '../archive/archived-scan.service.ts';
import { allRegions, placeName, regionCodeOf, regionFullName, scanPlace, storedPlace } from '../place/regions.ts';
import * as verificationService from '../verification/verification.service.ts';
import { periodOf } from './archive-filter.queries.ts';
import { estimateMoment } from './estimate-moment.ts';
import * as figuresQueries from './figures.queries.ts';
import { listRegions } from './histogram.queries.ts';
import * as queries from './scan.queries.ts';
import { ScanList } from './scan-segments.ts';

export { anonymiseOldScans } from './scan-jobs.service.ts';

type Records = typeof scans;

/** Beyond this limit, the total is an estimate and a page is located by time with one index lookup. */
const MAX_EXACT = 10_000;
/** Maximum batches to filter by id, using an index that ends in the scan id. */
const MAX_BATCH_IDS = 500;

export async function list(ctx: Context, query: QueryOf<Records>): Promise<Page<RecordOf<Records>>> {
  const { paging, ...conditions } = query;
  const { walk }: CursorPaging = paging;
  const filter = await toScanFilter(ctx, conditions);
  if (!filter) return { rows: [], total: 0 };
  // an export reads for longer, and each of its pages is bounded
  const bounded = walk ? ctx : { ...ctx, signal: AbortSignal.timeout(archive.REQUEST_MS) };
  return ScanList.read(bounded, filter, (scanList) => pageOf(ctx, scanList, filter, query));
}

async function pageOf(
  ctx: Context,
  scanList: ScanList,
  filter: queries.ScanFilter,
  query: QueryOf<Records>,
): Promise<Page<RecordOf<Records>>> {
  const { db } = ctx;
  const { page, pageSize, walk, seek }: CursorPaging = query.paging;
  const { hotRows } = scanList;
  if (seek) {
    const found = hotRows ? await queries.listAfter(db, hotRows, filter, seek, pageSize) : await seekThrough(scanList, seek, pageSize);
    return { rows: await recordsOf(ctx, found), total: seek.isCounted ? await scanList.count(MAX_EXACT) : 0 };
  }
  const total = walk?.total ?? (await scanList.count(MAX_EXACT));
  if (total === 0) return { rows: [], total };
  if (walk) {
    walk.total = total;
    const next = hotRows ? await queries.listNext(db, hotRows, walk, pageSize) : await walkThrough(scanList, walk, pageSize);
    return { rows: await recordsOf(ctx, next), total };
  }
  const last = Math.max(1, Math.ceil(total / pageSize));
  // several index ranges have no common order
  const dealerFilter = filter.holderBranch ?? filter.dealerCatalogueId;
  const unordered = (filter.batchIds?.length ?? 0) > 1 || dealerFilter !== undefined;
  const window = await windowOf(scanList, query, { page: Math.min(page, last), last, total, unordered });
  const pageRows = await scanList.take(window, pageSize);
  // the estimate was too high
  const visibleRows = pageRows.length === 0 && total > MAX_EXACT ? await scanList.take('oldest', pageSize) : pageRows;
  return { rows: await recordsOf(ctx, visibleRows), total };
}

/** The page after a scan, over the table and archived months. */
async function seekThrough(scanList: ScanList, seek: Seek, pageSize: number): Promise<queries.ScanRow[]> {
  const afterId = seek.after?.[1];
  const rows = await scanList.take(afterId === undefined ? { offset: 0 } : { beforeId: afterId }, pageSize + 1);
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  seek.next = last ? [null, last.scanId] : null;
  return rows.slice(0, pageSize);
}

/** Last scan of each walk over the table and archived months. */
const walkPositions = new WeakMap<ListCursor, string>();

async function walkThrough(scanList: ScanList, walk: ListCursor, pageSize: number): Promise<queries.ScanRow[]> {
  const lastId = walkPositions.get(walk);
  const rows = await scanList.take(lastId === undefined ? { offset: 0 } : { beforeId: lastId }, pageSize);
  const last = rows.at(-1);
  if (last) walkPositions.set(walk, last.scanId);
  return rows;
}

async function windowOf(
  scanList: ScanList,
  { paging, beginTime, endTime }: QueryOf<Records>,
  { page, last, total, unordered }: { page: number; last: number; total: number; unordered: boolean },
) {
  const offset = (page - 1) * paging.pageSize;
  if (total <= MAX_EXACT) return { offset, sortsAll: unordered };
  if (offset + paging.pageSize <= MAX_EXACT + 1) return { offset };
  if (page === last) return 'oldest';
  const { from, to } = periodOf({ beginTime, endTime });
  const before = estimateMoment(await scanList.histogram(), offset / total, from, to);
  return before === undefined ? { offset } : { before };
}

/** Translates filters; undefined if nothing can match. */
async function toScanFilter(
  { db, scope, installation, actor, language }: Context,
  query: Omit<QueryOf<Records>, 'paging'>,
): Promise<queries.ScanFilter | undefined> {
  const { code, codes, ordinal, device, region, address, outsideOf, ...filters } = query;
  const { batchId } = filters;
  const filter: queries.ScanFilter = { ...filters, ordinal: ordinal && ordinal - 1 };
  if (queries.filtersBatches(filters)) {
    const batchIds = await queries.listBatches(db, scope, filters, MAX_BATCH_IDS);
    if (batchIds.length === 0) return undefined;
    if (batchIds.length <= MAX_BATCH_IDS) filter.batchIds = batchIds;
  }
  if (code) {
    const place = await codeService.locate(db, installation, code);
    if (!place) filter.codeText = verificationService.toStoredCode(code);
    else if ((batchId ?? place.batchId) !== place.batchId || (ordinal ?? place.ordinal + 1) !== place.ordinal + 1) return undefined;
    else Object.assign(filter, place);
  }
  if (codes) {
    const places = await codeService.locateAll(db, installation, codes);
    filter.pastedCodes = {
      places: places.filter((place) => place !== undefined),
      texts: codes.flatMap((text, index) => (places[index] ? [] : [verificationService.toStoredCode(text)])),
    };
  }
  if (address) {
    // users who may not see addresses cannot filter by them
    const [ip = '', length] = address.split('/');
    const maxLength = isIP(ip) === 4 ? 32 : 128;
    if (!hasPermission(actor, scans.permission('query')) || isIP(ip) === 0 || Number(length ?? maxLength) > maxLength) return undefined;
    filter.address = address;
  }
  if (device) {
    if (!/^[0-9a-f]{1,32}$/i.test(device)) return undefined;
    filter.device = device.toLowerCase();
  }
  if (outsideOf !== undefined) {
    if ((filters.channelBusinessId ?? outsideOf) !== outsideOf) return undefined;
    filter.channelBusinessId = outsideOf;
    filter.regionCodes = await verificationService.foreignRegionsOf(db, outsideOf);
  }
  if (region) {
    const part = region.toLowerCase();
    const matches = (name: string, translation: string) => name.includes(region) || translation.toLowerCase().includes(part);
    const codes = allRegions().flatMap(({ code }) =>
      matches(regionFullName(code, 'zh-CN'), regionFullName(code, language)) ? [code] : [],
    );
    const texts = (await regionsOf(db)).filter((name) => storedPlace(name, regionCodeOf(name)) && matches(name, placeName(name, language)));
    if (codes.length + texts.length === 0) return undefined;
    filter.places = { codes, texts };
  }
  return filter;
}

/** Milliseconds for which the list of regions is cached. */
const CACHE_MS = 60_000;
const regionCache = new WeakMap<Db, { regions: Promise<string[]>; readAt: number }>();

function regionsOf(db: Db): Promise<string[]> {
  const cached = regionCache.get(db);
  if (cached && performance.now() - cached.readAt < CACHE_MS) return cached.regions;
  const regions = readPrimary(() => listRegions(db));
  regionCache.set(db, { regions, readAt: performance.now() });
  regions.catch(() => regionCache.delete(db));
  return regions;
}

/** About 10 km. */
const roundDegrees = (degrees: number | null) => degrees && Math.round(degrees * 10) / 10;

/** Masks code texts, addresses and exact positions for users without permission. */
async function recordsOf(ctx: Context, rows: queries.ScanRow[]): Promise<RecordOf<Records>[]> {
  const issuedCodes = rows.flatMap(({ scanId, batchId, level, ordinal }) =>
    batchId !== null && level !== null && ordinal !== null ? [{ scanId, batchId, level, ordinal: ordinal - 1 }] : [],
  );
  const texts = await codeService.textsAt(ctx, issuedCodes);
  const textOf = new Map(issuedCodes.map(({ scanId }, index) => [scanId, texts[index] ?? null]));
  const canSeeDetails = hasPermission(ctx.actor, scans.permission('query'));
  return rows.map(({ codeText, level: _, address, ...row }) => ({
    ...row,
    code: textOf.get(row.scanId) ?? codeText,
    region: placeName(scanPlace(row), ctx.language),
    address: canSeeDetails ? address : null,
    // same precision as anonymised scans
    lng: canSeeDetails ? row.lng : roundDegrees(row.lng),
    lat: canSeeDetails ? row.lat : roundDegrees(row.lat),
  }));
}

type FigureQuery = Omit<QueryOf<typeof scans>, 'paging'>;

const DAY = 86_400_000;
/** Default period in days. */
const DEFAULT_DAYS = 30;

/** Filters that the daily sums lack. They also exclude inspections, and places without a code. */
const detailFilters = ['level', 'ordinal', 'code', 'codes', 'sessionFrom', 'sessionTo', 'address', 'device', 'channel'] as const;

/** Uses the daily sums if they support all filters, otherwise single scans. */
export async function figures(ctx: Context, query: FigureQuery): Promise<ScanFigures> {
  const { db, scope } = ctx;
  const to = (query.endTime ?? dayOf(now())).slice(0, 10);
  const from = (query.beginTime ?? dayOf(Date.parse(`${to}T00:00:00+08:00`) - (DEFAULT_DAYS - 1) * DAY)).slice(0, 10);
  const filter = await toScanFilter(ctx, { ...query, beginTime: query.beginTime ?? from });
  if (!filter) return fillDays({ counted: 0, more: false, verdicts: [], days: [], regions: [] }, from, to);
  const isWholeDay = (moment: string | undefined, time: string) => moment === undefined || moment.length === 10 || moment.endsWith(time);
  const usesDailySums =
    !detailFilters.some((name) => (query as Record<string, unknown>)[name] !== undefined) &&
    query.inspection !== '1' &&
    !filter.places?.texts.length &&
    isWholeDay(query.beginTime, ' 00:00:00') &&
    isWholeDay(query.endTime, ' 23:59:59');
  if (usesDailySums) return fillDays({ ...(await figuresQueries.sumDays(db, scope, { ...filter, from, to })), more: false }, from, to);
  const bounded = { ...ctx, signal: AbortSignal.timeout(archive.REQUEST_MS) };
  const groups = await ScanList.read(bounded, figuresQueries.countedFilter(filter), (scanList) => scanList.sum(figuresQueries.MAX_COUNTED));
  const sums = figuresQueries.sumGroups(groups);
  return fillDays({ ...sums, more: sums.counted >= figuresQueries.MAX_COUNTED }, from, to);
}

/** Adds days without scans; at most the latest year. */
function fillDays(figures: ScanFigures, from: string, to: string): ScanFigures {
  const byDay = new Map(figures.days.map((day) => [day.day, day]));
  const end = Date.parse(`${to}T00:00:00Z`);
  const begin = Math.max(Date.parse(`${from}T00:00:00Z`), end - 366 * DAY);
  const days = Array.from({ length: Math.max(0, Math.floor((end - begin) / DAY) + 1) }, (_, index) => {
    const day = new Date(begin + index * DAY).toISOString().slice(0, 10);
    return byDay.get(day) ?? { day, scans: 0, suspect: 0 };
  });
  return { ...figures, days };
}
