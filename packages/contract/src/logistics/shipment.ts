import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { audited, createdBetween, Id, optionalId, optionalLines, optionalText, Time, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** From us to a dealer, from a dealer on to one of its own, and back to whom a dealer is below or to us. */
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
  /** The dealer that it leaves; none: our own store. */
  fromId: optionalId,
  /** The dealer that it goes to; none: our own store. */
  toId: optionalId,
  /** Where it is delivered, as an administrative code; outside of the dealer's regions it is warned of. */
  regionCode: optionalText(6, /^[1-9]\d{5}$/),
  carrier: optionalText(50),
  trackingNo: optionalText(50),
  remark: optionalLines(500),
  version: Version,
});

export const Shipment = ShipmentInput.required().extend({
  dispatchId: Id,
  state: ShipmentState,
  /** Why it did not go out, or what was said on receiving it. */
  stateReason: z.string().nullable(),
  /** Empty: our own store. */
  fromName: z.string(),
  toName: z.string(),
  lineCount: z.int(),
  /** Codes that it names, at whatever level; what containers hold is not counted. */
  codeCount: z.int(),
  shipBy: z.string().nullable(),
  shipTime: Time.nullable(),
  receiveBy: z.string().nullable(),
  receiveTime: Time.nullable(),
  ...audited,
});
export type Shipment = z.output<typeof Shipment>;

/** Goods that leave, go on and come back: which codes, from whom, to whom. */
export const shipments = defineResource({
  domain: 'manage',
  name: 'dispatch',
  key: 'dispatchId',
  log: '发货管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: Shipment,
  input: ShipmentInput,
  filters: z
    .object({
      dispatchNo: text(32),
      kind: ShipmentKind,
      state: ShipmentState,
      /** Either end. */
      dealerId: Id,
      /** One of its lines is of this batch. */
      batchId: Id,
      /** Went out: shipped or received, and no return. */
      out: z.literal('1'),
      ...createdBetween,
    })
    .partial(),
  sortable: ['dispatchNo', 'createTime', 'shipTime'],
});

export const sendShipment = defineAction(shipments, 'ship');
export const receiveShipment = defineAction(shipments, 'receive', z.object({ reason: optionalLines(200) }));
export const cancelShipment = defineAction(shipments, 'cancel', z.object({ reason: optionalLines(200) }));

/** Where each step leads from and to. A document that is being shipped returns to its draft where it is refused. */
export const shipmentLifeCycle = {
  ship: { from: ['draft'], to: 'shipped' },
  receive: { from: ['shipped'], to: 'received' },
  cancel: { from: ['draft'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly ShipmentState[]; to: ShipmentState }>;
export type ShipmentStep = keyof typeof shipmentLifeCycle;

/** Codes of one batch and level on a document, in some runs. */
export const ShipmentLine = z.object({
  lineId: Id,
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  level: z.int(),
  /** Runs that the codes stand in; 1: an unbroken range. */
  runCount: z.int(),
  codeCount: z.int(),
  /** The first and the last ordinal, counted from 1. */
  from: z.int(),
  to: z.int(),
});
export type ShipmentLine = z.output<typeof ShipmentLine>;

/** What speaks against a document, as a sentence in the asker's language. */
export const ShipmentConcern = z.object({
  /** Whether it may not go out while this stands; else it only wants to be known. */
  stops: z.boolean(),
  /** The line that it is about; null: the whole document. */
  lineId: z.int().nullable(),
  message: z.string(),
});
export type ShipmentConcern = z.output<typeof ShipmentConcern>;

/** What a document holds, and what speaks against it. */
export const ShipmentContent = z.object({ lines: z.array(ShipmentLine), concerns: z.array(ShipmentConcern) });
export type ShipmentContent = z.output<typeof ShipmentContent>;

/** A dealer as whoever dispatches chooses it. */
export const ShipmentDealer = z.object({
  channelBusinessId: Id,
  channelBusinessCode: z.string(),
  channelBusinessName: z.string(),
  /** From the top dealer down, without the dealer itself. */
  ancestors: z.array(Id),
  state: z.string(),
});
export type ShipmentDealer = z.output<typeof ShipmentDealer>;
