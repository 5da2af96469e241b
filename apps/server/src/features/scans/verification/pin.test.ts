import { beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../../test/issued-codes.ts';
import { nextAddress, openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { processSuspectScans } from '../scan-case/scan-case.service.ts';
import { createScanId } from './scan-id.ts';

describe('first reveal of a PIN', () => {
  let server: TestServer;
  let staff: Client;
  let site: PublicSite;
  let goods: Awaited<ReturnType<typeof issueCodes>>;
  let next = 0;

  const cases = async (ordinal: number) => {
    await processSuspectScans(server.db);
    return (await staff.get(`/manage/codeCase/list?code=${goods.code(ordinal)}`)).body.rows;
  };
  const detail = async (ordinal: number) =>
    (await staff.get(`/manage/code/detail?batchId=${goods.batchId}&ordinal=${ordinal + 1}`)).body.data;
  const submitPin = (ordinal: number, cookie: string, language: string, ip = nextAddress()) =>
    site.call({
      method: 'POST',
      url: `/c/${goods.code(ordinal)}`,
      payload: `pin=${goods.pin(ordinal)}`,
      remoteAddress: ip,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language, ...(cookie && { cookie }) },
    });

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    staff = await server.as(['manage:codeCase:list', 'manage:code:query', 'manage:code:list']);
    goods = await issueCodes(server.installation, { pinDigits: 6 });
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('belongs to the first device with the correct PIN, and later ones see its time and place', async () => {
    const ordinal = next++;
    const [code, pin] = [goods.code(ordinal), goods.pin(ordinal)];
    // scans of the outer code and a wrong PIN reveal nothing
    for (let scan = 0; scan < 3; scan++) await site.verify(code);
    await site.verify(code, { pin: pin === '000000' ? '000001' : '000000' });
    expect(await detail(ordinal)).toMatchObject({ pinFirstTime: null, pinFirstRegion: null });

    const first = (await site.verify(code, { pin, device: 'buyer' }, '112.10.0.1')).body;
    expect(first).toMatchObject({ verdict: 'alreadyVerified', pinRight: true, pinFirst: true, pinFirstRegion: '浙江省杭州市' });
    expect(Math.abs(Date.parse(first.pinFirstTime) - Date.now())).toBeLessThan(60_000);
    const again = (await site.verify(code, { pin, device: 'buyer' }, '8.8.8.8')).body;
    const reveal = { pinRight: true, pinFirstTime: first.pinFirstTime, pinFirstRegion: '浙江省杭州市' };
    expect(again).toMatchObject({ ...reveal, pinFirst: true });
    expect(await cases(ordinal)).toEqual([]);

    const scanId = createScanId();
    const later = await site.verify(code, { pin, device: 'stranger', scanId });
    expect(later.body).toMatchObject({ ...reveal, pinFirst: false, verdict: 'alreadyVerified', reason: null });
    expect(await cases(ordinal)).toMatchObject([{ subject: 'code', reason: 'pinReused', scanCount: 1 }]);
    // a retry, and another device with the buyer's scan
    expect((await site.verify(code, { pin, device: 'stranger', scanId })).text).toBe(later.text);
    await site.verify(code, { pin, device: 'third' });
    expect(await cases(ordinal)).toMatchObject([{ reason: 'pinReused', scanCount: 2 }]);
    expect((await site.verify(code)).body).toMatchObject({ pinRight: null, pinFirst: null, pinFirstTime: null, pinFirstRegion: null });
    expect(await detail(ordinal)).toMatchObject({ pinFirstTime: expect.any(String), pinFirstRegion: '浙江省杭州市', flags: ['suspect'] });
    expect((await staff.get('/manage/codeCase/list?reason=pinReused')).body.total).toBe(1);
  });

  it('belongs to one of forty devices at once', async () => {
    const ordinal = next++;
    // a slow cluster refuses whom the lock keeps waiting too long; the page then sends the same scan again
    const reveal = async (device: string, scanId: string): ReturnType<PublicSite['verify']> => {
      const answer = await site.verify(goods.code(ordinal), { pin: goods.pin(ordinal), device, scanId });
      return answer.status === 503 ? reveal(device, scanId) : answer;
    };
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => reveal(`device ${index}`, createScanId())));
    const bodies = answers.map(({ body }) => body);
    expect(bodies.filter(({ pinRight }) => pinRight)).toHaveLength(40);
    expect(bodies.filter(({ pinFirst }) => pinFirst)).toHaveLength(1);
    expect(new Set(bodies.map(({ pinFirstTime }) => pinFirstTime)).size).toBe(1);
    expect(await cases(ordinal)).toMatchObject([{ scanCount: 39 }]);
  });

  it('appears on the page in both languages', async () => {
    const ordinal = next++;
    const opened = await site.open(`/c/${goods.code(ordinal)}`, {}, '112.10.0.1');
    const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? '';
    expect((await submitPin(ordinal, cookie, 'zh', '112.10.0.1')).text).toContain('刮开码正确，由您首次刮开');
    expect((await submitPin(ordinal, cookie, 'en', '112.10.0.1')).text).toContain('You are the first to use it');
    const stranger = await submitPin(ordinal, '', 'zh');
    expect(stranger.text).toMatch(/但它在 \d{4}-\d\d-\d\d \d\d:\d\d，浙江省杭州市 已被首次刮开/);
    expect((await submitPin(ordinal, '', 'en')).text).toMatch(/it was first used on \d{4}-\d\d-\d\d/);
    expect((await site.open(`/c/${goods.code(ordinal)}`)).text).not.toContain('首次刮开');
  });
});
