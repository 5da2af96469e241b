import type { DiversionQuery } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

export interface SumRow {
  channelBusinessId: number;
  channelBusinessName: string;
  /** City, or province if the city is unknown. */
  regionCode: string;
  scans: number;
}

export interface DiversionFilter extends DiversionQuery {
  from: string;
  to: string;
  /** Only these dealers, without their descendants. */
  holders?: readonly number[];
}

/** Sums of scans by holder and region, for batches in scope. */
export async function listSums(
  db: Db,
  scope: DataScope,
  { from, to, channelBusinessId, categoryId, regionCode, holders }: DiversionFilter,
): Promise<SumRow[]> {
  const dealerFilter =
    channelBusinessId === undefined
      ? sql`true`
      : sql`(d.channel_business_id = ${channelBusinessId} or ${channelBusinessId} = any(d.ancestors))`;
  const productFilter = categoryId === undefined ? sql`true` : sql`h.category_id = ${categoryId}`;
  const regionFilter = regionCode === undefined ? sql`true` : sql`h.region_code like ${`${regionCode.replace(/(00){1,2}$/, '')}%`}`;
  const holderFilter = holders === undefined ? sql`true` : sql`h.holder_id = any(${holders}::bigint[]) and h.holder_id > 0`;
  const source =
    scope === 'all'
      ? sql`scan_place_day`
      : sql`(select s.*, b.category_id from scan_batch_place_day s join batch b on b.batch_id = s.batch_id
          where ${ownedInScope(scope, 'b')})`;
  const { rows } = await sql<SumRow>`
    select d.channel_business_id, d.channel_business_name, h.region_code, sum(h.scans) as scans
    from ${source} h join dealer d on d.channel_business_id = h.holder_id
    where h.day between ${from} and ${to} and h.region_code <> '' and h.category_id > 0 and ${holderFilter} and ${dealerFilter} and ${productFilter} and ${regionFilter}
    group by 1, 2, 3 order by 1, 3`.execute(db);
  return rows;
}
