import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { importInBackground, readTask, suppliersCsv } from '../../../test/background-import.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as fileService from '../file/file.service.ts';
import type { TaskRun } from '../task/task-handler.ts';
import { startTasks } from '../task/task-worker.ts';

const ROWS = 250;
const rights = ['list', 'query', 'add', 'import'].map((verb) => `manage:supplier:${verb}`);

describe('concurrent long imports', () => {
  let server: TestServer;
  let buyer: Client;

  beforeAll(async () => {
    server = await startTestServer();
    buyer = await server.as(rights);
    return () => server.close();
  });

  const csv = (prefix: string) => suppliersCsv(prefix, ROWS);
  const send = (file: Buffer, query = '', by = buyer) => importInBackground(by, file, query);
  const read = (taskId: number, by = buyer) => readTask(by, taskId);
  const countSuppliers = async (prefix: string) => (await buyer.get(`/manage/supplier/list?supplierCode=${prefix}-`)).body.total;
  /** Starts a worker whose jobs `change` modifies. */
  const work = (change: (job: TaskRun) => Partial<TaskRun> = () => ({})) => {
    const handler = taskHandlers.importRows!;
    const run: typeof handler.run = (job, installation) => handler.run({ ...job, ...change(job) }, installation);
    return startTasks(server.installation, { importRows: { ...handler, run } }, () => undefined, 20);
  };
  /** A worker that pauses that task at row 100 until it is released. */
  const startPausedWorker = (taskId: number) => {
    const { promise, resolve: resume } = Promise.withResolvers<void>();
    const worker = work((job) => ({
      async progress(done, total) {
        await job.progress(done, total);
        if (job.taskId === taskId && done === 100) await promise;
      },
    }));
    return { worker, goOn: resume };
  };
  const waitUntilDone = (taskId: number, by = buyer) => expect.poll(async () => (await read(taskId, by)).state).toBe('done');
  const rowOf = (taskId: number) => server.db.selectFrom('task').selectAll().where('taskId', '=', taskId).executeTakeFirstOrThrow();
  // the cast: payload of an import
  const sheetOf = async (taskId: number) => ((await rowOf(taskId)).payload as { file: string }).file;
  const sheets = () => server.db.selectFrom('file').select('path').where('path', 'like', 'import/%').execute();

  it('wait for another one of the same resource, without counting as attempts', async () => {
    const rival = await server.as(rights);
    const mine = (await send(csv('FI-G'))).data.taskId;
    const { worker, goOn } = startPausedWorker(mine);
    await expect.poll(async () => (await read(mine)).done).toBe(100);
    const theirs = (await send(csv('FI-H'), '', rival)).data.taskId;
    const readProgress = async () => {
      const { state, startTime, done, attempts } = await rowOf(theirs);
      return { state, isStarted: startTime !== null, done: Number(done), attempts };
    };
    // it was claimed and returned unchanged
    await expect.poll(readProgress).toEqual({ state: 'queued', isStarted: true, done: 0, attempts: 0 });
    expect(await read(mine)).toMatchObject({ state: 'running', done: 100 });
    goOn();
    await waitUntilDone(theirs, rival);
    await worker.stop();
    expect([(await rowOf(mine)).attempts, (await rowOf(theirs)).attempts]).toEqual([1, 1]);
    expect([await countSuppliers('FI-G'), await countSuppliers('FI-H')]).toEqual([ROWS, ROWS]);
  });

  it.each([
    ['dealers', 'channelBusiness', '/manage/channelBusiness'],
    ['categories', 'catalogue', '/digit/supplier'],
  ])('do not block adding %s by form', async (_, noun, path) => {
    const keeper = await server.as(['add', 'import'].map((verb) => `${path.slice(1).replace('/', ':')}:${verb}`));
    const titles = { channelBusiness: '渠道商编码,渠道商名称', catalogue: '分类编码,名称' }[noun];
    const rows = Array.from({ length: ROWS }, (_row, at) => `FI-N-${at},第 ${at} 个`);
    const sheet = Buffer.from([titles, ...rows].join('\n'));
    const { taskId } = (await keeper.upload(`${path}/importData?background=1`, 's.csv', sheet)).body.data;
    const { worker, goOn } = startPausedWorker(taskId);
    await expect.poll(async () => (await read(taskId, keeper)).done).toBe(100);
    const { body } = await keeper.post(path, { [`${noun}Code`]: 'FI-N-BESIDE', [`${noun}Name`]: '另一个' });
    goOn();
    expect(body).toMatchObject({ code: 200 });
    await waitUntilDone(taskId, keeper);
    await worker.stop();
  });

  // a faked clock delays PostgreSQL's timers
  it.skipIf(process.env.FAKETIME)('are retried while another user locks the rows, and are not abandoned', async () => {
    const { taskId } = (await send(csv('FI-I'))).data;
    let met = 0;
    const worker = work((job) => ({
      commit: (take) =>
        job
          .commit(async (db) => {
            await sql`set local lock_timeout = 50`.execute(db);
            return take(db);
          })
          .catch((error: unknown) => {
            met++;
            throw error;
          }),
    }));
    // another transaction has inserted one of the rows and stays open
    await expect(
      server.db.transaction().execute(async (db) => {
        await db
          .insertInto('supplier')
          .values({ supplierCode: 'FI-I-120', supplierName: '别家', deptId: 100, createBy: buyer.userId })
          .execute();
        await expect.poll(() => met).toBe(2);
        throw new Error('and thinks better of it');
      }),
    ).rejects.toThrow('better');
    await waitUntilDone(taskId);
    await worker.stop();
    expect((await rowOf(taskId)).attempts).toBe(1);
    expect(await countSuppliers('FI-I')).toBe(ROWS);
  });

  it('of the same file for the same resource are one task while it is open', async () => {
    const rival = await server.as(rights);
    const before = await sheets();
    const sent = await Promise.all([1, 2, 3].map(() => send(csv('FI-J'))));
    const { taskId } = sent[0].data;
    expect(sent.map(({ data }) => data.taskId)).toEqual([taskId, taskId, taskId]);
    expect(await sheets()).toHaveLength(before.length + 1);
    const others = [await send(csv('FI-J'), '&dryRun=1'), await send(csv('FI-K')), await send(csv('FI-J'), '', rival)];
    expect(new Set([taskId, ...others.map(({ data }) => data.taskId)]).size).toBe(4);
    for (const { data } of others.slice(0, 2)) await buyer.put(`/account/task/${data.taskId}/cancel`);
    await rival.put(`/account/task/${others[2].data.taskId}/cancel`);
    const worker = work();
    await waitUntilDone(taskId);
    await worker.stop();
    expect((await send(csv('FI-J'))).data.taskId).not.toBe(taskId);
  });

  it('leave no file behind, even after a lost worker, and old files are removed after a day', async () => {
    const { taskId } = (await send(csv('FI-L'))).data;
    const file = await sheetOf(taskId);
    const worker = work((job) => ({
      async commit(take) {
        await job.commit(take);
        throw new Error('the process is gone');
      },
    }));
    await waitUntilDone(taskId);
    await worker.stop();
    const named = async (path: string) => (await sheets()).some((sheet) => sheet.path === path);
    expect(await named(file)).toBe(false);

    const open = await sheetOf((await send(csv('FI-M'))).data.taskId);
    const { userId: createBy } = buyer;
    const left = { originalName: 's.csv', contentType: 'text/csv', bytes: 1, sha256: Buffer.alloc(32), createBy };
    await server.db
      .insertInto('file')
      .values({ ...left, path: file })
      .execute();
    await fileService.sweep(server.installation);
    expect([await named(file), await named(open)]).toEqual([true, true]);
    const createTime = new Date(Date.now() - 2 * 86_400_000).toISOString();
    await server.db.updateTable('file').set({ createTime }).where('path', 'in', [file, open]).execute();
    await fileService.sweep(server.installation);
    expect([await named(file), await named(open)]).toEqual([false, true]);
  });
});
