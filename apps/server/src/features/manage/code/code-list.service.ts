import type { Code, CodeFilters, Page, Paging } from '@suyuan/contract';
import type { z } from 'zod';
import type { Context } from '../../../http/context.ts';
import { found, Problem } from '../../../http/problem.ts';
import { load, look } from './canvas.queries.ts';
import * as queries from './code.queries.ts';
import * as rows from './code-row.queries.ts';
import { type Found, rowsOf } from './code-row.service.ts';
import { ownStatuses } from './code-status.ts';
import { directContentOf } from './container.service.ts';
import type { Piece } from './piece.ts';
import { grouped, type Run, tidy } from './run.ts';
import * as segments from './segment.queries.ts';
import { locateAll } from './selection.service.ts';
import { gravesOver, laidOver } from './standing.service.ts';

type CodeQuery = z.output<typeof CodeFilters> & { paging: Paging };

/**
 * Codes in the order of their ordinals: of a batch, of the newest issued one where none is named, of a container, or those of a
 * pasted list; or the one that a text names.
 * @throws notFound, codeUnreadable, codesUnreadable, containerUnreadable
 */
export async function list(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { codes, code, parent } = query;
  const texts = code ? [code] : codes;
  if (texts) return listNamed(ctx, query, texts);
  if (parent) return listContent(ctx, query, parent);
  return listBatch(ctx, query);
}

/** Those of some texts that fit the other filters, in the order of their batches and ordinals. */
async function listNamed(ctx: Context, query: CodeQuery, texts: readonly string[]): Promise<Page<Code>> {
  const places = await locateAll(ctx.db, ctx.installation, texts);
  const unknown = texts.filter((_, index) => !places[index]);
  if (unknown.length > 0 && query.code) throw new Problem('codeUnreadable', { code: query.code, field: 'code' });
  if (unknown.length > 0)
    throw new Problem('codesUnreadable', { field: 'codes', count: unknown.length, examples: unknown.slice(0, 3).join('、') });
  const runs = places.map((place): Run => ({ batchId: place!.batchId, level: place!.level, from: place!.ordinal, count: 1 }));
  const owns = await ownsOf(ctx, runs);
  const all = (await rowsOf(ctx, owns)).map(({ row }) => row).filter((row) => fits(row, query));
  if (query.code && all.length === 0 && query.batchId === undefined && query.status === undefined) throw new Problem('notFound');
  const skip = segments.skipped(query.paging, all.length);
  return { rows: all.slice(skip, skip + query.paging.pageSize), total: all.length };
}

function fits(row: Code, query: CodeQuery): boolean {
  const { batchId, level, status, ordinalFrom = 1, holderId, flag, sessionsFrom = 0, sessionsTo = row.sessions, parent } = query;
  return (
    (batchId === undefined || row.batchId === batchId) &&
    (level === undefined || row.level === level) &&
    (status === undefined || row.status === status) &&
    (holderId === undefined || row.holderId === holderId) &&
    (flag === undefined || row.flags.includes(flag)) &&
    (parent === undefined || row.parent?.code === parent) &&
    row.ordinal >= ordinalFrom &&
    row.sessions >= sessionsFrom &&
    row.sessions <= sessionsTo
  );
}

async function ownsOf({ db }: Context, runs: readonly Run[]): Promise<Found[]> {
  const owns: Found[] = [];
  for (const { batchId, level, ordinals } of grouped(runs))
    for (const piece of look(await load(db, batchId, level, ordinals), ordinals)) owns.push(...each(batchId, level, piece));
  return owns;
}

/** The codes of a piece one by one. */
const each = (batchId: number, level: number, { from, count, ...own }: Piece): Found[] =>
  Array.from({ length: count }, (_, index) => ({ batchId, level, ordinal: from + index, own }));

/** What is in a container: directly, or at the level asked for. */
async function listContent(ctx: Context, query: CodeQuery, parent: string): Promise<Page<Code>> {
  const [place] = await locateAll(ctx.db, ctx.installation, [parent]);
  if (!place?.level) throw new Problem('containerUnreadable', { field: 'parent', code: parent });
  found(await queries.findBatch(ctx.db, ctx.scope, place.batchId));
  const content = await directContentOf(ctx.db, { batchId: place.batchId, level: place.level, from: place.ordinal, count: 1 });
  return pageOf(
    ctx,
    query,
    content.filter(({ level }) => query.level === undefined || level === query.level),
  );
}

async function listBatch(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { batchId: asked, level = 0, status, ordinalFrom = 1, holderId, paging } = query;
  const batch = asked === undefined ? await queries.findNewest(db, scope) : found(await queries.findBatch(db, scope, asked));
  if (!batch) return { rows: [], total: 0 };
  const { batchId, state } = batch;
  if (query.flag || query.sessionsFrom || query.sessionsTo !== undefined || query.beginTime || query.endTime) {
    const ordinals = await rows.listMarked(db, batchId, level, ordinalFrom - 1, query);
    return pageOf(
      ctx,
      query,
      tidy(ordinals.map((from) => ({ from, count: 1 }))).map((run) => ({ batchId, level, ...run })),
    );
  }
  const over = status === undefined ? [] : await gravesOver(db, batchId, level);
  if (over.length > 0) {
    const count = await segments.countCodes(db, batchId, level);
    return pageOf(ctx, query, [{ batchId, level, from: 0, count }]);
  }
  const pages = { ...paging, level, from: ordinalFrom - 1 };
  const statuses = status && ownStatuses(state, status);
  const { slices, total } =
    statuses || holderId !== undefined
      ? await segments.listSlicesOf(db, batchId, { statuses, holderId }, pages)
      : await segments.listSlices(db, batchId, pages);
  const owns = slices.flatMap((slice) => each(batchId, level, slice));
  return { rows: (await rowsOf(ctx, owns)).map(({ row }) => row), total };
}

/** The page of runs whose codes fit, judged run by run with what containers make of them, and only the page's codes one by one. */
async function pageOf(ctx: Context, query: CodeQuery, runs: readonly Run[]): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { status, ordinalFrom = 1, holderId, paging } = query;
  const fitting: (Piece & { batchId: number; level: number })[] = [];
  for (const { batchId, level, ordinals } of grouped(runs)) {
    const batch = await queries.findBatch(db, scope, batchId);
    if (!batch) continue;
    const wanted = status && new Set(ownStatuses(batch.state, status));
    const pieces = look(await load(db, batchId, level, ordinals), ordinals);
    const shown = status ? laidOver(pieces, await gravesOver(db, batchId, level)) : pieces;
    for (const piece of shown) {
      const skip = Math.max(0, ordinalFrom - 1 - piece.from);
      if (skip >= piece.count || (wanted && !wanted.has(piece.status)) || (holderId !== undefined && piece.holderId !== holderId)) continue;
      fitting.push({ ...piece, batchId, level, from: piece.from + skip, count: piece.count - skip });
    }
  }
  const total = fitting.reduce((sum, { count }) => sum + count, 0);
  const page = segments.pageOf(fitting, segments.skipped(paging, total), paging.pageSize);
  const owns = await ownsOf(ctx, page);
  return { rows: (await rowsOf(ctx, owns)).map(({ row }) => row), total };
}
