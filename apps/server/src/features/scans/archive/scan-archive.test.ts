import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CaseEvidence, type CodeHistory, holdBatch, type RecordOf, type ScanFigures, scans } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderStore } from '../../../platform/files/folder-store.ts';
import { workbookRows } from '../../../platform/http/workbook-rows.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { skipOnCluster } from '../../../test/skip-on-cluster.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { backup } from '../../devtools/backup/backup.service.ts';
import { restore } from '../../devtools/backup/restore.service.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as archiveService from './scan-archive.service.ts';
import { enqueueDue } from './scan-archive-task.service.ts';

const [MARCH, APRIL] = ['2024-03', '2024-04'];

type Row = RecordOf<typeof scans>;

describe.skipIf(skipOnCluster('its months are not archived'))('archived scans', () => {
  let server: TestServer;
  let site: PublicSite;
  let analyst: Client;
  let manager: Client;
  let milk: Awaited<ReturnType<typeof issueCodes>>;
  let caseIds: number[];
  let queries: string[];
  const list = async (query = '', by = analyst) =>
    (await by.get(`${scans.path}/list?pageSize=100&${query}`)).body as { rows: Row[]; total: number };
  const archive = (month: string, options = {}) => archiveService.archiveMonth(server.installation, month, options);
  const stateOf = async (month: string) =>
    (await server.db.selectFrom('scanArchive').select('state').where('month', '=', month).executeTakeFirst())?.state;
  const countHot = async () => Number((await sql<{ count: string }>`select count(*) as count from scan`.execute(server.db)).rows[0]?.count);

  /** Everything that staff read about scans. */
  async function readings(lastQuery = queries.length) {
    const lists: Record<string, unknown> = {};
    for (const [index, query] of queries.slice(0, lastQuery).entries())
      for (const by of index % 5 === 0 ? [analyst, manager] : [analyst]) lists[`${query} ${by.userName}`] = await list(query, by);
    const pages: Row[] = [];
    for (let page = 1; page <= 15; page++) pages.push(...(await analyst.get(`${scans.path}/list?pageNum=${page}`)).body.rows);
    const get = async <Answer>(url: string) => (await analyst.get(url)).body.data as Answer;
    return {
      lists,
      pages: [...new Set(pages.map(({ scanId }) => scanId))],
      code: await get<CodeHistory>(`/manage/code/history?batchId=${milk.batchId}&level=0&ordinal=8`),
      cases: await Promise.all(caseIds.map((id) => get<CaseEvidence>(`/manage/codeCase/${id}/evidence`))),
      figures: await get<ScanFigures>(`${scans.path}/figures?device=0&params[beginTime]=2024-03-01&params[endTime]=2026-12-31`),
      sums: (await sql`select sum(scans) as scans, sum(firsts) as firsts from scan_hour`.execute(server.db)).rows,
    };
  }

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    const { db, installation } = server;
    const [here, there] = [await insertDepartment(db), await insertDepartment(db)];
    milk = await issueCodes(installation, { deptId: here.deptId });
    const tea = await issueCodes(installation, { deptId: there.deptId });
    const dealer = await insertDealer(db, { regionCodes: ['440000'] });
    const permissions = [
      'codeRecord:list',
      'codeRecord:query',
      'codeRecord:export',
      'code:query',
      'codeCase:list',
      'codeCase:query',
      'batch:exportCodes',
    ];
    analyst = await server.as(permissions.map((name) => `manage:${name}`));
    manager = await server.as(['manage:codeRecord:list'], { deptId: here.deptId, dataScope: '4' });
    await db.updateTable('setting').set({ configValue: '0' }).where('configKey', '=', 'suyuan.scan.keepAddressDays').execute();
    for (const month of [MARCH, APRIL]) {
      await sql`select ensure_scan_partition(${`${month}-15`}::timestamptz)`.execute(db);
      // each column with and without a value, addresses of both kinds, two candidates for the first scan of a code
      await sql`insert into scan (scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, code_text, device, ip, region, channel,
          agent, pin_answers, region_code, lng, lat, holder_id, accuracy, consumer_verdict)
        select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid, t + n * interval '1 microsecond',
          case when n % 5 = 0 then 'unknown' when n % 3 = 0 then 'suspect' else 'genuine' end, case when n % 3 = 0 then 'manySessions' end,
          case when n % 5 <> 0 then 1 + n % 13 end, case when n % 5 <> 0 then case when n % 2 = 0 then ${milk.batchId}::bigint else ${tea.batchId} end end,
          case when n % 5 <> 0 then 0 end, case when n % 5 <> 0 then n % 7 end, case when n % 5 = 0 then 'WRONG "' || n % 2 || E'",\\n' end,
          decode(repeat(h, 1), 'hex'), case n % 4 when 0 then '112.10.7.1'::inet when 1 then '112.10.7.0/24' when 2 then '2001:db8:0:1::5' end,
          case when n % 4 <> 3 then '浙江省杭州市' end, case when n % 11 = 0 then 'inspect' else 'page' end, case when n % 2 = 0 then '' when n % 3 = 0 then 'Wé"b,' end,
          case when n % 6 = 0 then '{"a b": "right"}'::jsonb end, case when n % 4 <> 3 then '330100' end, case when n % 7 = 0 then 120.1 + n / 3.0 end,
          case when n % 7 = 0 then 1e-7 * n end, case when n % 3 = 1 then ${dealer.channelBusinessId}::bigint end, case when n % 7 = 0 then n end,
          case when n % 9 = 0 then 'alreadyVerified' end
        from (select n, md5(${month} || n) as h, ${`${month}-01`}::timestamptz + interval '8 hours' + n / 2 * interval '9 hours' as t
          from generate_series(1, 70) n) made`.execute(db);
    }
    await sql`insert into scan_state (batch_id, level, ordinal, scans, sessions, first_time, last_time)
      select batch_id, level, ordinal, count(*), 1, min(scan_time) filter (where session_no = 1), max(scan_time) from scan where batch_id is not null group by 1, 2, 3`.execute(
      db,
    );
    await site.verify(milk.code(0), { device: 'a' }, '112.10.0.1');
    // inspections do not count
    await followAllScans(db, -12);
    const { rows: opened } = await sql<{ caseId: number }>`
      insert into scan_case (subject, reason, batch_id, level, ordinal, code_text, holder_id) values
        ('code', 'manySessions', ${milk.batchId}, 0, 1, null, null), ('text', 'unknown', null, null, null, ${'WRONG "0",\n'}, null),
        ('dealer', 'otherRegion', ${milk.batchId}, null, null, null, ${dealer.channelBusinessId})
      returning case_id`.execute(db);
    caseIds = opened.map(({ caseId }) => caseId);
    await sql`insert into scan_case_scan (case_id, scan_id, batch_id, ordinal)
      select case_id, scan_id, r.batch_id, r.ordinal from scan r, scan_case c where c.case_id = any(${caseIds}) and c.code_text is null and r.batch_id = ${milk.batchId}`.execute(
      db,
    );
    const period = (from: string, to: string) => `params[beginTime]=${from}&params[endTime]=${to}`;
    const { rows } = await list(`${period('2024-03-01', '2024-05-02')}&verdict=genuine`);
    queries = [
      ...[
        '',
        'verdict=suspect',
        'reason=manySessions',
        'first=1',
        'unplaced=1',
        'unplaced=0',
        'inspection=1',
        'inspection=0',
        'channel=page',
      ],
      ...[
        `batchId=${milk.batchId}`,
        `batchId=${milk.batchId}&ordinal=2`,
        `code=${milk.code(1)}`,
        'sessionFrom=7',
        'sessionFrom=2&sessionTo=4',
      ],
      ...[
        `channelBusinessId=${dealer.channelBusinessId}`,
        `holderBranch=${dealer.channelBusinessId}`,
        `outsideOf=${dealer.channelBusinessId}`,
      ],
      ...['address=112.10.7.1', 'address=112.10.0.0/16', 'address=112.10.7.0/24', 'address=2001:db8::/32', 'address=0.0.0.0/0'],
      ...['regionCode=330000', 'regionCode=330100', `region=${encodeURIComponent('杭州')}`, `device=${rows[0]?.device}`],
      ...[`categoryId=${milk.categoryId}`, `codes=${milk.code(1)}%0A${milk.code(2)}`, `device=${rows[0]?.device.slice(0, 1)}`],
      ...[period('2024-03-10', '2024-03-12'), period('2024-03-31', '2024-04-02'), period('2024-04-01 00:00:00', '2024-04-01 23:59:59')],
      ...[period('2024-04-10', '2026-12-01'), 'params[endTime]=2024-03-05'],
    ];
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('are read in lists, on the code page, in cases and in figures as before, and come back', async () => {
    const before = await readings();
    expect(before.pages).toHaveLength(141);
    for (const query of queries) expect([query, (await list(query)).total > 0]).toEqual([query, true]);
    const dryRun = await archiveService.preview(server.installation, MARCH);
    expect(dryRun.scans).toBe(70);

    for (const month of [MARCH, APRIL]) expect(await archive(month)).toMatchObject({ month, state: 'archived', scans: 70 });
    expect(await countHot()).toBe(1);
    expect(await readings()).toEqual(before);
    await figureService.rebuild(server.db);
    expect(await readings()).toEqual(before);
    expect(await archiveService.verifyFiles(server.installation)).toEqual({ months: 2, scans: 140, broken: [] });

    await archiveService.restoreMonth(server.installation, MARCH);
    expect(await countHot()).toBe(71);
    expect(await readings()).toEqual(before);
    await figureService.rebuild(server.db);
    expect(await readings()).toEqual(before);
    expect(await enqueueDue(server.db)).toEqual({ queued: [], blocked: [] });
  });

  it('are exported, and paged by cursor, with the hot ones', async () => {
    const { body } = await analyst.post(`${scans.path}/export`, 'verdict=genuine');
    let lines = 0;
    for await (const _ of workbookRows(body, 30, 10_000_000)) lines++;
    expect(lines - 1).toBe((await list('verdict=genuine')).total);
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body: page } = await analyst.get(`/v1/scans?limit=17${cursor && `&cursor=${cursor}`}`);
      ids.push(...page.items.map((each: Row) => each.scanId));
      cursor = page.nextCursor;
    }
    expect(ids).toEqual(ids.toSorted().reverse());
    expect(new Set(ids).size).toBe(141);
  });

  it('are opened by their id for a case and on the blacklist', async () => {
    const { scanId } = (await list(`batchId=${milk.batchId}&params[endTime]=2024-05-02`)).rows[0]!;
    const clerk = await server.as(['manage:codeCase:add']);
    expect((await clerk.post('/manage/codeCase/ofScan', { scanId, note: 'x' })).body).toMatchObject({ code: 200 });
  });

  it('stay if their batch is on legal hold, which needs its own permission', async () => {
    const url = holdBatch.path.replace('/api', '').replace(':id', String(milk.batchId));
    const planner = await server.as(['manage:batch:query', 'manage:batch:edit']);
    expect((await planner.put(url, { legalHold: true, reason: '诉讼' })).body.code).toBe(403);
    const lawyer = await server.as(['manage:batch:query', 'manage:batch:hold']);
    expect((await lawyer.put(url, { legalHold: true, reason: '诉讼' })).body.code).toBe(200);
    expect((await lawyer.get(`/manage/batch/${milk.batchId}`)).body.data.legalHold).toBe(true);
    expect((await lawyer.get(`/manage/batch/${milk.batchId}/events`)).body.data[0]).toMatchObject({ action: 'hold', reason: '诉讼' });
    await expect(archive(MARCH)).rejects.toThrow('legal hold');
    expect((await lawyer.put(url, { legalHold: false, reason: '结案' })).body.code).toBe(200);
  });

  it('stay while they are not blurred, not counted, recent, or unknown', async () => {
    const set = (value: string) =>
      server.db.updateTable('setting').set({ configValue: value }).where('configKey', '=', 'suyuan.scan.keepAddressDays').execute();
    await set('180');
    await expect(archive(MARCH)).rejects.toThrow('not blurred');
    await set('0');
    await expect(archive(new Date().toISOString().slice(0, 7))).rejects.toThrow('still receives');
    await expect(archive('2023-01')).rejects.toThrow('no scans');
    const { rows } = await sql<{ tx: number }>`select tx from scan_follow`.execute(server.db);
    const month = sql.table(`scan_${MARCH.replace('-', '')}`);
    await sql`update ${month} set tx = 1 where scan_id = (select min(scan_id::text)::uuid from ${month})`.execute(server.owner);
    await sql`update scan_follow set tx = 1`.execute(server.db);
    await expect(archive(MARCH)).rejects.toThrow('figures');
    await sql`update ${month} set tx = null`.execute(server.owner);
    await sql`update scan_follow set tx = ${rows[0]!.tx}`.execute(server.db);
  });

  it('are neither lost nor doubled when a run is aborted after any of its steps', async () => {
    const before = await readings(3);
    for (let step = 1; step < archiveService.STEPS; step++) {
      const controller = new AbortController();
      const onStep = (done: number) => done === step && controller.abort(new Error(`after ${step}`));
      await expect(archive(MARCH, { signal: controller.signal, onStep })).rejects.toThrow(`after ${step}`);
      expect([step, await readings(3)]).toEqual([step, before]);
    }
    expect(await stateOf(MARCH)).toBe('written');
    await archive(MARCH);
    expect(await readings(3)).toEqual(before);
    expect(await stateOf(MARCH)).toBe('archived');
  });

  it('are not archived by two runs at once', async () => {
    await archiveService.restoreMonth(server.installation, MARCH);
    const runs = await Promise.allSettled([archive(MARCH), archive(MARCH)]);
    expect(runs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('return to the table when they do not equal their file', async () => {
    await archiveService.restoreMonth(server.installation, MARCH);
    const before = await countHot();
    const owner = { ...server.installation };
    const change = async (done: number) => {
      if (done === 5)
        await sql`update scan_202403 set agent = 'changed' where scan_id = (select min(scan_id::text)::uuid from scan_202403)`.execute(
          server.db,
        );
    };
    await expect(archiveService.archiveMonth(owner, MARCH, { onStep: change })).rejects.toThrow('does not equal');
    expect([await stateOf(MARCH), await countHot()]).toEqual([undefined, before]);
    await archive(MARCH);
  });

  it('keep their files when stored files without a record are removed', async () => {
    const old = new Date(Date.now() - 3 * 86_400_000);
    for (const row of await server.db.selectFrom('scanArchive').select('path').execute())
      utimesSync(server.installation.files.localPath?.(row.path) ?? '', old, old);
    await fileService.sweep(server.installation);
    expect(await archiveService.verifyFiles(server.installation)).toMatchObject({ months: 2, broken: [] });
  });

  it('are read from copies of the files of a bucket', async () => {
    const { localPath: _, ...files } = server.installation.files;
    const place = { ...server.installation, files };
    expect(await archiveService.verifyFiles(place)).toEqual({ months: 2, scans: 140, broken: [] });
    expect(readdirSync(path.join(place.dataDir, 'scan-archive')).filter((name) => name.endsWith('.parquet'))).toHaveLength(2);
  });

  it('are in a backup and readable after its restore', async () => {
    const archiveFile = path.join(server.installation.dataDir, 'all.zip');
    await backup(server.installation, archiveFile, false);
    const copy = await cloneDatabase();
    const dataDir = path.join(server.installation.dataDir, 'restored');
    mkdirSync(dataDir);
    const restored = { ...server.installation, db: copy.db, dataDir, files: folderStore(dataDir) };
    await restore(restored, archiveFile);
    expect(await archiveService.verifyFiles(restored)).toEqual({ months: 2, scans: 140, broken: [] });
    await archiveService.restoreMonth(restored, APRIL);
    await copy.close();
  });

  it('are reported when their file is damaged or gone', async () => {
    const { path: key } = await server.db.selectFrom('scanArchive').select('path').where('month', '=', MARCH).executeTakeFirstOrThrow();
    const file = server.installation.files.localPath?.(key) ?? '';
    expect(readdirSync(server.installation.dataDir)).toContain('scan-archive');
    writeFileSync(file, 'PAR1');
    expect((await archiveService.verifyFiles(server.installation)).broken).toEqual([{ month: MARCH, fault: 'changed' }]);
    await server.installation.files.remove(key);
    expect((await list('params[beginTime]=2024-03-01&params[endTime]=2024-03-31')) as unknown).toMatchObject({
      problem: 'archiveUnavailable',
      params: { month: MARCH },
    });
    expect((await list('params[beginTime]=2024-05-01')).total).toBe(1);
  });
});
