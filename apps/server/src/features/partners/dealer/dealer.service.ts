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
import { refusing } from '../../../platform/db/constraint.ts';
import { written } from '../../../platform/db/revision.ts';
import { type Context, may } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import * as categoryService from '../../catalog/category/category.service.ts';
import * as diversionService from '../../scans/diversion/diversion.service.ts';
import { regionFullName, validateRegions } from '../../scans/place/regions.ts';
import * as authorities from './authority.queries.ts';
import * as authority from './authority.service.ts';
import * as queries from './dealer.queries.ts';
import * as events from './dealer-event.queries.ts';
import * as dealerFigures from './dealer-figures.queries.ts';

export { effective, overlaps } from './authority.service.ts';

type Dealers = typeof dealers;

/** Events, or batches in stock, per response. */
const MOST = 200;

const named = (row: queries.Row): RecordOf<Dealers> => ({
  ...row,
  regionName: row.regionCode && regionFullName(row.regionCode),
  regionNames: row.regionCodes.map(regionFullName),
});

export async function list({ db, scope }: Context, query: QueryOf<Dealers>) {
  const { rows, total } = await queries.list(db, scope, query);
  return { rows: rows.map(named), total };
}

/** Limited as `nodes`. */
export async function tree({ db, scope }: Context): Promise<DealerTree> {
  const { nodes, more } = await queries.nodes(db, scope);
  return { dealers: nodes.map((node) => ({ ...node, regionNames: node.regionCodes.map(regionFullName) })), more };
}

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => named(orNotFound(await queries.find(db, scope, id)));

/**
 * @throws dealerCodeTaken, dealerUsccTaken, dealerTooDeep, dealerParentOff, referenceNotFound, categoryOff, regionUnknown,
 * regionsBeyondParent, goodsBeyondParent, contractDaysWrong, positionHalf
 */
export async function add(ctx: Context, { version: _, regionCodes, categoryIds, parentId, ...input }: InputOf<Dealers>) {
  const { db, actor } = ctx;
  await queries.takePart(db);
  await validate(ctx, input);
  const { path } = await pathBelow(ctx, parentId ?? null);
  const row = { ...input, parentId: parentId ?? null, ancestors: path, deptId: actor.deptId, createBy: actor.userId };
  const { channelBusinessId } = await inOrder(input, queries.insert(db, row));
  await authority.write(db, channelBusinessId, { regionCodes, categoryIds });
  await authority.validateLine(db, channelBusinessId);
  await events.insert(db, { channelBusinessId, action: 'add', userId: actor.userId });
  return channelBusinessId;
}

