import { type Code, type CodeFilters, type CodeFlag, codes, type Page, type Paging } from '@suyuan/contract';
import type { CursorPaging } from '../../../platform/db/page.ts';
import type { Seek, SeekPosition } from '../../../platform/db/seek.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeQueries from './code.queries.ts';
import * as queries from './code-list.queries.ts';
import { type LocatedCode, rowsOf } from './code-row.service.ts';
import { directContentOf } from './container.service.ts';
import { hasContainerHolders, listHoldings, listOverlays, overlayStatuses, ownStatuses, runsOfHolder } from './effective-state.service.ts';
import { groupRuns, intersectRuns, normalizeRuns, type Ordinals, type Run, type StateRun, without } from './ordinal-runs.ts';
import * as segments from './segment.queries.ts';
import { locateAll } from './selection.service.ts';
import { loadRuns, stateRunsOf } from './stored-runs.queries.ts';

type CodeQuery = CodeFilters & { paging: Paging & { skip?: number }; after?: Position | undefined };

/** A row. `ordinal` counts from 1, so it is also the next ordinal from 0. */
interface Position extends queries.BatchPosition {
  level: number;
  ordinal: number;
}

/** Marked codes per query. A batch may have millions. */
const MAX_FILTERED_CODES = 100_000;

/**
 * Lists codes by ordinal; those of all batches, latest issue first. All filters combine, or the query is refused.
 * @throws notFound, codeUnreadable, codesUnreadable, containerUnreadable, rangeBackwards, codesTooMany, codesNeedBatch
 */
export async function list(ctx: Context, { paging: { seek, ...paging }, ...filters }: CodeFilters & { paging: CursorPaging }) {
  return seek ? listAfter(ctx, filters, paging.pageSize, seek) : listPage(ctx, { ...filters, paging });
}

/** The page after a row. */
async function listAfter(ctx: Context, filters: CodeFilters, pageSize: number, seek: Seek): Promise<Page<Code>> {
  const pageOf = (size: number, after?: Position) =>
    listPage(ctx, { ...filters, after, paging: { page: 1, pageSize: size, descending: false } });
  // one more, to see whether there is a next page
  const { rows, total } = await pageOf(pageSize + 1, seek.after && readPosition(seek.after));
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined;
  seek.next = last ? await positionOf(ctx.db, last) : null;
  const totalOfAll = async () => (seek.after ? (await pageOf(1)).total : total);
  return { rows: rows.slice(0, pageSize), total: seek.isCounted ? await totalOfAll() : 0 };
}

async function positionOf(db: Context['db'], { batchId, level, ordinal }: Code): Promise<SeekPosition> {
  const issued = await queries.findIssued(db, batchId);
  return [issued === null ? null : String(issued), [batchId, level, ordinal].join()];
}

function readPosition([issued, key]: SeekPosition): Position {
  const [batchId = 0, level = 0, ordinal = 0] = key.split(',').map(Number);
  return { batchId, level, ordinal, issued: issued === null ? null : Number(issued) };
}

async function listPage(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { code, codes: texts, parent, ordinalFrom: from = 1, ordinalTo: to } = query;
  if (to !== undefined && to < from) throw new Problem('rangeBackwards', { field: 'ordinalTo', from, to });
  if (code !== undefined || texts) return listByText(ctx, query);
  if (parent !== undefined) return listContent(ctx, query, parent);
  if (query.batchId !== undefined) return listBatch(ctx, query, query.batchId);
  return query.flag === undefined ? listAll(ctx, query) : listFlagged(ctx, query, query.flag);
}

/** Filters that require a batch: without one they would read every scan. */
const batchOnlyFilters = ['ordinalFrom', 'ordinalTo', 'sessionsFrom', 'sessionsTo', 'beginTime', 'endTime'] as const;

/** Counts each batch by its runs and reads only the batches on the page. @throws codesNeedBatch */
async function listAll(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { level = 0, holderId, paging, after } = query;
  const field = batchOnlyFilters.find((name) => query[name] !== undefined);
  if (field) throw new Problem('codesNeedBatch', { field, title: codes.word(field) });
  const pageOfBatch = (batchId: number, skip: number, pageSize: number) =>
    listBatch(ctx, { ...query, paging: { ...paging, skip, pageSize } }, batchId);
  const batchCounts = (await queries.countByBatch(db, scope, { ...query, level })).filter((batch) => !after || !isBefore(batch, after));
  for (const batch of batchCounts)
    if (batch.carried && holderId !== undefined) batch.codes = (await pageOfBatch(batch.batchId, 0, 1)).total;
  const total = batchCounts.reduce((sum, batch) => sum + batch.codes, 0);
  const first = segments.offsetOf(paging, total);
  const rows: Code[] = [];
  let before = 0;
  for (const { batchId, codes: count } of batchCounts) {
    const skip = Math.max(0, first - before);
    if (skip < count) rows.push(...(await pageOfBatch(batchId, skip, paging.pageSize - rows.length)).rows);
    before += count;
    if (rows.length >= paging.pageSize) break;
  }
  return { rows, total };
}

