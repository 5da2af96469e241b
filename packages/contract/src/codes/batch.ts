// Over 250 lines: schemas of the batch, its spreadsheet, life cycle and calendar in one file.
import { z } from 'zod';
import {
  audited,
  createdBetween,
  Day,
  Id,
  int,
  lines,
  optionalDay,
  optionalId,
  optionalLines,
  optionalText,
  Time,
  text,
  Version,
} from '../core/fields.ts';
import { optionalRegion, RegionCode } from '../core/region.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { StatusCounts } from './code.ts';
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

const BatchInput = z.object({
  /**
   * AI 10: up to 20 characters of GS1 set 82, without those that GB/T 33993 forbids in links. Not `.` or `..`, which URLs resolve as
   * path segments.
   */
  batchNo: text(20, /^(?!\.{1,2}$)[A-Za-z0-9!"'()*+,.\-:;=_]+$/),
  categoryId: Id,
  supplierId: Id,
  /** Absent: the rule of the product. */
  codeRuleId: Id.optional(),
  quantity: int(1, MAX_BATCH_QUANTITY),
  madeDate: Day,
  /** Absent: date of manufacture plus the shelf life of the product. */
  expiryDate: optionalDay,
  /** Packaging of the units. Absent or null: that of the product. Immutable after codes are issued. */
  packaging: BatchPackaging.nullable().optional(),
  productionLine: optionalText(50),
  /** Other dealers are allowed with a warning. */
  intendedDealerId: optionalId,
  intendedRegionCode: optionalRegion,
  remark: optionalLines(500),
  version: Version,
});

export const Batch = BatchInput.required().extend({
  batchId: Id,
  state: BatchState,
  stateReason: z.string().nullable(),
  categoryName: z.string(),
  categoryCode: z.string(),
  gtin: z.string().nullable(),
  supplierCode: z.string(),
  supplierName: z.string(),
  intendedDealerCode: z.string().nullable(),
  intendedDealerName: z.string().nullable(),
  /** Full name, including all parent regions. */
  intendedRegionName: z.string().nullable(),
  ruleName: z.string(),
  codeKind: CodeKind,
  issuedCount: z.int(),
  submitBy: z.string().nullable(),
  submitTime: Time.nullable(),
  approveBy: z.string().nullable(),
  approveTime: Time.nullable(),
  issueTime: Time.nullable(),
  /** By effective status: the most severe of batch, containers and unit. Empty before codes are issued. */
  statusCounts: StatusCounts,
  ownStatusCounts: StatusCounts,
  /** Part of `statusCounts` that comes from a container. */
  heldCounts: StatusCounts,
  ...audited,
});

export const batches = defineResource({
  domain: 'manage',
  name: 'batch',
  key: 'batchId',
  log: '批次管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  record: Batch,
  input: BatchInput,
  filters: z
    .object({
      batchNo: text(20),
      categoryId: Id,
      supplierId: Id,
      /** Currently or formerly holds units. */
      channelBusinessId: Id,
      intendedDealerId: Id,
      /** Includes all regions within it. */
      intendedRegionCode: RegionCode,
      productionLine: text(50),
      state: BatchState,
      madeBeginTime: Day,
      madeEndTime: Day,
      expiryBeginTime: Day,
      expiryEndTime: Day,
      /** Includes all descendants. */
      catalogueId: Id,
      expiringDays: int(0, 3650),
      /** Exclusive lower bound. */
      suspectsOver: int(0, Number.MAX_SAFE_INTEGER),
      /** Of the supplier, a current dealer, and a recorded trace step. Includes all descendants. */
      supplierCatalogueId: Id,
      dealerCatalogueId: Id,
      traceCatalogueId: Id,
      /** Excludes descendant categories. */
      catalogueOnly: z.literal('1'),
      /** `live`: activated, packed, shipped or sold codes. `shipped`: includes sold codes. */
      having: z.enum(['issued', 'live', 'shipped']),
      /** Days of the change. Without a first day: the state at the end of the last day. */
      havingBeginTime: Day,
      havingEndTime: Day,
      ...createdBetween,
    })
    .partial(),
  sortable: ['batchNo', 'quantity', 'madeDate', 'expiryDate', 'createTime'],
});

/** `2026/1/31` and `2026.1.31` become `2026-01-31`. */
const normaliseDate = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .replace(/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, (_, year: string, month: string, day: string) =>
          [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
        )
    : value;

/** References are codes, the rule is a name. */
export const BatchLine = z.object({
  batchNo: BatchInput.shape.batchNo,
  categoryCode: text(32),
  supplierCode: text(32),
  /** Absent: the rule of the product. */
  ruleName: optionalText(50),
  quantity: BatchInput.shape.quantity,
  madeDate: z.preprocess(normaliseDate, Day),
  expiryDate: z.preprocess(normaliseDate, optionalDay).optional(),
  /**
   * Items per box, case and pallet, each of the next lower level, e.g. `24×40` or `24,40`. 0 means no such level, and trailing levels
   * are optional. Absent: the packaging of the product. A single number has at most three digits, because spreadsheets read `24,40` as
   * 2440.
   */
  packagingText: optionalText(20, /^(\d{1,3}|\d{1,4}(\s*[×xX*,，、;；]\s*\d{1,4}){1,2})$/),
  productionLine: BatchInput.shape.productionLine,
  intendedDealerCode: optionalText(32),
  /** Full name such as 广东省深圳市, or the six-digit code. */
  intendedRegionName: optionalText(100),
  remark: BatchInput.shape.remark,
});
export type BatchLine = z.output<typeof BatchLine>;

const { version: _version, ...auditing } = audited;

/** Import columns first. */
export const batchSheet = defineResource({
  ...{ domain: 'manage', name: 'batch', key: 'batchId', log: '批次管理', operations: batches.operations },
  record: BatchLine.required().extend({
    batchId: Id,
    categoryName: z.string(),
    supplierName: z.string(),
    gtin: z.string().nullable(),
    state: BatchState,
    stateReason: z.string().nullable(),
    issuedCount: z.int(),
    submitBy: z.string().nullable(),
    submitTime: Time.nullable(),
    approveBy: z.string().nullable(),
    approveTime: Time.nullable(),
    issueTime: Time.nullable(),
    ...auditing,
  }),
  input: BatchLine,
  filters: z.object({}),
  sortable: [],
});

const reason = lines(200);
/** From 1, both ends included. Absent: the first and the last. */
export const Range = z.object({ from: int(1, Number.MAX_SAFE_INTEGER).optional(), to: int(1, Number.MAX_SAFE_INTEGER).optional() });
/** Irreversible actions require the batch number as confirmation. */
const IrreversibleInput = z.object({ reason, confirm: text(20) });

export const submitBatch = defineAction(batches, 'submit');
export const approveBatch = defineAction(batches, 'approve');
export const rejectBatch = defineAction(batches, 'reject', z.object({ reason }));
export const cancelBatch = defineAction(batches, 'cancel', z.object({ reason: optionalLines(200) }));
export const issueBatch = defineAction(batches, 'issue');
export const activateBatch = defineAction(batches, 'activate', Range);
export const freezeBatch = defineAction(batches, 'freeze', z.object({ reason }));
export const unfreezeBatch = defineAction(batches, 'unfreeze', z.object({ reason: optionalLines(200) }));
export const closeBatch = defineAction(batches, 'close');
export const recallBatch = defineAction(batches, 'recall', IrreversibleInput);
export const voidBatch = defineAction(batches, 'void', IrreversibleInput);

/** Copies the planned dealer only if active, and no issued codes. */
export const cloneBatch = defineAction(
  batches,
  'clone',
  z.object({ batchNo: BatchInput.shape.batchNo, madeDate: Day, quantity: int(1, MAX_BATCH_QUANTITY).optional() }),
);

/** `level` absent: units. */
export const RunsQuery = z.object({ level: CodeLevel.optional() });

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

/** Other transitions are rejected. */
export const batchLifeCycle = {
  submit: { from: ['draft'], to: 'pending' },
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'draft' },
  cancel: { from: ['draft', 'pending', 'approved'], to: 'cancelled' },
  issue: { from: ['approved'], to: 'issuing' },
  activate: { from: ['issued', 'active'], to: 'active' },
  close: { from: ['active'], to: 'closed' },
  freeze: { from: ['issued', 'active', 'closed'], to: 'frozen' },
  /** Restores the state before the freeze. */
  unfreeze: { from: ['frozen'], to: null },
  recall: { from: ['issued', 'active', 'closed', 'frozen'], to: 'recalled' },
  void: { from: ['issued'], to: 'void' },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState | null }>;
export type BatchStep = keyof typeof batchLifeCycle;
