import type { ChangesOf, InputOf, QueryOf, RecordOf, ShipmentDealer, ShipmentState, shipments } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { revisionColumns } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

type Shipments = typeof shipments;

const visible = (scope: DataScope) => inScope(scope, { dept: 'shipment.deptId', user: 'shipment.createBy' });

const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('shipment')
    .leftJoin('dealer as giver', 'giver.channelBusinessId', 'shipment.fromId')
    .leftJoin('dealer as taker', 'taker.channelBusinessId', 'shipment.toId')
    .innerJoin('users as maker', 'maker.userId', 'shipment.createBy')
    .leftJoin('users as editor', 'editor.userId', 'shipment.updateBy')
    .leftJoin('users as shipper', 'shipper.userId', 'shipment.shipBy')
    .leftJoin('users as receiver', 'receiver.userId', 'shipment.receiveBy')
    .select(['dispatchId', 'dispatchNo', 'shipment.kind', 'shipment.fromId', 'shipment.toId', 'shipment.regionCode', 'carrier'])
    .select(['trackingNo', 'shipment.remark', 'shipment.state', 'shipment.stateReason', 'shipment.version', 'shipTime', 'receiveTime'])
    .select(['shipper.userName as shipBy', 'receiver.userName as receiveBy', 'maker.userName as createBy', 'shipment.createTime'])
    .select(['editor.userName as updateBy', 'shipment.updateTime'])
    .select([
      sql<string>`coalesce(giver.channel_business_name, '')`.as('fromName'),
      sql<string>`coalesce(taker.channel_business_name, '')`.as('toName'),
      sql<number>`(select count(*) from shipment_line l where l.dispatch_id = shipment.dispatch_id)`.as('lineCount'),
      sql<number>`(select coalesce(sum(count), 0) from shipment_run r where r.dispatch_id = shipment.dispatch_id)`.as('codeCount'),
    ])
    // checked by the table
    .$castTo<RecordOf<Shipments>>()
    .where(visible(scope));

export function list(db: Db, scope: DataScope, query: QueryOf<Shipments>) {
  const { dispatchNo, kind, state, dealerId, batchId, out, beginTime, endTime, paging } = query;
  let rows = select(db, scope).where(between('shipment.createTime', beginTime, endTime));
  if (dispatchNo) rows = rows.where(contains('dispatchNo', dispatchNo));
  if (kind) rows = rows.where('shipment.kind', '=', kind);
  if (state) rows = rows.where('shipment.state', '=', state);
  if (out) rows = rows.where('shipment.state', 'in', ['shipped', 'received']).where('shipment.kind', '<>', 'return');
  if (dealerId) rows = rows.where(sql<boolean>`${dealerId}::bigint in (shipment.from_id, shipment.to_id)`);
  if (batchId)
    rows = rows.where(
      sql<boolean>`exists (select from shipment_line l where l.dispatch_id = shipment.dispatch_id and l.batch_id = ${batchId})`,
    );
  return page(rows, 'dispatchId', paging);
}

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('dispatchId', '=', id).executeTakeFirst();

/** Locked until the transaction ends. */
export const lock = (db: Db, scope: DataScope, id: number) =>
  db
    .selectFrom('shipment')
    .select(['dispatchId', 'dispatchNo', 'kind', 'fromId', 'toId', 'regionCode', 'state', 'version', 'createBy'])
    .$castTo<Locked>()
    .where('dispatchId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();
/** Checked by the table. */
export type Locked = Pick<RecordOf<Shipments>, 'dispatchId' | 'dispatchNo' | 'kind' | 'fromId' | 'toId' | 'regionCode' | 'state'> & {
  version: number;
  createBy: number;
};

/** In ascending order, which prevents deadlocks. */
export const lockMany = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .selectFrom('shipment')
    .select(['dispatchId', 'dispatchNo', 'state'])
    .$narrowType<{ state: ShipmentState }>()
    .where('dispatchId', 'in', ids)
    .where(visible(scope))
    .orderBy('dispatchId')
    .forUpdate()
    .execute();

export const insert = (db: Db, row: Omit<InputOf<Shipments>, 'version'> & { deptId: number | null; createBy: number }) =>
  db.insertInto('shipment').values(row).returning('dispatchId').executeTakeFirstOrThrow();

export const update = (db: Db, id: number, changes: Omit<ChangesOf<Shipments>, 'version'>, userId: number) =>
  db
    .updateTable('shipment')
    .set({ ...changes, ...revisionColumns(userId) })
    .where('dispatchId', '=', id)
    .execute();

interface Move {
  state: ShipmentState;
  stateReason?: string | null | undefined;
  shipBy?: number | null;
  receiveBy?: number;
}

/** Increases the version, so that concurrent edits fail. */
export const move = (db: Db, id: number, { stateReason = null, ...changes }: Move) =>
  db
    .updateTable('shipment')
    .set({
      ...changes,
      stateReason,
      ...(changes.state === 'shipped' && { shipTime: sql`now()` }),
      ...(changes.state === 'received' && { receiveTime: sql`now()` }),
      version: sql<number>`version + 1`,
    })
    .where('dispatchId', '=', id)
    .execute();

export const remove = (db: Db, ids: number[]) => db.deleteFrom('shipment').where('dispatchId', 'in', ids).execute();

/** Upper levels first. */
export function listDealers(db: Db, scope: DataScope, { text, below }: { text: string; below?: number | undefined }, limit: number) {
  let rows = db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessCode', 'channelBusinessName', 'ancestors', 'state'])
    .$castTo<ShipmentDealer>()
    .where('state', 'in', ['active', 'suspended'])
    .where(inScope(scope, { dept: 'dealer.deptId', user: 'dealer.createBy' }));
  if (text) rows = rows.where(({ or }) => or([contains('channelBusinessName', text), contains('channelBusinessCode', text)]));
  if (below) rows = rows.where(sql<boolean>`${below}::bigint = any(ancestors)`);
  return rows.orderBy(sql`cardinality(ancestors)`).orderBy('channelBusinessCode').limit(limit).execute();
}

/** Locked against changes, so that a suspension waits for shipments in progress. */
export const lockDealers = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName', 'ancestors', 'state'])
    .where('channelBusinessId', 'in', ids)
    .where(inScope(scope, { dept: 'dealer.deptId', user: 'dealer.createBy' }))
    .orderBy('channelBusinessId')
    .forShare()
    .execute();
