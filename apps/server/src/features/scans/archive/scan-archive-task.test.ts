import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RecordOf, scans } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { folderStore } from '../../../platform/files/folder-store.ts';
import { cloneDatabase } from '../../../test/database.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { skipOnCluster } from '../../../test/skip-on-cluster.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { startTasks } from '../../system/task/task-worker.ts';
import { STEPS, verifyFiles } from './scan-archive.service.ts';
import { enqueueDue } from './scan-archive-task.service.ts';

type Row = RecordOf<typeof scans>;

const suyuan = path.join(import.meta.dirname, '../../../boot/commands/suyuan.ts');

const MONTHS = ['2024-02', '2024-03'];
const MONTH = '2024-03';
const SCANS = 6000;

/** Scans of unknown codes, one per minute. */
async function insertScans(db: Db, month: string, count: number) {
  await sql`select ensure_scan_partition(${`${month}-15`}::timestamptz)`.execute(db);
  await sql`insert into scan (scan_id, scan_time, verdict, code_text, device, channel)
    select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '70008' || lpad(to_hex(n), 15, '0'))::uuid, t, 'unknown', 'X' || n % 10, '\\x00', 'page'
    from (select n, ${`${month}-02`}::timestamptz + n * interval '1 minute' as t from generate_series(1, ${count}) n) made`.execute(db);
}

const isOnCluster = skipOnCluster('its months are not archived');

describe.skipIf(isOnCluster)('job that archives scans', () => {
  let server: TestServer;
  let analyst: Client;
  const list = async (query: string) => (await analyst.get(`${scans.path}/list?${query}`)).body as { rows: Row[]; total: number };
  const tasks = () => server.db.selectFrom('task').select(['subject', 'state', 'done', 'total']).orderBy('taskId').execute();
  const setSetting = (configKey: string, configValue: string) =>
    server.db.updateTable('setting').set({ configValue }).where('configKey', '=', configKey).execute();

  beforeAll(async () => {
    server = await startTestServer();
    analyst = await server.as(['manage:codeRecord:list']);
    await setSetting('suyuan.scan.keepAddressDays', '0');
    for (const month of MONTHS) {
      await insertScans(server.db, month, SCANS);
    }
    await sql`analyze scan`.execute(server.owner);
    await followAllScans(server.db);
    return () => server.close();
  });

  it('leaves everything in place with 0 months, and queues each due month once', async () => {
    await setSetting('suyuan.scan.keepMonths', '0');
    expect(await enqueueDue(server.db)).toEqual({ queued: [], blocked: [] });
    await setSetting('suyuan.scan.keepMonths', '24');
    await Promise.all([enqueueDue(server.db), enqueueDue(server.db)]);
    expect((await tasks()).map(({ subject, state }) => [subject, state])).toEqual(MONTHS.map((month) => [month, 'queued']));
  });

  it('runs as tasks with progress, and pages the files beyond ten thousand scans', async () => {
    const ids = async (query: string) => (await list(query)).rows.map(({ scanId }) => scanId);
    const pages = ['pageNum=1', 'pageNum=7&pageSize=50', 'pageNum=180&pageSize=50', 'codeText=X3&code=X3&pageNum=3', 'pageNum=9999'];
    const before = await Promise.all(pages.map(ids));
    const worker = startTasks(server.installation, taskHandlers, (error) => expect.fail(String(error)), 20);
    await until(async () => expect((await tasks()).map(({ state }) => state)).toEqual(['done', 'done']));
    await worker.stop();
    expect((await tasks()).map(({ done, total }) => [done, total])).toEqual([
      [7, 7],
      [7, 7],
    ]);
    expect((await sql`select from scan`.execute(server.db)).rows).toHaveLength(0);
    expect(await Promise.all(pages.map(ids))).toEqual(before);
    expect((await list('pageNum=1')).total).toBe(2 * SCANS);
    // beyond ten thousand a page is found by its approximate time
    const [middle] = await ids('pageNum=1100&pageSize=10');
    expect(middle && middle < (before[2]?.at(-1) ?? '')).toBe(true);
  });
});

/** Starts a process per step, so it runs in the long run only. */
describe.runIf(process.env.SUYUAN_LONG === '1' && !isOnCluster)('suyuan archive', { timeout: 300_000 }, () => {
  it('neither loses nor doubles a scan when it is killed after any of its steps', async () => {
    const database = await cloneDatabase();
    const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-archive-'));
    onTestFinished(async () => {
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const { db } = database;
    await db.updateTable('setting').set({ configValue: '0' }).where('configKey', '=', 'suyuan.scan.keepAddressDays').execute();
    await insertScans(db, MONTH, SCANS);
    await followAllScans(db);
    const env = { PATH: process.env.PATH, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATA_DIR: dataDir };
    const archive = () => spawn(process.execPath, [suyuan, 'archive', '--month', MONTH], { env });
    /** Scans that lists would read: of the file from the moment that it has a row, otherwise of the table. */
    const countReadable = async () => {
      const { rows } = await sql<{
        count: number;
      }>`select coalesce((select scans from scan_archive), (select count(*) from scan))::int as count`.execute(db);
      return rows[0]?.count;
    };
    const killed: number[] = [];
    for (let step = 1; step < STEPS; step++) {
      const child = archive();
      child.stderr.on('data', (text) => {
        if (!String(text).includes(`${step} / ${STEPS}`)) return;
        killed.push(step);
        child.kill('SIGKILL');
      });
      await once(child, 'exit');
      expect([step, await countReadable()]).toEqual([step, SCANS]);
    }
    expect(killed.length).toBeGreaterThan(2);
    const last = archive();
    expect(await once(last, 'exit')).toEqual([0, null]);
    expect(await countReadable()).toBe(SCANS);
    expect((await sql`select from scan`.execute(db)).rows).toHaveLength(0);
    expect(await verifyFiles({ db, dataDir, files: folderStore(dataDir) })).toEqual({ months: 1, scans: SCANS, broken: [] });
  });
});
