import type { ScanFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.types.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { type Narrowing, narrowed } from './scan.queries.ts';

type Sums = Pick<ScanFigures, 'counted' | 'verdicts' | 'days' | 'regions'>;

/** Maximum scans to sum individually; the newest are used. */
export const MOST_COUNTED = 100_000;

const sums = sql`
  select coalesce((select sum(n) from found), 0)::bigint as counted,
    coalesce((select jsonb_agg(jsonb_build_object('verdict', verdict, 'scans', n) order by n desc) from (select verdict, sum(n) n from found group by 1) v), '[]')
      as verdicts,
    coalesce((select jsonb_agg(jsonb_build_object('day', day, 'scans', n, 'suspect', bad) order by day)
      from (select day, sum(n) n, coalesce(sum(n) filter (where verdict = 'suspect'), 0) bad from found group by 1) d), '[]') as days,
    coalesce((select jsonb_agg(jsonb_build_object('regionCode', region, 'scans', n, 'suspect', bad) order by n desc)
      from (select region, sum(n) n, coalesce(sum(n) filter (where verdict = 'suspect'), 0) bad from found group by 1) r), '[]') as regions`;

/** Excludes inspections unless requested, as the hourly sums do. */
export async function sumScans(db: Db, scope: DataScope, narrowing: Narrowing): Promise<Sums> {
  const asked = narrowing.channel !== undefined || narrowing.inspection !== undefined;
  const counted = narrowed(db, scope, asked ? narrowing : { ...narrowing, inspection: '0' });
  const rows = counted.select(['verdict', 'scanTime', 'regionCode']).orderBy('scanId', 'desc').limit(MOST_COUNTED);
  const { rows: found } = await sql<Sums>`with found as (
    select verdict, scan_time::date::text as day, left(region_code, 2) || '0000' as region, count(*) as n from ${rows.as('newest')} group by 1, 2, 3
  ) ${sums}`.execute(db);
  return found[0]!;
}

export interface Broad {
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
  { from, to, batchId, categoryId, verdict, reason, regionCode, unplaced, channelBusinessId, first }: Broad,
): Promise<Sums> {
  const is = <T>(column: string, value: T | undefined) => (value === undefined ? sql`true` : sql`h.${sql.ref(column)} = ${value}`);
  const goods = categoryId === undefined ? sql`true` : sql`b.category_id = ${categoryId}`;
  const mine =
    scope === 'all' && categoryId === undefined
      ? sql`true`
      : sql`h.batch_id in (select b.batch_id from batch b where ${goods} and ${inScope(scope, { dept: 'b.dept_id', user: 'b.create_by' })})`;
  const counted = first ? sql`h.firsts` : sql`h.scans`;
  const region = regionCode === undefined ? sql`true` : sql`left(h.region_code, 2) = ${regionCode.slice(0, 2)}`;
  const placed = unplaced === undefined ? sql`true` : sql`(h.region_code = '') = ${unplaced === '1'}`;
  const { rows } = await sql<Sums>`with found as (
    select verdict, hour::date::text as day, case when region_code = '' then null else left(region_code, 2) || '0000' end as region, sum(${counted}) as n
    from scan_hour h where h.hour >= ${from}::date and h.hour < ${to}::date + 1 and ${counted} > 0 and ${mine} and ${region} and ${placed}
      and ${is('batch_id', batchId)} and ${is('verdict', verdict)} and ${is('reason', reason)} and ${is('holder_id', channelBusinessId)}
    group by 1, 2, 3
  ) ${sums}`.execute(db);
  return rows[0]!;
}
