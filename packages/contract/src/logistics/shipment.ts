import { z } from 'zod';
import { audited, createdBetween, Id, optionalId, optionalLines, optionalText, Time, text, Version } from '../core/fields.ts';
import { defineAction, defineResource } from '../core/resource.ts';

/** From the own store, to a lower dealer, to the parent dealer or the own store. */
export const shipmentKinds = ['out', 'transfer', 'return'] as const;
export const ShipmentKind = z.enum(shipmentKinds);
export type ShipmentKind = z.output<typeof ShipmentKind>;

export const shipmentStates = ['draft', 'shipping', 'shipped', 'received', 'cancelled'] as const;
export const ShipmentState = z.enum(shipmentStates);
export type ShipmentState = z.output<typeof ShipmentState>;

const ShipmentInput = z.object({
  /** Absent: the next free number of the day. */
  dispatchNo: text(32, /^[A-Z0-9_-]+$/).optional(),
  kind: ShipmentKind,
  /** Sending dealer. Null: own store. */
  fromId: optionalId,
  /** Receiving dealer. Null: own store. */
  toId: optionalId,
  /** Administrative code of the destination. A place outside the dealer's regions causes a warning. */
  regionCode: optionalText(6, /^[1-9]\d{5}$/),
  carrier: optionalText(50),
  trackingNo: optionalText(50),
  remark: optionalLines(500),
  version: Version,
});

export const Shipment = ShipmentInput.required().extend({
  dispatchId: Id,
  state: ShipmentState,
  /** Reason for a failed shipment, or remark on receipt. */
  stateReason: z.string().nullable(),
  /** Empty: own store. */
  fromName: z.string(),
  toName: z.string(),
  lineCount: z.int(),
  /** Listed codes of any level, without the content of containers. */
  codeCount: z.int(),
  shipBy: z.string().nullable(),
  shipTime: Time.nullable(),
  receiveBy: z.string().nullable(),
  receiveTime: Time.nullable(),
  ...audited,
});
export type Shipment = z.output<typeof Shipment>;

export const shipments = defineResource({
  domain: 'manage',
  name: 'dispatch',
  key: 'dispatchId',
  ownWords: ['stateReason'],
  log: '发货管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: Shipment,
  input: ShipmentInput,
  filters: z
    .object({
      dispatchNo: text(32),
      kind: ShipmentKind,
      state: ShipmentState,
      dealerId: Id,
      batchId: Id,
      /** Shipped or received, excluding returns. */
      out: z.literal('1'),
      ...createdBetween,
    })
    .partial(),
  sortable: ['dispatchNo', 'createTime', 'shipTime'],
});

export const sendShipment = defineAction(shipments, 'ship');
export const receiveShipment = defineAction(shipments, 'receive', z.object({ reason: optionalLines(200) }));
export const cancelShipment = defineAction(shipments, 'cancel', z.object({ reason: optionalLines(200) }));

/** Allowed transitions. A rejected shipment returns to draft. */
export const shipmentLifeCycle = {
  ship: { from: ['draft'], to: 'shipped' },
  receive: { from: ['shipped'], to: 'received' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ShipmentState[]; to: ShipmentState }>;
export type ShipmentStep = keyof typeof shipmentLifeCycle;

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

export const ShipmentContent = z.object({ lines: z.array(ShipmentLine), concerns: z.array(ShipmentConcern) });
export type ShipmentContent = z.output<typeof ShipmentContent>;

export const ShipmentDealer = z.object({
  channelBusinessId: Id,
  channelBusinessCode: z.string(),
  channelBusinessName: z.string(),
  /** From the root to the parent. */
  ancestors: z.array(Id),
  state: z.string(),
});
export type ShipmentDealer = z.output<typeof ShipmentDealer>;
