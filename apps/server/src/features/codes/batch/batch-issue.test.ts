import { beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../../boot/worker.ts';
import { type BatchFixture, openBatchFixture } from '../../../test/batch-fixture.ts';
import { codeRuleInput, unique } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import * as batchService from './batch.service.ts';

describe('issue of codes for a batch', () => {
  let server: TestServer;
  let desk: BatchFixture;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    return () => server.close();
  });

  const state = async (id: number) => (await desk.read(id)).state;
  const task = async (by = desk.planner) => (await by.get('/account/task/list')).body.rows[0];
  const rangesOf = (id: number) => server.db.selectFrom('batchRange').selectAll().where('batchId', '=', id).execute();
  /** A crashed worker: the task is claimed, but its lease is not renewed. */
  const simulateCrashedWorker = (taskId: number) =>
    server.db
      .updateTable('task')
      .set({ state: 'running', lease: crypto.randomUUID(), leaseTime: '2026-01-01', attempts: 1 })
      .where('taskId', '=', taskId)
      .execute();
  const withWorker = async (work: () => Promise<void>) => {
    const worker = await startWorker(server.installation);
    await work().finally(worker.stop);
  };

  it('creates a thousand million codes as a task, with few rows', async () => {
    const id = await desk.approved({ quantity: 1_000_000_000 });
    await withWorker(async () => {
      const { body } = await desk.act(id, 'issue');
      expect(body).toMatchObject({ code: 200, data: { taskId: expect.any(Number) } });
      await expect.poll(() => state(id)).toBe('issued');
    });
    const { batchNo, ...batch } = await desk.read(id);
    expect(batch).toMatchObject({ issuedCount: 1_000_000_000, statusCounts: { issued: 1_000_000_000 } });
    expect(batch.issueTime).toMatch(/^\d{4}/);
    expect(await task()).toMatchObject({
      kind: 'issueBatch',
      subject: batchNo,
      state: 'done',
      problem: null,
      result: { batchId: id, count: 1_000_000_000 },
    });
    expect(await rangesOf(id)).toHaveLength(1);
    const { body } = await desk.planner.get(`/manage/batch/${id}/events`);
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'issued', ordinalFrom: 1, ordinalTo: 1_000_000_000, userName: desk.planner.userName },
      { action: 'issue', ordinalFrom: null },
    ]);
    // the life cycle names the issuing user even after many events
    const since = { batchId: id, action: 'edit', userId: desk.planner.userId };
    await server.db
      .insertInto('batchEvent')
      .values([...Array(230)].map(() => since))
      .execute();
    const later = (await desk.planner.get(`/manage/batch/${id}/events`)).body.data;
    expect(later).toHaveLength(201);
    expect(later.at(-1)).toMatchObject({ action: 'issued', userName: desk.planner.userName });
  });

  it('gives a hundred batches unique serials when they are issued at once', async () => {
    const ids: number[] = [];
    for (let i = 0; i < 10; i++)
      ids.push(...(await Promise.all(Array.from({ length: 10 }, (_, j) => desk.approved({ quantity: 1 + i * 37 + j })))));
    const workers = await Promise.all([startWorker(server.installation), startWorker(server.installation)]);
    // in two groups, because a slow machine sheds some of a hundred requests
    for (const crowd of [ids.slice(0, 50), ids.slice(50)]) await Promise.all(crowd.map((id) => desk.act(id, 'issue')));
    const waiting = server.db.selectFrom('batch').select('batchId').where('batchId', 'in', ids).where('state', '<>', 'issued');
    await expect.poll(() => waiting.execute()).toEqual([]);
    await Promise.all(workers.map((worker) => worker.stop()));
    const ranges = (await Promise.all(ids.map(rangesOf))).flat().sort((a, b) => a.serialFrom - b.serialFrom);
    expect(ranges).toHaveLength(100);
    for (const [i, { serialFrom }] of ranges.entries()) {
      const before = ranges[i - 1];
      if (before) expect(serialFrom).toBeGreaterThanOrEqual(before.serialFrom + before.count);
    }
  });

  it('uses the packaging of the product, including a concurrent edit', async () => {
    const id = await desk.approved({ quantity: 100 });
    const { categoryId } = desk;
    const packaging = JSON.stringify([{ level: 2, contains: 5, gtin: null, ssccPrefix: null }]);
    const { issuing } = await server.db.transaction().execute(async (tx) => {
      await tx.updateTable('product').set({ packaging }).where('categoryId', '=', categoryId).execute();
      const issuing = batchService.issueByOperator(server.installation, id);
      await waitForBlockedTransaction(server.db);
      return { issuing };
    });
    await issuing;
    expect((await rangesOf(id)).map(({ level, count }) => [level, count]).toSorted()).toEqual([
      [0, 100],
      [2, 20],
    ]);
    await server.db.updateTable('product').set({ packaging: '[]' }).where('categoryId', '=', categoryId).execute();
  });

  it('happens once for repeated requests', async () => {
    const id = await desk.approved();
    const key = { 'idempotency-key': `issue-${id}` };
    const responses = await Promise.all([1, 2, 3].map(() => desk.planner.put(`/manage/batch/${id}/issue`, {}, key)));
    expect(new Set(responses.map(({ body }) => body.data.taskId)).size).toBe(1);
    expect((await desk.act(id, 'issue')).body.problem).toBe('batchStateWrong');
    await batchService.issueByOperator(server.installation, id);
    await withWorker(() => expect.poll(async () => (await task()).state).toBe('done'));
    expect(await rangesOf(id)).toHaveLength(1);
    await expect(batchService.issueByOperator(server.installation, id)).rejects.toMatchObject({ problem: 'batchStateWrong' });
  });

  it('resumes after its worker was killed', async () => {
    const id = await desk.approved();
    const { body } = await desk.act(id, 'issue');
    await simulateCrashedWorker(body.data.taskId);
    await withWorker(() => expect.poll(() => state(id)).toBe('issued'));
    expect(await rangesOf(id)).toHaveLength(1);
    expect(await task()).toMatchObject({ taskId: body.data.taskId, state: 'done' });
  });

  it('returns the batch to approved, with the reason, when the code space is too small', async () => {
    const rule = codeRuleInput({ alphabet: 'decimal', prefix: `${unique()}`.slice(-4), serialDigits: 4, tagDigits: 8 });
    const codeRuleId = (await desk.planner.post('/manage/codeRule', rule)).body.data.codeRuleId;
    const [first, second] = [await desk.approved({ codeRuleId, quantity: 6000 }), await desk.approved({ codeRuleId, quantity: 6000 })];
    await Promise.all([desk.act(first, 'issue'), desk.act(second, 'issue')]);
    await withWorker(() => expect.poll(async () => [await state(first), await state(second)].sort()).toEqual(['approved', 'issued']));
    const refusedId = (await state(first)) === 'approved' ? first : second;
    const sentence = '码空间只剩 4,000 枚，不够发 6,000 枚；减少数量或换一条规则';
    expect(await desk.read(refusedId)).toMatchObject({ stateReason: sentence, issuedCount: 0 });
    expect((await desk.planner.get(`/manage/batch/${refusedId}/events`)).body.data[0]).toMatchObject({
      action: 'issueFailed',
      reason: sentence,
    });
    const english = { 'accept-language': 'en-US' };
    const reason = expect.stringMatching(/^The code space has only 4,000 codes left/);
    expect((await desk.planner.get(`/manage/batch/${refusedId}`, english)).body.data).toMatchObject({ stateReason: reason });
    expect((await desk.planner.get('/manage/batch/list', english)).body.rows).toContainEqual(
      expect.objectContaining({ batchId: refusedId, stateReason: reason }),
    );
    expect((await desk.planner.get(`/manage/batch/${refusedId}/events`, english)).body.data[0]).toMatchObject({ reason });
    const failedTask = (await desk.planner.get('/account/task/list')).body.rows.find(
      ({ state: one }: { state: string }) => one === 'failed',
    );
    expect(failedTask).toMatchObject({ problem: 'codeSpaceExhausted' });
    expect((await desk.act(refusedId, 'issue')).body).toMatchObject({
      problem: 'codeSpaceExhausted',
      params: { field: 'quantity', left: 4000 },
    });
  });

  it('returns the batch to approved when the task is cancelled before a worker starts it', async () => {
    const id = await desk.approved();
    const { body } = await desk.act(id, 'issue');
    expect((await desk.planner.put(`/account/task/${body.data.taskId}/cancel`)).body.code).toBe(200);
    expect(await state(id)).toBe('approved');
    expect((await desk.planner.put(`/account/task/${body.data.taskId}/cancel`)).body).toMatchObject({
      problem: 'taskFinished',
      msg: '任务已经结束，不能取消；刷新后查看结果',
    });
    expect((await desk.act(id, 'issue')).body.code).toBe(200);
  });
});
