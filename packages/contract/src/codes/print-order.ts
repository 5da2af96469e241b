import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Id, int, queryFlag, Time, text } from '../core/fields.ts';
import { defineLifeCycle } from '../core/life-cycle.ts';
import { defineAction, defineResource, type RecordOf } from '../core/resource.ts';
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

/** Absent fields use `labelDefaults`. */
export const LabelForm = z.object({
  symbology: absentIfBlank(z.enum(symbologies)),
  correction: absentIfBlank(z.enum(corrections)),
  /** Millimetres, without quiet zone. */
  sizeMm: absentIfBlank(int(5, 100)),
  caption: queryFlag,
});
export type LabelForm = z.output<typeof LabelForm>;

export const LabelPreviewQuery = LabelForm.extend({ level: absentIfBlank(CodeLevel) });
export type LabelPreviewQuery = z.output<typeof LabelPreviewQuery>;

/** Of a dummy code. */
export const labelPreview = defineEndpoint(batches, 'GET /:id/label', {
  access: { permission: exportBatch.permission },
  query: LabelPreviewQuery,
  data: z.object({ svg: z.string(), moduleMm: z.number(), width: z.number(), height: z.number() }),
});

export const labelDefaults = { symbology: 'qr', correction: 'M', sizeMm: 20, caption: true } as const;
/** For an A4 sheet. */
export const sheetDefaults = { across: 5, down: 8 } as const;

export const PrintOrderInput = LabelForm.extend({
  recipient: text(50),
  kind: PrintOrderKind,
  /** Absent: units. */
  level: absentIfBlank(CodeLevel),
  from: absentIfBlank(int(1, Number.MAX_SAFE_INTEGER)),
  to: absentIfBlank(int(1, Number.MAX_SAFE_INTEGER)),
  /** Lines or labels. Absent: a single file. */
  perFile: absentIfBlank(int(1, MAX_BATCH_QUANTITY)),
  format: absentIfBlank(z.enum(['txt', 'csv'])),
  columns: z.array(z.enum(exportColumns)).min(1).max(exportColumns.length).optional(),
  header: queryFlag,
  bom: queryFlag,
  across: absentIfBlank(int(1, 20)),
  down: absentIfBlank(int(1, 30)),
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

export const printOrders = defineResource({
  domain: 'manage',
  name: 'handover',
  key: 'handoverId',
  rest: 'print-orders',
  ownWords: ['createBy', 'createTime'],
  log: '印刷移交',
  operations: ['list', 'read'],
  fields: {
    batchId: f.reference().stored(),
    batchNo: f.code(20).stored(),
    categoryName: f.serverText(),
    productionLine: f.serverText().optional(),
    recipient: f.text(50).stored(),
    kind: f.choice(printOrderKinds).stored(),
    level: f.serverNumber().stored(),
    from: f.serverNumber(),
    to: f.serverNumber(),
    count: f.serverNumber().stored(),
    state: f.choice(printOrderStates).stored(),
    stateReason: f.serverText().stored().optional(),
    createBy: audited.createBy,
    createTime: audited.createTime,
    releaseBy: f.serverText().optional(),
    releaseTime: f.time().optional(),
    passwordTime: f.time().optional(),
    expireTime: f.time().optional(),
    downloadCount: f.serverNumber(),
    bytes: f.serverNumber().stored().optional(),
    /** Of the download, the refusal or the withdrawal. */
    finishTime: f.time().optional(),
    /** Who refused or withdrew it. */
    finishBy: f.serverText().optional(),
    /** Requested or released by the current user. The two roles exclude each other. */
    mine: f.boolean().computed(),
    released: f.boolean().computed(),
  },
  filters: ['state', 'batchNo', 'recipient', 'kind'],
  moreFilters: { batchId: f.reference() },
  tabs: { field: 'state', more: ['refused', 'withdrawn', 'failed', 'expired'] },
  sortable: ['createTime'],
  columns: ['handoverId', 'state', 'batchNo', 'categoryName', 'recipient', 'kind', 'count', 'createBy', 'createTime', 'releaseBy'],
});

export const PrintOrder = printOrders.record;
export type PrintOrder = RecordOf<typeof printOrders>;

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

/** A list row has fewer fields. */
export const printOrderDetail = defineEndpoint(printOrders, 'GET /:id', { permission: 'read', data: PrintOrderDetail });
/** The ticket is the credential: a printing house has no account. */
export const printOrderArchive = defineEndpoint(printOrders, 'GET /file/:ticket', {
  rest: false,
  access: 'anonymous',
  params: { ticket: z.string() },
  file: ['application/zip'],
});

/** A second person must release the order. */
export const requestPrintOrder = defineAction(batches, 'handOver', PrintOrderInput, {
  rest: 'POST /batches/:id/print-orders',
  access: { permission: exportBatch.permission },
  data: z.object({ handoverId: Id }),
  sensitive: true,
  word: printOrders.word,
});
const releaseAccess = { permission: batches.permission('releaseExport') };
const exportAccess = { permission: exportBatch.permission };

export const printOrderLifeCycle = defineLifeCycle(printOrders, 'printOrderStateWrong', {
  /** A task renders labels. Lines are ready at once. */
  release: {
    from: ['pending'],
    to: ['ready', 'building'],
    access: releaseAccess,
    secondPerson: 'printOrderSelfReleased',
    sensitive: true,
    forward: true,
  },
  /** Only by the requester. Valid for one download within seven days. Invalidates earlier links. */
  link: {
    from: ['ready'],
    access: exportAccess,
    data: z.object({ url: z.string() }),
    sensitive: true,
    forward: true,
    immediate: true,
  },
  /** Only by the releasing person, once. The password reaches the printing house separately from the link. */
  password: {
    from: ['building', 'ready', 'done', 'expired'],
    access: releaseAccess,
    data: z.object({ password: z.string() }),
    sensitive: true,
    immediate: true,
  },
  refuse: { from: ['pending'], to: 'refused', access: releaseAccess, reason: 'required', danger: true, impact: ['count'] },
  /** Only by the requester. Invalidates the link. */
  withdraw: {
    from: ['pending', 'building', 'ready', 'failed', 'expired'],
    to: 'withdrawn',
    access: exportAccess,
    danger: true,
    impact: ['count'],
  },
});

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
