import { z } from 'zod';
import { Selection } from '../codes/code-selection.ts';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id } from '../core/fields.ts';
import { defineLifeCycle } from '../core/life-cycle.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';

/** From the own store, to a lower dealer, to the parent dealer or the own store. */
export const shipmentKinds = ['out', 'transfer', 'return'] as const;
export const ShipmentKind = z.enum(shipmentKinds);
export type ShipmentKind = z.output<typeof ShipmentKind>;

export const shipmentStates = ['draft', 'shipping', 'shipped', 'received', 'cancelled'] as const;
export const ShipmentState = z.enum(shipmentStates);
export type ShipmentState = z.output<typeof ShipmentState>;

const { version, ...auditTrail } = audited;

export const shipments = defineResource({
  domain: 'manage',
  name: 'dispatch',
  key: 'dispatchId',
  rest: 'shipments',
  ownWords: ['stateReason'],
  log: '发货管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    /** Absent: the next free number of the day. */
    dispatchNo: f
      .code(32, /^[A-Z0-9_-]+$/)
      .omittable()
      .unique('shipmentNoTaken'),
    kind: f.choice(shipmentKinds).initially('out'),
    /** Sending dealer. Null: own store. */
    fromId: f.reference().optional(),
    /** Receiving dealer. Null: own store. */
    toId: f.reference().optional(),
    /** Administrative code of the destination. A place outside the dealer's regions causes a warning. */
    regionCode: f.region().optional(),
    carrier: f.text(50).optional(),
    trackingNo: f.code(50).optional(),
    remark: f.lines(500).optional(),
    version,
    dispatchId: f.reference().stored(),
    state: f.choice(shipmentStates).stored(),
    /** Reason for a failed shipment, or remark on receipt. */
    stateReason: f.lines(200).stored().optional(),
    /** Empty: own store. */
    fromName: f.serverText(),
    toName: f.serverText(),
    lineCount: f.serverNumber(),
    /** Listed codes of any level, without the content of containers. */
    codeCount: f.serverNumber(),
    shipBy: f.serverText().optional(),
    shipTime: f.time().optional(),
    receiveBy: f.serverText().optional(),
    receiveTime: f.time().optional(),
    ...auditTrail,
  },
  moreFilters: {
    dealerId: f.reference(),
    batchId: f.reference(),
    /** Shipped or received, excluding returns. */
    out: f.choice(['1']),
  },
  filters: ['dispatchNo', 'state', 'dealerId', 'kind', 'batchId', 'created'],
  sortable: ['dispatchNo', 'createTime', 'shipTime'],
  columns: ['dispatchNo', 'state', 'toName', 'codeCount', 'shipTime', 'kind', 'fromName', 'receiveTime', 'createTime'],
  tabs: { field: 'state', more: ['shipping', 'cancelled'] },
  hiddenColumns: ['createTime'],
  references: ['lineCount', 'codeCount'],
  form: ['kind', 'fromId', 'toId', 'regionCode', 'dispatchNo', 'carrier', 'trackingNo', 'remark'],
});

export const Shipment = shipments.record;
export type Shipment = RecordOf<typeof shipments>;

export const shipmentLifeCycle = defineLifeCycle(shipments, 'shipmentStateWrong', {
  /** A task ships many codes, and returns a rejected shipment to draft. */
  ship: { from: ['draft'], to: ['shipped', 'shipping'], data: z.object({ taskId: Id.optional() }), forward: true },
  receive: { from: ['shipped'], to: 'received', reason: 'optional', forward: true },
  cancel: { from: ['draft'], to: 'cancelled', reason: 'optional', danger: true, impact: ['lineCount', 'codeCount'] },
});

export const ShipmentLine = z.object({
  lineId: Id,
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  level: z.int(),
  /** 1: a contiguous range. */
  runCount: z.int(),
  codeCount: z.int(),
  /** First and last ordinal, from 1. */
  from: z.int(),
  to: z.int(),
});
export type ShipmentLine = z.output<typeof ShipmentLine>;

/** In the language of the user. */
export const ShipmentConcern = z.object({
  /** Otherwise it is a warning. */
  stops: z.boolean(),
  /** Affected line. Null: the entire document. */
  lineId: z.int().nullable(),
  message: z.string(),
});
export type ShipmentConcern = z.output<typeof ShipmentConcern>;

export const ShipmentContent = z.object({
  lines: z.array(ShipmentLine),
  concerns: z.array(ShipmentConcern),
  /** Units of a draft, with those in containers. Null: has left, and containers may have changed. */
  unitCount: z.int().nullable(),
});
export type ShipmentContent = z.output<typeof ShipmentContent>;

export const shipmentContent = defineEndpoint(shipments, 'GET /:id/content', { permission: 'read', data: ShipmentContent });

export const addShipmentLines = defineEndpoint(shipments, 'PUT /:id/lines', {
  permission: 'edit',
  body: Selection,
  data: z.object({ count: z.int() }),
  log: 'edit',
});

export const removeShipmentLine = defineEndpoint(shipments, 'DELETE /:id/lines/:lineId', { permission: 'edit', log: 'edit' });

export const ShipmentDealer = z.object({
  channelBusinessId: Id,
  channelBusinessCode: z.string(),
  channelBusinessName: z.string(),
  /** From the root to the parent. */
  ancestors: z.array(Id),
  state: z.enum(['active', 'suspended']),
});
export type ShipmentDealer = z.output<typeof ShipmentDealer>;

/** Possible dealers of a shipment, for users who cannot list dealers. */
export const shipmentDealers = defineEndpoint(shipments, 'GET /dealers/list', {
  permission: 'list',
  filters: z.object({ text: z.string().max(100).default(''), below: Id.optional() }),
  data: z.array(ShipmentDealer),
});
