import { type PackagingLevel, type ProductStatistics, products } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import { inCategory } from '../../../platform/db/category-filter.ts';
import { codeStatusCounts } from '../../../platform/db/code-status-counts.ts';
import type { Db } from '../../../platform/db/db.ts';
import { joinedColumns, recordTable } from '../../../platform/db/record-table.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

const visibleBatches = (scope: DataScope, categoryId: number) =>
  sql`visible_batches as (select b.batch_id, b.state from batch b
    where b.category_id = ${categoryId} and ${ownedInScope(scope, 'b')})`;

/** In the last 30 days including today, from the daily sums. */
const recentScans = (table: 'scan_batch_day' | 'scan_batch_place_day') =>
  sql`recent as (select d.* from ${sql.table(table)} d where d.batch_id in (select batch_id from visible_batches) and d.day >= current_date - 29)`;

const suspectCount = sql`coalesce(sum(scans) filter (where verdict = 'suspect'), 0)::bigint`;

type Funnel = ProductStatistics['funnel'] & Pick<ProductStatistics, 'followTime' | 'batchStates'>;

/** Recalled, frozen and void codes count only as issued. */
export async function funnel(db: Db, scope: DataScope, categoryId: number): Promise<Funnel> {
  const { rows } = await sql<Funnel>`
    with ${visibleBatches(scope, categoryId)},
      tally as (select t.status, sum(t.count)::bigint as codes from ${codeStatusCounts(sql`select batch_id, state from visible_batches`, 0)} t group by t.status)
    select (select follow_time from scan_follow) as follow_time,
      coalesce(sum(codes), 0)::bigint as issued,
      coalesce(sum(codes) filter (where status in ('activated', 'packed', 'shipped', 'sold')), 0)::bigint as activated,
      coalesce(sum(codes) filter (where status in ('shipped', 'sold')), 0)::bigint as shipped,
      (select coalesce(sum(firsts), 0)::bigint from scan_batch_day where batch_id in (select batch_id from visible_batches)) as scanned,
      (select coalesce(jsonb_object_agg(state, batches), '{}') from (select state, count(*) as batches from visible_batches group by state) s) as batch_states
    from tally`.execute(db);
  return rows[0] as Funnel; // an aggregate without groups has one row
}

/** The last 30 days, including days without scans. */
export async function byDay(db: Db, scope: DataScope, categoryId: number): Promise<ProductStatistics['byDay']> {
  const { rows } = await sql<ProductStatistics['byDay'][number]>`
    with ${visibleBatches(scope, categoryId)}, ${recentScans('scan_batch_day')}
    select d::date::text as day, coalesce(sum(scans), 0)::bigint as scans, coalesce(sum(firsts), 0)::bigint as firsts,
      ${suspectCount} as suspect, coalesce(sum(scans) filter (where verdict = 'notActivated'), 0)::bigint as not_activated
    from generate_series(current_date - 29, current_date, interval '1 day') d left join recent on recent.day = d::date
    group by d order by d`.execute(db);
  return rows;
}

/** By province, most scans first. */
export async function byRegion(db: Db, scope: DataScope, categoryId: number): Promise<ProductStatistics['byRegion']> {
  const { rows } = await sql<ProductStatistics['byRegion'][number]>`
    with ${visibleBatches(scope, categoryId)}, ${recentScans('scan_batch_place_day')}
    select case when region_code = '' then '' else left(region_code, 2) || '0000' end as region_code, sum(scans)::bigint as scans, ${suspectCount} as suspect
    from recent group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

const visible = (scope: DataScope) => ownedInScope(scope, 'product');

export const findRuleByName = (db: Db, scope: DataScope, { ruleName, current }: { ruleName: string; current: number }) =>
  db
    .selectFrom('codeRule')
    .select('codeRuleId')
    .where('ruleName', '=', ruleName)
    .where(sql<boolean>`(code_rule_id = ${current} or ${ownedInScope(scope, 'codeRule')})`)
    .executeTakeFirst();

const ofProduct = (scope: DataScope) => sql`b.category_id = product.category_id and ${ownedInScope(scope, 'b')}`;

/** Includes batches out of scope, because all codes carry the GTIN and follow the packaging. */
const hasCodes = (categoryId: RawBuilder<unknown>) => sql<boolean>`exists (
  select from batch b join batch_range r on r.batch_id = b.batch_id where b.category_id = ${categoryId})`;

/** Batch and code counts include only batches in scope. */
export const productTable = recordTable(products, 'product', {
  owned: true,
  join: (rows) =>
    rows
      .leftJoin('codeRule', 'codeRule.codeRuleId', 'product.codeRuleId')
      .leftJoin('category', 'category.catalogueId', 'product.catalogueId')
      .leftJoin('traceTemplate', 'traceTemplate.templateId', 'product.templateId'),
  columns: ({ scope }) => ({
    ...joinedColumns('ruleName', 'catalogueName', 'catalogueCode', 'templateName'),
    batchCount: sql`(select count(*) from batch b where ${ofProduct(scope)})`,
    codeCount: sql`(select coalesce(sum(r.count), 0)::bigint from batch b join batch_range r on r.batch_id = b.batch_id and r.level = 0
      where ${ofProduct(scope)})`,
    printed: hasCodes(sql`product.category_id`),
  }),
  conditions: {
    gtin: (part) => sql`exists (select from trade_item i where i.category_id = product.category_id and position(${part} in i.gtin) > 0)`,
    catalogueId: (id, { catalogueOnly }) => inCategory('product.catalogueId', id, catalogueOnly),
    catalogueOnly: () => sql`true`,
  },
});

export const findCode = (db: Db, scope: DataScope, categoryCode: string) =>
  db.selectFrom('product').select('categoryId').where('categoryCode', '=', categoryCode).where(visible(scope)).executeTakeFirst();

/** In scope, or already assigned to the product. */
export const findRule = (db: Db, scope: DataScope, codeRuleId: number, categoryId: number | undefined) =>
  db
    .selectFrom('codeRule')
    .select('codeRuleId')
    .where('codeRuleId', '=', codeRuleId)
    .where(
      sql<boolean>`(${ownedInScope(scope, 'codeRule')} or exists (
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
      sql<boolean>`(${ownedInScope(scope, 'traceTemplate')} or exists (
        select from product c where c.category_id = ${categoryId ?? null}::bigint and c.template_id = trace_template.template_id))`,
    )
    .executeTakeFirst();

/** `issued`: codes of the product exist. */
export async function lock(db: Db, scope: DataScope, id: number) {
  const product = await db
    .selectFrom('product')
    .select(['categoryName', 'gtin', 'packaging', 'catalogueId', 'pictures'])
    .$narrowType<{ packaging: PackagingLevel[] }>()
    .where('categoryId', '=', id)
    .where(visible(scope))
    .forUpdate()
    .executeTakeFirst();
  const { rows } = await sql<{ issued: boolean }>`select ${hasCodes(sql`${id}`)} as issued`.execute(db);
  return product && { ...product, issued: rows[0]?.issued ?? false };
}
