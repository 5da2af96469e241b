import { readSymbol } from '@suyuan/codes';
import { type BatchState, batchLifeCycle, type CodeStep, codeLevels, codes, type RelabelInput, type Selection } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import type { CodePlace } from '../../../platform/db/layout.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { ensureState } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import { applyStep, applyStepToEligible, atField, type StepOptions, type StepResult } from './apply-step.service.ts';
import * as queries from './code.queries.ts';
import type { Ordinals } from './ordinal-runs.ts';
import * as segments from './segment.queries.ts';
import { type CodeRange, fieldOf, locateAll, lockBatchesOf, lockSelection, runOf } from './selection.service.ts';

const relabelableStates: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen'];

/**
 * Replaces a label that is misprinted, torn or lost. Content, holder, state and history stay. The old label becomes invalid.
 * @throws forbidden without the permission to query codes, labelReplaced, containerUnreadable, notFound, batchStateWrong,
 * codeSpaceExhausted
 */
export async function relabel(ctx: Context, { container, reason }: RelabelInput): Promise<CodePlace> {
  const { db, actor } = ctx;
  const permission = codes.permission('query');
  if (!hasPermission(actor, permission)) throw new Problem('forbidden', { permission });
  const { batchId, level, ordinal } = await containerOf(ctx, container);
  const { batches } = await lockBatchesOf(ctx, async () => [{ batchId, level, from: ordinal, count: 1 }]);
  const { state } = orNotFound(batches.get(batchId));
  ensureState(ctx, batchLifeCycle, 'relabel', state, relabelableStates);
  // the label may have been replaced while this transaction waited for the lock
  const place = await containerOf(ctx, container);
  const range = orNotFound(await queries.findRange(db, place));
  const { spaceId, epoch } = range;
  const allocation = await codeSpaceService.allocate(db, spaceId, 1);
  await queries.assignSerial(db, place, range, { spaceId, epoch: allocation.epoch, serial: allocation.serialFrom });
  const serial = range.serialFrom + ordinal - range.ordinalFrom;
  await queries.insert(db, { ...place, spaceId, epoch, serial, reason, createBy: actor.userId });
  await batchService.recordEvent(db, { batchId, action: 'relabel', userId: actor.userId, reason, level, run: { from: ordinal, count: 1 } });
  return place;
}

/** @throws labelReplaced, containerUnreadable, notFound */
async function containerOf(ctx: Context, container: string): Promise<CodePlace> {
  const [place] = await locateAll(ctx.db, ctx.installation, [container]);
  if (place?.level) return { batchId: place.batchId, level: place.level, ordinal: place.ordinal };
  await assertNotReplaced(ctx, container, 'container');
  throw new Problem('containerUnreadable', { field: 'container', code: container });
}

async function findReplacedLabel(db: Db, installation: Installation, text: string) {
  for (const decoded of await codeSpaceService.decode(installation, readSymbol(text))) {
    const replacedLabel = await queries.findReplaced(db, decoded);
    if (replacedLabel) return replacedLabel;
  }
  return undefined;
}

/** @throws labelReplaced if the text is a replaced label, notFound if its batch is out of scope */
export async function assertNotReplaced({ db, scope, installation }: Context, code: string, field: string) {
  const replacedLabel = await findReplacedLabel(db, installation, code);
  if (!replacedLabel) return;
  orNotFound(await queries.findBatch(db, scope, replacedLabel.batchId));
  const { level, ordinal, createTime } = replacedLabel;
  throw new Problem('labelReplaced', { field, code, level: codes.word(`level.${level}`), ordinal: ordinal + 1, time: createTime });
}

/**
 * Applies a step to a selection and records it in the batch histories.
 * @throws as `choose` and `applyStep`
 */
export async function act(ctx: Context, step: CodeStep, selection: Selection, options: StepOptions = {}): Promise<StepResult> {
  const { runs, batches } = await lockSelection(ctx, selection, step);
  const result = await atField(fieldOf(selection), applyStep(ctx.db, runs, step, options));
  if (step === 'activate')
    for (const { batchId, state } of batches.values()) if (state === 'issued') await batchService.activate(ctx.db, batchId);
  await recordStep(ctx, step, result, options.reason);
  return result;
}

async function recordStep(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  step: CodeStep,
  { runs, content }: StepResult,
  reason?: string | null,
) {
  await batchService.recordRunEvents(db, { action: step, userId: actor.userId, reason }, runs);
  await batchService.recordRunEvents(db, { action: step, userId: actor.userId, reason, within: true }, content);
}

/**
 * Units only. Returned ordinals count from 0. The caller holds the lock of the batch.
 * @throws rangeBackwards, rangeOutside, and as `applyStep`
 */
export async function activateRange(db: Db, batchId: number, range: CodeRange): Promise<Ordinals> {
  const run = runOf(range, await segments.countCodes(db, batchId));
  await applyStep(db, [{ batchId, level: 0, ...run }], 'activate');
  return run;
}

/** Every eligible code at every level. @throws batchNotIssued, and as `applyStep` if no unit is eligible */
export async function applyStepToBatch(db: Db, batchId: number, step: CodeStep) {
  for (const level of codeLevels) {
    const count = await segments.countCodes(db, batchId, level);
    if (level === 0 && count === 0) throw new Problem('batchNotIssued');
    if (count > 0) await applyStepToEligible(db, { batchId, level, from: 0, count }, step);
  }
}
