import { z } from 'zod';
import { audited, createdBetween, Id, int, optionalDay, optionalLines, optionalText, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

export const paperKinds = ['certificate', 'contract'] as const;
export const PaperKind = z.enum(paperKinds);
export type PaperKind = z.output<typeof PaperKind>;

/** The address of a file that `POST /common/upload` stored, below `/api`. */
export const optionalUpload = optionalText(120, /^\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[0-9a-f]{32}\.[a-z0-9]{2,4}$/);

const PaperInput = z.object({
  supplierId: Id,
  kind: PaperKind,
  /** What it is called, e.g. 食品生产许可证. */
  paperName: text(100),
  paperNo: optionalText(50),
  issuer: optionalText(100),
  validFrom: optionalDay,
  /** The last day on which it is valid; null: without end. */
  validTo: optionalDay,
  filePath: optionalUpload,
  /** The name that the file had where it came from. */
  fileName: optionalText(100),
  remark: optionalLines(500),
  version: Version,
});

export const SupplierPaper = PaperInput.required().extend({
  paperId: Id,
  supplierName: z.string(),
  /** Days from today until it ends; negative once it has. */
  daysLeft: z.int().nullable(),
  ...audited,
});

/** Certificates of suppliers and contracts with them, each with its file and the day on which it ends. */
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
