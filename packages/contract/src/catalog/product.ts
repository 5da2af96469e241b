import { isGs1Key } from '@suyuan/codes';
import { z } from 'zod';
import {
  audited,
  createdBetween,
  decimal,
  Flag,
  Id,
  int,
  optionalId,
  optionalLines,
  optionalText,
  orNone,
  text,
  unlessBlank,
  Version,
} from '../core/fields.ts';
import { optionalRegion } from '../core/region.ts';
import { defineAction, defineResource } from '../core/resource.ts';
import { pictureEndings } from '../system/file.ts';

/** GTIN-8, -12, -13 or -14 with a valid check digit, stored as 14 digits (GS1 General Specifications §7.9.1, AI 01). */
const Gtin = optionalText(14)
  .refine((gtin) => gtin == null || ([8, 12, 13, 14] as const).some((length) => isGs1Key(gtin, length)), { params: { word: 'issue.gtin' } })
  .transform((gtin) => (gtin ? gtin.padStart(14, '0') : gtin));

/** The first is the main picture. */
export const MAX_PICTURES = 9;
const STORY_LENGTH = 50_000;

const picturePath = new RegExp(`^/profile/upload/\\d{4}/\\d\\d/\\d\\d/[0-9a-f]{32}\\.(${pictureEndings.join('|')})$`);
/** Path returned by the upload, with or without `/api`. Stored without it. */
const Picture = z
  .string()
  .transform((path) => path.replace(/^\/api\//, '/'))
  .refine((path) => picturePath.test(path), { params: { word: 'issue.picture' } });

const Attribute = z.object({ name: text(30), value: text(200) });

/** `contains` counts items of the next lower existing level. */
const PackagingLevel = z.object({
  /** 1 box, 2 case, 3 pallet. */
  level: int(1, 3),
  contains: int(1, 9999),
  gtin: Gtin,
  /** Extension digit and GS1 company prefix of the SSCC (AI 00). Serial and check digit complete the 18 digits. */
  ssccPrefix: optionalText(13, /^\d{8,13}$/),
});
export type PackagingLevel = z.output<typeof PackagingLevel>;

const ascending = (levels: { level: number }[]) => levels.every(({ level }, index) => level > (levels[index - 1]?.level ?? 0));
const distinct = (attributes: { name: string }[]) => new Set(attributes.map(({ name }) => name)).size === attributes.length;

export const netContentUnits = ['g', 'kg', 'ml', 'l', 'm', 'piece'] as const;

const productFields = {
  categoryCode: text(32, /^[A-Z0-9_-]+$/),
  categoryName: text(100),
  gtin: Gtin,
  brand: optionalText(50),
  spec: optionalText(100),
  unit: optionalText(20),
  /** Content of one unit together with `netContentUnit`, e.g. 250 ml. */
  netContent: decimal(0.001, 99_999_999, 3).nullable().optional(),
  netContentUnit: orNone(z.enum(netContentUnits)),
  /** Time from manufacture to expiry, in `shelfLifeUnit`. The database limits it to a hundred years. */
  shelfLife: int(1, 36_500).nullable().optional(),
  shelfLifeUnit: z.enum(['day', 'month', 'year']).nullable().optional(),
  origin: optionalText(50),
  standardNo: optionalText(50),
  licenceNo: optionalText(50),
  /** Recommended retail price in fen. Not binding. */
  suggestedPriceFen: int(0, 100_000_000_000).nullable().optional(),
  videoUrl: optionalText(500, /^https?:\/\/[^\s<>"]+$/),
  /** Visible to consumers. */
  intro: optionalLines(2000),
  codeRuleId: optionalId,
  /** `1`: off the market. Takes no new batches. */
  status: Flag.optional(),
  remark: optionalLines(500),
};

const ProductInput = z.object({
  ...productFields,
  catalogueId: optionalId,
  originRegionCode: optionalRegion,
  pictures: z.array(Picture).max(MAX_PICTURES).optional(),
  attributes: z
    .array(Attribute)
    .max(30)
    .refine(distinct, { params: { word: 'issue.nameTwice' } })
    .optional(),
  /** Ordered from the box upwards. Immutable, like the GTIN, after codes are issued. */
  packaging: z
    .array(PackagingLevel)
    .max(3)
    .refine(ascending, { params: { word: 'issue.packagingOrder' } })
    .optional(),
  /** HTML for consumers, sanitised before storage. */
  story: optionalLines(STORY_LENGTH),
  templateId: optionalId,
  version: Version,
});

export const Product = ProductInput.required().extend({
  categoryId: Id,
  catalogueName: z.string().nullable(),
  ruleName: z.string().nullable(),
  templateName: z.string().nullable(),
  /** Batches visible to the current user. `codeCount` has the same scope. */
  batchCount: z.int(),
  codeCount: z.int(),
  /** Whether any batch has issued codes, even invisible ones. GTIN and packaging are then immutable. */
  printed: z.boolean(),
  ...audited,
});

/** Products. Their wire name is category. */
export const products = defineResource({
  domain: 'manage',
  name: 'category',
  key: 'categoryId',
  log: '品类管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  record: Product,
  input: ProductInput,
  filters: z
    .object({
      categoryCode: text(32),
      categoryName: text(100),
      /** Matches any level of packaging. */
      gtin: text(14),
      brand: text(50),
      /** Includes all descendant categories, unless `catalogueOnly` is set. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      status: Flag,
      ...createdBetween,
    })
    .partial(),
  sortable: ['categoryCode', 'categoryName', 'createTime'],
});

/** Omits the GTINs, which are unique. */
export const cloneProduct = defineAction(
  products,
  'clone',
  z.object({ categoryCode: productFields.categoryCode, categoryName: unlessBlank(productFields.categoryName) }),
);

const { codeRuleId, ...lineFields } = productFields;
const levelFields = { contains: unlessBlank(int(1, 9999)), gtin: Gtin };
const ProductLine = z.object({
  ...lineFields,
  catalogueCode: optionalText(32),
  /** Code or name, e.g. 530000 or 云南省. */
  originRegion: optionalText(60),
  boxContains: levelFields.contains,
  boxGtin: levelFields.gtin,
  caseContains: levelFields.contains,
  caseGtin: levelFields.gtin,
  palletContains: levelFields.contains,
  palletGtin: levelFields.gtin,
  /** Format: `脂肪含量=3.6 g；产季=春`. */
  attributeText: optionalText(4000),
  codeRuleId,
});
export type ProductLine = z.output<typeof ProductLine>;

/** One column per packaging level. Categories are codes, regions are names. */
export const productSheet = defineResource({
  ...{ domain: 'manage', name: 'category', key: 'categoryId', log: '品类管理', operations: products.operations },
  record: ProductLine.required().extend({ ruleName: z.string().nullable(), batchCount: z.int(), codeCount: z.int(), ...audited }),
  input: ProductLine,
  filters: z.object({}),
  sortable: [],
});

/** `GET /manage/category/{id}/figures`, for batches visible to the current user. */
export const ProductStatistics = z.object({
  /** Time of the last scan evaluation. Null before the first. */
  followTime: z.string().nullable(),
  /** Codes per stage. Each stage includes the codes of later stages. */
  funnel: z.object({ issued: z.int(), activated: z.int(), shipped: z.int(), scanned: z.int() }),
  /** The last 30 days, oldest first. */
  byDay: z.array(z.object({ day: z.string(), scans: z.int(), firsts: z.int(), suspect: z.int() })),
  /** Last 30 days. An empty code means an unknown or foreign place. */
  byRegion: z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int() })),
  batchStates: z.record(z.string(), z.int()),
});
export type ProductStatistics = z.output<typeof ProductStatistics>;
