import { isGs1Key } from '@suyuan/codes';
import { z } from 'zod';
import { audited, createdBetween, Flag, Id, int, optionalId, optionalLines, optionalText, text, Version } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** GTIN-8, -12, -13 or -14 with a right check digit; kept as 14 digits (GS1 General Specifications 7.9.1, AI 01). */
const Gtin = optionalText(14)
  .refine((gtin) => gtin == null || ([8, 12, 13, 14] as const).some((length) => isGs1Key(gtin, length)), { params: { word: 'issue.gtin' } })
  .transform((gtin) => (gtin ? gtin.padStart(14, '0') : gtin));

const CategoryInput = z.object({
  categoryCode: text(32, /^[A-Z0-9_-]+$/),
  categoryName: text(100),
  gtin: Gtin,
  brand: optionalText(50),
  spec: optionalText(100),
  unit: optionalText(20),
  /** With `shelfLifeUnit`, the time from manufacture to expiry; at most a hundred years, which the table judges by the unit. */
  shelfLife: int(1, 36_500).nullable().optional(),
  shelfLifeUnit: z.enum(['day', 'month', 'year']).nullable().optional(),
  origin: optionalText(50),
  standardNo: optionalText(50),
  /** Shown to shoppers. */
  intro: optionalLines(2000),
  /** The rule that a new batch of these goods starts with. */
  codeRuleId: optionalId,
  /** `1`: off the market; takes no new batches. */
  status: Flag.optional(),
  remark: optionalLines(500),
  version: Version,
});

export const Category = CategoryInput.required().extend({
  categoryId: Id,
  ruleName: z.string().nullable(),
  batchCount: z.int(),
  /** Codes issued in all batches. */
  codeCount: z.int(),
  ...audited,
});

/** Goods: what a batch is a batch of. The wire calls them categories. */
export const categories = defineResource({
  domain: 'manage',
  name: 'category',
  key: 'categoryId',
  log: '品类管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  record: Category,
  input: CategoryInput,
  filters: z.object({ categoryCode: text(32), categoryName: text(100), gtin: text(14), status: Flag, ...createdBetween }).partial(),
  sortable: ['categoryCode', 'categoryName', 'createTime'],
});
