import { Category, categories, categoryKinds } from '@suyuan/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const verbs = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import'];
const permissions = categoryKinds.flatMap((kind) => verbs.map((verb) => `digit:${kind}:${verb}`));

describe('category tree', () => {
  let server: TestServer;
  let planner: Client;
  const nodeInput = (overrides: object = {}) => ({ catalogueName: `类${unique()}`, catalogueCode: `C-${unique()}`, ...overrides });
  const create = async (overrides = {}, kind = 'category', by = planner) => (await by.post(`/digit/${kind}`, nodeInput(overrides))).body;
  const add = async (overrides = {}, kind = 'category') => (await create(overrides, kind)).data.catalogueId as number;
  const edit = async (body: object, kind = 'category') => (await planner.put(`/digit/${kind}`, body)).body;
  const list = async (kind = 'category') => (await planner.get(`/digit/${kind}/list`)).body.data as Category[];
  const read = async (id: number, kind = 'category') => (await planner.get(`/digit/${kind}/${id}`)).body.data as Category;
  const changeStatus = async (body: object) => (await planner.put('/digit/category/changeStatus', body)).body;
  const figuresOf = async (catalogueId: number, kind = 'category', by = planner) =>
    (await by.get(`/digit/${kind}/figures`)).body.data.find((row: { catalogueId: number }) => row.catalogueId === catalogueId);
  /** A chain of `levels` categories. */
  const branch = async (levels: number) => {
    const ids: number[] = [];
    for (let level = 0; level < levels; level++) ids.push(await add({ parentId: ids.at(-1) ?? 0 }));
    return ids;
  };

  beforeAll(async () => {
    server = await startTestServer();
    planner = await server.as(permissions);
    return () => server.close();
  });

  it('keeps the four kinds separate, and returns only fields of the contract', async () => {
    for (const kind of categoryKinds) {
      const catalogueId = await add({ catalogueCode: 'SAME' }, kind);
      const [row] = await list(kind);
      expect(row).toMatchObject({ catalogueId, catalogueCode: 'SAME', parentId: 0, ancestors: [], status: '0', orderNum: 0 });
      expect(Category.strict().safeParse(row).error).toBeUndefined();
      for (const other of categoryKinds.filter((each) => each !== kind))
        expect((await planner.get(`/digit/${other}/${catalogueId}`)).body.problem).toBe('notFound');
    }
    expect(categories.traceability.path).toBe('/digit/traceability');
  });

  it('returns EPCIS properties for trace steps and none for other kinds', async () => {
    const step = { bizStep: 'shipping', disposition: 'in_transit', publicFlag: '1' };
    expect(await read(await add(step, 'traceability'), 'traceability')).toMatchObject(step);
    expect(await read(await add({}, 'traceability'), 'traceability')).toMatchObject({ bizStep: null, publicFlag: '0' });
    expect(await read(await add(step))).toMatchObject({ bizStep: null, disposition: null, publicFlag: null });
    expect(await create({ bizStep: 'walking' }, 'traceability')).toMatchObject({ problem: 'invalidInput', params: { field: 'bizStep' } });
  });

  it('reports the invalid field with a correction', async () => {
    await add({ catalogueName: '乳品', catalogueCode: 'DAIRY' });
    const parentId = await add();
    const refusals: [object, string, object, string][] = [
      [{ catalogueName: '' }, 'invalidInput', { field: 'catalogueName' }, '名称未填写；填写后再提交'],
      [{ catalogueName: '长'.repeat(51) }, 'invalidInput', { field: 'catalogueName' }, '名称太长；至多 50 个字符'],
      [
        { catalogueCode: 'dairy' },
        'invalidInput',
        { field: 'catalogueCode' },
        '分类编码的格式不对；应为大写字母、数字、下划线或连字符，如 DAIRY',
      ],
      [{ orderNum: 10_000 }, 'invalidInput', { field: 'orderNum' }, '显示顺序太大；不能大于 9,999'],
      [{ catalogueName: '乳品' }, 'categoryNameTaken', { field: 'catalogueName' }, '同一上级下已有“乳品”；换一个名称'],
      [{ catalogueCode: 'DAIRY' }, 'categoryCodeTaken', { field: 'catalogueCode' }, '编码“DAIRY”已被使用；换一个编码'],
      [{ parentId: 987_654 }, 'referenceNotFound', { field: 'parentId' }, '没有这个上级，或它不在您的数据范围内；另选一个'],
    ];
    for (const [overrides, problem, params, msg] of refusals)
      expect(await create(overrides)).toMatchObject({ code: 500, problem, params, msg });
    expect((await create({ catalogueName: '乳品', parentId })).code).toBe(200);
  });

  it('moves a whole branch, never below itself and never below the fifth level', async () => {
    const [top = 0, second = 0, third = 0] = await branch(3);
    expect(await edit({ catalogueId: top, parentId: third })).toMatchObject({
      problem: 'categoryBelowItself',
      params: { field: 'parentId' },
    });
    expect(await edit({ catalogueId: top, parentId: top })).toMatchObject({ problem: 'categoryBelowItself' });
    const deep = await branch(5);
    expect(await create({ parentId: deep[4] })).toMatchObject({
      problem: 'categoryTooDeep',
      msg: '分类最多 5 级，这样放会超出；选一个更高的上级',
    });
    expect(await edit({ catalogueId: top, parentId: deep[2] })).toMatchObject({ problem: 'categoryTooDeep' });
    expect(await read(third)).toMatchObject({ ancestors: [top, second] });
    expect((await edit({ catalogueId: second, parentId: deep[1] })).code).toBe(200);
    expect(await read(third)).toMatchObject({ ancestors: [deep[0], deep[1], second] });
    expect((await edit({ catalogueId: second, parentId: 0 })).code).toBe(200);
    expect(await read(third)).toMatchObject({ ancestors: [second] });
  });

  it('prevents a cycle when two branches are moved below each other at once', async () => {
    const [one, two] = [await add(), await add()];
    const both = await Promise.all([edit({ catalogueId: one, parentId: two }), edit({ catalogueId: two, parentId: one })]);
    expect(both.map(({ code, problem }) => problem ?? code).sort()).toEqual([200, 'categoryBelowItself']);
  });

  it('disables children only on confirmation, and enables the parents', async () => {
    const [top = 0, middle = 0, leaf = 0] = await branch(3);
    expect(await changeStatus({ catalogueId: top, status: '1' })).toMatchObject({
      code: 601,
      problem: 'categoryHasEnabledChildren',
      msg: expect.stringContaining('还有 2 个启用的下级'),
    });
    expect((await changeStatus({ catalogueId: top, status: '1', below: true })).code).toBe(200);
    expect([await read(top), await read(middle), await read(leaf)].map(({ status }) => status)).toEqual(['1', '1', '1']);
    expect(await create({ parentId: top })).toMatchObject({ problem: 'categoryParentOff' });
    await changeStatus({ catalogueId: middle, status: '0' });
    expect([await read(top), await read(middle), await read(leaf)].map(({ status }) => status)).toEqual(['0', '0', '1']);
    await changeStatus({ catalogueId: top, status: '0', below: true });
    expect((await read(leaf)).status).toBe('0');
  });

  it('saves a new order of siblings completely or not at all', async () => {
    const parentId = await add();
    const [one, two] = [await add({ parentId }), await add({ parentId })];
    const sort = async (catalogueIds: string, orderNums: string) =>
      (await planner.put('/digit/category/updateSort', { catalogueIds, orderNums })).body;
    expect((await sort(`${one},${two}`, '2,1')).code).toBe(200);
    const below = (await list()).filter((row) => row.parentId === parentId);
    expect(below.map(({ catalogueId }) => catalogueId)).toEqual([two, one]);
    expect((await sort(`${one},987654`, '5,6')).problem).toBe('notFound');
    expect((await sort(`${one},${two}`, '5')).problem).toBe('invalidInput');
    expect((await read(one)).orderNum).toBe(2);
  });

  it('refuses to delete a category with children or records', async () => {
    const [top, child] = await branch(2);
    expect((await planner.delete(`/digit/category/${top}`)).body).toMatchObject({ code: 601, problem: 'categoryHasChildren' });
    const { batchId } = await insertBatch(server.db);
    const goods = server.db.selectFrom('batch').select('categoryId').where('batchId', '=', batchId);
    await server.db.updateTable('product').set({ catalogueId: child }).where('categoryId', '=', goods).execute();
    expect((await planner.delete(`/digit/category/${child}`)).body).toMatchObject({
      code: 601,
      problem: 'categoryInUse',
      msg: expect.stringContaining('还有归档的记录，不能删除'),
    });
    const empty = await add({ catalogueName: '空类别' });
    expect((await planner.delete(`/digit/category/${empty},${child}`)).body.msg).toContain((await read(child!)).catalogueName);
    expect((await planner.delete(`/digit/supplier/${child}`)).body.problem).toBe('notFound');
    await server.db.updateTable('product').set({ catalogueId: null }).where('categoryId', '=', goods).execute();
    expect((await planner.delete(`/digit/category/${top},${child},${empty}`)).body.code).toBe(200);
  });

  it('counts the records of a category and its branch within the data scope', async () => {
    const [top = 0, leaf = 0] = await branch(2);
    const batch = await insertBatch(server.db);
    const { categoryId, codeRuleId } = await server.db
      .selectFrom('batch')
      .select(['categoryId', 'codeRuleId'])
      .where('batchId', '=', batch.batchId)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('product').set({ catalogueId: leaf }).where('categoryId', '=', categoryId).execute();
    await server.db.updateTable('batch').set({ state: 'active' }).where('batchId', '=', batch.batchId).execute();
    await insertBatch(server.db, { categoryId, codeRuleId });
    const { spaceId } = await server.db
      .selectFrom('codeRule')
      .select('spaceId')
      .where('codeRuleId', '=', codeRuleId)
      .executeTakeFirstOrThrow();
    const range = { batchId: batch.batchId, spaceId, epoch: 1, ordinalFrom: 0, serialFrom: 5e9, count: 700 };
    await server.db.insertInto('batchRange').values(range).execute();
    const expectedFigures = { records: 1, activeBatches: 1, codes: 700, scans: 0, suspects: 0 };
    const noFigures = { records: 0, activeBatches: 0, codes: 0 };
    expect(await figuresOf(leaf)).toMatchObject({ own: expectedFigures, branch: expectedFigures });
    expect(await figuresOf(top)).toMatchObject({ own: noFigures, branch: expectedFigures });
    const department = await insertDepartment(server.db);
    const outsider = await server.as(permissions, { deptId: department.deptId, dataScope: '3' });
    expect(await figuresOf(leaf, 'category', outsider)).toBeUndefined();
    for (const kind of categoryKinds) expect((await planner.get(`/digit/${kind}/figures`)).body.code).toBe(200);
  });

  it('imports its own exported sheet, and reports the invalid row', async () => {
    const [top = 0] = await branch(2);
    await edit({ catalogueId: top, catalogueName: '茶叶大类' });
    const sheet = (await planner.post('/digit/category/export')).body as Buffer;
    const [titles = [], ...lines] = (await readXlsx(sheet)).sheets[0]?.rows ?? [];
    const at = (title: string) => titles.indexOf(title);
    const codes = lines.map((line) => line[at('分类编码')]);
    for (const line of lines) expect(line[at('上级编码')] ?? codes[0]).toSatisfy((code) => codes.includes(code as string));
    expect(lines.map((line) => line[at('名称')])).toContain('茶叶大类');

    const send = async (rows: unknown[][], query = '') => {
      const file = Buffer.from(await writeXlsx({ sheets: [{ name: '目录', rows: rows as never }] }));
      return (await planner.upload(`/digit/traceability/importData${query}`, 'tree.xlsx', file)).body;
    };
    const head = ['环节编码', '名称', '上级编码', '状态', '默认业务步骤', '消费者可见'];
    const validRows = [
      // the child before its parent
      ['PACK', '包装', 'MAKE', '停用', 'packing', '内部'],
      ['MAKE', '生产', null, '启用', 'commissioning', '公开'],
    ];
    expect(await send([head, ...validRows, ['BAD', '坏行', 'NOBODY', null, null, null]])).toMatchObject({
      problem: 'fileRowsWrong',
      msg: expect.stringContaining('第 4 行：没有这个上级编码'),
    });
    expect(await send([head, ...validRows])).toMatchObject({ code: 200, data: { count: 2, bad: 0 } });
    // refused for the last line alone, however deep the tree is
    const chain = Array.from({ length: 9000 }, (_, at) => [`D${at}`, `第${at}层`, `D${at + 1}`, null, null, null]);
    expect(await send([head, ...chain.slice(0, 9000)], '?dryRun=1')).toMatchObject({ code: 200 });
    const tree = await list('traceability');
    const make = tree.find(({ catalogueCode }) => catalogueCode === 'MAKE');
    expect(tree.find(({ catalogueCode }) => catalogueCode === 'PACK')).toMatchObject({
      parentId: make?.catalogueId,
      status: '1',
      bizStep: 'packing',
      publicFlag: '1',
    });
  });

  it('rejects an outdated version, and adds a repeated request once', async () => {
    const catalogueId = await add();
    expect((await edit({ catalogueId, version: 1, remark: 'x' })).code).toBe(200);
    expect((await edit({ catalogueId, version: 1, remark: 'y' })).problem).toBe('recordStale');
    expect((await read(catalogueId)).remark).toBe('x');
    const before = (await list()).length;
    const input = nodeInput();
    const key = { 'idempotency-key': `tree-${unique()}` };
    const [one, two] = [await planner.post('/digit/category', input, key), await planner.post('/digit/category', input, key)];
    expect(two.body.data).toEqual(one.body.data);
    expect((await list()).length).toBe(before + 1);
  });

  it('requires sign-in and the permission of each kind', async () => {
    expect((await server.stranger.get('/digit/category/list')).body.code).toBe(401);
    const reader = await server.as(['digit:category:list']);
    expect((await reader.get('/digit/category/list')).body.code).toBe(200);
    expect((await reader.get('/digit/supplier/list')).body.code).toBe(403);
    expect(await create({}, 'category', reader)).toMatchObject({ code: 403 });
    expect((await reader.put('/digit/category/changeStatus', { catalogueId: 1, status: '1' })).body.code).toBe(403);
  });
});
