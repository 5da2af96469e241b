import type { DealerFigures, DealerNode } from '@suyuan/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** The product of the sizes of the batch's levels up to the run's level. */
const unitsIn = sql`coalesce((select exp(sum(ln(size))) from unnest(b.packaging[1:r.level]) size where size > 0), 1)`;

type Sums = Omit<DealerFigures, 'since' | 'scanCount' | 'foreignCount' | 'rank' | 'rankedCount'>;

/** Days of sales from which the cover is calculated. */
const RECENT_DAYS = sql`30`;
const isRecent = sql`d.day > current_date - ${RECENT_DAYS}`;

/** In days. Beyond it, sales are too few for a forecast. */
const MAX_COVER_DAYS = sql`999`;

/** Whole days at the recent rate. Null without sales, or beyond `MAX_COVER_DAYS`. */
const coverDays = (units: RawBuilder<unknown>, sold: RawBuilder<unknown>) =>
  sql`case when ${units} * ${RECENT_DAYS}::numeric <= ${sold} * ${MAX_COVER_DAYS} then round(${units} * ${RECENT_DAYS}::numeric / nullif(${sold}, 0))::bigint end`;

/** Without descendants. */
type OwnFigures = Pick<DealerNode, 'channelBusinessId' | 'stockCount' | 'coverDays' | 'diversionCount'>;

/** Cases in scope. One union summed by dealer, because the planner misestimates a join of sums. */
async function readOwn(db: Db, scope: DataScope, ids: number[]): Promise<OwnFigures[]> {
  const { rows } = await sql<OwnFigures>`
    select holder_id as channel_business_id, coalesce(sum(units), 0) as stock_count, count(diversions) as diversion_count,
      ${coverDays(sql`greatest(0, coalesce(sum(units), 0) - greatest(sum(marked), sum(sold)))`, sql`sum(recent)`)} as cover_days
    from (
      select t.holder_id, t.count as units, case when t.status = 'sold' then t.count end as marked,
          null::bigint as sold, null::bigint as recent, null::bigint as diversions
        from code_tally t where t.level = 0 and t.holder_id = any(${ids}::bigint[])
      union all
      select d.holder_id, null, null, d.firsts, case when ${isRecent} then d.firsts end, null
        from scan_day d where d.holder_id > 0 and d.firsts > 0 and d.holder_id = any(${ids}::bigint[])
      union all
      select c.holder_id, null, null, null, null, c.case_id
        from scan_case c where c.reason = 'otherRegion' and c.holder_id = any(${ids}::bigint[])
          and ${ownedInScope(scope, 'c')}
    ) figure
    group by holder_id order by holder_id`.execute(db);
  return rows;
}

export async function withFigures<Row extends { channelBusinessId: number }>(db: Db, scope: DataScope, dealers: Row[]) {
  if (dealers.length === 0) return [];
  const ids = dealers.map(({ channelBusinessId }) => channelBusinessId);
  const byDealer = new Map((await readOwn(db, scope, ids)).map((own) => [own.channelBusinessId, own]));
  const noFigures = { stockCount: 0, coverDays: null, diversionCount: 0 };
  return dealers.map((dealer) => ({ ...dealer, ...(byDealer.get(dealer.channelBusinessId) ?? noFigures) }));
}

/** Includes descendants, except for the diversion cases, which must be in scope. */
export async function read(db: Db, scope: DataScope, id: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    with branch as (select channel_business_id as id from dealer where channel_business_id = ${id} or ${id}::bigint = any(ancestors)),
      stock as (select coalesce(sum(t.count), 0)::bigint as units, coalesce(sum(t.count) filter (where t.status = 'sold'), 0)::bigint as sold
        from code_tally t where t.level = 0 and t.holder_id in (select id from branch)),
      sales as (select coalesce(sum(d.firsts), 0)::bigint as sold, coalesce(sum(d.firsts) filter (where ${isRecent}), 0)::bigint as recent
        from scan_day d where d.holder_id > 0 and d.holder_id in (select id from branch)),
      on_hand as (select greatest(0, stock.units - greatest(stock.sold, sales.sold)) as units from stock, sales),
      returns as (select coalesce(sum(round(r.count * ${unitsIn})), 0)::bigint as units
        from shipment back join shipment_run r on r.dispatch_id = back.dispatch_id join batch b on b.batch_id = r.batch_id
        where back.kind = 'return' and back.state in ('shipped', 'received') and back.from_id in (select id from branch)
          and (back.to_id is null or back.to_id not in (select id from branch)))
    select stock.units + returns.units as received_count, returns.units as returned_count,
      sales.sold as sold_count, on_hand.units as on_hand_count, sales.recent as recent_sold_count,
      ${coverDays(sql`on_hand.units`, sql`sales.recent`)} as cover_days,
      (select count(*) from scan_case c where c.holder_id = ${id} and c.reason = 'otherRegion'
        and ${ownedInScope(scope, 'c')}) as diversion_count,
      (select follow_time from scan_follow) as follow_time
    from stock, returns, sales, on_hand`.execute(db);
  return rows[0] as Sums; // an aggregate without groups has one row
}
