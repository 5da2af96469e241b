import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exportedLists } from '../../../boot/exported-lists.ts';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as fileService from '../file/file.service.ts';
import type { TaskHandlers, TaskRun } from '../task/task-handler.ts';
import { startTasks } from '../task/task-worker.ts';
import { listExportTask } from './list-export.service.ts';

const EXPORT = ['manage:supplier:export'];
/** One more than a synchronous export allows. */
const MANY = 10_001;

describe('export of a long list', () => {
  let server: TestServer;
  let root: { deptId: number; ancestors: number[] };
  let branch: { deptId: number };
  const errors: unknown[] = [];

  const requestExport = (by: Client, body = 'orderByColumn=supplierCode&isAsc=asc') => by.post('/manage/supplier/export', body);
  const startExport = async (by: Client) => (await requestExport(by)).body.data.taskId as number;
  const find = (taskId: number) => server.db.selectFrom('task').selectAll().where('taskId', '=', taskId).executeTakeFirstOrThrow();
  const waitUntilEnded = async (taskId: number) => {
    await expect.poll(async () => (await find(taskId)).state).not.toMatch(/queued|running/);
    return find(taskId);
  };
  const work = (handlers = taskHandlers) => startTasks(server.installation, handlers, (error) => errors.push(error));
  /** Runs a worker until the task ends, and returns the task. */
  const runTask = async (taskId: number) => {
    const worker = work();
    const task = await waitUntilEnded(taskId);
    await worker.stop();
    return task;
  };
  /** The real handler, interrupted by `then` after `rows` rows. */
  const interruptAt = (rows: number, then: (signal: AbortSignal) => Promise<void>): TaskHandlers => ({
    listExport: {
      async run(job, installation) {
        const progress: TaskRun['progress'] = async (done, total) => {
          await job.progress(done, total);
          if (done === rows) await then(job.signal);
        };
        await taskHandlers.listExport?.run({ ...job, progress }, installation);
      },
    },
  });
  const linkOf = ({ result }: { result: unknown }) => (result as { link: string }).link;
  const filesBelow = (folder: string) =>
    readdirSync(path.join(server.installation.dataDir, folder), { recursive: true })
      .map((name) => path.join(server.installation.dataDir, folder, String(name)))
      .filter((name) => statSync(name).isFile());
  const files = () => filesBelow('.');
  const sheetOf = async (bytes: Buffer) => (await readXlsx(bytes)).sheets[0]?.rows ?? [];
  const download = async (by: Client, link: string) => {
    const { body, headers } = await by.get(link);
    return { body, name: String(headers['content-disposition']) };
  };

  beforeAll(async () => {
    server = await startTestServer();
    root = await insertDepartment(server.db);
    branch = await insertDepartment(server.db, root);
    const { userId: maker } = await server.as([]);
    await sql`insert into supplier (supplier_code, supplier_name, state, dept_id, create_by)
      select 'LONG-' || lpad(n::text, 6, '0'), case n when 7 then '=1+1' else '供应商 ' || n end, case n % 2 when 0 then 'approved' else 'suspended' end,
        case when n <= 5 then ${branch.deptId}::bigint else ${root.deptId}::bigint end, ${maker}::bigint
      from generate_series(1, ${MANY}) n order by random()`.execute(server.db);
    return () => server.close();
  });

  beforeEach(() => {
    errors.length = 0;
    return () => expect(errors).toEqual([]);
  });

  it('becomes a task, and its file contains every row once, in the same format as a short one', async () => {
    const clerk = await server.as(EXPORT);
    const { body } = await requestExport(clerk);
    expect(body).toMatchObject({ code: 200, msg: '超过 10,000 行的导出已转为后台任务；完成后在右上角的任务中下载' });
    const task = await runTask(body.data.taskId);
    expect(task).toMatchObject({ state: 'done', kind: 'listExport', subject: '供应商', done: MANY, total: MANY, result: { count: MANY } });
    const { body: english } = await clerk.get(`/account/task/${body.data.taskId}`, { 'accept-language': 'en-US' });
    expect(english.data.subject).toBe('Supplier');

    const { body: bytes, name } = await download(clerk, linkOf(task));
    expect(name).toMatch(/filename="supplier_\d+\.xlsx"/);
    const [titles = [], ...rows] = await sheetOf(bytes);
    const short = await requestExport(clerk, 'supplierCode=LONG-000007');
    const [shortTitles, ...shortRows] = await sheetOf(short.body);
    expect(titles).toEqual(shortTitles);
    expect(rows[6]).toEqual(shortRows[0]);
    expect(rows[6]).toContain("'=1+1");
    const code = titles.indexOf(zhCN['manage.supplier.supplierCode']);
    expect(rows.map((row) => row[code])).toEqual(Array.from({ length: MANY }, (_, index) => `LONG-${String(index + 1).padStart(6, '0')}`));
  });

  it('is downloaded once, only by its user', async () => {
    const [clerk, other] = [await server.as(EXPORT), await server.as(EXPORT)];
    const task = await runTask(await startExport(clerk));
    expect((await other.get(linkOf(task))).body.problem).toBe('fileGone');
    expect((await server.stranger.get(linkOf(task))).body.code).toBe(401);
    const { path: storedPath } = await server.db
      .selectFrom('file')
      .select('path')
      .where('createBy', '=', clerk.userId)
      .executeTakeFirstOrThrow();
    expect((await other.get(`/common/download/resource?resource=/profile/${storedPath}`)).body.problem).toBe('fileGone');

    const readResult = async () => (await clerk.get('/account/task/list')).body.rows[0].result;
    expect(await readResult()).toMatchObject({ count: MANY, link: linkOf(task) });
    expect((await download(clerk, linkOf(task))).body.subarray(0, 2).toString()).toBe('PK');
    await expect.poll(async () => (await clerk.get(linkOf(task))).body.problem).toBe('fileGone');
    await expect.poll(() => files().filter((name) => name.includes(path.basename(storedPath)))).toEqual([]);
    expect(await readResult()).not.toHaveProperty('link');
  });

  it('is one task for two parallel clicks, and another for other filters or after its end', async () => {
    const [clerk, other] = [await server.as(EXPORT), await server.as(EXPORT)];
    const [first, second] = await Promise.all([startExport(clerk), startExport(clerk)]);
    expect(first).toBe(second);
    const elsewhere = await startExport(other);
    const reversed = (await requestExport(clerk, 'orderByColumn=supplierCode&isAsc=desc')).body.data.taskId;
    const narrowed = (await requestExport(clerk, 'orderByColumn=supplierCode&isAsc=asc&supplierCode=LONG')).body.data.taskId;
    expect(new Set([first, elsewhere, reversed, narrowed]).size).toBe(4);
    for (const taskId of [first, reversed, narrowed]) await clerk.put(`/account/task/${taskId}/cancel`);
    await other.put(`/account/task/${elsewhere}/cancel`);
    const again = await startExport(clerk);
    expect(again).not.toBe(first);
    await clerk.put(`/account/task/${again}/cancel`);
  });

  it('contains what its user may see when it is written, not when it was requested', async () => {
    const clerk = await server.as(EXPORT, { deptId: branch.deptId });
    const taskId = await startExport(clerk);
    await server.db
      .updateTable('role')
      .set({ dataScope: '3' })
      .where('roleId', 'in', server.db.selectFrom('userRole').select('roleId').where('userId', '=', clerk.userId))
      .execute();
    const task = await runTask(taskId);
    expect(task).toMatchObject({ state: 'done', result: { count: 5 } });
    const rows = await sheetOf((await download(clerk, linkOf(task))).body);
    expect(rows).toHaveLength(6);
  });

  it('is a snapshot without rows that are added during the export', async () => {
    const clerk = await server.as(EXPORT);
    const taskId = await startExport(clerk);
    const late = { supplierCode: 'LONG-009999-LATE', supplierName: '后来', deptId: root.deptId, createBy: clerk.userId };
    const worker = work(
      interruptAt(2000, async () => {
        await server.db.insertInto('supplier').values(late).execute();
      }),
    );
    expect(await waitUntilEnded(taskId)).toMatchObject({ state: 'done', total: MANY, result: { count: MANY } });
    await worker.stop();
    await server.db.deleteFrom('supplier').where('supplierCode', '=', late.supplierCode).execute();
  });

  it('is refused beyond a million rows, even when the estimate was lower', async () => {
    const clerk = await server.as(EXPORT);
    const taskId = await startExport(clerk);
    const before = files();
    const endless = exportedLists
      .filter(({ noun }) => noun.name === 'supplier')
      .map((list) => ({
        ...list,
        list: async () => ({ rows: new Array<object>(1_000_001).fill({}) as Record<string, unknown>[], total: 20_000 }),
      }));
    const worker = work({ listExport: listExportTask(endless) });
    expect(await waitUntilEnded(taskId)).toMatchObject({
      state: 'failed',
      problem: 'exportTooLarge',
      result: { total: 1_000_001, max: 1_000_000 },
    });
    await worker.stop();
    expect(files()).toEqual(before);
  });

  it('is refused after the permission or the account is lost, and names the permission', async () => {
    const [clerk, removedUser] = [await server.as(EXPORT), await server.as(EXPORT)];
    const [unentitled, orphaned] = [await startExport(clerk), await startExport(removedUser)];
    await server.db.deleteFrom('userRole').where('userId', '=', clerk.userId).execute();
    await server.db.updateTable('users').set({ status: '1' }).where('userId', '=', removedUser.userId).execute();
    const before = files();
    for (const taskId of [unentitled, orphaned])
      expect(await runTask(taskId)).toMatchObject({ state: 'failed', problem: 'forbidden', result: { permission: EXPORT[0] } });
    expect(files()).toEqual(before);
  });

  it('leaves no file when it is cancelled during the export', async () => {
    const clerk = await server.as(EXPORT);
    const before = files();
    const taskId = await startExport(clerk);
    const worker = work(
      interruptAt(3000, async () => {
        await clerk.put(`/account/task/${taskId}/cancel`);
      }),
    );
    expect(await waitUntilEnded(taskId)).toMatchObject({ state: 'cancelled', result: null });
    await worker.stop();
    expect(files()).toEqual(before);
    expect(await server.db.selectFrom('file').select('path').where('createBy', '=', clerk.userId).execute()).toEqual([]);
  });

  it('is restarted by another worker after the first is lost, with one complete file', async () => {
    const clerk = await server.as(EXPORT);
    const taskId = await startExport(clerk);
    // no progress from here, like a killed process
    const waitForAbort = (signal: AbortSignal) =>
      new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const stalledWorker = work(interruptAt(4000, waitForAbort));
    await expect.poll(async () => (await find(taskId)).done).toBe(4000);
    await server.db.updateTable('task').set({ lease: crypto.randomUUID(), leaseTime: '2026-01-01' }).where('taskId', '=', taskId).execute();
    const task = await runTask(taskId);
    await stalledWorker.stop();
    expect(task).toMatchObject({ state: 'done', attempts: 2, result: { count: MANY } });
    expect(await server.db.selectFrom('file').select('path').where('createBy', '=', clerk.userId).execute()).toHaveLength(1);
    expect(filesBelow('files-arriving')).toEqual([]);
    expect(await sheetOf((await download(clerk, linkOf(task))).body)).toHaveLength(MANY + 1);
  });

  it('stays for a day, and is then removed by maintenance', async () => {
    const clerk = await server.as(EXPORT);
    const task = await runTask(await startExport(clerk));
    await fileService.sweep(server.installation);
    const own = server.db.selectFrom('file').select('path').where('createBy', '=', clerk.userId);
    expect(await own.execute()).toHaveLength(1);
    await server.db.updateTable('file').set({ createTime: '2026-01-01' }).where('createBy', '=', clerk.userId).execute();
    await fileService.sweep(server.installation);
    expect(await own.execute()).toEqual([]);
    expect((await clerk.get(linkOf(task))).body.problem).toBe('fileGone');
  });

  it('covers every list with an export, and reads each to its end', async () => {
    const routeTable = server.app.routeTable.filter(({ method, url }) => method === 'POST' && url.endsWith('/export'));
    const exportUrls = exportedLists.map(({ noun }) => `/api${noun.path}/export`);
    expect(routeTable.map(({ url }) => url).filter((url) => !exportUrls.includes(url))).toEqual([]);
    const auditor = await server.as(exportedLists.map(({ permission }) => permission));
    for (const { noun } of exportedLists) {
      if (noun.name === 'supplier') continue;
      const payload = { path: noun.path, query: { paging: { page: 1, pageSize: 10, descending: false } }, language: 'en-US' };
      const row = { kind: 'listExport', subject: noun.name, payload: JSON.stringify(payload), createBy: auditor.userId };
      const { taskId } = await server.db.insertInto('task').values(row).returning('taskId').executeTakeFirstOrThrow();
      const task = await runTask(taskId);
      expect(task, noun.path).toMatchObject({ state: 'done' });
      const short = await sheetOf((await auditor.post(`${noun.path}/export`, '', { 'accept-language': 'en' })).body);
      expect((await sheetOf((await download(auditor, linkOf(task))).body))[0], noun.path).toEqual(short[0]);
    }
  });

  it('has a label for every value of a choice, also of a choice of another resource', async () => {
    const reader = { t: server.installation.translate['zh-CN'], language: 'zh-CN', db: server.db } as const;
    /** Sheets with rows of another form than the list. */
    const ownSheets = ['user', 'role', 'category', 'batch', 'channelBusiness'];
    /** Names of the GS1 vocabulary. */
    const standardNames = ['bizStep', 'disposition'];
    const unlabelled: string[] = [];
    for (const { noun, layout } of exportedLists.filter((list) => !ownSheets.includes(list.noun.name))) {
      const { cells } = await layout(reader, { paging: { page: 1, pageSize: 1, descending: false } });
      for (const [name, { limits }] of Object.entries(noun.fields).filter(([field]) => !standardNames.includes(field)))
        for (const value of (limits.values ?? []).flatMap((text) => (/^\d$/.test(text) ? [text, Number(text)] : [text])))
          if (cells({ [name]: value }).includes(value)) unlabelled.push(`${noun.path} ${name} ${value}`);
    }
    expect(unlabelled).toEqual([]);
  });
});
