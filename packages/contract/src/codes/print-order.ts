import { z } from 'zod';
import { Id, int, lines, Time, text, unlessBlank } from '../core/fields.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { batches, MAX_BATCH_QUANTITY } from './batch.ts';
import { exportBatch, exportColumns } from './code-export.ts';
import { CodeLevel, LevelName } from './code-selection.ts';

/** Text files, single label images, or label sheets. */
export const printOrderKinds = ['lines', 'svg', 'png', 'pdf'] as const;
export const PrintOrderKind = z.enum(printOrderKinds);
export type PrintOrderKind = z.output<typeof PrintOrderKind>;

export const printOrderStates = ['pending', 'building', 'ready', 'done', 'refused', 'withdrawn', 'failed', 'expired'] as const;
export const PrintOrderState = z.enum(printOrderStates);
export type PrintOrderState = z.output<typeof PrintOrderState>;

export const MAX_LABELS = 100_000;
/** Per archive. */
export const MAX_FILES = 10_000;

/** QR code of the rule's content, or GS1 DataMatrix of GTIN, expiry date, batch and serial. */
export const symbologies = ['qr', 'dataMatrix'] as const;
/** QR error correction levels: about 7, 15, 25 and 30 percent. */
export const corrections = ['L', 'M', 'Q', 'H'] as const;

const flag = unlessBlank(z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()));

/** Absent fields use `labelDefaults`. */
export const LabelForm = z.object({
  symbology: unlessBlank(z.enum(symbologies)),
  correction: unlessBlank(z.enum(corrections)),
  /** Millimetres, without quiet zone. */
  sizeMm: unlessBlank(int(5, 100)),
  caption: flag,
});
export type LabelForm = z.output<typeof LabelForm>;

export const LabelPreviewQuery = LabelForm.extend({ level: unlessBlank(CodeLevel) });
export type LabelPreviewQuery = z.output<typeof LabelPreviewQuery>;

export const labelDefaults = { symbology: 'qr', correction: 'M', sizeMm: 20, caption: true } as const;
/** For an A4 sheet. */
export const sheetDefaults = { across: 5, down: 8 } as const;

export const PrintOrderInput = LabelForm.extend({
  recipient: text(50),
  kind: PrintOrderKind,
  /** Absent: units. */
  level: unlessBlank(CodeLevel),
  from: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  to: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** Lines or labels. Absent: a single file. */
  perFile: unlessBlank(int(1, MAX_BATCH_QUANTITY)),
  format: unlessBlank(z.enum(['txt', 'csv'])),
  columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length).optional(),
  header: flag,
  bom: flag,
  across: unlessBlank(int(1, 20)),
  down: unlessBlank(int(1, 30)),
});
export type PrintOrderInput = z.output<typeof PrintOrderInput>;

/** From 1, both ends included. */
export const PrintOrderFile = z.object({
  name: z.string(),
  from: z.int(),
  to: z.int(),
  count: z.int(),
  bytes: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
});
export type PrintOrderFile = z.output<typeof PrintOrderFile>;

export const PrintOrder = z.object({
  handoverId: Id,
  batchId: Id,
  batchNo: z.string(),
  categoryName: z.string(),
  productionLine: z.string().nullable(),
  recipient: z.string(),
  kind: PrintOrderKind,
  level: z.int(),
  from: z.int(),
  to: z.int(),
  count: z.int(),
  state: PrintOrderState,
  stateReason: z.string().nullable(),
  createBy: z.string(),
  createTime: Time,
  releaseBy: z.string().nullable(),
  releaseTime: Time.nullable(),
  passwordTime: Time.nullable(),
  expireTime: Time.nullable(),
  downloadCount: z.int(),
  bytes: z.int().nullable(),
  finishTime: Time.nullable(),
  /** Requested or released by the current user. The two roles exclude each other. */
  mine: z.boolean(),
  released: z.boolean(),
});
export type PrintOrder = z.output<typeof PrintOrder>;

export const PrintOrderDetail = PrintOrder.extend({
  form: PrintOrderInput.omit({ recipient: true, kind: true, level: true, from: true, to: true }),
  files: z.array(PrintOrderFile),
  downloads: z.array(
    z.object({
      downloadId: Id,
      beginTime: Time,
      endTime: Time.nullable(),
      ip: z.string().nullable(),
      agent: z.string().nullable(),
      bytes: z.int().nullable(),
      whole: z.boolean(),
    }),
  ),
});
export type PrintOrderDetail = z.output<typeof PrintOrderDetail>;

export const printOrders = defineResource({
  domain: 'manage',
  name: 'handover',
  key: 'handoverId',
  ownWords: ['createBy', 'createTime'],
  log: '印刷移交',
  operations: ['list', 'read'],
  record: PrintOrder,
  input: z.object({}),
  filters: z.object({ batchId: Id, batchNo: text(20), recipient: text(50), state: PrintOrderState, kind: PrintOrderKind }).partial(),
  sortable: ['createTime'],
});

const releasePermission = batches.permission('releaseExport');

/** `PUT /manage/batch/{id}/handOver` returns `{ handoverId }`. A second person must release the order. */
export const requestPrintOrder = { ...defineAction(batches, 'handOver', PrintOrderInput), permission: exportBatch.permission };
/** Requires a second person. Then a task renders the labels. */
export const releasePrintOrder = { ...defineAction(printOrders, 'release'), permission: releasePermission };
export const refusePrintOrder = { ...defineAction(printOrders, 'refuse', z.object({ reason: lines(200) })), permission: releasePermission };
/** Only by the requester, before the first download. */
export const withdrawPrintOrder = { ...defineAction(printOrders, 'withdraw'), permission: exportBatch.permission };
/** Only by the requester. Returns `{ url }`, valid for one download within seven days. Invalidates earlier links. */
export const linkPrintOrder = { ...defineAction(printOrders, 'link'), permission: exportBatch.permission };
/** Only by the releasing person. Returns `{ password }`, once. The password reaches the printing house separately from the link. */
export const revealPassword = { ...defineAction(printOrders, 'password'), permission: releasePermission };

/** `manifest.json` of every archive, which the printing house checks before it prints. */
export const PrintOrderManifest = z.object({
  handoverId: z.number(),
  recipient: z.string(),
  batchNo: z.string(),
  gtin: z.string().nullable(),
  goods: z.string(),
  kind: PrintOrderKind,
  level: LevelName,
  count: z.number(),
  firstOrdinal: z.number(),
  lastOrdinal: z.number(),
  firstCode: z.string(),
  lastCode: z.string(),
  releaseTime: z.string(),
  files: z.array(PrintOrderFile),
});
export type PrintOrderManifest = z.output<typeof PrintOrderManifest>;
