import { type Kysely, sql } from 'kysely';

/** Cases are told of within their department, unknown codes that come thick are told of, and the sample business goes by a button. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what stands open is known by now
    alter table code_case add told boolean not null default true;
    alter table code_case alter told set default false;
    create index code_case_untold_idx on code_case (case_id) where not told;

    -- a scoped notice is for those alone in whose scope its department is; without one, for those who see all
    alter table notice add scoped boolean not null default false, add dept_id bigint;

    insert into config (config_name, config_key, config_value, config_type) values
      ('案件-哪些起因立案时通知判定人', 'suyuan.case.noticeReasons', 'suspect,diversion,report', 'Y');
    insert into job (job_id, job_name, job_group, invoke_target, cron_expression, misfire_policy, status, alarm_after, builtin, remark) values
      (13, '未知码预警', 'SYSTEM', 'scan.unknownWatch(10, 300)', '0 0/5 * * * ?', '2', '0', 1, true, '最近若干分钟查无此码的扫码达到这么多次就通知，一小时至多一次');
    -- administrators alone, until they give it to a role
    insert into menu (menu_id, menu_name, parent_id, order_num, perms, menu_type, icon) values
      (3510, '删除示例业务', 106, 9, 'tool:sample:remove', 'F', '#');
  `.execute(db);
}
