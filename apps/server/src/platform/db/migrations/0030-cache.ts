import { type Kysely, sql } from 'kysely';

/** Upkeep that was done unseen, or not at all: each a job of its own, to be looked at, moved and paused. */
const ours: [id: number, name: string, target: string, cron: string, status: '0' | '1', remark: string][] = [
  [8, '核对操作日志链', 'operlog.check', '0 20 4 * * ?', '0', '核对整条防篡改链；有断裂就失败并通知'],
  [9, '跟进码的统计', 'figure.codes', '0 0/10 * * * ?', '0', '补上提交得晚、当时没看到的码状态变化'],
  [10, '重新统计', 'figure.rebuild', '0 0 5 ? * 1', '1', '按码记录把统计全部重数一遍；平时不需要，默认暂停'],
  [11, '清理登录日志', 'logininfor.retain(730)', '0 50 3 * * ?', '0', '只保留最近若干天的登录日志'],
  [12, '备份', 'backup.make(7)', '0 0 2 * * ?', '1', '备份到数据目录下的 backups，只留最近几份，不含主密钥；默认暂停'],
];

/** The pages of the cache come alive; changes of words and settings are told to every process; the rest of our upkeep becomes jobs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update menu set status = '0' where menu_id in (113, 114);
    insert into menu (menu_id, menu_name, parent_id, order_num, perms, menu_type, icon) values
      (3430, '清理缓存', 114, 1, 'monitor:cache:remove', 'F', '#');

    -- one channel for all that processes remember: the name of what is to be forgotten
    create or replace function tell_dict() returns trigger language plpgsql as $$
      begin
        perform pg_notify('cache', 'sys_dict');
        return null;
      end $$;
    create function tell_config() returns trigger language plpgsql as $$
      begin
        perform pg_notify('cache', 'sys_config');
        perform pg_notify('cache', 'scan_rules');
        return null;
      end $$;
    create trigger config_told after insert or update or delete or truncate on config
      for each statement execute function tell_config();
  `.execute(db);
  for (const [id, name, target, cron, status, remark] of ours)
    await sql`insert into job (job_id, job_name, job_group, invoke_target, cron_expression, misfire_policy, status, alarm_after, builtin, remark)
      values (${id}, ${name}, 'SYSTEM', ${target}, ${cron}, '2', ${status}, 1, true, ${remark})`.execute(db);
}
