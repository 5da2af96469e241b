import { type BatchState, batches, batchLifeCycle, type SupplementInput } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { ensureState } from '../../../platform/http/life-cycle.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as batchService from './batch.service.ts';
import * as queries from './batch-issue.queries.ts';
import { addCodes } from './batch-issue.service.ts';
import * as batchPlan from './batch-plan.service.ts';

/** Requests per list. */
const MAX_ROWS = 100;

/** Batch states that permit more codes. */
const allowedStates: readonly BatchState[] = ['issued', 'active'];

/** @throws notFound */
export async function list(ctx: Context, batchId: number) {
  await batchService.ensureVisible(ctx, batchId);
  return queries.list(ctx.db, batchId, ctx.actor.userId, MAX_ROWS);
}

export const listToApprove = ({ db, scope, actor }: Context, limit: number) => queries.listToApprove(db, scope, actor.userId, limit);

/** Only one request may be open. @throws notFound, batchStateWrong, codeSpaceExhausted, supplementOpen */
export async function request(ctx: Context, batchId: number, { quantity, reason }: SupplementInput) {
  const { db, actor } = ctx;
  const { codeRuleId } = await lockIssued(ctx, batchId);
  await batchPlan.validateQuantity(db, { codeRuleId, quantity });
  const insertion = queries.insert(db, { batchId, quantity, reason, createBy: actor.userId });
  const { supplementId } = await mapConstraintErrors({ batch_supplement_open_key: 'supplementOpen' }, {}, insertion);
  await batchService.recordEvent(db, { batchId, action: 'supplement', userId: actor.userId, reason });
  return { supplementId };
}

/**
 * Creates the requested codes in the same transaction. Requires a second person.
 * @throws notFound, supplementStateWrong, supplementSelfApproved, batchStateWrong, codeSpaceExhausted
 */
export async function approve(ctx: Context, batchId: number, supplementId: number) {
  const { db, actor } = ctx;
  const batch = await lockIssued(ctx, batchId);
  const { quantity, createBy } = await lockPending(ctx, batchId, supplementId, 'approve');
  if (createBy === actor.userId) throw new Problem('supplementSelfApproved');
  const spaceId = await batchPlan.spaceOf(db, batch.codeRuleId);
  const run = await addCodes(db, { batchId, spaceId, sizes: await batchService.fixPackaging(db, batchId), count: quantity });
  const decision = queries.recordDecision(db, supplementId, { state: 'issued', judgeBy: actor.userId, ordinalFrom: run.from });
  await mapConstraintErrors({ batch_supplement_judge_by_check: 'supplementSelfApproved' }, {}, decision);
  await batchService.recordEvent(db, { batchId, action: 'supplemented', userId: actor.userId, run });
  return run;
}

/** @throws notFound, supplementStateWrong */
export async function reject(ctx: Context, batchId: number, supplementId: number, reason: string) {
  const { db, actor } = ctx;
  await batchService.lock(ctx, batchId);
  await lockPending(ctx, batchId, supplementId, 'reject');
  await queries.recordDecision(db, supplementId, { state: 'rejected', judgeBy: actor.userId, stateReason: reason });
  await batchService.recordEvent(db, { batchId, action: 'supplementRejected', userId: actor.userId, reason });
}

/** Only one's own request. @throws notFound, supplementStateWrong, supplementNotYours */
export async function withdraw(ctx: Context, batchId: number, supplementId: number) {
  await batchService.lock(ctx, batchId);
  const { createBy } = await lockPending(ctx, batchId, supplementId, 'withdraw');
  if (createBy !== ctx.actor.userId) throw new Problem('supplementNotYours');
  await queries.recordDecision(ctx.db, supplementId, { state: 'cancelled', judgeBy: ctx.actor.userId });
}

/** Requires a state that permits more codes. */
async function lockIssued(ctx: Context, batchId: number) {
  const batch = await batchService.lock(ctx, batchId);
  ensureState(ctx, batchLifeCycle, 'supplemented', batch.state, allowedStates);
  return batch;
}

async function lockPending({ db }: Context, batchId: number, supplementId: number, step: 'approve' | 'reject' | 'withdraw') {
  const supplement = orNotFound(await queries.lock(db, batchId, supplementId));
  if (supplement.state === 'pending') return supplement;
  const [state, stepWord] = [batches.word(`supplement.state.${supplement.state}`), batches.word(`supplement.do.${step}`)];
  throw new Problem('supplementStateWrong', { state, step: stepWord });
}
