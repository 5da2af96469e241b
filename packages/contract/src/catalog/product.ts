import { isGs1Key } from '@suyuan/codes';
import { z } from 'zod';
import { defineAction } from '../core/action.ts';
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
import { defineResource } from '../core/resource.ts';
import { pictureEndings } from '../system/file.ts';

/** GTIN-8, -12, -13 or -14 with a right check digit; kept as 14 digits (GS1 General Specifications 7.9.1, AI 01). */
const Gtin = optionalText(14)
  .refine((gtin) => gtin == null || ([8, 12, 13, 14] as const).some((length) => isGs1Key(gtin, length)), { params: { word: 'issue.gtin' } })
  .transform((gtin) => (gtin ? gtin.padStart(14, '0') : gtin));

/** Pictures of goods, at most; the first stands for them. */
export const MOST_PICTURES = 9;
/** Characters of the story's HTML. */
const STORY_LENGTH = 50_000;

const picturePath = new RegExp(`^/profile/upload/\\d{4}/\\d\\d/\\d\\d/[0-9a-f]{32}\\.(${pictureEndings.join('|')})$`);
/** An uploaded picture as the upload answered it, with or without `/api`; kept without. */
const Picture = z
  .string()
  .transform((path) => path.replace(/^\/api\//, '/'))
  .refine((path) => picturePath.test(path), { params: { word: 'issue.picture' } });

/** A fact about goods that no field has, such as fat content. */
const Attribute = z.object({ name: text(30), value: text(200) });

/** What holds goods above the unit: how many of the next lower level that is there, and how one is marked. */
const PackagingLevel = z.object({
  /** 1 box, 2 case, 3 pallet. */
  level: int(1, 3),
  contains: int(1, 9999),
  gtin: Gtin,
  /** Extension digit and GS1 company prefix of its SSCCs (AI 00): the serial and the check digit make the 18. */
  ssccPrefix: optionalText(13, /^\d{8,13}$/),
});
export type PackagingLevel = z.output<typeof PackagingLevel>;

const ascending = (levels: { level: number }[]) => levels.every(({ level }, index) => level > (levels[index - 1]?.level ?? 0));
const distinct = (attributes: { name: string }[]) => new Set(attributes.map(({ name }) => name)).size === attributes.length;

export const netContentUnits = ['g', 'kg', 'ml', 'l', 'm', 'piece'] as const;

/** What goods are, but for what refers to other records. */
const facts = {
  categoryCode: text(32, /^[A-Z0-9_-]+$/),
  categoryName: text(100),
  gtin: Gtin,
  brand: optionalText(50),
  spec: optionalText(100),
  unit: optionalText(20),
  /** With `netContentUnit`, what one unit holds, e.g. 250 ml. */
  netContent: decimal(0.001, 99_999_999, 3).nullable().optional(),
  netContentUnit: orNone(z.enum(netContentUnits)),
  /** With `shelfLifeUnit`, the time from manufacture to expiry; at most a hundred years, which the table judges by the unit. */
  shelfLife: int(1, 36_500).nullable().optional(),
  shelfLifeUnit: z.enum(['day', 'month', 'year']).nullable().optional(),
  origin: optionalText(50),
  standardNo: optionalText(50),
  licenceNo: optionalText(50),
  /** Recommended retail price in fen; nobody is held to it. */
  suggestedPriceFen: int(0, 100_000_000_000).nullable().optional(),
  videoUrl: optionalText(500, /^https?:\/\/[^\s<>"]+$/),
  /** Shown to consumers, in a few lines. */
  intro: optionalLines(2000),
  /** The rule that a new batch of these goods starts with. */
  codeRuleId: optionalId,
  /** `1`: off the market; takes no new batches. */
  status: Flag.optional(),
  remark: optionalLines(500),
};

const ProductInput = z.object({
  ...facts,
  /** Their class in the goods catalogue. */
  catalogueId: optionalId,
  originRegionCode: optionalRegion,
  pictures: z.array(Picture).max(MOST_PICTURES).optional(),
  attributes: z
    .array(Attribute)
    .max(30)
    .refine(distinct, { params: { word: 'issue.nameTwice' } })
    .optional(),
  /** From the box up. Fixed, as the GTIN is, once codes are issued. */
  packaging: z
    .array(PackagingLevel)
    .max(3)
    .refine(ascending, { params: { word: 'issue.packagingOrder' } })
    .optional(),
  /** HTML; stored without what the allow-list does not name. Shown to shoppers. */
  story: optionalLines(STORY_LENGTH),
  /** The way that these goods are traced by. */
  templateId: optionalId,
  version: Version,
});

export const Product = ProductInput.required().extend({
  categoryId: Id,
  catalogueName: z.string().nullable(),
  ruleName: z.string().nullable(),
  templateName: z.string().nullable(),
  /** Of the batches that the asker may see, as are the codes. */
  batchCount: z.int(),
  /** Unit codes issued in these batches. */
  codeCount: z.int(),
  /** Whether codes are issued in any batch, in whoever's sight: from then on GTIN and packaging stay. */
  printed: z.boolean(),
  ...audited,
});

/** Goods: what a batch is a batch of. The wire calls them categories. */
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
      /** Of any level of packaging. */
      gtin: text(14),
      brand: text(50),
      /** With all classes below it, unless it is asked for alone. */
      catalogueId: Id,
      catalogueOnly: z.literal('1'),
      status: Flag,
      ...createdBetween,
    })
    .partial(),
  sortable: ['categoryCode', 'categoryName', 'createTime'],
});

