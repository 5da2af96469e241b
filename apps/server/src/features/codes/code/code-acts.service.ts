import { type CodeStep, codeLevels, type Selection } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import { type Painted, paintRuns, paintWhatCan, type Stroke } from './paint.service.ts';
import type { Ordinals } from './run.ts';
import * as segments from './segment.queries.ts';
import { type CodeRange, choose, runOf } from './selection.service.ts';

/**
 * Applies a step to every code of a selection, in the caller's transaction, and records it in the batch histories.
 * @throws the problems of `choose` and `paintRuns`
 */
export async function act(ctx: Context, step: CodeStep, selection: Selection, stroke: Stroke = {}): Promise<Painted> {
  const { runs, batches } = await choose(ctx, selection, step);
  const painted = await paintRuns(ctx.db, runs, step, stroke);
  if (step === 'activate')
    for (const { batchId, state } of batches.values()) if (state === 'issued') await batchService.becomeActive(ctx.db, batchId);
  await note(ctx, step, painted, stroke.reason);
  return painted;
}

/** Records a step in the histories of the batches of the runs and of their content. */
export async function note(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  step: CodeStep,
  { runs, content }: Painted,
  reason?: string | null,
) {
  await batchService.noteRuns(db, { action: step, userId: actor.userId, reason }, runs);
  await batchService.noteRuns(db, { action: step, userId: actor.userId, reason, within: true }, content);
}

/**
 * Applies `step` to every unit of a range and returns the run, ordinals from 0. The caller holds the lock of the batch.
 * @throws rangeBackwards, rangeOutside, and the problems of `paintRuns`
 */
export async function paint(db: Db, batchId: number, step: CodeStep, range: CodeRange, reason: string | null): Promise<Ordinals> {
  const run = runOf(range, await segments.countCodes(db, batchId));
  await paintRuns(db, [{ batchId, level: 0, ...run }], step, { reason });
  return run;
}

/**
 * Applies a step to every eligible code of the batch, at every level. @throws batchNotIssued, and the problems of `paintRuns` if no unit is
 * eligible
 */
export async function paintAll(db: Db, batchId: number, step: CodeStep) {
  for (const level of codeLevels) {
    const count = await segments.countCodes(db, batchId, level);
    if (level === 0 && count === 0) throw new Problem('batchNotIssued');
    if (count > 0) await paintWhatCan(db, { batchId, level, from: 0, count }, step);
  }
}
