// Over 300 lines: one life cycle of a batch, from the plan to its end.
import { Batch, BatchEvent } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { codeRuleInput, insertDepartment, productInput, supplierInput, unique } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('batches', () => {
  let server: TestServer;
  let desk: BatchFixture;
  const total = async () => (await desk.planner.get('/manage/batch/list')).body.total as number;
  const create = async (overrides: object) => (await desk.planner.post('/manage/batch', desk.input(overrides))).body;
  const addProduct = async (overrides: object) =>
    (await desk.planner.post('/manage/category', productInput(overrides))).body.data.categoryId as number;

  const supplier = async (state: string) => {
    const { supplierId } = (await desk.planner.post('/manage/supplier', supplierInput())).body.data;
    await server.db.updateTable('supplier').set({ state }).where('supplierId', '=', supplierId).execute();
    return supplierId as number;
  };

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    return () => server.close();
  });

  it('plans a batch with the rule and expiry of its product, and returns only contract fields', async () => {
    const batchId = await desk.add({ madeDate: '2026-08-31' });
    const { body } = await desk.planner.get('/manage/batch/list?pageSize=1');
    expect(body.rows).toMatchObject([
      { batchId, state: 'draft', codeRuleId: desk.codeRuleId, expiryDate: '2027-02-28', issuedCount: 0, statusCounts: {}, version: 1 },
    ]);
    expect(Batch.strict().safeParse(body.rows[0]).error).toBeUndefined();
  });

  it('reports the invalid field with a correction, and adds nothing', async () => {
    const before = await total();
    const [offGoods, noRule] = [await addProduct({ codeRuleId: desk.codeRuleId, status: '1', categoryName: '旧奶' }), await addProduct({})];
    const offSupplier = await supplier('suspended');
    const newSupplier = await supplier('draft');
    const addRule = async (overrides: object) =>
      (await desk.planner.post('/manage/codeRule', codeRuleInput(overrides))).body.data.codeRuleId;
    const small = await addRule({ alphabet: 'decimal', prefix: 'S', serialDigits: 4, tagDigits: 8 });
    const [off, link] = [await addRule({ status: '1', ruleName: '旧规则' }), await addRule({ form: 'digitalLink' })];
    const refusals: [object, string, string, string][] = [
      [{ quantity: 0 }, 'invalidInput', 'quantity', '数量太小；不能小于 1'],
      [{ quantity: -1 }, 'invalidInput', 'quantity', '数量太小；不能小于 1'],
      [{ quantity: 1e12 }, 'invalidInput', 'quantity', '数量太大；不能大于 1,000,000,000'],
      [{ quantity: 1.5 }, 'invalidInput', 'quantity', '数量不是整数；只填数字，不带小数'],
      [{ batchNo: 'a/b' }, 'invalidInput', 'batchNo', '批号的格式不对；应为至多 20 位字母、数字和 - . _ 等，不含 % & / < > ?'],
      [{ batchNo: '..' }, 'invalidInput', 'batchNo', '批号的格式不对；应为至多 20 位字母、数字和 - . _ 等，不含 % & / < > ?'],
      [{ madeDate: '2026-02-30' }, 'invalidInput', 'madeDate', '生产日期不是存在的日期；应为 1900 年以后的日期，格式为 YYYY-MM-DD'],
      [{ expiryDate: '2026-01-30' }, 'batchDaysWrong', 'expiryDate', '到期日 2026-01-30 不晚于生产日期 2026-01-31；到期日应在生产日期之后'],
      [{ expiryDate: '2026-01-31' }, 'batchDaysWrong', 'expiryDate', '到期日 2026-01-31 不晚于生产日期 2026-01-31；到期日应在生产日期之后'],
      [
        { codeRuleId: small, quantity: 10_001 },
        'codeSpaceExhausted',
        'quantity',
        '码空间只剩 10,000 枚，不够发 10,001 枚；减少数量或换一条规则',
      ],
      [{ codeRuleId: off }, 'codeRuleOff', 'codeRuleId', '码规则“旧规则”已停用；启用它或另选一条'],
      [
        { codeRuleId: link },
        'batchWithoutGtin',
        'codeRuleId',
        '商品“纯牛奶 250ml”没有 GTIN，规则的码内容却是 GS1 Digital Link；先填 GTIN 或另选一条规则',
      ],
      [
        { supplierId: offSupplier },
        'supplierSuspended',
        'supplierId',
        '供应商“顶点标签”已暂停或终止合作，不能建新批次；恢复合作或另选一家',
      ],
      [
        { supplierId: newSupplier },
        'supplierNotApproved',
        'supplierId',
        '供应商“顶点标签”还没有通过审批，不能建批次；先提交审批，由另一个人通过',
      ],
      [{ categoryId: offGoods }, 'productOff', 'categoryId', '商品“旧奶”已下架，不能建新批次；先上架或另选一个'],
      [{ categoryId: noRule }, 'productWithoutRule', 'codeRuleId', '商品没有默认码规则；为批次选一条码规则'],
      [{ categoryId: 999_999 }, 'referenceNotFound', 'categoryId', '没有这个商品，或它不在您的数据范围内；另选一个'],
      [{ supplierId: 999_999 }, 'referenceNotFound', 'supplierId', '没有这个供应商，或它不在您的数据范围内；另选一个'],
      [{ codeRuleId: 999_999 }, 'referenceNotFound', 'codeRuleId', '没有这个码规则，或它不在您的数据范围内；另选一个'],
    ];
    for (const [overrides, problem, field, msg] of refusals)
      expect(await create(overrides), JSON.stringify(overrides)).toMatchObject({ code: 500, problem, params: { field }, msg });
    expect(await total()).toBe(before);
  });

  it('rejects an entered or computed expiry after the year 9999', async () => {
    const late = { problem: 'batchExpiryTooLate', params: { field: 'expiryDate' } };
    expect(await create({ madeDate: '9999-10-01' })).toMatchObject({
      ...late,
      msg: '到期日晚于 9999-12-31；填写更早的到期日，或核对生产日期和商品的保质期',
    });
    const batchId = await desk.add({ madeDate: '9999-06-01' });
    expect(await desk.read(batchId)).toMatchObject({ expiryDate: '9999-12-01' });
    expect((await desk.planner.put('/manage/batch', { batchId, madeDate: '9999-07-01', expiryDate: null })).body).toMatchObject(late);
  });

  it('rejects a duplicate batch number of a product, also at once, and allows it for others', async () => {
    const batchNo = `TWICE${unique()}`;
    const both = await Promise.all([create({ batchNo }), create({ batchNo })]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(both.find(({ code }) => code === 500)).toMatchObject({ problem: 'batchNoTaken', params: { field: 'batchNo' } });
    const categoryId = await addProduct({ codeRuleId: desk.codeRuleId });
    expect((await create({ batchNo, categoryId })).code).toBe(200);
  });

  it('allows edits of drafts only, at the version that the editor loaded', async () => {
    const batchId = await desk.add();
    const edit = (changes: object) => desk.planner.put('/manage/batch', { batchId, ...changes });
    expect((await edit({ version: 1, quantity: 7, expiryDate: '2030-01-01' })).body.code).toBe(200);
    expect((await edit({ version: 1, quantity: 8 })).body.problem).toBe('recordStale');
    expect((await edit({ madeDate: '2031-01-01' })).body).toMatchObject({
      problem: 'batchDaysWrong',
      params: { expiryDate: '2030-01-01' },
    });
    expect((await edit({ madeDate: '2026-02-01', expiryDate: null })).body.code).toBe(200);
    expect(await desk.read(batchId)).toMatchObject({ quantity: 7, madeDate: '2026-02-01', expiryDate: '2026-08-01', version: 3 });
    await desk.act(batchId, 'submit');
    expect((await edit({ quantity: 9 })).body).toMatchObject({ problem: 'batchFixed', msg: '批次已提交，内容不能再改；只有草稿可以修改' });
  });

  it('records user, time and reason of each step', async () => {
    const id = await desk.add();
    await desk.act(id, 'submit');
    await desk.act(id, 'reject', { reason: '数量不对' }, desk.approver);
    expect(await desk.read(id)).toMatchObject({ state: 'draft', stateReason: '数量不对', submitBy: null });
    await desk.act(id, 'submit');
    await desk.act(id, 'approve', {}, desk.approver);
    expect(await desk.read(id)).toMatchObject({ state: 'approved', stateReason: null, approveBy: desk.approver.userName });
    await desk.act(id, 'cancel', { reason: '停产' });
    const { body } = await desk.planner.get(`/manage/batch/${id}/events`);
    expect(body.data.map(({ action, reason, userName }: BatchEvent) => [action, reason, userName])).toEqual([
      ['cancel', '停产', desk.planner.userName],
      ['approve', null, desk.approver.userName],
      ['submit', null, desk.planner.userName],
      ['reject', '数量不对', desk.approver.userName],
      ['submit', null, desk.planner.userName],
      ['add', null, desk.planner.userName],
    ]);
    expect(BatchEvent.strict().array().safeParse(body.data).error).toBeUndefined();
  });

  it('rejects a step from another state, names both states, and requires a reason when necessary', async () => {
    const id = await desk.add();
    expect((await desk.act(id, 'approve', {}, desk.approver)).body).toMatchObject({
      problem: 'batchStateWrong',
      msg: '批次是“草稿”状态，不能审批通过；要先处于“待审批”',
    });
    expect((await desk.act(id, 'recall', { reason: 'x', confirm: 'x' })).body.msg).toBe(
      '批次是“草稿”状态，不能召回；要先处于“已发码、已激活、已结批或已冻结”',
    );
    await desk.act(id, 'submit');
    expect((await desk.act(id, 'reject', {}, desk.approver)).body).toMatchObject({
      problem: 'invalidInput',
      msg: '原因未填写；填写后再提交',
    });
    expect((await desk.act(id, 'issue')).body.problem).toBe('batchStateWrong');
  });

  it('requires approval by someone other than its planner and submitter, even for the administrator', async () => {
    const admin = await server.as(batchPermissions);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    const id = (await admin.post('/manage/batch', desk.input())).body.data.batchId;
    await desk.act(id, 'submit', {}, desk.planner);
    for (const self of [admin, desk.planner])
      expect((await desk.act(id, 'approve', {}, self)).body).toMatchObject({
        problem: 'batchSelfApproved',
        msg: '您参与过这个批次的计划（新增、修改或提交）；须由另一个人审批',
      });
    const change = server.db.updateTable('batch').set({ approveBy: desk.planner.userId }).where('batchId', '=', id).execute();
    await expect(change).rejects.toMatchObject({ constraint: 'batch_approve_by_check' });
    expect((await desk.act(id, 'approve', {}, desk.approver)).body.code).toBe(200);
  });

  it('refuses approval by all who edited or submitted it, but not by those who rejected it', async () => {
    const id = await desk.add();
    const [editor, submitter] = [await server.as(batchPermissions), await server.as(batchPermissions)];
    const edit = async (by = desk.planner) => (await by.put('/manage/batch', { batchId: id, quantity: 5 })).body.code;
    expect(await edit(editor)).toBe(200);
    await desk.act(id, 'submit', {}, submitter);
    await desk.act(id, 'reject', { reason: '数量不对' }, desk.approver);
    expect(await edit()).toBe(200);
    await desk.act(id, 'submit');
    for (const by of [editor, submitter, desk.planner])
      expect((await desk.act(id, 'approve', {}, by)).body.problem).toBe('batchSelfApproved');
    expect((await desk.act(id, 'approve', {}, desk.approver)).body.code).toBe(200);
    const { body } = await desk.planner.get(`/manage/batch/${id}/events`);
    const editors = body.data.filter(({ action }: BatchEvent) => action === 'edit').map(({ userName }: BatchEvent) => userName);
    expect(editors).toEqual([desk.planner.userName, editor.userName]);
  });

  it('shows who ended a batch, after any number of later code events', async () => {
    const id = await desk.add();
    await desk.act(id, 'cancel', { reason: '不做了' });
    const later = Array.from({ length: 250 }, (_, at) => ({ batchId: id, action: 'void', level: 0, ordinalFrom: at, count: 1 }));
    await server.db.insertInto('batchEvent').values(later).execute();
    const { data } = (await desk.planner.get(`/manage/batch/${id}/events`)).body;
    expect(data).toHaveLength(201);
    expect(data.at(-1)).toMatchObject({ action: 'cancel', ordinalFrom: null, userName: desk.planner.userName });
  });

  it('lets one of two reviewers approve, and reports the state to the other', async () => {
    const id = await desk.add();
    await desk.act(id, 'submit');
    const third = await server.as(batchPermissions);
    const both = await Promise.all([desk.approver, third].map((by) => desk.act(id, 'approve', {}, by)));
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
    expect(both.find(({ body }) => body.code === 500)?.body.msg).toBe('批次是“已审批”状态，不能审批通过；要先处于“待审批”');
  });

  it('validates references again on submission', async () => {
    const supplierId = await supplier('approved');
    const id = await desk.add({ supplierId });
    await desk.planner.put(`/manage/supplier/${supplierId}/suspend`, { reason: '抽检不合格' });
    expect((await desk.act(id, 'submit')).body.problem).toBe('supplierSuspended');
  });

  it('deletes drafts and cancelled batches, all or none', async () => {
    const [draft, cancelled, pending] = [await desk.add(), await desk.add(), await desk.add()];
    await desk.act(cancelled, 'cancel');
    await desk.act(pending, 'submit');
    expect((await desk.planner.delete(`/manage/batch/${draft},${pending}`)).body).toMatchObject({ problem: 'batchInUse' });
    expect((await desk.planner.delete(`/manage/batch/${draft},${cancelled}`)).body.code).toBe(200);
    expect((await desk.planner.get(`/manage/batch/${draft}`)).body.problem).toBe('notFound');
  });

  it('requires the batch number to recall or void a batch, and both are final', async () => {
    const id = await desk.issued({ batchNo: `V${unique()}` });
    const { batchNo } = await desk.read(id);
    expect((await desk.act(id, 'void', { reason: '印错', confirm: 'V' })).body).toMatchObject({
      problem: 'nameNotConfirmed',
      params: { field: 'confirm', expected: batchNo },
    });
    expect((await desk.act(id, 'void', { reason: '印错', confirm: batchNo })).body.code).toBe(200);
    expect(await desk.read(id)).toMatchObject({ state: 'void', stateReason: '印错' });
    expect((await desk.act(id, 'recall', { reason: 'x', confirm: batchNo })).body.problem).toBe('batchStateWrong');
  });

  it('returns to its earlier state after a freeze', async () => {
    const id = await desk.issued();
    await desk.act(id, 'activate');
    await desk.act(id, 'freeze', { reason: '抽检' });
    expect(await desk.read(id)).toMatchObject({ state: 'frozen', stateReason: '抽检' });
    expect((await desk.act(id, 'activate')).body.problem).toBe('batchStateWrong');
    await desk.act(id, 'unfreeze');
    expect(await desk.read(id)).toMatchObject({ state: 'active', stateReason: null });
  });

  it('filters the list by each query field', async () => {
    const categoryId = await addProduct({ codeRuleId: desk.codeRuleId });
    await desk.add({ categoryId, madeDate: '2020-01-01', batchNo: `OLD${unique()}` });
    await desk.add({ categoryId, madeDate: '2025-01-01' });
    const count = async (query: string) =>
      (await desk.planner.get(`/manage/batch/list?categoryId=${categoryId}&${query}`)).body.total as number;
    expect(await count('')).toBe(2);
    expect(await count('batchNo=old')).toBe(1);
    expect(await count('state=issued')).toBe(0);
    expect(await count('params[madeBeginTime]=2024-12-31&params[madeEndTime]=2025-01-01')).toBe(1);
    expect(await count('expiryEndTime=2020-07-01')).toBe(1);
    expect(await count('orderByColumn=madeDate&isAsc=asc')).toBe(2);
  });

  it('counts batches per state like the lists', async () => {
    await desk.add();
    const countListed = async (state: string) => (await desk.planner.get(`/manage/batch/list?state=${state}`)).body.total as number;
    const { body } = await desk.planner.get('/manage/batch/counts');
    for (const [state, count] of Object.entries(body.data)) expect(await countListed(state), state).toBe(count);
    expect(Object.values<number>(body.data).reduce((sum, count) => sum + count, 0)).toBe(await total());
    const tabs = async (filters: string) => (await desk.planner.get(`/manage/batch/stateCounts?${filters}`)).body.data;
    expect(await tabs('state=draft')).toEqual(body.data);
    expect(await tabs('batchNo=no-such-batch')).toEqual({});
    expect((await server.stranger.get('/manage/batch/counts')).body.code).toBe(401);
    expect((await (await server.as(['manage:batch:query'])).get('/manage/batch/counts')).body.code).toBe(403);
  });

  it('requires sign-in and the permission of each step', async () => {
    const id = await desk.add();
    expect((await server.stranger.get('/manage/batch/list')).body.code).toBe(401);
    const reader = await server.as(['manage:batch:list']);
    for (const step of ['submit', 'approve', 'issue', 'activate', 'freeze', 'close', 'recall', 'void', 'exportCodes'])
      expect((await desk.act(id, step, {}, reader)).body, step).toMatchObject({ code: 403, problem: 'forbidden' });
    expect((await reader.get(`/manage/batch/${id}/events`)).body.code).toBe(403);
  });

  it('applies the data scope to reads, to every step and to references', async () => {
    const branch = await insertDepartment(server.db);
    const clerk = await server.as(batchPermissions, { deptId: branch.deptId, dataScope: '3' });
    const id = await desk.add();
    expect((await clerk.get('/manage/batch/list')).body.total).toBe(0);
    for (const path of ['counts', 'stateCounts']) expect((await clerk.get(`/manage/batch/${path}`)).body.data).toEqual({});
    expect((await clerk.get(`/manage/batch/${id}`)).body.problem).toBe('notFound');
    for (const step of ['submit', 'cancel']) expect((await desk.act(id, step, {}, clerk)).body.problem).toBe('notFound');
    expect((await clerk.put('/manage/batch', { batchId: id, quantity: 1 })).body.problem).toBe('notFound');
    expect((await clerk.delete(`/manage/batch/${id}`)).body.problem).toBe('notFound');
    expect((await clerk.get(`/manage/batch/${id}/runs`)).body.problem).toBe('notFound');
    expect((await clerk.post('/manage/batch', desk.input())).body).toMatchObject({
      problem: 'referenceNotFound',
      params: { field: 'categoryId' },
    });
  });
});
