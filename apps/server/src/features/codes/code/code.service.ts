import type { CodeDetail, CodeFrame, CodeHistory, CodeRun, CodeStatus, PinUnlockInput } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as verificationService from '../../scans/verification/verification.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as queries from './code.queries.ts';
import { seesWhole, textsAt } from './code-at.ts';
import * as batchRows from './code-row.queries.ts';
import { rowsOf } from './code-row.service.ts';
import { gravest } from './code-status.ts';
import { locate, payloadPrefix } from './code-text.ts';
import { capacityOf, contentOf, directContentOf } from './container.service.ts';
import { assertNotReplaced } from './relabel.service.ts';
import { type Ordinals, sizeOf } from './run.ts';
import * as segments from './segment.queries.ts';
import { ssccsAt } from './sscc.service.ts';
import { laidOver, listOver, type Place, type Standing } from './standing.service.ts';

export { act, paint, paintAll } from './code-acts.service.ts';
export { type CodePlace, seesWhole, textsAt } from './code-at.ts';
export { list } from './code-list.service.ts';
export { type DerivedRange, locate, masked, rangesOf, textOf, textsOf } from './code-text.ts';
export { contentOf } from './container.service.ts';
export { pack, unpack } from './pack.service.ts';
export { effectivePiecesOf, paintRuns, piecesOf } from './paint.service.ts';
export { assertNotReplaced, relabel } from './relabel.service.ts';
export { grouped } from './run.ts';
export { lockBatches } from './selection.queries.ts';
export { allows, type CodeRange, contentMay, locateAll, lockFor, resolve, runOf } from './selection.service.ts';

const MOST_SIGHTINGS = 100;
const MOST_RUNS = 2000;

/** Batch and ordinal (from 1), or text. */
export interface CodeName {
  batchId?: number | undefined;
  /** Default: a unit. */
  level?: number | undefined;
  ordinal?: number | undefined;
  code?: string | undefined;
}

/** @throws notFound, codeUnreadable, labelReplaced */
export async function read(ctx: Context, name: CodeName): Promise<CodeDetail> {
  const { db } = ctx;
  const { batch, place, own } = await whereIs(ctx, name);
  const { row, standing } = orNotFound((await rowsOf(ctx, [{ ...place, own }]))[0]);
  const { supplierName, madeDate, expiryDate, state, stateReason } = batch;
  const { gtin, payloadPrefix: prefix } = await printedOf(ctx, place.batchId, place.level);
  const frames = await framesOf(ctx, standing);
  const why = standing.frames.find((frame) => frame.own.status === standing.status && standing.status !== own.status);
  const reason = own.reason ?? why?.own.reason ?? (row.status === state ? stateReason : null);
  const facts = { gtin, supplierName, ownStatus: own.status, reason, batchState: state, madeDate, expiryDate };
  const payload = row.code !== null && seesWhole(ctx.actor) ? prefix + row.code : null;
  const pinLockedUntil = await verificationService.pinLockedUntil(db, place);
  const { revealTime: pinFirstTime = null, region: pinFirstRegion = null } = (await verificationService.pinRevealOf(db, place)) ?? {};
  const recalledScans = await queries.countRecalledScans(db, place);
  return { ...row, payload, ...facts, frames, ...(await insideOf(db, place)), pinLockedUntil, pinFirstTime, pinFirstRegion, recalledScans };
}

/**
 * Unlocks the PIN for a consumer who mistyped it. Recorded in the batch history.
 * @throws notFound, codeUnreadable, labelReplaced, pinNotLocked
 */
export async function unlockPin(ctx: Context, { code, reason }: PinUnlockInput) {
  const { db, actor } = ctx;
  const { batchId, level, ordinal } = (await whereIs(ctx, { code })).place;
  if (!(await verificationService.unlockPin(db, { batchId, level, ordinal }))) throw new Problem('pinNotLocked', { code });
  await batchService.note(db, { batchId, action: 'unlockPin', userId: actor.userId, reason, level, run: { from: ordinal, count: 1 } });
}

async function insideOf(db: Db, place: Place): Promise<Pick<CodeDetail, 'content' | 'capacity'>> {
  if (place.level === 0) return { content: [], capacity: null };
  const content = await contentOf(db, [{ batchId: place.batchId, level: place.level, from: place.ordinal, count: 1 }]);
  const levels = [...new Set(content.map(({ level }) => level))].toSorted((one, other) => other - one);
  return {
    content: levels.map((level) => ({ level, codes: sizeOf(content.filter((run) => run.level === level)) })),
    capacity: await capacityOf(db, place.batchId, place.level),
  };
}

