import { isGs1Key } from '@suyuan/codes';
import { z } from 'zod';
import { audited, createdBetween, Flag, Id, optionalLines, optionalText, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

const SupplierInput = z.object({
  /** Our own reference for the supplier; printed on purchase orders, so it never changes hands. */
  supplierCode: text(32, /^[A-Z0-9_-]+$/),
  supplierName: text(100),
  /** Global Location Number, 13 digits with the check digit (GS1 General Specifications, AI 410-417). */
  gln: optionalText(13).refine((gln) => gln == null || isGs1Key(gln, 13), { params: { word: 'issue.gln' } }),
  contactName: optionalText(30),
  contactPhone: optionalText(20, /^[0-9 +()-]{5,20}$/),
  address: optionalText(200),
  /** `1`: suspended; takes no new batches. */
  status: Flag.optional(),
  remark: optionalLines(500),
  version: Version,
});

export const Supplier = SupplierInput.required().extend({
  supplierId: Id,
  /** Batches made by this supplier; while above 0 the supplier cannot be removed. */
  batchCount: z.int(),
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
  filters: z.object({ supplierCode: text(32), supplierName: text(100), status: Flag, ...createdBetween }).partial(),
  sortable: ['supplierCode', 'supplierName', 'createTime'],
});
