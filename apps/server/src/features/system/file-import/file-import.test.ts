import { beforeAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { importInBackground, readTask, suppliersCsv } from '../../../test/background-import.ts';
import { supplierInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import type { TaskHandler } from '../task/task-handler.ts';
import { startTasks } from '../task/task-worker.ts';

const ROWS = 300;
const rights = ['list', 'query', 'add', 'edit', 'import'].map((verb) => `manage:supplier:${verb}`);

describe('long import', () => {
  let server: TestServer;
  let buyer: Client;

  beforeAll(async () => {
    server = await startTestServer();
    buyer = await server.as(rights);
    return () => server.close();
  });

  const csv = (prefix: string, rows = ROWS, invalidRow = -1) => suppliersCsv(prefix, rows, invalidRow);
  const send = (file: Buffer, query = '', by = buyer) => importInBackground(by, file, query);
  const read = (taskId: number, by = buyer) => readTask(by, taskId);
  const countSuppliers = async (prefix: string) => (await buyer.get(`/manage/supplier/list?supplierCode=${prefix}-`)).body.total;
  const work = (handler: TaskHandler = taskHandlers.importRows!) =>
    startTasks(server.installation, { importRows: handler }, () => undefined, 20);
  /** Runs a worker until the task ends, and returns the task. */
  async function waitUntilEnded(taskId: number, by = buyer) {
    const worker = work();
    await expect.poll(async () => (await read(taskId, by)).state).toMatch(/done|failed|cancelled/);
    await worker.stop();
    return read(taskId, by);
  }

  it('becomes a task when the client agrees, and a short one is processed at once', async () => {
    const { supplierCode, supplierName } = supplierInput() as Record<string, string>;
    const short = await send(Buffer.from(`供应商编码,供应商名称\n${supplierCode},${supplierName}`));
    expect(short.data).toMatchObject({ count: 1, bad: 0 });
    const { taskId } = (await send(csv('FI-A'))).data;
    expect(await read(taskId)).toMatchObject({ kind: 'importRows', subject: 's.csv', state: 'queued', done: 0, total: ROWS });
    expect(await waitUntilEnded(taskId)).toMatchObject({
      state: 'done',
      done: ROWS,
      result: { count: ROWS, updated: 0, bad: 0, faults: [] },
    });
    expect(await countSuppliers('FI-A')).toBe(ROWS);
    // the uploaded file is removed
    expect(await server.db.selectFrom('file').select('path').where('path', 'like', 'import/%').execute()).toEqual([]);
  });

  it('previews without saving, and saves all rows or none, or the valid ones on request', async () => {
    const dryRun = await waitUntilEnded((await send(csv('FI-B', ROWS, 7), '&dryRun=1')).data.taskId);
    expect(dryRun).toMatchObject({ subject: 's.csv（试导入）', state: 'done', result: { count: ROWS - 1, bad: 1, faults: [{ row: 9 }] } });
    expect(await countSuppliers('FI-B')).toBe(0);
    const refusedImport = await waitUntilEnded((await send(csv('FI-B', ROWS, 7))).data.taskId);
    expect(refusedImport).toMatchObject({ state: 'failed', problem: 'fileRowsWrong', result: { count: 1, row: 9 } });
    expect(await countSuppliers('FI-B')).toBe(0);
    const { taskId } = (await send(csv('FI-B', ROWS, 7), '&keepGood=1')).data;
    expect(await waitUntilEnded(taskId)).toMatchObject({ state: 'done', result: { count: ROWS - 1, bad: 1, faults: [{ row: 9 }] } });
    expect(await countSuppliers('FI-B')).toBe(ROWS - 1);
    // lists omit the faults; a single task includes them
    const { rows } = (await buyer.get('/account/task/list')).body;
    expect(rows[0].result).toMatchObject({ count: ROWS - 1, bad: 1 });
    expect(rows[0].result.faults).toBeUndefined();
  });

  it('saves nothing when it is cancelled, and everything once when its worker is lost', async () => {
    const { taskId } = (await send(csv('FI-C'))).data;
    let reached = 0;
    const slow = work({
      ...taskHandlers.importRows!,
      run: (job, installation) =>
        taskHandlers.importRows!.run(
          {
            ...job,
            async progress(done, total) {
              await job.progress(done, total);
              reached = done;
              // the requester cancels in the middle
              if (done === 100) expect((await buyer.put(`/account/task/${taskId}/cancel`)).body.code).toBe(200);
            },
          },
          installation,
        ),
    });
    await expect.poll(() => reached).toBe(100);
    await slow.stop();
    expect(await read(taskId)).toMatchObject({ state: 'cancelled' });
    expect(await countSuppliers('FI-C')).toBe(0);

    const rerun = (await send(csv('FI-C'))).data.taskId;
    let caught = false;
    let releaseStuck = () => {};
    const stuck = work({
      ...taskHandlers.importRows!,
      run: (job, installation) =>
        taskHandlers.importRows!.run(
          {
            ...job,
            async progress(done, total) {
              await job.progress(done, total);
              if (done < 150 || caught) return;
              caught = true;
              const expired = { lease: crypto.randomUUID(), leaseTime: '2026-01-01' };
              await server.db.updateTable('task').set(expired).where('taskId', '=', rerun).execute();
              await new Promise<void>((resolve) => {
                releaseStuck = resolve;
              });
            },
          },
          installation,
        ),
    });
    await expect.poll(async () => (await read(rerun)).done).toBe(150);
    // the lost worker's open transaction blocks the next one until it ends
    setTimeout(() => releaseStuck(), 200);
    expect(await waitUntilEnded(rerun)).toMatchObject({ state: 'done', result: { count: ROWS } });
    await stuck.stop();
    expect(await countSuppliers('FI-C')).toBe(ROWS);
  });

  it('requires the permission until its end, and is private to its user', async () => {
    const other = await server.as(['manage:supplier:list']);
    expect(await send(csv('FI-D'), '', other)).toMatchObject({ code: 403 });
    const { taskId } = (await send(csv('FI-D'))).data;
    expect((await other.get(`/account/task/${taskId}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await server.stranger.get(`/account/task/${taskId}`)).body.code).toBe(401);
    const leaver = await server.as(rights);
    const late = (await send(csv('FI-E'), '', leaver)).data.taskId;
    await server.db.deleteFrom('userRole').where('userId', '=', leaver.userId).execute();
    expect(await waitUntilEnded(late, leaver)).toMatchObject({ state: 'failed', problem: 'forbidden' });
    expect(await countSuppliers('FI-E')).toBe(0);
  });

  it('of the same rows by two users adds them once', async () => {
    const rival = await server.as(rights);
    const mine = (await send(csv('FI-F'))).data.taskId;
    const theirs = (await send(csv('FI-F'), '', rival)).data.taskId;
    const worker = work();
    await expect.poll(async () => [(await read(mine)).state, (await read(theirs, rival)).state].toSorted()).toEqual(['done', 'failed']);
    await worker.stop();
    expect(await countSuppliers('FI-F')).toBe(ROWS);
  });
});
