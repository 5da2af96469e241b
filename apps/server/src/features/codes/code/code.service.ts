import type { CodeDetail, CodeFrame, CodeHistory, CodeRun, CodeStatus, PinUnlockInput } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { CodePlace } from '../../../platform/db/layout.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as archive from '../../scans/archive/archived-scan.service.ts';
import { placeName, scanPlace } from '../../scans/place/regions.ts';
import * as verificationService from '../../scans/verification/verification.service.ts';
import * as batchService from '../batch/batch.service.ts';
import * as queries from './code.queries.ts';
import { assertNotReplaced } from './code-actions.service.ts';
import * as listQueries from './code-list.queries.ts';
import { rowsOf } from './code-row.service.ts';
import { locate, payloadPrefix } from './code-text.ts';
import { canSeeUnmasked, textsAt } from './code-visibility.ts';
import { capacityOf, contentOf, directContentOf } from './container.service.ts';
import { type EffectiveState, listOverlays, mostSevere, overlayStatuses } from './effective-state.service.ts';
import { type Ordinals, sizeOf } from './ordinal-runs.ts';
import * as segments from './segment.queries.ts';
import { ssccsAt } from './sscc.service.ts';

export type { CodePlace } from '../../../platform/db/layout.ts';
export { applyStep, listEffectiveStateRuns, listStateRuns, listStateRunsOfEach } from './apply-step.service.ts';
export { act, activateRange, applyStepToBatch, assertNotReplaced, relabel } from './code-actions.service.ts';
export { list } from './code-list.service.ts';
export { type DerivedRange, locate, maskCode, rangesOf, textOf, textsOf } from './code-text.ts';
export { canSeeUnmasked, textsAt } from './code-visibility.ts';
export { containersOf, contentOfEach, countUnits, listLeaving } from './container.service.ts';
export { groupRuns, intersectCodes, sizeOf } from './ordinal-runs.ts';
export { leaveContainers, pack, unpack } from './pack.service.ts';
export {
  type CodeRange,
  fieldOf,
  isContentStepAllowed,
  isStepAllowed,
  type LockedBatch,
  locateAll,
  lockBatchesInScope,
  lockBatchesOf,
  resolveSelection,
  runOf,
} from './selection.service.ts';

const MAX_SCANS = 100;
const MAX_RUNS = 2000;

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
  const { batch, place, own: ownState } = await findCode(ctx, name);
  const { row, effectiveState } = orNotFound((await rowsOf(ctx, [{ ...place, own: ownState }]))[0]);
  const { supplierName, madeDate, expiryDate, state, stateReason } = batch;
  const { gtin, payloadPrefix: prefix } = await labelDataOf(ctx, place.batchId, place.level);
  const frames = await framesOf(ctx, effectiveState);
  const blockingFrame = effectiveState.frames.find(
    (frame) => frame.own.status === effectiveState.status && effectiveState.status !== ownState.status,
  );
  const reason = ownState.reason ?? blockingFrame?.own.reason ?? (row.status === state ? stateReason : null);
  const facts = { gtin, supplierName, ownStatus: ownState.status, reason, batchState: state, madeDate, expiryDate };
  const payload = row.code !== null && canSeeUnmasked(ctx.actor) ? prefix + row.code : null;
  const pinLockedUntil = await verificationService.pinLockedUntil(db, place);
  const { revealTime: pinFirstTime = null, region: pinFirstRegion = null } = (await verificationService.pinRevealOf(db, place)) ?? {};
  const recalledScans = await queries.countRecalledScans(db, place);
  return {
    ...row,
    payload,
    ...facts,
    frames,
    ...(await contentSummaryOf(db, place)),
    pinLockedUntil,
    pinFirstTime,
    pinFirstRegion: placeName(pinFirstRegion, ctx.language),
    recalledScans,
  };
}

/**
 * Unlocks the PIN for a consumer who mistyped it. Recorded in the batch history.
 * @throws notFound, codeUnreadable, labelReplaced, pinNotLocked
 */
