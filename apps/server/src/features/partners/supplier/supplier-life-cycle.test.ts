import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, supplierInput, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const verbs = 'list query add edit remove export import submit approve reject suspend resume terminate';
const permissions = verbs.split(' ').map((verb) => `manage:supplier:${verb}`);
const papers = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `manage:supplierPaper:${verb}`);
const usccs = ['91350100M000100Y43', '91110000600037341L', '91440300708461136T'];

describe('supplier life cycle', () => {
  let server: TestServer;
  let buyer: Client;
  let approver: Client;
  const add = async (overrides = {}) => (await buyer.post('/manage/supplier', supplierInput(overrides))).body.data.supplierId as number;
  const act = async (id: number, step: string, by = buyer, body: object = {}) =>
    (await by.put(`/manage/supplier/${id}/${step}`, body)).body as { code: number; problem?: string; msg: string };
  const read = async (id: number) => (await buyer.get(`/manage/supplier/${id}`)).body.data;
  const approvedSupplier = async (overrides = {}) => {
    const id = await add(overrides);
    await act(id, 'submit');
    await act(id, 'approve', approver);
    return id;
  };

  beforeAll(async () => {
    server = await startTestServer();
    [buyer, approver] = [await server.as([...permissions, ...papers]), await server.as([...permissions, ...papers])];
    return () => server.close();
  });

  it('leads from draft through approval by a second person to active, with a history', async () => {
    const id = await add();
    expect(await act(id, 'submit')).toMatchObject({ code: 200 });
    expect(await act(id, 'approve')).toMatchObject({ problem: 'supplierSelfApproved' });
    expect((await buyer.put('/manage/supplier', { supplierId: id, remark: 'x' })).body).toMatchObject({
      problem: 'supplierFixed',
      msg: '供应商是“待审批”状态，内容不能改；待审批的先驳回，已暂停的先恢复再改审批过的内容，已终止的不再改动',
    });
    expect(await act(id, 'reject', approver, { reason: '缺许可证' })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ state: 'draft', stateReason: '缺许可证', submitBy: null });
    await act(id, 'submit');
    expect(await act(id, 'approve', approver)).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ state: 'approved', submitBy: buyer.userName, reviewBy: approver.userName, stateReason: null });
    const { data } = (await buyer.get(`/manage/supplier/${id}/events`)).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['approve', 'submit', 'reject', 'submit', 'add']);
  });

  it('refuses approval by anyone involved, even by the administrator', async () => {
    const id = await add();
    await act(id, 'submit', approver);
    // the user who added it, even if another one submitted it
    expect(await act(id, 'approve', buyer)).toMatchObject({ problem: 'supplierSelfApproved' });
    const admin = await server.as(permissions);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    const own = (await admin.post('/manage/supplier', supplierInput())).body.data.supplierId;
    await act(own, 'submit', admin);
    expect(await act(own, 'approve', admin)).toMatchObject({ problem: 'supplierSelfApproved' });
  });

  it('lets one of two reviewers approve, and reports the state to the other', async () => {
    const id = await add();
    await act(id, 'submit');
    const third = await server.as(permissions);
    const both = await Promise.all([approver, third].map((by) => act(id, 'approve', by)));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(both.find(({ code }) => code === 500)?.msg).toBe('供应商是“合作中”状态，不能审批通过；要先处于“待审批”');
  });

  it('allows suspension and resumption, and requires the name for the final termination', async () => {
    const id = await approvedSupplier({ supplierName: '终止试验' });
    expect(await act(id, 'suspend', approver, {})).toMatchObject({ problem: 'invalidInput' });
    expect(await act(id, 'suspend', approver, { reason: '抽检不合格' })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ state: 'suspended', stateReason: '抽检不合格' });
    // its approval would end the suspension
    const edit = async (changes: object) => (await buyer.put('/manage/supplier', { supplierId: id, ...changes })).body;
    expect(await edit({ bankAccount: '6222020200112233' })).toMatchObject({ problem: 'supplierFixed' });
    expect(await edit({ remark: '待复检' })).toMatchObject({ code: 200 });
    expect(await act(id, 'resume', approver)).toMatchObject({ code: 200 });
    expect(await act(id, 'terminate', approver, { reason: '转产', confirm: '别的名字' })).toMatchObject({
      problem: 'typedNameWrong',
      params: { field: 'confirm' },
    });
    expect(await act(id, 'terminate', approver, { reason: '转产', confirm: '终止试验' })).toMatchObject({ code: 200 });
    expect(await act(id, 'resume', approver)).toMatchObject({ problem: 'supplierStateWrong' });
    expect((await buyer.put('/manage/supplier', { supplierId: id, remark: 'x' })).body.problem).toBe('supplierFixed');
  });

  it('requires a new approval after changes of payment data only', async () => {
    const id = await approvedSupplier({ bankName: '工商银行', bankAccount: '6222 0200 1234 5678' });
    expect(await read(id)).toMatchObject({ bankAccount: '**** 5678' });
    const edit = async (changes: object) => (await buyer.put('/manage/supplier', { supplierId: id, ...changes })).body;
    expect(await edit({ contactName: '李四', bankAccount: '**** 5678', bankName: '工商银行' })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ state: 'approved', contactName: '李四' });
    expect(await edit({ bankAccount: '6222020099990000' })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ state: 'draft', bankAccount: '**** 0000' });
    expect((await buyer.get(`/manage/supplier/${id}/bank`)).body).toMatchObject({ code: 403, problem: 'forbidden' });
    const cashier = await server.as([...permissions, 'manage:supplier:bank']);
    expect((await cashier.get(`/manage/supplier/${id}/bank`)).body.data).toEqual({ bankName: '工商银行', bankAccount: '6222020099990000' });
  });

  it('requires a unique USCC, an existing category and a region of China', async () => {
    await add({ uscc: usccs[0]?.toLowerCase() });
    const create = async (overrides: object) => (await buyer.post('/manage/supplier', supplierInput(overrides))).body;
    expect(await create({ uscc: usccs[0] })).toMatchObject({ problem: 'supplierUsccTaken', params: { field: 'uscc' } });
    expect(await create({ regionCode: '440399' })).toMatchObject({ problem: 'regionUnknown', params: { field: 'regionCode' } });
    expect(await create({ catalogueId: 999_999 })).toMatchObject({ problem: 'referenceNotFound', params: { field: 'catalogueId' } });
    const id = await add({ regionCode: '440305' });
    expect(await read(id)).toMatchObject({ regionName: '广东省深圳市南山区' });
    for (const [regionCode, total] of [
      ['440000', 1],
      ['440300', 1],
      ['440400', 0],
    ] as const)
      expect((await buyer.get(`/manage/supplier/list?regionCode=${regionCode}`)).body.total, regionCode).toBe(total);
  });

  it('keeps a category that was disabled later, and accepts no other disabled one', async () => {
    const keeper = await server.as(['digit:supplier:add', 'digit:supplier:edit']);
    const disabledCategoryId = (await keeper.post('/digit/supplier', { catalogueName: '停用试验', catalogueCode: 'OFF', parentId: 0 })).body
      .data.catalogueId;
    const id = await add({ catalogueId: disabledCategoryId });
    await keeper.put('/digit/supplier/changeStatus', { catalogueId: disabledCategoryId, status: '1' });
    const edit = async (changes: object) => (await buyer.put('/manage/supplier', { supplierId: id, ...changes })).body;
    expect(await edit({ catalogueId: disabledCategoryId, contactName: '李四' })).toMatchObject({ code: 200 });
    expect(await edit({ catalogueId: null })).toMatchObject({ code: 200 });
    expect(await edit({ catalogueId: disabledCategoryId })).toMatchObject({ problem: 'categoryOff', params: { field: 'catalogueId' } });
  });

  it('filters by expiring documents, and a newer document of the same name replaces the old one', async () => {
    const id = await add({ supplierName: '证照试验' });
    const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
    const addPaper = (overrides: object) =>
      buyer.post('/manage/supplierPaper', { supplierId: id, kind: 'certificate', paperName: '食品生产许可证', ...overrides });
    const soon = async (days: number) =>
      (await buyer.get(`/manage/supplier/list?expiringIn=${days}&supplierName=${encodeURIComponent('证照试验')}`)).body.total;
    expect((await addPaper({ validFrom: day(5), validTo: day(1) })).body).toMatchObject({
      problem: 'paperDaysWrong',
      params: { field: 'validTo' },
    });
    const { paperId } = (await addPaper({ validTo: day(20) })).body.data;
    expect((await read(id)).nextExpiry).toBe(day(20));
    expect([await soon(19), await soon(20)]).toEqual([0, 1]);
    await addPaper({ validTo: day(400) });
    expect(await soon(30)).toBe(0);
    // valid without an end
    await addPaper({});
    expect((await read(id)).nextExpiry).toBeNull();
    expect((await buyer.get(`/manage/supplierPaper/${paperId}`)).body.data).toMatchObject({ daysLeft: 20, supplierName: '证照试验' });
    expect((await buyer.put('/manage/supplierPaper', { paperId, filePath: '/etc/passwd' })).body).toMatchObject({
      problem: 'invalidInput',
      params: { field: 'filePath' },
    });
    expect((await buyer.delete(`/manage/supplierPaper/${paperId}`)).body.code).toBe(200);
    const department = await insertDepartment(server.db);
    const stranger = await server.as([...permissions, ...papers], { deptId: department.deptId, dataScope: '3' });
    expect((await stranger.get(`/manage/supplierPaper/list?supplierId=${id}`)).body.total).toBe(0);
    expect((await stranger.post('/manage/supplierPaper', { supplierId: id, kind: 'contract', paperName: 'x' })).body.problem).toBe(
      'referenceNotFound',
    );
  });

  it('imports suppliers with region names, and reports the error of each invalid row', async () => {
    const { body } = await buyer.post('/manage/supplier/importTemplate');
    const titles = (await readXlsx(body, { sheets: [0] })).sheets[0]?.rows[0]?.map(String) ?? [];
    const sheet = async (rows: Record<string, string>[]) =>
      Buffer.from(
        await writeXlsx({ sheets: [{ name: 's', rows: [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))] }] }),
      );
    const baseCells = (cells: object) => ({ 供应商编码: `I-${unique()}`, 供应商名称: '导入', ...cells });
    const upload = async (rows: Record<string, string>[], query = '') =>
      (await buyer.upload(`/manage/supplier/importData${query}`, 's.xlsx', await sheet(rows))).body;
    const bad = await upload(
      [
        baseCells({ 所在地区: '广东省某处' }),
        baseCells({ 统一社会信用代码: usccs[1] }),
        baseCells({ 统一社会信用代码: usccs[1] }),
        baseCells({ 分类编码: 'NONE' }),
      ],
      '?dryRun=1',
    );
    expect(bad.data).toMatchObject({ count: 1, bad: 3 });
    expect(bad.data.faults.map(({ row, message }: { row: number; message: string }) => [row, message.slice(0, 16)])).toEqual([
      [2, '没有地区“广东省某处”；填写 6'],
      [4, '统一社会信用代码 9111000'],
      [5, expect.any(String)],
    ]);
    const good = await upload([baseCells({ 所在地区: '广东省深圳市', 等级: 'A 级', 统一社会信用代码: usccs[2] })]);
    expect(good.data).toMatchObject({ count: 1, bad: 0 });
    expect((await buyer.get(`/manage/supplier/list?uscc=${usccs[2]}`)).body.rows).toMatchObject([
      { regionCode: '440300', grade: 'A', state: 'draft' },
    ]);
  });
});
