import { Inspection } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { follow } from '../../insights/figure/count-scans.service.ts';
import { previewVerification } from '../verification/verification.service.ts';

const verbs = ['codeRecord:inspect', 'codeRecord:list', 'code:query', 'codeCase:list', 'codeCase:query'];

describe('inspections', () => {
  let server: TestServer;
  let inspector: Client;
  let live: Awaited<ReturnType<typeof issueCodes>>;
  let dealer: Awaited<ReturnType<typeof insertDealer>>;

  const inspect = async (body: object, by = inspector) => (await by.post('/manage/codeRecord/inspect', body)).body;

  beforeAll(async () => {
    server = await startTestServer();
    inspector = await server.as(verbs.map((verb) => `manage:${verb}`));
    dealer = await insertDealer(server.db, { regionCodes: ['330100'] });
    live = await issueCodes(server.installation);
    const holder = { status: 'shipped', holderId: dealer.channelBusinessId };
    await server.db.updateTable('codeSegment').set(holder).where('batchId', '=', live.batchId).execute();
    return () => server.close();
  });

  it('report the owner and the permitted regions, and count as no verification', async () => {
    const { data } = await inspect({ code: `https://t.example.cn/c/${live.code(0)}`, regionCode: '330106', note: '西湖店' });
    expect(Inspection.strict().parse(data)).toMatchObject({
      ...{ verdict: 'genuine', reason: null, outside: false, caseId: null, authorised: ['330100'] },
      code: { ordinal: 1, status: 'shipped', holderName: dealer.channelBusinessName, sessions: 0 },
    });
    expect((await previewVerification(server.installation, live.code(0))).verdict).toBe('genuine');
    const { rows } = (await inspector.get('/manage/codeRecord/list?channel=inspect')).body;
    expect(rows).toMatchObject([{ scanId: data.scanId, sessionNo: null, regionCode: '330106', ordinal: 1 }]);
    await follow(server.db);
    const sums = await sql<{ scans: number }>`select coalesce(sum(scans), 0) as scans from scan_hour`.execute(server.db);
    expect(Number(sums.rows[0]?.scans)).toBe(0);
    // filtered by city, which requires single scans
    const figures = async (query: string) =>
      (await inspector.get(`/manage/codeRecord/figures?regionCode=330100${query}`)).body.data.counted;
    expect([await figures(''), await figures('&channel=inspect')]).toEqual([0, 1]);
  });

  it('open a dealer case at once outside its regions, and join it later', async () => {
    const position = { lng: 118.78, lat: 32.04, accuracy: 20 };
    const both = await Promise.all([1, 2].map((ordinal) => inspect({ code: live.code(ordinal), position, note: '新街口店' })));
    for (const { data } of both)
      expect(data).toMatchObject({ verdict: 'suspect', reason: 'otherRegion', outside: true, regionCode: '320100' });
    const [caseId, other] = both.map(({ data }) => data.caseId);
    expect(caseId).toBe(other);
    const record = (await inspector.get(`/manage/codeCase/${caseId}`)).body.data;
    expect(record).toMatchObject({
      subject: 'dealer',
      reason: 'inspected',
      scanCount: 2,
      codeCount: 2,
      channelBusinessId: dealer.channelBusinessId,
    });
    const { events, scans } = (await inspector.get(`/manage/codeCase/${caseId}/evidence`)).body.data;
    expect(events.map(({ action, note }: Record<string, unknown>) => [action, note])).toEqual([
      ['note', '新街口店'],
      ['open', '新街口店'],
    ]);
    expect(scans).toMatchObject([{ channel: 'inspect' }, { channel: 'inspect' }]);
  });

  it('accept links like consumers, and store no position outside the selected region', async () => {
    const { data } = await inspect({ code: `t.example.cn/c/${live.code(5)}/?from=camera`, regionCode: '330100' });
    expect(data).toMatchObject({ verdict: 'genuine', code: { ordinal: 6 } });
    const elsewhere = { code: live.code(5), regionCode: '330106', position: { lng: 118.78, lat: 32.04 } };
    const { scanId } = (await inspect(elsewhere)).data;
    const { rows } = (await inspector.get('/manage/codeRecord/list?channel=inspect')).body;
    expect(rows.find((row: { scanId: string }) => row.scanId === scanId)).toMatchObject({ regionCode: '330106', lng: null, lat: null });
  });

  it('record foreign codes, and reject scans without a place', async () => {
    expect(await inspect({ code: live.code(3) })).toMatchObject({
      problem: 'inspectionNowhere',
      msg: '还不知道商品在哪里；选地区，或用当前位置',
    });
    const rough = { lng: 120.15, lat: 30.27, accuracy: 50_000 };
    expect(await inspect({ code: live.code(3), position: rough })).toMatchObject({ problem: 'inspectionNowhere' });
    // from an address with a region, at a position without one
    const abroad = await server.app.inject({
      ...{ method: 'POST', url: '/api/manage/codeRecord/inspect', remoteAddress: '223.5.5.5' },
      headers: { authorization: `Bearer ${inspector.token}` },
      payload: { code: live.code(3), position: { lng: 139.7, lat: 35.7 } },
    });
    expect(abroad.json()).toMatchObject({ problem: 'inspectionNowhere' });
    expect(await inspect({ code: live.code(3), regionCode: '999999' })).toMatchObject({ problem: 'regionUnknown' });
    const { data } = await inspect({ code: 'FAKE-0001', regionCode: '330100' });
    expect(data).toMatchObject({ verdict: 'unknown', code: null, caseId: null, outside: false });
    expect((await inspector.get('/manage/codeRecord/list?code=FAKE-0001')).body.rows).toMatchObject([
      { channel: 'inspect', code: 'FAKE-0001' },
    ]);
  });

  it('require the permission and access to the batch', async () => {
    const body = { code: live.code(4), regionCode: '330100' };
    expect((await inspect(body, await server.as(['manage:codeRecord:list']))).code).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(['manage:codeRecord:inspect'], { deptId, dataScope: '3' });
    expect(await inspect(body, foreigner)).toMatchObject({ problem: 'notFound' });
  });
});
