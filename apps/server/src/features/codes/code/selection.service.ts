import { readSymbol } from '@suyuan/codes';
import { type BatchState, batchLifeCycle, type CodeStep, placeOfText, type Selection } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { ensureState } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as codeQueries from './code.queries.ts';
import { contentOf } from './container.service.ts';
import { groupRuns, type Ordinals, type Run } from './ordinal-runs.ts';
import { countCodes } from './segment.queries.ts';

const issuedStates: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen'];
const tradableStates: readonly BatchState[] = ['active', 'closed'];

const allowedStates: Record<CodeStep, readonly BatchState[]> = {
  print: ['issued', 'active'],
  activate: ['issued', 'active'],
  pack: tradableStates,
  unpack: tradableStates,
  ship: tradableStates,
  sell: tradableStates,
  // returns are accepted from stopped batches
  return: [...tradableStates, 'frozen', 'recalled'],
  takeBack: [...tradableStates, 'frozen', 'recalled'],
  freeze: issuedStates,
  unfreeze: issuedStates,
  recall: issuedStates,
  void: issuedStates,
};

/** Ordinals from 1, both ends included. Default: all. */
export interface CodeRange {
  from?: number | undefined;
  to?: number | undefined;
}

export type LockedBatch = Awaited<ReturnType<typeof codeQueries.lockBatches>>[number];

/** The field of a request that selects its codes. */
export const fieldOf = ({ container, codes }: Selection) => (container !== undefined ? 'container' : codes ? 'codes' : 'from');

interface LockedSelection {
  runs: readonly Run[];
  batches: Map<number, LockedBatch>;
}

/** Returns ordinals from 0. @throws rangeBackwards, rangeOutside; each with its field */
export function runOf({ from = 1, to }: CodeRange, last: number): Ordinals {
  if (to !== undefined && to < from) throw new Problem('rangeBackwards', { field: 'to', from, to });
  const end = to ?? Math.max(from, last);
  if (end > last) throw new Problem('rangeOutside', { field: from > last ? 'from' : 'to', from, to: end, last });
  return { from: from - 1, count: end - from + 1 };
}

/** The number of queries does not depend on the number of texts. Undefined for a text that is not one of our codes. */
export async function locateAll(db: Db, installation: Installation, texts: readonly string[]) {
  const symbols = texts.map(readSymbol);
  const serials = (
    await Promise.all(
      symbols.map(async (symbol, index) => (await codeSpaceService.decode(installation, symbol)).map((one) => ({ ...one, index }))),
    )
  ).flat();
  const places = new Map((serials.length > 0 ? await codeQueries.locateMany(db, serials) : []).map((place) => [place.index, place]));
  const textPlaces = texts.flatMap((text, index) => {
    const place = placeOfText(text);
    return place ? [{ ...place, ordinal: place.ordinal - 1, index }] : [];
  });
  for (const place of await codeQueries.locateIssued(db, textPlaces)) places.set(place.index, place);
  const ssccs = symbols.flatMap(({ sscc }, index) => (sscc && !places.has(index) ? [{ index, sscc }] : []));
  for (const container of await codeQueries.locateContainers(db, ssccs)) places.set(container.index, container);
  return texts.map((_, index) => places.get(index));
}

/**
 * Locks the batches of the runs and of their content, and checks scope and state. Batches out of scope count as missing.
 * @throws notFound, rangeBackwards, rangeOutside, containerUnreadable, codesUnreadable, batchStateWrong
 */
export async function lockSelection(ctx: Context, selection: Selection, step: CodeStep): Promise<LockedSelection> {
  // also before the lock: a batch without codes has a wrong state, not a wrong range
  if (selection.batchId !== undefined)
    assertState(ctx, orNotFound(await codeQueries.findBatch(ctx.db, ctx.scope, selection.batchId)).state, step);
  const listedRuns = selection.batchId === undefined ? await resolveSelection(ctx, selection) : undefined;
  // an open range includes codes that were added while this transaction waited for the lock
  const locked = await lockBatchesOf(ctx, async () => listedRuns ?? (await resolveSelection(ctx, selection)));
  for (const { batchId } of locked.runs) assertState(ctx, locked.batches.get(batchId)!.state, step);
  return locked;
}

/** As `lockBatchesInScope`. @throws notFound if a batch is out of scope */
export async function lockBatchesOf(ctx: Pick<Context, 'db' | 'scope'>, readRuns: () => Promise<readonly Run[]>): Promise<LockedSelection> {
  const { batchIds, ...locked } = await lockBatchesInScope(ctx, readRuns);
  for (const batchId of batchIds) orNotFound(locked.batches.get(batchId));
  return locked;
}

/**
 * Also locks the batches of the content. In ascending order, which prevents deadlocks. While this transaction waits for a lock, others may
 * pack codes, so runs and content are read again until all their batches are locked.
 */
export async function lockBatchesInScope(
  { db, scope }: Pick<Context, 'db' | 'scope'>,
  readRuns: () => Promise<readonly Run[]>,
): Promise<LockedSelection & { batchIds: ReadonlySet<number> }> {
  const batches = new Map<number, LockedBatch>();
  const batchIds = new Set<number>();
  for (;;) {
    const runs = await readRuns();
    const affectedIds = new Set([...runs, ...(await contentOf(db, runs))].map(({ batchId }) => batchId));
    const missing = [...affectedIds].filter((batchId) => !batchIds.has(batchId));
    if (missing.length === 0) return { runs, batches, batchIds };
    for (const batch of await codeQueries.lockBatches(db, scope, missing)) batches.set(batch.batchId, batch);
    for (const batchId of missing) batchIds.add(batchId);
  }
}

export const isStepAllowed = (state: BatchState, step: CodeStep): boolean => allowedStates[step].includes(state);

/** Units of a frozen or recalled batch must not leave in another batch's container. Void units stay unchanged. */
export const isContentStepAllowed = (state: BatchState, step: CodeStep): boolean =>
  (step !== 'ship' && step !== 'sell') || (state !== 'frozen' && state !== 'recalled');

/** @throws batchStateWrong */
export function assertState(ctx: Pick<Context, 't' | 'language'>, state: BatchState, step: CodeStep) {
  ensureState(ctx, batchLifeCycle, step, state, allowedStates[step]);
}

/**
 * Tidy, by batch and level. Locks nothing. Listed codes may be out of scope, which `lockBatchesOf` checks.
 * @throws notFound, rangeBackwards, rangeOutside, containerUnreadable, codesUnreadable
 */
export async function resolveSelection(ctx: Context, { batchId, level = 0, from, to, container, codes }: Selection): Promise<Run[]> {
  const { db, installation } = ctx;
  if (batchId !== undefined) {
    orNotFound(await codeQueries.findBatch(db, ctx.scope, batchId));
    return [{ batchId, level, ...runOf({ from, to }, await countCodes(db, batchId, level)) }];
  }
  const texts = container === undefined ? orNotFound(codes) : [container];
  const places = await locateAll(db, installation, texts);
  const unknown = texts.filter((_, index) => !places[index]);
  if (container !== undefined && !places[0]?.level) throw new Problem('containerUnreadable', { field: 'container', code: container });
  if (unknown.length > 0) throw new Problem('codesUnreadable', { field: 'codes', count: unknown.length, examples: unknown.slice(0, 3) });
  const runs = places.map((place) => ({ batchId: place!.batchId, level: place!.level, from: place!.ordinal, count: 1 }));
  return groupRuns(runs).flatMap((group) => group.ordinals.map((run) => ({ batchId: group.batchId, level: group.level, ...run })));
}
