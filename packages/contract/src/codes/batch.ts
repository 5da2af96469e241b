import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { Id, int, lines } from '../core/fields.ts';
import { ImpactCounts } from '../core/impact.ts';
import { defineLifeCycle, type StepName } from '../core/life-cycle.ts';
import { defineAction, defineResource, type InputOf } from '../core/resource.ts';
import { BatchEvent } from './batch-event.ts';
import { CodeRun, codes, StatusCounts } from './code.ts';
import { CodeKind } from './code-rule.ts';
import { BatchPackaging, CodeLevel } from './code-selection.ts';

export const batchStates = [
  'draft',
  'pending',
  'approved',
  'issuing',
  'issued',
  'active',
  'closed',
  'frozen',
  'recalled',
  'void',
  'cancelled',
] as const;
export const BatchState = z.enum(batchStates);
export type BatchState = z.output<typeof BatchState>;

export const MAX_BATCH_QUANTITY = 1_000_000_000;

const lineFields = {
  /**
   * AI 10: up to 20 characters of GS1 set 82, without those that GB/T 33993 forbids in links. Not `.` or `..`, which URLs resolve as
   * path segments.
   */
  batchNo: f.code(20, /^(?!\.{1,2}$)[A-Za-z0-9!"'()*+,.\-:;=_]+$/),
  quantity: f.number(1, MAX_BATCH_QUANTITY),
  productionLine: f.text(50).optional(),
  remark: f.lines(500).optional(),
};

const progressFields = {
  submitBy: f.serverText().optional(),
  submitTime: f.time().optional(),
  approveBy: f.serverText().optional(),
  approveTime: f.time().optional(),
  issueTime: f.time().optional(),
};

const stateFields = { state: f.choice(batchStates).stored(), stateReason: f.serverText().stored().optional() };

const { version, ...auditTrail } = audited;

export const batches = defineResource({
  domain: 'manage',
  name: 'batch',
  key: 'batchId',
  rest: 'batches',
  log: '批次管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    /** Proposed: date of manufacture and the next letter of that day, e.g. `20261124B`. */
    batchNo: lineFields.batchNo.proposed(),
    categoryId: f.reference(),
    /** Proposed: that of the latest batch of the product, or the only one. */
    supplierId: f.reference().proposed(),
    /** Absent: the rule of the product. */
    codeRuleId: f.reference().omittable().proposed(),
    quantity: lineFields.quantity,
    /** Proposed: today. */
    madeDate: f.day().proposed(),
    /** Absent: date of manufacture plus the shelf life of the product. */
    expiryDate: f.day().optional().proposed(),
    /** Packaging of the units. Absent or null: that of the product. Immutable after codes are issued. */
    packaging: f.of('json', BatchPackaging, { optional: BatchPackaging.nullish() }).optional().proposed(),
    productionLine: lineFields.productionLine,
    /** Other dealers are allowed with a warning. */
    intendedDealerId: f.reference().optional(),
    intendedRegionCode: f.region().optional(),
    remark: lineFields.remark,
    version,
    batchId: f.reference().stored(),
    ...stateFields,
    /** Scans of the batch are not archived. */
    legalHold: f.boolean().stored(),
    categoryName: f.serverText(),
    categoryCode: f.code(32).computed(),
    gtin: f.code(14).computed().optional(),
    supplierCode: f.code(32).computed(),
    supplierName: f.serverText(),
    intendedDealerCode: f.code(32).computed().optional(),
    intendedDealerName: f.serverText().optional(),
    /** Full name, including all parent regions. */
    intendedRegionName: f.serverText().optional(),
    ruleName: f.serverText(),
    codeKind: f.choice(CodeKind.options).computed(),
    /** Of the rule. 0: its codes have no PIN. */
    pinDigits: f.number(0, 8).computed(),
    issuedCount: f.serverNumber(),
    ...progressFields,
    /** By effective status: the most severe of batch, containers and unit. Empty before codes are issued. */
    statusCounts: f.json(StatusCounts).computed(),
    ownStatusCounts: f.json(StatusCounts).computed(),
    /** Part of `statusCounts` that comes from a container. */
    heldCounts: f.json(StatusCounts).computed(),
    ...auditTrail,
  },
  filters: [
    ...(['batchNo', 'categoryId', 'supplierId', 'state', 'catalogueId', 'channelBusinessId', 'intendedDealerId'] as const),
    ...(['intendedRegionCode', 'productionLine', 'expiringDays', 'suspectsOver', 'madeBeginTime', 'expiryBeginTime', 'created'] as const),
  ],
  moreFilters: {
    /** Currently or formerly holds units. */
    channelBusinessId: f.reference(),
    madeBeginTime: f.day(),
    madeEndTime: f.day(),
    expiryBeginTime: f.day(),
    expiryEndTime: f.day(),
    /** Includes all descendants. */
    catalogueId: f.reference(),
    expiringDays: f.number(0, 3650),
    /** Exclusive lower bound. */
    suspectsOver: f.of('number', int(0, Number.MAX_SAFE_INTEGER), {}, { min: 0 }),
    /** Of the supplier, a current dealer, and a recorded trace step. Includes all descendants. */
    supplierCatalogueId: f.reference(),
    dealerCatalogueId: f.reference(),
    traceCatalogueId: f.reference(),
    /** Excludes descendant categories. */
    catalogueOnly: f.choice(['1']),
    /** `live`: activated, packed, shipped or sold codes. `shipped`: includes sold codes. */
    having: f.choice(['issued', 'live', 'shipped']),
    /** Days of the change. Without a first day: the state at the end of the last day. */
    havingBeginTime: f.day(),
    havingEndTime: f.day(),
  },
  sortable: ['batchNo', 'quantity', 'madeDate', 'expiryDate', 'createTime'],
  columns: [
    ...(['batchNo', 'state', 'categoryName', 'quantity', 'statusCounts', 'madeDate', 'expiryDate'] as const),
    ...(['supplierName', 'productionLine', 'intendedDealerName'] as const),
  ],
  tabs: { field: 'state', more: ['issuing', 'closed', 'recalled', 'void', 'cancelled'] },
  hiddenColumns: ['productionLine', 'intendedDealerName'],
  references: ['quantity'],
  form: ['categoryId', 'quantity', 'madeDate', 'supplierId', 'batchNo'],
  moreForm: ['expiryDate', 'codeRuleId', 'packaging', 'productionLine', 'intendedDealerId', 'intendedRegionCode', 'remark'],
  proposedFrom: ['categoryId', 'madeDate'],
});

export const Batch = batches.record;

/** Import columns first. References are codes, the rule is a name. */
export const batchSheet = defineResource({
  domain: 'manage',
  name: 'batch',
  key: 'batchId',
  log: '批次管理',
  operations: batches.operations,
  fields: {
    batchNo: lineFields.batchNo,
    categoryCode: f.code(32),
    supplierCode: f.code(32),
    /** Absent: the rule of the product. */
    ruleName: f.text(50).optional(),
    quantity: lineFields.quantity,
    madeDate: f.day(),
    expiryDate: f.day().optional(),
    /**
     * Items per box, case and pallet, each of the next lower level, e.g. `24×40` or `24,40`. 0 means no such level, and trailing levels
     * are optional. Absent: the packaging of the product. A single number has at most three digits, because spreadsheets read `24,40` as
     * 2440.
     */
    packagingText: f.text(20, /^(\d{1,3}|\d{1,4}(\s*[×xX*,，、;；]\s*\d{1,4}){1,2})$/).optional(),
    productionLine: lineFields.productionLine,
    intendedDealerCode: f.code(32).optional(),
    /** Full name such as 广东省深圳市, or the six-digit code. */
    intendedRegionName: f.text(100).optional(),
    remark: lineFields.remark,
    batchId: f.reference().stored(),
    categoryName: f.serverText(),
    supplierName: f.serverText(),
    gtin: f.code(14).computed().optional(),
    ...stateFields,
    issuedCount: f.serverNumber(),
    ...progressFields,
    ...auditTrail,
  },
  filters: [],
  sortable: [],
  columns: [],
});
export type BatchLine = InputOf<typeof batchSheet>;

/** From 1, both ends included. Absent: the first and the last. */
export const Range = z.object({ from: int(1, Number.MAX_SAFE_INTEGER).optional(), to: int(1, Number.MAX_SAFE_INTEGER).optional() });
/** Copies the planned dealer only if active, and no issued codes. */
export const cloneBatch = defineAction(
  batches,
  'clone',
  z.object({ ...batches.input.pick({ batchNo: true, madeDate: true }).shape, quantity: batches.input.shape.quantity.optional() }),
  { data: z.object({ batchId: Id }) },
);

/** Keeps all scans of the batch in the database, or ends that. */
export const holdBatch = defineAction(batches, 'hold', z.object({ legalHold: z.boolean(), reason: lines(200) }), {
  rest: 'PUT /batches/:id/legal-hold',
});

/** The latest 200. If there are more, the last interruption and the issue follow. */
export const batchEvents = defineEndpoint(batches, 'GET /:id/events', { permission: 'read', data: z.array(BatchEvent) });

/** `level` absent: units. */
export const batchRuns = defineEndpoint(batches, 'GET /:id/runs', {
  permission: 'read',
  query: z.object({ level: CodeLevel.optional() }),
  data: z.array(CodeRun),
  word: codes.word,
});

/** States without batches are absent. */
export const batchCounts = defineEndpoint(batches, 'GET /counts', { permission: 'list', data: z.partialRecord(BatchState, z.int()) });

/** `by`: the date that assigns a batch to a day. */
export const CalendarQuery = batches.filters.extend({
  month: z.string().regex(/^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/),
  by: z.enum(['made', 'expiry']).default('made'),
});
export type CalendarQuery = z.output<typeof CalendarQuery>;

/** Other batches of the day are only counted. */
export const CALENDAR_NAMES = 3;

export const CalendarDay = z.object({
  day: z.string(),
  count: z.number(),
  quantity: z.number(),
  batches: z.array(
    z.object({
      batchId: z.number(),
      batchNo: z.string(),
      categoryName: z.string(),
      state: BatchState,
    }),
  ),
});
export type CalendarDay = z.output<typeof CalendarDay>;

export const batchCalendar = defineEndpoint(batches, 'GET /calendar', {
  permission: 'list',
  filters: CalendarQuery,
  data: z.array(CalendarDay),
});

/** Codes of one level, by default units. Without a range all. */
export const BatchImpactQuery = Range.extend({ level: CodeLevel.optional() });
export type BatchImpactQuery = z.output<typeof BatchImpactQuery>;

/** `out`: shipped or sold. `scanned`: by consumers, up to `MAX_SCANNED_COUNT` + 1. */
export const batchImpact = defineEndpoint(batches, 'GET /:id/impact', {
  permission: 'read',
  query: BatchImpactQuery,
  data: ImpactCounts('out', 'dealers', 'scanned'),
  word: codes.word,
});

/** Irreversible steps require the batch number. */
const final = {
  reason: 'required',
  confirm: { field: 'batchNo', max: 20, problem: 'nameNotConfirmed' },
  danger: true,
  impact: batchImpact,
} as const;

export const batchLifeCycle = defineLifeCycle(batches, 'batchStateWrong', {
  submit: { from: ['draft'], to: 'pending', forward: true, immediate: true },
  approve: { from: ['pending'], to: 'approved', secondPerson: 'batchSelfApproved', forward: true },
  reject: { from: ['pending'], to: 'draft', reason: 'required' },
  /** The task sets the batch to `issued`. */
  issue: { from: ['approved'], to: 'issuing', data: z.object({ taskId: Id }), forward: true },
  /** Without a range all codes that are not yet activated. */
  activate: { from: ['issued', 'active'], to: 'active', body: Range, forward: true },
  close: { from: ['active'], to: 'closed', forward: true },
  /** Restores the state before the freeze. */
  unfreeze: { from: ['frozen'], to: ['issued', 'active', 'closed'], reason: 'optional', forward: true },
  freeze: { from: ['issued', 'active', 'closed'], to: 'frozen', reason: 'required', danger: true, impact: batchImpact },
  cancel: { from: ['draft', 'pending', 'approved'], to: 'cancelled', reason: 'optional', danger: true, impact: ['quantity'] },
  recall: { from: ['issued', 'active', 'closed', 'frozen'], to: 'recalled', ...final },
  void: { from: ['issued'], to: 'void', ...final },
});
export type BatchStep = StepName<typeof batchLifeCycle>;

/** States in which codes of another system may be imported. */
export const importableStates: readonly BatchState[] = ['approved', 'issued', 'active'];
