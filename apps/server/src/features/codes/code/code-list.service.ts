import { type Code, type CodeFilters, type CodeFlag, codes, type Page, type Paging } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { load, look } from './canvas.queries.ts';
import * as batches from './code.queries.ts';
import * as queries from './code-list.queries.ts';
import { listBatches } from './code-row.queries.ts';
import { type Found, rowsOf } from './code-row.service.ts';
import { ownStatuses } from './code-status.ts';
import { directContentOf } from './container.service.ts';
import { heldAround, heldBy, isCarried } from './held.service.ts';
import type { Piece } from './piece.ts';
import { common, grouped, type Ordinals, type Run, tidy, without } from './run.ts';
import * as segments from './segment.queries.ts';
import { locateAll } from './selection.service.ts';
import { laidOver, listOver } from './standing.service.ts';

type CodeQuery = z.output<typeof CodeFilters> & { paging: Paging & { skip?: number } };

/** Marked codes per query. A batch may have millions. */
const MOST_MARKED = 100_000;

/**
 * Lists codes by ordinal; those of all batches, latest issue first. All filters combine, or the query is refused.
 * @throws notFound, codeUnreadable, codesUnreadable, containerUnreadable, rangeBackwards, codesTooMany, codesNeedBatch
 */
export async function list(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { code, codes: texts, parent, ordinalFrom: from = 1, ordinalTo: to } = query;
  if (to !== undefined && to < from) throw new Problem('rangeBackwards', { field: 'ordinalTo', from, to });
  if (code !== undefined || texts) return listNamed(ctx, query);
  if (parent !== undefined) return listContent(ctx, query, parent);
  if (query.batchId !== undefined) return listBatch(ctx, query, query.batchId);
  return query.flag === undefined ? listAll(ctx, query) : listFlagged(ctx, query, query.flag);
}

/** Filters that require a batch: without one they would read every scan. */
const withinBatch = ['ordinalFrom', 'ordinalTo', 'sessionsFrom', 'sessionsTo', 'beginTime', 'endTime'] as const;

/** Counts each batch by its runs and reads only the batches on the page. @throws codesNeedBatch */
async function listAll(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { level = 0, holderId, paging } = query;
  const field = withinBatch.find((name) => query[name] !== undefined);
  if (field) throw new Problem('codesNeedBatch', { field, title: codes.word(field) });
  const part = (batchId: number, skip: number, pageSize: number) =>
    listBatch(ctx, { ...query, paging: { ...paging, skip, pageSize } }, batchId);
  const counted = await queries.countByBatch(db, scope, { ...query, level });
  for (const batch of counted) if (batch.carried && holderId !== undefined) batch.codes = (await part(batch.batchId, 0, 1)).total;
  const total = counted.reduce((sum, batch) => sum + batch.codes, 0);
  const first = segments.skipped(paging, total);
  const rows: Code[] = [];
  let before = 0;
  for (const { batchId, codes: count } of counted) {
    const skip = Math.max(0, first - before);
    if (skip < count) rows.push(...(await part(batchId, skip, paging.pageSize - rows.length)).rows);
    before += count;
    if (rows.length >= paging.pageSize) break;
  }
  return { rows, total };
}

/** Flagged codes are few and have rows. @throws codesTooMany */
async function listFlagged(ctx: Context, query: CodeQuery, flag: CodeFlag): Promise<Page<Code>> {
  const runs = await queries.listFlagged(ctx.db, flag, MOST_MARKED + 1);
  if (runs.length > MOST_MARKED) throw tooMany(query);
  return pageOf(ctx, query, await marked(ctx, query, await placed(ctx, { level: 0, ...query }, runs)));
}

/** By batch and ordinal. */
async function listNamed(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { code, codes: texts, parent, paging, status, holderId } = query;
  const one = code === undefined ? undefined : await runsOf(ctx, [code], 'code');
  if (one && (await placed(ctx, {}, one)).length === 0) throw new Problem('notFound');
  const lists = [one, texts && (await runsOf(ctx, texts, 'codes')), parent === undefined ? undefined : await contentOf(ctx, parent)];
  const runs = lists.filter((list) => list !== undefined).reduce(shared);
  const owns = await ownsOf(ctx, await marked(ctx, query, await placed(ctx, query, runs)));
  const all = (await rowsOf(ctx, owns))
    .map(({ row }) => row)
    .filter((row) => (status === undefined || row.status === status) && (holderId === undefined || row.holderId === holderId));
  const skip = segments.skipped(paging, all.length);
  return { rows: all.slice(skip, skip + paging.pageSize), total: all.length };
}

