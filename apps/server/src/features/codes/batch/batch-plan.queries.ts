import type { CodeForm } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** A referenced record out of scope counts as missing. */

export const findGoods = (db: Db, scope: DataScope, categoryId: number) =>
  db
    .selectFrom('product')
    .select(['categoryName', 'status', 'gtin', 'codeRuleId'])
    .where('categoryId', '=', categoryId)
    .where(ownedInScope(scope, 'product'))
    .executeTakeFirst();

export const findSupplier = (db: Db, scope: DataScope, supplierId: number) =>
  db
    .selectFrom('supplier')
    .select(['supplierName', 'state'])
    .where('supplierId', '=', supplierId)
    .where(ownedInScope(scope, 'supplier'))
    .executeTakeFirst();

/** `left`: remaining serials. */
export const findRule = (db: Db, scope: DataScope, codeRuleId: number) =>
  db
    .selectFrom('codeRule')
    .innerJoin('codeSpace', 'codeSpace.spaceId', 'codeRule.spaceId')
    .select(['ruleName', 'status', 'form', 'kind', 'codeRule.spaceId'])
    .select(sql<number>`capacity - next_serial`.as('left'))
    // checked by the table
    .$narrowType<{ form: CodeForm }>()
    .where('codeRuleId', '=', codeRuleId)
    .where(ownedInScope(scope, 'codeRule'))
    .executeTakeFirst();

/** The product's default rule may be out of scope. */
export async function findReferences(
  db: Db,
  scope: DataScope,
  references: { categoryCode: string; supplierCode: string; ruleName?: string | null },
) {
  const goods = await db
    .selectFrom('product')
    .select(['categoryId', 'codeRuleId'])
    .where('categoryCode', '=', references.categoryCode)
    .where(ownedInScope(scope, 'product'))
    .executeTakeFirst();
  const supplier = await db
    .selectFrom('supplier')
    .select('supplierId')
    .where('supplierCode', '=', references.supplierCode)
    .where(ownedInScope(scope, 'supplier'))
    .executeTakeFirst();
  const rule = references.ruleName
    ? await db
        .selectFrom('codeRule')
        .select('codeRuleId')
        .where('ruleName', '=', references.ruleName)
        .where(sql<boolean>`(code_rule_id = ${goods?.codeRuleId ?? 0} or ${ownedInScope(scope, 'codeRule')})`)
        .executeTakeFirst()
    : undefined;
  return { goods, supplier, rule };
}