/** New goods like these, with a code of their own and without any GTIN, which belongs to one thing. */
export const cloneProduct = defineAction(
  products,
  'clone',
  z.object({ categoryCode: facts.categoryCode, categoryName: unlessBlank(facts.categoryName) }),
);

const { codeRuleId, ...written } = facts;
const levelFields = { contains: unlessBlank(int(1, 9999)), gtin: Gtin };
const ProductLine = z.object({
  ...written,
  catalogueCode: optionalText(32),
  /** Code or name, e.g. 530000 or 云南省. */
  originRegion: optionalText(60),
  boxContains: levelFields.contains,
  boxGtin: levelFields.gtin,
  caseContains: levelFields.contains,
  caseGtin: levelFields.gtin,
  palletContains: levelFields.contains,
  palletGtin: levelFields.gtin,
  /** `脂肪含量=3.6 g；产季=春`. */
  attributeText: optionalText(4000),
  codeRuleId,
});
export type ProductLine = z.output<typeof ProductLine>;

/** Goods as their spreadsheet has them: a column for each level of packaging, the class by its code, the region by its name. */
export const productSheet = defineResource({
  ...{ domain: 'manage', name: 'category', key: 'categoryId', log: '品类管理', operations: products.operations },
  record: ProductLine.required().extend({ ruleName: z.string().nullable(), batchCount: z.int(), codeCount: z.int(), ...audited }),
  input: ProductLine,
  filters: z.object({}),
  sortable: [],
});

/** How goods do: `GET /manage/category/{id}/figures`, of the batches that the asker may see. */
export const GoodsFigures = z.object({
  /** When scans were last followed; null: not yet. */
  followTime: z.string().nullable(),
  /** Codes by how far they have come; each number counts those that went further too. */
  funnel: z.object({ issued: z.int(), activated: z.int(), shipped: z.int(), scanned: z.int() }),
  /** Each of the last 30 days, oldest first. */
  byDay: z.array(z.object({ day: z.string(), scans: z.int(), firsts: z.int(), suspect: z.int() })),
  /** Of the last 30 days, by province; an empty code is a place that is not known or not in China. */
  byRegion: z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int() })),
  batchStates: z.record(z.string(), z.int()),
});
export type GoodsFigures = z.output<typeof GoodsFigures>;