/** @throws codeUnreadable, codesUnreadable */
async function runsOf({ db, installation }: Context, texts: readonly string[], field: 'code' | 'codes'): Promise<Run[]> {
  const places = await locateAll(db, installation, texts);
  const unknown = texts.filter((_, index) => !places[index]);
  if (unknown.length > 0 && field === 'code') throw new Problem('codeUnreadable', { code: unknown[0], field });
  if (unknown.length > 0) throw new Problem('codesUnreadable', { field, count: unknown.length, examples: unknown.slice(0, 3).join('、') });
  return places.map((place): Run => ({ batchId: place!.batchId, level: place!.level, from: place!.ordinal, count: 1 }));
}

async function ownsOf({ db }: Context, runs: readonly Run[]): Promise<Found[]> {
  const owns: Found[] = [];
  for (const { batchId, level, ordinals } of grouped(runs))
    for (const piece of look(await load(db, batchId, level, ordinals), ordinals)) owns.push(...each(batchId, level, piece));
  return owns;
}

const each = (batchId: number, level: number, { from, count, ...own }: Piece): Found[] =>
  Array.from({ length: count }, (_, index) => ({ batchId, level, ordinal: from + index, own }));

async function listContent(ctx: Context, query: CodeQuery, parent: string): Promise<Page<Code>> {
  const runs = await placed(ctx, query, await contentOf(ctx, parent));
  return pageOf(ctx, query, await marked(ctx, query, runs));
}

/** @throws containerUnreadable, notFound */
async function contentOf({ db, installation, scope }: Context, parent: string): Promise<Run[]> {
  const [place] = await locateAll(db, installation, [parent]);
  if (!place?.level) throw new Problem('containerUnreadable', { field: 'parent', code: parent });
  orNotFound(await batches.findBatch(db, scope, place.batchId));
  return directContentOf(db, { batchId: place.batchId, level: place.level, from: place.ordinal, count: 1 });
}

async function listBatch(ctx: Context, query: CodeQuery, batchId: number): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { categoryId, level = 0, status, ordinalFrom = 1, ordinalTo, holderId, paging } = query;
  const { state, categoryId: goods } = orNotFound(await batches.findBatch(db, scope, batchId));
  if (categoryId !== undefined && goods !== categoryId) return { rows: [], total: 0 };
  const from = ordinalFrom - 1;
  const over = status === undefined ? [] : await listOver(db, batchId, level);
  const carried = holderId !== undefined && (await isCarried(db, batchId, level));
  if (isMarked(query) || over.length > 0 || carried) {
    const past = Math.min(await segments.countCodes(db, batchId, level), ordinalTo ?? Number.POSITIVE_INFINITY);
    const run = { batchId, level, from, count: Math.max(0, past - from) };
    if (isMarked(query) && !countsUnscanned(query) && status === undefined && holderId === undefined) return pageOfMarked(ctx, query, run);
    return pageOf(ctx, query, await marked(ctx, query, [run]));
  }
  const pages = { ...paging, level, from, count: ordinalTo && ordinalTo - from };
  const statuses = status && ownStatuses(state, status);
  const { slices, total } =
    statuses || holderId !== undefined
      ? await segments.listSlicesOf(db, batchId, { statuses, holderId }, pages)
      : await segments.listSlices(db, batchId, pages);
  const owns = slices.flatMap((slice) => each(batchId, level, slice));
  return { rows: (await rowsOf(ctx, owns)).map(({ row }) => row), total };
}

const shared = (runs: readonly Run[], others: readonly Run[]): Run[] => {
  const places = new Map(grouped(others).map(({ batchId, level, ordinals }) => [`${batchId}/${level}`, ordinals]));
  return grouped(runs).flatMap(({ batchId, level, ordinals }) =>
    common(ordinals, places.get(`${batchId}/${level}`) ?? []).map((run) => ({ batchId, level, ...run })),
  );
};

type Placing = Pick<CodeQuery, 'batchId' | 'categoryId' | 'level' | 'ordinalFrom' | 'ordinalTo'>;

/** The parts of runs within scope that match the filters on batch, product, level and ordinal. */
async function placed({ db, scope }: Context, query: Placing, runs: readonly Run[]): Promise<Run[]> {
  const { batchId, categoryId, level, ordinalFrom = 1, ordinalTo = Number.MAX_SAFE_INTEGER } = query;
  const seen = await listBatches(db, scope, [...new Set(runs.map((run) => run.batchId))]);
  const ours = new Set(seen.filter((batch) => categoryId === undefined || batch.categoryId === categoryId).map((batch) => batch.batchId));
  const window = [{ from: ordinalFrom - 1, count: ordinalTo - ordinalFrom + 1 }];
  return grouped(runs)
    .filter((run) => ours.has(run.batchId) && run.batchId === (batchId ?? run.batchId) && run.level === (level ?? run.level))
    .flatMap((of) => common(of.ordinals, window).map((run) => ({ batchId: of.batchId, level: of.level, ...run })));
}

const isMarked = ({ flag, sessionsFrom, sessionsTo, beginTime, endTime }: CodeQuery) =>
  flag !== undefined || !!sessionsFrom || sessionsTo !== undefined || beginTime !== undefined || endTime !== undefined;

