// Over 250 lines: all that is said of a batch, its sheet, its life and its calendar, on one page.
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

/** Codes that one run may issue. */
export const LARGEST_RUN = 1_000_000_000;

const BatchInput = z.object({
  /** AI 10: up to 20 characters of GS1 set 82, without those that GB/T 33993 forbids in links; a link reads `.` and `..` as folders. */
  batchNo: text(20, /^(?!\.{1,2}$)[A-Za-z0-9!"'()*+,.\-:;=_]+$/),
  categoryId: Id,
  supplierId: Id,
  /** Absent: the rule of the goods. */
  codeRuleId: Id.optional(),
  quantity: int(1, LARGEST_RUN),
  madeDate: Day,
  /** Absent: manufacture plus the shelf life of the goods. */
  expiryDate: optionalDay,
  /** How its units go into boxes, cases and pallets; absent or null: as the goods'. Fixed when its codes are issued. */
  packaging: BatchPackaging.nullable().optional(),
  /** Where in the factory it is made, as people call it. */
  productionLine: optionalText(50),
  /** Whom its goods are meant for. Goods may still go to others: who ships them is told. */
  intendedDealerId: optionalId,
  /** Where its goods are meant to be sold. */
  intendedRegionCode: optionalRegion,
  remark: optionalLines(500),
  version: Version,
});

export const Batch = BatchInput.required().extend({
  batchId: Id,
  state: BatchState,
  /** Why it was rejected, frozen, recalled or voided. */
  stateReason: z.string().nullable(),
  categoryName: z.string(),
  categoryCode: z.string(),
  gtin: z.string().nullable(),
  supplierCode: z.string(),
  supplierName: z.string(),
  intendedDealerCode: z.string().nullable(),
  intendedDealerName: z.string().nullable(),
  /** With all that the region lies in. */
  intendedRegionName: z.string().nullable(),
  ruleName: z.string(),
  /** Whether its codes are made here or imported. */
  codeKind: CodeKind,
  /** Codes issued, over all runs. */
  issuedCount: z.int(),
  submitBy: z.string().nullable(),
  submitTime: Time.nullable(),
  approveBy: z.string().nullable(),
  approveTime: Time.nullable(),
  issueTime: Time.nullable(),
  /** Units by status, where codes are issued: the gravest of the batch's, their containers' and their own. */
  statusCounts: StatusCounts,
  /** The same by their own status. */
  ownStatusCounts: StatusCounts,
  /** Those of `statusCounts` that are so because of their container. */
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
      /** A dealer that has units of it now, or was sent some. */
      channelBusinessId: Id,
      /** Meant for this dealer, whoever has units of it. */
      intendedDealerId: Id,
      /** Meant for a region, or for one that lies in it. */
      intendedRegionCode: RegionCode,
      productionLine: text(50),
      state: BatchState,
      madeBeginTime: Day,
      madeEndTime: Day,
      expiryBeginTime: Day,
      expiryEndTime: Day,
      /** Class of the goods, with all below it. */
      catalogueId: Id,
      /** Expires within so many days from today. */
      expiringDays: int(0, 3650),
      /** Has more suspect scans than this. */
      suspectsOver: int(0, Number.MAX_SAFE_INTEGER),
      /** Classes of the supplier, of a dealer that holds units of it, and of a step that is recorded of it, each with all below it. */
      supplierCatalogueId: Id,
      dealerCatalogueId: Id,
      traceCatalogueId: Id,
      /** The classes asked for alone, without those below. */
      catalogueOnly: z.literal('1'),
      /** Has codes at all, or codes that are live (activated, packed, shipped or sold), or shipped or sold. */
      having: z.enum(['issued', 'live', 'shipped']),
      /** These came, or went, within these days; without a first day: were there at the end of the last. */
      havingBeginTime: Day,
      havingEndTime: Day,
      ...createdBetween,
    })
    .partial(),
  sortable: ['batchNo', 'quantity', 'madeDate', 'expiryDate', 'createTime'],
});

