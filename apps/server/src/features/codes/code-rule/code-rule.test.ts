import { CodeRule } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeRuleInput, insertBatch, insertDepartment, productInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';

const permissions = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `manage:codeRule:${verb}`);

describe('code rules', () => {
  let server: TestServer;
  let planner: Awaited<ReturnType<TestServer['as']>>;
  const create = async (overrides = {}, by = planner) => (await by.post('/manage/codeRule', codeRuleInput(overrides))).body;
  const add = async (overrides = {}, by = planner) => (await create(overrides, by)).data.codeRuleId as number;
  const read = async (id: number) => (await planner.get(`/manage/codeRule/${id}`)).body.data;

  beforeAll(async () => {
    server = await startTestServer();
    planner = await server.as([...permissions, 'manage:category:add']);
    return () => server.close();
  });

  it('returns a new rule with the capacity of its space, and only fields of the contract', async () => {
    const codeRuleId = await add({ ruleName: '默认规则', prefix: 'AA', checkCharacter: true });
    const { body } = await planner.get(`/manage/codeRule/list?ruleName=${encodeURIComponent('默认')}`);
    const computedFields = { length: 19, epoch: 1, epochCount: 1, issuedCount: 0, leftCount: 32 ** 8, batchCount: 0 };
    expect(body).toMatchObject({ total: 1, rows: [{ codeRuleId, form: 'url', pinDigits: 0, checkCharacter: true, ...computedFields }] });
    expect(CodeRule.strict().safeParse(body.rows[0]).error).toBeUndefined();
  });

  it('shares a space between rules of one shape, and counts the codes of both', async () => {
    const [one, two] = [await add({ prefix: 'BB' }), await add({ prefix: 'BB', pinDigits: 6 })];
    const { spaceId } = await read(one);
    expect((await read(two)).spaceId).toBe(spaceId);
    await codeSpaceService.allocate(server.db, spaceId, 5000);
    for (const id of [one, two]) expect(await read(id)).toMatchObject({ issuedCount: 5000, leftCount: 32 ** 8 - 5000 });
  });

  it('rejects a rule below the security limit with its odds, and creates no rule or space', async () => {
    const count = async () => (await server.db.selectFrom('codeSpace').select('spaceId').execute()).length;
    const before = [(await planner.get('/manage/codeRule/list')).body.total, await count()];
    expect(await create({ alphabet: 'decimal', serialDigits: 12, tagDigits: 3 })).toMatchObject({
      code: 500,
      problem: 'codeRuleTooWeak',
      params: { odds: 1000, floor: 10_000, field: 'tagDigits' },
      msg: '规则太弱：随机猜中的概率约为 1/1,000，高于 1/10,000 的底线；增加防伪位数',
    });
    expect(await create({ tagDigits: 2 })).toMatchObject({ problem: 'codeRuleTooWeak', params: { odds: 1024 } });
    expect([(await planner.get('/manage/codeRule/list')).body.total, await count()]).toEqual(before);
    expect((await create({ prefix: 'EX', alphabet: 'decimal', serialDigits: 12, tagDigits: 4 })).code).toBe(200);
  });

  it('reports the error of a shape at its field, in the language of the user', async () => {
    const refusals: [object, string, string][] = [
      [{ serialDigits: 9 }, 'serialDigits', '码的组成不对；序列位数应为 1 至 8'],
      [{ tagDigits: 9 }, 'tagDigits', '码的组成不对；防伪位数应为 1 至 8'],
      [
        { alphabet: 'decimal', serialDigits: 12, tagDigits: 12, checkCharacter: true },
        'serialDigits',
        '码的组成不对；整码长 25 位，至多 24 位；减少位数或前缀',
      ],
      [
        { prefix: 'ABCD', checkCharacter: true, form: 'digitalLink' },
        'serialDigits',
        '码的组成不对；整码长 21 位，至多 20 位；减少位数或前缀',
      ],
    ];
    for (const [overrides, field, msg] of refusals) {
      expect(await create(overrides)).toMatchObject({ code: 500, problem: 'codeRuleShapeWrong', params: { field }, msg });
    }
    const english = await planner.post('/manage/codeRule', codeRuleInput({ serialDigits: 9 }), { 'accept-language': 'en-US' });
    expect(english.body.msg).toContain('Use 1 to 8 serial digits');
  });

  it('rejects an invalid rule and names the field', async () => {
    const wrong = [
      { prefix: 'OIL' },
      { prefix: 'ABCDE' },
      { alphabet: 'hex' },
      { pinDigits: 9 },
      { ruleName: '' },
      { serialDigits: 0 },
      { form: 'x' },
    ];
    for (const overrides of wrong) {
      expect(await create(overrides)).toMatchObject({ problem: 'invalidInput', params: { field: Object.keys(overrides)[0] } });
    }
  });

  it('rejects a duplicate name, and another split of the same texts', async () => {
    await add({ ruleName: '同名', prefix: 'CC' });
    expect(await create({ ruleName: '同名', prefix: 'CC' })).toMatchObject({
      problem: 'codeRuleNameTaken',
      msg: '码规则名称“同名”已被使用；换一个',
    });
    expect(await create({ prefix: 'CC', serialDigits: 7, checkCharacter: true })).toMatchObject({
      problem: 'codeSpaceTaken',
      msg: '前缀“CC”、长 18 位的码已用另一种分段；换一个前缀或长度',
    });
  });

  it('creates one space when ten planners add rules of one new shape at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => add({ prefix: 'DD' })));
    const spaces = await Promise.all(ids.map(async (id) => (await read(id)).spaceId));
    expect(new Set(spaces).size).toBe(1);
  });

  it('changes only the submitted fields, never the shape', async () => {
    const codeRuleId = await add({ prefix: 'EE', pinDigits: 4 });
    const before = await read(codeRuleId);
    const changes = { codeRuleId, ruleName: '新名', form: 'number', pinDigits: 6, status: '1', remark: '说明', version: 1 };
    expect((await planner.put('/manage/codeRule', changes)).body.code).toBe(200);
    const { updateTime, ...after } = await read(codeRuleId);
    expect({ ...after, updateTime }).toEqual({ ...before, ...changes, version: 2, updateBy: planner.userName, updateTime });
    expect((await planner.put('/manage/codeRule', { ...after, remark: null })).body.code).toBe(200);
    for (const overrides of [{ prefix: 'FF' }, { alphabet: 'decimal' }, { serialDigits: 7 }, { tagDigits: 7 }, { checkCharacter: true }]) {
      const { body } = await planner.put('/manage/codeRule', { codeRuleId, ...overrides });
      expect(body).toMatchObject({ problem: 'codeRuleShapeFixed', params: { field: Object.keys(overrides)[0] } });
    }
    expect((await planner.put('/manage/codeRule', { codeRuleId, version: 1, remark: 'x' })).body.problem).toBe('recordStale');
  });

  it('locks the PIN of a used rule, and rejects a Digital Link that exceeds AI 21', async () => {
    const codeRuleId = await add({ prefix: 'GGGG', checkCharacter: true, pinDigits: 4 });
    await insertBatch(server.db, { codeRuleId });
    expect((await planner.put('/manage/codeRule', { codeRuleId, pinDigits: 6 })).body.problem).toBe('codeRulePinFixed');
    expect((await planner.put('/manage/codeRule', { codeRuleId, pinDigits: 4, remark: '可改' })).body.code).toBe(200);
    expect((await planner.put('/manage/codeRule', { codeRuleId, form: 'digitalLink' })).body.problem).toBe('codeRuleShapeWrong');
  });

  it('keeps a used rule, deletes all or none, and frees the texts of an unused space', async () => {
    const [byGoods, byBatch, unused] = [await add({ prefix: 'HH' }), await add({ prefix: 'HH' }), await add({ prefix: 'JJ' })];
    await planner.post('/manage/category', productInput({ codeRuleId: byGoods }));
    await insertBatch(server.db, { codeRuleId: byBatch });
    for (const used of [byGoods, byBatch]) {
      expect((await planner.delete(`/manage/codeRule/${unused},${used}`)).body).toMatchObject({ code: 500, problem: 'codeRuleInUse' });
    }
    expect((await planner.delete(`/manage/codeRule/${unused}`)).body.code).toBe(200);
    expect((await create({ prefix: 'JJ', serialDigits: 7, checkCharacter: true })).code).toBe(200);
    expect((await planner.delete('/manage/codeRule/999999')).body.problem).toBe('notFound');
  });

  it('requires sign-in and the permission', async () => {
    expect((await server.stranger.get('/manage/codeRule/list')).body.code).toBe(401);
    const reader = await server.as(['manage:codeRule:list']);
    expect((await reader.get('/manage/codeRule/list?orderByColumn=createTime&isAsc=desc')).body.code).toBe(200);
    expect(await create({}, reader)).toMatchObject({ code: 403 });
  });

  it('shows a branch only its own rules, and refuses changes of others', async () => {
    const root = await insertDepartment(server.db);
    const branch = await insertDepartment(server.db, root);
    const [head, manager] = [
      await server.as(permissions, { deptId: root.deptId }),
      await server.as(permissions, { deptId: branch.deptId, dataScope: '4' }),
    ];
    const [above, own] = [await add({}, head), await add({}, manager)];
    expect((await manager.get('/manage/codeRule/list')).body.rows).toMatchObject([{ codeRuleId: own }]);
    expect((await manager.put('/manage/codeRule', { codeRuleId: above, remark: 'x' })).body.problem).toBe('notFound');
    expect((await manager.delete(`/manage/codeRule/${own},${above}`)).body.problem).toBe('notFound');
  });

  it('exports the list and logs each change', async () => {
    await add({ ruleName: 'LOGGED-RULE' });
    const { body } = await planner.post('/manage/codeRule/export', 'ruleName=LOGGED-RULE');
    expect(body.subarray(0, 2).toString()).toBe('PK');
    const rows = await server.db
      .selectFrom('auditLog')
      .select(['title', 'businessType'])
      .where('operParam', 'like', '%LOGGED-RULE%')
      .orderBy('operId')
      .execute();
    expect(rows).toEqual([
      { title: '码规则', businessType: 1 },
      { title: '码规则', businessType: 5 },
    ]);
  });
});
