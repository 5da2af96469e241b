import { type SupplierState, type SupplierStep, supplierLifeCycle, suppliers } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './supplier.queries.ts';
import { stateWord } from './supplier.service.ts';
import * as events from './supplier-event.queries.ts';

// Each step locks the row, validates state and actor, and records an event.

interface ReasonInput {
  reason?: string | null | undefined;
}

/** @throws notFound, supplierStateWrong */
export async function submit(ctx: Context, id: number) {
  await lockForStep(ctx, id, 'submit');
  await queries.move(ctx.db, id, { state: 'pending', stateReason: null, submitBy: ctx.actor.userId, reviewBy: null });
  await recordEvent(ctx, id, 'submit');
}

/** Requires a second person, even for administrators. @throws notFound, supplierStateWrong, supplierSelfApproved */
export async function approve(ctx: Context, id: number) {
  const { userId } = ctx.actor;
  const { submitBy } = await lockForStep(ctx, id, 'approve');
  if (submitBy === userId || (await events.hasPrepared(ctx.db, id, userId))) throw new Problem('supplierSelfApproved');
  const moved = queries.move(ctx.db, id, { state: 'approved', stateReason: null, reviewBy: userId });
  await mapConstraintErrors({ supplier_review_by_check: 'supplierSelfApproved' }, {}, moved);
  await recordEvent(ctx, id, 'approve');
}

/** Returns the supplier to draft. @throws notFound, supplierStateWrong */
export async function reject(ctx: Context, id: number, { reason }: ReasonInput) {
  await lockForStep(ctx, id, 'reject');
  await queries.move(ctx.db, id, { state: 'draft', stateReason: reason ?? null, submitBy: null });
  await recordEvent(ctx, id, 'reject', reason);
}

/** Blocks new batches until the supplier is resumed. Existing batches continue. @throws notFound, supplierStateWrong */
export const suspend = (ctx: Context, id: number, { reason }: ReasonInput) => changeState(ctx, id, 'suspend', reason);

/** @throws notFound, supplierStateWrong */
export const resume = (ctx: Context, id: number, { reason }: ReasonInput) => changeState(ctx, id, 'resume', reason, null);

/** Irreversible. The supplier's batches stay traceable. @throws notFound, supplierStateWrong, typedNameWrong */
export const terminate = (ctx: Context, id: number, { reason, confirm }: ReasonInput & { confirm: string }) =>
  changeState(ctx, id, 'terminate', reason, reason, confirm);

async function changeState(
  ctx: Context,
  id: number,
  name: 'suspend' | 'resume' | 'terminate',
  reason?: string | null,
  stateReason = reason,
  confirmation?: string,
) {
  const { supplierName } = await lockForStep(ctx, id, name);
  if (confirmation !== undefined && confirmation !== supplierName) throw new Problem('typedNameWrong', { field: 'confirm', expected: supplierName });
  await queries.move(ctx.db, id, { state: supplierLifeCycle[name].to, stateReason: stateReason ?? null });
  await recordEvent(ctx, id, name, reason);
}

/** Requires a state that `step` starts from. */
async function lockForStep({ db, scope, t, language }: Context, id: number, name: SupplierStep) {
  const supplier = orNotFound(await queries.lock(db, scope, id));
  const from: readonly SupplierState[] = supplierLifeCycle[name].from;
  if (from.includes(supplier.state)) return supplier;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(stateWord(state))));
  throw new Problem('supplierStateWrong', { state: stateWord(supplier.state), step: suppliers.word(`step.${name}`), allowed });
}

const recordEvent = ({ db, actor }: Context, supplierId: number, action: SupplierStep, reason?: string | null) =>
  events.insertEvent(db, { supplierId, action, userId: actor.userId, reason });
