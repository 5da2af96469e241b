import { beforeAll, describe, expect, it } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { supplierInput } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { cacheOf } from '../cache/cache.ts';
import type { Installation } from './installation.ts';

describe('request frame of the console', () => {
  let server: TestServer;
  /** Number of captchas that one peer receives; `forwarded` creates the header of each request. */
  const countCaptchas = async (trustProxy: Installation['trustProxy'], count: number, forwarded: (index: number) => string) => {
    // limits are counted per process, and this one runs several installations
    cacheOf(server.db).windows.clear();
    const app = await consoleApp({ ...server.installation, trustProxy });
    let passed = 0;
    for (let index = 0; index < count; index++) {
      const headers = { 'x-forwarded-for': forwarded(index) };
      const reply = await app.inject({ method: 'GET', url: '/api/captchaImage', remoteAddress: '10.0.0.9', headers });
      if (reply.statusCode === 200) passed++;
    }
    await app.close();
    return passed;
  };

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it.each<[string, Installation['trustProxy'], string]>([
    ['no proxy', false, ''],
    ['one proxy', 1, '203.0.113.7'],
    ['two proxies', 2, '203.0.113.7, 10.0.0.8'],
    ['proxies by address', ['10.0.0.0/8'], '203.0.113.7, 10.0.0.8'],
  ])('ignores forged forwarded addresses behind %s', async (_title, trustProxy, clientAddress) => {
    expect(await countCaptchas(trustProxy, 70, (index) => `198.51.100.${index}${clientAddress && `, ${clientAddress}`}`)).toBe(60);
  });

  it('removes 120 records, and up to 500 with the longest keys, in one request', async () => {
    const buyer = await server.as(['manage:supplier:remove', 'manage:supplier:add']);
    const ids: number[] = [];
    for (let count = 0; count < 120; count++) ids.push((await buyer.post('/manage/supplier', supplierInput())).body.data.supplierId);
    expect((await buyer.delete(`/manage/supplier/${ids.join(',')}`)).body).toMatchObject({ code: 200 });
    const longest = Array.from({ length: 500 }, (_, index) => Number.MAX_SAFE_INTEGER - index);
    expect((await buyer.delete(`/manage/supplier/${longest.join(',')}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('answers a malformed URL in the JSON envelope', async () => {
    const callUrl = async (url: string) => {
      const reply = await server.app.inject({ method: 'DELETE', url });
      return [reply.statusCode, reply.json()];
    };
    expect(await callUrl(`/api/manage/supplier/${'1,'.repeat(5000)}1`)).toEqual([414, { code: 414, msg: '地址太长；一次少选一些记录' }]);
    expect(await callUrl('/api/manage/supplier/%zz')).toEqual([400, { code: 400, msg: '请求的格式不对' }]);
  });

  it('distinguishes the visitors that the proxy names', async () => {
    expect(await countCaptchas(1, 70, (index) => `203.0.113.${index}`)).toBe(70);
    expect(await countCaptchas(2, 70, (index) => `203.0.113.${index}, 10.0.0.8`)).toBe(70);
  });
});
