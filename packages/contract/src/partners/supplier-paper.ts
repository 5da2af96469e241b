import { z } from 'zod';
import { audited, createdBetween, Id, int, optionalDay, optionalLines, optionalText, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

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