/** True if the only mark is an upper limit of visits. It also matches codes without scans, which have no row. */
const countsUnscanned = ({ flag, sessionsFrom, sessionsTo, beginTime, endTime }: CodeQuery) =>
  sessionsTo !== undefined && !flag && !sessionsFrom && beginTime === undefined && endTime === undefined;

/** The parts of runs that match flag, visits and times. @throws codesTooMany */
async function marked({ db }: Context, query: CodeQuery, runs: readonly Run[]): Promise<Run[]> {
  if (!isMarked(query)) return [...runs];
  const unscanned = countsUnscanned(query);
  const marks = unscanned ? { sessionsFrom: (query.sessionsTo ?? 0) + 1 } : query;
  const kept: Run[] = [];
  for (const { batchId, level, ordinals } of grouped(runs)) {
    const listed = await queries.listMarked(db, { batchId, level }, ordinals, marks, MOST_MARKED + 1);
    if (listed.length > MOST_MARKED) throw tooMany(query);
    const some = pointsOf(listed);
    kept.push(...(unscanned ? without(ordinals, some) : some).map((run) => ({ batchId, level, ...run })));
  }
  return kept;
}

/** The problem names the filter that would test too many codes. */
function tooMany(query: CodeQuery) {
  const others = ['status', 'holderId', 'parent'] as const;
  const field = countsUnscanned(query) ? 'sessionsTo' : (others.find((name) => query[name] !== undefined) ?? 'flag');
  return new Problem('codesTooMany', { field, title: codes.word(field), max: MOST_MARKED });
}

const pointsOf = (ordinals: readonly number[]): Ordinals[] => tidy(ordinals.map((from) => ({ from, count: 1 })));

/**
 * Above `MOST_MARKED` the total is the planner's estimate and the page position is interpolated by ordinal. The last page is exact
 * (decision 18).
 */
async function pageOfMarked(ctx: Context, query: CodeQuery, run: Run): Promise<Page<Code>> {
  const { db } = ctx;
  const { paging } = query;
  const { batchId, level } = run;
  const at = (ordinals: readonly number[]) => pointsOf(ordinals).map((points): Run => ({ batchId, level, ...points }));
  const first = await queries.listMarked(db, run, [run], query, MOST_MARKED + 1);
  if (first.length <= MOST_MARKED) return pageOf(ctx, query, at(first));
  const total = Math.max(first.length, await queries.estimateMarked(db, run, run, query));
  const skip = segments.skipped(paging, total);
  const beyond = async () => {
    const last = (await queries.listMarked(db, run, [run], query, paging.pageSize, 'last')).toReversed();
    if (skip + paging.pageSize >= total) return last;
    const [begin, end] = [first.at(-1)!, last.at(-1)!];
    const from = begin + Math.floor((Math.max(0, skip - MOST_MARKED) / (total - MOST_MARKED)) * (end - begin));
    const next = await queries.listMarked(db, run, [{ from, count: run.from + run.count - from }], query, paging.pageSize);
    return next.length < paging.pageSize ? last : next;
  };
  const shown = skip + paging.pageSize < first.length ? first.slice(skip, skip + paging.pageSize) : await beyond();
  return { rows: (await rowsOf(ctx, await ownsOf(ctx, at(shown)))).map(({ row }) => row), total };
}

/** Statuses and holders are evaluated per run. Only codes on the page are read one by one. */
async function pageOf(ctx: Context, query: CodeQuery, runs: readonly Run[]): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { status, holderId, paging } = query;
  const fitting: Run[] = [];
  for (const { batchId, level, ordinals } of grouped(runs)) {
    if (status === undefined && holderId === undefined) {
      fitting.push(...ordinals.map((run) => ({ batchId, level, ...run })));
      continue;
    }
    const batch = await batches.findBatch(db, scope, batchId);
    if (!batch) continue;
    const wanted = status && new Set(ownStatuses(batch.state, status));
    const all = look(await load(db, batchId, level, ordinals), ordinals);
    const pieces = holderId === undefined ? all : await ofHolder(ctx, batchId, level, all, holderId);
    for (const piece of status ? laidOver(pieces, await listOver(db, batchId, level)) : pieces)
      if (!wanted || wanted.has(piece.status)) fitting.push({ batchId, level, from: piece.from, count: piece.count });
  }
  const total = fitting.reduce((sum, { count }) => sum + count, 0);
  const page = segments.pageOf(fitting, segments.skipped(paging, total), paging.pageSize);
  return { rows: (await rowsOf(ctx, await ownsOf(ctx, page))).map(({ row }) => row), total };
}

/** Containers decide the holder of stopped codes, as in the rows. */
async function ofHolder({ db }: Context, batchId: number, level: number, pieces: readonly Piece[], holderId: number): Promise<Piece[]> {
  const held = (await isCarried(db, batchId, level)) ? await heldAround(db, batchId, level, holderId) : [];
  return heldBy(pieces, held, holderId);
}
