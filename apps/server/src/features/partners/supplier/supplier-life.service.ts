import { type SupplierState, type SupplierStep, supplierLifeCycle, suppliers } from '@suyuan/contract';
import { refusing } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as queries from './supplier.queries.ts';
import { stateWord } from './supplier.service.ts';
import * as events from './supplier-event.queries.ts';

/** The steps of a supplier's life: each locks the row, judges state and person, writes, and leaves an event. */

interface Reasoned {
  reason?: string | null | undefined;
}

/** Asks for a second person's yes. @throws notFound, supplierStateWrong */
export async function submit(ctx: Context, id: number) {
  await locked(ctx, id, 'submit');
  await queries.move(ctx.db, id, { state: 'pending', stateReason: null, submitBy: ctx.actor.userId, reviewBy: null });
  await note(ctx, id, 'submit');
}

/** A second person's yes, the administrator no exception; batches may name it from here on. @throws notFound, supplierStateWrong, supplierSelfApproved */
export async function approve(ctx: Context, id: number) {
  const { userId } = ctx.actor;
  const { submitBy } = await locked(ctx, id, 'approve');
  if (submitBy === userId || (await events.hasPrepared(ctx.db, id, userId))) throw new Problem('supplierSelfApproved');
  const moved = queries.move(ctx.db, id, { state: 'approved', stateReason: null, reviewBy: userId });
  await refusing({ supplier_review_by_check: 'supplierSelfApproved' }, {}, moved);
  await note(ctx, id, 'approve');
}

/** Back to who keeps it. @throws notFound, supplierStateWrong */
export async function reject(ctx: Context, id: number, { reason }: Reasoned) {
  await locked(ctx, id, 'reject');
  await queries.move(ctx.db, id, { state: 'draft', stateReason: reason ?? null, submitBy: null });
  await note(ctx, id, 'reject', reason);
}

/** No new batches until it is resumed; those that are there go on. @throws notFound, supplierStateWrong */
export const suspend = (ctx: Context, id: number, { reason }: Reasoned) => step(ctx, id, 'suspend', reason);

/** @throws notFound, supplierStateWrong */
export const resume = (ctx: Context, id: number, { reason }: Reasoned) => step(ctx, id, 'resume', reason, null);

/** For ever; its batches stay traceable. @throws notFound, supplierStateWrong, typedNameWrong */
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

/** The supplier, locked, once its state is one that `step` leads from. */
async function locked({ db, scope, t, language }: Context, id: number, name: SupplierStep) {
  const supplier = orNotFound(await queries.lock(db, scope, id));
  const from: readonly SupplierState[] = supplierLifeCycle[name].from;
  if (from.includes(supplier.state)) return supplier;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(stateWord(state))));
  throw new Problem('supplierStateWrong', { state: stateWord(supplier.state), step: suppliers.word(`step.${name}`), allowed });
}

const note = ({ db, actor }: Context, supplierId: number, action: SupplierStep, reason?: string | null) =>
  events.insert(db, { supplierId, action, userId: actor.userId, reason });
