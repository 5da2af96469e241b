import { BatchSupplement } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('supplementary codes of a batch', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let requester: Client;
  let other: Client;
  const rights = [...batchPermissions, 'manage:batch:supplement', 'manage:batch:approveSupplement'];

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    [requester, other] = [await server.as(rights), await server.as(rights)];
    return () => server.close();
  });

  const request = async (id: number, body: object = { quantity: 50, reason: '贴标损耗多' }, by = requester) =>
    (await by.put(`/manage/batch/${id}/supplement`, body)).body;
  const decide = async (id: number, supplementId: number, name: string, by = other, body: object = {}) =>
    (await by.put(`/manage/batch/${id}/supplements/${supplementId}/${name}`, body)).body;
  const list = async (id: number, by = requester) => (await by.get(`/manage/batch/${id}/supplements`)).body.data;
  const requestId = async (id: number, body?: object) => (await request(id, body)).data.supplementId as number;

  it('continue after the last code, once another person approves', async () => {
    const id = await desk.issued({ quantity: 100 });
    await desk.act(id, 'activate');
    const first = await requestId(id);
    expect(await decide(id, first, 'approve')).toMatchObject({ code: 200, data: { from: 100, count: 50 } });
    const second = await requestId(id, { quantity: 7, reason: '再补' });
    expect((await decide(id, second, 'approve')).code).toBe(200);
    const rows = await list(id);
    for (const row of rows) expect(BatchSupplement.strict().safeParse(row).error).toBeUndefined();
    expect(rows).toMatchObject([
      { supplementId: second, state: 'issued', from: 151, to: 157, own: true, createBy: requester.userName, judgeBy: other.userName },
      { supplementId: first, state: 'issued', from: 101, to: 150 },
    ]);
    expect(await desk.read(id)).toMatchObject({
      issuedCount: 157,
      quantity: 100,
      state: 'active',
      statusCounts: { activated: 100, issued: 57 },
    });
    const codes = (await desk.planner.get(`/manage/code/list?batchId=${id}&pageSize=200`)).body.rows;
    expect(new Set(codes.map(({ code }: { code: string }) => code)).size).toBe(157);
    expect((await desk.act(id, 'activate', { from: 101, to: 157 })).body.code).toBe(200);
    const events = (await desk.planner.get(`/manage/batch/${id}/events`)).body.data;
    expect(events[1]).toMatchObject({ action: 'supplemented', ordinalFrom: 151, ordinalTo: 157 });
  });

  it('are requested one at a time for an issued batch, with a quantity and a reason', async () => {
    const id = await desk.issued({ quantity: 10 });
    expect(await request(id, { quantity: 0, reason: 'x' })).toMatchObject({ problem: 'invalidInput', msg: '数量太小；不能小于 1' });
    expect(await request(id, { quantity: 1 })).toMatchObject({ problem: 'invalidInput', params: { field: 'reason' } });
    const answers = await Promise.all([request(id), request(id), request(id)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500, 500]);
    expect(answers.find(({ code }) => code === 500)).toMatchObject({ problem: 'supplementOpen' });
    const draft = await desk.add();
    expect(await request(draft)).toMatchObject({ problem: 'batchStateWrong' });
  });

  it('are approved once, never by the requester, and never after a rejection or withdrawal', async () => {
    const id = await desk.issued({ quantity: 10 });
    const wish = await requestId(id);
    expect(await decide(id, wish, 'approve', requester)).toMatchObject({ problem: 'supplementSelfApproved' });
    expect(await decide(id, wish, 'withdraw', other)).toMatchObject({ problem: 'supplementNotYours' });
    const both = await Promise.all([decide(id, wish, 'approve'), decide(id, wish, 'approve')]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect((await desk.read(id)).issuedCount).toBe(60);
    const rejectedId = await requestId(id);
    expect(await decide(id, rejectedId, 'reject', other, { reason: '先用完' })).toMatchObject({ code: 200 });
    expect(await decide(id, rejectedId, 'approve')).toMatchObject({ problem: 'supplementStateWrong' });
    const withdrawn = await requestId(id);
    expect(await decide(id, withdrawn, 'withdraw', requester)).toMatchObject({ code: 200 });
    expect((await list(id)).map(({ state }: { state: string }) => state)).toEqual(['cancelled', 'rejected', 'issued']);
  });

  it('require the permission, and respect the data scope', async () => {
    const id = await desk.issued({ quantity: 10 });
    const wish = await requestId(id);
    const requester = await server.as([...batchPermissions, 'manage:batch:supplement']);
    expect(await decide(id, wish, 'approve', requester)).toMatchObject({ code: 403 });
    expect(await request(id, undefined, desk.planner)).toMatchObject({ code: 403 });
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(rights, { deptId, dataScope: '3' });
    expect(await decide(id, wish, 'approve', foreigner)).toMatchObject({ problem: 'notFound' });
    expect((await foreigner.get(`/manage/batch/${id}/supplements`)).body).toMatchObject({ problem: 'notFound' });
    const otherBatchId = await desk.issued({ quantity: 10 });
    expect(await decide(otherBatchId, wish, 'approve')).toMatchObject({ problem: 'notFound' });
  });

  it('prevent closing the batch until they are shipped', async () => {
    const id = await desk.issued({ quantity: 10 });
    await desk.act(id, 'activate');
    const wish = await requestId(id, { quantity: 5, reason: 'x' });
    await decide(id, wish, 'approve');
    expect((await desk.act(id, 'close')).body).toMatchObject({ problem: 'batchNotAllShipped', params: { left: 5 } });
    await desk.act(id, 'activate');
    await server.db.updateTable('codeSegment').set({ status: 'shipped' }).where('batchId', '=', id).execute();
    expect((await desk.act(id, 'close')).body.code).toBe(200);
  });
});