async function framesOf(ctx: Context, { frames, ...code }: Standing): Promise<CodeFrame[]> {
  const [texts, ssccs] = [await textsAt(ctx, frames), await ssccsAt(ctx.db, frames)];
  const ids = frames.map(({ batchId }) => batchId);
  const batches = new Map((await batchRows.listBatches(ctx.db, 'all', ids)).map((batch) => [batch.batchId, batch]));
  let inner: Place = code;
  const shown: CodeFrame[] = [];
  for (const [index, { batchId, level, ordinal, own }] of frames.entries()) {
    const inside = await directContentOf(ctx.db, { batchId, level, from: ordinal, count: 1 });
    const at = inside.findIndex((run) => run.batchId === inner.batchId && run.level === inner.level && holds(run, inner.ordinal));
    const place = sizeOf(inside.slice(0, Math.max(0, at))) + inner.ordinal - (inside[at]?.from ?? inner.ordinal) + 1;
    const batch = orNotFound(batches.get(batchId));
    const frame = { batchId, batchNo: batch.batchNo, level, ordinal: ordinal + 1, code: texts[index] ?? null, sscc: ssccs[index] ?? null };
    // the effective status includes the outer containers
    const around = frames.slice(index).reduce((so, outer) => gravest(outer.own.status, so), own.status);
    shown.push({ ...frame, status: gravest(batch.state, around), ownStatus: own.status, contains: sizeOf(inside), place });
    inner = { batchId, level, ordinal };
  }
  return shown;
}

const holds = ({ from, count }: Ordinals, ordinal: number) => ordinal >= from && ordinal < from + count;

/** @throws notFound, codeUnreadable */
export async function history(ctx: Context, name: CodeName): Promise<CodeHistory> {
  const { place } = await whereIs(ctx, name);
  return {
    events: await batchService.listEventsOf(ctx.db, place.batchId, place),
    scans: await queries.listSightings(ctx.db, place, MOST_SIGHTINGS),
  };
}

/**
 * Runs by effective status. Above the limit only the longest remain, each extended to the next. Runs whose status comes from a container
 * take precedence, because they are few and small.
 * @throws notFound
 */
export async function listRuns({ db, scope }: Context, batchId: number, level = 0): Promise<CodeRun[]> {
  const { state } = orNotFound(await queries.findBatch(db, scope, batchId));
  const longest = await segments.listLongest(db, batchId, level, MOST_RUNS);
  const owns = longest.map((run) => ({ ...run, own: run.status }));
  const runs = laidOver(owns, await listOver(db, batchId, level));
  const kept =
    runs.length > MOST_RUNS
      ? runs
          .toSorted(byPlaceInPicture)
          .slice(0, MOST_RUNS)
          .toSorted((a, b) => a.from - b.from)
      : runs;
  const last = await segments.countCodes(db, batchId, level);
  const picture: CodeRun[] = [];
  for (const [index, { from, own, reason, ...run }] of kept.entries()) {
    const before = picture.at(-1);
    const status = gravest(state, run.status);
    const to = kept[index + 1]?.from ?? last;
    if (before?.status === status && before.own === own && before.reason === reason) before.to = to;
    else picture.push({ from: (before?.to ?? 0) + 1, to, status, own, reason });
  }
  return picture;
}

interface Pictured extends Ordinals {
  status: CodeStatus;
  own: CodeStatus;
}

const byPlaceInPicture = (one: Pictured, other: Pictured) =>
  Number(other.status !== other.own) - Number(one.status !== one.own) || other.count - one.count;

/** By effective status. */
export const { countCodes, countByStatus } = segments;

/** @throws notFound */
export const batchOf = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, batchId: number) =>
  orNotFound(await queries.findBatch(db, scope, batchId));

/** A container has the GTIN of its level or none, because the product's GTIN identifies the unit. @throws notFound */
export async function printedOf(ctx: Pick<Context, 'db' | 'scope' | 'installation'>, batchId: number, level: number) {
  const batch = await batchOf(ctx, batchId);
  const marks = level > 0 ? await queries.findContainer(ctx.db, batchId, level) : { gtin: batch.gtin, ssccPrefix: null };
  const printed = { ...batch, ...marks, level };
  return { ...printed, payloadPrefix: payloadPrefix(ctx.installation, printed) };
}
export type PrintedBatch = Awaited<ReturnType<typeof printedOf>>;

/** @throws notFound */
export async function scanned(ctx: Pick<Context, 'db' | 'scope'>, scanId: string) {
  const place = orNotFound(await queries.findScanned(ctx.db, scanId));
  const { batchNo } = await batchOf(ctx, place.batchId);
  return { place, batchNo };
}

/** In scope. */
async function whereIs(ctx: Context, { batchId, level = 0, ordinal, code }: CodeName) {
  const { db, scope, installation } = ctx;
  const located = code === undefined ? undefined : await locate(db, installation, code);
  if (code !== undefined && !located) {
    await assertNotReplaced(ctx, code, 'code');
    throw new Problem('codeUnreadable', { code, field: 'code' });
  }
  const place: Place = located ?? { batchId: orNotFound(batchId), level, ordinal: orNotFound(ordinal) - 1 };
  const batch = orNotFound(await queries.findBatch(db, scope, place.batchId));
  const own = orNotFound(await segments.find(db, place.batchId, place.level, place.ordinal));
  return { batch, place, own };
}
