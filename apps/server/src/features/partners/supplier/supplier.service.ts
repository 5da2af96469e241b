import {
  ACCOUNT_MASK,
  type ChangesOf,
  type cloneSupplier,
  type InputOf,
  type QueryOf,
  type RecordOf,
  type SupplierState,
  type SupplierStep,
  supplierLifeCycle,
  suppliers,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import { regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as queries from './supplier.queries.ts';

type Suppliers = typeof suppliers;
type SupplierRow = Omit<RecordOf<Suppliers>, 'regionName'>;

const MAX_EVENTS = 200;

const toSupplier = (row: SupplierRow): RecordOf<Suppliers> => ({ ...row, regionName: row.regionCode && regionFullName(row.regionCode) });

export async function list({ db, scope }: Context, query: QueryOf<Suppliers>) {
  const { rows, total } = await queries.list(db, scope, query);
  return { rows: rows.map(toSupplier), total };
}

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => toSupplier(orNotFound(await queries.find(db, scope, id)));

/** @throws supplierCodeTaken, supplierUsccTaken, referenceNotFound, categoryOff, regionUnknown, positionHalf */
export async function add(ctx: Context, { version: _, ...input }: InputOf<Suppliers>) {
  const { db, actor } = ctx;
  await validate(ctx, input);
  const owner = { deptId: actor.deptId, createBy: actor.userId };
  const { supplierId } = await mapWriteErrors(input, queries.insert(db, { ...input, ...owner }));
  await queries.insertEvent(db, { supplierId, action: 'add', userId: actor.userId });
  return supplierId;
}

/** Fields that `clone` copies. */
const cloneFields = suppliers.input.pick({
  supplierName: true,
  shortName: true,
  catalogueId: true,
  grade: true,
  contactName: true,
  contactPhone: true,
  email: true,
  regionCode: true,
  address: true,
  lng: true,
  lat: true,
});

/** Omits company identifiers, licence and account. @throws notFound, and as `add` */
export async function clone(ctx: Context, id: number, { supplierCode, supplierName }: z.output<typeof cloneSupplier.body>) {
  const copy = cloneFields.parse(orNotFound(await queries.find(ctx.db, ctx.scope, id)));
  return { supplierId: await add(ctx, { ...copy, supplierCode, ...(supplierName && { supplierName }) }) };
}

/**
 * A new USCC or bank account returns the supplier to draft, because both are part of the approval.
 * @throws notFound, recordStale, supplierFixed, supplierCodeTaken, supplierUsccTaken, referenceNotFound, categoryOff, regionUnknown
 */
export async function edit(ctx: Context, id: number, { bankAccount, ...input }: ChangesOf<Suppliers>) {
  const { db, scope, actor } = ctx;
  const before = orNotFound(await queries.lock(db, scope, id));
  if (before.state === 'pending' || before.state === 'terminated') throw new Problem('supplierFixed', { state: stateWord(before.state) });
  const changes = { ...input, ...(bankAccount?.startsWith(ACCOUNT_MASK) || bankAccount === undefined ? {} : { bankAccount }) };
  await validate(ctx, changes, before);
  const approvedFields = ['uscc', 'bankName', 'bankAccount'] as const;
  const isReopened =
    before.state !== 'draft' && approvedFields.some((field) => changes[field] !== undefined && changes[field] !== before[field]);
  const reopenFields = isReopened ? ({ state: 'draft', submitBy: null, reviewBy: null } as const) : {};
  const row = await mapWriteErrors(changes, queries.update(db, scope, id, { ...changes, ...reopenFields }, actor.userId));
  await orStale(row, () => queries.find(db, scope, id));
  await queries.insertEvent(db, { supplierId: id, action: isReopened ? 'reopen' : 'edit', userId: actor.userId });
}

/**
 * @throws notFound if one of `ids` does not exist or is out of scope, supplierInUse if a batch references it, supplierInTrace if a trace
 * record does
 */
export async function remove({ db, scope }: Context, ids: number[]) {
  const referenceConstraints = { batch_supplier_id_fkey: 'supplierInUse', trace_ingredient_supplier_id_fkey: 'supplierInTrace' } as const;
  const removed = await mapConstraintErrors(referenceConstraints, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('notFound');
}

/** Newest first. @throws notFound */
export async function listEvents({ db, scope }: Context, id: number) {
  orNotFound(await queries.find(db, scope, id));
  return queries.listEvents(db, id, MAX_EVENTS);
}

/** Unmasked. @throws notFound */
export const readAccount = async ({ db, scope }: Context, id: number) => orNotFound(await queries.findAccount(db, scope, id));

const stateWord = (state: RecordOf<Suppliers>['state']) => suppliers.word(`state.${state}`);

/** The category must be enabled or unchanged. */
async function validate({ db }: Context, { catalogueId, regionCode }: ChangesOf<Suppliers>, before?: { catalogueId: number | null }) {
  if (catalogueId && catalogueId !== before?.catalogueId)
    await categoryService.assertEnabled(db, 'supplier', catalogueId, suppliers.word('catalogueId'));
  if (regionCode) validateRegions([regionCode], 'regionCode');
}

const mapWriteErrors = <T>({ supplierCode, uscc }: ChangesOf<Suppliers>, write: Promise<T>) =>
  mapConstraintErrors(
    { supplier_uscc_key: 'supplierUsccTaken' },
    { field: 'uscc', uscc },
    mapConstraintErrors(
      { supplier_supplier_code_key: 'supplierCodeTaken' },
      { field: 'supplierCode', supplierCode },
      mapConstraintErrors({ supplier_position_check: 'positionHalf' }, { field: 'lat' }, write),
    ),
  );

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
  if (submitBy === userId || (await queries.hasEditedSinceApproval(ctx.db, id, userId))) throw new Problem('supplierSelfApproved');
  const update = queries.move(ctx.db, id, { state: 'approved', stateReason: null, reviewBy: userId });
  await mapConstraintErrors({ supplier_review_by_check: 'supplierSelfApproved' }, {}, update);
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
  step: 'suspend' | 'resume' | 'terminate',
  reason?: string | null,
  stateReason = reason,
  confirmation?: string,
) {
  const { supplierName } = await lockForStep(ctx, id, step);
  if (confirmation !== undefined && confirmation !== supplierName)
    throw new Problem('typedNameWrong', { field: 'confirm', expected: supplierName });
  await queries.move(ctx.db, id, { state: supplierLifeCycle[step].to, stateReason: stateReason ?? null });
  await recordEvent(ctx, id, step, reason);
}

/** Requires a state that `step` starts from. */
async function lockForStep({ db, scope, t, language }: Context, id: number, step: SupplierStep) {
  const supplier = orNotFound(await queries.lock(db, scope, id));
  const from: readonly SupplierState[] = supplierLifeCycle[step].from;
  if (from.includes(supplier.state)) return supplier;
  const allowed = new Intl.ListFormat(language, { type: 'disjunction' }).format(from.map((state) => t(stateWord(state))));
  throw new Problem('supplierStateWrong', { state: stateWord(supplier.state), step: suppliers.word(`step.${step}`), allowed });
}

const recordEvent = ({ db, actor }: Context, supplierId: number, action: SupplierStep, reason?: string | null) =>
  queries.insertEvent(db, { supplierId, action, userId: actor.userId, reason });
