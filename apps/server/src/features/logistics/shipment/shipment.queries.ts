import {
  type ChangesOf,
  type InputOf,
  type QueryOf,
  type RecordOf,
  type ShipmentDealer,
  type ShipmentState,
  shipments,
} from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains, page } from '../../../platform/db/page.ts';
import { storedFields, whereFields } from '../../../platform/db/record-table.ts';
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
    .select(storedFields(shipments, 'shipment'))
    .select(['shipper.userName as shipBy', 'receiver.userName as receiveBy', 'maker.userName as createBy', 'editor.userName as updateBy'])
    .select([
      sql<string>`coalesce(giver.channel_business_name, '')`.as('fromName'),
      sql<string>`coalesce(taker.channel_business_name, '')`.as('toName'),
      sql<number>`(select count(*) from shipment_line l where l.dispatch_id = shipment.dispatch_id)`.as('lineCount'),
      sql<number>`(select coalesce(sum(count), 0) from shipment_run r where r.dispatch_id = shipment.dispatch_id)`.as('codeCount'),
    ])
    // checked by the table
    .$castTo<RecordOf<Shipments>>()
    .where(visible(scope));

export const list = (db: Db, scope: DataScope, { paging, ...filters }: QueryOf<Shipments>) => {
  const rows = whereFields(select(db, scope), shipments, 'shipment', filters, {
    out: () => sql<boolean>`shipment.state in ('shipped', 'received') and shipment.kind <> 'return'`,
    dealerId: (id) => sql<boolean>`${id}::bigint in (shipment.from_id, shipment.to_id)`,
    batchId: (id) => sql<boolean>`exists (select from shipment_line l where l.dispatch_id = shipment.dispatch_id and l.batch_id = ${id})`,
  });
  return page(rows, 'dispatchId', paging);
};

/** Oldest first. */
export const listToReceive = (db: Db, scope: DataScope, limit: number) =>
  db
    .selectFrom('shipment')
    .leftJoin('dealer', 'dealer.channelBusinessId', 'shipment.toId')
    .select(['dispatchId as id', 'dispatchNo as name', 'channelBusinessName as detail'])
    .select(sql<string>`coalesce(ship_time, shipment.create_time)`.as('since'))
    .where('shipment.state', '=', 'shipped')
    .where(visible(scope))
    .orderBy('dispatchId')
    .limit(limit)
    .execute();

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