/** Latest issue first. */
const isBefore = (one: queries.BatchPosition, other: queries.BatchPosition) =>
  one.issued === other.issued ? one.batchId > other.batchId : (one.issued ?? -1) > (other.issued ?? -1);

/** Flagged codes are few and have rows. @throws codesTooMany */
async function listFlagged(ctx: Context, query: CodeQuery, flag: CodeFlag): Promise<Page<Code>> {
  const runs = await queries.listFlagged(ctx.db, flag, MAX_FILTERED_CODES + 1);
  if (runs.length > MAX_FILTERED_CODES) throw codesTooMany(query);
  return pageOf(ctx, query, await filterByScans(ctx, query, await filterByPlace(ctx, { level: 0, ...query }, runs)));
}

/** By batch and ordinal. */
async function listByText(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { code, codes: texts, parent, paging, status, holderId } = query;
  const one = code === undefined ? undefined : await runsOf(ctx, [code], 'code');
  if (one && (await filterByPlace(ctx, {}, one)).length === 0) throw new Problem('notFound');
  const lists = [one, texts && (await runsOf(ctx, texts, 'codes')), parent === undefined ? undefined : await contentOf(ctx, parent)];
  const runs = lists.filter((list) => list !== undefined).reduce(intersectLists);
  const located = await locateCodes(ctx, await filterByScans(ctx, query, await filterByPlace(ctx, query, runs)));
  const all = (await rowsOf(ctx, located))
    .map(({ row }) => row)
    .filter((row) => (status === undefined || row.status === status) && (holderId === undefined || row.holderId === holderId));
  const skip = segments.offsetOf(paging, all.length);
  return { rows: all.slice(skip, skip + paging.pageSize), total: all.length };
}

/** @throws codeUnreadable, codesUnreadable */
async function runsOf({ db, installation }: Context, texts: readonly string[], field: 'code' | 'codes'): Promise<Run[]> {
  const places = await locateAll(db, installation, texts);
  const unknown = texts.filter((_, index) => !places[index]);
  if (unknown.length > 0 && field === 'code') throw new Problem('codeUnreadable', { code: unknown[0], field });
  if (unknown.length > 0) throw new Problem('codesUnreadable', { field, count: unknown.length, examples: unknown.slice(0, 3) });
  return places.map((place): Run => ({ batchId: place!.batchId, level: place!.level, from: place!.ordinal, count: 1 }));
}

async function locateCodes({ db }: Context, runs: readonly Run[]): Promise<LocatedCode[]> {
  const located: LocatedCode[] = [];
  for (const { batchId, level, ordinals } of groupRuns(runs))
    for (const stateRun of stateRunsOf(await loadRuns(db, batchId, level, ordinals), ordinals))
      located.push(...toLocatedCodes(batchId, level, stateRun));
  return located;
}

const toLocatedCodes = (batchId: number, level: number, { from, count, ...own }: StateRun): LocatedCode[] =>
  Array.from({ length: count }, (_, index) => ({ batchId, level, ordinal: from + index, own }));

async function listContent(ctx: Context, query: CodeQuery, parent: string): Promise<Page<Code>> {
  const runs = await filterByPlace(ctx, query, await contentOf(ctx, parent));
  return pageOf(ctx, query, await filterByScans(ctx, query, runs));
}

/** @throws containerUnreadable, notFound */
async function contentOf({ db, installation, scope }: Context, parent: string): Promise<Run[]> {
  const [place] = await locateAll(db, installation, [parent]);
  if (!place?.level) throw new Problem('containerUnreadable', { field: 'parent', code: parent });
  orNotFound(await codeQueries.findBatch(db, scope, place.batchId));
  return directContentOf(db, { batchId: place.batchId, level: place.level, from: place.ordinal, count: 1 });
}

