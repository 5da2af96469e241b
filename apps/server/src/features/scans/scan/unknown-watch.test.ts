import { beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../../test/issued-codes.ts';
import { nextAddress, openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { watchEarly, watchUnknown } from './scan-jobs.service.ts';

describe('unknown codes', () => {
  let server: TestServer;
  let site: PublicSite;
  let goods: Awaited<ReturnType<typeof issueCodes>>;

  beforeAll(async () => {
    server = await startTestServer();
    goods = await issueCodes(server.installation, { count: 30, status: 'issued', state: 'issued' });
    site = await openPublicSite(server.installation);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('are reported in high numbers to users who see scans, once an hour across processes', async () => {
    const verifyCode = (code: string) =>
      site.call({
        method: 'POST',
        url: '/v1/verifications',
        payload: { code, device: crypto.randomUUID() },
        remoteAddress: nextAddress(),
      });
    for (let count = 0; count < 4; count++) await verifyCode(`NOBODYS-${count}`);
    expect(await watchUnknown(server.db, 10, 5)).toEqual({ count: 4, notified: false });
    await verifyCode('NOBODYS-5');
    await verifyCode('NOBODYS-6');
    const results = await Promise.all([1, 2].map(() => watchUnknown(server.db, 10, 5)));
    expect(results.map(({ notified }) => notified).sort()).toEqual([false, true]);
    expect(results.map(({ count }) => count)).toEqual([5, 5]);
    const reader = await server.as(['manage:codeRecord:list', 'system:notice:list']);
    const clerk = await server.as(['system:notice:list']);
    const titles = async (by: typeof reader) =>
      (await by.get('/system/notice/list?noticeTitle=未知码')).body.rows.map(({ noticeTitle }: { noticeTitle: string }) => noticeTitle);
    expect(await titles(reader)).toEqual(['未知码增多：10 分钟内至少 5 次']);
    expect(await titles(clerk)).toEqual([]);
  });

  it('of a batch before its activation are reported once a day', async () => {
    const scan = async (count: number) => {
      for (let each = 0; each < count; each++)
        expect((await site.verify(goods.code(each), { device: crypto.randomUUID() }, nextAddress())).body.verdict).toBe('notActivated');
    };
    await scan(19);
    expect(await watchEarly(server.db)).toEqual({ count: 19, notified: false });
    await scan(1);
    const results = await Promise.all([1, 2].map(() => watchEarly(server.db)));
    expect(results.map(({ notified }) => notified).sort()).toEqual([false, true]);
    expect(await watchEarly(server.db)).toEqual({ count: 20, notified: false });
    const reader = await server.as(['manage:codeRecord:list', 'system:notice:list']);
    const { rows } = (await reader.get('/system/notice/list?noticeTitle=未激活')).body;
    expect(rows).toMatchObject([{ noticeTitle: '未激活的码被扫：一天内至少 20 次' }]);
    const clerk = await server.as(['system:notice:list']);
    expect((await clerk.get('/system/notice/list?noticeTitle=未激活')).body.rows).toEqual([]);
    expect((await reader.get('/manage/codeRecord/list?verdict=notActivated&inspection=0')).body.total).toBe(20);
  });
});
