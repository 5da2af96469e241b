import { sizesOf } from '@suyuan/codes';
import {
  type BatchEvent,
  type BatchImpactQuery,
  type BatchPackaging,
  type BatchState,
  batches,
  type CalendarQuery,
  type ChangesOf,
  type cloneBatch,
  type holdBatch,
  type InputOf,
  MAX_SCANNED_COUNT,
  type QueryOf,
  type RecordOf,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Db } from '../../../platform/db/db.ts';
import type { Context } from '../../../platform/http/context.ts';
import { reasonIn, withReason } from '../../../platform/http/refusal.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import * as archive from '../../scans/archive/archived-scan.service.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import { groupRuns, type Run } from '../code/ordinal-runs.ts';
import * as queries from './batch.queries.ts';
import * as events from './batch-event.queries.ts';
import * as impactQueries from './batch-impact.queries.ts';
import { isIntendedAllowed, ruleOf, validate, validateIntended } from './batch-plan.service.ts';

export { fixPackaging } from './batch.queries.ts';
export { addCodes, importCodes, issueBatchTask, issueByOperator } from './batch-issue.service.ts';

type Batches = typeof batches;

export const table = 'batch';

const MAX_EVENTS = 200;

const toBatch = (ctx: Context, { counts, ...row }: queries.BatchRow): RecordOf<Batches> => ({
  ...withReason(ctx, row),
  ...counts,
  intendedRegionName: row.intendedRegionCode && regionFullName(row.intendedRegionCode, ctx.language),
});

export async function list(ctx: Context, query: QueryOf<Batches>) {
  const { rows, total } = await queries.list(ctx, query);
  return { rows: rows.map((row) => toBatch(ctx, row)), total };
}

export async function countByState({ db, scope }: Context): Promise<Partial<Record<BatchState, number>>> {
  const rows = await queries.countByState(db, scope);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
}

export const listToApprove = ({ db, scope, actor }: Context, limit: number) => queries.listToApprove(db, scope, actor.userId, limit);
export const listToIssue = ({ db, scope }: Context, limit: number) => queries.listToIssue(db, scope, limit);

export const calendar = ({ db, scope }: Context, query: CalendarQuery) => queries.calendar(db, scope, query);

/** @throws notFound */
export const read = async (ctx: Context, id: number) => toBatch(ctx, orNotFound(await queries.find(ctx, id)));

export const isVisible = ({ db, scope }: Pick<Context, 'db' | 'scope'>, id: number) => queries.isVisible(db, scope, id);

/** @throws notFound */
export async function ensureVisible(ctx: Pick<Context, 'db' | 'scope'>, id: number) {
  if (!(await isVisible(ctx, id))) throw new Problem('notFound');
}

/**
 * Rule and expiry date default to those of the product.
 * @throws as `validate` and `validateIntended`, batchNoTaken, batchDaysWrong, batchExpiryTooLate
 */
export async function add(ctx: Context, { version: _, packaging, ...input }: InputOf<Batches>) {
  const { db, actor, scope } = ctx;
  const codeRuleId = input.codeRuleId ?? (await ruleOf(db, scope, input.categoryId));
  await validate(db, scope, { ...input, codeRuleId });
  await validateIntended(ctx, input);
  const expiryDate = input.expiryDate ?? queries.shelfLifeEnd(input.categoryId, input.madeDate);
  const row = { ...input, ...packagingFields(packaging), codeRuleId, expiryDate, deptId: actor.deptId, createBy: actor.userId };
  const { batchId } = await mapWriteErrors(input, queries.insert(db, row));
  await events.insert(db, { batchId, action: 'add', userId: actor.userId });
  return batchId;
}

/** Omits codes, and a dealer that may no longer sell the product. @throws notFound, and as `add` */
export async function clone(ctx: Context, id: number, { batchNo, madeDate, quantity }: z.output<typeof cloneBatch.body>) {
  const source = orNotFound(await queries.find(ctx, id));
  const { categoryId, supplierId, codeRuleId, packaging, productionLine, intendedRegionCode } = source;
  const sharedFields = { categoryId, supplierId, codeRuleId, packaging, productionLine, intendedRegionCode };
  const intendedDealerId = (await isIntendedAllowed(ctx, source)) ? source.intendedDealerId : null;
  return { batchId: await add(ctx, { ...sharedFields, intendedDealerId, batchNo, madeDate, quantity: quantity ?? source.quantity }) };
}

/**
 * Changes a draft. Clearing the expiry date restores the default.
 * @throws notFound, batchFixed, recordStale, batchNoSealed, batchNoTaken, batchDaysWrong, batchExpiryTooLate, and as `validate` and
 * `validateIntended`
 */
export async function edit(ctx: Context, id: number, { version, packaging, ...changes }: ChangesOf<Batches>) {
  const { db, scope, actor } = ctx;
  const draft = orNotFound(await queries.lock(db, scope, id));
  if (draft.state !== 'draft') throw new Problem('batchFixed');
  if (version !== undefined && version !== draft.version) throw new Problem('recordStale');
  if (changes.batchNo !== undefined && changes.batchNo !== draft.batchNo && (await queries.isSealed(db, id)))
    throw new Problem('batchNoSealed', { field: 'batchNo', batchNo: draft.batchNo });
  const { expiryDate, codeRuleId, ...rest } = changes;
  const plan = { ...draft, ...rest, codeRuleId: codeRuleId ?? draft.codeRuleId };
  await validate(db, scope, plan, changes);
  const isRecipientAffected = plan.intendedDealerId !== draft.intendedDealerId || plan.categoryId !== draft.categoryId;
  await validateIntended(ctx, isRecipientAffected ? plan : { ...plan, intendedDealerId: null });
  const row = { ...rest, ...packagingFields(packaging), codeRuleId: plan.codeRuleId };
  const expiry = expiryDate === undefined ? {} : { expiryDate: expiryDate ?? queries.shelfLifeEnd(plan.categoryId, plan.madeDate) };
  const batchDates = { ...plan, expiryDate: expiryDate === undefined ? draft.expiryDate : expiryDate };
  await mapWriteErrors(batchDates, queries.update(db, id, { ...row, ...expiry }, actor.userId));
  await events.insert(db, { batchId: id, action: 'edit', userId: actor.userId });
}

