import { type authoriseDealer, type DealerState, type DealerStep, dealerLifeCycle, dealers, type resumeDealer } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as authority from './authority.service.ts';
import * as queries from './dealer.queries.ts';
import { stateWord } from './dealer.service.ts';
import * as events from './dealer-event.queries.ts';

// Each step locks the row, validates state and actor, and records an event.

interface ReasonInput {
  reason?: string | null | undefined;
}

/** @throws notFound, dealerStateWrong, contractLapsed */
export async function submit(ctx: Context, id: number) {
  assertContractCurrent(await lockForStep(ctx, id, 'submit'));
  await queries.move(ctx.db, id, { state: 'pending', stateReason: null, submitBy: ctx.actor.userId, reviewBy: null });
  await recordEvent(ctx, id, 'submit');
}

/** Requires a second person, even for administrators. @throws notFound, dealerStateWrong, dealerSelfApproved, contractLapsed */
export async function approve(ctx: Context, id: number) {
  const { userId } = ctx.actor;
  const dealer = await lockForStep(ctx, id, 'approve');
  assertContractCurrent(dealer);
  if (dealer.submitBy === userId || (await events.hasEditedSinceApproval(ctx.db, id, userId))) throw new Problem('dealerSelfApproved');
  const update = queries.move(ctx.db, id, { state: 'active', stateReason: null, reviewBy: userId });
  await mapConstraintErrors({ dealer_review_by_check: 'dealerSelfApproved' }, {}, update);
  await recordEvent(ctx, id, 'approve');
}

/** Returns the dealer to draft. @throws notFound, dealerStateWrong */
export async function reject(ctx: Context, id: number, { reason }: ReasonInput) {
  await lockForStep(ctx, id, 'reject');
  await queries.move(ctx.db, id, { state: 'draft', stateReason: reason ?? null, submitBy: null });
  await recordEvent(ctx, id, 'reject', reason);
}

/** Blocks shipments to the dealer. @throws notFound, dealerStateWrong */
export async function suspend(ctx: Context, id: number, { reason }: ReasonInput) {
  await lockForStep(ctx, id, 'suspend');
  await queries.move(ctx.db, id, { state: 'suspended', stateReason: reason ?? null });
  await recordEvent(ctx, id, 'suspend', reason);
}

/** With `contractTo` also renews the contract. @throws notFound, dealerStateWrong, contractLapsed, and as `renew` */
export async function resume(ctx: Context, id: number, { reason, contractTo }: z.output<(typeof resumeDealer)['body']>) {
  const dealer = await lockForStep(ctx, id, 'resume');
  if (contractTo === undefined) assertContractCurrent(dealer);
  else await renew(ctx, id, { contractTo, contractFrom: dealer.contractFrom });
  await queries.move(ctx.db, id, { state: 'active', stateReason: null });
  await recordEvent(ctx, id, 'resume', reason);
}

/** The dealer is locked. @throws forbidden, contractDaysWrong, contractEndPast */
async function renew(ctx: Context, id: number, { contractTo, contractFrom }: { contractTo: string; contractFrom: string | null }) {
  const { db, scope, actor } = ctx;
  const permission = dealers.permission('edit');
  if (!hasPermission(actor, permission)) throw new Problem('forbidden', { permission });
  const days = { field: 'contractTo', contractFrom: contractFrom ?? '…', contractTo };
  const update = queries.update(db, scope, id, { contractTo }, undefined, actor.userId);
  await mapConstraintErrors({ dealer_contract_days_check: 'contractDaysWrong' }, days, update);
  // use the database's date, as the job that suspends dealers does
  if (orNotFound(await queries.lock(db, scope, id)).lapsed) throw new Problem('contractEndPast', { field: 'contractTo', contractTo });
  await events.insert(db, { channelBusinessId: id, action: 'edit', userId: actor.userId });
}

/** Irreversible. The dealer's codes stay traceable. @throws notFound, dealerStateWrong, typedNameWrong, dealerHasActiveChildren */
export async function terminate(ctx: Context, id: number, { reason, confirm }: ReasonInput & { confirm: string }) {
  await queries.lockTree(ctx.db);
  const { channelBusinessName } = await lockForStep(ctx, id, 'terminate');
  if (confirm !== channelBusinessName) throw new Problem('typedNameWrong', { field: 'confirm', expected: channelBusinessName });
  const activeDescendant = await queries.findActiveDescendant(ctx.db, id);
  if (activeDescendant) throw new Problem('dealerHasActiveChildren', { name: activeDescendant.channelBusinessName });
  await queries.move(ctx.db, id, { state: 'terminated', stateReason: reason ?? null });
  await recordEvent(ctx, id, 'terminate', reason);
}

/** Within the authorities of ancestors, and covering those of descendants. @throws as `edit` */
export async function authorise(ctx: Context, id: number, body: z.output<(typeof authoriseDealer)['body']>) {
  const { db, scope, actor } = ctx;
  const { regionCodes, categoryIds, exclusive, version } = body;
  await queries.lockTree(db);
  const { state } = orNotFound(await queries.lock(db, scope, id));
  if (state === 'pending' || state === 'terminated') throw new Problem('dealerFixed', { state: stateWord(state) });
  const row = await queries.update(db, scope, id, exclusive ? { exclusive } : {}, version, actor.userId);
  await orStale(row, () => queries.find(db, scope, id));
  await authority.write(db, id, { regionCodes, categoryIds });
  await authority.validateLine(db, id);
  await recordEvent(ctx, id, 'authorise');
}

/** Suspends dealers whose contract has expired. Idempotent. */
export const suspendExpired = (db: Db) => events.suspendExpired(db, '合同到期');

function assertContractCurrent({ lapsed, contractTo }: { lapsed: boolean; contractTo: string | null }) {
  if (lapsed) throw new Problem('contractLapsed', { field: 'contractTo', contractTo });
}

/** Requires a state that `step` starts from. */
async function lockForStep({ db, scope, t, language }: Context, id: number, step: DealerStep) {
  const dealer = orNotFound(await queries.lock(db, scope, id));
  const from: readonly DealerState[] = dealerLifeCycle[step].from;
  if (from.includes(dealer.state)) return dealer;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(stateWord(state))));
  throw new Problem('dealerStateWrong', { state: stateWord(dealer.state), step: dealers.word(`step.${step}`), allowed });
}

const recordEvent = ({ db, actor }: Context, channelBusinessId: number, action: DealerStep | 'authorise', reason?: string | null) =>
  events.insert(db, { channelBusinessId, action, userId: actor.userId, reason });
