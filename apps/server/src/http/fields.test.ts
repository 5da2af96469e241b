import { beforeAll, describe, expect, it } from 'vitest';
import { supplierInput } from '../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../test/test-server.ts';

describe('what a field takes', () => {
  let server: TestServer;
  let buyer: Client;
  const add = async (given: object) => (await buyer.post('/manage/supplier', supplierInput(given))).body;
  const listed = async (query: string) => (await buyer.get(`/manage/supplier/list?${query}`)).body;

  beforeAll(async () => {
    server = await startTestServer();
    buyer = await server.as(['list', 'query', 'add'].map((verb) => `manage:supplier:${verb}`));
    return () => server.close();
  });

  it.each(['\0', '\x01', '\x1b[31m', '\n', '\t', '\x7f', '\u{d800}'])('refuses a name with %j in it, and says why', async (unseen) => {
    expect(await add({ supplierName: `甲${unseen}乙` })).toMatchObject({
      problem: 'invalidInput',
      params: { field: 'supplierName' },
      msg: '供应商名称含有看不见的控制字符或残缺的字符；去掉后再提交',
    });
  });

  it('keeps lines and tabs in a remark, but no other control character, and keeps characters beyond the first plane', async () => {
    const remark = '第一行\r\n\t第二行 😀𠮷';
    const { data } = await add({ remark, supplierName: '𠮷野家' });
    expect((await buyer.get(`/manage/supplier/${data.supplierId}`)).body.data).toMatchObject({ remark, supplierName: '𠮷野家' });
    for (const unseen of ['\0', '\x0b', '\x1b', '\u{dfff}'])
      expect(await add({ remark: `a${unseen}b` })).toMatchObject({ problem: 'invalidInput', params: { field: 'remark' } });
  });

  it('takes for a moment only what the clock and the calendar have', async () => {
    for (const moment of ['2026-01-01', '1900-01-01 00:00:00', '9999-12-31 23:59:59', '2026-01-01 23:59'])
      expect(await listed(`params[beginTime]=${encodeURIComponent(moment)}`), moment).toMatchObject({ code: 200 });
    for (const moment of ['2026-01-01 24:00:00', '2026-01-01 12:60', '2026-01-01 12:00:60', '1899-12-31', '0000-01-01', '2026-02-29'])
      expect(await listed(`params[beginTime]=${encodeURIComponent(moment)}`), moment).toMatchObject({
        problem: 'invalidInput',
        params: { field: 'beginTime' },
      });
    expect((await listed('params[endTime]=gestern')).msg).toContain('结束时间不是时间；应形如 2026-01-31');
  });
});
