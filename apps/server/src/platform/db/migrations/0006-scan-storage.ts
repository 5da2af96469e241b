import { type Kysely, sql } from 'kysely';
import { backfill, createIndex, dropIndex, type Step } from '../migration-steps.ts';

/** Days (Asia/Shanghai) or hours of `scan_hour` by fewer columns, so that a page reads as many rows however many scans there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table scan_batch_hour (
  batch_id bigint not null,
  hour timestamptz not null,
  verdict text not null,
  reason text not null,
  scans bigint not null,
  firsts bigint not null,
  constraint scan_batch_hour_pkey primary key (hour, batch_id, verdict, reason)
) with (fillfactor = 80);

create table scan_batch_day (
  batch_id bigint not null,
  day date not null,
  holder_id bigint not null,
  verdict text not null,
  reason text not null,
  scans bigint not null,
  firsts bigint not null,
  constraint scan_batch_day_pkey primary key (batch_id, day, holder_id, verdict, reason)
) with (fillfactor = 80);

-- of all batches of a product, by place
create table scan_place_day (
  day date not null,
  region_code text not null,
  holder_id bigint not null,
  category_id bigint not null,
  verdict text not null,
  reason text not null,
  scans bigint not null,
  firsts bigint not null,
  constraint scan_place_day_pkey primary key (day, region_code, holder_id, category_id, verdict, reason)
) with (fillfactor = 80);
create index scan_place_day_holder_id_idx on scan_place_day (holder_id, day) where holder_id > 0;

create table scan_batch_place_day (
  batch_id bigint not null,
  day date not null,
  region_code text not null,
  holder_id bigint not null,
  verdict text not null,
  reason text not null,
  scans bigint not null,
  firsts bigint not null,
  constraint scan_batch_place_day_pkey primary key (batch_id, day, region_code, holder_id, verdict, reason)
) with (fillfactor = 80);

-- statement that adds the rows of a query, in the columns of scan_hour, to its sums
create function scan_sums_statement(source text) returns text language sql immutable as $outer$
  select 'with change as materialized (' || source || $sums$), by_hour as (
      insert into scan_batch_hour as known (batch_id, hour, verdict, reason, scans, firsts)
      select batch_id, hour, verdict, reason, sum(scans), sum(firsts) from change group by 1, 2, 3, 4 order by 2, 1, 3, 4
      on conflict on constraint scan_batch_hour_pkey do update set scans = known.scans + excluded.scans, firsts = known.firsts + excluded.firsts
    ), by_batch as (
      insert into scan_batch_day as known (batch_id, day, holder_id, verdict, reason, scans, firsts)
      select batch_id, (hour at time zone 'Asia/Shanghai')::date, holder_id, verdict, reason, sum(scans), sum(firsts) from change
      group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
      on conflict on constraint scan_batch_day_pkey do update set scans = known.scans + excluded.scans, firsts = known.firsts + excluded.firsts
    ), by_place as (
      insert into scan_place_day as known (day, region_code, holder_id, category_id, verdict, reason, scans, firsts)
      select (hour at time zone 'Asia/Shanghai')::date, region_code, holder_id, coalesce(b.category_id, 0), verdict, reason, sum(scans), sum(firsts)
      from change c left join batch b on b.batch_id = c.batch_id group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
      on conflict on constraint scan_place_day_pkey do update set scans = known.scans + excluded.scans, firsts = known.firsts + excluded.firsts
    )
    insert into scan_batch_place_day as known (batch_id, day, region_code, holder_id, verdict, reason, scans, firsts)
    select batch_id, (hour at time zone 'Asia/Shanghai')::date, region_code, holder_id, verdict, reason, sum(scans), sum(firsts) from change
    group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict on constraint scan_batch_place_day_pkey do update set scans = known.scans + excluded.scans, firsts = known.firsts + excluded.firsts$sums$
$outer$;

-- any statement that writes scan_hour, also the release before, changes the sums with it
create function sum_scan_hours() returns trigger language plpgsql as $$
declare
  added text := 'select * from added';
  removed text := 'select batch_id, hour, region_code, holder_id, verdict, reason, -scans, -firsts from removed';
begin
  if current_setting('suyuan.sums', true) = 'later' then return null; end if;
  execute scan_sums_statement(case tg_op when 'INSERT' then added
    when 'DELETE' then 'select batch_id, hour, region_code, holder_id, verdict, reason, -scans as scans, -firsts as firsts from removed'
    else added || ' union all ' || removed end);
  return null;
end $$;

-- replaces the sums of the days from one to another (inclusive)
create function replace_scan_sums(first date, last date) returns void language plpgsql as $$
declare
  since timestamptz := first::timestamp at time zone 'Asia/Shanghai';
  until timestamptz := (last + 1)::timestamp at time zone 'Asia/Shanghai';
begin
  delete from scan_batch_hour where hour >= since and hour < until;
  delete from scan_batch_day where day between first and last;
  delete from scan_place_day where day between first and last;
  delete from scan_batch_place_day where day between first and last;
  execute scan_sums_statement(format('select * from scan_hour where hour >= %L and hour < %L', since, until));
end $$;

create trigger scan_hour_added after insert on scan_hour referencing new table as added
  for each statement execute function sum_scan_hours();
create trigger scan_hour_changed after update on scan_hour referencing old table as removed new table as added
  for each statement execute function sum_scan_hours();
create trigger scan_hour_removed after delete on scan_hour referencing old table as removed
  for each statement execute function sum_scan_hours();
`)
    .execute(db);
}

/** One day after the other. Who counts scans meanwhile waits for the lock. */
const fillSums = backfill<string>('sums of scans', 'scan_hour', async (tx, position = '0001-01-01') => {
  await sql`select pg_advisory_xact_lock(hashtextextended('suyuan/scan-follow', 0))`.execute(tx);
  const { rows } = await sql<{ day: string | null }>`
    select min((hour at time zone 'Asia/Shanghai')::date)::text as day from scan_hour
    where hour >= (${position}::date + 1)::timestamp at time zone 'Asia/Shanghai'`.execute(tx);
  const day = rows[0]?.day;
  if (!day) return undefined;
  await sql`select replace_scan_sums(${day}, ${day})`.execute(tx);
  const counted = await sql<{ rows: string }>`select count(*) as rows from scan_batch_place_day where day = ${day}`.execute(tx);
  return { rows: Number(counted.rows[0]?.rows), position: day };
});

