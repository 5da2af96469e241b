import { capacityOf, DEFAULT_SHAPE } from '@suyuan/codes';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as codeSpaceService from '../../features/codes/code-space/code-space.service.ts';
import { cloneDatabase } from '../../test/database.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { startTestServer } from '../../test/test-server.ts';
import { migrate } from './migrate.ts';

/** Last migration of the first released version. */
const FIRST = '0008-pin-answer';
const SCAN = '019a8f00-0000-7000-8000-000000000001';

it('opens a database of the first version: its batch is there, and its codes remember their scans', async () => {
  const server = await startTestServer(async () => {
    const made = await cloneDatabase('template0');
    await migrate(made.db, { upTo: FIRST });
    const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = DEFAULT_SHAPE;
    await sql`
      with space as (
        insert into code_space (prefix, alphabet, serial_digits, tag_digits, check_character, next_serial, capacity)
        values (${prefix}, ${alphabet}, ${serialDigits}, ${tagDigits}, ${checkCharacter}, 1000, ${capacityOf(DEFAULT_SHAPE)})
        on conflict (prefix, total_length, alphabet) do update set next_serial = 1000 returning space_id
      ), epoch as (insert into code_epoch (space_id, epoch) select space_id, 0 from space on conflict do nothing)
      , maker as (insert into users (user_name, nick_name, password) values ('founder', '旧人', '-') returning user_id)
      , supplier as (insert into supplier (supplier_code, supplier_name, create_by) select 'OLD', '旧供应商', user_id from maker returning supplier_id)
      , rule as (insert into code_rule (rule_name, space_id, create_by) select '旧规则', space_id, user_id from space, maker returning code_rule_id)
      , goods as (insert into category (category_code, category_name, code_rule_id, create_by)
          select 'OLD', '旧品类', code_rule_id, user_id from rule, maker returning category_id)
      , planned as (insert into batch (batch_no, category_id, supplier_id, code_rule_id, quantity, made_date, state, issue_time, create_by)
          select 'OLD-1', category_id, supplier_id, code_rule_id, 1000, '2026-01-01', 'active', now(), user_id
          from goods, supplier, rule, maker returning batch_id)
      , scanned as (insert into code_scan (batch_id, ordinal, first_time, last_time, sessions, scans)
          select batch_id, 7, now() - interval '1 day', now() - interval '1 day', 1, 1 from planned)
      select batch_id, space_id from planned, space`.execute(made.db);
    await sql`insert into code_epoch (space_id, epoch) select space_id, 0 from code_space on conflict do nothing`.execute(made.db);
    await sql`insert into batch_range (batch_id, ordinal_from, space_id, epoch, serial_from, count)
      select batch_id, 0, space_id, 0, 0, 1000 from batch join code_rule using (code_rule_id)`.execute(made.db);
    await sql`insert into code_segment (batch_id, ordinal_from, count, status) select batch_id, 0, 1000, 'activated' from batch`.execute(
      made.db,
    );
    await sql`select ensure_scan_partition(to_timestamp(('x' || left(replace(${SCAN}, '-', ''), 12))::bit(48)::bigint / 1000))`.execute(
      made.owner,
    );
    await sql`insert into code_record (scan_id, scan_time, verdict, session_no, batch_id, level, ordinal, device, channel)
      select ${SCAN}, now() - interval '1 day', 'genuine', 1, batch_id, 0, 7, '\\x00', 'api' from batch`.execute(made.db);
    expect((await migrate(made.db)).length).toBeGreaterThan(30);
    return made;
  });
  const clerk = await server.as(['manage:batch:list', 'manage:codeRecord:list']);
  const { rows } = (await clerk.get('/manage/batch/list?batchNo=OLD-1')).body;
  expect(rows).toMatchObject([{ batchNo: 'OLD-1', state: 'active', categoryName: '旧品类', supplierName: '旧供应商', issuedCount: 1000 }]);
  expect((await clerk.get(`/manage/codeRecord/list?batchId=${rows[0].batchId}`)).body.rows).toMatchObject([
    { verdict: 'genuine', ordinal: 8 },
  ]);
  const spaceId = await codeSpaceService.findOrMake(server.db, DEFAULT_SHAPE);
  const deriver = codeSpaceService.deriverOf(server.installation, spaceId, DEFAULT_SHAPE, 0);
  const site = await openPublicSite(server.installation);
  expect((await site.verify(deriver.code(7))).body).toMatchObject({ verdict: 'alreadyVerified' });
  expect((await site.verify(deriver.code(8))).body).toMatchObject({ verdict: 'genuine' });
  await site.close();
  await server.close();
});

it('keeps the choices of an installation whose rules of region and speed were on or off, and counts its scans after a recall', async () => {
  const upgraded = async (region: string, speed: string, notices: string) => {
    const server = await startTestServer(async () => {
      const made = await cloneDatabase('template0');
      await migrate(made.db, { upTo: '0057-settings-revised' });
      for (const [key, value] of [
        ['suyuan.scan.regionRule', region],
        ['suyuan.scan.speedKmh', speed],
        ['suyuan.case.noticeReasons', notices],
      ])
        await sql`update config set config_value = ${value} where config_key = ${key}`.execute(made.db);
      await sql`insert into code_scan (batch_id, ordinal, sessions, scans) values (1, 0, 1, 3)`.execute(made.db);
      await sql`insert into code_record (scan_id, verdict, batch_id, level, ordinal, device, channel)
        select uuid7_floor(now() + i * interval '1 second'), (array['genuine', 'recalled', 'recalled'])[i], 1, 0, 0, '\\x00', 'api'
        from generate_series(1, 3) i`.execute(made.db);
      await migrate(made.db);
      return made;
    });
    const keys = ['suyuan.scan.regionRule', 'suyuan.scan.speedRule', 'suyuan.scan.speedKmh', 'suyuan.case.noticeReasons'];
    const rows = await server.db.selectFrom('config').select(['configKey', 'configValue']).where('configKey', 'in', keys).execute();
    const { recalledScans } = await server.db.selectFrom('codeScan').select('recalledScans').executeTakeFirstOrThrow();
    await server.close();
    const values = new Map(rows.map(({ configKey, configValue }) => [configKey, configValue]));
    return [...keys.map((key) => values.get(key)), recalledScans];
  };
  expect(await upgraded('true', '800', 'suspect,diversion,report')).toEqual([
    'staff',
    'staff',
    '800',
    'suspect,diversion,leak,pin,report',
    2,
  ]);
  expect(await upgraded('false', '0', 'report')).toEqual(['off', 'off', '1000', 'report', 2]);
});
