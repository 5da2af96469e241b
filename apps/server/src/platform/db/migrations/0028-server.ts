import { type Kysely, sql } from 'kysely';

/** Which processes there are, what each measured in the last minutes, and when an operator was last told of what is too much. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- worth nothing after a crash, and written often: not in the log of the database
    create unlogged table process (
      process_id uuid primary key,
      role text not null,
      host_name text not null,
      pid int not null,
      start_time timestamptz not null,
      seen_time timestamptz not null default now()
    );
    create unlogged table process_sample (
      process_id uuid not null,
      sample_time timestamptz not null default now(),
      figures jsonb not null,
      constraint process_sample_pkey primary key (process_id, sample_time)
    );
    create table monitor_alarm (
      alarm text primary key,
      raise_time timestamptz not null
    );
    update menu set status = '0' where menu_id = 112;
    insert into config (config_name, config_key, config_value, config_type, remark) values
      ('服务监控-处理器告警线（百分比）', 'suyuan.monitor.cpuPercent', '95', 'Y', '一分钟内一直高于它就发通知，每小时至多一次；0 表示不告警'),
      ('服务监控-内存告警线（百分比）', 'suyuan.monitor.memoryPercent', '92', 'Y', '一分钟内一直高于它就发通知，每小时至多一次；0 表示不告警'),
      ('服务监控-磁盘告警线（百分比）', 'suyuan.monitor.diskPercent', '90', 'Y', '高于它就发通知，每小时至多一次；0 表示不告警'),
      ('服务监控-事件循环告警线（毫秒）', 'suyuan.monitor.loopMilliseconds', '500', 'Y', '一分钟内一直慢于它就发通知，每小时至多一次；0 表示不告警');
  `.execute(db);
}
