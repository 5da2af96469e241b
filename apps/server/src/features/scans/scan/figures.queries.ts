import type { ScanFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { filterScans, type ScanFilter } from './scan.queries.ts';

type Sums = Pick<ScanFigures, 'counted' | 'verdicts' | 'days' | 'regions'>;

/** Maximum scans to sum individually; the newest are used. */
export const MAX_COUNTED = 100_000;

const sums = sql`
  select coalesce((select sum(n) from found), 0)::bigint as counted,
    coalesce((select jsonb_agg(jsonb_build_object('verdict', verdict, 'scans', n) order by n desc) from (select verdict, sum(n) n from found group by 1) v), '[]')
      as verdicts,
    coalesce((select jsonb_agg(jsonb_build_object('day', day, 'scans', n, 'suspect', bad) order by day)
      from (select day, sum(n) n, coalesce(sum(n) filter (where verdict = 'suspect'), 0) bad from found group by 1) d), '[]') as days,
    coalesce((select jsonb_agg(jsonb_build_object('regionCode', region, 'scans', n, 'suspect', bad) order by n desc)
      from (select region, sum(n) n, coalesce(sum(n) filter (where verdict = 'suspect'), 0) bad from found group by 1) r), '[]') as regions`;

/** Excludes inspections unless requested, as the hourly sums do. */
export async function sumScans(db: Db, scope: DataScope, filter: ScanFilter): Promise<Sums> {
  const selectsChannel = filter.channel !== undefined || filter.inspection !== undefined;
  const scans = filterScans(db, scope, selectsChannel ? filter : { ...filter, inspection: '0' });
  const rows = scans.select(['verdict', 'scanTime', 'regionCode']).orderBy('scanId', 'desc').limit(MAX_COUNTED);
  const { rows: totals } = await sql<Sums>`with found as (
    select verdict, scan_time::date::text as day, left(region_code, 2) || '0000' as region, count(*) as n from ${rows.as('newest')} group by 1, 2, 3
  ) ${sums}`.execute(db);
  return totals[0]!;
}

export interface HourFilter {
  from: string;
  to: string;
  batchId?: number | undefined;
  categoryId?: number | undefined;
  verdict?: string | undefined;
  reason?: string | undefined;
  regionCode?: string | undefined;
  /** `1`: scans without a region; `0`: scans with one. */
  unplaced?: '0' | '1' | undefined;
  channelBusinessId?: number | undefined;
  /** Only the first scan of each code. */
  first?: '1' | undefined;
}

/** As `sumScans` for whole days, from the hourly sums. */
export async function sumHours(
  db: Db,
  scope: DataScope,
  { from, to, batchId, categoryId, verdict, reason, regionCode, unplaced, channelBusinessId, first }: HourFilter,
): Promise<Sums> {
  const equals = <T>(column: string, value: T | undefined) => (value === undefined ? sql`true` : sql`h.${sql.ref(column)} = ${value}`);
  const productFilter = categoryId === undefined ? sql`true` : sql`b.category_id = ${categoryId}`;
  const scopeFilter =
    scope === 'all' && categoryId === undefined
      ? sql`true`
      : sql`h.batch_id in (select b.batch_id from batch b where ${productFilter} and ${inScope(scope, { dept: 'b.dept_id', user: 'b.create_by' })})`;
  const countColumn = first ? sql`h.firsts` : sql`h.scans`;
  const regionFilter = regionCode === undefined ? sql`true` : sql`left(h.region_code, 2) = ${regionCode.slice(0, 2)}`;
  const placeFilter = unplaced === undefined ? sql`true` : sql`(h.region_code = '') = ${unplaced === '1'}`;
  const { rows } = await sql<Sums>`with found as (
    select verdict, hour::date::text as day, case when region_code = '' then null else left(region_code, 2) || '0000' end as region, sum(${countColumn}) as n
    from scan_hour h where h.hour >= ${from}::date and h.hour < ${to}::date + 1 and ${countColumn} > 0 and ${scopeFilter} and ${regionFilter} and ${placeFilter}
      and ${equals('batch_id', batchId)} and ${equals('verdict', verdict)} and ${equals('reason', reason)} and ${equals('holder_id', channelBusinessId)}
    group by 1, 2, 3
  ) ${sums}`.execute(db);
  return rows[0]!;
}
