import { Scan, ScanFigures, scans } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeKeyField } from '../../../platform/db/layout.ts';
import { dayOf } from '../../../platform/shanghai-time.ts';
import { onDatabase } from '../../../test/database.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createScanId } from '../verification/scan-id.ts';
import { estimateMoment } from './estimate-moment.ts';
import { anonymiseOldScans } from './scan-jobs.service.ts';

const path = scans.path;

const today = dayOf(Date.now());

describe('scans', () => {
  let server: TestServer;
  let site: PublicSite;
  let analyst: Client;
  let milk: Awaited<ReturnType<typeof issueCodes>>;
  let tea: Awaited<ReturnType<typeof issueCodes>>;
  const list = async (query = '', by = analyst) => (await by.get(`${path}/list?${query}`)).body;
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    const [here, there] = [await insertDepartment(server.db), await insertDepartment(server.db)];
    milk = await issueCodes(server.installation, { categoryName: '纯牛奶', deptId: here.deptId });
    tea = await issueCodes(server.installation, { categoryName: '绿茶', deptId: there.deptId, status: 'void' });
    analyst = await server.as(['manage:codeRecord:list', 'manage:codeRecord:export', 'manage:batch:exportCodes']);
    await site.verify(milk.code(0), { device: 'a' }, '112.10.0.1');
    await site.verify(milk.code(0), { device: 'b' }, '8.8.8.8');
    await site.verify(milk.code(41), { device: 'a' }, '112.10.0.1');
    await site.verify(tea.code(0), { device: 'c' }, '112.10.0.1');
    await site.verify('NOTOURS', { device: 'd' }, '202.96.209.5');
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('shows every scan, newest first, with only fields of the contract', async () => {
    const { rows, total } = await list();
    expect(total).toBe(5);
    expect(rows.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['unknown', 'void', 'genuine', 'alreadyVerified', 'genuine']);
    for (const row of rows) expect(Scan.strict().safeParse(row).error).toBeUndefined();
    expect(rows[4]).toMatchObject({
      code: milk.code(0),
      ordinal: 1,
      batchNo: milk.batchNo,
      categoryName: '纯牛奶',
      sessionNo: 1,
      region: '浙江省杭州市',
      channel: 'api',
    });
    expect(rows[0]).toMatchObject({ code: 'NOTOURS', batchId: null, batchNo: null, ordinal: null, sessionNo: null });
  });

  it('masks codes except the last four characters without the export permission', async () => {
    const reader = await server.as(['manage:codeRecord:list']);
    const { rows } = await list('', reader);
    const code = milk.code(0);
    expect(rows[4].code).toBe(`************${code.slice(-4)}`);
    expect(rows[0].code).toBe('NOTOURS');
  });

  it('filters by code, batch, ordinal, verdict, device, region and time', async () => {
    const device = (await list(`code=${milk.code(0)}`)).rows.at(-1).device;
    const cases: [string, number][] = [
      [`code=${milk.code(0)}`, 2],
      [`code=${encodeURIComponent(`https://t.example.cn/c/${milk.code(41)}`)}`, 1],
      ['code=NOTOURS', 1],
      ['code=NOTHING', 0],
      [`code=${milk.code(0)}&batchId=${tea.batchId}`, 0],
      [`batchId=${milk.batchId}`, 3],
      [`batchId=${milk.batchId}&ordinal=42`, 1],
      ['verdict=genuine', 2],
      ['verdict=void', 1],
      [`device=${device}`, 2],
      [`device=${device.slice(0, 6).toUpperCase()}`, 2],
      ['device=xyz', 0],
      [`region=${encodeURIComponent('杭州')}`, 3],
      [`region=${encodeURIComponent('美国')}`, 1],
      [`region=${encodeURIComponent('火星')}`, 0],
      [`params[beginTime]=${day(0)}&params[endTime]=${day(0)}`, 5],
      [`params[endTime]=${day(-1)}`, 0],
      [`params[beginTime]=${day(1)}`, 0],
    ];
    for (const [query, total] of cases) expect([query, (await list(query)).total]).toEqual([query, total]);
  });

  it('returns the last page past the end', async () => {
    const { rows, total } = await list('pageSize=2&pageNum=99');
    expect({ total, verdicts: rows.map(({ verdict }: { verdict: string }) => verdict) }).toEqual({ total: 5, verdicts: ['genuine'] });
  });

  it('shows a branch only the scans of its batches', async () => {
    const { deptId } = await server.db.selectFrom('batch').select('deptId').where('batchId', '=', milk.batchId).executeTakeFirstOrThrow();
    const manager = await server.as(['manage:codeRecord:list'], { deptId: deptId ?? 0, dataScope: '4' });
    const { rows, total } = await list('', manager);
    expect(total).toBe(3);
    expect(new Set(rows.map(({ batchId }: { batchId: number }) => batchId))).toEqual(new Set([milk.batchId]));
    expect((await list(`code=${tea.code(0)}`, manager)).total).toBe(0);
    expect((await list('code=NOTOURS', manager)).total).toBe(0);
  });

  it('exports the filtered list, and requires the permission', async () => {
    const { type } = await analyst.post(`${path}/export`, 'verdict=genuine');
    expect(type).toContain('spreadsheetml');
    expect((await server.stranger.get(`${path}/list`)).body.code).toBe(401);
    const reader = await server.as(['manage:codeRecord:list']);
    expect((await reader.post(`${path}/export`, '')).body).toMatchObject({ code: 403 });
  });

  it('pages exactly through ten thousand records, and by time beyond them', async () => {
    const other = await startTestServer();
    const count = 12_000;
    const midnight = Math.floor((Date.now() + 28_800_000) / 86_400_000) * 86_400_000 - 28_800_000;
    // one day in Shanghai from 23:00 back, and two hours of the day before
    const scanIdAt = (index: number) => createScanId(midnight - 3_600_000 - index * 7500);
    const rows = Array.from({ length: count }, (_, index) => ({
      scanId: scanIdAt(index),
      verdict: 'unknown',
      codeText: `${index}`,
      device: Buffer.alloc(16),
      channel: 'api',
      ...codeKeyField(`${index}`),
    }));
    for (let from = 0; from < count; from += 1000)
      await other.db
        .insertInto('scan')
        .values(rows.slice(from, from + 1000))
        .execute();
    await onDatabase(other.ownerUrl, 'vacuum analyze scan');
    const reader = await other.as(['manage:codeRecord:list']);
    const first = async (page: number, period = '') => Number((await list(`pageSize=100&pageNum=${page}${period}`, reader)).rows[0].code);

    expect([await first(1), await first(50), await first(100)]).toEqual([0, 4900, 9900]);
    expect(Math.abs((await list('pageSize=100', reader)).total - count)).toBeLessThan(count / 50);
    expect(Math.abs((await first(111)) - 11_000)).toBeLessThan(300);
    expect(await first(112)).toBeGreaterThan(await first(111));
    const dayOf = (time: number) => new Date(time + 28_800_000).toISOString().slice(0, 10);
    const days = `&beginTime=${dayOf(midnight - 2 * 86_400_000)}&endTime=${dayOf(midnight - 1)}`;
    expect(Math.abs((await first(111, days)) - 11_000)).toBeLessThan(300);
    const { rows: oldest } = await list('pageSize=100&pageNum=9999', reader);
    expect(oldest.map(({ code }: { code: string }) => Number(code))).toEqual(
      Array.from({ length: 100 }, (_, index) => count - 100 + index),
    );
    await other.close();
  });

  it('filters by pasted codes, visits, address, region and channel, with matching totals', async () => {
    const goods = await issueCodes(server.installation);
    const verifyFrom = (code: string, ip: string) => site.verify(code, {}, ip);
    for (const ordinal of [0, 1, 2]) await verifyFrom(goods.code(ordinal), '112.10.0.1');
    await verifyFrom(goods.code(0), '112.10.0.9');
    await verifyFrom('NOT-OURS-9', '112.10.0.77');
    const reader = await server.as(['manage:codeRecord:list', 'manage:codeRecord:query', 'manage:code:query']);
    const count = async (query: string, by = reader) => (await list(`${query}&beginTime=${today}`, by)).total;
    const pasted = encodeURIComponent(`${goods.code(0)}, ${goods.code(2).toLowerCase()}\nNOT-OURS-9`);
    expect(await count(`codes=${pasted}`)).toBe(4);
    expect((await list(`codes=${Array.from({ length: 501 }, (_, index) => index).join(',')}`, reader)).problem).toBe('invalidInput');
    expect(await count(`batchId=${goods.batchId}&sessionFrom=2`)).toBe(1);
    expect(await count(`batchId=${goods.batchId}&sessionTo=1`)).toBe(3);
    expect(await count(`batchId=${goods.batchId}&address=112.10.0.9`)).toBe(1);
    expect(await count(`batchId=${goods.batchId}&address=112.10.0.0/24`)).toBe(4);
    expect(await count('address=999.1.1.1')).toBe(0);
    expect(await count(`batchId=${goods.batchId}&regionCode=330000`)).toBe(4);
    expect(await count(`batchId=${goods.batchId}&regionCode=330200`)).toBe(0);
    expect(await count(`batchId=${goods.batchId}&channel=page`)).toBe(0);
    const viewer = await server.as(['manage:codeRecord:list']);
    expect(await count(`batchId=${goods.batchId}&address=112.10.0.9`, viewer)).toBe(0);
    expect((await list(`batchId=${goods.batchId}`, viewer)).rows[0]).toMatchObject({ address: null, regionCode: '330100' });
    const { data } = (await reader.get(`/manage/codeRecord/figures?codes=${pasted}&params[beginTime]=${today}`)).body;
    expect(ScanFigures.strict().safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({ counted: 4, more: false, days: [{ day: today, scans: 4, suspect: 0 }] });
    expect(data.regions).toEqual([{ regionCode: '330000', scans: 4, suspect: 0 }]);

    // products of one batch, and of two
    const { categoryId } = await server.db
      .selectFrom('batch')
      .select('categoryId')
      .where('batchId', '=', goods.batchId)
      .executeTakeFirstOrThrow();
    expect([await count(`categoryId=${categoryId}`), await count(`categoryId=${categoryId}&first=1`)]).toEqual([4, 3]);
    const more = await issueCodes(server.installation);
    await server.db.updateTable('batch').set({ categoryId }).where('batchId', '=', more.batchId).execute();
    await verifyFrom(more.code(0), '112.10.0.1');
    await verifyFrom(goods.code(3), '112.10.0.1');
    const { rows } = await list(`categoryId=${categoryId}&pageSize=4`, reader);
    const batches = rows.map(({ batchId }: { batchId: number }) => batchId);
    expect(batches).toEqual([goods.batchId, more.batchId, goods.batchId, goods.batchId]);
    expect(await list(`categoryId=${categoryId}&first=1&pageSize=2&pageNum=9`, reader)).toMatchObject({
      ...{ total: 5, rows: [{ ordinal: 1, batchId: goods.batchId }] },
    });
  });

  it('distinguishes units from containers, and shows exact positions only with the permission', async () => {
    const goods = await issueCodes(server.installation);
    const payload = { code: goods.code(4), position: { lng: 120.1551, lat: 30.2741, accuracy: 20 } };
    await site.call({ method: 'POST', url: '/v1/verifications', payload });
    await site.verify(goods.code(5), {}, '112.10.0.1');
    const { scanId } = (await list(`code=${goods.code(5)}`)).rows[0];
    await server.db.updateTable('scan').set({ level: 1, ordinal: 4 }).where('scanId', '=', scanId).execute();
    const reader = await server.as(['manage:codeRecord:list', 'manage:codeRecord:query', 'manage:code:query']);
    const { rows } = await list(`code=${goods.code(4)}`, reader);
    expect(rows).toMatchObject([{ lng: 120.1551, lat: 30.2741 }]);
    expect((await list(`code=${goods.code(4)}`)).rows).toMatchObject([{ lng: 120.2, lat: 30.3, regionCode: '330100' }]);
  });

  it('truncates the IP address and drops the user agent of old scans', async () => {
    const goods = await issueCodes(server.installation);
    await site.verify(goods.code(0), {}, '112.10.0.9');
    const soon = Date.now() + 181 * 86_400_000;
    await anonymiseOldScans(server.db, Date.now() + 179 * 86_400_000);
    const rows = () => server.db.selectFrom('scan').select(['ip', 'agent', 'verdict']).where('batchId', '=', goods.batchId).execute();
    expect(await rows()).toMatchObject([{ ip: '112.10.0.9', verdict: 'genuine' }]);
    expect(await anonymiseOldScans(server.db, soon)).toBeGreaterThan(0);
    expect(await rows()).toEqual([{ ip: '112.10.0.0/24', agent: null, verdict: 'genuine' }]);
    expect(await anonymiseOldScans(server.db, soon)).toBe(0);
  });

  it('computes the time after which a share of scans occurred', () => {
    const buckets = [
      { from: 200, to: 300, rows: 100 },
      { from: 100, to: 200, rows: 300 },
    ];
    expect([0, 0.125, 0.25, 0.625, 1].map((share) => estimateMoment(buckets, share))).toEqual([300, 250, 200, 150, 100]);
    expect(estimateMoment(buckets, 0.5, 200)).toBe(250);
    expect(estimateMoment(buckets, 0.5, 100, 200)).toBe(150);
    expect(estimateMoment([], 0.5)).toBeUndefined();
  });
});
