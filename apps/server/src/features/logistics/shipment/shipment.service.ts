import type { ChangesOf, InputOf, QueryOf, shipments } from '@suyuan/contract';
import { mapConstraintErrors } from '../../../platform/db/constraint.ts';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound, Problem } from '../../../platform/http/problem.ts';
import { validateRegions } from '../../scans/place/regions.ts';
import * as queries from './shipment.queries.ts';
import { endsOf } from './shipment-ends.service.ts';
import { lock, stateWord } from './shipment-state.service.ts';

export { sendShipmentTask } from './shipment-ship.service.ts';

type Shipments = typeof shipments;

const MAX_DEALERS = 50;

export const list = ({ db, scope }: Context, query: QueryOf<Shipments>) => queries.list(db, scope, query);

/** @throws notFound */
export const read = async ({ db, scope }: Context, id: number) => orNotFound(await queries.find(db, scope, id));

/** @throws as `endsOf`, regionUnknown, shipmentNoTaken */
export async function add({ db, scope, actor }: Context, { version: _, ...input }: InputOf<Shipments>) {
  await endsOf(db, scope, input);
  if (input.regionCode) validateRegions([input.regionCode], 'regionCode');
  const { dispatchId } = await mapWriteErrors(input, queries.insert(db, { ...input, deptId: actor.deptId, createBy: actor.userId }));
  return dispatchId;
}

/** Only drafts. @throws notFound, shipmentStateWrong, recordStale, regionUnknown, shipmentNoTaken, and as `endsOf` */
export async function edit(ctx: Context, id: number, { version, ...changes }: ChangesOf<Shipments>) {
  const { db, scope, actor } = ctx;
  const draft = await lock(ctx, id, 'edit');
  if (version !== undefined && version !== draft.version) throw new Problem('recordStale');
  const { kind, fromId, toId } = { ...draft, ...changes };
  await endsOf(db, scope, { kind, fromId, toId });
  if (changes.regionCode) validateRegions([changes.regionCode], 'regionCode');
  await mapWriteErrors(changes, queries.update(db, id, changes, actor.userId));
}

/** Only drafts and cancelled shipments. @throws notFound, shipmentInUse */
export async function remove({ db, scope }: Context, ids: number[]) {
  const locked = await queries.lockMany(db, scope, ids);
  if (locked.length < ids.length) throw new Problem('notFound');
  const undeletable = locked.find(({ state }) => state !== 'draft' && state !== 'cancelled');
  if (undeletable) throw new Problem('shipmentInUse', { dispatchNo: undeletable.dispatchNo, state: stateWord(undeletable.state) });
  await queries.remove(db, ids);
}

export const listDealers = ({ db, scope }: Context, query: { text: string; below?: number | undefined }) =>
  queries.listDealers(db, scope, query, MAX_DEALERS);

const mapWriteErrors = <T>({ dispatchNo }: ChangesOf<Shipments>, write: Promise<T>) =>
  mapConstraintErrors({ shipment_dispatch_no_key: 'shipmentNoTaken' }, { field: 'dispatchNo', dispatchNo }, write);