/** Starts or ends the legal hold of a batch. Scans that are archived already stay readable in their files. @throws notFound */
export async function hold({ db, scope, actor }: Context, id: number, { legalHold, reason }: z.output<typeof holdBatch.body>) {
  await archive.lockHolds(db);
  const batch = orNotFound(await queries.lock(db, scope, id));
  if (batch.legalHold === legalHold) return;
  await queries.setHold(db, id, legalHold, actor.userId);
  await events.insert(db, { batchId: id, action: legalHold ? 'hold' : 'release', reason, userId: actor.userId });
}

/** Foreign keys to a batch, except its own history. */
const referenceConstraints = {
  trace_record_batch_id_fkey: 'batchHasRecords',
  trace_ingredient_input_batch_id_fkey: 'batchHasRecords',
  trace_link_batch_id_fkey: 'batchHasRecords',
  code_import_batch_id_fkey: 'batchHasRecords',
  code_export_batch_id_fkey: 'batchHasRecords',
  print_order_batch_id_fkey: 'batchHasRecords',
  batch_supplement_batch_id_fkey: 'batchHasRecords',
  shipment_line_batch_id_fkey: 'batchHasRecords',
} as const;

/** Only drafts and cancelled batches. @throws notFound if one of `ids` does not exist or is out of scope, batchInUse, batchHasRecords */
export async function remove({ db, scope }: Context, ids: number[]) {
  const locked = allFound(await queries.lockMany(db, scope, ids), ids);
  const batchInUse = locked.find(({ state }) => state !== 'draft' && state !== 'cancelled');
  if (batchInUse) throw new Problem('batchInUse', { batchNo: batchInUse.batchNo, state: stateWord(batchInUse.state) });
  await mapConstraintErrors(referenceConstraints, { batchNo: locked.map(({ batchNo }) => batchNo) }, queries.remove(db, ids));
}

/**
 * The latest 200, newest first. If there are more, the batch's issue and last stop follow.
 * @throws notFound
 */
export async function listEvents(ctx: Context, id: number) {
  const { db } = ctx;
  await ensureVisible(ctx, id);
  const newest = await events.list(db, id, MAX_EVENTS);
  const last = newest.length === MAX_EVENTS ? newest.at(-1) : undefined;
  if (!last) return newest.map((event) => translateEvent(ctx, event));
  const milestones = [await events.findLastInterruption(db, id, last.eventId), await events.findIssue(db, id, last.eventId)];
  const older = milestones.filter((event) => event !== undefined).toSorted((one, other) => other.eventId - one.eventId);
  return [...newest, ...older].map((event) => translateEvent(ctx, event));
}

/** The ordinal counts from 0. */
export const listEventsOf = async (ctx: Context, batchId: number, place: events.EventPlace) =>
  (await events.list(ctx.db, batchId, MAX_EVENTS, place)).map((event) => translateEvent(ctx, event));

const translateEvent = (ctx: Context, event: BatchEvent): BatchEvent => ({ ...event, reason: reasonIn(ctx, event.reason) });

export const recordEvent = (db: Db, event: events.EventRow) => events.insert(db, event);

/** One event per batch and level. */
export async function recordRunEvents(
  db: Db,
  event: Omit<events.EventRow, 'batchId' | 'level' | 'run' | 'runs'> & { batchId?: number },
  runs: readonly Run[],
) {
  for (const { batchId, level, ordinals } of groupRuns(runs)) await events.insert(db, { ...event, batchId, level, runs: ordinals });
}

/** @throws notFound */
export async function impact(ctx: Context, id: number, query: BatchImpactQuery) {
  await ensureVisible(ctx, id);
  return impactQueries.count(ctx.db, id, query, MAX_SCANNED_COUNT + 1);
}

/** Serializes changes of the batch's codes. @throws notFound */
export const lock = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, id: number) => orNotFound(await queries.lock(db, scope, id));

export const activate = (db: Db, id: number) => queries.move(db, id, { state: 'active' });

export const stateWord = (state: BatchState) => batches.word(`state.${state}`);

const packagingFields = (packaging: BatchPackaging | null | undefined) =>
  packaging === undefined ? {} : { packaging: packaging && [...sizesOf(packaging)] };

function mapWriteErrors<T>({ batchNo, madeDate, expiryDate }: Partial<InputOf<Batches>>, write: Promise<T>) {
  const batchNoChecked = mapConstraintErrors({ batch_category_id_batch_no_key: 'batchNoTaken' }, { field: 'batchNo', batchNo }, write);
  const dealerParams = { field: 'intendedDealerId', title: batches.word('intendedDealerId') };
  const dealerChecked = mapConstraintErrors({ batch_intended_dealer_id_fkey: 'referenceNotFound' }, dealerParams, batchNoChecked);
  const expiryChecked = mapConstraintErrors(
    { batch_expiry_date_latest_check: 'batchExpiryTooLate' },
    { field: 'expiryDate' },
    dealerChecked,
  );
  return mapConstraintErrors({ batch_expiry_date_check: 'batchDaysWrong' }, { field: 'expiryDate', madeDate, expiryDate }, expiryChecked);
}
