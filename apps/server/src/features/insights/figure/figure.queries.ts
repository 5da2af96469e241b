import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/db.ts';
import { type DataScope, ownedInScope } from '../../../platform/db/scope.ts';

/** Both days inclusive, in Asia/Shanghai, the time zone of the database session. */
export interface Days {
  from: string;
  to: string;
}

const visible = (scope: DataScope) => ownedInScope(scope, 'b');

/** Columns of scan_day. Full scope reads that table; others sum the days of batches in scope, by place if `places`. */
const source = (scope: DataScope, { from, to }: Days, places = false): RawBuilder<unknown> =>
  scope === 'all'
    ? sql`(select * from scan_day where day between ${from} and ${to})`
    : sql`(select s.day, b.category_id, ${places ? sql`case when s.region_code = '' then '' else left(s.region_code, 2) || '0000' end as region_code,` : sql``}
        s.holder_id, s.verdict, s.reason, s.scans, s.firsts
        from ${sql.table(places ? 'scan_batch_place_day' : 'scan_batch_day')} s join batch b on b.batch_id = s.batch_id
        where s.day between ${from} and ${to} and ${visible(scope)})`;

const suspectCount = sql`coalesce(sum(scans) filter (where verdict = 'suspect'), 0)`;
const diversionCount = sql`coalesce(sum(scans) filter (where verdict = 'suspect' and reason = 'otherRegion'), 0)`;

export interface DaySums {
  day: string;
  scans: number;
  firsts: number;
  ours: number;
  suspect: number;
  diversion: number;
}

/** One row per day, including days without scans. */
export async function byDay(db: Db, scope: DataScope, span: Days): Promise<DaySums[]> {
  const { rows } = await sql<DaySums>`
    select d::date::text as day, coalesce(sum(scans), 0) as scans, coalesce(sum(firsts), 0) as firsts,
      coalesce(sum(scans) filter (where category_id > 0), 0) as ours, ${suspectCount} as suspect, ${diversionCount} as diversion
    from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d left join ${source(scope, span)} s on s.day = d::date
    group by d order by d`.execute(db);
  return rows;
}

/** Scans of a day after the current hour of the day. */
export async function afterThisHour(db: Db, scope: DataScope, day: string): Promise<DaySums> {
  const { rows } = await sql<DaySums>`
    select ${day} as day, coalesce(sum(scans), 0) as scans, coalesce(sum(firsts), 0) as firsts,
      coalesce(sum(scans) filter (where b.batch_id is not null), 0) as ours, ${suspectCount} as suspect, ${diversionCount} as diversion
    from scan_batch_hour h left join batch b on b.batch_id = h.batch_id
    where h.hour > ${day}::date + date_part('hour', now()) * interval '1 hour' and h.hour < ${day}::date + 1 and ${visible(scope)}`.execute(
    db,
  );
  return rows[0]!;
}

export interface RegionSums {
  regionCode: string;
  scans: number;
  suspect: number;
  diversion: number;
}

