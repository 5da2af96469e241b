import { existsSync, mkdirSync, renameSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { type RecordOf, type ScanFigures, scans } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { archive as archiveCommand } from '../../../boot/commands/archive.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { skipOnCluster } from '../../../test/skip-on-cluster.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { decision } from '../scan-case/case-life-cycle.service.ts';
import * as files from './archive-files.ts';
import { exportedColumns, restoredColumns } from './archived-scan.queries.ts';
import * as archivedScans from './archived-scan.service.ts';
import * as archiveService from './scan-archive.service.ts';

const [MARCH, APRIL, MAY, JUNE] = ['2024-03', '2024-04', '2024-05', '2024-06'];

type Row = RecordOf<typeof scans>;

describe.skipIf(skipOnCluster('its months are not archived'))('reads of archived scans', () => {
  let server: TestServer;
  let analyst: Client;
  let milk: Awaited<ReturnType<typeof issueCodes>>;
  let tea: Awaited<ReturnType<typeof issueCodes>>;
  const list = async (query: string) =>
    (await analyst.get(`${scans.path}/list?${query}`)).body as { rows: Row[]; total: number; problem?: string };
  const figures = async (query: string) => (await analyst.get(`${scans.path}/figures?${query}`)).body.data as ScanFigures;
  const archive = (month: string) => archiveService.archiveMonth(server.installation, month);
  const setState = (month: string, state: string) =>
    server.db.updateTable('scanArchive').set({ state }).where('month', '=', month).execute();
  const idsOf = (rows: Row[]) => rows.map(({ scanId }) => scanId);

  /** Scans every half minute from the second day of the month, of ten codes of a batch or of none. */
  const insert = async (month: string, count: number, batchId: number | null) => {
    await sql`select ensure_scan_partition(${`${month}-15`}::timestamptz)`.execute(server.db);
    await sql`insert into scan (scan_id, scan_time, verdict, batch_id, level, ordinal, code_text, session_no, device, channel)
      select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(${batchId ?? 0}::int % 4096), 3, '0') || '8' || lpad(to_hex(n), 15, '0'))::uuid,
        t, case when n % 4 = 0 then 'suspect' else 'genuine' end, ${batchId}::bigint, case when ${batchId}::bigint is not null then 0 end,
        case when ${batchId}::bigint is not null then n % 10 end, case when ${batchId}::bigint is null then 'X' || n % 10 end, 1, decode(lpad(to_hex(n % 7), 32, '0'), 'hex'), 'page'
      from (select n, ${`${month}-02`}::timestamptz + n * interval '30 seconds' as t from generate_series(1, ${count}::int) n) made`.execute(
      server.db,
    );
  };

  beforeAll(async () => {
    server = await startTestServer();
    [milk, tea] = [await issueCodes(server.installation), await issueCodes(server.installation)];
    analyst = await server.as(['codeRecord:list', 'codeRecord:query', 'code:query'].map((name) => `manage:${name}`));
    await server.db.updateTable('setting').set({ configValue: '0' }).where('configKey', '=', 'suyuan.scan.keepAddressDays').execute();
    await insert(MARCH, 60, milk.batchId);
    await insert(APRIL, 60, milk.batchId);
    await insert(APRIL, 60, tea.batchId);
    await followAllScans(server.db);
    return () => server.close();
  });

  it('have every column of the table in the file and back', async () => {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = 'scan' and column_name not in ('tx', 'code_key')`.execute(server.db);
    const columns = rows.map(({ name }) => name).toSorted();
    expect(restoredColumns.toSorted()).toEqual(columns);
    // the time in microseconds, and whether the scan is the first of its code
    const written = exportedColumns.filter((name) => name !== 'first').map((name) => (name === 'scan_us' ? 'scan_time' : name));
    expect(written.toSorted()).toEqual(columns);
  });

  it('are reported by the command as archived before', async () => {
    await archive(MARCH);
    const run = (values: Record<string, string | boolean>) =>
      archiveCommand.run(server.installation, { positionals: [], language: 'zh-CN', values });
    const report = expect.stringMatching(/^2024-03 早已归档：60 次扫码，[\d.]+ MB；没有改动 \/ 2024-03 was archived before: 60 scans, /);
    expect(await run({ month: MARCH })).toEqual(report);
    expect(await run({ month: MARCH, 'dry-run': true })).toEqual(report);
    await archiveService.restoreMonth(server.installation, MARCH);
  });

  it('find all scans while their month leaves the database', async () => {
    await archive(MARCH);
    await archiveService.restoreMonth(server.installation, MARCH);
    const queries = [`batchId=${milk.batchId}&pageSize=100`, 'params[beginTime]=2024-03-01&params[endTime]=2024-03-31&pageSize=100'];
    const before = await Promise.all(queries.map(list));
    const sums = await figures('device=0&params[beginTime]=2024-03-01&params[endTime]=2024-04-30');
    const reads = await server.owner.transaction().execute(async (tx) => {
      await sql`alter table scan detach partition scan_202403`.execute(tx);
      await tx.updateTable('scanArchive').set({ state: 'archived' }).where('month', '=', MARCH).execute();
      // they have read which months are archived, and wait for the table
      const started = [...queries.map(list), figures('device=0&params[beginTime]=2024-03-01&params[endTime]=2024-04-30')] as const;
      await vi.waitFor(async () => {
        const { rows } = await sql`select from pg_locks where not granted and relation = 'scan'::regclass`.execute(tx);
        expect(rows).toHaveLength(started.length);
      }, 10_000);
      return started;
    });
    expect(await Promise.all(reads)).toEqual([...before, sums]);
  });

  it('count no scan twice while it is in the file and in the table', async () => {
    await archiveService.restoreMonth(server.installation, MARCH);
    await archive(APRIL);
    const query = 'device=0&params[beginTime]=2024-03-01&params[endTime]=2024-04-30';
    const before = await figures(query);
    expect(before.counted).toBe(180);
    // as a run that ended after it had stored the file
    await setState(MARCH, 'written');
    expect(await figures(query)).toEqual(before);
    expect((await list(`batchId=${milk.batchId}`)).total).toBe(120);
    await archive(MARCH);
    expect(await figures(query)).toEqual(before);
  });

  it('open only months with scans of the batch', async () => {
    const { path: key } = await server.db.selectFrom('scanArchive').select('path').where('month', '=', MARCH).executeTakeFirstOrThrow();
    const file = server.installation.files.localPath?.(key) ?? '';
    renameSync(file, `${file}.away`);
    for (const query of [`batchId=${tea.batchId}`, `categoryId=${tea.categoryId}`, `codes=${tea.code(1)}`, `code=${tea.code(1)}`])
      expect([query, (await list(query)).total]).toEqual([query, query.startsWith('code') ? 6 : 60]);
    expect((await figures(`code=${tea.code(1)}&params[beginTime]=2024-03-01`)).counted).toBe(6);
    for (const query of [`batchId=${milk.batchId}`, `code=${milk.code(1)}`, 'code=X1'])
      expect([query, (await list(query)).problem]).toEqual([query, 'archiveUnavailable']);
    renameSync(`${file}.away`, file);
    expect((await list(`batchId=${milk.batchId}`)).total).toBe(120);
  });

  it('of a code are counted in each of its months', async () => {
    const page = await list(`code=${milk.code(1)}&pageSize=10&pageNum=2`);
    expect([page.total, page.rows.length]).toEqual([12, 2]);
    const period = 'params[beginTime]=2024-03-02&params[endTime]=2024-04-01';
    expect((await list(`code=${milk.code(1)}&${period}`)).total).toBe(6);
  });

  it('of one request end together', async () => {
    const months = await archivedScans.readMonths(server, undefined, async (found) => found);
    const place = { db: server.db, installation: server.installation };
    const request = { ...place, signal: AbortSignal.timeout(500) };
    // minutes of work
    const slow = { sql: '(select sum(hash(i)) from range(100000000000) t(i)) > 0', parameters: [] };
    await expect(archivedScans.count(request, months.slice(0, 1), slow)).rejects.toMatchObject({ problem: 'archiveSlow' });
    const all = { sql: 'true', parameters: [] };
    await expect(archivedScans.count(request, months.slice(1), all)).rejects.toMatchObject({ problem: 'archiveSlow' });
    expect(await archivedScans.count(place, months, all)).toBe(180);
  });

  it('keep temporary files in one folder per instance, and remove those of killed processes', async () => {
    // another folder is a process that starts
    const place = { ...server.installation, dataDir: path.join(server.installation.dataDir, 'other') };
    const parent = path.join(place.dataDir, 'scan-archive', 'temporary');
    const [killed, running] = [path.join(parent, 'killed'), path.join(parent, 'running')];
    for (const folder of [killed, running]) mkdirSync(folder, { recursive: true });
    const old = new Date(Date.now() - 2 * 86_400_000);
    utimesSync(killed, old, old);
    const setting = { sql: `select value from duckdb_settings() where name = 'temp_directory'` };
    const [reader] = await files.query(place, setting, AbortSignal.timeout(60_000));
    const [writer] = await files.process(place, [setting]);
    expect([existsSync(killed), existsSync(running)]).toEqual([false, true]);
    for (const each of [reader, writer]) expect(path.dirname(String(each?.value))).toBe(parent);
    expect(reader?.value).not.toBe(writer?.value);
  });

  it('make the codes of a case of a dealer quiet', async () => {
    const dealer = await insertDealer(server.db, { regionCodes: ['440000'] });
    const { rows } = await sql<{ caseId: number }>`insert into scan_case (subject, reason, batch_id, holder_id)
      values ('dealer', 'otherRegion', ${milk.batchId}, ${dealer.channelBusinessId}) returning case_id`.execute(server.db);
    const caseId = rows[0]!.caseId;
    for (const { scanId, batchId, ordinal } of (await list(`code=${milk.code(3)}`)).rows)
      await server.db
        .insertInto('scanCaseScan')
        .values({ caseId, scanId, batchId: batchId!, ordinal: ordinal! - 1 })
        .execute();
    const handler = await server.as([decision.permission, 'manage:codeCase:query']);
    const answer = await handler.put(decision.path.replace(':id', String(caseId)), { verdict: 'genuine', note: 'x' });
    expect(answer.body).toMatchObject({ code: 200 });
    const quiet = await server.db
      .selectFrom('scanState')
      .select(['batchId', 'level', 'ordinal'])
      .where('quietUntil', 'is not', null)
      .execute();
    expect(quiet).toEqual([{ batchId: milk.batchId, level: 0, ordinal: 3 }]);
  });

  it('find a deep page of the table before its statistics, in front of archived months', async () => {
    await sql`select ensure_scan_partition(${`${MAY}-15`}::timestamptz)`.execute(server.db);
    await sql`alter table scan_202405 set (autovacuum_enabled = false)`.execute(server.owner);
    await insert(MAY, 60_000, null);
    // scans of April are before that
    const page = await list('params[beginTime]=2024-04-10&pageNum=1005&pageSize=10');
    expect(page.total).toBeGreaterThan(10_060);
    const { rows } = await sql<{ scanId: string }>`select scan_id from scan order by scan_id desc limit 10 offset 10040`.execute(server.db);
    expect(idsOf(page.rows)).toEqual(rows.map(({ scanId }) => scanId));
  });

  it('are on the same pages as in the table, whether or not the days at their start have enough of them', async () => {
    const may = 'params[beginTime]=2024-05-01&params[endTime]=2024-05-31&pageSize=10';
    const queries = ['pageNum=1', 'pageNum=700', 'code=X3&pageNum=2', 'code=X3&pageNum=600'].map((query) => `${may}&${query}`);
    const before = await Promise.all(queries.map(list));
    expect(before.map(({ rows }) => rows.length)).toEqual([10, 10, 10, 10]);
    // the scans of March and April are archived
    await followAllScans(server.db, 180);
    await archive(MAY);
    expect((await Promise.all(queries.map(list))).map(({ rows }) => idsOf(rows))).toEqual(before.map(({ rows }) => idsOf(rows)));
    const [month] = await archivedScans.readMonths(server, undefined, async (found) => found);
    const oldest = { condition: { sql: 'ordinal is null', parameters: [] }, isAscending: true };
    // the second size is more than two days
    for (const limit of [10, 6000]) {
      const rows = await archivedScans.listPage(server, month!, { ...oldest, limit });
      expect(rows.map(({ code_text: text }) => text)).toEqual(Array.from({ length: limit }, (_, index) => `X${(index + 1) % 10}`));
    }
  });

  it('are counted in the last two days alone where these have more than the limit', async () => {
    await insert(JUNE, 83_000, null);
    await followAllScans(server.db, 60_180);
    await archive(JUNE);
    const [june] = await archivedScans.readMonths(server, undefined, async (found) => found);
    const suspect = { sql: 'verdict = ?', parameters: ['suspect'] };
    expect(await archivedScans.countUpTo(server, june!, suspect, 10_000)).toEqual({ matches: 20_750, scans: 83_000 });
    const part = await archivedScans.countUpTo(server, june!, suspect, 100);
    expect(part.scans).toBeGreaterThan(4000);
    expect(part.scans).toBeLessThan(6000);
    expect(Math.abs(part.matches - part.scans / 4)).toBeLessThan(1);
  });
});
