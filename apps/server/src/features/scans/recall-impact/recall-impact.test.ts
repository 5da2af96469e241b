import { batches, RecallSummary, recallImpacts } from '@suyuan/contract';
import { readXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeKeyField } from '../../../platform/db/layout.ts';
import { insertDepartment, insertUser, unique } from '../../../test/factories.ts';
import { followAllScans } from '../../../test/follow-all-scans.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as figureService from '../../insights/figure/figure.service.ts';

const path = recallImpacts.path;

describe('recall impact', () => {
  let server: TestServer;
  let site: PublicSite;
  let client: Client;
  let milk: Awaited<ReturnType<typeof issueCodes>>;
  let north: number;
  let south: number;
  const summary = async (by = client, id = milk.batchId) => (await by.get(`${path}/${id}/summary`)).body;
  const list = async (query = '', by = client) => (await by.get(`${path}/list?${query}`)).body;
  const addDealer = async (channelBusinessName: string, regionCode: string) => {
    const row = {
      channelBusinessCode: `D-${unique()}`,
      channelBusinessName,
      contactName: '王五',
      contactPhone: '138',
      createBy: (await insertUser(server.db)).userId,
      deptId: 100,
      state: 'active',
    };
    const { channelBusinessId } = await server.db.insertInto('dealer').values(row).returning('channelBusinessId').executeTakeFirstOrThrow();
    await server.db.insertInto('dealerRegion').values({ channelBusinessId, regionCode }).execute();
    return channelBusinessId;
  };
  const setSegments = async (batchId: number, level: number, runs: [count: number, status: string, holderId: number | null][]) => {
    await server.db.deleteFrom('codeSegment').where('batchId', '=', batchId).where('level', '=', level).execute();
    let ordinalFrom = 0;
    for (const [count, status, holderId] of runs) {
      await server.db.insertInto('codeSegment').values({ batchId, level, ordinalFrom, count, status, holderId }).execute();
      ordinalFrom += count;
    }
  };

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    const ownDepartment = await insertDepartment(server.db);
    milk = await issueCodes(server.installation, { categoryName: '纯牛奶', deptId: ownDepartment.deptId, count: 1000 });
    [north, south] = [await addDealer('北方商贸', '110000'), await addDealer('南方商贸', '440000')];
    await setSegments(milk.batchId, 0, [
      [400, 'shipped', north],
      [100, 'sold', north],
      [200, 'shipped', south],
      [300, 'activated', null],
    ]);
    await setSegments(milk.batchId, 2, [
      [20, 'shipped', north],
      [8, 'shipped', south],
      [12, 'activated', null],
    ]);
    await figureService.follow(server.db);
    await site.verify(milk.code(3), { device: 'a' }, '112.10.0.1');
    await site.verify(milk.code(3), { device: 'b' }, '112.10.0.1');
    await site.verify(milk.code(600), { device: 'c' }, '202.96.209.5');
    await followAllScans(server.db);
    client = await server.as([recallImpacts.permission('list'), recallImpacts.permission('export')]);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('counts what a step of the batch or of a range affects, only in scope', async () => {
    const reader = await server.as([batches.permission('read')]);
    const impact = async (query = '', by = reader) => (await by.get(`${batches.path}/${milk.batchId}/impact?${query}`)).body;
    expect((await impact()).data).toEqual({ out: 700, dealers: 2, scanned: 2 });
    expect((await impact('from=451&to=600')).data).toEqual({ out: 150, dealers: 2, scanned: 0 });
    expect((await impact('from=601&to=601')).data).toEqual({ out: 1, dealers: 1, scanned: 1 });
    expect((await impact('level=2')).data).toEqual({ out: 28, dealers: 2, scanned: 0 });
    const outsider = await server.as([batches.permission('read')], { dataScope: '5' });
    expect((await impact('', outsider)).problem).toBe('notFound');
    expect((await impact('', client)).code).toBe(403);
  });

  it('reports affected units, containers and dealers, and the places of scans', async () => {
    const { data } = await summary();
    expect(RecallSummary.strict().safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({ issued: 1000, out: 700, untracked: 0, sold: 100, boxes: 0, cases: 28, pallets: 0, dealerCount: 2 });
    expect(data).toMatchObject({ scans: 3, scannedCodes: 2, dispatches: 0, waiting: 0 });
    expect(data.dealers).toMatchObject([
      { channelBusinessName: '北方商贸', contactPhone: '138', units: 500, sold: 100, regions: ['110000'] },
      { channelBusinessName: '南方商贸', units: 200, sold: 0, regions: ['440000'] },
    ]);
    expect(data.regions.reduce((sum: number, { scans }: { scans: number }) => sum + scans, 0)).toBe(3);
  });

  it('lists shipped runs by dealer and level, without units in stock', async () => {
    const { rows, total } = await list(`batchId=${milk.batchId}`);
    expect(total).toBe(5);
    for (const row of rows) expect(recallImpacts.record.strict().safeParse(row).error).toBeUndefined();
    expect((await list(`batchId=${milk.batchId}&channelBusinessId=${south}`)).rows).toMatchObject([
      { level: 2, ordinalFrom: 21, ordinalTo: 28, codeCount: 8 },
      { level: 0, ordinalFrom: 501, ordinalTo: 700, codeCount: 200, channelBusinessName: '南方商贸', status: 'shipped' },
    ]);
    expect((await list(`batchId=${milk.batchId}&level=0`)).total).toBe(3);
    expect((await list()).total).toBe(0);
    await sql`update batch set state = 'recalled' where batch_id = ${milk.batchId}`.execute(server.db);
    expect((await list()).total).toBe(5);
  });

  it('counts scanned units as shipped even without a shipment, with an unknown path', async () => {
    const { deptId } = await insertDepartment(server.db);
    const tea = await issueCodes(server.installation, { deptId, count: 500, state: 'recalled' });
    const by = await server.as([recallImpacts.permission('list'), recallImpacts.permission('export')], { deptId, dataScope: '3' });
    expect((await summary(by, tea.batchId)).data).toMatchObject({ out: 0, untracked: 0, scannedCodes: 0, scans: 0 });
    expect((await list(`batchId=${tea.batchId}`, by)).total).toBe(0);
    // blacklisted, but never scanned
    const place = { batchId: tea.batchId, level: 0, ordinal: 9 };
    const counter = { ...place, lastTime: '2026-01-01', blocked: true, ...codeKeyField(place) };
    await server.db.insertInto('scanState').values(counter).execute();
    for (const ordinal of [20, 41, 300]) await site.verify(tea.code(ordinal), { device: `r${ordinal}` }, '112.10.0.1');
    await followAllScans(server.db);
    expect((await summary(by, tea.batchId)).data).toMatchObject({ out: 3, untracked: 3, scannedCodes: 3, scans: 3, dealerCount: 0 });
    const unknownRun = {
      batchId: tea.batchId,
      way: 'unknown',
      level: 0,
      ordinalFrom: 21,
      ordinalTo: 301,
      codeCount: 3,
      channelBusinessId: null,
    };
    for (const query of ['', `batchId=${tea.batchId}`, 'level=0'])
      expect((await list(query, by)).rows, query).toMatchObject([{ ...unknownRun, status: 'recalled', ownStatus: null }]);
    expect((await list(`batchId=${tea.batchId}&channelBusinessId=${north}`, by)).total).toBe(0);
    expect(JSON.stringify(await readXlsx((await by.post(`${path}/export`, {})).body))).toContain('流向未知');
    // a shipment covers only the codes that it carried
    await setSegments(tea.batchId, 0, [
      [100, 'shipped', south],
      [400, 'activated', null],
    ]);
    expect((await summary(by, tea.batchId)).data).toMatchObject({ out: 101, untracked: 1, scannedCodes: 3, dealerCount: 1 });
    expect((await list('', by)).rows).toMatchObject([
      { way: 'unknown', ordinalFrom: 301, ordinalTo: 301, codeCount: 1 },
      { way: 'recorded', ordinalFrom: 1, ordinalTo: 100, status: 'recalled', ownStatus: 'shipped', channelBusinessId: south },
    ]);
  });

  it('shows the effective status from a frozen container next to the own status', async () => {
    const { deptId } = await insertDepartment(server.db);
    const goods = await issueCodes(server.installation, { deptId, count: 48 });
    const by = await server.as([recallImpacts.permission('list')], { deptId, dataScope: '3' });
    await server.db
      .updateTable('batch')
      .set({ packaging: [0, 12, 0], nested: true })
      .where('batchId', '=', goods.batchId)
      .execute();
    await setSegments(goods.batchId, 0, [[48, 'shipped', north]]);
    await setSegments(goods.batchId, 2, [
      [1, 'shipped', north],
      [1, 'frozen', north],
      [2, 'shipped', north],
    ]);
    const rows = (await list(`batchId=${goods.batchId}&level=0`, by)).rows as {
      ordinalFrom: number;
      ordinalTo: number;
      status: string;
      ownStatus: string;
    }[];
    expect(rows.map((row) => [row.ordinalFrom, row.ordinalTo, row.status, row.ownStatus])).toEqual([
      [1, 12, 'shipped', 'shipped'],
      [13, 24, 'frozen', 'shipped'],
      [25, 48, 'shipped', 'shipped'],
    ]);
  });

  it('exports the list', async () => {
    const { body, type } = await client.post(`${path}/export`, { batchId: milk.batchId });
    expect(type).toContain('spreadsheet');
    const sheet = await readXlsx(body);
    expect(JSON.stringify(sheet)).toContain('南方商贸');
  });

  it('requires the permission, and hides other departments', async () => {
    expect((await server.stranger.get(`${path}/${milk.batchId}/summary`)).body.code).toBe(401);
    expect((await summary(await server.as(['manage:batch:list']))).code).toBe(403);
    const otherDepartment = await insertDepartment(server.db);
    const other = await server.as([recallImpacts.permission('list')], { deptId: otherDepartment.deptId, dataScope: '3' });
    expect(await summary(other)).toMatchObject({ problem: 'notFound' });
    expect((await list(`batchId=${milk.batchId}`, other)).total).toBe(0);
    expect(await list('level=4')).toMatchObject({ code: 500, params: { field: 'level' } });
  });
});