/** Most scans first. */
export async function byRegion(db: Db, scope: DataScope, span: Days): Promise<RegionSums[]> {
  const { rows } = await sql<RegionSums>`select region_code, sum(scans) as scans, ${suspectCount} as suspect, ${diversionCount} as diversion
    from ${source(scope, span, true)} s group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** Cities of a province; county codes count for their city. */
export async function byCity(db: Db, scope: DataScope, { from, to }: Days, province: string): Promise<RegionSums[]> {
  const { rows } = await sql<RegionSums>`
    select case when substr(region_code, 3, 2) = '90' then region_code else left(region_code, 4) || '00' end as region_code,
      sum(scans) as scans, ${suspectCount} as suspect, ${diversionCount} as diversion
    from ${scope === 'all' ? sql`scan_place_day h` : sql`scan_batch_place_day h join batch b on b.batch_id = h.batch_id`}
    where h.day between ${from} and ${to} and h.region_code like ${`${province.slice(0, 2)}%`} and ${scope === 'all' ? sql`true` : visible(scope)}
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** The ten most scanned products. */
export async function topGoods(db: Db, scope: DataScope, span: Days) {
  const { rows } = await sql<{ categoryId: number; categoryName: string; scans: number; firsts: number; suspect: number }>`
    select c.category_id, c.category_name, t.scans, t.firsts, t.suspect
    from (select category_id, sum(scans) as scans, sum(firsts) as firsts, ${suspectCount} as suspect from ${source(scope, span)} s
      where category_id > 0 group by 1 order by 2 desc, 1 limit 10) t
    join product c on c.category_id = t.category_id order by t.scans desc, 1`.execute(db);
  return rows;
}

/** The ten dealers with most scans of codes they held. */
export async function topDealers(db: Db, scope: DataScope, span: Days) {
  const { rows } = await sql<{ channelBusinessId: number; channelBusinessName: string; scans: number; diversion: number }>`
    select c.channel_business_id, c.channel_business_name, t.scans, t.diversion
    from (select holder_id, sum(scans) as scans, ${diversionCount} as diversion from ${source(scope, span)} s
      where holder_id > 0 group by 1 order by 2 desc, 1 limit 10) t
    join dealer c on c.channel_business_id = t.holder_id order by t.scans desc, 1`.execute(db);
  return rows;
}

/** Scans of today and yesterday by hour, without empty hours. */
export async function byHour(db: Db, scope: DataScope): Promise<{ hour: number; isToday: boolean; scans: number }[]> {
  const { rows } = await sql<{ hour: number; isToday: boolean; scans: number }>`
    select extract(hour from h.hour)::int as hour, h.hour::date = current_date as is_today, sum(h.scans) as scans
    from scan_batch_hour h left join batch b on b.batch_id = h.batch_id where h.hour >= current_date - 1 and ${visible(scope)} group by 1, 2`.execute(
    db,
  );
  return rows;
}

export interface CodeSums {
  day: string;
  issued: number;
  live: number;
}

/** Issued in total, and live (activated, packed, shipped or sold). */
export async function codesByDay(db: Db, scope: DataScope, span: Days): Promise<CodeSums[]> {
  const { rows } = await sql<CodeSums>`
    with changes as (
      select greatest(c.day, ${span.from}::date) as day, sum(c.change) as issued,
        coalesce(sum(c.change) filter (where c.status in ('activated', 'packed', 'shipped', 'sold')), 0) as live
      from code_day c join batch b on b.batch_id = c.batch_id where c.day <= ${span.to}::date and ${visible(scope)} group by 1
    )
    select d::date::text as day, (sum(coalesce(issued, 0)) over (order by d))::bigint as issued, (sum(coalesce(live, 0)) over (order by d))::bigint as live
    from generate_series(${span.from}::date, ${span.to}::date, interval '1 day') d left join changes c on c.day = d::date order by d`.execute(
    db,
  );
  return rows;
}

export async function findPeriod(db: Db, days: number) {
  const { rows } = await sql<{
    followTime: string | null;
    to: string;
    from: string;
    before: string;
    eve: string;
    yesterday: string;
    monthEve: string;
    hour: number;
  }>`
    select (select follow_time from scan_follow), current_date::text as to, (current_date - ${days - 1}::int)::text as from,
      (current_date - ${2 * days - 1}::int)::text as before, (current_date - ${days}::int)::text as eve, (current_date - 1)::text as yesterday,
      (date_trunc('month', current_date)::date - 1)::text as month_eve, extract(hour from now())::int as hour`.execute(db);
  return rows[0]!;
}

/** One row per day, even if `days` repeats it: on the first of a month, yesterday is the last day of the month before. */
export async function codesAt(db: Db, scope: DataScope, days: string[]): Promise<CodeSums[]> {
  const { rows } = await sql<CodeSums>`
    select d::date::text as day, coalesce(sum(c.change), 0) as issued,
      coalesce(sum(c.change) filter (where c.status in ('activated', 'packed', 'shipped', 'sold')), 0) as live
    from (select distinct unnest(${days}::date[]) as d) days
      left join (select c.* from code_day c join batch b on b.batch_id = c.batch_id where ${visible(scope)}) c on c.day <= d
    group by d order by d`.execute(db);
  return rows;
}

/** Cases without a verdict. */
export const countCases = (db: Db, scope: DataScope) =>
  db
    .selectFrom('scanCase')
    .select(sql<number>`count(*) filter (where state = 'open')`.as('open'))
    .select(sql<number>`count(*) filter (where state = 'assigned')`.as('assigned'))
    .where('state', '<>', 'judged')
    .where(ownedInScope(scope, 'scanCase'))
    .executeTakeFirstOrThrow();
