import type { batches, Code, CodeDetail, CodeRun, HomeFigures, RecordOf } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import * as figureService from '../../insights/figure/figure.service.ts';
import * as codeService from './code.service.ts';
import { changeStates, loadRuns } from './stored-runs.queries.ts';

const packaging = [
  { level: 2, contains: 24 },
  { level: 3, contains: 10 },
];
const UNITS = 2400;

describe('effective status of codes', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let keeper: Client;
  const begin = async () => {
    const batchId = await desk.issued({ quantity: UNITS, packaging });
    await desk.act(batchId, 'activate');
    return batchId;
  };
  const put = async (verb: string, body: object) => {
    const answer = (await keeper.put(`/manage/code/${verb}`, body)).body;
    if (answer.code !== 200) throw new Error(answer.msg);
    return answer.data;
  };
  const batch = async (batchId: number): Promise<RecordOf<typeof batches>> => {
    const one = (await keeper.get(`/manage/batch/${batchId}`)).body.data;
    const [listed] = (await keeper.get(`/manage/batch/list?batchNo=${one.batchNo}`)).body.rows;
    expect(listed).toEqual(one);
    return one;
  };
  const runs = async (batchId: number, level = 0): Promise<CodeRun[]> =>
    (await keeper.get(`/manage/batch/${batchId}/runs?level=${level}`)).body.data;
  const total = async (batchId: number, query: string) => (await keeper.get(`/manage/code/list?batchId=${batchId}&${query}`)).body.total;
  const detail = async (batchId: number, ordinal: number, level = 0): Promise<CodeDetail> =>
    (await keeper.get(`/manage/code/detail?batchId=${batchId}&ordinal=${ordinal}&level=${level}`)).body.data;
  const textsOf = async (batchId: number, level: number, query = '') =>
    (await keeper.get(`/manage/code/list?batchId=${batchId}&level=${level}&pageSize=100${query}`)).body.rows.map(({ code }: Code) => code!);

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    const more = ['manage:code:pack', 'manage:code:unpack', 'manage:figure:list', 'manage:category:query', 'manage:dispatch:add'];
    const rights = ['manage:dispatch:list', 'manage:dispatch:query', 'manage:dispatch:edit', 'manage:channelBusiness:query'];
    keeper = await server.as([...batchPermissions, ...more, ...rights]);
    return () => server.close();
  });

  it('is equal in counts, bar, list and containers when a case is frozen', async () => {
    const batchId = await begin();
    await put('freeze', { batchId, level: 2, from: 8, to: 8, reason: '外箱受潮，待复检' });
    expect(await batch(batchId)).toMatchObject({
      statusCounts: { activated: UNITS - 24, frozen: 24 },
      ownStatusCounts: { activated: UNITS },
      heldCounts: { frozen: 24 },
    });
    expect(await runs(batchId)).toEqual([
      { from: 1, to: 168, status: 'activated', own: 'activated', reason: null },
      { from: 169, to: 192, status: 'frozen', own: 'activated', reason: null },
      { from: 193, to: UNITS, status: 'activated', own: 'activated', reason: null },
    ]);
    expect((await runs(batchId, 2))[1]).toMatchObject({ from: 8, to: 8, status: 'frozen', own: 'frozen' });
    expect([await total(batchId, 'status=frozen'), await total(batchId, 'status=activated')]).toEqual([24, UNITS - 24]);
    const unit = await detail(batchId, 169);
    expect(unit).toMatchObject({ status: 'frozen', ownStatus: 'activated', reason: '外箱受潮，待复检' });
    expect(unit.frames).toMatchObject([
      { level: 2, status: 'frozen', ownStatus: 'frozen' },
      { level: 3, status: 'activated', ownStatus: 'activated' },
    ]);
    // codes frozen themselves stay frozen and do not count as held by their case
    await put('freeze', { batchId, from: 170, to: 171, reason: '抽检' });
    expect(await batch(batchId)).toMatchObject({
      statusCounts: { frozen: 24 },
      ownStatusCounts: { frozen: 2 },
      heldCounts: { frozen: 22 },
    });
    await put('unfreeze', { batchId, level: 2, from: 8, to: 8, reason: '已复检' });
    expect(await batch(batchId)).toMatchObject({ statusCounts: { activated: UNITS - 2, frozen: 2 }, heldCounts: {} });
  });

  it('is the worst of case, pallet and batch, also for the containers', async () => {
    const batchId = await begin();
    await put('freeze', { batchId, level: 3, from: 1, to: 1, reason: '待复检' });
    await put('void', { batchId, level: 2, from: 2, to: 2, reason: '报废' });
    expect(await batch(batchId)).toMatchObject({ statusCounts: { activated: UNITS - 240, frozen: 216, void: 24 } });
    expect((await detail(batchId, 1)).frames).toMatchObject([
      { level: 2, status: 'frozen', ownStatus: 'activated' },
      { level: 3, status: 'frozen', ownStatus: 'frozen' },
    ]);
    const { batchNo } = await batch(batchId);
    await desk.act(batchId, 'recall', { reason: '菌落总数超标', confirm: batchNo });
    expect(await batch(batchId)).toMatchObject({
      statusCounts: { recalled: UNITS - 24, void: 24 },
      ownStatusCounts: { activated: UNITS },
      heldCounts: { void: 24 },
    });
    expect((await runs(batchId)).map(({ status }) => status)).toEqual(['recalled', 'void', 'recalled']);
    const recalled = await detail(batchId, 300);
    expect(recalled).toMatchObject({ status: 'recalled', ownStatus: 'activated', batchState: 'recalled', reason: '菌落总数超标' });
    expect(recalled.frames.map(({ status }) => status)).toEqual(['recalled', 'recalled']);
    expect([await total(batchId, 'status=recalled'), await total(batchId, 'status=frozen')]).toEqual([UNITS - 24, 0]);
  });

  it('applies to codes in containers of another batch', async () => {
    const [mine, other] = [await begin(), await begin()];
    const units = await textsOf(mine, 0);
    const [box] = await textsOf(other, 2);
    const [mineBox] = await textsOf(mine, 2, '&ordinalFrom=5');
    await put('pack', { container: box, codes: [units[0], units[2], ...units.slice(30, 32)] });
    const [pallet] = await textsOf(other, 3);
    await put('pack', { container: pallet, codes: [mineBox], join: false });
    expect(await batch(mine)).toMatchObject({ heldCounts: {} });
    await put('freeze', { batchId: other, level: 3, from: 1, to: 1, reason: '待复检' });
    // four units are in a case that left the pallet, 24 in the case still on it
    expect(await batch(mine)).toMatchObject({ heldCounts: { frozen: 24 } });
    expect(await total(mine, 'status=frozen')).toBe(24);
    await put('freeze', { batchId: other, level: 2, from: 1, to: 1, reason: '待复检' });
    expect(await batch(mine)).toMatchObject({ statusCounts: { frozen: 28 }, heldCounts: { frozen: 28 } });
    expect(await total(mine, 'status=frozen')).toBe(28);
    expect(await batch(other)).toMatchObject({ heldCounts: {} });
  });

  it('is counted equally for packed runs and for rows', async () => {
    const batchId = await begin();
    const everyFourth = Array.from({ length: UNITS / 4 }, (_, index) => ({ from: index * 4, count: 1 }));
    await server.db.transaction().execute(async (tx) => {
      const storedRuns = await loadRuns(tx, batchId, 0, everyFourth);
      await changeStates(tx, storedRuns, everyFourth, (kind) => ({ ...kind, status: 'void' }), { runs: 100, block: 512, denseRuns: 8 });
    });
    expect((await server.db.selectFrom('codeBlock').select('count').where('batchId', '=', batchId).execute()).length).toBeGreaterThan(1);
    await put('freeze', { batchId, level: 2, from: 3, to: 40, reason: '待复检' });
    const heldUnits = 38 * 24;
    expect(await batch(batchId)).toMatchObject({
      statusCounts: { void: UNITS / 4, frozen: (heldUnits * 3) / 4, activated: ((UNITS - heldUnits) * 3) / 4 },
      heldCounts: { frozen: (heldUnits * 3) / 4 },
    });
    expect(await total(batchId, 'status=frozen')).toBe((heldUnits * 3) / 4);
  });

  it('determines dealer stock, product and home statistics, and shipments', async () => {
    const batchId = await begin();
    const { categoryId } = await batch(batchId);
    const dealer = await insertDealer(server.db);
    await server.db
      .transaction()
      .execute((tx) => codeService.applyStep(tx, [{ batchId, level: 3, from: 0, count: 2 }], 'ship', { holder: dealer.channelBusinessId }));
    const funnel = async () => (await keeper.get(`/manage/category/${categoryId}/figures`)).body.data.funnel;
    const home = async () => ((await keeper.get('/manage/figure/home?days=7')).body.data as HomeFigures).codes;
    const before = await funnel();
    await until(async () => {
      await figureService.follow(server.db);
      expect((await home()).live).toBeGreaterThan(0);
    });
    const { live } = await home();
    await put('freeze', { batchId, level: 2, from: 8, to: 8, reason: '外箱受潮' });
    expect((await keeper.get(`/manage/channelBusiness/${dealer.channelBusinessId}/stock`)).body.data).toMatchObject([
      { batchId, statusCounts: { shipped: 456, frozen: 24 }, count: 480 },
    ]);
    expect(await funnel()).toMatchObject({ issued: before.issued, activated: before.activated - 24, shipped: before.shipped - 24 });
    await until(async () => {
      await figureService.follow(server.db);
      expect((await home()).live).toBe(live - 24);
    });
    // a draft reports the problem before loading
    await put('freeze', { batchId, level: 2, from: 90, to: 90, reason: '外箱受潮' });
    const { dispatchId } = (await keeper.post('/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).body.data;
    for (const selection of [
      { from: 89 * 24 + 1, to: 90 * 24 },
      { level: 3, from: 9, to: 9 },
    ])
      expect((await keeper.put(`/manage/dispatch/${dispatchId}/lines`, { batchId, ...selection })).body.code).toBe(200);
    const { concerns } = (await keeper.get(`/manage/dispatch/${dispatchId}/content`)).body.data;
    expect(concerns).toContainEqual(expect.objectContaining({ stops: true, message: expect.stringContaining('“已冻结”状态，不能发货') }));
  });

  it('keeps a batch open while one of its cases is frozen, and allows closing when the rest is void', async () => {
    const batchId = await begin();
    const dealer = await insertDealer(server.db);
    const shippedRuns = [{ batchId, level: 3, from: 0, count: 9 }];
    await server.db.transaction().execute((tx) => codeService.applyStep(tx, shippedRuns, 'ship', { holder: dealer.channelBusinessId }));
    await put('freeze', { batchId, level: 3, from: 10, to: 10, reason: '待复检' });
    expect((await desk.act(batchId, 'close')).body).toMatchObject({ problem: 'batchNotAllShipped', params: { left: 240 } });
    await put('void', { batchId, level: 3, from: 10, to: 10, reason: '报废' });
    expect((await desk.act(batchId, 'close')).body).toMatchObject({ code: 200 });
  });
});