async function listBatch(ctx: Context, query: CodeQuery, batchId: number): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { categoryId, level = 0, status, ordinalFrom = 1, ordinalTo, holderId, paging, after } = query;
  const { state, categoryId: goods } = orNotFound(await codeQueries.findBatch(db, scope, batchId));
  if (categoryId !== undefined && goods !== categoryId) return { rows: [], total: 0 };
  const from = Math.max(ordinalFrom - 1, after?.batchId === batchId ? after.ordinal : 0);
  if (ordinalTo !== undefined && ordinalTo <= from) return { rows: [], total: 0 };
  const overlays = status === undefined ? [] : await listOverlays(db, batchId, level);
  const containersDecide = holderId !== undefined && (await hasContainerHolders(db, batchId, level));
  if (hasScanFilters(query) || overlays.length > 0 || containersDecide) {
    const end = Math.min(await segments.countCodes(db, batchId, level), ordinalTo ?? Number.POSITIVE_INFINITY);
    const run = { batchId, level, from, count: Math.max(0, end - from) };
    if (hasScanFilters(query) && !includesUnscanned(query) && status === undefined && holderId === undefined)
      return pageByScans(ctx, query, run);
    return pageOf(ctx, query, await filterByScans(ctx, query, [run]));
  }
  const pages = { ...paging, level, from, count: ordinalTo && ordinalTo - from };
  const statuses = status && ownStatuses(state, status);
  const { slices, total } =
    statuses || holderId !== undefined
      ? await segments.listSlicesOf(db, batchId, { statuses, holderId }, pages)
      : await segments.listSlices(db, batchId, pages);
  const located = slices.flatMap((slice) => toLocatedCodes(batchId, level, slice));
  return { rows: (await rowsOf(ctx, located)).map(({ row }) => row), total };
}

const intersectLists = (runs: readonly Run[], others: readonly Run[]): Run[] => {
  const places = new Map(groupRuns(others).map(({ batchId, level, ordinals }) => [`${batchId}/${level}`, ordinals]));
  return groupRuns(runs).flatMap(({ batchId, level, ordinals }) =>
    intersectRuns(ordinals, places.get(`${batchId}/${level}`) ?? []).map((run) => ({ batchId, level, ...run })),
  );
};

type PlaceFilters = Pick<CodeQuery, 'batchId' | 'categoryId' | 'level' | 'ordinalFrom' | 'ordinalTo' | 'after'>;

/** The parts of runs within scope that match the filters on batch, product, level and ordinal. */
async function filterByPlace({ db, scope }: Context, query: PlaceFilters, runs: readonly Run[]): Promise<Run[]> {
  const { batchId, categoryId, level, ordinalFrom = 1, ordinalTo = Number.MAX_SAFE_INTEGER, after } = query;
  const batches = await queries.listBatches(db, scope, [...new Set(runs.map((run) => run.batchId))]);
  const matchingIds = new Set(
    batches.filter((batch) => categoryId === undefined || batch.categoryId === categoryId).map((batch) => batch.batchId),
  );
  return groupRuns(runs)
    .filter((run) => matchingIds.has(run.batchId) && run.batchId === (batchId ?? run.batchId) && run.level === (level ?? run.level))
    .flatMap((of) => {
      const order = after ? of.batchId - after.batchId || of.level - after.level : 1;
      const from = Math.max(ordinalFrom - 1, after && order === 0 ? after.ordinal : 0);
      const window = { from, count: order < 0 ? 0 : Math.max(0, ordinalTo - from) };
      return intersectRuns(of.ordinals, [window]).map((run) => ({ batchId: of.batchId, level: of.level, ...run }));
    });
}

const hasScanFilters = ({ flag, sessionsFrom, sessionsTo, beginTime, endTime }: CodeQuery) =>
  flag !== undefined || !!sessionsFrom || sessionsTo !== undefined || beginTime !== undefined || endTime !== undefined;

/** True if the only mark is an upper limit of visits. It also matches codes without scans, which have no row. */
const includesUnscanned = ({ flag, sessionsFrom, sessionsTo, beginTime, endTime }: CodeQuery) =>
  sessionsTo !== undefined && !flag && !sessionsFrom && beginTime === undefined && endTime === undefined;

/** The parts of runs that match flag, visits and times. @throws codesTooMany */
async function filterByScans({ db }: Context, query: CodeQuery, runs: readonly Run[]): Promise<Run[]> {
  if (!hasScanFilters(query)) return [...runs];
  const isInverted = includesUnscanned(query);
  const filters = isInverted ? { sessionsFrom: (query.sessionsTo ?? 0) + 1 } : query;
  const matches: Run[] = [];
  for (const { batchId, level, ordinals } of groupRuns(runs)) {
    const ordinalList = await queries.listByScans(db, { batchId, level }, ordinals, filters, MAX_FILTERED_CODES + 1);
    if (ordinalList.length > MAX_FILTERED_CODES) throw codesTooMany(query);
    const points = pointsOf(ordinalList);
    matches.push(...(isInverted ? without(ordinals, points) : points).map((run) => ({ batchId, level, ...run })));
  }
  return matches;
}

