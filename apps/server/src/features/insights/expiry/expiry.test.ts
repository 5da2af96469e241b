import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment, insertRole, supplierInput, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as expiryService from './expiry.service.ts';

const permissions = [
  ...['list', 'export'].map((verb) => `manage:expiry:${verb}`),
  ...['supplier', 'supplierPaper', 'channelBusiness', 'batch'].flatMap((noun) =>
    ['list', 'query', 'add'].map((verb) => `manage:${noun}:${verb}`),
  ),
];

describe('expiring documents and batches', () => {
  let server: TestServer;
  let keeper: Client;
  let supplierId: number;
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
  const addPaper = (overrides: object) =>
    keeper.post('/manage/supplierPaper', { supplierId, kind: 'certificate', paperName: `证${unique()}`, ...overrides });
  const list = async (query = '', by = keeper) => (await by.get(`/manage/expiry/list?pageSize=100&${query}`)).body;
  const dealer = (contractTo: string) =>
    server.db
      .insertInto('dealer')
      .values({
        channelBusinessCode: `D-${unique()}`,
        channelBusinessName: '到期商',
        state: 'active',
        contractNo: 'HT-1',
        contractTo,
        deptId: 100,
        createBy: keeper.userId,
      })
      .returning('channelBusinessId')
      .executeTakeFirstOrThrow();

  beforeAll(async () => {
    server = await startTestServer();
    keeper = await server.as(permissions);
    supplierId = (await keeper.post('/manage/supplier', supplierInput({ supplierName: '到期牧场' }))).body.data.supplierId;
    return () => server.close();
  });

  it('are listed by end date: documents without renewal, dealer contracts and shipped batches', async () => {
    await addPaper({ paperName: '旧证', validTo: day(-5) });
    await addPaper({ paperName: '旧证', validTo: day(500) });
    // renewed without an end
    await addPaper({ paperName: '执照', validTo: day(-5) });
    await addPaper({ paperName: '执照' });
    await addPaper({ paperName: '许可证', validTo: day(12) });
    await addPaper({ kind: 'contract', paperName: '采购合同', validTo: day(-3) });
    const { channelBusinessId } = await dealer(day(20));
    const { batchId, batchNo } = await insertBatch(server.db);
    await server.db
      .updateTable('batch')
      .set({ state: 'active', expiryDate: day(29) })
      .where('batchId', '=', batchId)
      .execute();
    const { rows, total } = await list();
    expect(total).toBe(4);
    expect(rows).toMatchObject([
      { kind: 'contract', name: '采购合同', ownerName: '到期牧场', ownerId: supplierId, daysLeft: -3 },
      { kind: 'certificate', name: '许可证', lastDay: day(12), daysLeft: 12 },
      { kind: 'dealerContract', name: 'HT-1', ownerId: channelBusinessId, suspended: false, quantity: null },
      { kind: 'batch', name: batchNo, ownerId: batchId, daysLeft: 29 },
    ]);
    expect((await list('within=12')).total).toBe(2);
    expect((await list('kind=batch')).total).toBe(1);
    expect((await keeper.get('/manage/expiry/counts')).body.data).toEqual({
      days: 30,
      near: { certificate: 1, contract: 0, dealerContract: 1, batch: 1 },
      over: 1,
    });
    expect((await keeper.post('/manage/expiry/export', '')).type).toContain('spreadsheetml');
  });

  it('are visible by permission and department', async () => {
    const buyer = await server.as(['manage:expiry:list', 'manage:supplierPaper:list']);
    expect((await list('', buyer)).rows.map(({ kind }: { kind: string }) => kind)).toEqual(['contract', 'certificate']);
    const department = await insertDepartment(server.db);
    const ownDepartment = { deptId: department.deptId, dataScope: '3' } as const;
    expect((await list('', await server.as(permissions, ownDepartment))).total).toBe(0);
    const twoRoles = await server.as(permissions, ownDepartment);
    await insertRole(server.db, twoRoles.userId, ['manage:supplierPaper:list'], '1');
    expect((await list('', twoRoles)).rows.map(({ kind }: { kind: string }) => kind)).toEqual(['contract', 'certificate']);
    expect((await twoRoles.get('/manage/expiry/counts')).body.data.near).toMatchObject({ certificate: 1, dealerContract: 0, batch: 0 });
    expect((await (await server.as([])).get('/manage/expiry/list')).body).toMatchObject({ code: 403 });
    expect(await list('within=-1')).toMatchObject({ problem: 'invalidInput', params: { field: 'within' } });
  });

  it('are reported once a day across processes to permitted users, and suspend expired dealers', async () => {
    const { channelBusinessId } = await dealer(day(-1));
    const outcomes = await Promise.all([1, 2, 3].map(() => expiryService.watch(server.db)));
    expect(outcomes.filter(({ expiringCount }) => expiringCount > 0)).toHaveLength(1);
    expect(outcomes.reduce((sum, { suspended }) => sum + suspended, 0)).toBe(1);
    const row = await server.db
      .selectFrom('dealer')
      .select(['state', 'stateReason'])
      .where('channelBusinessId', '=', channelBusinessId)
      .executeTakeFirst();
    expect(row).toEqual({ state: 'suspended', stateReason: '合同到期' });
    const readIn = async (url: string, language: string) =>
      (await keeper.get(`/manage/channelBusiness/${url}`, { 'accept-language': language })).body;
    const reason = 'Contract ended';
    expect((await readIn(`${channelBusinessId}`, 'zh-CN')).data).toMatchObject({ stateReason: '合同到期' });
    expect((await readIn(`${channelBusinessId}`, 'en-US')).data).toMatchObject({ stateReason: reason });
    expect((await readIn('list?state=suspended', 'en-US')).rows).toMatchObject([{ stateReason: reason }]);
    expect((await readIn(`${channelBusinessId}/events`, 'en-US')).data[0]).toMatchObject({ action: 'lapse', reason });

    const titles = async (by: Client) =>
      (await by.get('/system/notice/listTop')).body.data
        .map(({ noticeTitle }: { noticeTitle: string }) => noticeTitle)
        .filter((title: string) => title.startsWith('到期提醒'));
    expect(await titles(keeper)).toEqual(['到期提醒：3 项、暂停渠道商 1 家']);
    const other = await server.as([]);
    expect(await titles(other)).toEqual([]);
    const { noticeId } = await server.db
      .selectFrom('notice')
      .select('noticeId')
      .where('audience', 'is not', null)
      .executeTakeFirstOrThrow();
    expect((await other.get(`/system/notice/${noticeId}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await keeper.get(`/system/notice/${noticeId}`)).body.data.noticeContent).toMatch(
      /供应商证照 1 项即将到期.*href="\/manage\/expiry"/,
    );
  });

  it('are reported again at seven days and on the last day, and never twice', async () => {
    const yesterday = () => sql`update expiry_watch set day = day - 1`.execute(server.db);
    await yesterday();
    expect(await expiryService.watch(server.db)).toEqual({ suspended: 0, expiringCount: 0 });
    await addPaper({ validTo: day(7) });
    await addPaper({ validTo: day(6) });
    await addPaper({ validTo: day(0) });
    await yesterday();
    expect(await expiryService.watch(server.db)).toEqual({ suspended: 0, expiringCount: 2 });
  });
});
