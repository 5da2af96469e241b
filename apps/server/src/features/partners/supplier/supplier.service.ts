import {
  ACCOUNT_MASK,
  type ChangesOf,
  type cloneSupplier,
  type InputOf,
  type SupplierLine,
  supplierLifeCycle,
  supplierPartner,
  suppliers,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import type { Context } from '../../../platform/http/context.ts';
import { lifeCycleSteps } from '../../../platform/http/life-cycle.ts';
import { allFound, orNotFound, Problem } from '../../../platform/problem.ts';
import { partnerHandlers, partnerService } from '../partner/partner.service.ts';
import * as queries from './supplier.queries.ts';

type Suppliers = typeof suppliers;

export const table = 'supplier';
type Line = z.output<typeof SupplierLine>;

const partner = partnerService({
  ...supplierPartner,
  table: 'supplier',
  columns: queries.columns,
  conditions: queries.conditions,
  fixedProblem: 'supplierFixed',
  clonedFields: ['shortName'],
});

export const { list, read, listEvents, listToApprove } = partner;

/** @throws supplierCodeTaken, supplierUsccTaken, referenceNotFound, categoryOff, regionUnknown, positionHalf */
export const add = (ctx: Context, { version: _, ...input }: InputOf<Suppliers>) => partner.insert(ctx, input);

/** Omits company identifiers, licence and account. @throws notFound, and as `add` */
export const clone = async (ctx: Context, id: number, names: z.output<typeof cloneSupplier.body>) => ({
  supplierId: await partner.clone(ctx, id, names, add),
});

/** Part of the approval. */
const approvedFields = ['uscc', 'bankName', 'bankAccount'] as const;

/**
 * A new value of an approved field returns the supplier to draft.
 * @throws notFound, recordStale, supplierFixed, supplierCodeTaken, supplierUsccTaken, referenceNotFound, categoryOff, regionUnknown
 */
export async function edit(ctx: Context, id: number, { bankAccount, ...input }: ChangesOf<Suppliers>) {
  const before = await partner.startEdit(ctx, id, input);
  const changes = { ...input, ...(bankAccount?.startsWith(ACCOUNT_MASK) || bankAccount === undefined ? {} : { bankAccount }) };
  const isReopened =
    before.state !== 'draft' && approvedFields.some((field) => changes[field] !== undefined && changes[field] !== before[field]);
  // its approval would end the suspension
  if (isReopened && before.state === 'suspended') throw new Problem('supplierFixed', { state: suppliers.word('state.suspended') });
  await partner.update(ctx, id, { ...changes, ...(isReopened && { state: 'draft', submitBy: null, reviewBy: null }) });
  await partner.recordEvent(ctx, id, isReopened ? 'reopen' : 'edit');
}

/**
 * @throws notFound if one of `ids` does not exist or is out of scope, supplierInUse if a batch references it, supplierInTrace if a trace
 * record does
 */
export async function remove({ db, scope }: Context, ids: number[]) {
  const referenceConstraints = { batch_supplier_id_fkey: 'supplierInUse', trace_ingredient_supplier_id_fkey: 'supplierInTrace' } as const;
  allFound(await mapConstraintErrors(referenceConstraints, {}, queries.remove(db, scope, ids)), ids);
}

/** Unmasked. @throws notFound */
export const readAccount = async ({ db, scope }: Context, id: number) => orNotFound(await queries.findAccount(db, scope, id));

export const impact = async ({ db, scope }: Context, id: number) => orNotFound(await queries.findImpact(db, scope, id));

/**
 * A suspension blocks new batches, existing ones continue. A terminated supplier's batches stay traceable.
 * @throws notFound, supplierStateWrong, supplierSelfApproved, typedNameWrong
 */
export const steps = lifeCycleSteps(supplierLifeCycle, partner.stepParts, partnerHandlers);

export const addLine = async (ctx: Context, line: Line) => add(ctx, await partner.toInput(ctx, line));

export const existingSuppliers = {
  find: (ctx: Context, { supplierCode }: Line) => partner.findId(ctx, supplierCode),
  edit: async (ctx: Context, id: number, line: Line) => edit(ctx, id, await partner.toInput(ctx, line)),
};
