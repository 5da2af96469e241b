import { type GalleryProduct, productGallery, type QueryOf } from '@suyuan/contract';
import { sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { whereFields } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

const ofProduct = (scope: DataScope) => sql`b.category_id = product.category_id and ${ownedInScope(scope, 'b')}`;

/** In the last 30 days including today, from the daily sums. */
const countScans = (
  scope: DataScope,
  condition: string,
) => sql<number>`coalesce((select sum(h.scans) from scan_batch_day h join batch b on b.batch_id = h.batch_id
  where ${ofProduct(scope)} and h.day >= current_date - 29 ${sql.raw(condition)}), 0)::bigint`;

/** Only products on sale. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('product')
    .leftJoin('category', 'category.catalogueId', 'product.catalogueId')
    .select(['categoryId', 'categoryName', 'categoryCode', 'catalogueName', 'gtin', 'brand', 'spec'])
    .select([
      sql<string | null>`pictures[1]`.as('picture'),
      sql<number>`(select count(*) from batch b where ${ofProduct(scope)})`.as('batchCount'),
      sql<number>`(select coalesce(sum(r.count), 0)::bigint from batch b join batch_range r on r.batch_id = b.batch_id and r.level = 0
        where ${ofProduct(scope)})`.as('codeCount'),
      countScans(scope, '').as('scanCount'),
      countScans(scope, "and h.verdict = 'suspect'").as('suspectCount'),
    ])
    .where('product.status', '=', '0')
    .where(ownedInScope(scope, 'product'))
    .$castTo<GalleryProduct>();

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('categoryId', '=', id).executeTakeFirst();

export const list = (db: Db, scope: DataScope, { paging, ...filters }: QueryOf<typeof productGallery>) =>
  page(
    whereFields(select(db, scope), productGallery, 'product', filters, {
      words: (words) => sql`position(lower(${words}) in lower(concat_ws(' ', category_name, category_code, brand, gtin))) > 0`,
      catalogueId: (id) => inCategory('product.catalogueId', id),
    }),
    'categoryId',
    paging,
  );
