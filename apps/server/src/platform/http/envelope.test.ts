import { beforeAll, describe, expect, it } from 'vitest';
import { openPublicSite, type PublicSite } from '../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';

describe('unreadable request', () => {
  let server: TestServer;
  let site: PublicSite;
  let clerk: Client;
  const largeBody = { code: 'A'.repeat(2 * 1024 * 1024) };
  const send = async (payload: string | object, type: string) => {
    const headers = { authorization: `Bearer ${clerk.token}`, 'content-type': type };
    const reply = await server.app.inject({ method: 'POST', url: '/api/manage/supplier', payload, headers });
    return { status: reply.statusCode, body: reply.json() };
  };

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    clerk = await server.as(['manage:supplier:add', 'manage:supplier:list', 'manage:codeRecord:list']);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('is rejected with 413 when the body is too large, on both sites', async () => {
    const msg = '提交的内容太大；减少后再提交';
    expect(await send(largeBody, 'application/json')).toEqual({ status: 413, body: { code: 413, msg } });
    expect(await site.call({ method: 'POST', url: '/v1/verifications', payload: largeBody })).toMatchObject({
      status: 413,
      body: { status: 413, title: msg },
    });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const page = await site.call({ method: 'POST', url: '/c/ABC', payload: `pin=${'1'.repeat(2000)}`, headers: form });
    expect([page.status, page.text.includes(msg)]).toEqual([413, true]);
  });

  it('is rejected with 415 for an unsupported content type, on both sites', async () => {
    const msg = '不支持这种内容类型；应为 JSON、表单或文件';
    expect(await send('<a/>', 'text/xml')).toEqual({ status: 415, body: { code: 415, msg } });
    const xml = { payload: '<a/>', headers: { 'content-type': 'text/xml' } };
    expect(await site.call({ method: 'POST', url: '/v1/verifications', ...xml })).toMatchObject({ status: 415, body: { title: msg } });
    const page = await site.call({ method: 'POST', url: '/c/ABC', ...xml });
    expect([page.status, page.text.includes(msg)]).toEqual([415, true]);
  });

  it.each(['[]', '[{"supplierCode":"A"}]', '"text"', '7'])(
    'is rejected with a message that an object is expected when it contains %s',
    async (payload) => {
      const msg = '请求内容格式不对；应为对象';
      expect((await send(payload, 'application/json')).body).toMatchObject({ problem: 'invalidInput', msg });
    },
  );

  it('is rejected when it sorts an unsortable list, with the permitted query fields', async () => {
    const list = async (query: string) => (await clerk.get(query)).body;
    expect(await list('/manage/codeRecord/list?orderByColumn=code')).toMatchObject({
      problem: 'invalidInput',
      params: { field: 'orderByColumn' },
      msg: '这个列表不能排序；去掉排序列后再查询',
    });
    expect((await list('/manage/supplier/list?orderByColumn=x')).msg).toMatch(/^排序列不在可选范围内；可选：supplierCode/);
    expect((await list('/manage/supplier/list?isAsc=x')).msg).toMatch(/^排序方向不在可选范围内/);
  });
});
