import { z } from 'zod';
import { Id, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

/** Goods as everybody sees them: what they look like, what they are called, how they do. */
const GalleryGoods = z.object({
  categoryId: Id,
  categoryName: z.string(),
  categoryCode: z.string(),
  catalogueName: z.string().nullable(),
  gtin: z.string().nullable(),
  brand: z.string().nullable(),
  spec: z.string().nullable(),
  /** Address below `/api` of the picture that stands for them. */
  picture: z.string().nullable(),
  batchCount: z.int(),
  /** Unit codes issued in all batches. */
  codeCount: z.int(),
  /** Within the last 30 days. */
  scanCount: z.int(),
  suspectCount: z.int(),
});
export type GalleryGoods = z.output<typeof GalleryGoods>;

/** The gallery of goods on the market: read-only, for whoever may see it. Its figures are those of the goods' own page. */
export const gallery = defineResource({
  domain: 'business',
  name: 'category',
  key: 'categoryId',
  operations: ['list'],
  record: GalleryGoods,
  input: z.object({}),
  filters: z
    .object({
      /** Part of a name, code, brand or GTIN. */
      words: text(100),
      /** With all classes below it. */
      catalogueId: Id,
    })
    .partial(),
  sortable: ['categoryName', 'codeCount', 'scanCount'],
});
