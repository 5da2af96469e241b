import { categoryKinds } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { supplierInput } from '../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';

describe('field validation', () => {
  let server: TestServer;
  let buyer: Client;
  const add = async (overrides: object) => (await buyer.post('/manage/supplier', supplierInput(overrides))).body;
  const fetchList = async (query: string) => (await buyer.get(`/manage/supplier/list?${query}`)).body;

  beforeAll(async () => {
    server = await startTestServer();
    buyer = await server.as(['list', 'query', 'add'].map((verb) => `manage:supplier:${verb}`));
    return () => server.close();
  });

  it.each(['\0', '\x01', '\x1b[31m', '\n', '\t', '\x7f', '\u{d800}'])('rejects a name with %j and states the reason', async (unseen) => {
    expect(await add({ supplierName: `甲${unseen}乙` })).toMatchObject({
      problem: 'invalidInput',
      params: { field: 'supplierName' },
      msg: '供应商名称含有看不见的控制字符或残缺的字符；去掉后再提交',
    });
  });

  it('keeps line breaks, tabs and astral characters in a remark, but no other control character', async () => {
    const remark = '第一行\r\n\t第二行 😀𠮷';
    const { data } = await add({ remark, supplierName: '𠮷野家' });
    expect((await buyer.get(`/manage/supplier/${data.supplierId}`)).body.data).toMatchObject({ remark, supplierName: '𠮷野家' });
    for (const unseen of ['\0', '\x0b', '\x1b', '\u{dfff}'])
      expect(await add({ remark: `a${unseen}b` })).toMatchObject({ problem: 'invalidInput', params: { field: 'remark' } });
  });

  it('accepts only times that exist in the clock and the calendar', async () => {
    for (const moment of ['2026-01-01', '1900-01-01 00:00:00', '9999-12-31 23:59:59', '2026-01-01 23:59'])
      expect(await fetchList(`params[beginTime]=${encodeURIComponent(moment)}`), moment).toMatchObject({ code: 200 });
    for (const moment of ['2026-01-01 24:00:00', '2026-01-01 12:60', '2026-01-01 12:00:60', '1899-12-31', '0000-01-01', '2026-02-29'])
      expect(await fetchList(`params[beginTime]=${encodeURIComponent(moment)}`), moment).toMatchObject({
        problem: 'invalidInput',
        params: { field: 'beginTime' },
      });
    expect((await fetchList('params[endTime]=gestern')).msg).toContain('结束时间不是时间；应形如 2026-01-31');
  });

  it('rejects a version and an order beyond 32 bits at their field', async () => {
    const all = server.app.routeTable.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    const manager = await server.as([...new Set(all)]);
    for (const version of [2_147_483_648, '2147483648', 9_007_199_254_740_991])
      for (const [url, body] of [
        ['/system/post', { postId: 2 }],
        ['/system/role', { roleId: 2 }],
        ['/system/role/dataScope', { roleId: 2, dataScope: '1' }],
        ['/system/notice', { noticeId: 1 }],
        ['/system/dict/type', { dictId: 1 }],
        ['/manage/traceTemplate', { templateId: 1 }],
      ] as const)
        expect([url, (await manager.put(url, { ...body, version })).body]).toMatchObject([
          url,
          { problem: 'invalidInput', params: { field: 'version' } },
        ]);
    for (const orderNums of ['2147483648', [9_007_199_254_740_991]])
      for (const [url, body] of [
        ['/system/dept/updateSort', { deptIds: '100' }],
        ['/system/menu/updateSort', { menuIds: '1' }],
        ...categoryKinds.map((kind) => [`/digit/${kind}/updateSort`, { catalogueIds: '1' }] as const),
      ] as const) {
        const { msg, ...reply } = (await manager.put(url, { ...body, orderNums })).body;
        expect([url, reply]).toMatchObject([url, { problem: 'invalidInput', params: { field: 'orderNums' } }]);
        expect(msg).toContain('不能大于 2');
      }
  });

  it.each([
    ['GET', '/system/config/configKey/a%00b', 'key'],
    ['GET', '/system/dict/data/type/%00', 'dictType'],
    ['GET', '/tool/form/fill/a%00b', 'formKey'],
    ['GET', '/monitor/logininfor/unlock/a%00b', 'userName'],
    ['GET', '/manage/dispatch/dealers/list?text=%00', 'text'],
    ['GET', '/manage/supplier/list?params[a]=%00', 'a'],
    ['POST', '/tool/form', 'formName'],
  ] as const)('rejects %s %s with NUL or half a character, and names the field', async (method, url, field) => {
    const all = server.app.routeTable.flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    const manager = await server.as([...new Set(all)]);
    const reply = method === 'GET' ? await manager.get(url) : await manager.post(url, { formName: '\u{d800}' });
    expect(reply.body).toMatchObject({ code: 500, problem: 'invalidInput', params: { field } });
    expect(reply.body.msg).toContain('含有看不见的控制字符或残缺的字符；去掉后再提交');
  });

  it('rejects a body that is nested too deeply, and one with a dangerous key', async () => {
    const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': 'application/json' };
    const send = async (payload: string) =>
      (await server.app.inject({ method: 'POST', url: '/api/manage/supplier', headers, payload })).json();
    for (const levels of [300, 100_000])
      expect(await send(`{"remark":${'['.repeat(levels)}${']'.repeat(levels)}}`)).toMatchObject({
        problem: 'invalidInput',
        params: { field: 'remark' },
        msg: '备注嵌套太深；至多 200 层',
      });
    expect(await send('{"a\\u0000":1}')).toMatchObject({ problem: 'invalidInput', params: { field: '' } });
  });
});
