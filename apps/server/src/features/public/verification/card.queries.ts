import { sql } from 'kysely';
import type { Db } from '../../../db/database.types.ts';

/** What the shopper is told of a batch, whichever of its codes was scanned. */
export const findCards = (db: Db, batchIds: number[]) =>
  db
    .selectFrom('batch')
    .innerJoin('category', 'category.categoryId', 'batch.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
    .select(['batchId', 'batchNo', 'madeDate', 'expiryDate', 'pinDigits', 'gtin', 'brand', 'spec', 'origin', 'intro'])
    .select(['category.categoryName as name', 'supplier.supplierName as maker'])
    .select(sql<string | null>`category.pictures[1]`.as('picture'))
    .where('batchId', 'in', batchIds)
    .execute();
