import { readSymbol } from '@suyuan/codes';
import { type BatchState, batches, type CodeStep, placeOfText, type Selection } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as codeQueries from './code.queries.ts';
import { placeIfIssued } from './code-text.ts';
import { contentOf } from './container.service.ts';
import { grouped, type Ordinals, type Run } from './run.ts';
import { countCodes } from './segment.queries.ts';
import * as queries from './selection.queries.ts';

const living: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen'];
const trading: readonly BatchState[] = ['active', 'closed'];

const statesOf: Record<CodeStep, readonly BatchState[]> = {
  print: ['issued', 'active'],
  activate: ['issued', 'active'],
  pack: trading,
  unpack: trading,
  ship: trading,
  sell: trading,
  // returns are accepted from stopped batches
  return: [...trading, 'frozen', 'recalled'],
  takeBack: [...trading, 'frozen', 'recalled'],
  freeze: living,
  unfreeze: living,
  recall: living,
  void: living,
};

/** Ordinals from 1, both ends included. Default: all. */
export interface CodeRange {
  from?: number | undefined;
  to?: number | undefined;
}

type ChosenBatch = Awaited<ReturnType<typeof queries.lockBatches>>[number];

interface Chosen {
  runs: Run[];
  batches: Map<number, ChosenBatch>;
}

/** Returns ordinals from 0. @throws rangeBackwards, rangeOutside; each with its field */
export function runOf({ from = 1, to }: CodeRange, last: number): Ordinals {
  if (to !== undefined && to < from) throw new Problem('rangeBackwards', { field: 'to', from, to });
  const end = to ?? Math.max(from, last);
  if (end > last) throw new Problem('rangeOutside', { field: from > last ? 'from' : 'to', from, to: end, last });
  return { from: from - 1, count: end - from + 1 };
}

/** One query for all texts. Undefined for a text that is not one of our codes. */
export async function locateAll(db: Db, installation: Installation, texts: readonly string[]) {
  const symbols = texts.map(readSymbol);
  const serials = (
    await Promise.all(
      symbols.map(async (symbol, asked) => (await codeSpaceService.decode(installation, symbol)).map((one) => ({ ...one, asked }))),
    )
  ).flat();
  const places = new Map((serials.length > 0 ? await queries.locateMany(db, serials) : []).map((place) => [place.asked, place]));
  for (const [asked, text] of texts.entries()) {
    const named = placeOfText(text);
    const place = named && (await placeIfIssued(db, named));
    if (place) places.set(asked, { ...place, asked });
  }
  const ssccs = symbols.flatMap(({ sscc }, asked) => (sscc && !places.has(asked) ? [{ asked, sscc }] : []));
  for (const container of await codeQueries.locateContainers(db, ssccs)) places.set(container.asked, container);
  return texts.map((_, asked) => places.get(asked));
}

/**
 * Locks the batches of the runs and of their content, and checks scope and state. Batches out of scope count as missing.
 * @throws notFound, rangeBackwards, rangeOutside, containerUnreadable, codesUnreadable, batchStateWrong
 */
export async function choose(ctx: Context, selection: Selection, step: CodeStep): Promise<Chosen> {
  if (selection.batchId !== undefined) assertState(ctx, (await batchService.lock(ctx, selection.batchId)).state, step);
  const runs = await resolve(ctx, selection);
  const chosen = await lockFor(ctx, runs);
  for (const { state } of runs.map(({ batchId }) => orNotFound(chosen.get(batchId)))) assertState(ctx, state, step);
  return { runs, batches: chosen };
}

/** Also locks the batches of the content. @throws notFound if one of them is out of scope */
export async function lockFor({ db, scope }: Pick<Context, 'db' | 'scope'>, runs: readonly Run[]): Promise<Map<number, ChosenBatch>> {
  const own = new Set(runs.map(({ batchId }) => batchId));
  const all = new Set([...own, ...(await contentOf(db, runs)).map(({ batchId }) => batchId)]);
  const locked = new Map((await queries.lockBatches(db, scope, [...all])).map((batch) => [batch.batchId, batch]));
  for (const batchId of all) orNotFound(locked.get(batchId));
  return locked;
}

export const allows = (state: BatchState, step: CodeStep): boolean => statesOf[step].includes(state);

/** Units of a frozen or recalled batch must not leave in another batch's container. Void units stay unchanged. */
export const contentMay = (state: BatchState, step: CodeStep): boolean =>
  (step !== 'ship' && step !== 'sell') || (state !== 'frozen' && state !== 'recalled');

/** @throws batchStateWrong */
export function assertState(ctx: Pick<Context, 't' | 'language'>, state: BatchState, step: CodeStep) {
  const allowed = statesOf[step];
  if (allows(state, step)) return;
  const { stateWord, statesIn } = batchService;
  throw new Problem('batchStateWrong', { state: stateWord(state), step: batches.word(`step.${step}`), allowed: statesIn(ctx, allowed) });
}

/**
 * Tidy, by batch and level. Locks nothing. Listed codes may be out of scope, which `lockFor` checks.
 * @throws notFound, rangeBackwards, rangeOutside, containerUnreadable, codesUnreadable
 */
export async function resolve(ctx: Context, { batchId, level = 0, from, to, container, codes }: Selection): Promise<Run[]> {
  const { db, installation } = ctx;
  if (batchId !== undefined) {
    orNotFound(await codeQueries.findBatch(db, ctx.scope, batchId));
    return [{ batchId, level, ...runOf({ from, to }, await countCodes(db, batchId, level)) }];
  }
  const texts = container === undefined ? orNotFound(codes) : [container];
  const places = await locateAll(db, installation, texts);
  const unknown = texts.filter((_, index) => !places[index]);
  if (container !== undefined && !places[0]?.level) throw new Problem('containerUnreadable', { field: 'container', code: container });
  if (unknown.length > 0)
    throw new Problem('codesUnreadable', { field: 'codes', count: unknown.length, examples: unknown.slice(0, 3).join('、') });
  const runs = places.map((place) => ({ batchId: place!.batchId, level: place!.level, from: place!.ordinal, count: 1 }));
  return grouped(runs).flatMap((group) => group.ordinals.map((run) => ({ batchId: group.batchId, level: group.level, ...run })));
}
