import type { GoodsFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import { codeStatusCounts } from '../../../platform/db/code-standings.ts';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';

const visibleBatches = (scope: DataScope, categoryId: number) =>
  sql`seen as (select b.batch_id, b.state from batch b
    where b.category_id = ${categoryId} and ${inScope(scope, { dept: 'b.dept_id', user: 'b.create_by' })})`;

/** In the last 30 days including today, from the hourly sums. */
const recentScans = sql`recent as (select h.* from scan_hour h where h.batch_id in (select batch_id from seen) and h.hour >= current_date - 29)`;

const suspectCount = sql`coalesce(sum(scans) filter (where verdict = 'suspect'), 0)::bigint`;

type Funnel = GoodsFigures['funnel'] & Pick<GoodsFigures, 'followTime' | 'batchStates'>;

/** Recalled, frozen and void codes count only as issued. */
export async function funnel(db: Db, scope: DataScope, categoryId: number): Promise<Funnel> {
  const { rows } = await sql<Funnel>`
    with ${visibleBatches(scope, categoryId)},
      tally as (select t.status, sum(t.count)::bigint as codes from ${codeStatusCounts(sql`select batch_id, state from seen`, 0)} t group by t.status)
    select (select follow_time from scan_follow) as follow_time,
      coalesce(sum(codes), 0)::bigint as issued,
      coalesce(sum(codes) filter (where status in ('activated', 'packed', 'shipped', 'sold')), 0)::bigint as activated,
      coalesce(sum(codes) filter (where status in ('shipped', 'sold')), 0)::bigint as shipped,
      (select coalesce(sum(firsts), 0)::bigint from scan_hour where batch_id in (select batch_id from seen)) as scanned,
      (select coalesce(jsonb_object_agg(state, batches), '{}') from (select state, count(*) as batches from seen group by state) s) as batch_states
    from tally`.execute(db);
  return rows[0] as Funnel; // an aggregate without groups has one row
}

/** The last 30 days, including days without scans. */
export async function byDay(db: Db, scope: DataScope, categoryId: number): Promise<GoodsFigures['byDay']> {
  const { rows } = await sql<GoodsFigures['byDay'][number]>`
    with ${visibleBatches(scope, categoryId)}, ${recentScans}
    select d::date::text as day, coalesce(sum(scans), 0)::bigint as scans, coalesce(sum(firsts), 0)::bigint as firsts, ${suspectCount} as suspect
    from generate_series(current_date - 29, current_date, interval '1 day') d left join recent on recent.hour::date = d::date
    group by d order by d`.execute(db);
  return rows;
}

/** By province, most scans first. */
export async function byRegion(db: Db, scope: DataScope, categoryId: number): Promise<GoodsFigures['byRegion']> {
  const { rows } = await sql<GoodsFigures['byRegion'][number]>`
    with ${visibleBatches(scope, categoryId)}, ${recentScans}
    select case when region_code = '' then '' else left(region_code, 2) || '0000' end as region_code, sum(scans)::bigint as scans, ${suspectCount} as suspect
    from recent group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}