export async function unlockPin(ctx: Context, { code, reason }: PinUnlockInput) {
  const { db, actor } = ctx;
  const { batchId, level, ordinal } = (await findCode(ctx, { code })).place;
  if (!(await verificationService.unlockPin(db, { batchId, level, ordinal }))) throw new Problem('pinNotLocked', { code });
  await batchService.recordEvent(db, {
    batchId,
    action: 'unlockPin',
    userId: actor.userId,
    reason,
    level,
    run: { from: ordinal, count: 1 },
  });
}

async function contentSummaryOf(db: Db, place: CodePlace): Promise<Pick<CodeDetail, 'content' | 'capacity'>> {
  if (place.level === 0) return { content: [], capacity: null };
  const content = await contentOf(db, [{ batchId: place.batchId, level: place.level, from: place.ordinal, count: 1 }]);
  const levels = [...new Set(content.map(({ level }) => level))].toSorted((one, other) => other - one);
  return {
    content: levels.map((level) => ({ level, codes: sizeOf(content.filter((run) => run.level === level)) })),
    capacity: await capacityOf(db, place.batchId, place.level),
  };
}

async function framesOf(ctx: Context, { frames, ...code }: EffectiveState): Promise<CodeFrame[]> {
  const [texts, ssccs] = [await textsAt(ctx, frames), await ssccsAt(ctx.db, frames)];
  const ids = frames.map(({ batchId }) => batchId);
  const batches = new Map((await listQueries.listBatches(ctx.db, 'all', ids)).map((batch) => [batch.batchId, batch]));
  let inner: CodePlace = code;
  const codeFrames: CodeFrame[] = [];
  for (const [index, { batchId, level, ordinal, own }] of frames.entries()) {
    const content = await directContentOf(ctx.db, { batchId, level, from: ordinal, count: 1 });
    const position = content.findIndex(
      (run) => run.batchId === inner.batchId && run.level === inner.level && includesOrdinal(run, inner.ordinal),
    );
    const place = sizeOf(content.slice(0, Math.max(0, position))) + inner.ordinal - (content[position]?.from ?? inner.ordinal) + 1;
    const batch = orNotFound(batches.get(batchId));
    const frame = { batchId, batchNo: batch.batchNo, level, ordinal: ordinal + 1, code: texts[index] ?? null, sscc: ssccs[index] ?? null };
    // the effective status includes the outer containers
    const outerStatus = frames.slice(index).reduce((severest, outer) => mostSevere(outer.own.status, severest), own.status);
    codeFrames.push({ ...frame, status: mostSevere(batch.state, outerStatus), ownStatus: own.status, contains: sizeOf(content), place });
    inner = { batchId, level, ordinal };
  }
  return codeFrames;
}

const includesOrdinal = ({ from, count }: Ordinals, ordinal: number) => ordinal >= from && ordinal < from + count;

/** @throws notFound, codeUnreadable */
export async function history(ctx: Context, name: CodeName): Promise<CodeHistory> {
  const { place } = await findCode(ctx, name);
  const scans = await listScans(ctx, place);
  return {
    events: await batchService.listEventsOf(ctx, place.batchId, place),
    scans: scans.map((scan) => ({ ...scan, region: placeName(scanPlace(scan), ctx.language) })),
  };
}

/** Newest first, also those of archived months. */
async function listScans(ctx: Context, place: CodePlace): Promise<CodeHistory['scans']> {
  const hot = await queries.listScans(ctx.db, place, MAX_SCANS);
  const archived = await archive.listOfCode(ctx, place, hot, MAX_SCANS);
  if (archived.length === 0) return hot;
  return [...hot, ...(await queries.listArchivedScans(ctx.db, archived))]
    .toSorted((one, other) => (one.scanId < other.scanId ? 1 : -1))
    .slice(0, MAX_SCANS);
}

/**
 * Runs by effective status. Above the limit only the longest remain, each extended to the next. Runs whose status comes from a container
 * take precedence, because they are few and small.
 * @throws notFound
 */
