import { type CodeStep, codeLevels, type Selection } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import { type StepResult, applyStep, applyStepToEligible, type StepOptions } from './paint.service.ts';
import type { Ordinals } from './run.ts';
import * as segments from './segment.queries.ts';
import { type CodeRange, lockSelection, runOf } from './selection.service.ts';

/**
 * Applies a step to a selection and records it in the batch histories.
 * @throws as `choose` and `paintRuns`
 */
export async function act(ctx: Context, step: CodeStep, selection: Selection, options: StepOptions = {}): Promise<StepResult> {
  const { runs, batches } = await lockSelection(ctx, selection, step);
  const result = await applyStep(ctx.db, runs, step, options);
  if (step === 'activate')
    for (const { batchId, state } of batches.values()) if (state === 'issued') await batchService.activate(ctx.db, batchId);
  await recordStep(ctx, step, result, options.reason);
  return result;
}

async function recordStep({ db, actor }: Pick<Context, 'db' | 'actor'>, step: CodeStep, { runs, content }: StepResult, reason?: string | null) {
  await batchService.recordRunEvents(db, { action: step, userId: actor.userId, reason }, runs);
  await batchService.recordRunEvents(db, { action: step, userId: actor.userId, reason, within: true }, content);
}

/**
 * Units only. Returned ordinals count from 0. The caller holds the lock of the batch.
 * @throws rangeBackwards, rangeOutside, and as `paintRuns`
 */
export async function applyStepToRange(db: Db, batchId: number, step: CodeStep, range: CodeRange, reason: string | null): Promise<Ordinals> {
  const run = runOf(range, await segments.countCodes(db, batchId));
  await applyStep(db, [{ batchId, level: 0, ...run }], step, { reason });
  return run;
}

/** Every eligible code at every level. @throws batchNotIssued, and as `paintRuns` if no unit is eligible */
export async function applyStepToBatch(db: Db, batchId: number, step: CodeStep) {
  for (const level of codeLevels) {
    const count = await segments.countCodes(db, batchId, level);
    if (level === 0 && count === 0) throw new Problem('batchNotIssued');
    if (count > 0) await applyStepToEligible(db, { batchId, level, from: 0, count }, step);
  }
}
