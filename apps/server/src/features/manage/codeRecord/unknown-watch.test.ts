import { beforeAll, describe, expect, it } from 'vitest';
import { openPublicSite, otherAddress, type PublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { watchUnknown } from './unknown-watch.service.ts';

describe('unknown codes', () => {
  let server: TestServer;
  let site: PublicSite;

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('that come thick are told of to those who see scans, once an hour over all processes', async () => {
    const ask = (code: string) =>
      site.call({
        method: 'POST',
        url: '/v1/verifications',
        payload: { code, device: crypto.randomUUID() },
        remoteAddress: otherAddress(),
      });
    for (let count = 0; count < 4; count++) await ask(`NOBODYS-${count}`);
    expect(await watchUnknown(server.db, 10, 5)).toEqual({ count: 4, told: false });
    await ask('NOBODYS-5');
    await ask('NOBODYS-6');
    const watched = await Promise.all([1, 2].map(() => watchUnknown(server.db, 10, 5)));
    expect(watched.map(({ told }) => told).sort()).toEqual([false, true]);
    expect(watched.map(({ count }) => count)).toEqual([5, 5]);
    const reader = await server.as(['manage:codeRecord:list', 'system:notice:list']);
    const clerk = await server.as(['system:notice:list']);
    const titles = async (by: typeof reader) =>
      (await by.get('/system/notice/list?noticeTitle=未知码')).body.rows.map(({ noticeTitle }: { noticeTitle: string }) => noticeTitle);
    expect(await titles(reader)).toEqual(['未知码增多：10 分钟内至少 5 次']);
    expect(await titles(clerk)).toEqual([]);
  });
});
