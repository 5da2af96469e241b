import type { Page, QueryOf, RecallSummary, RecordOf, recallImpacts } from '@suyuan/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { page } from '../../../platform/db/page.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

type Impacts = typeof recallImpacts;

const visible = (scope: DataScope) => ownedInScope(scope, 'b');

/** Held by a dealer, shipped or sold. Uses the own status, which records the progress in distribution. */
const isOut = (run: string, status = 'status') =>
  sql`(${sql.ref(`${run}.holderId`)} is not null or ${sql.ref(`${run}.${status}`)} in ('shipped', 'sold'))`;

/** Scanned units outside the ranges `out_runs`, in one pass ordered by ordinal. */
const untracked = sql`select batch_id, ordinal from (
    select batch_id, ordinal, is_scan, max(past) over (partition by batch_id order by ordinal, is_scan rows unbounded preceding) as past from (
      select batch_id, ordinal_from as ordinal, false as is_scan, ordinal_from + count as past from out_runs where level = 0
      union all
      select k.batch_id, k.ordinal, true, null from scan_state k where k.batch_id in (select batch_id from selected) and k.level = 0 and k.scans > 0
    ) places
  ) passed where is_scan and coalesce(past, 0) <= ordinal`;

/** By dealer, containers first. Scanned codes outside these ranges form one row per batch. */
export function list(
  db: Db,
  scope: DataScope,
  { batchId, channelBusinessId, level, paging }: QueryOf<Impacts>,
): Promise<Page<RecordOf<Impacts>>> {
  const range = (run: string) =>
    sql`int8range(${sql.ref(`${run}.ordinalFrom`)}, ${sql.ref(`${run}.ordinalFrom`)} + ${sql.ref(`${run}.count`)})`;
  const rows = db
    .selectFrom(
      sql<RecordOf<Impacts>>`(
        with selected as (
          select b.batch_id, b.state from batch b
          where ${visible(scope)} and ${batchId === undefined ? sql`b.state = 'recalled'` : sql`b.batch_id = ${batchId}`}
        ), out_runs as materialized (
          select r.* from selected b join code_run r on r.batch_id = b.batch_id where ${isOut('r')}
        ), shifted_runs as materialized (
          select b.batch_id, at.level, s.* from selected b cross join generate_series(0, 2) at(level)
            cross join lateral code_shift(b.batch_id, at.level) s where ${isOut('s', 'ownStatus')}
        ), runs as (
          select r.batch_id, r.level, lower(part) as ordinal_from, upper(part) - lower(part) as count, r.status, r.status as own_status, r.holder_id
            from out_runs r cross join lateral unnest(int8multirange(${range('r')}) - coalesce((select range_agg(${range('s')}) from shifted_runs s
              where s.batch_id = r.batch_id and s.level = r.level and ${range('s')} && ${range('r')}), '{}')) part
          union all
          select s.batch_id, s.level, s.ordinal_from, s.count, s.status, s.own_status, s.holder_id from shifted_runs s
        ), outside as (
          select 'recorded' as way, batch_id, level, ordinal_from, ordinal_from + count as ordinal_to, count, status, own_status, holder_id from runs
          union all
          select 'unknown', batch_id, 0, min(ordinal), max(ordinal) + 1, count(*), null, null, null from (${untracked}) u group by batch_id
        )
        select row_number() over (order by b.batch_id, r.way, h.channel_business_name desc nulls first, r.level, r.ordinal_from desc) as run_id,
          b.batch_id, b.batch_no, c.category_name, b.production_line, r.way, r.holder_id as channel_business_id, h.channel_business_name, h.contact_name, h.contact_phone,
          r.level, r.ordinal_from + 1 as ordinal_from, r.ordinal_to, r.count as code_count, code_gravest(b.state, r.status) as status, r.own_status
        from outside r join batch b on b.batch_id = r.batch_id join product c on c.category_id = b.category_id
          left join dealer h on h.channel_business_id = r.holder_id
        where ${channelBusinessId === undefined ? sql`true` : sql`r.holder_id = ${channelBusinessId}`}
          and ${level === undefined ? sql`true` : sql`r.level = ${level}`}
      )`.as('out'),
    )
    .selectAll();
  return page(rows, 'run_id', paging);
}

