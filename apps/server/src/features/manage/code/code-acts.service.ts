import { type BatchState, batches, type CodeActName, type CodeStatus, type CodeStep, codeLifeCycle, codes } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import type { Context } from '../../../http/context.ts';
import { Problem } from '../../../http/problem.ts';
import * as batchService from '../batch/batch.service.ts';
import * as segments from './segment.queries.ts';

/** A run of codes, counted from 1, both ends included; an absent end is the first or the last. */
export interface CodeRange {
  from?: number | undefined;
  to?: number | undefined;
}

/** States of a batch in which single codes of it may be acted on. */
const living: readonly BatchState[] = ['issued', 'active', 'closed', 'frozen'];

/** Statuses of a code that has been activated and is on its way. */
const activated: readonly CodeStatus[] = ['activated', 'packed', 'shipped', 'sold'];

/**
 * Freezes, unfreezes or voids a run of codes.
 * @throws notFound, batchStateWrong, rangeBackwards, rangeOutside, rangeStateWrong
 */
export async function act(ctx: Context, name: CodeActName, { batchId, reason, ...range }: CodeRange & { batchId: number; reason: string }) {
  const { db, actor } = ctx;
  const { state } = await batchService.lock(ctx, batchId);
  if (!living.includes(state))
    throw new Problem('batchStateWrong', {
      state: batchService.stateWord(state),
      step: batches.word(`step.${name}`),
      allowed: batchService.statesIn(ctx, living),
    });
  const run = await paint(db, batchId, name, range, reason);
  await batchService.note(db, { batchId, action: name, userId: actor.userId, reason, run });
}

/** The ordinals, from 0, that a range of a batch of `last` codes means. @throws rangeBackwards, rangeOutside; each with its field */
export function runOf({ from = 1, to }: CodeRange, last: number) {
  if (to !== undefined && to < from) throw new Problem('rangeBackwards', { field: 'to', from, to });
  const end = to ?? Math.max(from, last);
  if (end > last) throw new Problem('rangeOutside', { field: from > last ? 'from' : 'to', from, to: end, last });
  return { from: from - 1, count: end - from + 1 };
}

/**
 * Takes every code of a range to the status that `step` leads to, and answers the run, ordinals from 0. The caller has locked the batch.
 * @throws rangeBackwards, rangeOutside, rangeOverlaps where part of it is activated already, rangeStateWrong naming the first run that stops it
 */
export async function paint(db: Db, batchId: number, step: CodeStep, range: CodeRange, reason: string | null) {
  const last = await segments.countCodes(db, batchId);
  const run = runOf(range, last);
  const { from: allowed, to: status } = codeLifeCycle[step];
  const other = await segments.findOther(db, batchId, run, allowed);
  if (other) throw refusal(step, other);
  await segments.repaint(db, batchId, run, { from: allowed, to: status, reason: step === 'unfreeze' ? null : reason });
  return run;
}

/** Does the same to every code of the batch that can take it. @throws what `paint` does where none can */
export async function paintAll(db: Db, batchId: number, step: CodeStep) {
  const { from: allowed, to: status } = codeLifeCycle[step];
  const run = { from: 0, count: await segments.countCodes(db, batchId) };
  if (!(await segments.hasAny(db, batchId, allowed))) {
    const other = await segments.findOther(db, batchId, run, allowed);
    throw other ? refusal(step, other) : new Problem('batchNotIssued');
  }
  await segments.repaint(db, batchId, run, { from: allowed, to: status, reason: null });
}

function refusal(step: CodeStep, { from, to, status }: { from: number; to: number; status: CodeStatus }) {
  if (step === 'activate' && activated.includes(status)) return new Problem('rangeOverlaps', { from, to, field: 'from' });
  return new Problem('rangeStateWrong', {
    from,
    to,
    field: 'from',
    status: codes.word(`status.${status}`),
    step: batches.word(`step.${step}`),
  });
}