export async function listRuns({ db, scope }: Context, batchId: number, level = 0): Promise<CodeRun[]> {
  const { state } = orNotFound(await queries.findBatch(db, scope, batchId));
  const longest = await segments.listLongest(db, batchId, level, MAX_RUNS);
  const owns = longest.map((run) => ({ ...run, own: run.status }));
  const runs = overlayStatuses(owns, await listOverlays(db, batchId, level));
  const visibleRuns =
    runs.length > MAX_RUNS
      ? runs
          .toSorted(byDisplayPriority)
          .slice(0, MAX_RUNS)
          .toSorted((a, b) => a.from - b.from)
      : runs;
  const last = await segments.countCodes(db, batchId, level);
  const displayRuns: CodeRun[] = [];
  for (const [index, { from, own, reason, ...run }] of visibleRuns.entries()) {
    const previous = displayRuns.at(-1);
    const status = mostSevere(state, run.status);
    const to = visibleRuns[index + 1]?.from ?? last;
    if (previous?.status === status && previous.own === own && previous.reason === reason) previous.to = to;
    else displayRuns.push({ from: (previous?.to ?? 0) + 1, to, status, own, reason });
  }
  return displayRuns;
}

interface DisplayRun extends Ordinals {
  status: CodeStatus;
  own: CodeStatus;
}

const byDisplayPriority = (one: DisplayRun, other: DisplayRun) =>
  Number(other.status !== other.own) - Number(one.status !== one.own) || other.count - one.count;

/** By effective status. */
export const { countCodes, countByStatus } = segments;

/** @throws notFound */
export const batchOf = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, batchId: number) =>
  orNotFound(await queries.findBatch(db, scope, batchId));

/** A container has the GTIN of its level or none, because the product's GTIN identifies the unit. @throws notFound */
export async function labelDataOf(ctx: Pick<Context, 'db' | 'scope' | 'installation'>, batchId: number, level: number) {
  const batch = await batchOf(ctx, batchId);
  const numbers = level > 0 ? await queries.findContainer(ctx.db, batchId, level) : { gtin: batch.gtin, ssccPrefix: null };
  const labelData = { ...batch, ...numbers, level };
  return { ...labelData, payloadPrefix: payloadPrefix(ctx.installation, labelData) };
}
export type LabelData = Awaited<ReturnType<typeof labelDataOf>>;

/** @throws notFound */
export async function findScannedCode(ctx: Pick<Context, 'db' | 'scope' | 'installation'>, scanId: string) {
  const place = orNotFound((await queries.findScanned(ctx.db, scanId)) ?? (await findArchived(ctx, scanId)));
  const { batchNo } = await batchOf(ctx, place.batchId);
  return { place, batchNo };
}

async function findArchived(ctx: Pick<Context, 'db' | 'installation'>, scanId: string): Promise<CodePlace | undefined> {
  const [scan] = await archive.listByIds(ctx, [scanId]);
  if (!scan || scan.batch_id === null || scan.ordinal === null) return undefined;
  return { batchId: Number(scan.batch_id), level: Number(scan.level), ordinal: Number(scan.ordinal) };
}

/** In scope. */
async function findCode(ctx: Context, { batchId, level = 0, ordinal, code }: CodeName) {
  const { db, scope, installation } = ctx;
  const locatedPlace = code === undefined ? undefined : await locate(db, installation, code);
  if (code !== undefined && !locatedPlace) {
    await assertNotReplaced(ctx, code, 'code');
    throw new Problem('codeUnreadable', { code, field: 'code' });
  }
  const place: CodePlace = locatedPlace ?? { batchId: orNotFound(batchId), level, ordinal: orNotFound(ordinal) - 1 };
  const batch = orNotFound(await queries.findBatch(db, scope, place.batchId));
  const ownState = orNotFound(await segments.find(db, place.batchId, place.level, place.ordinal));
  return { batch, place, own: ownState };
}
