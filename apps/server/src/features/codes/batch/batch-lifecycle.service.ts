import { type BatchState, type BatchStep, batches, batchLifeCycle } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { Problem } from '../../../platform/http/problem.ts';
import * as taskService from '../../system/task/task.service.ts';
import * as codeService from '../code/code.service.ts';
import * as queries from './batch.queries.ts';
import * as batchService from './batch.service.ts';
import * as batchPlan from './batch-plan.service.ts';

// Each step locks the row, validates state and actor, and records an event.

/** @throws notFound, batchStateWrong, and as `validate` */
export async function submit(ctx: Context, id: number) {
  const batch = await lockForStep(ctx, id, 'submit');
  await batchPlan.validate(ctx.db, 'all', batch);
  await queries.move(ctx.db, id, { state: 'pending', stateReason: null, submitBy: ctx.actor.userId, approveBy: null });
  await recordEvent(ctx, id, 'submit');
}

/** Requires a second person. @throws notFound, batchStateWrong, batchSelfApproved */
export async function approve(ctx: Context, id: number) {
  const { userId } = ctx.actor;
  await lockForStep(ctx, id, 'approve');
  if (await queries.hasPlanned(ctx.db, id, userId)) throw new Problem('batchSelfApproved');
  const update = queries.move(ctx.db, id, { state: 'approved', approveBy: userId });
  await mapConstraintErrors({ batch_approve_by_check: 'batchSelfApproved' }, {}, update);
  await recordEvent(ctx, id, 'approve');
}

/** Returns the batch to draft. @throws notFound, batchStateWrong */
export async function reject(ctx: Context, id: number, { reason }: { reason: string }) {
  await lockForStep(ctx, id, 'reject');
  await queries.move(ctx.db, id, { state: 'draft', stateReason: reason, submitBy: null });
  await recordEvent(ctx, id, 'reject', reason);
}

/** @throws notFound, batchStateWrong */
export async function cancel(ctx: Context, id: number, { reason }: { reason?: string | null | undefined }) {
  await lockForStep(ctx, id, 'cancel');
  await queries.move(ctx.db, id, { state: 'cancelled', stateReason: reason ?? null });
  await recordEvent(ctx, id, 'cancel', reason);
}

/** The task sets the batch to `issued`. @throws notFound, batchStateWrong, codeSpaceExhausted */
export async function issue(ctx: Context, id: number) {
  const { db, actor } = ctx;
  const batch = await lockForStep(ctx, id, 'issue');
  await batchPlan.validateQuantity(db, batch);
  await queries.move(db, id, { state: 'issuing', stateReason: null });
  await recordEvent(ctx, id, 'issue');
  const task = { kind: 'issueBatch', subject: batch.batchNo, payload: { batchId: id }, createBy: actor.userId };
  return { taskId: await taskService.enqueue(db, task) };
}

/**
 * Without a range activates all codes that are not yet activated.
 * @throws notFound, batchStateWrong, rangeBackwards, rangeOutside, rangeOverlaps, rangeStateWrong
 */
export async function activate(ctx: Context, id: number, range: codeService.CodeRange) {
  const { db, actor } = ctx;
  const { state } = await lockForStep(ctx, id, 'activate');
  const isWholeBatch = range.from === undefined && range.to === undefined;
  const activatedRun = isWholeBatch ? undefined : await codeService.applyStepToRange(db, id, 'activate', range, null);
  if (isWholeBatch) await codeService.applyStepToBatch(db, id, 'activate');
  if (state !== 'active') await queries.move(db, id, { state: 'active' });
  await batchService.recordEvent(db, { batchId: id, action: 'activate', userId: actor.userId, run: activatedRun });
}

/** @throws notFound, batchStateWrong */
export async function freeze(ctx: Context, id: number, { reason }: { reason: string }) {
  const { state } = await lockForStep(ctx, id, 'freeze');
  await queries.move(ctx.db, id, { state: 'frozen', stateBefore: state, stateReason: reason });
  await recordEvent(ctx, id, 'freeze', reason);
}

/** Restores the state before freezing. @throws notFound, batchStateWrong */
export async function unfreeze(ctx: Context, id: number, { reason }: { reason?: string | null | undefined }) {
  const { stateBefore } = await lockForStep(ctx, id, 'unfreeze');
  await queries.move(ctx.db, id, { state: stateBefore ?? 'active', stateBefore: null, stateReason: null });
  await recordEvent(ctx, id, 'unfreeze', reason);
}

/** Requires that all codes are shipped. @throws notFound, batchStateWrong, batchNotAllShipped, batchStillInStore */
export async function close(ctx: Context, id: number) {
  await lockForStep(ctx, id, 'close');
  const counts = await codeService.countByStatus(ctx.db, id);
  const { issued = 0, printed = 0, frozen = 0, activated = 0, packed = 0, shipped = 0, sold = 0 } = counts;
  const notShippedCount = issued + printed + frozen;
  if (notShippedCount > 0) throw new Problem('batchNotAllShipped', { left: notShippedCount });
  // without shipments an activated batch can be closed
  const inStoreCount = shipped + sold > 0 ? activated + packed : 0;
  if (inStoreCount > 0) throw new Problem('batchStillInStore', { left: inStoreCount });
  await queries.move(ctx.db, id, { state: 'closed' });
  await recordEvent(ctx, id, 'close');
}

interface IrreversibleInput {
  reason: string;
  /** The batch number, typed as confirmation. */
  confirm: string;
}

/** Irreversible. @throws notFound, batchStateWrong, nameNotConfirmed */
export const recall = (ctx: Context, id: number, input: IrreversibleInput) => endBatch(ctx, id, 'recall', input);

/** Irreversible. Named `void` on the wire, which is a reserved word. @throws notFound, batchStateWrong, nameNotConfirmed */
export const voidAll = (ctx: Context, id: number, input: IrreversibleInput) => endBatch(ctx, id, 'void', input);

async function endBatch(ctx: Context, id: number, step: 'recall' | 'void', { reason, confirm }: IrreversibleInput) {
  const { batchNo } = await lockForStep(ctx, id, step);
  if (confirm !== batchNo) throw new Problem('nameNotConfirmed', { field: 'confirm', expected: batchNo });
  await queries.move(ctx.db, id, { state: batchLifeCycle[step].to, stateBefore: null, stateReason: reason });
  await recordEvent(ctx, id, step, reason);
}

/** Requires a state that `step` starts from. */
async function lockForStep(ctx: Context, id: number, step: BatchStep) {
  const batch = await batchService.lock(ctx, id);
  const from: readonly BatchState[] = batchLifeCycle[step].from;
  if (from.includes(batch.state)) return batch;
  const { stateWord, formatStates } = batchService;
  throw new Problem('batchStateWrong', {
    state: stateWord(batch.state),
    step: batches.word(`step.${step}`),
    allowed: formatStates(ctx, from),
  });
}

const recordEvent = ({ db, actor }: Context, batchId: number, action: BatchStep, reason?: string | null) =>
  batchService.recordEvent(db, { batchId, action, userId: actor.userId, reason });
