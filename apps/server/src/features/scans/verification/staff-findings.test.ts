import { CodeDetail, Scan } from '@suyuan/contract';
import { readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { nextAddress, openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { processSuspectScans } from '../scan-case/scan-case.service.ts';

const hangzhou = '112.10.0.1';
const beijing = { lng: 116.4, lat: 39.9, accuracy: 30 };
const permissions = [
  'manage:codeCase:list',
  'manage:codeRecord:list',
  'manage:codeRecord:export',
  'manage:code:query',
  'manage:code:list',
  'manage:codeRecord:inspect',
];

describe('staff findings', () => {
  let server: TestServer;
  let staff: Client;
  let site: PublicSite;

  /** Code held by a dealer who is authorised for Guangdong. */
  const issueToDealer = async (status: 'shipped' | 'activated' = 'shipped') => {
    const dealer = await insertDealer(server.db, { regionCodes: ['440000'] });
    const goods = await issueCodes(server.installation, { status });
    const holderId = dealer.channelBusinessId;
    await server.db.updateTable('codeSegment').set({ holderId }).where('batchId', '=', goods.batchId).execute();
    return { ...goods, holderId };
  };
  /** A new site per setting, because a site caches settings for seconds. */
  const withRule = async <T>(key: 'regionRule' | 'speedRule', value: string, run: (fresh: PublicSite) => Promise<T>): Promise<T> => {
    await settingService.set(server.db, `suyuan.scan.${key}`, value);
    const fresh = await openPublicSite(server.installation);
    try {
      return await run(fresh);
    } finally {
      await fresh.close();
      await settingService.set(server.db, `suyuan.scan.${key}`, 'staff');
    }
  };
  const verify = async (code: string, fields: object = {}, at = site, remoteAddress = hangzhou) =>
    (
      await at.call({
        method: 'POST',
        url: '/v1/verifications',
        payload: { code, device: crypto.randomUUID(), ...fields },
        remoteAddress,
      })
    ).body;
  const cases = async (batchId: number) => {
    await processSuspectScans(server.db);
    return (await staff.get(`/manage/codeCase/list?batchId=${batchId}`)).body.rows;
  };
  const records = async (batchId: number, query = '') => (await staff.get(`/manage/codeRecord/list?batchId=${batchId}&${query}`)).body.rows;

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    staff = await server.as(permissions);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('give consumers of diverted units the usual verdict, and staff the reason and a case', async () => {
    const goods = await issueToDealer();
    const inside = await issueToDealer();
    for (let ordinal = 0; ordinal < 6; ordinal++) {
      const answer = await verify(goods.code(ordinal), { position: beijing });
      expect(answer).toMatchObject({ verdict: 'genuine', reason: null, sessions: 1, firstRegion: '北京市' });
      expect(Object.keys(answer)).toEqual(Object.keys(await verify(inside.code(ordinal), { position: { lng: 113.3, lat: 23.1 } })));
    }
    expect(await verify(goods.code(0), { position: beijing })).toMatchObject({ verdict: 'alreadyVerified', reason: null, sessions: 2 });
    expect(await cases(goods.batchId)).toMatchObject([{ subject: 'dealer', reason: 'otherRegion', scanCount: 7, codeCount: 6 }]);
    expect(await cases(inside.batchId)).toEqual([]);

    const rows = await records(goods.batchId, 'verdict=suspect&reason=otherRegion');
    expect(Scan.strict().array().safeParse(rows).error).toBeUndefined();
    expect(rows.map(({ consumerVerdict }: { consumerVerdict: string }) => consumerVerdict)).toEqual([
      'alreadyVerified',
      ...Array(6).fill('genuine'),
    ]);
    expect(await records(inside.batchId, 'verdict=genuine')).toHaveLength(6);
    const sheet = (await staff.post('/manage/codeRecord/export', `batchId=${goods.batchId}`)).body;
    const [titles = [], newest = []] = (await readXlsx(sheet)).sheets[0]?.rows ?? [];
    expect([newest[titles.indexOf('结论')], newest[titles.indexOf('消费者看到的结论')]]).toEqual(['可疑', '已验证过']);
  });

  it('are invisible in the page, its headers and its report form', async () => {
    const [foreign, home] = [await issueToDealer(), await issueToDealer()];
    // region of the address: Hangzhou is outside, Shenzhen inside
    const open = async (code: string, ip: string) => {
      const { text, headers, status } = await site.open(`/c/${code}`, {}, ip);
      return { status, headers: Object.keys(headers).sort(), h1: /<h1>.*?<\/h1>/.exec(text)?.[0], text };
    };
    const [outside, inside] = [await open(foreign.code(0), hangzhou), await open(home.code(0), '113.87.0.1')];
    expect(outside.h1).toBe('<h1>正品</h1>');
    expect({ ...outside, text: '' }).toEqual({ ...inside, text: '' });
    expect(outside.text).not.toMatch(/地区不是这里|可疑|有异常/);
    const [record] = await records(foreign.batchId);
    expect(record).toMatchObject({ verdict: 'suspect', consumerVerdict: 'genuine', reason: 'otherRegion' });
    const [other] = await records(home.batchId);
    const form = async (scanId: string) => (await site.open(`/report?scan=${scanId}`)).text.replaceAll(scanId, '');
    expect(await form(record.scanId)).toBe(await form(other.scanId));

    const position = (scanId: string) =>
      site.call({ method: 'POST', url: `/v1/scans/${scanId}/position`, payload: beijing, remoteAddress: nextAddress() });
    const [noted, again] = [await position(other.scanId), await position(record.scanId)];
    expect([noted.status, noted.text]).toEqual([again.status, again.text]);
    expect(await records(home.batchId)).toMatchObject([{ verdict: 'genuine', reason: 'otherRegion' }]);
  });

  it('do not change the response to a repeated request', async () => {
    const goods = await issueToDealer();
    const input = { scanId: crypto.randomUUID(), device: 'one', position: beijing };
    expect(await verify(goods.code(0), input)).toMatchObject({ verdict: 'genuine', reason: null });
    expect(await verify(goods.code(0), input)).toMatchObject({ verdict: 'genuine', reason: null });
    expect(await records(goods.batchId)).toHaveLength(1);
  });

  it('reach consumers when the region rule includes them, and are absent when it is off', async () => {
    const [visibleGoods, hiddenGoods] = [await issueToDealer(), await issueToDealer()];
    await withRule('regionRule', 'staffAndConsumer', async (at) => {
      const input = { scanId: crypto.randomUUID(), device: 'one' };
      for (let round = 0; round < 2; round++)
        expect(await verify(visibleGoods.code(0), input, at)).toMatchObject({ verdict: 'suspect', reason: 'otherRegion', sessions: 1 });
      expect((await at.open(`/c/${visibleGoods.code(1)}`, {}, hangzhou)).text).toContain('销售地区不是这里');
      await verify(visibleGoods.code(2), {}, at);
      expect(await cases(visibleGoods.batchId)).toMatchObject([{ subject: 'dealer', reason: 'otherRegion' }]);
    });
    await withRule('regionRule', 'off', async (at) => {
      for (let ordinal = 0; ordinal < 6; ordinal++)
        expect(await verify(hiddenGoods.code(ordinal), {}, at)).toMatchObject({ verdict: 'genuine', reason: null });
      expect(await cases(hiddenGoods.batchId)).toEqual([]);
      expect(await records(hiddenGoods.batchId, 'verdict=genuine')).toMatchObject(
        Array(6).fill({ reason: null, consumerVerdict: 'genuine' }),
      );
    });
  });

  it('hide an impossible speed from consumers unless the rule includes them', async () => {
    const shenzhen = { lng: 114.05, lat: 22.54, accuracy: 30 };
    const travel = async (code: string, at: PublicSite) => {
      await verify(code, { position: shenzhen }, at);
      return verify(code, { position: beijing }, at);
    };
    const goods = await issueCodes(server.installation);
    expect(await travel(goods.code(0), site)).toMatchObject({ verdict: 'alreadyVerified', reason: null });
    expect(await cases(goods.batchId)).toMatchObject([{ subject: 'code', reason: 'tooFast', scanCount: 1 }]);
    await withRule('speedRule', 'staffAndConsumer', async (at) =>
      expect(await travel(goods.code(1), at)).toMatchObject({ verdict: 'suspect', reason: 'tooFast' }),
    );
    await withRule('speedRule', 'off', async (at) =>
      expect(await travel(goods.code(2), at)).toMatchObject({ verdict: 'alreadyVerified', reason: null }),
    );
    expect(await records(goods.batchId, 'reason=tooFast')).toHaveLength(2);
  });

  it('report a leak for a code that was not activated', async () => {
    const goods = await issueCodes(server.installation, { status: 'printed' });
    const input = { scanId: crypto.randomUUID() };
    expect(await verify(goods.code(0), input)).toMatchObject({ verdict: 'notActivated', reason: null });
    expect(await verify(goods.code(0), input)).toMatchObject({ verdict: 'notActivated', reason: null });
    await verify(goods.code(0));
    expect(await cases(goods.batchId)).toMatchObject([{ subject: 'code', reason: 'leak', scanCount: 2 }]);
    expect((await staff.get(`/manage/codeCase/list?reason=leak&batchId=${goods.batchId}`)).body.total).toBe(1);
    expect(await records(goods.batchId, 'reason=leak')).toHaveLength(2);
  });

  it('report a leak for an activated code only when dealers sell the product and it was not shipped', async () => {
    const direct = await issueCodes(server.installation);
    const traded = await issueCodes(server.installation);
    await insertDealer(server.db, { categoryIds: [traded.categoryId] });
    const shipped = await issueCodes(server.installation, { status: 'shipped' });
    await insertDealer(server.db, { categoryIds: [shipped.categoryId] });
    for (const goods of [direct, traded, shipped]) {
      expect(await verify(goods.code(0))).toMatchObject({ verdict: 'genuine', reason: null, sessions: 1 });
      expect((await site.open(`/c/${goods.code(1)}`)).text).toContain('<h1>正品</h1>');
    }
    expect(await cases(direct.batchId)).toEqual([]);
    expect(await cases(shipped.batchId)).toEqual([]);
    expect(await cases(traded.batchId)).toMatchObject([{ reason: 'leak' }, { reason: 'leak' }]);
    expect(await records(traded.batchId)).toMatchObject(Array(2).fill({ verdict: 'genuine', consumerVerdict: 'genuine', reason: 'leak' }));
  });

  it('open a leak case at once when staff inspect the code', async () => {
    const goods = await issueCodes(server.installation, { status: 'printed' });
    const body = { code: goods.code(0), regionCode: '330100', note: '门店' };
    const { data } = (await staff.post('/manage/codeRecord/inspect', body)).body;
    expect(data).toMatchObject({ verdict: 'notActivated', reason: 'leak', outside: false });
    expect(await cases(goods.batchId)).toMatchObject([{ caseId: data.caseId, reason: 'leak', scanCount: 1, createBy: staff.userName }]);
    expect(await records(goods.batchId)).toMatchObject([{ channel: 'inspect', consumerVerdict: null }]);
  });

  it('open no case for a wrong link of one device, but one for two devices or another finding', async () => {
    const goods = await issueCodes(server.installation, { gtin: '09506000134352' });
    const wrongLink = (ordinal: number) => `https://t.example.cn/01/09506000134352/10/OTHER/21/${goods.code(ordinal)}`;
    const device = crypto.randomUUID();
    for (let round = 0; round < 3; round++)
      expect(await verify(wrongLink(0), { device })).toMatchObject({ verdict: 'suspect', reason: 'otherLot' });
    expect(await cases(goods.batchId)).toEqual([]);
    await verify(wrongLink(0));
    expect(await cases(goods.batchId)).toMatchObject([{ reason: 'otherLot', scanCount: 4 }]);

    // ten visits with the right link, then one too many
    await verify(wrongLink(1), { device });
    for (let visit = 2; visit <= 11; visit++) await verify(goods.code(1));
    const [newest] = await cases(goods.batchId);
    expect(newest).toMatchObject({ reason: 'manySessions', scanCount: 2 });
  });

  it('count scans and visits after a recall', async () => {
    const goods = await issueCodes(server.installation);
    await verify(goods.code(0));
    await server.db.updateTable('batch').set({ state: 'recalled' }).where('batchId', '=', goods.batchId).execute();
    const device = crypto.randomUUID();
    for (let scan = 0; scan < 2; scan++) await verify(goods.code(0), { device });
    for (let scan = 0; scan < 3; scan++)
      expect(await verify(goods.code(0))).toMatchObject({ verdict: 'recalled', reason: null, sessions: null });
    const detail = async (ordinal: number) => {
      const { data } = (await staff.get(`/manage/code/detail?batchId=${goods.batchId}&ordinal=${ordinal}`)).body;
      expect(CodeDetail.strict().safeParse(data).error).toBeUndefined();
      return data;
    };
    expect(await detail(1)).toMatchObject({ recalledScans: 5, sessions: 5 });
    expect(await detail(2)).toMatchObject({ recalledScans: 0, sessions: 0 });
    await Promise.all(Array.from({ length: 20 }, () => verify(goods.code(1))));
    expect(await detail(2)).toMatchObject({ recalledScans: 20, sessions: 20, firstTime: null });
  });
});
