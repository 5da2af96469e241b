import type { DealerOverlap, DealerStock } from '@suyuan/contract';
import { sql } from 'kysely';
import { codeStatusCounts } from '../../../platform/db/code-status-counts.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** Stored values. An empty list means inherited. */
export interface Authority {
  channelBusinessId: number;
  channelBusinessName: string;
  /** From the root down, without the dealer itself. */
  ancestors: number[];
  regionCodes: string[];
  categoryIds: number[];
}

/** Includes ancestors and descendants, from the root down. */
export const listLine = (db: Db, id: number): Promise<Authority[]> =>
  sql<Authority>`select d.channel_business_id, d.channel_business_name, d.ancestors,
      array(select region_code from dealer_region r where r.channel_business_id = d.channel_business_id order by 1) as region_codes,
      array(select category_id from dealer_product c where c.channel_business_id = d.channel_business_id order by 1) as category_ids
    from dealer d
    where d.channel_business_id = ${id} or ${id}::bigint = any(d.ancestors)
      or d.channel_business_id = any((select ancestors from dealer self where self.channel_business_id = ${id})::bigint[])
    order by cardinality(d.ancestors), d.channel_business_id`
    .execute(db)
    .then(({ rows }) => rows);

export async function setRegions(db: Db, id: number, codes: string[]): Promise<void> {
  await db.deleteFrom('dealerRegion').where('channelBusinessId', '=', id).execute();
  if (codes.length > 0)
    await db
      .insertInto('dealerRegion')
      .values(codes.map((regionCode) => ({ channelBusinessId: id, regionCode })))
      .execute();
}

export async function setProducts(db: Db, id: number, categoryIds: number[]): Promise<void> {
  await db.deleteFrom('dealerProduct').where('channelBusinessId', '=', id).execute();
  if (categoryIds.length > 0)
    await db
      .insertInto('dealerProduct')
      .values(categoryIds.map((categoryId) => ({ channelBusinessId: id, categoryId })))
      .execute();
}

/** Whether one of the products is neither in scope nor authorised for the dealer. */
export const hasHiddenProduct = (db: Db, scope: DataScope, categoryIds: number[], dealerId: number): Promise<boolean> =>
  sql<{ hidden: boolean }>`select exists (select from product p
      where p.category_id = any(${categoryIds}::bigint[]) and not ${ownedInScope(scope, 'p')}
        and not exists (select from dealer_product c where c.channel_business_id = ${dealerId} and c.category_id = p.category_id)) as hidden`
    .execute(db)
    .then(({ rows }) => rows[0]?.hidden ?? false);

export const listProductNames = (db: Db, ids: number[]) =>
  db.selectFrom('product').select(['categoryId', 'categoryName']).where('categoryId', 'in', ids).orderBy('categoryId').execute();

/**
 * Other dealers in one of the regions, if either side is exclusive. Excludes ancestors and descendants. If both sides have products, they
 * must share one.
 */
export const overlaps = (
  db: Db,
  scope: DataScope,
  {
    id,
    ancestorIds,
    exclusive,
    regionCodes,
    categoryIds,
  }: { id: number; ancestorIds: number[]; exclusive: boolean; regionCodes: string[]; categoryIds: number[] },
  limit: number,
): Promise<(Omit<DealerOverlap, 'regionNames'> & { regionCodes: string[] })[]> =>
  sql<Omit<DealerOverlap, 'regionNames'> & { regionCodes: string[] }>`
    select case when ${ownedInScope(scope, 'd')} then d.channel_business_id end as channel_business_id,
      case when ${ownedInScope(scope, 'd')} then d.channel_business_name end as channel_business_name,
      d.exclusive, array_agg(r.region_code order by r.region_code) as region_codes
    from dealer d join dealer_region r on r.channel_business_id = d.channel_business_id
    where d.state in ('pending', 'active', 'suspended') and (${exclusive} or d.exclusive = '1')
      and d.channel_business_id <> ${id} and not d.channel_business_id = any(${ancestorIds}::bigint[]) and not ${id}::bigint = any(d.ancestors)
      and exists (select from unnest(${regionCodes}::text[]) as wanted(code)
        where starts_with(r.region_code, regexp_replace(wanted.code, '(0000|00)$', ''))
          or starts_with(wanted.code, regexp_replace(r.region_code, '(0000|00)$', '')))
      and (cardinality(${categoryIds}::bigint[]) = 0
        or not exists (select from dealer_product c where c.channel_business_id = d.channel_business_id)
        or exists (select from dealer_product c where c.channel_business_id = d.channel_business_id
          and c.category_id = any(${categoryIds}::bigint[])))
    group by d.channel_business_id order by d.exclusive desc, 2, d.channel_business_id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows);

/** Includes descendants, largest batch first. */
export const listStock = (db: Db, id: number, limit: number): Promise<DealerStock[]> =>
  sql<DealerStock>`
    with branch as (select channel_business_id from dealer where channel_business_id = ${id} or ${id}::bigint = any(ancestors)),
    stock as (
      select t.batch_id, t.status, t.holder_id = ${id} as own, sum(t.count) as count from ${codeStatusCounts(
        sql`select batch_id, state from batch where batch_id in
          (select batch_id from code_tally where level = 0 and holder_id in (select channel_business_id from branch))`,
        0,
      )} t where t.holder_id in (select channel_business_id from branch)
      group by 1, 2, 3 having sum(t.count) <> 0
    )
    select h.batch_id, b.batch_no, g.category_name, b.expiry_date,
      coalesce(jsonb_object_agg(h.status, h.count) filter (where h.own), '{}') as status_counts,
      coalesce(sum(h.count) filter (where h.own), 0)::bigint as count, sum(h.count)::bigint as branch_count
    from stock h join batch b on b.batch_id = h.batch_id join product g on g.category_id = b.category_id
    group by h.batch_id, b.batch_no, g.category_name, b.expiry_date
    order by sum(h.count) desc, h.batch_id limit ${limit}`
    .execute(db)
    .then(({ rows }) => rows);
