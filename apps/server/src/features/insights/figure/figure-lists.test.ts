import type { DealerFigures, Diversion, HomeFigures, HourFigures, ProductStatistics, RecallSummary, ScanFigures } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeKeyColumn, codeKeyValue } from '../../../platform/db/layout.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertUser, unique } from '../../../test/factories.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as figureService from './figure.service.ts';

const lists = 'figure codeRecord batch codeCase expiry supplier supplierPaper channelBusiness recallImpact dispatch category diversion';
/** Addresses in Hangzhou, in Nanjing and outside China. */
const [HANGZHOU, NANJING, ABROAD] = ['112.10.0.1', '58.212.0.1', '8.8.8.8'];

describe('statistics match the lists behind them', () => {
  let server: TestServer;
  let analyst: Client;
  let milk: Awaited<ReturnType<typeof issueCodes>>;
  let tea: Awaited<ReturnType<typeof issueCodes>>;
  let dealer: Awaited<ReturnType<typeof insertDealer>>;
  let period: string;

  const total = async (path: string, query: string): Promise<number> => {
    const { body } = await analyst.get(`/manage/${path}/list?${query}`);
    expect(body, query).toMatchObject({ code: 200 });
    return body.total;
  };
  const scans = (query = '') => total('codeRecord', `${query}&inspection=0&${period}`);
  const fetchData = async <T>(path: string) => (await analyst.get(`/manage/${path}`)).body.data as T;

  beforeAll(async () => {
    server = await startTestServer();
    const { db, installation } = server;
    const site = await openPublicSite(installation);
    milk = await issueCodes(installation, { categoryName: '纯牛奶', count: 500 });
    tea = await issueCodes(installation, { categoryName: '绿茶', count: 300, status: 'issued', state: 'issued' });
    dealer = await insertDealer(db, { regionCodes: ['330100'] });
    const holder = { status: 'shipped', holderId: dealer.channelBusinessId };
    await db.updateTable('codeSegment').set(holder).where('batchId', '=', milk.batchId).execute();
    await db.updateTable('batch').set({ issueTime: new Date().toISOString() }).execute();
    analyst = await server.as(lists.split(' ').flatMap((noun) => [`manage:${noun}:list`, `manage:${noun}:query`]));

    // a first scan and its reload, then scans of the same code from other places
    for (const [device, address] of [['a', HANGZHOU], ['a', HANGZHOU], ['b', NANJING], ['c', ABROAD]] as const) // biome-ignore format: one a scan
      await site.verify(milk.code(0), { device }, address);
    for (const ordinal of [1, 2]) await site.verify(milk.code(ordinal), {}, NANJING);
    await site.verify(tea.code(0), {}, HANGZHOU);
    await site.verify('NOTOURS', {}, HANGZHOU);
    await followAllScans(db);
    // inspections have the same places, but must not be counted
    await sql`insert into scan (${codeKeyColumn()}scan_id, verdict, reason, session_no, batch_id, level, ordinal, device, channel, region, region_code, holder_id)
      select ${codeKeyValue('batch_id, level, ordinal, code_text')}overlay(scan_id::text placing 'ffffffffffff' from 25)::uuid, verdict, reason, session_no, batch_id, level, ordinal, device, 'inspect', region,
        region_code, holder_id from scan`.execute(db);
    await figureService.follow(db);
    await figureService.followAllCodes(db);
    await site.close();
    return () => server.close();
  });

  it('on the home page', async () => {
    const home = await fetchData<HomeFigures>('figure/home?days=7');
    period = `beginTime=${home.byDay[0]?.day}&endTime=${home.byDay.at(-1)?.day}`;
    expect(home).toMatchObject({ scans: { value: 8 }, firsts: { value: 3 } });
    expect(await scans()).toBe(home.scans.value);
    expect(await total('codeRecord', period)).toBe(2 * home.scans.value);
    expect(await scans('first=1')).toBe(home.firsts.value);
    expect(await scans('verdict=suspect')).toBe(home.suspect.value);
    expect(await scans('verdict=suspect&reason=otherRegion')).toBe(home.diversion.value);
    for (const { regionCode, scans: value, suspect } of home.byRegion) {
      const where = regionCode === '' ? 'unplaced=1' : `regionCode=${regionCode}`;
      expect(await scans(where)).toBe(value);
      expect(await scans(`verdict=suspect&${where}`)).toBe(suspect);
    }
    expect(home.byRegion.map(({ regionCode }) => regionCode)).toContain('');
    for (const { day, scans: value, firsts, diversion } of home.byDay) {
      const on = `inspection=0&beginTime=${day}&endTime=${day}`;
      expect(await total('codeRecord', on)).toBe(value);
      expect(await total('codeRecord', `${on}&first=1`)).toBe(firsts);
      expect(await total('codeRecord', `${on}&verdict=suspect&reason=otherRegion`)).toBe(diversion);
    }
    for (const { categoryId, scans: value } of home.goods) expect(await scans(`categoryId=${categoryId}`)).toBe(value);
    for (const { channelBusinessId, scans: value, diversion } of home.dealers) {
      expect(await scans(`channelBusinessId=${channelBusinessId}`)).toBe(value);
      expect(await scans(`channelBusinessId=${channelBusinessId}&verdict=suspect&reason=otherRegion`)).toBe(diversion);
    }
    const { rows } = (await analyst.get('/manage/batch/list?having=live')).body;
    expect(rows.map(({ batchId }: { batchId: number }) => batchId)).toEqual([milk.batchId]);
    expect(home.codes).toMatchObject({ live: 500, issued: 800 });
    expect(await total('batch', 'having=issued')).toBe(2);
  });

  it('on the home page by hour, and for the codes of each day', async () => {
    const { byDay, codes } = await fetchData<HomeFigures>('figure/home?days=7');
    const [yesterday, today] = byDay.slice(-2).map(({ day }) => day);
    await sql`update code_day set day = day - 1 where batch_id = ${tea.batchId}`.execute(server.db);
    for (const { hour, today: now, yesterday: before } of await fetchData<HourFigures>('figure/hours'))
      for (const [day, value] of [
        [today, now],
        [yesterday, before],
      ] as const) {
        const at = `${day}%20${String(hour).padStart(2, '0')}`;
        expect(await total('codeRecord', `inspection=0&beginTime=${at}:00:00&endTime=${at}:59:59`)).toBe(value ?? 0);
      }
    const batches = async (query: string) => {
      const { rows } = (await analyst.get(`/manage/batch/list?${query}`)).body as { rows: { batchId: number; issuedCount: number }[] };
      return { ids: rows.map(({ batchId }) => batchId).sort(), codes: rows.reduce((sum, { issuedCount }) => sum + issuedCount, 0) };
    };
    const days = (await fetchData<HomeFigures>('figure/home?days=7')).byDay;
    for (const { day, issued, live } of days) {
      expect((await batches(`having=issued&havingEndTime=${day}`)).codes).toBe(issued);
      expect((await batches(`having=live&havingEndTime=${day}`)).codes).toBe(live);
    }
    expect(days.slice(-2).map(({ issued }) => issued)).toEqual([300, 800]);
    expect(await batches(`having=issued&havingBeginTime=${today}&havingEndTime=${today}`)).toEqual({ ids: [milk.batchId], codes: 500 });
    expect((await fetchData<HomeFigures>('figure/home?days=7')).codes).toMatchObject({ issued: codes.issued, issuedToday: 500 });
    await sql`update code_day set day = day + 1 where batch_id = ${tea.batchId}`.execute(server.db);
  });

  it('for open cases and expiring records', async () => {
    const { db } = server;
    const by = { subject: 'text', reason: 'reported', lastTime: new Date().toISOString(), deptId: 100 };
    const cases = [
      { ...by, codeText: 'X1', state: 'open' },
      { ...by, codeText: 'X2', state: 'assigned' },
      { ...by, codeText: 'X3', state: 'judged', verdict: 'genuine' },
    ];
    for (const one of cases) await db.insertInto('scanCase').values(one).execute();
    const soon = sql<string>`current_date + 3`;
    await db.updateTable('batch').set({ expiryDate: soon }).where('batchId', 'in', [milk.batchId, tea.batchId]).execute();
    await db.updateTable('dealer').set({ contractTo: sql<string>`current_date - 3`, state: 'suspended' }).execute();
    const { cases: open, expiring } = await fetchData<HomeFigures>('figure/home?days=7');
    expect(open).toMatchObject({ open: expect.any(Number), assigned: 1 });
    for (const state of ['open', 'assigned'] as const) expect(await total('codeCase', `state=${state}`)).toBe(open[state]);
    expect(expiring).toMatchObject({ near: 2, over: 1 });
    expect(await total('expiry', '')).toBe(expiring.near + expiring.over);
  });

  it('in the diversion matrix, when a province contains both', async () => {
    const id = dealer.channelBusinessId;
    const { dealers } = await fetchData<Diversion>(`diversion/matrix?channelBusinessId=${id}&categoryId=${await goodsOf(milk.batchId)}`);
    expect(dealers).toMatchObject([{ scans: 5, foreign: 3 }]);
    const goods = `categoryId=${await goodsOf(milk.batchId)}`;
    expect(await scans(`outsideOf=${id}&${goods}`)).toBe(dealers[0]?.foreign);
    for (const { regionCode, scans: value, foreign } of dealers[0]?.cells ?? []) {
      expect(await scans(`channelBusinessId=${id}&regionCode=${regionCode}&${goods}`)).toBe(value);
      expect(await scans(`outsideOf=${id}&regionCode=${regionCode}`)).toBe(foreign);
    }
    expect(await scans(`channelBusinessId=${id}&unplaced=0&${goods}`)).toBe(dealers[0]?.scans);
    // a filter by city excludes the rest of the province
    for (const { regionCode } of dealers[0]?.outside ?? []) {
      const filteredMatrix = await fetchData<Diversion>(`diversion/matrix?channelBusinessId=${id}&${goods}&regionCode=${regionCode}`);
      expect(await scans(`channelBusinessId=${id}&regionCode=${regionCode}&${goods}`)).toBe(filteredMatrix.dealers[0]?.scans);
    }
    const suzhou = await fetchData<Diversion>(`diversion/matrix?channelBusinessId=${id}&${goods}&regionCode=320500`);
    expect(suzhou.dealers).toEqual([]);
    const { soldCount } = await fetchData<DealerFigures>(`channelBusiness/${id}/figures`);
    expect(await total('codeRecord', `holderBranch=${id}&first=1&inspection=0`)).toBe(soldCount);
    expect(await scans(`outsideOf=${id}&channelBusinessId=${id + 1}`)).toBe(0);
  });

  it('for products, for a recalled batch, and above the list itself', async () => {
    const categoryId = await goodsOf(milk.batchId);
    const goods = await fetchData<ProductStatistics>(`category/${categoryId}/figures`);
    const sum = (key: 'scans' | 'firsts' | 'suspect') => goods.byDay.reduce((all, day) => all + day[key], 0);
    expect(await scans(`categoryId=${categoryId}`)).toBe(sum('scans'));
    expect(await scans(`categoryId=${categoryId}&first=1`)).toBe(sum('firsts'));
    expect(await scans(`categoryId=${categoryId}&verdict=suspect`)).toBe(sum('suspect'));
    for (const { regionCode, scans: value } of goods.byRegion)
      expect(await scans(`categoryId=${categoryId}&${regionCode === '' ? 'unplaced=1' : `regionCode=${regionCode}`}`)).toBe(value);
    const stages = { issued: 'issued', activated: 'live', shipped: 'shipped' } as const;
    for (const [stage, having] of Object.entries(stages)) {
      const { rows } = (await analyst.get(`/manage/batch/list?categoryId=${categoryId}&having=${having}`)).body;
      const codes = rows.reduce((all: number, { issuedCount }: { issuedCount: number }) => all + issuedCount, 0);
      expect(codes, stage).toBe(goods.funnel[stage as keyof typeof stages]);
    }
    expect(await total('codeRecord', `categoryId=${categoryId}&first=1&inspection=0`)).toBe(goods.funnel.scanned);

    const { supplierId } = await server.db
      .selectFrom('batch')
      .select('supplierId')
      .where('batchId', '=', milk.batchId)
      .executeTakeFirstOrThrow();
    const supplier = await fetchData<{ scannedCount: number; suspectCount: number }>(`supplier/${supplierId}`);
    expect(await scans(`supplierId=${supplierId}`)).toBe(supplier.scannedCount);
    expect(await scans(`supplierId=${supplierId}&verdict=suspect`)).toBe(supplier.suspectCount);

    await waybills();
    const recall = await fetchData<RecallSummary>(`recallImpact/${milk.batchId}/summary`);
    expect(recall).toMatchObject({ scans: 6, dispatches: 2 });
    expect(await scans(`batchId=${milk.batchId}`)).toBe(recall.scans);
    expect(await total('dispatch', `batchId=${milk.batchId}&out=1`)).toBe(recall.dispatches);

    const figureCount = async (query: string) => (await fetchData<ScanFigures>(`codeRecord/figures?${query}&${period}`)).counted;
    const goodsFirsts = `categoryId=${categoryId}&first=1`;
    // from sums, or from single scans if filtered by city or channel
    const queries = ['', 'regionCode=330100', 'unplaced=1', 'unplaced=0', 'first=1', 'first=1&regionCode=330100'];
    for (const query of [...queries, `categoryId=${categoryId}`, goodsFirsts, `${goodsFirsts}&channel=api`])
      expect(await figureCount(query), query).toBe(await scans(query));
    expect(await figureCount('inspection=1')).toBe(await total('codeRecord', `inspection=1&${period}`));
    expect([await figureCount('first=1'), await figureCount(goodsFirsts), await figureCount('first=1&inspection=1')]).toEqual([3, 3, 0]);
    expect(await scans('categoryId=987654')).toBe(await figureCount('categoryId=987654'));
  });

  const goodsOf = async (batchId: number) =>
    (await server.db.selectFrom('batch').select('categoryId').where('batchId', '=', batchId).executeTakeFirstOrThrow()).categoryId;

  /** Shipments of the milk in each state, and a return. */
  async function waybills() {
    const { db } = server;
    const { userId } = await insertUser(db);
    for (const [state, kind] of [
      ['draft', 'out'],
      ['shipped', 'out'],
      ['received', 'out'],
      ['cancelled', 'out'],
      ['received', 'return'],
    ] as const) {
      const ends = kind === 'return' ? { fromId: dealer.channelBusinessId } : { toId: dealer.channelBusinessId };
      const row = { dispatchNo: `DD${unique()}`, kind, state, ...ends, createBy: userId, deptId: 100 };
      const { dispatchId } = await db.insertInto('shipment').values(row).returning('dispatchId').executeTakeFirstOrThrow();
      await db.insertInto('shipmentLine').values({ dispatchId, batchId: milk.batchId }).execute();
    }
  }
});
