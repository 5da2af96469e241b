import { Post } from '@suyuan/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertUser, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const all = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `system:post:${verb}`);

describe('posts', () => {
  let server: TestServer;
  let desk: Client;
  const input = (overrides: object = {}) => ({ postCode: `p${unique()}`, postName: `岗位${unique()}`, postSort: 5, ...overrides });
  const add = async (overrides: object = {}) => (await desk.post('/system/post', input(overrides))).body.data.postId as number;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await server.as(all);
    return () => server.close();
  });

  it('start with four seeded records in order, with only fields of the contract', async () => {
    const { body } = await desk.get('/system/post/list');
    expect(body).toMatchObject({ code: 200, total: 4 });
    expect(body.rows.map(({ postCode }: { postCode: string }) => postCode)).toEqual(['director', 'lead', 'specialist', 'operator']);
    expect(Post.strict().safeParse(body.rows[0]).error).toBeUndefined();
  });

  it('are added, read, partially edited, and deleted', async () => {
    const postId = await add({ postSort: '7', status: 1 });
    expect((await desk.get(`/system/post/${postId}`)).body.data).toMatchObject({ postSort: 7, status: '1', createBy: desk.userName });
    expect((await desk.put('/system/post', { postId, remark: 'x', flag: false, createBy: 'y' })).body.code).toBe(200);
    expect((await desk.get(`/system/post/${postId}`)).body.data).toMatchObject({ postSort: 7, remark: 'x', updateBy: desk.userName });
    expect((await desk.put('/system/post', { postId, version: 1, remark: 'z' })).body.problem).toBe('recordStale');
    expect((await desk.delete(`/system/post/${postId}`)).body.code).toBe(200);
    expect((await desk.get(`/system/post/${postId}`)).body.problem).toBe('notFound');
  });

  it('have a unique code and name, also when two are added at once', async () => {
    const payload = input();
    const both = await Promise.all([1, 2].map(() => desk.post('/system/post', payload)));
    expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['none', 'postCodeTaken']);
    expect((await desk.post('/system/post', input({ postName: payload.postName }))).body).toMatchObject({
      problem: 'postNameTaken',
      params: { field: 'postName' },
      msg: `岗位名称“${payload.postName}”已被使用；换一个`,
    });
    const postId = await add();
    expect((await desk.put('/system/post', { postId, postCode: payload.postCode })).body).toMatchObject({ problem: 'postCodeTaken' });
    for (const [fault, field] of [
      [{ postCode: 'a b' }, 'postCode'],
      [{ postName: '<b>' }, 'postName'],
      [{ postSort: -1 }, 'postSort'],
      [{ postSort: undefined }, 'postSort'],
    ] as const)
      expect((await desk.post('/system/post', input(fault))).body).toMatchObject({ problem: 'invalidInput', params: { field } });
  });

  it('stay when a user holds one of them, and the message names it', async () => {
    const [heldId, freeId] = [await add({ postName: '值班长' }), await add()];
    const { userId } = await insertUser(server.db);
    await server.db.insertInto('userPost').values({ userId, postId: heldId }).execute();
    expect((await desk.delete(`/system/post/${freeId},${heldId}`)).body).toMatchObject({
      code: 500,
      problem: 'postInUse',
      msg: '岗位“值班长”还有人担任，不能删除；先换下他们，或停用岗位',
    });
    expect((await desk.get(`/system/post/${freeId}`)).body.data.userCount).toBe(0);
    expect((await desk.get(`/system/post/${heldId}`)).body.data.userCount).toBe(1);
    expect((await desk.delete(`/system/post/${freeId},999999`)).body.problem).toBe('notFound');
    expect((await desk.delete(`/system/post/${freeId}`)).body.code).toBe(200);
  });

  it('are filtered by code, name and status, and exported as listed', async () => {
    await add({ postName: '百分%岗', status: '1' });
    const total = async (query: string) => (await desk.get(`/system/post/list?${query}`)).body.total;
    expect(await total(`postName=${encodeURIComponent('%')}&status=1`)).toBe(1);
    expect(await total('postCode=%25%25')).toBe(0);
    const { body } = await desk.post('/system/post/export', `postName=${encodeURIComponent('%')}`);
    const rows = (await readXlsx(body)).sheets[0]?.rows ?? [];
    expect(rows[0]?.slice(0, 5)).toEqual(['岗位序号', '岗位编码', '岗位名称', '岗位排序', '状态']);
    expect(rows[1]?.slice(2, 5)).toEqual(['百分%岗', 5, '停用']);
  });

  it('can be selected by any signed-in user, and require the permission otherwise', async () => {
    const clerk = await server.as([]);
    const { body } = await clerk.get('/system/post/optionselect');
    expect(body.data[0]).toMatchObject({ postCode: 'director', postName: '负责人' });
    expect((await server.stranger.get('/system/post/optionselect')).body.code).toBe(401);
    expect((await clerk.get('/system/post/list')).body.code).toBe(403);
    expect((await clerk.delete('/system/post/1')).body.code).toBe(403);
  });
});
