import {
  type Code,
  type CodeDetail,
  type CodeFilters,
  type CodeHistory,
  type CodeRun,
  codes,
  type Page,
  type Paging,
} from '@suyuan/contract';
import type { z } from 'zod';
import { type Context, may } from '../../../http/context.ts';
import { found, Problem } from '../../../http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import * as queries from './code.queries.ts';
import { gravest, ownStatuses } from './code-status.ts';
import { locate, masked, payloadPrefix, textsOf } from './code-text.ts';
import * as segments from './segment.queries.ts';

export { act, note, paint, paintAll } from './code-acts.service.ts';
export { type CodePlace, textsAt } from './code-at.ts';
export { gravest } from './code-status.ts';
export { type DerivedRange, locate, masked, payloadPrefix, rangesOf, textOf, textsOf } from './code-text.ts';
export { containersOf, contentOf } from './container.service.ts';
export { type Painted, paintRuns, piecesOf, type Stroke } from './paint.service.ts';
export { grouped, type Ordinals, type Run } from './run.ts';
export { lockBatches } from './selection.queries.ts';
export { allows, type CodeRange, choose, locateAll, lockFor, resolve, runOf } from './selection.service.ts';

/** Scans of one code that its history holds. */
const MOST_SIGHTINGS = 100;
/** Pieces of the picture of a batch. */
const MOST_RUNS = 2000;

type CodeQuery = z.output<typeof CodeFilters> & { paging: Paging };

/**
 * Codes of a batch, in the order of their ordinals; of the newest issued batch where none is named; or the one that a text names.
 * @throws notFound, codeUnreadable
 */
export async function list(ctx: Context, query: CodeQuery): Promise<Page<Code>> {
  const { db, scope } = ctx;
  const { batchId, status, ordinalFrom = 1, code, paging } = query;
  if (code) return listOne(ctx, code, batchId);
  const batch = batchId === undefined ? await queries.findNewest(db, scope) : found(await queries.findBatch(db, scope, batchId));
  if (!batch) return { rows: [], total: 0 };

  const pages = { ...paging, level: 0, from: ordinalFrom - 1 };
  const { slices, total } = status
    ? await segments.listSlicesOf(db, batch.batchId, { statuses: ownStatuses(batch.state, status) }, pages)
    : await segments.listSlices(db, batch.batchId, pages);
  const statusOf = new Map(slices.flatMap(({ from, count, status: own }) => ordinalsOf(from, count).map((ordinal) => [ordinal, own])));
  return { rows: await rowsOf(ctx, batch, statusOf), total };
}

const ordinalsOf = (first: number, count: number) => Array.from({ length: count }, (_, index) => first + index);

async function listOne(ctx: Context, text: string, batchId: number | undefined): Promise<Page<Code>> {
  const { batch, ordinal, own } = await whereIs(ctx, { code: text });
  if (batchId !== undefined && batchId !== batch.batchId) return { rows: [], total: 0 };
  return { rows: await rowsOf(ctx, batch, new Map([[ordinal, own.status]])), total: 1 };
}

/** Codes as a list shows them, by their own statuses; two questions for the whole page. */
async function rowsOf(ctx: Context, batch: queries.CodeBatch, statusOf: ReadonlyMap<number, Code['status']>): Promise<Code[]> {
  const { db, installation, actor } = ctx;
  const { batchId, batchNo, categoryName, state } = batch;
  const ordinals = [...statusOf.keys()];
  if (ordinals.length === 0) return [];
  const texts = await textsOf(installation, db, batchId, ordinals);
  const scans = new Map((await queries.listScans(db, batchId, ordinals)).map((scan) => [scan.ordinal, scan]));
  const open = may(actor, codes.permission('query'));
  return [...statusOf].map(([ordinal, own], index) => {
    const text = found(texts[index]);
    const { sessions = 0, firstTime = null, lastTime = null } = scans.get(ordinal) ?? {};
    const code = open ? text : masked(text);
    return { batchId, batchNo, categoryName, ordinal: ordinal + 1, code, status: gravest(state, own), sessions, firstTime, lastTime };
  });
}

/** How a code is named: by its batch and ordinal, from 1, or by its text. */
export interface CodeName {
  batchId?: number | undefined;
  ordinal?: number | undefined;
  code?: string | undefined;
}

/** @throws notFound, codeUnreadable */
export async function read(ctx: Context, name: CodeName): Promise<CodeDetail> {
  const { batch, ordinal, own } = await whereIs(ctx, name);
  const [row] = await rowsOf(ctx, batch, new Map([[ordinal, own.status]]));
  const { gtin, supplierName, madeDate, expiryDate, state, stateReason } = batch;
  const code = found(row);
  const payload = payloadPrefix(ctx.installation, batch) + code.code;
  const reason = own.reason ?? (code.status === state ? stateReason : null);
  return { ...code, payload, gtin, supplierName, ownStatus: own.status, reason, batchState: state, madeDate, expiryDate };
}

/** @throws notFound, codeUnreadable */
export async function history(ctx: Context, name: CodeName): Promise<CodeHistory> {
  const { batch, ordinal } = await whereIs(ctx, name);
  return {
    events: await batchService.listEventsOf(ctx.db, batch.batchId, { level: 0, ordinal }),
    scans: await queries.listSightings(ctx.db, batch.batchId, ordinal, MOST_SIGHTINGS),
  };
}

/**
 * Runs of a batch's codes by their own status, for a picture of it: where there are too many only the longest are kept, and each
 * reaches to the next.
 * @throws notFound
 */
export async function listRuns({ db, scope }: Context, batchId: number): Promise<CodeRun[]> {
  found(await queries.findBatch(db, scope, batchId));
  const longest = await segments.listLongest(db, batchId, MOST_RUNS);
  const last = await segments.countCodes(db, batchId);
  const picture: CodeRun[] = [];
  for (const [index, run] of longest.entries()) {
    const before = picture.at(-1);
    const to = (longest[index + 1]?.from ?? last + 1) - 1;
    if (before?.status === run.status && before.reason === run.reason) before.to = to;
    else picture.push({ ...run, from: (before?.to ?? 0) + 1, to });
  }
  return picture;
}

/** Codes of a batch, in all and by their own status. */
export const { countCodes, countByStatus } = segments;

/** A batch as far as its codes show it. @throws notFound */
export const batchOf = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, batchId: number) =>
  found(await queries.findBatch(db, scope, batchId));

/** The batch, ordinal from 0 and own status of a code in scope. */
async function whereIs({ db, scope, installation }: Context, { batchId, ordinal, code }: CodeName) {
  const place =
    code === undefined
      ? { batchId: found(batchId), ordinal: found(ordinal) - 1 }
      : await locate(db, installation, code).then(
          (located) => located ?? Promise.reject(new Problem('codeUnreadable', { code, field: 'code' })),
        );
  const batch = found(await queries.findBatch(db, scope, place.batchId));
  const own = found(await segments.find(db, place.batchId, 0, place.ordinal));
  return { batch, ordinal: place.ordinal, own };
}
