import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { Id, int, lines, Time, text, unlessBlank } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { batches, LARGEST_RUN } from './batch.ts';
import { exportBatch, exportColumns } from './code-export.ts';
import { CodeLevel, LevelName } from './code-selection.ts';

/** What a printing house is given: files of lines, or labels as pictures or as sheets. */
export const printOrderKinds = ['lines', 'svg', 'png', 'pdf'] as const;
export const PrintOrderKind = z.enum(printOrderKinds);
export type PrintOrderKind = z.output<typeof PrintOrderKind>;

export const printOrderStates = ['pending', 'building', 'ready', 'done', 'refused', 'withdrawn', 'failed', 'expired'] as const;
export const PrintOrderState = z.enum(printOrderStates);
export type PrintOrderState = z.output<typeof PrintOrderState>;

/** Labels that one hand-over may hold. */
export const MOST_LABELS = 100_000;
/** Files of one archive. */
export const MOST_FILES = 10_000;

/** The symbol of a label: a QR code of what a camera is to read, or a GS1 DataMatrix of GTIN, expiry, lot and serial. */
export const symbologies = ['qr', 'dataMatrix'] as const;
/** How much of a QR code may be lost: some 7, 15, 25 and 30 percent. */
export const corrections = ['L', 'M', 'Q', 'H'] as const;

const flag = unlessBlank(z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean()));

/** How a label looks; what is absent is as `labelDefaults` has it. */
export const LabelForm = z.object({
  symbology: unlessBlank(z.enum(symbologies)),
  correction: unlessBlank(z.enum(corrections)),
  /** Edge of the symbol without its quiet zone, in millimetres. */
  sizeMm: unlessBlank(int(5, 100)),
  /** The code in letters below the symbol. */
  caption: flag,
});
export type LabelForm = z.output<typeof LabelForm>;

/** What a specimen is asked for by. */
export const LabelPreviewQuery = LabelForm.extend({ level: unlessBlank(CodeLevel) });
export type LabelPreviewQuery = z.output<typeof LabelPreviewQuery>;

export const labelDefaults = { symbology: 'qr', correction: 'M', sizeMm: 20, caption: true } as const;
/** Columns and rows of labels on a sheet of A4 unless others are chosen. */
export const sheetDefaults = { across: 5, down: 8 } as const;

export const PrintOrderInput = LabelForm.extend({
  /** The printing house. */
  recipient: text(50),
  kind: PrintOrderKind,
  /** Of units, or of boxes, cases or pallets; absent: units. */
  level: unlessBlank(CodeLevel),
  from: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  to: unlessBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** Lines of a file, or labels of a sheet document; absent: all in one. */
  perFile: unlessBlank(int(1, LARGEST_RUN)),
  format: unlessBlank(z.enum(['txt', 'csv'])),
  columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length).optional(),
  header: flag,
  bom: flag,
  across: unlessBlank(int(1, 20)),
  down: unlessBlank(int(1, 30)),
});
export type PrintOrderInput = z.output<typeof PrintOrderInput>;

/** One file of an archive, known once it was written. Ordinals count from 1, both ends included. */
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
  /** Where in the factory the labels will be stuck on. */
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
  /** When the one who released it was told the password. */
  passwordTime: Time.nullable(),
  /** Until when the link works. */
  expireTime: Time.nullable(),
  downloadCount: z.int(),
  bytes: z.int().nullable(),
  finishTime: Time.nullable(),
  /** Whether the asker asked for it, or released it: each may do what the other may not. */
  mine: z.boolean(),
  released: z.boolean(),
});
export type PrintOrder = z.output<typeof PrintOrder>;

/** A hand-over with all that was asked for, its files once they were written, and who fetched it. */
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
  log: '印刷移交',
  operations: ['list', 'read'],
  record: PrintOrder,
  input: z.object({}),
  filters: z.object({ batchId: Id, batchNo: text(20), recipient: text(50), state: PrintOrderState, kind: PrintOrderKind }).partial(),
  sortable: ['createTime'],
});

const releasing = batches.permission('releaseExport');

/** `PUT /manage/batch/{id}/handOver` answers `{ handoverId }`: it waits for a second person's release. */
export const requestPrintOrder = { ...defineAction(batches, 'handOver', PrintOrderInput), permission: exportBatch.permission };
/** By a second person; labels are drawn by a task from there on. */
export const releasePrintOrder = { ...defineAction(printOrders, 'release'), permission: releasing };
export const refusePrintOrder = { ...defineAction(printOrders, 'refuse', z.object({ reason: lines(200) })), permission: releasing };
/** By who asked, before it was fetched. */
export const withdrawPrintOrder = { ...defineAction(printOrders, 'withdraw'), permission: exportBatch.permission };
/** By who asked: answers `{ url }`, which downloads once within seven days; a link made before opens nothing any more. */
export const linkPrintOrder = { ...defineAction(printOrders, 'link'), permission: exportBatch.permission };
/** By who released it: answers `{ password }`, once. It goes to the printing house by another path than the link. */
export const revealPassword = { ...defineAction(printOrders, 'password'), permission: releasing };

/** `manifest.json` in every archive: what the printing house checks before it prints. */
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
