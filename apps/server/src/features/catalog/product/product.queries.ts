import type { ChangesOf, InputOf, PackagingLevel, products, QueryOf } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { between, contains, page } from '../../../platform/db/page.ts';
import { revisionColumns, unchangedSince } from '../../../platform/db/revision.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { inCategory } from '../../../platform/db/under-class.ts';

type Products = typeof products;

const visible = (scope: DataScope) => inScope(scope, { dept: 'product.deptId', user: 'product.createBy' });

/** Checked by the table. */
type Row = import('@suyuan/contract').RecordOf<Products>;

const ofProduct = (scope: DataScope) =>
  sql`b.category_id = product.category_id and ${inScope(scope, { dept: 'b.deptId', user: 'b.createBy' })}`;

/** Includes batches out of scope, because all codes carry the GTIN and follow the packaging. */
const hasCodes = (categoryId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from batch b join batch_range r on r.batch_id = b.batch_id where b.category_id = ${categoryId})`;

/** Batch and code counts include only batches in scope. */
const select = (db: Db, scope: DataScope) =>
  db
    .selectFrom('product')
    .leftJoin('codeRule', 'codeRule.codeRuleId', 'product.codeRuleId')
    .leftJoin('category', 'category.catalogueId', 'product.catalogueId')
    .leftJoin('traceTemplate', 'traceTemplate.templateId', 'product.templateId')
    .innerJoin('users as maker', 'maker.userId', 'product.createBy')
    .leftJoin('users as editor', 'editor.userId', 'product.updateBy')
    .select(['categoryId', 'categoryCode', 'categoryName', 'gtin', 'brand', 'spec', 'unit', 'shelfLife', 'shelfLifeUnit', 'origin'])
    .select(['standardNo', 'intro', 'product.codeRuleId', 'codeRule.ruleName', 'product.status', 'product.remark', 'product.version'])
    .select(['product.catalogueId', 'catalogueName', 'product.templateId', 'templateName', 'originRegionCode', 'pictures', 'videoUrl'])
    .select(['netContent', 'netContentUnit', 'licenceNo', 'suggestedPriceFen', 'story', 'attributes', 'packaging'])
    .select(['maker.userName as createBy', 'product.createTime', 'editor.userName as updateBy', 'product.updateTime'])
    .select([
      sql<number>`(select count(*) from batch b where ${ofProduct(scope)})`.as('batchCount'),
      sql<number>`(select coalesce(sum(r.count), 0)::bigint from batch b join batch_range r on r.batch_id = b.batch_id and r.level = 0
        where ${ofProduct(scope)})`.as('codeCount'),
      hasCodes(sql`product.category_id`).as('printed'),
    ])
    .$castTo<Row>()
    .where(visible(scope));

export function list(db: Db, scope: DataScope, query: QueryOf<Products>) {
  const { categoryCode, categoryName, gtin, brand, catalogueId, status, beginTime, endTime, paging } = query;
  let rows = select(db, scope).where(between('product.createTime', beginTime, endTime));
  if (categoryCode) rows = rows.where(contains('categoryCode', categoryCode));
  if (categoryName) rows = rows.where(contains('categoryName', categoryName));
  if (gtin)
    rows = rows.where(
      sql<boolean>`exists (select from trade_item i where i.category_id = product.category_id and position(${gtin} in i.gtin) > 0)`,
    );
  if (brand) rows = rows.where(contains('brand', brand));
  if (catalogueId) rows = rows.where(inCategory('product.catalogueId', catalogueId, query.catalogueOnly));
  if (status) rows = rows.where('product.status', '=', status);
  return page(rows, 'categoryId', paging);
}

export const findCode = (db: Db, scope: DataScope, categoryCode: string) =>
  db.selectFrom('product').select('categoryId').where('categoryCode', '=', categoryCode).where(visible(scope)).executeTakeFirst();

export const find = (db: Db, scope: DataScope, id: number) => select(db, scope).where('categoryId', '=', id).executeTakeFirst();

/** In scope, or already assigned to the product. */
export const findRule = (db: Db, scope: DataScope, codeRuleId: number, categoryId: number | undefined) =>
  db
    .selectFrom('codeRule')
    .select('codeRuleId')
    .where('codeRuleId', '=', codeRuleId)
    .where(
      sql<boolean>`(${inScope(scope, { dept: 'codeRule.deptId', user: 'codeRule.createBy' })} or exists (
        select from product c where c.category_id = ${categoryId ?? null}::bigint and c.code_rule_id = code_rule.code_rule_id))`,
    )
    .executeTakeFirst();

/** In scope, or already assigned to the product. */
export const findTemplate = (db: Db, scope: DataScope, templateId: number, categoryId: number | undefined) =>
  db
    .selectFrom('traceTemplate')
    .select('templateId')
    .where('templateId', '=', templateId)
    .where(
      sql<boolean>`(${inScope(scope, { dept: 'traceTemplate.deptId', user: 'traceTemplate.createBy' })} or exists (
        select from product c where c.category_id = ${categoryId ?? null}::bigint and c.template_id = trace_template.template_id))`,
    )
    .executeTakeFirst();

/** `issued`: codes of the product exist. */
export async function lock(db: Db, scope: DataScope, id: number) {
  const goods = await db
    .selectFrom('product')
    .select(['categoryName', 'gtin', 'packaging', 'catalogueId', 'pictures'])
    .$narrowType<{ packaging: PackagingLevel[] }>()
    .where('categoryId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<{ issued: boolean }>`select ${hasCodes(sql`${id}`)} as issued`.execute(db);
  return goods && { ...goods, issued: rows[0]?.issued ?? false };
}

const toRow = <Row extends Pick<ChangesOf<Products>, 'attributes' | 'packaging'>>({ attributes, packaging, ...row }: Row) => ({
  ...row,
  ...(attributes && { attributes: JSON.stringify(attributes) }),
  ...(packaging && {
    packaging: JSON.stringify(packaging.map(({ gtin = null, ssccPrefix = null, ...level }) => ({ ...level, gtin, ssccPrefix }))),
  }),
});

export const insert = (db: Db, row: InputOf<Products> & { deptId: number | null; createBy: number }) =>
  db.insertInto('product').values(toRow(row)).returning('categoryId').executeTakeFirstOrThrow();

/** Resolves to undefined if the product is not in scope at that version. */
export const update = (db: Db, scope: DataScope, id: number, { version, ...changes }: ChangesOf<Products>, userId: number) =>
  db
    .updateTable('product')
    .set({ ...toRow(changes), ...revisionColumns(userId) })
    .where('categoryId', '=', id)
    .where(unchangedSince(version))
    .where(visible(scope))
    .returning('categoryId')
    .executeTakeFirst();

export const remove = (db: Db, scope: DataScope, ids: number[]) =>
  db.deleteFrom('product').where('categoryId', 'in', ids).where(visible(scope)).returning('categoryId').execute();