export const find = (db: Db, scope: DataScope, batchId: number) =>
  db
    .selectFrom('batch as b')
    .innerJoin('product', 'product.categoryId', 'b.categoryId')
    .innerJoin('supplier', 'supplier.supplierId', 'b.supplierId')
    .leftJoin('dealer as intended', 'intended.channelBusinessId', 'b.intendedDealerId')
    .select(['batchId', 'batchNo', 'categoryName', 'productionLine', 'supplierName', 'b.state', 'intendedDealerId'])
    .select('intended.channelBusinessName as intendedDealerName')
    .where('batchId', '=', batchId)
    .where(visible(scope))
    .executeTakeFirst();

type RecallCounts = Pick<RecallSummary, 'issued' | 'out' | 'untracked' | 'sold' | 'boxes' | 'cases' | 'pallets' | 'dealerCount'>;

/** Number of codes by kind, in total and out. */
export async function count(db: Db, batchId: number): Promise<RecallCounts> {
  const { rows } = await sql<RecallCounts>`
    with selected as (select ${batchId}::bigint as batch_id),
      out_runs as materialized (select r.* from code_run r where r.batch_id = ${batchId} and r.level = 0 and ${isOut('r')}),
      untracked as (select count(*) as units from (${untracked}) u)
    select coalesce(sum(count) filter (where level = 0), 0) as issued,
      coalesce(sum(count) filter (where level = 0 and ${isOut('r')}), 0) + (select units from untracked) as out,
      (select units from untracked) as untracked,
      coalesce(sum(count) filter (where level = 0 and status = 'sold'), 0) as sold,
      coalesce(sum(count) filter (where level = 1 and ${isOut('r')}), 0) as boxes,
      coalesce(sum(count) filter (where level = 2 and ${isOut('r')}), 0) as cases,
      coalesce(sum(count) filter (where level = 3 and ${isOut('r')}), 0) as pallets,
      count(distinct holder_id) as dealer_count
    from code_tally r where batch_id = ${batchId}`.execute(db);
  return rows[0]!;
}

/** Dealers that hold units, most units first. */
export async function listDealers(db: Db, batchId: number): Promise<RecallSummary['dealers']> {
  const { rows } = await sql<RecallSummary['dealers'][number]>`
    select h.channel_business_id, h.channel_business_name, h.contact_name, h.contact_phone, t.units, t.sold,
      coalesce((select array_agg(g.region_code order by 1) from dealer_region g where g.channel_business_id = h.channel_business_id), '{}') as regions
    from (select holder_id, sum(count) as units, coalesce(sum(count) filter (where status = 'sold'), 0) as sold from code_tally
      where batch_id = ${batchId} and level = 0 and holder_id is not null group by 1 order by 2 desc, 1 limit 500) t
    join dealer h on h.channel_business_id = t.holder_id order by t.units desc, 1`.execute(db);
  return rows;
}

type ScanSummary = Pick<RecallSummary, 'scans' | 'scannedCodes' | 'lastScanTime' | 'dispatches' | 'waiting'>;

/** Scans from the sums, and documents in scope that name the batch. */
export async function findScansAndShipments(db: Db, scope: DataScope, batchId: number): Promise<ScanSummary> {
  const visibleShipments = ownedInScope(scope, 'd');
  const { rows } = await sql<ScanSummary>`
    select (select coalesce(sum(scans), 0) from scan_batch_day where batch_id = ${batchId}) as scans,
      (select count(*) from scan_state where batch_id = ${batchId} and level = 0 and scans > 0) as scanned_codes,
      greatest((select scan_time from scan where batch_id = ${batchId} order by left(scan_id::text, 7) collate "C" desc, scan_id desc limit 1),
        (select to_timestamp(max((batches -> ${String(batchId)} ->> 1)::bigint) / 1000.0) from scan_archive)) as last_scan_time,
      (select count(distinct l.dispatch_id) from shipment_line l join shipment d on d.dispatch_id = l.dispatch_id
        where l.batch_id = ${batchId} and d.state in ('shipped', 'received') and d.kind <> 'return' and ${visibleShipments}) as dispatches,
      (select count(distinct l.dispatch_id) from shipment_line l join shipment d on d.dispatch_id = l.dispatch_id
        where l.batch_id = ${batchId} and d.state in ('draft', 'shipping') and ${visibleShipments}) as waiting`.execute(db);
  return rows[0]!;
}

export async function listRegions(db: Db, batchId: number): Promise<RecallSummary['regions']> {
  const { rows } = await sql<RecallSummary['regions'][number]>`
    select case when region_code = '' then '' else left(region_code, 2) || '0000' end as region_code, sum(scans) as scans
    from scan_batch_place_day where batch_id = ${batchId} group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}
