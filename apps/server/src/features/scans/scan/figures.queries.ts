import { provinceOf, type ScanFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import { dealerInCategory, isInBranch } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';
import { filtersBatches, lastCodeOf, matchesProduct, newestFirst, type Rows, type ScanFilter } from './scan.queries.ts';

export type Sums = Pick<ScanFigures, 'counted' | 'verdicts' | 'days' | 'regions'>;

/** Maximum scans to sum individually; the newest are used. */
export const MAX_COUNTED = 10_000;

const sums = sql`
  select coalesce((select sum(n) from found), 0)::bigint as counted,
    coalesce((select jsonb_agg(jsonb_build_object('verdict', verdict, 'scans', n) order by n desc) from (select verdict, sum(n) n from found group by 1) v), '[]')
      as verdicts,
    coalesce((select jsonb_agg(jsonb_build_object('day', day, 'scans', n, 'suspect', bad) order by day)
      from (select day, sum(n) n, coalesce(sum(n) filter (where verdict = 'suspect'), 0) bad from found group by 1) d), '[]') as days,
    coalesce((select jsonb_agg(jsonb_build_object('regionCode', region, 'scans', n, 'suspect', bad) order by n desc)
      from (select region, sum(n) n, coalesce(sum(n) filter (where verdict = 'suspect'), 0) bad from found group by 1) r), '[]') as regions`;

/** Excludes inspections unless requested, as the daily sums do. */
export const countedFilter = (filter: ScanFilter): ScanFilter =>
  filter.channel !== undefined || filter.inspection !== undefined ? filter : { ...filter, inspection: '0' };

/** Scans by result, day in Asia/Shanghai and province. */
export interface Group {
  verdict: string;
  day: string;
  region: string | null;
  n: number;
}

/** The newest `limit` of `rows`. */
export async function groupScans(db: Db, rows: Rows, filter: ScanFilter, limit: number): Promise<Group[]> {
  const newest = newestFirst(rows.select(['verdict', 'scanTime', 'regionCode']), filter).limit(limit);
  const { rows: groups } = await sql<Group>`
    select verdict, scan_time::date::text as day, left(region_code, 2) || '0000' as region, count(*)::int as n
    from ${newest.as('newest')} group by 1, 2, 3`.execute(db);
  return groups;
}

export function sumGroups(groups: readonly Group[]): Sums {
  const sumsBy = <Key extends string | null>(keyOf: (group: Group) => Key) =>
    [...Map.groupBy(groups, keyOf)].map(([key, members]) => {
      const count = (some: readonly Group[]) => some.reduce((sum, { n }) => sum + n, 0);
      return { key, scans: count(members), suspect: count(members.filter(({ verdict }) => verdict === 'suspect')) };
    });
  const byScans = (one: { scans: number }, other: { scans: number }) => other.scans - one.scans;
  return {
    counted: groups.reduce((sum, { n }) => sum + n, 0),
    // cast: a constraint of the table
    verdicts: sumsBy(({ verdict }) => verdict as Sums['verdicts'][number]['verdict'])
      .map(({ key, scans }) => ({ verdict: key, scans }))
      .toSorted(byScans),
    days: sumsBy(({ day }) => day)
      .map(({ key, ...counts }) => ({ day: key, ...counts }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
    regions: sumsBy(({ region }) => region)
      .map(({ key, ...counts }) => ({ regionCode: key, ...counts }))
      .toSorted(byScans),
  };
}

export type DayFilter = ScanFilter & { from: string; to: string };

/** Whole days, from the daily sums: of all batches by province or place, or of some batches. */
export async function sumDays(db: Db, scope: DataScope, filter: DayFilter): Promise<Sums> {
  const { from, to, batchId, batchIds, verdict, reason, regionCode, regionCodes, places, unplaced, channelBusinessId, first } = filter;
  const { holderBranch, dealerCatalogueId, catalogueOnly } = filter;
  const equals = <T>(column: string, value: T | undefined) => (value === undefined ? [] : [sql`h.${sql.ref(column)} = ${value}`]);
  const isAny = (column: string, values: readonly unknown[] | undefined, type: string) =>
    values === undefined ? [] : [sql`h.${sql.ref(column)} = any(${values}::${sql.raw(type)}[])`];
  // sums of all batches have the product
  const ofAll = scope === 'all' && batchId === undefined && !filtersBatches({ ...filter, categoryId: undefined });
  const isProvince = !regionCodes && !places && (regionCode === undefined || regionCode === provinceOf(regionCode));
  const table = ofAll ? (isProvince ? 'scan_day' : 'scan_place_day') : 'scan_batch_place_day';
  const ownBatches = sql`h.batch_id in (select b.batch_id from batch b
    where ${matchesProduct(filter)} and ${ownedInScope(scope, 'b')})`;
  const countColumn = first ? sql`h.firsts` : sql`h.scans`;
  const conditions = [
    sql`h.day between ${from} and ${to} and ${countColumn} > 0`,
    ...(ofAll
      ? equals('category_id', filter.categoryId)
      : [ownBatches, ...equals('batch_id', batchId), ...isAny('batch_id', batchIds, 'bigint')]),
    ...equals('verdict', verdict),
    ...equals('reason', reason),
    ...equals('holder_id', channelBusinessId),
    ...(holderBranch === undefined ? [] : [isInBranch('h.holder_id', holderBranch)]),
    ...dealerInCategory('h.holder_id', dealerCatalogueId, catalogueOnly),
    ...(regionCode === undefined ? [] : [sql`h.region_code between ${regionCode} and ${lastCodeOf(regionCode)}`]),
    ...isAny('region_code', regionCodes, 'text'),
    ...isAny('region_code', places?.codes, 'text'),
    ...(unplaced === undefined ? [] : [sql`(h.region_code = '') = ${unplaced === '1'}`]),
  ];
  const { rows } = await sql<Sums>`with found as (
    select verdict, day::text as day, case when region_code = '' then null else left(region_code, 2) || '0000' end as region, sum(${countColumn}) as n
    from ${sql.table(table)} h where ${sql.join(conditions, sql` and `)} group by 1, 2, 3
  ) ${sums}`.execute(db);
  return rows[0]!;
}
