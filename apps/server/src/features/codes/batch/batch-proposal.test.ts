import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDepartment, productInput, supplierInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { nextLetters } from './batch-proposal.service.ts';

describe('the proposal of a new batch', () => {
  let server: TestServer;
  let desk: BatchFixture;
  const propose = async (query = '', by = desk.planner) => (await by.get(`/manage/batch/proposal?${query}`)).body.data;
  const addProduct = async (overrides: object) =>
    (await desk.planner.post('/manage/category', productInput(overrides))).body.data.categoryId as number;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    return () => server.close();
  });

  it('counts letters on after Z', () => {
    expect([undefined, 'A', 'Y', 'Z', 'AZ', 'ZZ'].map(nextLetters)).toEqual(['A', 'B', 'Z', 'AA', 'BA', 'AAA']);
  });

  it('has the date of today in the business time zone, and the first number of the day', async () => {
    const { rows } = await sql<{ day: string }>`select (now() at time zone 'Asia/Shanghai')::date::text as day`.execute(server.db);
    const day = rows[0]!.day;
    expect(await propose()).toEqual({ madeDate: day, batchNo: `${day.replaceAll('-', '')}A` });
  });

  it('has the next letter of the day, also of batches out of scope and of the same product with another date', async () => {
    const scope = { deptId: (await insertDepartment(server.db)).deptId, dataScope: '3' } as const;
    const other = await server.as(['manage:batch:add'], scope);
    const next = async (query: string) => (await propose(`madeDate=2026-03-05&${query}`, other)).batchNo;
    expect(await next('')).toBe('20260305A');
    await desk.add({ madeDate: '2026-03-05', batchNo: '20260305A' });
    await desk.add({ madeDate: '2026-03-05', batchNo: '20260305-7' });
    expect(await next('')).toBe('20260305B');
    await desk.add({ madeDate: '2026-03-04', batchNo: '20260305Z' });
    expect(await next('')).toBe('20260305B');
    expect(await next(`categoryId=${desk.categoryId}`)).toBe('20260305AA');
  });

  it('derives rule, packaging and expiry from the product, as an input without them does', async () => {
    const packaging = [
      { level: 2, contains: 24 },
      { level: 3, contains: 40 },
    ];
    const categoryId = await addProduct({ codeRuleId: desk.codeRuleId, packaging });
    const query = `categoryId=${categoryId}&madeDate=2026-08-31`;
    const { codeRuleId, expiryDate, packaging: proposed } = await propose(query);
    const added = await desk.read(await desk.add({ categoryId, madeDate: '2026-08-31' }));
    expect({ codeRuleId, expiryDate, packaging: proposed }).toEqual({ codeRuleId: desk.codeRuleId, expiryDate: '2027-02-28', packaging });
    expect(added).toMatchObject({ codeRuleId, expiryDate, packaging });
    expect(await propose(`categoryId=${categoryId}&madeDate=9999-10-01`)).toMatchObject({ expiryDate: null });
  });

  it('has the only enabled code rule for a product without one', async () => {
    const categoryId = await addProduct({});
    expect((await propose(`categoryId=${categoryId}`)).codeRuleId).toBe(desk.codeRuleId);
    const { deptId } = await insertDepartment(server.db);
    const stranger = await server.as(['manage:batch:add'], { deptId, dataScope: '3' });
    expect(await propose(`categoryId=${categoryId}`, stranger)).not.toHaveProperty('codeRuleId');
  });

  it('has the only approved supplier, then that of the latest batch of the product', async () => {
    const categoryId = await addProduct({ codeRuleId: desk.codeRuleId });
    const supplierOf = async (by = desk.planner) => (await propose(`categoryId=${categoryId}`, by)).supplierId;
    expect(await supplierOf()).toBe(desk.supplierId);
    const { supplierId } = (await desk.planner.post('/manage/supplier', supplierInput())).body.data;
    await server.db.updateTable('supplier').set({ state: 'approved' }).where('supplierId', '=', supplierId).execute();
    expect(await supplierOf()).toBeUndefined();
    await desk.add({ categoryId, supplierId });
    expect(await supplierOf()).toBe(supplierId);
    const stranger = await server.as(['manage:batch:add'], { deptId: (await insertDepartment(server.db)).deptId, dataScope: '3' });
    expect(await propose(`categoryId=${categoryId}`, stranger)).not.toHaveProperty('supplierId');
    await server.db.updateTable('supplier').set({ state: 'suspended' }).where('supplierId', '=', supplierId).execute();
    expect(await supplierOf()).toBe(desk.supplierId);
  });

  it('reserves nothing: of two who save the same number, one is refused at the field and gets the next', async () => {
    const query = `madeDate=2026-05-01&categoryId=${desk.categoryId}`;
    const [{ batchNo }, same] = await Promise.all([propose(query), propose(query)]);
    expect(same.batchNo).toBe(batchNo);
    const save = async (number: string) =>
      (await desk.planner.post('/manage/batch', desk.input({ madeDate: '2026-05-01', batchNo: number }))).body;
    const answers = await Promise.all([save(batchNo), save(batchNo)]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(answers.find(({ code }) => code === 500)).toMatchObject({ problem: 'batchNoTaken', params: { field: 'batchNo' } });
    const next = (await propose(query)).batchNo;
    expect(next).toBe('20260501B');
    expect((await save(next)).code).toBe(200);
  });

  it('is for those who may add a batch', async () => {
    const reader = await server.as(['manage:batch:list', 'manage:batch:query']);
    expect((await reader.get('/manage/batch/proposal')).body).toMatchObject({ code: 403 });
    expect((await desk.planner.get('/manage/batch/proposal?madeDate=2026-02-30')).body).toMatchObject({ problem: 'invalidInput' });
  });
});
