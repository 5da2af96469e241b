import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { f } from '../core/field-kinds.ts';
import { defineResource, type RecordOf } from '../core/resource.ts';
import { ProductStatistics } from './product.ts';

/** Read-only. The figures equal those of the product page. */
export const productGallery = defineResource({
  domain: 'business',
  name: 'category',
  key: 'categoryId',
  rest: 'product-gallery',
  operations: ['list'],
  fields: {
    categoryName: f.serverText().stored(),
    categoryCode: f.code(32).computed(),
    catalogueName: f.serverText().optional(),
    gtin: f.code(14).computed().optional(),
    brand: f.serverText().optional(),
    spec: f.serverText().optional(),
    /** Path below `/api`. */
    picture: f.serverText().optional(),
    batchCount: f.serverNumber(),
    codeCount: f.serverNumber().stored(),
    /** Within the last 30 days. */
    scanCount: f.serverNumber().stored(),
    suspectCount: f.serverNumber(),
  },
  filters: ['words', 'catalogueId'],
  moreFilters: {
    /** Substring of a name, code, brand or GTIN. */
    words: f.text(100),
    /** Includes all descendant categories. */
    catalogueId: f.reference(),
  },
  sortable: ['categoryName', 'codeCount', 'scanCount'],
  columns: [],
});

export type GalleryProduct = RecordOf<typeof productGallery>;

export const galleryProduct = defineEndpoint(productGallery, 'GET /:id/figures', {
  permission: 'read',
  data: z.object({ goods: productGallery.record, figures: ProductStatistics }),
});
