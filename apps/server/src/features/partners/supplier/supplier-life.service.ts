import { type SupplierState, type SupplierStep, supplierLifeCycle, suppliers } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './supplier.queries.ts';
import { stateWord } from './supplier.service.ts';
import * as events from './supplier-event.queries.ts';

// Each step locks the row, validates state and actor, and records an event.

interface Reasoned {
  reason?: string | null | undefined;
}

/** @throws notFound, supplierStateWrong */
export async function submit(ctx: Context, id: number) {
  await locked(ctx, id, 'submit');
  await queries.move(ctx.db, id, { state: 'pending', stateReason: null, submitBy: ctx.actor.userId, reviewBy: null });
  await note(ctx, id, 'submit');
}

/** Requires a second person, even for administrators. @throws notFound, supplierStateWrong, supplierSelfApproved */
export async function approve(ctx: Context, id: number) {
  const { userId } = ctx.actor;
  const { submitBy } = await locked(ctx, id, 'approve');
  if (submitBy === userId || (await events.hasPrepared(ctx.db, id, userId))) throw new Problem('supplierSelfApproved');
  const moved = queries.move(ctx.db, id, { state: 'approved', stateReason: null, reviewBy: userId });
  await refusing({ supplier_review_by_check: 'supplierSelfApproved' }, {}, moved);
  await note(ctx, id, 'approve');
}

/** Returns the supplier to draft. @throws notFound, supplierStateWrong */
export async function reject(ctx: Context, id: number, { reason }: Reasoned) {
  await locked(ctx, id, 'reject');
  await queries.move(ctx.db, id, { state: 'draft', stateReason: reason ?? null, submitBy: null });
  await note(ctx, id, 'reject', reason);
}

/** Blocks new batches until the supplier is resumed. Existing batches continue. @throws notFound, supplierStateWrong */
export const suspend = (ctx: Context, id: number, { reason }: Reasoned) => step(ctx, id, 'suspend', reason);

/** @throws notFound, supplierStateWrong */
export const resume = (ctx: Context, id: number, { reason }: Reasoned) => step(ctx, id, 'resume', reason, null);

/** Irreversible. The supplier's batches stay traceable. @throws notFound, supplierStateWrong, typedNameWrong */
export const terminate = (ctx: Context, id: number, { reason, confirm }: Reasoned & { confirm: string }) =>
  step(ctx, id, 'terminate', reason, reason, confirm);

async function step(
  ctx: Context,
  id: number,
  name: 'suspend' | 'resume' | 'terminate',
  reason?: string | null,
  kept = reason,
  typed?: string,
) {
  const { supplierName } = await locked(ctx, id, name);
  if (typed !== undefined && typed !== supplierName) throw new Problem('typedNameWrong', { field: 'confirm', expected: supplierName });
  await queries.move(ctx.db, id, { state: supplierLifeCycle[name].to, stateReason: kept ?? null });
  await note(ctx, id, name, reason);
}

/** Requires a state that `step` starts from. */
async function locked({ db, scope, t, language }: Context, id: number, name: SupplierStep) {
  const supplier = orNotFound(await queries.lock(db, scope, id));
  const from: readonly SupplierState[] = supplierLifeCycle[name].from;
  if (from.includes(supplier.state)) return supplier;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(stateWord(state))));
  throw new Problem('supplierStateWrong', { state: stateWord(supplier.state), step: suppliers.word(`step.${name}`), allowed });
}

const note = ({ db, actor }: Context, supplierId: number, action: SupplierStep, reason?: string | null) =>
  events.insert(db, { supplierId, action, userId: actor.userId, reason });
