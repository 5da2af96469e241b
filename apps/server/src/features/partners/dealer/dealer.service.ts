import { isDeepStrictEqual } from 'node:util';
import {
  type ChangesOf,
  type cloneDealer,
  type DealerFigures,
  type DealerStock,
  type DealerTree,
  dealerPartner,
  dealers,
  type InputOf,
  type RecordOf,
} from '@suyuan/contract';
import type { z } from 'zod';
import { mapConstraintErrors } from '../../../platform/db/database-errors.ts';
import { moveBranch } from '../../../platform/db/record-table.ts';
import { type Context, hasPermission } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/problem.ts';
import * as diversionService from '../../scans/diversion/diversion.service.ts';
import { regionFullName } from '../../scans/place/regions.ts';
import { partnerService } from '../partner/partner.service.ts';
import * as authorities from './authority.queries.ts';
import * as authority from './authority.service.ts';
import * as queries from './dealer.queries.ts';
import * as dealerFigures from './dealer-figures.queries.ts';

export { findEffectiveAuthority, overlaps } from './authority.service.ts';

type Dealers = typeof dealers;

export const table = 'dealer';
type Row = Pick<RecordOf<Dealers>, 'channelBusinessId' | 'regionCodes'>;

/** Batches in stock per response. */
const MAX_ROWS = 200;

const mapDepthError = <T>(write: Promise<T>) =>
  mapConstraintErrors({ dealer_ancestors_check: 'dealerTooDeep' }, { field: 'parentId' }, write);

export const partner = partnerService({
  ...dealerPartner,
  table: 'dealer',
  columns: queries.columns,
  conditions: queries.conditions,
  lockSelections: queries.lockSelections,
  complete: async ({ db, scope, language }, records) =>
    (await dealerFigures.withFigures(db, scope, records as Row[])).map((row) => ({
      ...row,
      regionNames: row.regionCodes.map((code) => regionFullName(code, language)),
    })),
  mapErrors({ contractFrom, contractTo }: ChangesOf<Dealers>, write) {
    const days = { field: 'contractTo', contractFrom: contractFrom ?? '…', contractTo: contractTo ?? '…' };
    return mapConstraintErrors({ dealer_contract_days_check: 'contractDaysWrong' }, days, mapDepthError(write));
  },
  fixedProblem: 'dealerFixed',
  // without `exclusive`, because two dealers in the same regions cannot both be
  clonedFields: ['parentId', 'regionCodes', 'categoryIds'],
});

export const { list, read, listEvents, listToApprove } = partner;

/** Limited as `nodes`. */
export async function tree({ db, scope, language }: Context): Promise<DealerTree> {
  const { nodes, more } = await queries.nodes(db, scope);
  const regionNamesOf = (codes: string[]) => codes.map((code) => regionFullName(code, language));
  return { dealers: nodes.map((node) => ({ ...node, regionNames: regionNamesOf(node.regionCodes) })), more };
}

/**
 * @throws dealerCodeTaken, dealerUsccTaken, dealerTooDeep, dealerParentOff, referenceNotFound, categoryOff, regionUnknown,
 * regionsBeyondParent, goodsBeyondParent, contractDaysWrong, positionHalf
 */
export async function add(
  ctx: Context,
  { version: _, regionCodes, categoryIds, parentId = null, ...input }: InputOf<Dealers>,
  original?: number,
) {
  const { db } = ctx;
  await queries.lockTreeShared(db);
  const ancestors = await pathBelow(ctx, parentId);
  const channelBusinessId = await partner.insert(ctx, { ...input, parentId, ancestors });
  await authority.write(ctx, channelBusinessId, { regionCodes, categoryIds }, original);
  await authority.validateLine(ctx, channelBusinessId);
  return channelBusinessId;
}

/** Omits company identifiers, contract and deposit. @throws notFound, and as `add` */
export const clone = async (ctx: Context, id: number, names: z.output<typeof cloneDealer.body>) => ({
  channelBusinessId: await partner.clone(ctx, id, names, (context, input) => add(context, input, id)),
});

/**
 * A new `parentId` moves the whole branch. After approval, new regions and products, own or inherited, require the permission to authorise.
 * @throws notFound, recordStale, dealerFixed, dealerAuthorised, dealerBelowItself, and as `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Dealers>): Promise<void> {
  const { db } = ctx;
  const { regionCodes, categoryIds, parentId, ...fields } = changes;
  await queries.lockTree(db);
  const before = await partner.startEdit(ctx, id, changes);
  if (before.state !== 'draft') await validateAuthorised(ctx, id, changes);

  const isMoved = parentId !== undefined && parentId !== before.parentId;
  const path = isMoved ? await pathBelow(ctx, parentId) : before.ancestors;
  if (path.includes(id)) throw new Problem('dealerBelowItself', { field: 'parentId', name: before.channelBusinessName });
  await partner.update(ctx, id, { ...fields, ...(isMoved && { parentId }) });
  // what it inherits is part of its authority
  const isAuthorityFixed = isMoved && before.state !== 'draft' && !hasPermission(ctx.actor, dealers.permission('authorise'));
  const authorityBefore = isAuthorityFixed ? await authority.findEffectiveAuthority(db, id) : undefined;
  if (isMoved) await mapDepthError(moveBranch(db, { table, key: 'channelBusinessId' }, id, path));
  if (authorityBefore && !isDeepStrictEqual(await authority.findEffectiveAuthority(db, id), authorityBefore))
    throw new Problem('dealerAuthorised', { field: 'parentId' });
  await authority.write(ctx, id, { regionCodes, categoryIds });
  if (isMoved || regionCodes || categoryIds) await authority.validateLine(ctx, id);
  await partner.recordEvent(ctx, id, isMoved ? 'move' : 'edit');
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

/** Includes descendants. @throws notFound */
export async function stock(ctx: Context, id: number): Promise<DealerStock[]> {
  await partner.ensureVisible(ctx, id);
  return authorities.listStock(ctx.db, id, MAX_ROWS);
}

/** @throws notFound */
export const impact = async ({ db, scope }: Context, id: number) => orNotFound(await queries.findImpact(db, scope, id));

/** Includes descendants, and the rank among siblings. @throws notFound */
export async function figures(ctx: Context, id: number): Promise<DealerFigures> {
  const { db, scope } = ctx;
  const { parentId } = orNotFound(await queries.findNode(db, scope, { id }));
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

/** Unchanged regions and products need no permission. */
async function validateAuthorised(ctx: Context, id: number, { regionCodes, categoryIds, exclusive }: ChangesOf<Dealers>) {
  if (hasPermission(ctx.actor, dealers.permission('authorise'))) return;
  const current = await partner.read(ctx, id);
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
async function pathBelow({ db, scope }: Context, parentId: number | null): Promise<number[]> {
  if (parentId === null) return [];
  const parent = await queries.findNode(db, scope, { id: parentId });
  if (!parent) throw new Problem('referenceNotFound', { field: 'parentId', title: dealers.word('parentId') });
  if (parent.state === 'terminated') throw new Problem('dealerParentOff', { field: 'parentId', name: parent.channelBusinessName });
  return [...parent.ancestors, parentId];
}
