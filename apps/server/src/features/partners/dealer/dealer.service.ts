import {
  type ChangesOf,
  type cloneDealer,
  type DealerFigures,
  type DealerStock,
  type DealerTree,
  dealers,
  type InputOf,
  type QueryOf,
  type RecordOf,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { orStale } from '../../../platform/db/revision.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import * as diversionService from '../../scans/diversion/diversion.service.ts';
import { regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as authorities from './authority.queries.ts';
import * as authority from './authority.service.ts';
import * as queries from './dealer.queries.ts';
import * as events from './dealer-event.queries.ts';
import * as dealerFigures from './dealer-figures.queries.ts';

export { findEffectiveAuthority, overlaps } from './authority.service.ts';

type Dealers = typeof dealers;

/** Events, or batches in stock, per response. */
const MAX_ROWS = 200;

const toDealer = (row: queries.Row): RecordOf<Dealers> => ({
  ...row,
  regionName: row.regionCode && regionFullName(row.regionCode),
  regionNames: row.regionCodes.map(regionFullName),
});

export async function list({ db, scope }: Context, query: QueryOf<Dealers>) {
  const { rows, total } = await queries.list(db, scope, query);
  return { rows: rows.map(toDealer), total };
}

/** Limited as `nodes`. */
export async function tree({ db, scope }: Context): Promise<DealerTree> {
  const { nodes, more } = await queries.nodes(db, scope);
  return { dealers: nodes.map((node) => ({ ...node, regionNames: node.regionCodes.map(regionFullName) })), more };
}

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => toDealer(orNotFound(await queries.find(db, scope, id)));

/**
 * @throws dealerCodeTaken, dealerUsccTaken, dealerTooDeep, dealerParentOff, referenceNotFound, categoryOff, regionUnknown,
 * regionsBeyondParent, goodsBeyondParent, contractDaysWrong, positionHalf
 */
export async function add(ctx: Context, { version: _, regionCodes, categoryIds, parentId, ...input }: InputOf<Dealers>) {
  const { db, actor } = ctx;
  await queries.lockTreeShared(db);
  await validate(ctx, input);
  const { path } = await pathBelow(ctx, parentId ?? null);
  const row = { ...input, parentId: parentId ?? null, ancestors: path, deptId: actor.deptId, createBy: actor.userId };
  const { channelBusinessId } = await mapWriteErrors(input, queries.insert(db, row));
  await authority.write(db, channelBusinessId, { regionCodes, categoryIds });
  await authority.validateLine(db, channelBusinessId);
  await events.insert(db, { channelBusinessId, action: 'add', userId: actor.userId });
  return channelBusinessId;
}

/** Omits `exclusive`, because two dealers in the same regions cannot both be. */
const cloneFields = dealers.input.pick({
  channelBusinessName: true,
  parentId: true,
  catalogueId: true,
  grade: true,
  contactName: true,
  contactPhone: true,
  email: true,
  regionCode: true,
  address: true,
  lng: true,
  lat: true,
  regionCodes: true,
  categoryIds: true,
});

/** Omits company identifiers, contract and deposit. @throws notFound, and as `add` */
export async function clone(ctx: Context, id: number, body: z.output<typeof cloneDealer.body>) {
  const { channelBusinessCode, channelBusinessName } = body;
  const copy = cloneFields.parse(orNotFound(await queries.find(ctx.db, ctx.scope, id)));
  const input = { ...copy, channelBusinessCode, ...(channelBusinessName && { channelBusinessName }) };
  return { channelBusinessId: await add(ctx, input) };
}

/**
 * A new `parentId` moves the whole branch. After approval, new regions and products require the permission to authorise.
 * @throws notFound, recordStale, dealerFixed, dealerAuthorised, dealerBelowItself, and as `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Dealers>): Promise<void> {
  const { db, scope, actor } = ctx;
  const { version, regionCodes, categoryIds, parentId, ...fields } = changes;
  await queries.lockTree(db);
  const before = orNotFound(await queries.lock(db, scope, id));
  if (before.state === 'pending' || before.state === 'terminated') throw new Problem('dealerFixed', { state: stateWord(before.state) });
  await validate(ctx, fields, before);
  if (before.state !== 'draft') await validateAuthorised(ctx, id, changes);

  const isMoved = parentId !== undefined && parentId !== before.parentId;
  const { path } = isMoved ? await pathBelow(ctx, parentId) : { path: before.ancestors };
  if (path.includes(id)) throw new Problem('dealerBelowItself', { field: 'parentId', name: before.channelBusinessName });
  const row = await mapWriteErrors(
    fields,
    queries.update(db, scope, id, { ...fields, ...(isMoved && { parentId }) }, version, actor.userId),
  );
  await orStale(row, () => queries.find(db, scope, id));
  if (isMoved) await mapDepthError(queries.moveBranch(db, id, path));
  await authority.write(db, id, { regionCodes, categoryIds });
  if (isMoved || regionCodes || categoryIds) await authority.validateLine(db, id);
  await events.insert(db, { channelBusinessId: id, action: isMoved ? 'move' : 'edit', userId: actor.userId });
}

/** Only dealers that were never approved and are not referenced. @throws notFound, dealerHasChildren, dealerInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  await queries.lockTree(db);
  if ((await queries.countVisible(db, scope, ids)) < ids.length) throw new Problem('notFound');
  const referenceConstraints = {
    dealer_parent_id_fkey: 'dealerHasChildren',
    code_segment_holder_id_fkey: 'dealerInUse',
    batch_intended_dealer_id_fkey: 'dealerInUse',
    shipment_from_id_fkey: 'dealerInUse',
    shipment_to_id_fkey: 'dealerInUse',
    scan_case_holder_id_fkey: 'dealerInUse',
    bulk_action_dealer_id_fkey: 'dealerInUse',
    trace_record_channel_business_id_fkey: 'dealerInUse',
  } as const;
  const removed = await mapConstraintErrors(referenceConstraints, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('dealerInUse');
}

/** Newest first. @throws notFound */
export async function listEvents({ db, scope }: Context, id: number) {
  orNotFound(await queries.find(db, scope, id));
  return events.list(db, id, MAX_ROWS);
}

/** Includes descendants. @throws notFound */
export async function stock({ db, scope }: Context, id: number): Promise<DealerStock[]> {
  orNotFound(await queries.find(db, scope, id));
  return authorities.listStock(db, id, MAX_ROWS);
}

/** Includes descendants, and the rank among siblings. @throws notFound */
export async function figures(ctx: Context, id: number): Promise<DealerFigures> {
  const { db, scope } = ctx;
  const { parentId } = orNotFound(await queries.find(db, scope, id));
  const peers = await queries.listPeers(db, scope, parentId);
  return { ...(await dealerFigures.read(db, scope, id)), ...(await diversionService.rankDealer(ctx, id, peers)) };
}

/** Includes the effective authority. Null: no limit. */
export async function findRecipient({ db, scope }: Pick<Context, 'db' | 'scope'>, key: { id: number } | { code: string }) {
  const dealer = await queries.findNode(db, scope, key);
  return dealer && { ...dealer, ...(await authority.findEffectiveAuthority(db, dealer.channelBusinessId)) };
}

/** Undefined if the dealer is not visible. */
export const nameOf = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, id: number) =>
  (await queries.findNode(db, scope, { id }))?.channelBusinessName;

export const stateWord = (state: RecordOf<Dealers>['state']) => dealers.word(`state.${state}`);

/** The category must be enabled or unchanged. */
async function validate({ db }: Context, { catalogueId, regionCode }: ChangesOf<Dealers>, before?: { catalogueId: number | null }) {
  if (catalogueId && catalogueId !== before?.catalogueId)
    await categoryService.assertEnabled(db, 'channelBusiness', catalogueId, dealers.word('catalogueId'));
  if (regionCode) validateRegions([regionCode], 'regionCode');
}

/** Unchanged regions and products need no permission. */
async function validateAuthorised({ db, scope, actor }: Context, id: number, { regionCodes, categoryIds, exclusive }: ChangesOf<Dealers>) {
  if (hasPermission(actor, dealers.permission('authorise'))) return;
  const current = orNotFound(await queries.find(db, scope, id));
  const isSame = (requestedItems: readonly unknown[] | undefined, currentItems: readonly unknown[]) =>
    requestedItems === undefined || requestedItems.toSorted().join() === currentItems.toSorted().join();
  if (
    isSame(regionCodes, current.regionCodes) &&
    isSame(categoryIds, current.categoryIds) &&
    (exclusive ?? current.exclusive) === current.exclusive
  )
    return;
  throw new Problem('dealerAuthorised', { field: 'regionCodes' });
}

/** From the root down. @throws referenceNotFound, dealerParentOff */
async function pathBelow({ db, scope }: Context, parentId: number | null): Promise<{ path: number[] }> {
  if (parentId === null) return { path: [] };
  const parent = await queries.findNode(db, scope, { id: parentId });
  if (!parent) throw new Problem('referenceNotFound', { field: 'parentId', title: dealers.word('parentId') });
  if (parent.state === 'terminated') throw new Problem('dealerParentOff', { field: 'parentId', name: parent.channelBusinessName });
  return { path: [...parent.ancestors, parentId] };
}

const mapDepthError = <T>(write: Promise<T>) =>
  mapConstraintErrors({ dealer_ancestors_check: 'dealerTooDeep' }, { field: 'parentId' }, write);

function mapWriteErrors<T>({ channelBusinessCode, uscc, contractFrom, contractTo }: ChangesOf<Dealers>, write: Promise<T>) {
  const codeChecked = mapConstraintErrors(
    { dealer_channel_business_code_key: 'dealerCodeTaken' },
    { field: 'channelBusinessCode', channelBusinessCode },
    mapDepthError(write),
  );
  const usccChecked = mapConstraintErrors({ dealer_uscc_key: 'dealerUsccTaken' }, { field: 'uscc', uscc }, codeChecked);
  const days = { field: 'contractTo', contractFrom: contractFrom ?? '…', contractTo: contractTo ?? '…' };
  const positionChecked = mapConstraintErrors({ dealer_position_check: 'positionHalf' }, { field: 'lat' }, usccChecked);
  return mapConstraintErrors({ dealer_contract_days_check: 'contractDaysWrong' }, days, positionChecked);
}
