import { Product } from '@suyuan/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeRuleInput, insertBatch, insertDepartment, productInput, unique } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const permissions = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'].map((verb) => `manage:category:${verb}`);

describe('products', () => {
  let server: TestServer;
  let planner: Awaited<ReturnType<TestServer['as']>>;
  const create = async (overrides = {}, by = planner) => (await by.post('/manage/category', productInput(overrides))).body;
  const add = async (overrides = {}, by = planner) => (await create(overrides, by)).data.categoryId as number;
  const read = async (id: number) => (await planner.get(`/manage/category/${id}`)).body.data;
  const rule = async (by = planner) => (await by.post('/manage/codeRule', codeRuleInput())).body.data.codeRuleId as number;

  beforeAll(async () => {
    server = await startTestServer();
    planner = await server.as([...permissions, 'manage:codeRule:add']);
    return () => server.close();
  });

  it('shows a new product first in the list, with only fields of the contract', async () => {
    const codeRuleId = await rule();
    const categoryId = await add({ categoryName: '有机纯牛奶', gtin: '6901234567892', codeRuleId });
    const { body } = await planner.get(`/manage/category/list?categoryName=${encodeURIComponent('有机')}`);
    expect(body).toMatchObject({
      total: 1,
      rows: [
        {
          categoryId,
          gtin: '06901234567892',
          codeRuleId,
          ruleName: expect.stringContaining('R-'),
          batchCount: 0,
          codeCount: 0,
          printed: false,
          status: '0',
        },
      ],
    });
    expect(Product.strict().safeParse(body.rows[0]).error).toBeUndefined();
    expect((await planner.get('/manage/category/list?gtin=6901234567892')).body.total).toBe(1);
  });

  it('counts the batches of a product and their issued codes', async () => {
    const categoryId = await add();
    const { batchId } = await insertBatch(server.db, { categoryId });
    await insertBatch(server.db, { categoryId });
    const { spaceId } = await server.db.selectFrom('codeSpace').select('spaceId').executeTakeFirstOrThrow();
    for (const ordinalFrom of [0, 700]) {
      const range = { batchId, spaceId, epoch: 1, ordinalFrom, serialFrom: 1e6 + ordinalFrom, count: 700 };
      await server.db.insertInto('batchRange').values(range).execute();
    }
    expect(await read(categoryId)).toMatchObject({ batchCount: 2, codeCount: 1400, printed: true });

    // a user without access to the batches sees zero counts, but also that GTIN and packaging are fixed
    const { deptId } = await insertDepartment(server.db);
    await server.db.updateTable('product').set({ deptId }).where('categoryId', '=', categoryId).execute();
    const branch = await server.as(permissions, { deptId, dataScope: '3' });
    const { data } = (await branch.get(`/manage/category/${categoryId}`)).body;
    expect(data).toMatchObject({ batchCount: 0, codeCount: 0, printed: true });
    expect((await branch.put('/manage/category', { categoryId, gtin: '6901234567007' })).body.problem).toBe('productGtinFixed');
  });

  it('normalises a GTIN of 8, 12, 13 or 14 digits to 14, as text or number, and clears it by null', async () => {
    for (const [gtin, storedGtin] of [
      ['96385074', '00000096385074'],
      [614141000036, '00614141000036'],
      ['6901234567885', '06901234567885'],
      ['16901234567882', '16901234567882'],
    ]) {
      const categoryId = await add({ gtin });
      expect((await read(categoryId)).gtin).toBe(storedGtin);
      await planner.put('/manage/category', { categoryId, remark: 'kept' });
      expect((await read(categoryId)).gtin).toBe(storedGtin);
      await planner.put('/manage/category', { categoryId, gtin: null });
      expect((await read(categoryId)).gtin).toBeNull();
    }
  });

  it('reports the invalid field with a correction, and adds nothing', async () => {
    const before = (await planner.get('/manage/category/list')).body.total;
    const refusals: [object, string, string][] = [
      [{ gtin: '6901234567893' }, 'gtin', 'GTIN 的长度或校验位不对；应为 8、12、13 或 14 位 GTIN，末位是校验位'],
      [{ gtin: '69012345' }, 'gtin', 'GTIN 的长度或校验位不对；应为 8、12、13 或 14 位 GTIN，末位是校验位'],
      [{ categoryCode: 'milk' }, 'categoryCode', '商品编码的格式不对；应为大写字母、数字、下划线或连字符，如 MILK-250'],
      [{ categoryName: '' }, 'categoryName', '商品名称未填写；填写后再提交'],
      [{ shelfLife: 0 }, 'shelfLife', '保质期太小；不能小于 1'],
      [{ shelfLifeUnit: 'week' }, 'shelfLifeUnit', '保质期单位不在可选范围内；可选：day、month、year'],
    ];
    for (const [overrides, field, msg] of refusals) {
      expect(await create(overrides)).toMatchObject({ code: 500, problem: 'invalidInput', params: { field }, msg });
    }
    expect(await create({ shelfLifeUnit: null })).toMatchObject({ problem: 'productShelfLifeHalf' });
    const tooLong = [
      { shelfLife: 101, shelfLifeUnit: 'year' },
      { shelfLife: 1201, shelfLifeUnit: 'month' },
    ];
    for (const overrides of tooLong)
      expect(await create(overrides)).toMatchObject({
        problem: 'productShelfLifeTooLong',
        params: { field: 'shelfLife' },
        msg: '保质期太长；至多 100 年，即 1,200 个月或 36,500 天',
      });
    expect(await create({ shelfLife: 36_501, shelfLifeUnit: 'day' })).toMatchObject({
      problem: 'invalidInput',
      params: { field: 'shelfLife' },
    });
    expect(await create({ codeRuleId: 999_999 })).toMatchObject({
      problem: 'referenceNotFound',
      params: { field: 'codeRuleId' },
      msg: '没有这个默认码规则，或它不在您的数据范围内；另选一个',
    });
    expect((await planner.get('/manage/category/list')).body.total).toBe(before);
  });

  it('rejects a duplicate code and a duplicate GTIN of any length', async () => {
    await add({ categoryCode: 'TWICE', gtin: '6900000000014' });
    expect(await create({ categoryCode: 'TWICE' })).toMatchObject({ problem: 'productCodeTaken', msg: '商品编码“TWICE”已被使用；换一个' });
    expect(await create({ gtin: '06900000000014' })).toMatchObject({
      problem: 'productGtinTaken',
      msg: 'GTIN 06900000000014 已属于另一个商品；核对 GTIN，或修改那个商品',
      params: { field: 'gtin' },
    });
  });

  it('accepts a GTIN from only one of two planners at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => create({ gtin: '6900000000021' })));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
  });

  it('changes only the submitted fields, and rejects an outdated version', async () => {
    const categoryId = await add({ gtin: '6900000000038', brand: '云岭', codeRuleId: await rule() });
    const before = await read(categoryId);
    expect((await planner.put('/manage/category', { categoryId, version: 1, brand: null, shelfLife: 9 })).body.code).toBe(200);
    const after = await read(categoryId);
    expect(after).toEqual({ ...before, brand: null, shelfLife: 9, version: 2, updateBy: planner.userName, updateTime: after.updateTime });
    expect((await planner.put('/manage/category', { categoryId, version: 1, remark: 'x' })).body.problem).toBe('recordStale');
    expect((await planner.put('/manage/category', { categoryId, shelfLife: null })).body.problem).toBe('productShelfLifeHalf');
    expect((await planner.put('/manage/category', { categoryId: 999_999, remark: 'x' })).body.problem).toBe('notFound');
  });

  it('refuses to delete a product with batches, and deletes all or none', async () => {
    const [used, unused] = [await add(), await add()];
    await insertBatch(server.db, { categoryId: used });
    expect((await planner.delete(`/manage/category/${unused},${used}`)).body).toMatchObject({ problem: 'productInUse' });
    expect((await planner.delete(`/manage/category/${unused}`)).body.code).toBe(200);
  });

  it('rejects a code rule outside the data scope, but keeps an existing one', async () => {
    const branch = await insertDepartment(server.db);
    const manager = await server.as(permissions, { deptId: branch.deptId, dataScope: '3' });
    const codeRuleId = await rule();
    expect(await create({ codeRuleId }, manager)).toMatchObject({ problem: 'referenceNotFound', params: { field: 'codeRuleId' } });
    const categoryId = await add({}, manager);
    await planner.put('/manage/category', { categoryId, codeRuleId });
    expect((await manager.put('/manage/category', { categoryId, codeRuleId, remark: 'x' })).body.code).toBe(200);
  });

  it('sorts by the columns of the contract, even when other tables have equal names', async () => {
    for (const column of ['categoryCode', 'categoryName', 'createTime']) {
      for (const isAsc of ['ascending', 'desc']) {
        expect((await planner.get(`/manage/category/list?orderByColumn=${column}&isAsc=${isAsc}`)).body.code).toBe(200);
      }
    }
    expect((await planner.get('/manage/category/list?orderByColumn=batchCount')).body.problem).toBe('invalidInput');
  });

  it('imports its own exported sheet with new codes', async () => {
    const categoryCode = `X-${unique()}`;
    await add({ categoryCode, gtin: '6900000000045', codeRuleId: await rule(), intro: '=1+1' });
    const workbook = (await planner.post('/manage/category/export', `categoryCode=${categoryCode}`)).body as Buffer;
    const [titles = [], row = []] = (await readXlsx(workbook)).sheets[0]?.rows ?? [];
    expect(new Set(titles).size).toBe(titles.length);
    const at = (title: string) => titles.indexOf(title);
    row[at('商品编码')] = `${categoryCode}-2`;
    row[at('GTIN')] = '6900000000052';
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows: [titles, row] }] }));
    expect((await planner.upload('/manage/category/importData', 'goods.xlsx', file)).body).toMatchObject({ data: { count: 1, bad: 0 } });
    const { body } = await planner.get(`/manage/category/list?categoryCode=${categoryCode}-2`);
    expect(body.rows).toMatchObject([{ gtin: '06900000000052', intro: '=1+1', shelfLife: 6, shelfLifeUnit: 'month' }]);
  });

  it('imports all rows or none and reports the invalid row', async () => {
    const template = (await planner.post('/manage/category/importTemplate')).body as Buffer;
    const titles = (await readXlsx(template)).sheets[0]?.rows[0] ?? [];
    const line = (values: Record<string, string>) => titles.map((title) => values[String(title)] ?? null);
    const good = { 商品编码: `I-${unique()}`, 商品名称: '红茶', GTIN: '6900000000069', 状态: '下架' };
    const rows = [titles, line(good), line({ ...good, 商品编码: `I-${unique()}` })];
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows }] }));
    const refusal = (await planner.upload('/manage/category/importData', 'goods.xlsx', file)).body;
    expect(refusal).toMatchObject({
      problem: 'fileRowsWrong',
      msg: expect.stringContaining('第 3 行：GTIN 06900000000069 已属于另一个商品'),
    });
    expect((await planner.get('/manage/category/list?gtin=6900000000069')).body.total).toBe(0);
    const partial = (await planner.upload('/manage/category/importData?keepGood=true', 'goods.xlsx', file)).body;
    expect(partial).toMatchObject({ code: 200, data: { count: 1, bad: 1 } });
    expect((await planner.upload('/manage/category/importData', 'goods.xlsx', Buffer.from('no sheet'))).body.problem).toBe(
      'fileUnreadable',
    );
  });

  it('updates products from a sheet, and keeps blank cells and SSCC prefixes unchanged', async () => {
    const categoryCode = `U-${unique()}`;
    const packaging = [
      { level: 1, contains: 12, gtin: null, ssccPrefix: null },
      { level: 2, contains: 20, gtin: null, ssccPrefix: '06901234' },
    ];
    const categoryId = await add({ categoryCode, brand: '山里', packaging, attributes: [{ name: '产季', value: '春' }] });
    const titles = (await readXlsx((await planner.post('/manage/category/importTemplate')).body)).sheets[0]?.rows[0] ?? [];
    const upload = async (cells: Record<string, string | number>) => {
      const line: Record<string, string | number> = { 商品编码: categoryCode, 商品名称: '白茶', ...cells };
      const rows = [titles, titles.map((title) => line[String(title)] ?? null)];
      const file = Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows }] }));
      return (await planner.upload('/manage/category/importData?updateSupport=1', 'goods.xlsx', file)).body;
    };
    const read = async () => (await planner.get(`/manage/category/${categoryId}`)).body.data;
    expect(await upload({})).toMatchObject({ code: 200, data: { count: 1, updated: 1 } });
    expect(await read()).toMatchObject({ categoryName: '白茶', brand: '山里', packaging, attributes: [{ name: '产季', value: '春' }] });
    const caseTitle = titles.find((title) => /箱/.test(String(title)) && !/GTIN/.test(String(title)));
    expect(await upload({ [String(caseTitle)]: 24 })).toMatchObject({ code: 200 });
    expect((await read()).packaging).toMatchObject([packaging[0], { ...packaging[1], contains: 24 }]);
  });

  it('requires sign-in and the permission', async () => {
    expect((await server.stranger.get('/manage/category/list')).body.code).toBe(401);
    const reader = await server.as(['manage:category:list']);
    expect((await reader.get('/manage/category/list')).body.code).toBe(200);
    expect(await create({}, reader)).toMatchObject({ code: 403 });
  });

  it('shows a branch only its own products, and refuses changes of others', async () => {
    const root = await insertDepartment(server.db);
    const branch = await insertDepartment(server.db, root);
    const [head, manager] = [
      await server.as(permissions, { deptId: root.deptId }),
      await server.as(permissions, { deptId: branch.deptId, dataScope: '4' }),
    ];
    const [above, own] = [await add({}, head), await add({}, manager)];
    expect((await manager.get('/manage/category/list')).body.rows).toMatchObject([{ categoryId: own }]);
    expect((await manager.get(`/manage/category/${above}`)).body.problem).toBe('notFound');
    expect((await manager.put('/manage/category', { categoryId: above, remark: 'x' })).body.problem).toBe('notFound');
    expect((await manager.delete(`/manage/category/${own},${above}`)).body.problem).toBe('notFound');
  });

  it('logs a change in the same transaction, and a refusal without it', async () => {
    await add({ categoryCode: 'LOGGED' });
    await create({ categoryCode: 'LOGGED' });
    const rows = await server.db
      .selectFrom('auditLog')
      .select(['title', 'status', 'errorMsg'])
      .where('operParam', 'like', '%LOGGED%')
      .orderBy('operId')
      .execute();
    expect(rows).toEqual([
      { title: '品类管理', status: '0', errorMsg: null },
      { title: '品类管理', status: '1', errorMsg: 'productCodeTaken' },
    ]);
  });
});
