import { Task } from '@suyuan/contract';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../../platform/problem.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as taskService from './task.service.ts';
import type { TaskHandler, TaskRun } from './task-handler.ts';
import { startTasks } from './task-worker.ts';

describe('tasks', () => {
  let server: TestServer;
  const errors: unknown[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  const enqueue = (kind: string, createBy: number | null = null) =>
    taskService.enqueue(server.db, { kind, subject: 'B1', payload: { steps: 5 }, createBy });
  const work = (kind: string, handler: TaskHandler, poll?: number) =>
    startTasks(server.installation, { [kind]: handler }, (error) => errors.push(error), poll);
  const find = (taskId: number) => server.db.selectFrom('task').selectAll().where('taskId', '=', taskId).executeTakeFirstOrThrow();
  const state = async (taskId: number) => (await find(taskId)).state;
  /** Also replaces the lease: its worker still renews its own. */
  const expire = (taskId: number) =>
    server.db.updateTable('task').set({ lease: crypto.randomUUID(), leaseTime: '2026-01-01' }).where('taskId', '=', taskId).execute();
  const never = () => new Promise<never>(() => {});

  it('lists the tasks of the user, newest first, with only fields of the contract', async () => {
    const [one, other] = [await server.as([]), await server.as([])];
    const ids = [await enqueue('idle', one.userId), await enqueue('idle', one.userId)];
    await enqueue('idle', other.userId);
    const { body } = await one.get('/account/task/list?pageSize=1');
    expect(body).toMatchObject({
      total: 2,
      rows: [{ taskId: ids[1], kind: 'idle', subject: 'B1', state: 'queued', done: 0, total: null }],
    });
    expect(Task.strict().safeParse(body.rows[0]).error).toBeUndefined();
    expect((await other.put(`/account/task/${ids[0]}/cancel`)).body.problem).toBe('notFound');
    expect((await server.stranger.get('/account/task/list')).body.code).toBe(401);
  });

  it('starts a task immediately after the commit, and never after a rollback', async () => {
    const ran: number[] = [];
    const handler: TaskHandler = {
      run: (job) => {
        ran.push(job.taskId);
        return job.finish(async () => ({ ok: true }));
      },
    };
    const worker = work('heard', handler, 600_000); // no polling during the test
    const disconnected = server.db.transaction().execute(async (db) => {
      await taskService.enqueue(db, { kind: 'heard', subject: '', payload: {}, createBy: null });
      throw new Error('rolled back');
    });
    await expect(disconnected).rejects.toThrow('rolled back');
    const taskId = await enqueue('heard');
    await expect.poll(() => state(taskId), { interval: 10 }).toBe('done');
    await worker.stop();
    expect(ran).toEqual([taskId]);
    expect(await find(taskId)).toMatchObject({ result: { ok: true }, lease: null, attempts: 1 });
  });

  it('resumes the task of a lost worker, which writes nothing more', async () => {
    const seen: TaskRun[] = [];
    let goOn = () => {};
    const handler: TaskHandler = {
      async run(job) {
        seen.push(job);
        if (seen.length === 1) {
          await job.progress(2, 5);
          await new Promise<void>((resolve) => {
            goOn = resolve;
          });
        }
        await job.finish(async () => ({ by: seen.indexOf(job) }));
      },
    };
    const taskId = await enqueue('resumed');
    const stalledWorker = work('resumed', handler);
    await expect.poll(async () => (await find(taskId)).done).toBe(2);
    await expire(taskId);
    const successor = work('resumed', handler);
    await expect.poll(() => state(taskId)).toBe('done');
    expect(seen[1]).toMatchObject({ done: 2, payload: { steps: 5 } });
    goOn();
    await Promise.all([stalledWorker.stop(), successor.stop()]);
    expect(await find(taskId)).toMatchObject({ result: { by: 1 }, done: 5, total: 5, attempts: 2 });
  });

  it('runs each task on one of many workers', async () => {
    let count = 0;
    const handler: TaskHandler = { run: (job) => job.finish(async () => ({ at: ++count })) };
    const workers = [1, 2, 3, 4].map(() => work('once', handler));
    const ids = await Promise.all(Array.from({ length: 30 }, () => enqueue('once')));
    await expect.poll(async () => (await Promise.all(ids.map(state))).every((one) => one === 'done')).toBe(true);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(count).toBe(30);
  });

  it('releases the task of a stopped worker at once', async () => {
    const taskId = await enqueue('stopped');
    const first = work('stopped', {
      run: ({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await expect.poll(() => state(taskId)).toBe('running');
    await first.stop();
    expect(await find(taskId)).toMatchObject({ state: 'queued', attempts: 0 });
    const second = work('stopped', { run: (job) => job.finish(async () => undefined) });
    await expect.poll(() => state(taskId)).toBe('done');
    await second.stop();
  });

  it('starts no task that it claims while it stops', async () => {
    const taskId = await enqueue('claimed late');
    const run = vi.fn(async () => undefined);
    await work('claimed late', { run }).stop();
    expect(run).not.toHaveBeenCalled();
    expect(await find(taskId)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('fails with the problem that refused it, runs cleanup, and retries after other errors', async () => {
    const abandoned: unknown[] = [];
    const abandon: TaskHandler['abandon'] = async (_, { payload, reason }) => void abandoned.push([payload.steps, reason?.problem]);
    const refused = await enqueue('refused');
    const refusing = work('refused', { abandon, run: () => Promise.reject(new Problem('codeSpaceExhausted')) });
    await expect.poll(() => state(refused)).toBe('failed');
    await refusing.stop();
    expect(await find(refused)).toMatchObject({ problem: 'codeSpaceExhausted' });
    expect(abandoned).toEqual([[5, 'codeSpaceExhausted']]);

    const shaky = await enqueue('shaky');
    const failing = work('shaky', { run: () => Promise.reject(new Error('the disk is on fire')) });
    await expect.poll(() => errors.map(String)).toContain('Error: the disk is on fire');
    await failing.stop();
    expect(await state(shaky)).toBe('queued');
    await server.db.updateTable('task').set({ attempts: 5, leaseTime: null }).where('taskId', '=', shaky).execute();
    const giving = work('shaky', { abandon, run: never });
    await expect.poll(() => state(shaky)).toBe('failed');
    await giving.stop();
    expect((await find(shaky)).problem).toBe('unexpected');
  });

  it('retries while the database is busy, for up to a day', async () => {
    const taskId = await enqueue('busy');
    let met = 0;
    const worker = work('busy', {
      run: async () => {
        met++;
        throw Object.assign(new Error('canceling statement due to lock timeout'), { code: '55P03' });
      },
    });
    const again = (startTime: string) =>
      server.db.updateTable('task').set({ attempts: 4, leaseTime: null, startTime }).where('taskId', '=', taskId).execute();
    await expect.poll(() => met).toBe(1);
    await expect.poll(() => find(taskId)).toMatchObject({ state: 'queued', attempts: 0, lease: null });
    await again(new Date().toISOString());
    await expect.poll(() => met).toBe(2);
    await expect.poll(() => find(taskId)).toMatchObject({ state: 'queued', attempts: 4 });
    await again('2026-01-01');
    await expect.poll(() => met).toBe(3);
    await expect.poll(() => find(taskId)).toMatchObject({ state: 'queued', attempts: 5 });
    await worker.stop();
  });

  it('notifies a task when it is cancelled', async () => {
    const owner = await server.as([]);
    const taskId = await enqueue('cancelled', owner.userId);
    let wrote = false;
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const worker = work('cancelled', {
      async run(job) {
        await gate;
        await job.finish(async () => {
          wrote = true;
          return undefined;
        });
      },
    });
    await expect.poll(() => state(taskId)).toBe('running');
    expect((await owner.put(`/account/task/${taskId}/cancel`)).body.code).toBe(200);
    goOn();
    await worker.stop();
    expect([wrote, await state(taskId)]).toEqual([false, 'cancelled']);
  });
});
