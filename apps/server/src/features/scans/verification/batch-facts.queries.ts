import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';

/** Whether a dealer is authorised for the product, or a batch of it was shipped. */
const isSoldThroughDealers = sql<boolean>`(exists (select from dealer_product d where d.category_id = batch.category_id)
  or exists (select from batch b join shipment_line l on l.batch_id = b.batch_id join shipment d on d.dispatch_id = l.dispatch_id
    where b.category_id = batch.category_id and d.state in ('shipping', 'shipped', 'received')))`;

export const listBatchFacts = (db: Db, batchIds: number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('product', 'product.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batchNo', 'madeDate', 'expiryDate', 'pinDigits', 'gtin', 'brand', 'spec', 'origin', 'intro'])
    .select(['product.categoryName as name', 'supplier.supplierName as maker'])
    .select(sql<string | null>`product.pictures[1]`.as('picture'))
    .select(isSoldThroughDealers.as('throughDealers'))
    .select(
      sql<(string | null)[]>`array(
        select item.gtin from generate_series(0, 3) as packed (level)
        left join trade_item item on item.category_id = product.category_id and item.level = packed.level order by packed.level)`.as(
        'gtins',
      ),
    )
    .where('batchId', 'in', batchIds)
    .execute();
