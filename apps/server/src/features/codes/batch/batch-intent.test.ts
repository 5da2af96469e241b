import { Batch, RecallSummary } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment, unique } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

type Dealer = Awaited<ReturnType<typeof insertDealer>>;

describe('production line and intended market of a batch', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let top: Dealer;
  let shop: Dealer;
  const path = '/manage/batch';

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    top = await insertDealer(server.db, { regionCodes: ['440000'], categoryIds: [desk.categoryId] });
    shop = await insertDealer(server.db, { parent: top });
    return () => server.close();
  });

  const planInput = (overrides: object = {}) => ({
    ...{ productionLine: '灌装 2 线', intendedDealerId: shop.channelBusinessId, intendedRegionCode: '440300' },
    ...overrides,
  });
  const send = async (overrides: object) => (await desk.planner.post(path, desk.input(overrides))).body;
  const edit = async (batchId: number, changes: object) => (await desk.planner.put(path, { batchId, ...changes })).body;
  const find = async (query: string) =>
    (await desk.planner.get(`${path}/list?${query}`)).body.rows.map(({ batchId }: { batchId: number }) => batchId);

  it('are stored, returned with names, changed and cleared while the batch is a draft', async () => {
    const id = await desk.add(planInput());
    const batch = await desk.read(id);
    expect(Batch.strict().safeParse(batch).error).toBeUndefined();
    expect(batch).toMatchObject({
      ...{ productionLine: '灌装 2 线', intendedDealerName: shop.channelBusinessName },
      ...{ intendedRegionCode: '440300', intendedRegionName: '广东省深圳市' },
    });
    expect(await edit(id, { productionLine: '灌装 3 线', intendedRegionCode: null })).toMatchObject({ code: 200 });
    expect(await desk.read(id)).toMatchObject({
      productionLine: '灌装 3 线',
      intendedRegionName: null,
      intendedDealerId: shop.channelBusinessId,
    });
    expect(await edit(id, { intendedDealerId: null })).toMatchObject({ code: 200 });
    expect(await desk.read(id)).toMatchObject({ intendedDealerName: null, intendedDealerCode: null });
    await desk.act(id, 'submit');
    expect(await edit(id, { productionLine: '灌装 4 线' })).toMatchObject({ problem: 'batchFixed' });
  });

  it('filter the list by intended dealer, by region with subregions, and by part of the line', async () => {
    const line = `线${unique()}`;
    const [intendedId, otherId] = [
      await desk.add(planInput({ productionLine: `${line} A` })),
      await desk.add({ productionLine: `${line} B` }),
    ];
    expect(await find(`productionLine=${line}`)).toEqual([otherId, intendedId]);
    expect(await find(`productionLine=${line}&intendedDealerId=${shop.channelBusinessId}`)).toEqual([intendedId]);
    for (const [region, ids] of [
      ['440000', [intendedId]],
      ['440300', [intendedId]],
      ['440305', []],
      ['330000', []],
    ] as const)
      expect(await find(`productionLine=${line}&intendedRegionCode=${region}`), region).toEqual(ids);
    // the intended dealer has no stock yet
    expect(await find(`productionLine=${line}&channelBusinessId=${shop.channelBusinessId}`)).toEqual([]);
  });

  it('are rejected with the field for a missing, inactive or unauthorised dealer', async () => {
    const [suspendedDealer, draftDealer] = [
      await insertDealer(server.db, { state: 'suspended' }),
      await insertDealer(server.db, { state: 'draft' }),
    ];
    const { body } = await desk.planner.post('/manage/category', { categoryCode: `C-${unique()}`, categoryName: '红茶 50 克' });
    const tea = { categoryId: body.data.categoryId, codeRuleId: desk.codeRuleId };
    const cases: [object, string, string, RegExp][] = [
      [planInput({ intendedDealerId: 987_654 }), 'referenceNotFound', 'intendedDealerId', /^没有这个预定渠道商/],
      [planInput({ intendedDealerId: suspendedDealer.channelBusinessId }), 'dealerNotActive', 'intendedDealerId', /已暂停.*另选一家$/],
      [planInput({ intendedDealerId: draftDealer.channelBusinessId }), 'dealerNotActive', 'intendedDealerId', /草稿/],
      [planInput(tea), 'goodsNotAuthorised', 'intendedDealerId', /没有“红茶 50 克”的授权；先授权或另选一家$/],
      [planInput({ intendedRegionCode: '440399' }), 'regionUnknown', 'intendedRegionCode', /440399/],
      [planInput({ intendedRegionCode: '44' }), 'invalidInput', 'intendedRegionCode', /；/],
      [planInput({ productionLine: '长'.repeat(51) }), 'invalidInput', 'productionLine', /50/],
    ];
    for (const [overrides, problem, field, msg] of cases)
      expect(await send(overrides), JSON.stringify(overrides)).toMatchObject({
        problem,
        params: { field },
        msg: expect.stringMatching(msg),
      });
    const id = await desk.add(planInput());
    expect(await edit(id, tea)).toMatchObject({ problem: 'goodsNotAuthorised', params: { field: 'intendedDealerId' } });
  });

  it('stay after the dealer is suspended, but a clone omits that dealer', async () => {
    const dealer = await insertDealer(server.db);
    const id = await desk.add(planInput({ intendedDealerId: dealer.channelBusinessId }));
    const cloner = await server.as(['manage:batch:clone']);
    const clone = async () => {
      const { body } = await cloner.put(`${path}/${id}/clone`, { batchNo: `B${unique()}`, madeDate: '2026-02-01' });
      return desk.read(body.data.batchId);
    };
    const [alike, { channelBusinessId }] = [{ productionLine: '灌装 2 线', intendedRegionCode: '440300' }, dealer];
    expect(await clone()).toMatchObject({ ...alike, intendedDealerId: channelBusinessId });
    await server.db.updateTable('dealer').set({ state: 'suspended' }).where('channelBusinessId', '=', channelBusinessId).execute();
    expect(await edit(id, { remark: '照旧', intendedDealerId: channelBusinessId })).toMatchObject({ code: 200 });
    expect(await clone()).toMatchObject({ ...alike, intendedDealerId: null });
    const remover = await server.as(['manage:channelBusiness:remove']);
    expect((await remover.delete(`/manage/channelBusiness/${channelBusinessId}`)).body).toMatchObject({ problem: 'dealerInUse' });
  });

  it('are changed by only one of two users who edit the draft at once', async () => {
    const id = await desk.add(planInput());
    const { version } = await desk.read(id);
    const answers = await Promise.all(['一线', '二线'].map((productionLine) => edit(id, { productionLine, version })));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(answers.find(({ code }) => code === 500)).toMatchObject({ problem: 'recordStale' });
  });

  it('require permissions, and accept only dealers in the data scope of the planner', async () => {
    const reader = await server.as(['manage:batch:list']);
    expect((await reader.post(path, desk.input(planInput()))).body).toMatchObject({ code: 403 });
    const { deptId } = await insertDepartment(server.db);
    const hiddenDealer = await insertDealer(server.db, { deptId });
    const departmentPlanner = await server.as(batchPermissions, { dataScope: '3' });
    const input = desk.input(planInput({ intendedDealerId: hiddenDealer.channelBusinessId }));
    expect((await departmentPlanner.post(path, input)).body).toMatchObject({
      problem: 'referenceNotFound',
      params: { field: 'intendedDealerId' },
    });
    expect((await departmentPlanner.post(path, desk.input(planInput()))).body).toMatchObject({ code: 200 });
  });

  it('appear in the recall summary', async () => {
    const id = await desk.issued(planInput({ quantity: 50 }));
    const caller = await server.as(['manage:recallImpact:list']);
    const { data } = (await caller.get(`/manage/recallImpact/${id}/summary`)).body;
    expect(RecallSummary.strict().safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({ productionLine: '灌装 2 线', intendedDealerName: shop.channelBusinessName, supplierName: '顶点标签' });
  });
});
