import { isGs1Key } from '@suyuan/codes';
import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { audited, type FieldKind, type FieldLimits, f } from '../core/field-kinds.ts';
import { absentIfBlank, decimal, Id, int, optionalText, Time, text } from '../core/fields.ts';
import { defineAction, defineResource, type InputOf } from '../core/resource.ts';
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

const gtinField = f.of('code', text(14), { optional: Gtin }, { max: 14 }).optional();

/** Null: no value. Unlike in other optional fields, empty text is an error. */
const nullable = <Schema extends z.ZodType>(kind: FieldKind, schema: Schema, limits: FieldLimits) =>
  f.of(kind, schema, { optional: schema.nullable().optional() as z.ZodType<z.output<Schema> | null | undefined> }, limits).optional();

const shelfLifeUnits = ['day', 'month', 'year'] as const;

const productFields = {
  categoryCode: f
    .code(32, /^[A-Z0-9_-]+$/)
    .unique('productCodeTaken')
    .proposed('P'),
  categoryName: f.text(100),
  gtin: gtinField.unique('productGtinTaken'),
  brand: f.text(50).optional(),
  spec: f.text(100).optional(),
  unit: f.text(20).optional(),
  /** Content of one unit together with `netContentUnit`, e.g. 250 ml. */
  netContent: nullable('number', decimal(0.001, 99_999_999, 3), { min: 0, max: 99_999_999 }),
  netContentUnit: f.choice(['g', 'kg', 'ml', 'l', 'm', 'piece']).optional(),
  /** Time from manufacture to expiry, in `shelfLifeUnit`. The database limits it to a hundred years. */
  shelfLife: nullable('number', int(1, 36_500), { min: 1, max: 36_500 }),
  shelfLifeUnit: nullable('choice', z.enum(shelfLifeUnits), { values: shelfLifeUnits }),
  origin: f.text(50).optional(),
  standardNo: f.code(50).optional(),
  licenceNo: f.code(50).optional(),
  /** Recommended retail price in fen. Not binding. */
  suggestedPriceFen: nullable('number', int(0, 100_000_000_000), { min: 0, max: 100_000_000_000 }),
  videoUrl: f.text(500, /^https?:\/\/[^\s<>"]+$/).optional(),
  /** Visible to consumers. */
  intro: f.lines(2000).optional(),
  codeRuleId: f.reference().optional(),
  /** `1`: off the market. Takes no new batches. */
  status: f.flag().omittable().initially('0'),
  remark: f.lines(500).optional(),
};

/** Products. Their wire name is category. */
export const products = defineResource({
  domain: 'manage',
  name: 'category',
  key: 'categoryId',
  rest: 'products',
  log: '品类管理',
  operations: ['list', 'read', 'add', 'edit', 'remove', 'export', 'import'],
  fields: {
    ...productFields,
    catalogueId: f.reference().optional(),
    originRegionCode: f.region().optional(),
    pictures: f.json(z.array(Picture).max(MAX_PICTURES)).omittable(),
    attributes: f
      .json(
        z
          .array(Attribute)
          .max(30)
          .refine(distinct, { params: { word: 'issue.nameTwice' } }),
      )
      .omittable(),
    /** Ordered from the box upwards. Immutable, like the GTIN, after codes are issued. */
    packaging: f
      .json(
        z
          .array(PackagingLevel)
          .max(3)
          .refine(ascending, { params: { word: 'issue.packagingOrder' } }),
      )
      .omittable(),
    /** HTML for consumers, sanitised before storage. */
    story: f.lines(STORY_LENGTH).optional(),
    templateId: f.reference().optional(),
    catalogueName: f.serverText().optional(),
    catalogueCode: f.code(32).computed().optional(),
    ruleName: f.serverText().optional(),
    templateName: f.serverText().optional(),
    /** Batches visible to the current user. `codeCount` has the same scope. */
    batchCount: f.serverNumber(),
    codeCount: f.serverNumber(),
    /** Whether any batch has issued codes, even invisible ones. GTIN and packaging are then immutable. */
    printed: f.boolean().computed(),
    ...audited,
  },
  /** `catalogueId` includes all descendant categories, unless `catalogueOnly` is set. `gtin` matches any level of packaging. */
  filters: ['categoryName', 'catalogueId', 'status', 'gtin', 'categoryCode', 'brand', 'created'],
  moreFilters: { catalogueOnly: f.choice(['1']) },
  sortable: ['categoryCode', 'categoryName', 'createTime'],
  references: ['batchCount'],
  columns: ['categoryName', 'status', 'spec', 'catalogueName', 'gtin', 'shelfLife', 'batchCount', 'codeCount', 'categoryCode'],
  formGroups: {
    what: ['categoryName', 'categoryCode', 'brand', 'spec', 'unit', 'netContent', 'netContentUnit', 'suggestedPriceFen', 'status'],
    class: ['catalogueId', 'templateId'],
    pictures: ['pictures', 'videoUrl'],
    codes: ['gtin', 'packaging', 'codeRuleId'],
    life: ['shelfLife', 'shelfLifeUnit', 'origin', 'originRegionCode', 'standardNo', 'licenceNo', 'attributes'],
    consumer: ['intro', 'story', 'remark'],
  },
});

export const Product = products.record;

/** Omits the GTINs, which are unique. */
export const cloneProduct = defineAction(
  products,
  'clone',
  z.object({ categoryCode: products.input.shape.categoryCode, categoryName: absentIfBlank(products.input.shape.categoryName) }),
  { data: z.object({ categoryId: Id }) },
);

const { codeRuleId: _, ...lineFields } = productFields;
const contains = f.number(1, 9999).absentIfBlank();

/** One column per packaging level. Categories are codes, regions and code rules are names. */
export const productSheet = defineResource({
  domain: 'manage',
  name: 'category',
  key: 'categoryId',
  log: '品类管理',
  operations: products.operations,
  fields: {
    ...lineFields,
    catalogueCode: f.text(32).optional(),
    /** Code or name, e.g. 530000 or 云南省. */
    originRegion: f.text(60).optional(),
    boxContains: contains,
    boxGtin: gtinField,
    caseContains: contains,
    caseGtin: gtinField,
    palletContains: contains,
    palletGtin: gtinField,
    /** Format: `脂肪含量=3.6 g；产季=春`. */
    attributeText: f.text(4000).optional(),
    ruleName: f.text(50).optional(),
    batchCount: f.serverNumber(),
    codeCount: f.serverNumber(),
    ...audited,
    version: audited.version.stored(),
  },
  filters: [],
  sortable: [],
  columns: [],
});

export type ProductLine = InputOf<typeof productSheet>;

/** Of the batches visible to the current user. */
export const ProductStatistics = z.object({
  /** Time of the last scan evaluation. Null before the first. */
  followTime: Time.nullable(),
  /** Codes per stage. Each stage includes the codes of later stages. */
  funnel: z.object({ issued: z.int(), activated: z.int(), shipped: z.int(), scanned: z.int() }),
  /** The last 30 days, oldest first. */
  byDay: z.array(z.object({ day: z.string(), scans: z.int(), firsts: z.int(), suspect: z.int(), notActivated: z.int() })),
  /** Last 30 days. An empty code means an unknown or foreign place. */
  byRegion: z.array(z.object({ regionCode: z.string(), scans: z.int(), suspect: z.int() })),
  batchStates: z.record(z.string(), z.int()),
});
export type ProductStatistics = z.output<typeof ProductStatistics>;

export const productFigures = defineEndpoint(products, 'GET /:id/figures', { permission: 'read', data: ProductStatistics });
