import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const permissions = ['list', 'query', 'add', 'edit', 'clone'].map((verb) => `manage:batch:${verb}`);
/** The date in Shanghai `days` from today. */
const dayAfter = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

describe('batches by date', () => {
  let server: TestServer;
  let planner: Client;
  const get = async (url: string, by = planner) => (await by.get(`/manage/batch${url}`)).body;
  const clone = async (id: number, body: object, by = planner) => (await by.put(`/manage/batch/${id}/clone`, body)).body;
  const batch = async (overrides: object = {}, references: object = {}) => {
    const created = await insertBatch(server.db, references);
    await server.db.updateTable('batch').set(overrides).where('batchId', '=', created.batchId).execute();
    return created;
  };

  beforeAll(async () => {
    server = await startTestServer();
    planner = await server.as(permissions);
    return () => server.close();
  });

  it('appear in a calendar by production or expiry date, the first of a day by name', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push((await batch({ madeDate: '2027-02-28', expiryDate: '2027-03-31', quantity: 10 })).batchId);
    await batch({ madeDate: '2027-03-01' });
    const { data } = await get('/calendar?month=2027-02');
    expect(data).toMatchObject([{ day: '2027-02-28', count: 5, quantity: 50 }]);
    expect(data[0].batches.map(({ batchId }: { batchId: number }) => batchId)).toEqual(ids.slice(0, 3));
    expect((await get('/calendar?month=2027-03&by=expiry')).data).toMatchObject([{ day: '2027-03-31', count: 5 }]);
    expect((await get('/calendar?month=2027-02&state=active')).data).toEqual([]);
    for (const month of ['2027-13', '2027', 'x'])
      expect(await get(`/calendar?month=${month}`)).toMatchObject({ params: { field: 'month' } });
    const department = await insertDepartment(server.db);
    expect(
      (await get('/calendar?month=2027-02', await server.as(permissions, { deptId: department.deptId, dataScope: '3' }))).data,
    ).toEqual([]);
    expect((await get('/calendar?month=2027-02', await server.as(['manage:batch:query']))).code).toBe(403);
  });

  it('can be filtered by product category, days until expiry and suspect scans', async () => {
    const created = await batch({ madeDate: '2020-01-01', expiryDate: dayAfter(5) });
    const { categoryId } = await server.db
      .selectFrom('batch')
      .select('categoryId')
      .where('batchId', '=', created.batchId)
      .executeTakeFirstOrThrow();
    const node = { kind: 'category', catalogueName: `N${unique()}`, catalogueCode: `C${unique()}`, createBy: planner.userId };
    const { catalogueId } = await server.db.insertInto('category').values(node).returning('catalogueId').executeTakeFirstOrThrow();
    await server.db.updateTable('product').set({ catalogueId }).where('categoryId', '=', categoryId).execute();
    expect((await get(`/list?catalogueId=${catalogueId}`)).rows).toMatchObject([{ batchId: created.batchId }]);
    const countFound = async (query: string) => (await get(`/list?${query}&catalogueId=${catalogueId}`)).total;
    expect([await countFound('expiringDays=5'), await countFound('expiringDays=4')]).toEqual([1, 0]);
    await batch({ madeDate: '2020-01-01', expiryDate: dayAfter(-1) }, { categoryId });
    expect(await countFound('expiringDays=30')).toBe(1);
    const scans = { batchId: created.batchId, hour: new Date().toISOString(), regionCode: '', holderId: 0, verdict: 'suspect', reason: '' };
    await server.db
      .insertInto('scanHour')
      .values({ ...scans, scans: 3, firsts: 0 })
      .execute();
    expect([await countFound('suspectsOver=2'), await countFound('suspectsOver=3')]).toEqual([1, 0]);
    expect(await get('/list?expiringDays=-1')).toMatchObject({ problem: 'invalidInput', params: { field: 'expiringDays' } });
  });

  it('can be filtered by the dealer that holds or was sent units of them', async () => {
    const [heldBatch, sentBatch, draftedBatch] = [await insertBatch(server.db), await insertBatch(server.db), await insertBatch(server.db)];
    const dealer = { channelBusinessCode: `D${unique()}`, channelBusinessName: '华南', state: 'active', createBy: planner.userId };
    const { channelBusinessId } = await server.db
      .insertInto('dealer')
      .values(dealer)
      .returning('channelBusinessId')
      .executeTakeFirstOrThrow();
    const foundIds = async () =>
      (await get(`/list?channelBusinessId=${channelBusinessId}`)).rows.map((row: { batchId: number }) => row.batchId);
    expect(await foundIds()).toEqual([]);
    const run = { batchId: heldBatch.batchId, ordinalFrom: 0, count: 5, status: 'shipped', holderId: channelBusinessId };
    await server.db.insertInto('codeSegment').values(run).execute();
    for (const [state, { batchId }] of [
      ['received', sentBatch],
      ['draft', draftedBatch],
    ] as const) {
      const out = { kind: 'out', toId: channelBusinessId, state, createBy: planner.userId };
      const { dispatchId } = await server.db.insertInto('shipment').values(out).returning('dispatchId').executeTakeFirstOrThrow();
      await server.db.insertInto('shipmentLine').values({ dispatchId, batchId }).execute();
    }
    expect(await foundIds()).toEqual([sentBatch.batchId, heldBatch.batchId]);
    expect(await get('/list?channelBusinessId=x')).toMatchObject({ problem: 'invalidInput', params: { field: 'channelBusinessId' } });
  });

  it('cannot be deleted while a trace record references them', async () => {
    const remover = await server.as([...permissions, 'manage:batch:remove']);
    const { batchId } = await insertBatch(server.db);
    const template = { templateName: `T-${unique()}`, createBy: planner.userId };
    const { templateId } = await server.db.insertInto('traceTemplate').values(template).returning('templateId').executeTakeFirstOrThrow();
    const step = {
      templateId,
      orderNum: 1,
      stepName: '采收',
      required: true,
      filler: 'any',
      form: '{}',
      bizStep: 'collecting',
      public: true,
    };
    const { stepId } = await server.db.insertInto('traceStep').values(step).returning('stepId').executeTakeFirstOrThrow();
    const record = {
      batchId,
      stepId,
      subject: 'batch',
      filler: 'any',
      stepName: '采收',
      bizStep: 'collecting',
      form: '{}',
      eventTime: new Date().toISOString(),
      data: '{}',
      createBy: planner.userId,
    };
    await server.db.insertInto('traceRecord').values(record).execute();
    expect((await remover.delete(`/manage/batch/${batchId}`)).body).toMatchObject({
      problem: 'batchHasRecords',
      msg: expect.stringContaining('已有溯源记录或单据，不能删除'),
    });
  });

  it('are cloned from any state as a draft without codes', async () => {
    const source = await batch({ state: 'recalled', quantity: 700, remark: '旧的' });
    const batchNo = `K${unique()}`;
    const { data } = await clone(source.batchId, { batchNo, madeDate: '2027-05-01' });
    const copy = (await get(`/${data.batchId}`)).data;
    expect(copy).toMatchObject({ batchNo, state: 'draft', quantity: 700, issuedCount: 0, madeDate: '2027-05-01', remark: null });
    expect(await clone(source.batchId, { batchNo, madeDate: '2027-05-01' })).toMatchObject({
      problem: 'batchNoTaken',
      params: { field: 'batchNo' },
    });
    expect(await clone(source.batchId, { madeDate: '2027-05-01' })).toMatchObject({ params: { field: 'batchNo' } });
    expect((await clone(source.batchId, { batchNo: 'X1', madeDate: '2027-05-01', quantity: 5 })).code).toBe(200);
    expect((await clone(source.batchId, { batchNo: 'X2', madeDate: '2027-05-01' }, await server.as(['manage:batch:add']))).code).toBe(403);
  });
});
