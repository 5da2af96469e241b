import { type codeRecords, codes, type Page, type QueryOf, type RecordOf } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import type { Walking } from '../../../db/walk.ts';
import { type Context, may } from '../../../http/context.ts';
import * as verificationService from '../../public/verification/verification.service.ts';
import * as codeService from '../code/code.service.ts';
import * as codeSpaceService from '../codeSpace/codeSpace.service.ts';
import * as queries from './codeRecord.queries.ts';
import { momentAfter } from './time-seek.ts';

type Records = typeof codeRecords;

/**
 * Records that are counted and paged exactly. Beyond them the total is the planner's estimate, and a page is found by time: about
 * where it would be, in the right order, at the cost of one look at an index.
 */
const EXACT = 10_000;

/** Scans, newest first. */
export async function list(ctx: Context, query: QueryOf<Records>): Promise<Page<RecordOf<Records>>> {
  const { db, scope } = ctx;
  const { page, pageSize, walk }: Walking = query.paging;
  const narrowing = await narrowingOf(ctx, query);
  if (!narrowing) return { rows: [], total: 0 };
  const rows = queries.narrowed(db, scope, narrowing);
  const open = may(ctx.actor, codes.permission('query'));
  const total = walk?.total ?? (await totalOf(db, rows));
  if (walk) {
    walk.total = total;
    const next = await queries.listNext(db, rows, walk, pageSize);
    return { rows: next.map((row) => recordOf(ctx, row, open)), total };
  }
  const last = Math.max(1, Math.ceil(total / pageSize));
  const window = await windowOf(db, query, { page: Math.min(page, last), last, total });
  const found = await queries.listPage(db, rows, window, pageSize);
  // an estimate that led past the end
  const shown = found.length === 0 && total > EXACT ? await queries.listPage(db, rows, 'oldest', pageSize) : found;
  return { rows: shown.map((row) => recordOf(ctx, row, open)), total };
}

async function totalOf(db: Db, rows: Parameters<typeof queries.estimate>[0]): Promise<number> {
  const counted = await queries.countUpTo(db, rows, EXACT);
  return counted <= EXACT ? counted : Math.max(counted, await queries.estimate(rows));
}

async function windowOf(
  db: Db,
  { paging, beginTime, endTime }: QueryOf<Records>,
  { page, last, total }: { page: number; last: number; total: number },
) {
  const skipped = (page - 1) * paging.pageSize;
  if (skipped + paging.pageSize <= EXACT + 1 || total <= EXACT) return { skipped };
  if (page === last) return 'oldest';
  const [begin, end] = [beginTime, endTime].map((moment) => moment && Date.parse(`${moment.replace(' ', 'T').padEnd(16, 'T00:00')}+08:00`));
  const before = momentAfter(await queries.listStretches(db), skipped / total, begin || undefined, end || undefined);
  return before === undefined ? { skipped } : { before };
}

/** What the filters mean to the database; undefined where nothing can match them. */
async function narrowingOf({ db, installation }: Context, query: QueryOf<Records>): Promise<queries.Narrowing | undefined> {
  const { code, batchId, ordinal, verdict, device, region, beginTime, endTime } = query;
  const narrowing: queries.Narrowing = { batchId, ordinal: ordinal && ordinal - 1, verdict, beginTime, endTime };
  if (code) {
    const place = await codeService.locate(db, installation, code);
    if (!place) narrowing.codeText = verificationService.filedText(verificationService.readCodeText(code).code);
    else if ((batchId ?? place.batchId) !== place.batchId || (ordinal ?? place.ordinal + 1) !== place.ordinal + 1) return undefined;
    else Object.assign(narrowing, { batchId: place.batchId, ordinal: place.ordinal });
  }
  if (device) {
    if (!/^[0-9a-f]{1,32}$/i.test(device)) return undefined;
    narrowing.device = device.toLowerCase();
  }
  if (region) {
    narrowing.regions = (await regionsOf(db)).filter((name) => name.includes(region));
    if (narrowing.regions.length === 0) return undefined;
  }
  return narrowing;
}

/** Milliseconds that the list of regions is relied on; a new one shows within them. */
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

/** The record as the wire has it; its code is made anew, and masked for those who may not open codes. */
function recordOf({ installation }: Context, row: queries.ShownRow, open: boolean): RecordOf<Records> {
  const { codeText, spaceId, epoch, serial, prefix, alphabet, serialDigits, tagDigits, checkCharacter, ...shown } = row;
  if (spaceId === null) return { ...shown, code: codeText };
  const shape = { prefix, alphabet, serialDigits, tagDigits, checkCharacter };
  const text = codeSpaceService.deriverOf(installation, spaceId, shape, epoch).code(serial);
  return { ...shown, code: open ? text : codeService.masked(text) };
}