/** A day as spreadsheets have it: `2026/1/31` and `2026.1.31` are read as `2026-01-31`. */
const slashed = (value: unknown) =>
  typeof value === 'string'
    ? value
        .trim()
        .replace(/^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/, (_, year: string, month: string, day: string) =>
          [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
        )
    : value;

/** A batch as a line of its spreadsheet: what it refers to is named by codes, the rule by its name. */
export const BatchLine = z.object({
  batchNo: BatchInput.shape.batchNo,
  categoryCode: text(32),
  supplierCode: text(32),
  /** Absent: the rule of the goods. */
  ruleName: optionalText(50),
  quantity: BatchInput.shape.quantity,
  madeDate: z.preprocess(slashed, Day),
  expiryDate: z.preprocess(slashed, optionalDay).optional(),
  /**
   * What a box, a case and a pallet hold of the next lower level, e.g. `24×40` or `24,40`; 0: no such level, nothing after it: none above it.
   * Absent: as the goods'. A lone number has at most three digits, for spreadsheets read `24,40` as 2440.
   */
  packagingText: optionalText(20, /^(\d{1,3}|\d{1,4}(\s*[×xX*,，、;；]\s*\d{1,4}){1,2})$/),
  productionLine: BatchInput.shape.productionLine,
  /** Whom its goods are meant for. */
  intendedDealerCode: optionalText(32),
  /** A full name such as 广东省深圳市, or the six digits. */
  intendedRegionName: optionalText(100),
  remark: BatchInput.shape.remark,
});
export type BatchLine = z.output<typeof BatchLine>;

const { version: _version, ...auditing } = audited;

/** Batches as their spreadsheet has them: first what its import reads, then what became of them. */
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
/** A run of ordinals, both ends included, counted from 1 as people do; absent ends mean the first and the last. */
export const Range = z.object({ from: int(1, Number.MAX_SAFE_INTEGER).optional(), to: int(1, Number.MAX_SAFE_INTEGER).optional() });
/** What cannot be undone asks for the batch number to be typed. */
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

/** A new draft of the same goods, supplier, rule, packaging and line, meant for the same dealer while that is at work; nothing that was issued comes along. */
export const cloneBatch = defineAction(
  batches,
  'clone',
  z.object({ batchNo: BatchInput.shape.batchNo, madeDate: Day, quantity: int(1, LARGEST_RUN).optional() }),
);

/** Which codes of a batch are asked for as runs; absent: its units. */
export const RunsQuery = z.object({ level: CodeLevel.optional() });

/** What the calendar is asked: a month, which day of a batch counts, and the filters of the list. */
export const CalendarQuery = batches.filters.extend({
  month: z.string().regex(/^(19|[2-9]\d)\d{2}-(0[1-9]|1[0-2])$/),
  by: z.enum(['made', 'expiry']).default('made'),
});
export type CalendarQuery = z.output<typeof CalendarQuery>;

/** Batches that a day of the calendar shows by name; the others it counts. */
export const CALENDAR_NAMES = 3;

/** One day that has batches. */
export const CalendarDay = z.object({
  day: z.string(),
  count: z.number(),
  /** Units planned in all of them. */
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

/** Where each action leads from and to; what is not here cannot happen (product plan, table of batch states). */
export const batchLifeCycle = {
  submit: { from: ['draft'], to: 'pending' },
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'draft' },
  cancel: { from: ['draft', 'pending', 'approved'], to: 'cancelled' },
  issue: { from: ['approved'], to: 'issuing' },
  activate: { from: ['issued', 'active'], to: 'active' },
  close: { from: ['active'], to: 'closed' },
  freeze: { from: ['issued', 'active', 'closed'], to: 'frozen' },
  /** Back to the state before the freeze, which the batch remembers. */
  unfreeze: { from: ['frozen'], to: null },
  recall: { from: ['issued', 'active', 'closed', 'frozen'], to: 'recalled' },
  void: { from: ['issued'], to: 'void' },
} as const satisfies Record<string, { from: readonly BatchState[]; to: BatchState | null }>;
export type BatchStep = keyof typeof batchLifeCycle;
