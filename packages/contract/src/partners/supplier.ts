import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, f } from '../core/field-kinds.ts';
import { absentIfBlank, Id, optionalText } from '../core/fields.ts';
import { ImpactCounts } from '../core/impact.ts';
import { defineLifeCycle, type StepName } from '../core/life-cycle.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { contactFields, PartnerEvent, partnerFields, partnerSteps, partnerTrail, type TitledFields, uploadField } from './partner.ts';

const { version, ...auditTrail } = audited;

export const PaperKind = z.enum(['certificate', 'contract']);

export const supplierPapers = defineResource({
  domain: 'manage',
  name: 'supplierPaper',
  key: 'paperId',
  rest: 'supplier-papers',
  log: '供应商证照',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export'],
  fields: {
    supplierId: f.reference(),
    kind: f.choice(PaperKind.options).initially('certificate'),
    paperName: f.text(100),
    paperNo: f.code(50).optional(),
    issuer: f.text(100).optional(),
    validFrom: f.day().optional(),
    /** Last valid day. Null: unlimited. */
    validTo: f.day().optional(),
    filePath: uploadField,
    fileName: f.text(100).optional(),
    remark: f.lines(500).optional(),
    version,
    paperId: f.reference().stored(),
    supplierName: f.serverText(),
    /** Days from today until expiry. Negative after expiry. */
    daysLeft: f.serverNumber().optional(),
    ...auditTrail,
  },
  filters: ['supplierId', 'kind', 'paperName', 'paperNo', 'created'],
  moreFilters: { expiringIn: f.number(0, 3650) },
  sortable: ['paperName', 'validTo', 'createTime'],
  columns: ['paperName', 'paperNo', 'issuer', 'validTo'],
  form: ['kind', 'paperName', 'paperNo', 'issuer', 'validFrom', 'validTo', 'filePath', 'remark'],
});

const supplierStates = ['draft', 'pending', 'approved', 'suspended', 'terminated'] as const;

/** Precedes the last four digits. */
export const ACCOUNT_MASK = '**** ';

export const suppliers = defineResource({
  domain: 'manage',
  name: 'supplier',
  key: 'supplierId',
  rest: 'suppliers',
  log: '供应商管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    /** Printed on purchase orders. */
    supplierCode: f
      .code(32, /^[A-Z0-9_-]+$/)
      .unique('supplierCodeTaken')
      .proposed('S'),
    supplierName: f.text(100),
    shortName: f.text(50).optional(),
    ...partnerFields,
    uscc: partnerFields.uscc.unique('supplierUsccTaken'),
    licenceNo: f.code(50).optional(),
    bankName: f.text(100).optional(),
    /** Masked except for the last four digits. Sending the mask leaves it unchanged. */
    bankAccount: f.code(40, /^(\*{4} \d{4}|\d[\d ]{5,38})$/).optional(),
    remark: f.lines(500).optional(),
    version,
    supplierId: f.reference().stored(),
    state: f.choice(supplierStates).stored(),
    stateReason: f.lines(200).stored().optional(),
    catalogueName: f.serverText().optional(),
    catalogueCode: f.code(32).computed().optional(),
    /** Full name, including all parent regions. */
    regionName: f.serverText().optional(),
    /** Batches of this supplier. This and all following figures cover the batches visible to the current user. Deletion requires 0. */
    batchCount: f.serverNumber(),
    issuedCount: f.serverNumber(),
    recalledCount: f.serverNumber(),
    paperCount: f.serverNumber(),
    /** With a result, and `conformant` ones (CBV 2.0 disposition). */
    inspectedCount: f.serverNumber(),
    passedCount: f.serverNumber(),
    /** Last 90 days. */
    scannedCount: f.serverNumber(),
    suspectCount: f.serverNumber(),
    nextExpiry: f.day().computed().optional(),
    ...partnerTrail,
  } satisfies TitledFields<'manage.supplier'>,
  filters: ['supplierName', 'supplierCode', 'state', 'expiringIn', 'catalogueId', 'regionCode', 'grade', 'uscc', 'created'],
  moreFilters: {
    /** `catalogueId` includes all descendant categories, unless this is set. */
    catalogueOnly: f.choice(['1']),
    /** Includes expired documents. */
    expiringIn: f.number(0, 3650),
  },
  tabs: { field: 'state' },
  sortable: ['supplierCode', 'supplierName', 'createTime'],
  columns: [
    ...(['supplierName', 'state', 'nextExpiry', 'catalogueName', 'grade'] as const),
    ...(['batchCount', 'passedCount', 'suspectCount', 'regionName', 'supplierCode', 'createTime'] as const),
  ],
  hiddenColumns: ['batchCount', 'createTime'],
  formGroups: {
    what: ['supplierName', 'supplierCode', 'shortName', 'catalogueId', 'grade'],
    identity: ['uscc', 'gln', 'licenceNo'],
    contact: contactFields,
    payment: ['bankName', 'bankAccount', 'remark'],
  },
});

export const Supplier = suppliers.record;

/** References are names or codes. */
export const SupplierLine = suppliers.input.omit({ catalogueId: true, regionCode: true }).extend({
  catalogueCode: optionalText(32),
  /** Full name such as 广东省深圳市南山区, or the six-digit code. */
  regionName: optionalText(100),
});

const { supplierCode, supplierName } = suppliers.input.shape;

/** Omits company-specific data: codes, licence, account and remark. */
export const cloneSupplier = defineAction(suppliers, 'clone', z.object({ supplierCode, supplierName: absentIfBlank(supplierName) }), {
  data: z.object({ supplierId: Id }),
});

/** `open`: not yet closed or ended. */
export const supplierImpact = defineEndpoint(suppliers, 'GET /:id/impact', {
  permission: 'read',
  data: ImpactCounts('batches', 'open'),
});

export const supplierLifeCycle = defineLifeCycle(
  suppliers,
  'supplierStateWrong',
  partnerSteps('approved', 'supplierName', 'supplierSelfApproved', supplierImpact),
);
export type SupplierStep = StepName<typeof supplierLifeCycle>;

export const supplierEvents = defineEndpoint(suppliers, 'GET /:id/events', { permission: 'read', data: z.array(PartnerEvent) });

/** The complete account; lists and the record mask it. */
export const supplierAccount = defineEndpoint(suppliers, 'GET /:id/bank', {
  permission: 'bank',
  data: z.object({ bankName: z.string().nullable(), bankAccount: z.string().nullable() }),
});

export const supplierPartner = {
  of: suppliers,
  code: 'supplierCode',
  name: 'supplierName',
  activeState: 'approved',
  clone: cloneSupplier,
  events: supplierEvents,
} as const;