/** The problem names the filter that would test too many codes. */
function codesTooMany(query: CodeQuery) {
  const others = ['status', 'holderId', 'parent'] as const;
  const field = includesUnscanned(query) ? 'sessionsTo' : (others.find((name) => query[name] !== undefined) ?? 'flag');
  return new Problem('codesTooMany', { field, title: codes.word(field), max: MAX_FILTERED_CODES });
}

const pointsOf = (ordinals: readonly number[]): Ordinals[] => normalizeRuns(ordinals.map((from) => ({ from, count: 1 })));

/**
 * Above `MAX_FILTERED_CODES` the total is the planner's estimate and the page position is interpolated by ordinal. The last page is exact
 * (decision 18).
 */
async function pageByScans(ctx: Context, query: CodeQuery, run: Run): Promise<Page<Code>> {
  const { db } = ctx;
  const { paging } = query;
  const { batchId, level } = run;
  const toRuns = (ordinals: readonly number[]) => pointsOf(ordinals).map((points): Run => ({ batchId, level, ...points }));
  const first = await queries.listByScans(db, run, [run], query, MAX_FILTERED_CODES + 1);
  if (first.length <= MAX_FILTERED_CODES) return pageOf(ctx, query, toRuns(first));
  const total = Math.max(first.length, await queries.estimateByScans(db, run, run, query));
  const skip = segments.offsetOf(paging, total);
  const readFurther = async () => {
    const last = (await queries.listByScans(db, run, [run], query, paging.pageSize, 'last')).toReversed();
    if (skip + paging.pageSize >= total) return last;
    const [begin, end] = [first.at(-1)!, last.at(-1)!];
    const from = begin + Math.floor((Math.max(0, skip - MAX_FILTERED_CODES) / (total - MAX_FILTERED_CODES)) * (end - begin));
    const next = await queries.listByScans(db, run, [{ from, count: run.from + run.count - from }], query, paging.pageSize);
    return next.length < paging.pageSize ? last : next;
  };
  const pageOrdinals = skip + paging.pageSize < first.length ? first.slice(skip, skip + paging.pageSize) : await readFurther();
  return { rows: (await rowsOf(ctx, await locateCodes(ctx, toRuns(pageOrdinals)))).map(({ row }) => row), total };
}

/** Statuses and holders are evaluated per run. Only codes on the page are read one by one. */
async function pageOf(ctx: Context, query: CodeQuery, runs: readonly Run[]): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { status, holderId, paging } = query;
  const matches: Run[] = [];
  for (const { batchId, level, ordinals } of groupRuns(runs)) {
    if (status === undefined && holderId === undefined) {
      matches.push(...ordinals.map((run) => ({ batchId, level, ...run })));
      continue;
    }
    const batch = await codeQueries.findBatch(db, scope, batchId);
    if (!batch) continue;
    const ownStatusSet = status && new Set(ownStatuses(batch.state, status));
    const all = stateRunsOf(await loadRuns(db, batchId, level, ordinals), ordinals);
    const stateRuns = holderId === undefined ? all : await filterByHolder(ctx, batchId, level, all, holderId);
    for (const stateRun of status ? overlayStatuses(stateRuns, await listOverlays(db, batchId, level)) : stateRuns)
      if (!ownStatusSet || ownStatusSet.has(stateRun.status)) matches.push({ batchId, level, from: stateRun.from, count: stateRun.count });
  }
  const total = matches.reduce((sum, { count }) => sum + count, 0);
  const page = segments.pageOf(matches, segments.offsetOf(paging, total), paging.pageSize);
  return { rows: (await rowsOf(ctx, await locateCodes(ctx, page))).map(({ row }) => row), total };
}

/** Containers decide the holder of stopped codes, as in the rows. */
async function filterByHolder(
  { db }: Context,
  batchId: number,
  level: number,
  stateRuns: readonly StateRun[],
  holderId: number,
): Promise<StateRun[]> {
  const holdings = (await hasContainerHolders(db, batchId, level)) ? await listHoldings(db, batchId, level, holderId) : [];
  return runsOfHolder(stateRuns, holdings, holderId);
}
