import type { GalleryProduct, ProductStatistics, productGallery, QueryOf } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import { orNotFound } from '../../../platform/problem.ts';
import * as productService from '../product/product.service.ts';
import * as queries from './product-gallery.queries.ts';

export const list = ({ db, scope }: Context, query: QueryOf<typeof productGallery>) => queries.list(db, scope, query);

/** @throws notFound */
export async function figures(ctx: Context, id: number): Promise<{ goods: GalleryProduct; figures: ProductStatistics }> {
  const goods = orNotFound(await queries.find(ctx.db, ctx.scope, id));
  return { goods, figures: await productService.readFigures(ctx, id) };
}
