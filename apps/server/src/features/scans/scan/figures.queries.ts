import { provinceOf, type ScanFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import { dealerInCategory, isInBranch } from '../../../platform/db/category-filter.ts';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, inScope } from '../../../platform/db/scope.ts';
import { filterScans, filtersBatches, lastCodeOf, matchesProduct, newestFirst, type ScanFilter } from './scan.queries.ts';

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

export async function sumScans(db: Db, scope: DataScope, filter: ScanFilter): Promise<Sums> {
  const scans = filterScans(db, scope, filter);
  const rows = newestFirst(scans.select(['verdict', 'scanTime', 'regionCode']), filter).limit(MAX_COUNTED);
  const { rows: totals } = await sql<Sums>`with found as (
    select verdict, scan_time::date::text as day, left(region_code, 2) || '0000' as region, count(*) as n from ${rows.as('newest')} group by 1, 2, 3
  ) ${sums}`.execute(db);
  return totals[0]!;
}

interface Group {
  verdict: string;
  day: string;
  region: string | null;
  n: number;
}

/** Adds groups of other scans. */
export function merge(first: Sums, groups: readonly Group[]): Sums {
  const add = <Entry extends { scans: number }>(
    entries: readonly Entry[],
    keyOf: (entry: Entry) => unknown,
    more: readonly Entry[],
  ): Entry[] => {
    const byKey = new Map<unknown, Entry>();
    for (const entry of [...entries, ...more]) {
      const present = byKey.get(keyOf(entry));
      const suspect =
        present && 'suspect' in present && 'suspect' in entry ? { suspect: Number(present.suspect) + Number(entry.suspect) } : {};
      byKey.set(keyOf(entry), present ? { ...present, scans: present.scans + entry.scans, ...suspect } : entry);
    }
    return [...byKey.values()];
  };
  const bad = ({ verdict, n }: Group) => (verdict === 'suspect' ? n : 0);
  const byScans = (one: { scans: number }, other: { scans: number }) => other.scans - one.scans;
  return {
    counted: first.counted + groups.reduce((sum, { n }) => sum + n, 0),
    verdicts: add(
      first.verdicts,
      ({ verdict }) => verdict,
      // cast: a constraint of the table
      groups.map(({ verdict, n }) => ({ verdict: verdict as Sums['verdicts'][number]['verdict'], scans: n })),
    ).toSorted(byScans),
    days: add(
      first.days,
      ({ day }) => day,
      groups.map((group) => ({ day: group.day, scans: group.n, suspect: bad(group) })),
    ).toSorted((one, other) => one.day.localeCompare(other.day)),
    regions: add(
      first.regions,
      ({ regionCode }) => regionCode,
      groups.map((group) => ({ regionCode: group.region, scans: group.n, suspect: bad(group) })),
    ).toSorted(byScans),
  };
}

export type DayFilter = ScanFilter & { from: string; to: string };

/** As `sumScans` for whole days, from the daily sums: of all batches by province or place, or of some batches. */
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
    where ${matchesProduct(filter)} and ${inScope(scope, { dept: 'b.dept_id', user: 'b.create_by' })})`;
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
