import { type DealerState, type RecordOf, type ShipmentDealer, type ShipmentState, shipments } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { contains } from '../../../platform/db/page.ts';
import { recordTable } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

type Shipments = typeof shipments;

const visible = (scope: DataScope) => ownedInScope(scope, 'shipment');

export const shipmentTable = recordTable(shipments, 'shipment', {
  owned: true,
  join: (rows) =>
    rows
      .leftJoin('dealer as giver', 'giver.channelBusinessId', 'shipment.fromId')
      .leftJoin('dealer as taker', 'taker.channelBusinessId', 'shipment.toId'),
  columns: {
    fromName: sql`coalesce(giver.channel_business_name, '')`,
    toName: sql`coalesce(taker.channel_business_name, '')`,
    lineCount: sql`(select count(*) from shipment_line l where l.dispatch_id = shipment.dispatch_id)`,
    codeCount: sql`(select coalesce(sum(count), 0) from shipment_run r where r.dispatch_id = shipment.dispatch_id)`,
  },
  conditions: {
    out: () => sql`shipment.state in ('shipped', 'received') and shipment.kind <> 'return'`,
    dealerId: (id) => sql`${id}::bigint in (shipment.from_id, shipment.to_id)`,
    batchId: (id) => sql`exists (select from shipment_line l where l.dispatch_id = shipment.dispatch_id and l.batch_id = ${id})`,
  },
});

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

interface Move {
  state: ShipmentState;
  stateReason?: string | null | undefined;
  shipBy?: number | null;
  receiveBy?: number;
  updateBy?: number;
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
      ...(changes.updateBy && { updateTime: sql`now()` }),
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
    .where(ownedInScope(scope, 'dealer'));
  if (text) rows = rows.where(({ or }) => or([contains('channelBusinessName', text), contains('channelBusinessCode', text)]));
  if (below) rows = rows.where(sql<boolean>`${below}::bigint = any(ancestors)`);
  return rows.orderBy(sql`cardinality(ancestors)`).orderBy('channelBusinessCode').limit(limit).execute();
}

/** In ascending order, which prevents deadlocks. */
const selectDealers = (db: Db, scope: DataScope, ids: number[]) =>
  db
    .selectFrom('dealer')
    .select(['channelBusinessId', 'channelBusinessName', 'ancestors', 'state'])
    // checked by the table
    .$narrowType<{ state: DealerState }>()
    .where(sql<boolean>`channel_business_id = any(${ids}::bigint[])`)
    .where(ownedInScope(scope, 'dealer'))
    .orderBy('channelBusinessId');

export const listDealersById = (db: Db, scope: DataScope, ids: number[]) => selectDealers(db, scope, ids).execute();

/** Locked against changes, so that a suspension waits for shipments in progress. */
export const lockDealers = (db: Db, scope: DataScope, ids: number[]) => selectDealers(db, scope, ids).forShare().execute();
