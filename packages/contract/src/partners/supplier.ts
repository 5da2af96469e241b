import { z } from 'zod';
import {
  audited,
  createdBetween,
  Id,
  int,
  lines,
  optionalDay,
  optionalLines,
  optionalText,
  Time,
  text,
  unlessBlank,
  Version,
} from '../core/fields.ts';
import { RegionCode } from '../core/region.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { partnerFields, partnerGrades } from './partner.ts';

export const paperKinds = ['certificate', 'contract'] as const;
export const PaperKind = z.enum(paperKinds);
export type PaperKind = z.output<typeof PaperKind>;

/** Path of a file from `POST /common/upload`, below `/api`. */
export const optionalUpload = optionalText(120, /^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.[a-z0-9]{2,4}$/);

const PaperInput = z.object({
  supplierId: Id,
  kind: PaperKind,
  paperName: text(100),
  paperNo: optionalText(50),
  issuer: optionalText(100),
  validFrom: optionalDay,
  /** Last valid day. Null: unlimited. */
  validTo: optionalDay,
  filePath: optionalUpload,
  fileName: optionalText(100),
  remark: optionalLines(500),
  version: Version,
});

export const SupplierPaper = PaperInput.required().extend({
  paperId: Id,
  supplierName: z.string(),
  /** Days from today until expiry. Negative after expiry. */
  daysLeft: z.int().nullable(),
  ...audited,
});

export const supplierPapers = defineResource({
  domain: 'manage',
  name: 'supplierPaper',
  key: 'paperId',
  log: '供应商证照',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  record: SupplierPaper,
  input: PaperInput,
  filters: z
    .object({ supplierId: Id, kind: PaperKind, paperName: text(100), paperNo: text(50), expiringIn: int(0, 3650), ...createdBetween })
    .partial(),
  sortable: ['paperName', 'validTo', 'createTime'],
});

export const supplierStates = ['draft', 'pending', 'approved', 'suspended', 'terminated'] as const;
export const SupplierState = z.enum(supplierStates);
export type SupplierState = z.output<typeof SupplierState>;

/** Precedes the last four digits. */
export const ACCOUNT_MASK = '**** ';

const SupplierInput = z.object({
  /** Unique. Printed on purchase orders. */
  supplierCode: text(32, /^[A-Z0-9_-]+$/),
  supplierName: text(100),
  shortName: optionalText(50),
  ...partnerFields,
  licenceNo: optionalText(50),
  bankName: optionalText(100),
  /** Masked except for the last four digits. Sending the mask leaves it unchanged. */
  bankAccount: optionalText(40, /^(\*{4} \d{4}|\d[\d ]{5,38})$/),
  remark: optionalLines(500),
  version: Version,
});

export const Supplier = SupplierInput.required().extend({
  supplierId: Id,
  state: SupplierState,
  stateReason: z.string().nullable(),
  catalogueName: z.string().nullable(),
  /** Full name, including all parent regions. */
  regionName: z.string().nullable(),
  /** Batches of this supplier. This and all following figures cover the batches visible to the current user. Deletion requires 0. */
  batchCount: z.int(),
  issuedCount: z.int(),
  recalledCount: z.int(),
  paperCount: z.int(),
  /** With a result, and `conformant` ones (CBV 2.0 disposition). */
  inspectedCount: z.int(),
  passedCount: z.int(),
  /** Last 90 days. */
  scannedCount: z.int(),
  suspectCount: z.int(),
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
      /** Includes all descendant categories, unless `catalogueOnly` is set. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      regionCode: RegionCode,
      uscc: text(18),
      grade: z.enum(partnerGrades),
      /** Includes expired documents. */
      expiringIn: int(0, 3650),
      ...createdBetween,
    })
    .partial(),
  sortable: ['supplierCode', 'supplierName', 'createTime'],
});

/** References are names or codes. */
export const SupplierLine = SupplierInput.omit({ catalogueId: true, regionCode: true }).extend({
  catalogueCode: optionalText(32),
  /** Full name such as 广东省深圳市南山区, or the six-digit code. */
  regionName: optionalText(100),
});

const reason = lines(200);

export const submitSupplier = defineAction(suppliers, 'submit');
export const approveSupplier = defineAction(suppliers, 'approve');
export const rejectSupplier = defineAction(suppliers, 'reject', z.object({ reason }));
export const suspendSupplier = defineAction(suppliers, 'suspend', z.object({ reason }));
export const resumeSupplier = defineAction(suppliers, 'resume', z.object({ reason: optionalLines(200) }));
/** Irreversible. Requires the supplier's name as confirmation. */
export const terminateSupplier = defineAction(suppliers, 'terminate', z.object({ reason, confirm: text(100) }));

/** Omits company-specific data: codes, licence, account and remark. */
export const cloneSupplier = defineAction(
  suppliers,
  'clone',
  z.object({ supplierCode: SupplierInput.shape.supplierCode, supplierName: unlessBlank(SupplierInput.shape.supplierName) }),
);

/** Other transitions are rejected. */
export const supplierLifeCycle = {
  submit: { from: ['draft'], to: 'pending' },
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'draft' },
  suspend: { from: ['approved'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'approved' },
  terminate: { from: ['approved', 'suspended'], to: 'terminated' },
} as const satisfies Record<string, { from: readonly SupplierState[]; to: SupplierState }>;
export type SupplierStep = keyof typeof supplierLifeCycle;

/** Lists are newest first. */
export const PartnerEvent = z.object({
  eventId: Id,
  /** Label: `manage.<noun>.step.<action>`. */
  action: z.string(),
  reason: z.string().nullable(),
  /** Empty for automatic events. */
  userName: z.string(),
  eventTime: Time,
});
export type PartnerEvent = z.output<typeof PartnerEvent>;
