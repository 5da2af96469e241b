import { ACCOUNT_MASK, type ChangesOf, type cloneSupplier, type InputOf, type QueryOf, type RecordOf, suppliers } from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import { orStale } from '../../../platform/db/revision.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import { regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as queries from './supplier.queries.ts';
import * as events from './supplier-event.queries.ts';

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
  await events.insertEvent(db, { supplierId, action: 'add', userId: actor.userId });
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
  const isReopened = before.state !== 'draft' && approvedFields.some((field) => changes[field] !== undefined && changes[field] !== before[field]);
  const reopenFields = isReopened ? ({ state: 'draft', submitBy: null, reviewBy: null } as const) : {};
  const row = await mapWriteErrors(changes, queries.update(db, scope, id, { ...changes, ...reopenFields }, actor.userId));
  await orStale(row, () => queries.find(db, scope, id));
  await events.insertEvent(db, { supplierId: id, action: isReopened ? 'reopen' : 'edit', userId: actor.userId });
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
  return events.listEvents(db, id, MAX_EVENTS);
}

/** Unmasked. @throws notFound */
export const readAccount = async ({ db, scope }: Context, id: number) => orNotFound(await queries.findAccount(db, scope, id));

export const stateWord = (state: RecordOf<Suppliers>['state']) => suppliers.word(`state.${state}`);

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
