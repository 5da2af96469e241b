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
 * Applies a step to a selection and records it in the batch histories.
 * @throws as `choose` and `paintRuns`
 */
export async function act(ctx: Context, step: CodeStep, selection: Selection, stroke: Stroke = {}): Promise<Painted> {
  const { runs, batches } = await choose(ctx, selection, step);
  const painted = await paintRuns(ctx.db, runs, step, stroke);
  if (step === 'activate')
    for (const { batchId, state } of batches.values()) if (state === 'issued') await batchService.becomeActive(ctx.db, batchId);
  await note(ctx, step, painted, stroke.reason);
  return painted;
}

async function note({ db, actor }: Pick<Context, 'db' | 'actor'>, step: CodeStep, { runs, content }: Painted, reason?: string | null) {
  await batchService.noteRuns(db, { action: step, userId: actor.userId, reason }, runs);
  await batchService.noteRuns(db, { action: step, userId: actor.userId, reason, within: true }, content);
}

/**
 * Units only. Returned ordinals count from 0. The caller holds the lock of the batch.
 * @throws rangeBackwards, rangeOutside, and as `paintRuns`
 */
export async function paint(db: Db, batchId: number, step: CodeStep, range: CodeRange, reason: string | null): Promise<Ordinals> {
  const run = runOf(range, await segments.countCodes(db, batchId));
  await paintRuns(db, [{ batchId, level: 0, ...run }], step, { reason });
  return run;
}

/** Every eligible code at every level. @throws batchNotIssued, and as `paintRuns` if no unit is eligible */
export async function paintAll(db: Db, batchId: number, step: CodeStep) {
  for (const level of codeLevels) {
    const count = await segments.countCodes(db, batchId, level);
    if (level === 0 && count === 0) throw new Problem('batchNotIssued');
    if (count > 0) await paintWhatCan(db, { batchId, level, from: 0, count }, step);
  }
}
