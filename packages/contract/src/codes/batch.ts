// Over 250 lines: schemas of the batch, its spreadsheet, life cycle and calendar in one file.
import { z } from 'zod';
import { defineAction } from '../core/action.ts';
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
import { defineResource } from '../core/resource.ts';
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

/** Maximum codes per issue run. */
export const LARGEST_RUN = 1_000_000_000;

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
  quantity: int(1, LARGEST_RUN),
  madeDate: Day,
  /** Absent: date of manufacture plus the shelf life of the product. */
  expiryDate: optionalDay,
  /** Packaging of the units. Absent or null: that of the product. Immutable after codes are issued. */
  packaging: BatchPackaging.nullable().optional(),
  productionLine: optionalText(50),
  /** Planned dealer. Shipments to other dealers are allowed with a warning. */
  intendedDealerId: optionalId,
  /** Planned sales region. */
  intendedRegionCode: optionalRegion,
  remark: optionalLines(500),
  version: Version,
});

export const Batch = BatchInput.required().extend({
  batchId: Id,
  state: BatchState,
  /** Reason for rejection, freeze, recall or voiding. */
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
  /** Whether codes are generated or imported. */
  codeKind: CodeKind,
  /** Codes issued in all runs. */
  issuedCount: z.int(),
  submitBy: z.string().nullable(),
  submitTime: Time.nullable(),
  approveBy: z.string().nullable(),
  approveTime: Time.nullable(),
  issueTime: Time.nullable(),
  /** Units per effective status: the most severe status of batch, containers and unit. Empty before codes are issued. */
  statusCounts: StatusCounts,
  /** Units by their individual status. */
  ownStatusCounts: StatusCounts,
  /** Units of `statusCounts` whose effective status comes from a container. */
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
      /** Dealer that holds or once received units of the batch. */
      channelBusinessId: Id,
      /** Planned dealer, independent of the current holder. */
      intendedDealerId: Id,
      /** Planned region, including all regions within it. */
      intendedRegionCode: RegionCode,
      productionLine: text(50),
      state: BatchState,
      madeBeginTime: Day,
      madeEndTime: Day,
      expiryBeginTime: Day,
      expiryEndTime: Day,
      /** Category of the product, including all descendants. */
      catalogueId: Id,
      /** Expires within this number of days from today. */
      expiringDays: int(0, 3650),
      /** Minimum number of suspect scans, exclusive. */
      suspectsOver: int(0, Number.MAX_SAFE_INTEGER),
      /** Categories of the supplier, of a dealer that holds units, and of a recorded trace step. Each includes all descendants. */
      supplierCatalogueId: Id,
      dealerCatalogueId: Id,
      traceCatalogueId: Id,
      /** Restricts the category filters to the categories themselves. */
      catalogueOnly: z.literal('1'),
      /** Batches with issued codes, with live codes (activated, packed, shipped or sold), or with shipped or sold codes. */
      having: z.enum(['issued', 'live', 'shipped']),
      /** Days of the change that `having` selects. Without a first day: the state at the end of the last day. */
      havingBeginTime: Day,
      havingEndTime: Day,
      ...createdBetween,
    })
    .partial(),
  sortable: ['batchNo', 'quantity', 'madeDate', 'expiryDate', 'createTime'],
});

/** Converts `2026/1/31` and `2026.1.31` from spreadsheets to `2026-01-31`. */
const slashed = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .replace(/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, (_, year: string, month: string, day: string) =>
          [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
        )
    : value;

/** Row of the batch spreadsheet. References are codes, the rule is a name. */
export const BatchLine = z.object({
  batchNo: BatchInput.shape.batchNo,
  categoryCode: text(32),
  supplierCode: text(32),
  /** Absent: the rule of the product. */
  ruleName: optionalText(50),
  quantity: BatchInput.shape.quantity,
  madeDate: z.preprocess(slashed, Day),
  expiryDate: z.preprocess(slashed, optionalDay).optional(),
  /**
   * Items per box, case and pallet, each of the next lower level, e.g. `24×40` or `24,40`. 0 means no such level, and trailing levels
   * are optional. Absent: the packaging of the product. A single number has at most three digits, because spreadsheets read `24,40` as
   * 2440.
   */
  packagingText: optionalText(20, /^(\d{1,3}|\d{1,4}(\s*[×xX*,，、;；]\s*\d{1,4}){1,2})$/),
  productionLine: BatchInput.shape.productionLine,
  /** Planned dealer. */
  intendedDealerCode: optionalText(32),
  /** Full name such as 广东省深圳市, or the six-digit code. */
  intendedRegionName: optionalText(100),
  remark: BatchInput.shape.remark,
});
export type BatchLine = z.output<typeof BatchLine>;

const { version: _version, ...auditing } = audited;

/** Spreadsheet form of batches: the import columns first, then the state. */
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
/** Ordinals from 1, both ends included. Absent ends mean the first and the last. */
export const Range = z.object({ from: int(1, Number.MAX_SAFE_INTEGER).optional(), to: int(1, Number.MAX_SAFE_INTEGER).optional() });
/** Irreversible actions require the batch number as confirmation. */
const Final = z.object({ reason, confirm: text(20) });

export const submitBatch = defineAction(batches, 'submit');
export const approveBatch = defineAction(batches, 'approve');
export const rejectBatch = defineAction(batches, 'reject', z.object({ reason }));
export const cancelBatch = defineAction(batches, 'cancel', z.object({ reason: optionalLines(200) }));
export const issueBatch = defineAction(batches, 'issue');
export const activateBatch = defineAction(batches, 'activate', Range);
export const freezeBatch = defineAction(batches, 'freeze', z.object({ reason }));
export const unfreezeBatch = defineAction(batches, 'unfreeze', z.object({ reason: optionalLines(200) }));
export const closeBatch = defineAction(batches, 'close');
export const recallBatch = defineAction(batches, 'recall', Final);
export const voidBatch = defineAction(batches, 'void', Final);

/**
 * Creates a draft with the same product, supplier, rule, packaging and line. Copies the planned dealer if active, but no issued codes.
 */
export const cloneBatch = defineAction(
  batches,
  'clone',
  z.object({ batchNo: BatchInput.shape.batchNo, madeDate: Day, quantity: int(1, LARGEST_RUN).optional() }),
);

/** `level` absent: units. */
export const RunsQuery = z.object({ level: CodeLevel.optional() });

/** Month, the date field that assigns a batch to a day, and the list filters. */
export const CalendarQuery = batches.filters.extend({
  month: z.string().regex(/^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/),
  by: z.enum(['made', 'expiry']).default('made'),
});
export type CalendarQuery = z.output<typeof CalendarQuery>;

/** Batches listed by name per calendar day. The others are only counted. */
export const CALENDAR_NAMES = 3;

/** Calendar day with batches. */
export const CalendarDay = z.object({
  day: z.string(),
  count: z.number(),
  /** Total planned units. */
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

/** Allowed transitions of each action. All other transitions are rejected. */
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
