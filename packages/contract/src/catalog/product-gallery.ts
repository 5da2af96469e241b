import { z } from 'zod';
import { Id, text } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';

const GalleryProduct = z.object({
  categoryId: Id,
  categoryName: z.string(),
  categoryCode: z.string(),
  catalogueName: z.string().nullable(),
  gtin: z.string().nullable(),
  brand: z.string().nullable(),
  spec: z.string().nullable(),
  /** Path below `/api`. */
  picture: z.string().nullable(),
  batchCount: z.int(),
  codeCount: z.int(),
  /** Within the last 30 days. */
  scanCount: z.int(),
  suspectCount: z.int(),
});
export type GalleryProduct = z.output<typeof GalleryProduct>;

/** Read-only. The figures equal those of the product page. */
export const productGallery = defineResource({
  domain: 'business',
  name: 'category',
  key: 'categoryId',
  operations: ['list'],
  record: GalleryProduct,
  input: z.object({}),
  filters: z
    .object({
      /** Substring of a name, code, brand or GTIN. */
      words: text(100),
      /** Includes all descendant categories. */
      catalogueId: Id,
    })
    .partial(),
  sortable: ['categoryName', 'codeCount', 'scanCount'],
});