/**
 * Seven digits of a scan id are about 17 minutes. Keys that end in them repeat, and equal keys share one entry of an index: 10 bytes a
 * scan instead of 65. Lists read a whole such span and sort it by id.
 */
const span = '(left(scan_id::text, 7) collate "C")';

export const steps: readonly Step[] = [
  fillSums,
  createIndex('scan_batch_span_idx', 'scan', `(batch_id, ${span})`),
  createIndex('scan_holder_span_idx', 'scan', `(holder_id, ${span}) where holder_id is not null`),
  createIndex('scan_region_span_idx', 'scan', `(region_code, ${span})`),
  createIndex('scan_channel_span_idx', 'scan', `(channel, ${span}) where channel <> 'page'`),
  // the digits that lists show, and what finds a device by them
  createIndex('scan_device_start_idx', 'scan', '(substr(device, 1, 6), scan_id)'),
  createIndex('scan_finding_idx', 'scan', "(verdict, scan_id) where verdict not in ('genuine', 'alreadyVerified')"),
  // places without a code, such as other countries
  createIndex('scan_place_idx', 'scan', '(region, scan_id) where region is not null'),
  createIndex('scan_network_idx', 'scan', '(network(set_masklen(ip, case family(ip) when 4 then 24 else 48 end))) where ip is not null'),
  ...['batch', 'holder', 'region_code', 'region', 'channel', 'device', 'verdict', 'ip'].map((name) =>
    dropIndex(`scan_${name}_idx`, 'scan'),
  ),
  dropIndex('scan_hour_holder_id_idx', 'scan_hour'),
];
