import { type Kysely, sql } from 'kysely';

const REGION_NAME = '扫码-在渠道商授权地区之外的扫码（疑似窜货）由谁看到';
const REGION_REMARK = '消费者看到时，结论是“可疑”；只告诉员工时，消费者得到平常的结论，案件照立、图表照计';
const SPEED_NAME = '扫码-移动过快的扫码由谁看到';
const SPEED_REMARK = '消费者看到时，结论是“可疑”；只告诉员工时，消费者得到平常的结论，案件照立';

/** Findings for staff alone: diversion, speed and leaks; scans after a recall are counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- what the consumer got, where it is another verdict than that of staff; rows without it keep the check that they passed
    alter table code_record add consumer_verdict text;
    alter table code_record add constraint code_record_consumer_verdict_check check (consumer_verdict <> verdict and consumer_verdict in
      ('genuine', 'alreadyVerified', 'suspect', 'notActivated', 'recalled', 'frozen', 'expired', 'void')) not valid;

    alter table code_scan add recalled_scans bigint not null default 0;
    update code_scan s set recalled_scans = r.scans
      from (select batch_id, level, ordinal, count(*) as scans from code_record
        where verdict = 'recalled' and channel <> 'inspect' group by 1, 2, 3) r
      where s.batch_id = r.batch_id and s.level = r.level and s.ordinal = r.ordinal;

    -- one scan may have several findings
    alter table case_inbox drop constraint case_inbox_pkey;
    alter table case_inbox add constraint case_inbox_pkey primary key (scan_id, reason);
  `.execute(db);

  // a speed of 0 switched the rule off; who gets its finding says so now
  await sql`insert into config (config_name, remark, config_key, config_value, config_type)
    select ${SPEED_NAME}, ${SPEED_REMARK}, 'suyuan.scan.speedRule', case when exists (select from config
      where config_key = 'suyuan.scan.speedKmh' and config_value = '0') then 'off' else 'staff' end, 'Y' on conflict (config_key) do nothing`.execute(
    db,
  );
  await sql`update config set config_name = '扫码-多快的移动算过快（公里/时）',
    config_value = case config_value when '0' then '1000' else config_value end where config_key = 'suyuan.scan.speedKmh'`.execute(db);
  await sql`update config set config_name = ${REGION_NAME}, remark = coalesce(remark, ${REGION_REMARK}), config_value = case config_value when 'false' then 'off' else 'staff' end
    where config_key = 'suyuan.scan.regionRule'`.execute(db);
  // installations that chose among the former causes keep their choice
  await sql`update config set config_value = 'suspect,diversion,leak,pin,report'
    where config_key = 'suyuan.case.noticeReasons' and config_value = 'suspect,diversion,report'`.execute(db);
}
