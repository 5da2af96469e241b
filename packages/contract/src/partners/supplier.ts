import { z } from 'zod';
import { defineAction } from '../core/action.ts';
import { audited, createdBetween, Id, int, lines, optionalLines, optionalText, Time, text, unlessBlank, Version } from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';
import { defineResource } from '../core/resource.ts';
import { partnerFields, partnerGrades } from './partner.ts';

export const supplierStates = ['draft', 'pending', 'approved', 'suspended', 'terminated'] as const;
export const SupplierState = z.enum(supplierStates);
export type SupplierState = z.output<typeof SupplierState>;

/** Stands before the last four digits of an account that is not shown whole. */
export const ACCOUNT_MASK = '**** ';

const SupplierInput = z.object({
  /** Our own reference for the supplier; printed on purchase orders, so it never changes hands. */
  supplierCode: text(32, /^[A-Z0-9_-]+$/),
  supplierName: text(100),
  shortName: optionalText(50),
  ...partnerFields,
  licenceNo: optionalText(50),
  bankName: optionalText(100),
  /** Shown with its last four digits only; sent back so, it stays as it is. */
  bankAccount: optionalText(40, /^(\*{4} \d{4}|\d[\d ]{5,38})$/),
  remark: optionalLines(500),
  version: Version,
});

export const Supplier = SupplierInput.required().extend({
  supplierId: Id,
  state: SupplierState,
  /** Why it was rejected, suspended or terminated. */
  stateReason: z.string().nullable(),
  catalogueName: z.string().nullable(),
  /** With all that the region lies in. */
  regionName: z.string().nullable(),
  /** Batches made by this supplier, of those that the asker may see, as in each figure below; while there is any the supplier cannot be removed. */
  batchCount: z.int(),
  /** Codes issued for its batches. */
  issuedCount: z.int(),
  recalledCount: z.int(),
  paperCount: z.int(),
  /** Verified inspections of its batches that say whether they conform, and those that say so (CBV 2.0 disposition `conformant`). */
  inspectedCount: z.int(),
  passedCount: z.int(),
  /** Scans of its batches in the last 90 days, and those that were suspect. */
  scannedCount: z.int(),
  suspectCount: z.int(),
  /** The day on which the first of its valid papers ends. */
  nextExpiry: z.string().nullable(),
  submitBy: z.string().nullable(),
  submitTime: Time.nullable(),
  reviewBy: z.string().nullable(),
  reviewTime: Time.nullable(),
  ...audited,
});

export const suppliers = defineResource({
  domain: 'manage',
  name: 'supplier',
  key: 'supplierId',
  log: '供应商管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  record: Supplier,
  input: SupplierInput,
  filters: z
    .object({
      supplierCode: text(32),
      supplierName: text(100),
      state: SupplierState,
      /** A class with all below it, unless it is asked for alone. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      /** A region with all that lies in it. */
      regionCode: RegionCode,
      uscc: text(18),
      grade: z.enum(partnerGrades),
      /** A paper ends within so many days, or has ended. */
      expiringIn: int(0, 3650),
      ...createdBetween,
    })
    .partial(),
  sortable: ['supplierCode', 'supplierName', 'createTime'],
});

/** A supplier as a line of a spreadsheet: what it refers to is named as people know it. */
export const SupplierLine = SupplierInput.omit({ catalogueId: true, regionCode: true }).extend({
  catalogueCode: optionalText(32),
  /** A full name such as 广东省深圳市南山区, or the six digits. */
  regionName: optionalText(100),
});

const reason = lines(200);

export const submitSupplier = defineAction(suppliers, 'submit');
export const approveSupplier = defineAction(suppliers, 'approve');
export const rejectSupplier = defineAction(suppliers, 'reject', z.object({ reason }));
export const suspendSupplier = defineAction(suppliers, 'suspend', z.object({ reason }));
export const resumeSupplier = defineAction(suppliers, 'resume', z.object({ reason: optionalLines(200) }));
/** For ever: asks for the supplier's name to be typed. */
export const terminateSupplier = defineAction(suppliers, 'terminate', z.object({ reason, confirm: text(100) }));

/** A new draft of a supplier like this one, without what is one company's alone: codes, licence, account and remark. */
export const cloneSupplier = defineAction(
  suppliers,
  'clone',
  z.object({ supplierCode: SupplierInput.shape.supplierCode, supplierName: unlessBlank(SupplierInput.shape.supplierName) }),
);

/** Where each action leads from and to; what is not here cannot happen. */
export const supplierLifeCycle = {
  submit: { from: ['draft'], to: 'pending' },
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'draft' },
  suspend: { from: ['approved'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'approved' },
  terminate: { from: ['approved', 'suspended'], to: 'terminated' },
} as const satisfies Record<string, { from: readonly SupplierState[]; to: SupplierState }>;
export type SupplierStep = keyof typeof supplierLifeCycle;

/** One thing that happened to a supplier or a dealer, newest first. */
export const PartnerEvent = z.object({
  eventId: Id,
  /** A step of the life cycle, or `add`, `edit`; `manage.<noun>.step.<action>` says it. */
  action: z.string(),
  reason: z.string().nullable(),
  /** Empty where the system did it. */
  userName: z.string(),
  eventTime: Time,
});
export type PartnerEvent = z.output<typeof PartnerEvent>;
