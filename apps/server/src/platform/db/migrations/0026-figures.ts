import { type Kysely, sql } from 'kysely';

/** What dashboards read in place of scans: scans by hour, day and place, codes by day; and how far these have followed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- the transaction that filed a scan: what follows scans goes by it, for only ended transactions are below every running one
    alter table code_record add tx bigint;
    alter table code_record alter tx set default (pg_current_xact_id()::text::bigint);
    create index code_record_tx_idx on code_record using brin (tx) with (pages_per_range = 32, autosummarize = on);

    -- scans of one hour, batch (0: not ours), place ('': not known), holder (0: nobody), verdict and reason ('': none)
    create table scan_hour (
      batch_id bigint not null,
      hour timestamptz not null,
      region_code text not null,
      holder_id bigint not null,
      verdict text not null,
      reason text not null,
      scans bigint not null,
      -- of them the first of their code while it was live
      firsts bigint not null,
      constraint scan_hour_pkey primary key (batch_id, hour, region_code, holder_id, verdict, reason)
    );
    create index scan_hour_hour_idx on scan_hour (hour);

    -- the same by day (Asia/Shanghai), goods and province: what is read where everything is seen
    create table scan_day (
      day date not null,
      category_id bigint not null,
      region_code text not null,
      holder_id bigint not null,
      verdict text not null,
      reason text not null,
      scans bigint not null,
      firsts bigint not null,
      constraint scan_day_pkey primary key (day, category_id, region_code, holder_id, verdict, reason)
    );

    -- transactions below tx are counted; origin tells the database that these numbers are of from a copy of it
    create table scan_follow (
      one boolean primary key default true constraint scan_follow_one_check check (one),
      origin text not null,
      tx bigint not null,
      follow_time timestamptz not null default now(),
      -- what was done to codes before it is in code_day
      code_time timestamptz not null default '-infinity'
    );
    create index batch_event_event_time_idx on batch_event (event_time);

    -- by how many the codes of a batch in a status changed on a day: their sum up to a day is how many there were
    create table code_day (
      batch_id bigint not null constraint code_day_batch_id_fkey references batch on delete cascade,
      day date not null,
      status text not null,
      change bigint not null,
      constraint code_day_pkey primary key (batch_id, day, status)
    );
    create index code_day_day_idx on code_day (day);

    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3390, '首页图表', 2100, 30, '', 'manage:figure:list', 'F', '#', '0');
    insert into menu (menu_id, menu_name, parent_id, order_num, path, component, perms, menu_type, icon, status) values
      (3391, '召回影响', 2002, 13, 'recallImpact', 'manage/recallImpact/index', 'manage:recallImpact:list', 'C', 'route', '0');
    insert into menu (menu_id, menu_name, parent_id, order_num, path, perms, menu_type, icon, status) values
      (3392, '召回影响导出', 3391, 1, '', 'manage:recallImpact:export', 'F', '#', '0');
    insert into role_menu (role_id, menu_id) select role_id, menu_id from (values
      (100, 3390), (101, 3390), (102, 3390), (103, 3390), (104, 3390), (105, 3390), (106, 3390),
      (101, 3391), (103, 3391), (104, 3391), (105, 3391), (106, 3391), (101, 3392), (104, 3392)) as granted(role_id, menu_id)
      where exists (select from role r where r.role_id = granted.role_id) on conflict do nothing;
  `.execute(db);
}
