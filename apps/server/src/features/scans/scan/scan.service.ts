import { isIP } from 'node:net';
import { type Page, type QueryOf, type RecordOf, scans } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Walking } from '../../../platform/db/walk.ts';
import { type Context, may } from '../../../platform/http/context.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as verificationService from '../verification/verification.service.ts';
import * as queries from './scan.queries.ts';
import { momentAfter } from './time-seek.ts';

export { blurOld } from './blur.service.ts';

type Records = typeof scans;

/** Beyond this limit, the total is an estimate and a page is located by time with one index lookup. */
const EXACT = 10_000;
/** Maximum batches to filter by id, using an index that ends in the scan id. */
const FEW_BATCHES = 500;

export async function list(ctx: Context, query: QueryOf<Records>): Promise<Page<RecordOf<Records>>> {
  const { db, scope } = ctx;
  const { page, pageSize, walk }: Walking = query.paging;
  const narrowing = await narrowingOf(ctx, query);
  if (!narrowing) return { rows: [], total: 0 };
  const rows = queries.narrowed(db, scope, narrowing);
  const total = walk?.total ?? (await totalOf(ctx, rows, narrowing));
  if (total === 0) return { rows: [], total };
  if (walk) {
    walk.total = total;
    const next = await queries.listNext(db, rows, walk, pageSize);
    return { rows: await recordsOf(ctx, next), total };
  }
  const last = Math.max(1, Math.ceil(total / pageSize));
  // several index ranges have no common order
  const ofDealers = narrowing.holderBranch ?? narrowing.dealerCatalogueId;
  const unordered = (narrowing.batchIds?.length ?? 0) > 1 || ofDealers !== undefined;
  const window = await windowOf(db, query, { page: Math.min(page, last), last, total, unordered });
  const found = await queries.listPage(db, rows, window, pageSize);
  // the estimate was too high
  const shown = found.length === 0 && total > EXACT ? await queries.listPage(db, rows, 'oldest', pageSize) : found;
  return { rows: await recordsOf(ctx, shown), total };
}

async function totalOf({ db, scope }: Context, rows: ReturnType<typeof queries.narrowed>, narrowing: queries.Narrowing): Promise<number> {
  const counted = await queries.countUpTo(db, rows, EXACT);
  return counted <= EXACT ? counted : Math.max(counted, await queries.estimate(db, scope, narrowing));
}

async function windowOf(
  db: Db,
  { paging, beginTime, endTime }: QueryOf<Records>,
  { page, last, total, unordered }: { page: number; last: number; total: number; unordered: boolean },
) {
  const skipped = (page - 1) * paging.pageSize;
  if (total <= EXACT) return { skipped, few: unordered };
  if (skipped + paging.pageSize <= EXACT + 1) return { skipped };
  if (page === last) return 'oldest';
  const [begin, end] = [beginTime, endTime].map((moment) => moment && Date.parse(`${moment.replace(' ', 'T').padEnd(16, 'T00:00')}+08:00`));
  const before = momentAfter(await queries.listStretches(db), skipped / total, begin || undefined, end || undefined);
  return before === undefined ? { skipped } : { before };
}

/** Translates filters; undefined if nothing can match. */
export async function narrowingOf(
  { db, scope, installation, actor }: Context,
  query: Omit<QueryOf<Records>, 'paging'>,
): Promise<queries.Narrowing | undefined> {
  const { code, codes, ordinal, device, region, address, outsideOf, ...plain } = query;
  const { batchId } = plain;
  const narrowing: queries.Narrowing = { ...plain, ordinal: ordinal && ordinal - 1 };
  if (queries.asksForBatches(plain)) {
    const batchIds = await queries.listBatches(db, scope, plain, FEW_BATCHES);
    if (batchIds.length === 0) return undefined;
    if (batchIds.length <= FEW_BATCHES) narrowing.batchIds = batchIds;
  }
  if (code) {
    const place = await codeService.locate(db, installation, code);
    if (!place) narrowing.codeText = verificationService.filedCode(code);
    else if ((batchId ?? place.batchId) !== place.batchId || (ordinal ?? place.ordinal + 1) !== place.ordinal + 1) return undefined;
    else Object.assign(narrowing, place);
  }
  if (codes) {
    const places = await codeService.locateAll(db, installation, codes);
    narrowing.listed = {
      places: places.filter((place) => place !== undefined),
      texts: codes.flatMap((text, index) => (places[index] ? [] : [verificationService.filedCode(text)])),
    };
  }
  if (address) {
    // users who may not see addresses cannot filter by them
    const [ip = '', length] = address.split('/');
    const whole = isIP(ip) === 4 ? 32 : 128;
    if (!may(actor, scans.permission('query')) || isIP(ip) === 0 || Number(length ?? whole) > whole) return undefined;
    narrowing.address = address;
  }
  if (device) {
    if (!/^[0-9a-f]{1,32}$/i.test(device)) return undefined;
    narrowing.device = device.toLowerCase();
  }
  if (outsideOf !== undefined) {
    if ((plain.channelBusinessId ?? outsideOf) !== outsideOf) return undefined;
    narrowing.channelBusinessId = outsideOf;
    narrowing.regionCodes = await verificationService.foreignRegionsOf(db, outsideOf);
  }
  if (region) {
    narrowing.regions = (await regionsOf(db)).filter((name) => name.includes(region));
    if (narrowing.regions.length === 0) return undefined;
  }
  return narrowing;
}

/** Milliseconds for which the list of regions is cached. */
const FRESH = 60_000;
const known = new WeakMap<Db, { regions: Promise<string[]>; readAt: number }>();

function regionsOf(db: Db): Promise<string[]> {
  const fresh = known.get(db);
  if (fresh && performance.now() - fresh.readAt < FRESH) return fresh.regions;
  const regions = queries.listRegions(db);
  known.set(db, { regions, readAt: performance.now() });
  regions.catch(() => known.delete(db));
  return regions;
}

/** About 10 km. */
const blurred = (degrees: number | null) => degrees && Math.round(degrees * 10) / 10;

/** Masks code texts, addresses and exact positions for users without permission. */
async function recordsOf(ctx: Context, rows: queries.ShownRow[]): Promise<RecordOf<Records>[]> {
  const ours = rows.flatMap(({ scanId, batchId, level, ordinal }) =>
    batchId !== null && level !== null && ordinal !== null ? [{ scanId, batchId, level, ordinal: ordinal - 1 }] : [],
  );
  const texts = await codeService.textsAt(ctx, ours);
  const textOf = new Map(ours.map(({ scanId }, index) => [scanId, texts[index] ?? null]));
  const open = may(ctx.actor, scans.permission('query'));
  return rows.map(({ codeText, level: _, address, ...shown }) => ({
    ...shown,
    code: textOf.get(shown.scanId) ?? codeText,
    address: open ? address : null,
    // same precision as anonymised scans
    lng: open ? shown.lng : blurred(shown.lng),
    lat: open ? shown.lat : blurred(shown.lat),
  }));
}
