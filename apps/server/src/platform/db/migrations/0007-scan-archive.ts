import { type Kysely, sql } from 'kysely';

/** Months of scans in files, and batches whose scans must stay in the database. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- months of scans that are in a file of the file store
create table scan_archive (
  -- UTC month of the scan ids, e.g. 2025-01
  month text constraint scan_archive_pkey primary key constraint scan_archive_month_check check (month ~ '^[0-9]{4}-[0-9]{2}$'),
  -- written: read from the file, but the partition still exists; archived: only the file; restored: read from the database again
  state text not null constraint scan_archive_state_check check (state in ('written', 'archived', 'restored')),
  -- key in the file store
  path text not null constraint scan_archive_path_key unique,
  bytes bigint not null,
  sha256 bytea not null,
  scans bigint not null,
  -- sum over a hash of each scan
  digest text not null,
  first_scan_id uuid,
  last_scan_id uuid,
  -- { batch id: [scans, last scan in milliseconds since 1970] }
  batches jsonb not null,
  archive_time timestamptz not null default now()
);
-- one open task per month
create unique index task_archive_scans_key on task (subject) where kind = 'archiveScans' and state in ('queued', 'running');
alter table batch add column legal_hold boolean not null default false;
`)
    .execute(db);
  await sql`insert into setting (config_name, config_key, config_value, config_type)
    values ('扫码-保留在数据库里几个月，更早的归档到文件（0 为不归档）', 'suyuan.scan.keepMonths', '24', 'Y')
    on conflict do nothing`.execute(db);
  await sql`insert into job (job_name, job_group, invoke_target, cron_expression, misfire_policy, status, alarm_after, builtin, remark)
    values ('归档旧的扫码', 'SYSTEM', 'scan.archive', '0 50 2 * * ?', '2', '0', 3, true, '超过设置的月数的扫码写入文件，核对后从数据库移出')`.execute(
    db,
  );
  await sql`insert into menu (menu_id, menu_name, parent_id, order_num, menu_type, perms)
    select 3285, '批次法律保全', 2100, 22, 'F', 'manage:batch:hold' where exists (select from menu where menu_id = 2100)`.execute(db);
}
