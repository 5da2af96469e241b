import { HomeFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { figuresRebuild } from '../../../boot/commands/maintenance.ts';
import { jobTargets } from '../../../boot/job-targets.ts';
import { connect } from '../../../platform/db/connect.ts';
import { codeKeyColumn, codeKeyParameter, codeKeyValue } from '../../../platform/db/layout.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { createScanId } from '../../scans/verification/scan-id.ts';
import * as figureQueries from './figure.queries.ts';
import * as figureService from './figure.service.ts';

describe('statistics', () => {
  let server: TestServer;
  let site: PublicSite;
  let analyst: Client;
  let milk: Awaited<ReturnType<typeof issueCodes>>;
  let tea: Awaited<ReturnType<typeof issueCodes>>;
  let ownDepartment: { deptId: number };
  const home = async (by = analyst, days = 7) => (await by.get(`/manage/figure/home?days=${days}`)).body.data as HomeFigures;
  const rows = async (text: string, db = server.db) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  /** Sums of the rollup and of the scans; they are equal if every scan is counted once. */
  const sums = async () => {
    const [hour] = await rows('select coalesce(sum(scans), 0) as scans, coalesce(sum(firsts), 0) as firsts from scan_hour');
    const [day] = await rows('select coalesce(sum(scans), 0) as scans, coalesce(sum(firsts), 0) as firsts from scan_day');
    const [raw] = await rows(
      'select (select count(*) from scan) as scans, (select count(*) from scan_state where first_time is not null) as firsts',
    );
    return { hour, day, raw };
  };
  const expectExact = async () => {
    const { hour, day, raw } = await sums();
    expect(hour).toEqual(raw);
    expect(day).toEqual(raw);
    for (const table of ['scan_batch_hour', 'scan_batch_day', 'scan_place_day', 'scan_batch_place_day']) {
      const [derived] = await rows(`select coalesce(sum(scans), 0) as scans, coalesce(sum(firsts), 0) as firsts from ${table}`);
      expect([table, derived]).toEqual([table, raw]);
    }
  };
  const scan = (
    batchId: number,
    ordinal: number,
  ) => sql`insert into scan (${codeKeyColumn()}scan_id, verdict, batch_id, level, ordinal, device, channel)
    values (${codeKeyParameter({ batchId, level: 0, ordinal })}${createScanId()}, 'notActivated', ${batchId}, 0, ${ordinal}, '\\x00', 'api')`;

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    ownDepartment = await insertDepartment(server.db);
    const otherDepartment = await insertDepartment(server.db);
    milk = await issueCodes(server.installation, { categoryName: '纯牛奶', deptId: ownDepartment.deptId, count: 500 });
    tea = await issueCodes(server.installation, { categoryName: '绿茶', deptId: otherDepartment.deptId, count: 300 });
    await server.db.updateTable('batch').set({ issueTime: new Date().toISOString() }).execute();
    for (const { batchId } of [milk, tea])
      await sql`insert into batch_event (batch_id, action) values (${batchId}, 'activate')`.execute(server.db);
    analyst = await server.as(['manage:figure:list']);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('follow scans, count each once, and detect the first scan of a code', async () => {
    await figureService.follow(server.db);
    await site.verify(milk.code(0), { device: 'a' }, '112.10.0.1');
    await site.verify(milk.code(0), { device: 'a' }, '112.10.0.1');
    await site.verify(milk.code(0), { device: 'b' }, '8.8.8.8');
    await site.verify(tea.code(1), { device: 'c' }, '202.96.209.5');
    await site.verify('NOTOURS', { device: 'd' }, '112.10.0.1');
    await followAllScans(server.db);
    await figureService.follow(server.db);
    await expectExact();
    const answer = await home();
    expect(HomeFigures.strict().safeParse(answer).error).toBeUndefined();
    expect(answer).toMatchObject({ scans: { value: 5, before: 0 }, ours: { value: 4 }, firsts: { value: 2 }, suspect: { value: 0 } });
    expect(answer.byDay).toHaveLength(7);
    expect(answer.byDay.at(-1)).toMatchObject({ scans: 5, firsts: 2 });
    expect(answer.goods.map(({ categoryName, scans }) => [categoryName, scans])).toEqual([
      ['纯牛奶', 3],
      ['绿茶', 1],
    ]);
  });

  it('count active codes and the time of their activation', async () => {
    const { codes } = await home();
    expect(codes).toMatchObject({ issued: 800, live: 800, liveToday: 800 });
    await sql`update code_segment set status = 'void' where batch_id = ${tea.batchId}`.execute(server.db);
    await sql`insert into batch_event (batch_id, action) values (${tea.batchId}, 'void')`.execute(server.db);
    await until(async () => {
      await figureService.follow(server.db);
      expect((await home()).codes).toMatchObject({ issued: 800, live: 500 });
    });
  });

  it('count codes once on a day that is asked for twice', async () => {
    const day = '2999-01-01';
    expect(await figureQueries.codesAt(server.db, 'all', [day, day])).toEqual([{ day, issued: 800, live: 500 }]);
  });

  it('wait for late commits without losing scans', async () => {
    const slow = connect(server.url, { max: 1 });
    try {
      await slow.transaction().execute(async (tx) => {
        await scan(milk.batchId, 7).execute(tx);
        await scan(milk.batchId, 8).execute(server.db);
        await figureService.follow(server.db);
        const { hour, raw } = await sums();
        expect(Number(hour?.scans)).toBeLessThan(Number(raw?.scans));
      });
      await followAllScans(server.db);
      await expectExact();
    } finally {
      await slow.destroy();
    }
  });

  it('count each scan once when followers are interrupted', async () => {
    const followers = connect(server.url, { max: 3, applicationName: 'interrupted follower' });
    const scanner = (async () => {
      for (let n = 0; n < 150; n++) await scan(milk.batchId, 20 + (n % 60)).execute(server.db);
    })();
    const followRuns = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < 12; n++) await figureService.follow(followers).catch(() => undefined);
    });
    for (let n = 0; n < 10; n++) {
      await rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'interrupted follower' and query ilike '%scan_hour%'`,
      );
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
    await Promise.all([scanner, ...followRuns]);
    await followers.destroy();
    await followAllScans(server.db);
    await expectExact();
  });

  it('are the same after a recount', async () => {
    const all = 'select * from scan_hour order by batch_id, hour, region_code, holder_id, verdict, reason';
    const before = await rows(all);
    await sql`update scan_hour set firsts = 0`.execute(server.db);
    await sql`delete from scan_day`.execute(server.db);
    const { scans, retained } = await figureService.rebuild(server.db);
    expect(await rows(all)).toEqual(before);
    expect(await rows('select sum(scans)::int as scans from scan_hour')).toEqual([{ scans }]);
    expect(retained).toEqual([]);
    await expectExact();
  });

  it('of a month with detached scans stay unchanged and are named in a recount', async () => {
    const copy = await cloneDatabase();
    const own = { ...server.installation, db: copy.db };
    const batch = await issueCodes(own, { count: 100 });
    const query = async (text: string) => (await sql.raw<Record<string, unknown>>(text).execute(copy.owner)).rows;
    const month = async (offset: string) => {
      await query(`select ensure_scan_partition(now() - interval '${offset}')`);
      // the first two share an hour and a batch, but the first id and its partition belong to the previous month
      await sql`insert into scan (${codeKeyColumn()}scan_id, scan_time, verdict, batch_id, level, ordinal, device, channel, region_code)
        select ${codeKeyValue('batch_id, 0::smallint, n, null')}(left(uuid7_floor(at)::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, at + case n when 0 then interval '2 hours' else interval '1 hour' end, 'genuine', batch_id, 0, n, '\\x00', 'api', '330000'
        from (select n, case when n % 2 = 0 or n = 1 then ${batch.batchId}::bigint end as batch_id,
            (date_trunc('month', (now() - ${offset}::interval) at time zone 'UTC') at time zone 'UTC') + (n - 1) * interval '1 hour' as at
          from generate_series(0, 40) n) s`.execute(copy.db);
    };
    const figures = () =>
      query(
        "select to_char(hour, 'YYYY-MM-DD HH24') as hour, batch_id, sum(scans)::int as scans from scan_hour group by 1, 2 order by 1, 2",
      );
    const days = () => query('select day, sum(scans)::int as scans from scan_day group by 1 order by 1');
    await query("select ensure_scan_partition(now() - interval '4 months'), ensure_scan_partition(now() - interval '3 months')");
    await month('2 months');
    await month('0 months');
    await followAllScans(copy.db);
    const before = [await figures(), await days()];
    const [gone] = await query("select 'scan_' || to_char(now() at time zone 'UTC' - interval '2 months', 'YYYYMM') as name");
    await query(`alter table scan detach partition ${gone?.name}`);
    // lost figures of another month are restored
    await query("delete from scan_hour where hour > now() - interval '1 month'");
    const run = await figuresRebuild.run(own, { values: {}, positionals: [], language: 'zh-CN' });
    expect([await figures(), await days()]).toEqual(before);
    const [{ label, count } = {}] = await query(
      `select to_char(min(scan_time), 'YYYY-MM') as label, count(*)::int as count from ${gone?.name}`,
    );
    expect(run).toContain(`${label} 有 ${(count as number) + 1} 次扫码的记录不全，数字保留原样`);
    expect(run.split('\n')).toHaveLength(2);
    // the same with an empty partition of that month, and with other transaction ids
    await query(`alter table ${gone?.name} rename to archived`);
    await query("select ensure_scan_partition(now() - interval '2 months')");
    await query("update scan_follow set origin = 'elsewhere'");
    await followAllScans(copy.db, count as number);
    expect([await figures(), await days()]).toEqual(before);
    await copy.close();
  });

  it('are correct in a restored copy of the database with other transaction IDs', async () => {
    await sql`update scan set tx = tx + 1000000`.execute(server.db);
    await sql`update scan_follow set origin = 'elsewhere', tx = tx + 1000000`.execute(server.db);
    await figureService.follow(server.db);
    await scan(milk.batchId, 9).execute(server.db);
    await followAllScans(server.db);
    await expectExact();
    const [left] = await rows('select count(*) as n from scan where tx > 900000 + pg_current_xact_id()::text::bigint');
    expect(left).toEqual({ n: 0 });
  });

  it('include only the batches that the user may see', async () => {
    const narrow = await server.as(['manage:figure:list'], { deptId: ownDepartment.deptId, dataScope: '3' });
    const [own, all] = [await home(narrow), await home()];
    expect(own.goods.map(({ categoryName }) => categoryName)).toEqual(['纯牛奶']);
    expect(own.codes).toMatchObject({ issued: 500, live: 500 });
    expect(own.scans.value).toBeLessThan(all.scans.value);
    expect(own.scans.value).toBe(own.ours.value);
    const hours = (await narrow.get('/manage/figure/hours')).body.data as { today: number | null }[];
    expect(hours).toHaveLength(24);
    expect(hours.reduce((sum, { today }) => sum + (today ?? 0), 0)).toBe(own.scans.value);
  });

  it('include the cities of a province', async () => {
    const { byRegion } = await home();
    const zhejiang = byRegion.find(({ regionCode }) => regionCode === '330000');
    const { data } = (await analyst.get('/manage/figure/regions?days=7&regionCode=330000')).body;
    expect(data.reduce((sum: number, { scans }: { scans: number }) => sum + scans, 0)).toBe(zhejiang?.scans ?? 0);
  });

  it('compare the incomplete current day with the same part of the earlier day', async () => {
    // one scan per hour on the last day before the seven
    await sql`insert into scan_hour (batch_id, hour, region_code, holder_id, verdict, reason, scans, firsts)
      select 0, current_date - 7 + n * interval '1 hour', '', 0, 'unknown', '', 1, 0 from generate_series(0, 23) n`.execute(server.db);
    await sql`insert into scan_day (day, category_id, region_code, holder_id, verdict, reason, scans, firsts)
      values (current_date - 7, 0, '', 0, 'unknown', '', 24, 0)`.execute(server.db);
    const [now] = await rows("select date_part('hour', now())::int as hour");
    expect((await home()).scans.before).toBe(Number(now?.hour) + 1);
    expect((await home(analyst, 30)).scans.before).toBe(0);
  });

  it('lose old hours, which no page reads, but no day', async () => {
    await sql`insert into scan_hour (batch_id, hour, region_code, holder_id, verdict, reason, scans, firsts)
      select 0, current_date - age, '', 0, 'unknown', '', 1, 0 from unnest(array[90, 200]) age`.execute(server.db);
    await jobTargets['upkeep.expired']?.run(server.installation, [], new AbortController().signal);
    const count = (table: string) => rows(`select count(*)::int as count from ${table}`);
    expect(await count('scan_batch_hour where hour::date = current_date - 90')).toEqual([{ count: 1 }]);
    expect(await count('scan_batch_hour where hour < current_date - 150')).toEqual([{ count: 0 }]);
    for (const table of ['scan_batch_day where day', 'scan_place_day where day', 'scan_hour where hour::date'])
      expect(await count(`${table} = current_date - 200`)).toEqual([{ count: 1 }]);
  });

  it('require the permission, and reject an unsupported period', async () => {
    expect((await server.stranger.get('/manage/figure/home')).body.code).toBe(401);
    expect((await (await server.as([])).get('/manage/figure/home')).body.code).toBe(403);
    const { body } = await analyst.get('/manage/figure/home?days=31');
    expect(body).toMatchObject({ code: 500, params: { field: 'days' } });
  });
});