/** Omits `exclusive`, because two dealers in the same regions cannot both be. */
const alike = dealers.input.pick({
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
export async function clone(ctx: Context, id: number, given: z.output<typeof cloneDealer.body>) {
  const { channelBusinessCode, channelBusinessName } = given;
  const copied = alike.parse(orNotFound(await queries.find(ctx.db, ctx.scope, id)));
  const input = { ...copied, channelBusinessCode, ...(channelBusinessName && { channelBusinessName }) };
  return { channelBusinessId: await add(ctx, input) };
}

/**
 * A new `parentId` moves the whole branch. After approval, new regions and products require the permission to authorise.
 * @throws notFound, recordStale, dealerFixed, dealerAuthorised, dealerBelowItself, and as `add`
 */
export async function edit(ctx: Context, id: number, changes: ChangesOf<Dealers>): Promise<void> {
  const { db, scope, actor } = ctx;
  const { version, regionCodes, categoryIds, parentId, ...fields } = changes;
  await queries.takeTurn(db);
  const before = orNotFound(await queries.lock(db, scope, id));
  if (before.state === 'pending' || before.state === 'terminated') throw new Problem('dealerFixed', { state: stateWord(before.state) });
  await validate(ctx, fields, before);
  if (before.state !== 'draft') await validateAuthorised(ctx, id, changes);

  const moves = parentId !== undefined && parentId !== before.parentId;
  const { path } = moves ? await pathBelow(ctx, parentId) : { path: before.ancestors };
  if (path.includes(id)) throw new Problem('dealerBelowItself', { field: 'parentId', name: before.channelBusinessName });
  const row = await inOrder(fields, queries.update(db, scope, id, { ...fields, ...(moves && { parentId }) }, version, actor.userId));
  await written(row, () => queries.find(db, scope, id));
  if (moves) await notTooDeep(queries.rehang(db, id, path));
  await authority.write(db, id, { regionCodes, categoryIds });
  if (moves || regionCodes || categoryIds) await authority.validateLine(db, id);
  await events.insert(db, { channelBusinessId: id, action: moves ? 'move' : 'edit', userId: actor.userId });
}

/** Only dealers that were never approved and are not referenced. @throws notFound, dealerHasChildren, dealerInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  await queries.takeTurn(db);
  if ((await queries.countVisible(db, scope, ids)) < ids.length) throw new Problem('notFound');
  const uses = {
    dealer_parent_id_fkey: 'dealerHasChildren',
    code_segment_holder_id_fkey: 'dealerInUse',
    batch_intended_dealer_id_fkey: 'dealerInUse',
    shipment_from_id_fkey: 'dealerInUse',
    shipment_to_id_fkey: 'dealerInUse',
    scan_case_holder_id_fkey: 'dealerInUse',
    bulk_action_dealer_id_fkey: 'dealerInUse',
    trace_record_channel_business_id_fkey: 'dealerInUse',
  } as const;
  const removed = await refusing(uses, {}, queries.remove(db, scope, ids));
  if (removed.length < ids.length) throw new Problem('dealerInUse');
}

/** Newest first. @throws notFound */
export async function listEvents({ db, scope }: Context, id: number) {
  orNotFound(await queries.find(db, scope, id));
  return events.list(db, id, MOST);
}

/** Includes descendants. @throws notFound */
export async function stock({ db, scope }: Context, id: number): Promise<DealerStock[]> {
  orNotFound(await queries.find(db, scope, id));
  return authorities.stock(db, id, MOST);
}

/** Includes descendants, and the rank among siblings. @throws notFound */
export async function figures(ctx: Context, id: number): Promise<DealerFigures> {
  const { db, scope } = ctx;
  const { parentId } = orNotFound(await queries.find(db, scope, id));
  const peers = await queries.listPeers(db, scope, parentId);
  return { ...(await dealerFigures.read(db, scope, id)), ...(await diversionService.standing(ctx, id, peers)) };
}

/** Includes the effective authority. Null: no limit. */
export async function findTaker({ db, scope }: Pick<Context, 'db' | 'scope'>, which: { id: number } | { code: string }) {
  const dealer = await queries.place(db, scope, which);
  return dealer && { ...dealer, ...(await authority.effective(db, dealer.channelBusinessId)) };
}

/** Undefined if the dealer is not visible. */
export const nameOf = async ({ db, scope }: Pick<Context, 'db' | 'scope'>, id: number) =>
  (await queries.place(db, scope, { id }))?.channelBusinessName;

export const stateWord = (state: RecordOf<Dealers>['state']) => dealers.word(`state.${state}`);

/** The category must be enabled or unchanged. */
async function validate({ db }: Context, { catalogueId, regionCode }: ChangesOf<Dealers>, before?: { catalogueId: number | null }) {
  if (catalogueId && catalogueId !== before?.catalogueId)
    await categoryService.ensureOpen(db, 'channelBusiness', catalogueId, dealers.word('catalogueId'));
  if (regionCode) validateRegions([regionCode], 'regionCode');
}

/** Unchanged regions and products need no permission. */
async function validateAuthorised({ db, scope, actor }: Context, id: number, { regionCodes, categoryIds, exclusive }: ChangesOf<Dealers>) {
  if (may(actor, dealers.permission('authorise'))) return;
  const now = orNotFound(await queries.find(db, scope, id));
  const same = (given: readonly unknown[] | undefined, there: readonly unknown[]) =>
    given === undefined || given.toSorted().join() === there.toSorted().join();
  if (same(regionCodes, now.regionCodes) && same(categoryIds, now.categoryIds) && (exclusive ?? now.exclusive) === now.exclusive) return;
  throw new Problem('dealerAuthorised', { field: 'regionCodes' });
}

/** From the root down. @throws referenceNotFound, dealerParentOff */
async function pathBelow({ db, scope }: Context, parentId: number | null): Promise<{ path: number[] }> {
  if (parentId === null) return { path: [] };
  const above = await queries.place(db, scope, { id: parentId });
  if (!above) throw new Problem('referenceNotFound', { field: 'parentId', title: dealers.word('parentId') });
  if (above.state === 'terminated') throw new Problem('dealerParentOff', { field: 'parentId', name: above.channelBusinessName });
  return { path: [...above.ancestors, parentId] };
}

const notTooDeep = <T>(write: Promise<T>) => refusing({ dealer_ancestors_check: 'dealerTooDeep' }, { field: 'parentId' }, write);

function inOrder<T>({ channelBusinessCode, uscc, contractFrom, contractTo }: ChangesOf<Dealers>, write: Promise<T>) {
  const coded = refusing(
    { dealer_channel_business_code_key: 'dealerCodeTaken' },
    { field: 'channelBusinessCode', channelBusinessCode },
    notTooDeep(write),
  );
  const known = refusing({ dealer_uscc_key: 'dealerUsccTaken' }, { field: 'uscc', uscc }, coded);
  const days = { field: 'contractTo', contractFrom: contractFrom ?? '…', contractTo: contractTo ?? '…' };
  const placed = refusing({ dealer_position_check: 'positionHalf' }, { field: 'lat' }, known);
  return refusing({ dealer_contract_days_check: 'contractDaysWrong' }, days, placed);
}
