import type { CodeForm } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

/** What a batch refers to, as far as it decides whether the batch may be: a record outside the scope is not there. */

const own = (scope: DataScope, table: string) => inScope(scope, { dept: `${table}.deptId`, user: `${table}.createBy` });

export const findGoods = (db: Db, scope: DataScope, categoryId: number) =>
  db
    .selectFrom('category')
    .select(['categoryName', 'status', 'gtin', 'codeRuleId'])
    .where('categoryId', '=', categoryId)
    .where(own(scope, 'category'))
    .executeTakeFirst();

export const findSupplier = (db: Db, scope: DataScope, supplierId: number) =>
  db
    .selectFrom('supplier')
    .select(['supplierName', 'state'])
    .where('supplierId', '=', supplierId)
    .where(own(scope, 'supplier'))
    .executeTakeFirst();

/** The rule, its space and how many serials that can still give. */
export const findRule = (db: Db, scope: DataScope, codeRuleId: number) =>
  db
    .selectFrom('codeRule')
    .innerJoin('codeSpace', 'codeSpace.spaceId', 'codeRule.spaceId')
    .select(['ruleName', 'status', 'form', 'kind', 'codeRule.spaceId'])
    .select(sql<number>`capacity - next_serial`.as('left'))
    // the table checks the forms
    .$narrowType<{ form: CodeForm }>()
    .where('codeRuleId', '=', codeRuleId)
    .where(own(scope, 'codeRule'))
    .executeTakeFirst();

/** The keys behind the names that a line of a spreadsheet has; the rule may be the goods' own, which serves whoever sees the goods. */
export async function findNamed(db: Db, scope: DataScope, named: { categoryCode: string; supplierCode: string; ruleName?: string | null }) {
  const goods = await db
    .selectFrom('category')
    .select(['categoryId', 'codeRuleId'])
    .where('categoryCode', '=', named.categoryCode)
    .where(own(scope, 'category'))
    .executeTakeFirst();
  const supplier = await db
    .selectFrom('supplier')
    .select('supplierId')
    .where('supplierCode', '=', named.supplierCode)
    .where(own(scope, 'supplier'))
    .executeTakeFirst();
  const rule = named.ruleName
    ? await db
        .selectFrom('codeRule')
        .select('codeRuleId')
        .where('ruleName', '=', named.ruleName)
        .where(sql<boolean>`(code_rule_id = ${goods?.codeRuleId ?? 0} or ${own(scope, 'codeRule')})`)
        .executeTakeFirst()
    : undefined;
  return { goods, supplier, rule };
}
