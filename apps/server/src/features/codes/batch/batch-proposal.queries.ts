import type { BatchPackaging } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** In the business time zone. */
export async function today(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select current_date::text as day`.execute(db);
  return rows[0]!.day;
}

/**
 * Letters after the day in the last such batch number, of the batches made on that day and of the product. Includes batches out of scope,
 * because their numbers are in use too.
 */
export async function lastLetters(db: Db, madeDate: string, categoryId: number | undefined): Promise<string | undefined> {
  const day = madeDate.replaceAll('-', '');
  const { rows } = await sql<{ letters: string }>`select substring(batch_no from 9) as letters from batch
    where (made_date = ${madeDate}::date or category_id = ${categoryId ?? 0}) and batch_no ~ ${`^${day}[A-Z]{1,4}$`}
    order by length(batch_no) desc, batch_no desc limit 1`.execute(db);
  return rows[0]?.letters;
}

interface ProductDefaults {
  codeRuleId: number | null;
  packaging: BatchPackaging;
  /** Null without a shelf life, or if it ends after the year 9999. */
  expiryDate: string | null;
}

export async function productDefaults(
  db: Db,
  scope: DataScope,
  categoryId: number,
  madeDate: string,
): Promise<ProductDefaults | undefined> {
  const { rows } = await sql<ProductDefaults>`select code_rule_id, nullif(least(expiry, '10000-01-01'), '10000-01-01')::text as expiry_date,
      (select coalesce(jsonb_agg(jsonb_build_object('level', p -> 'level', 'contains', p -> 'contains') order by p -> 'level'), '[]')
        from jsonb_array_elements(packaging) p) as packaging
    from product, lateral (select (${madeDate}::date + (shelf_life || ' ' || shelf_life_unit)::interval)::date as expiry) life
    where category_id = ${categoryId} and ${ownedInScope(scope, 'product')}`.execute(db);
  return rows[0];
}

/** Of the latest batch of the product with an approved supplier. */
export async function lastSupplier(db: Db, scope: DataScope, categoryId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('batch')
    .innerJoin('supplier', 'supplier.supplierId', 'batch.supplierId')
    .select('batch.supplierId')
    .where('batch.categoryId', '=', categoryId)
    .where('supplier.state', '=', 'approved')
    .where(ownedInScope(scope, 'batch'))
    .where(ownedInScope(scope, 'supplier'))
    .orderBy('batchId', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.supplierId;
}

/** The enabled code rule, if there is exactly one. */
export async function onlyRule(db: Db, scope: DataScope): Promise<number | undefined> {
  const rows = await db
    .selectFrom('codeRule')
    .select('codeRuleId')
    .where('status', '=', '0')
    .where(ownedInScope(scope, 'codeRule'))
    .orderBy('codeRuleId')
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.codeRuleId : undefined;
}

/** The approved supplier, if there is exactly one. */
export async function onlySupplier(db: Db, scope: DataScope): Promise<number | undefined> {
  const rows = await db
    .selectFrom('supplier')
    .select('supplierId')
    .where('state', '=', 'approved')
    .where(ownedInScope(scope, 'supplier'))
    .orderBy('supplierId')
    .limit(2)
    .execute();
  return rows.length === 1 ? rows[0]?.supplierId : undefined;
}
