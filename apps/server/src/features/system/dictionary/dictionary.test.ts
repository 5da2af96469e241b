import { DictionaryData, DictionaryType } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCached } from '../../../platform/cache/cache.ts';
import { isPaused } from '../../../platform/cache/local-cache.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const all = ['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `system:dict:${verb}`);

describe('dictionaries', () => {
  let server: TestServer;
  let keeper: Client;
  let clerk: Client;
  const typeInput = (overrides: object = {}) => ({ dictName: '包装', dictType: `pack_${unique()}`, ...overrides });
  const addType = async (overrides: object = {}) => {
    const input = typeInput(overrides);
    const { body } = await keeper.post('/system/dict/type', input);
    return { ...input, dictId: body.data.dictId as number };
  };
  const addEntry = async (dictType: string, overrides: object = {}) =>
    (await keeper.post('/system/dict/data', { dictType, dictLabel: '盒', dictValue: 'box', ...overrides })).body.data.dictCode as number;
  const entries = async (dictType: string, by = clerk) =>
    (await by.get(`/system/dict/data/type/${encodeURIComponent(dictType)}`)).body.data as Record<string, unknown>[];

  beforeAll(async () => {
    server = await startTestServer();
    keeper = await server.as(all);
    clerk = await server.as([]);
    return () => server.close();
  });

  it('start with the ten RuoYi dictionaries under their numbers', async () => {
    const { body } = await keeper.get('/system/dict/type/list?pageSize=100');
    expect(body.rows.slice(0, 10).map(({ dictId, dictType }: { dictId: number; dictType: string }) => `${dictId} ${dictType}`)).toEqual([
      '1 sys_user_sex',
      '2 sys_show_hide',
      '3 sys_normal_disable',
      '4 sys_job_status',
      '5 sys_job_group',
      '6 sys_yes_no',
      '7 sys_notice_type',
      '8 sys_notice_status',
      '9 sys_oper_type',
      '10 sys_common_status',
    ]);
    expect(DictionaryType.strict().safeParse(body.rows[0]).error).toBeUndefined();
    const operations = await entries('sys_oper_type');
    expect(operations.map(({ dictCode, dictValue }) => [dictCode, dictValue]).at(-1)).toEqual([18, '0']);
    expect(operations).toHaveLength(10);
    expect(DictionaryData.strict().safeParse(operations[0]).error).toBeUndefined();
    expect(await entries('sys_notice_type')).toMatchObject([
      { dictCode: 14, dictLabel: '通知', dictValue: '1', listClass: 'warning', isDefault: 'Y', default: true },
      { dictCode: 15, dictLabel: '公告', dictValue: '2', listClass: 'success', isDefault: 'N', default: false },
    ]);
  });

  it('return enabled entries in order to any signed-in user, and reflect changes at once', async () => {
    const { dictType } = await addType();
    await addEntry(dictType, { dictLabel: '箱', dictValue: 'case', dictSort: 2 });
    const first = await addEntry(dictType, { dictSort: '1' });
    const off = await addEntry(dictType, { dictValue: 'bag', status: 1 });
    expect((await entries(dictType)).map(({ dictValue }) => dictValue)).toEqual(['box', 'case']);
    await keeper.put('/system/dict/data', { dictCode: first, dictSort: 3, dictLabel: '盒子', listClass: 'success' });
    expect(await entries(dictType)).toMatchObject([{ dictValue: 'case' }, { dictLabel: '盒子', listClass: 'success' }]);
    await keeper.put('/system/dict/data', { dictCode: off, status: '0' });
    expect(await entries(dictType)).toHaveLength(3);
    await keeper.delete(`/system/dict/data/${off},${first}`);
    expect(await entries(dictType)).toHaveLength(1);
    expect((await server.stranger.get(`/system/dict/data/type/${dictType}`)).body).toMatchObject({ code: 401 });
  });

  it('pick up a change of another process', async () => {
    const { dictType } = await addType();
    await addEntry(dictType);
    await expect.poll(() => entries(dictType)).toHaveLength(1);
    await sql`insert into dictionary_entry (dict_type, dict_label, dict_value) values (${dictType}, '罐', 'can')`.execute(server.db);
    // earlier than the cache expires after ten seconds
    await expect.poll(() => entries(dictType), { timeout: 8000 }).toHaveLength(2);
  });

  it('are served from the cache', async () => {
    await expect.poll(async () => countStatements(() => entries('sys_yes_no'))).toBe(1);
    expect(await entries('sys_yes_no')).toHaveLength(2);
  });

  it('return nothing for an unknown type', async () => {
    for (const hostile of ["x' or '1'='1", 'sys_user,user_name,password', 'users', '%', 'a'.repeat(3000), '__proto__', '*', '../../x'])
      expect((await clerk.get(`/system/dict/data/type/${encodeURIComponent(hostile)}`)).body, hostile).toMatchObject({
        code: 200,
        data: [],
      });
  });

  it('move their entries when the key changes', async () => {
    const { dictId, dictType } = await addType();
    await addEntry(dictType);
    expect((await keeper.put('/system/dict/type', { dictId, dictType: `${dictType}_new` })).body.code).toBe(200);
    expect(await entries(dictType)).toEqual([]);
    expect(await entries(`${dictType}_new`)).toMatchObject([{ dictType: `${dictType}_new`, dictValue: 'box' }]);
  });

  it('are unique by key, also when two users add one at once', async () => {
    const input = typeInput();
    const both = await Promise.all([1, 2].map(() => keeper.post('/system/dict/type', input)));
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
    expect(both.find(({ body }) => body.code === 500)?.body).toMatchObject({
      problem: 'dictionaryTypeTaken',
      msg: `字典类型“${input.dictType}”已被使用；换一个`,
      params: { field: 'dictType' },
    });
  });

  it('have each value once, also when two users add one at once', async () => {
    const [{ dictType }, other] = [await addType(), await addType()];
    const add = (overrides: object) => keeper.post('/system/dict/data', { dictType, dictLabel: '盒', dictValue: 'box', ...overrides });
    const both = await Promise.all([1, 2].map(() => add({})));
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
    const refusal = { problem: 'dictionaryValueTaken', msg: '键值“box”已用于“盒”；换一个', params: { field: 'dictValue' } };
    expect(both.find(({ body }) => body.code === 500)?.body).toMatchObject(refusal);
    const dictCode = await addEntry(dictType, { dictValue: 'bag' });
    expect((await keeper.put('/system/dict/data', { dictCode, dictValue: 'box' })).body).toMatchObject(refusal);
    const moved = await addEntry(other.dictType);
    expect((await keeper.put('/system/dict/data', { dictCode: moved, dictType })).body).toMatchObject(refusal);
    // an older duplicate can still be changed
    await sql`update dictionary_entry set dict_value = 'box' where dict_code = ${dictCode}`.execute(server.db);
    expect((await keeper.put('/system/dict/data', { dictCode, dictValue: 'box', remark: '旧' })).body.code).toBe(200);
    expect((await keeper.put('/system/dict/data', { dictCode, dictValue: 'bag' })).body.code).toBe(200);
  });

  it('cannot be deleted while they have entries, and the message names the dictionary', async () => {
    const [used, empty] = [await addType({ dictName: '用着的' }), await addType()];
    const dictCode = await addEntry(used.dictType);
    expect((await keeper.delete(`/system/dict/type/${empty.dictId},${used.dictId}`)).body).toMatchObject({
      code: 500,
      problem: 'dictionaryTypeInUse',
      msg: '字典“用着的”还有数据，不能删除；先删除它的数据',
    });
    expect((await keeper.get(`/system/dict/type/${empty.dictId}`)).body.code).toBe(200);
    await keeper.delete(`/system/dict/data/${dictCode}`);
    expect((await keeper.delete(`/system/dict/type/${empty.dictId},${used.dictId}`)).body.code).toBe(200);
    expect((await keeper.delete(`/system/dict/type/${used.dictId}`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('reject invalid keys, classes and flags, and entries without a dictionary', async () => {
    const { dictType } = await addType();
    for (const key of ['Pack', '1pack', 'pack-1', 'pack type', 'x'.repeat(101)])
      expect((await keeper.post('/system/dict/type', typeInput({ dictType: key }))).body, key).toMatchObject({
        params: { field: 'dictType' },
      });
    const invalidInputs: [given: object, field: string][] = [
      [{ cssClass: '"><img src=x onerror=alert(1)>' }, 'cssClass'],
      [{ cssClass: 'a;b' }, 'cssClass'],
      [{ listClass: 'red' }, 'listClass'],
      [{ isDefault: 'X' }, 'isDefault'],
      [{ status: '2' }, 'status'],
      [{ dictSort: -1 }, 'dictSort'],
      [{ dictLabel: ' ' }, 'dictLabel'],
    ];
    for (const [overrides, field] of invalidInputs)
      expect(
        (await keeper.post('/system/dict/data', { dictType, dictLabel: '盒', dictValue: 'box', ...overrides })).body,
        field,
      ).toMatchObject({
        problem: 'invalidInput',
        params: { field },
      });
    expect((await keeper.post('/system/dict/data', { dictType: 'no_such', dictLabel: '盒', dictValue: 'box' })).body).toMatchObject({
      problem: 'referenceNotFound',
      params: { field: 'dictType' },
    });
    // the dictionary of an entry is selected, the key of a dictionary is entered
    expect((await keeper.post('/system/dict/data', { dictLabel: '盒', dictValue: 'box' })).body.msg).toMatch(/未选择；选择后再提交$/);
    expect((await keeper.post('/system/dict/type', { dictName: '盒' })).body.msg).toMatch(/未填写；填写后再提交$/);
  });

  it('accept the whole record of a client, including nulls', async () => {
    const { dictType } = await addType();
    const dictCode = await addEntry(dictType);
    const { data } = (await keeper.get(`/system/dict/data/${dictCode}`)).body;
    const { body } = await keeper.put('/system/dict/data', { ...data, dictLabel: '纸盒', updateBy: null, params: {}, default: true });
    expect(body.code).toBe(200);
    expect((await keeper.get(`/system/dict/data/${dictCode}`)).body.data).toMatchObject({
      dictLabel: '纸盒',
      isDefault: 'N',
      default: false,
      updateBy: keeper.userName,
    });
  });

  it('reject an edit of an outdated dictionary or entry', async () => {
    const { dictType, dictId } = await addType();
    const dictCode = await addEntry(dictType);
    for (const [path, record] of [
      ['/system/dict/type', { dictId, dictName: '包装' }],
      ['/system/dict/data', { dictCode, dictLabel: '盒' }],
    ] as const) {
      const change = async (remark: string) => (await keeper.put(path, { ...record, version: 1, remark })).body;
      const both = await Promise.all([change('甲'), change('乙')]);
      expect(both.map(({ problem = 'none' }) => problem).sort()).toEqual(['none', 'recordStale']);
      const id = 'dictId' in record ? record.dictId : record.dictCode;
      const storedRemark = both[0]?.code === 200 ? '甲' : '乙';
      expect((await keeper.get(`${path}/${id}`)).body.data).toMatchObject({ remark: storedRemark, version: 2 });
    }
  });

  it('list the entries of a dictionary in order, and treat a percent sign as text', async () => {
    const { dictType } = await addType();
    const [later, sooner] = [await addEntry(dictType), await addEntry(dictType, { dictValue: 'bag' })];
    const codes = async (query: string) =>
      (await keeper.get(`/system/dict/data/list?dictType=${dictType}${query}`)).body.rows.map(
        ({ dictCode }: { dictCode: number }) => dictCode,
      );
    expect(await codes('')).toEqual([later, sooner]);
    await keeper.put('/system/dict/data', { dictCode: later, dictSort: 9 });
    expect(await codes('')).toEqual([sooner, later]);
    expect(await codes('&dictLabel=%25')).toEqual([]);
    expect((await keeper.get('/system/dict/data/list?orderByColumn=remark')).body).toMatchObject({ problem: 'invalidInput' });
  });

  it('clear the cache with refreshCache, offer enabled dictionaries, and export both lists', async () => {
    const remembered = (value: string) => readCached(server.db, 'sys_dict', 'probe', async () => value);
    await expect.poll(() => isPaused(server.db, 'sys_dict')).toBe(false);
    await remembered('before');
    expect((await keeper.delete('/system/dict/type/refreshCache')).body.code).toBe(200);
    expect(await remembered('after')).toBe('after');
    const { dictId } = await addType();
    await keeper.put('/system/dict/type', { dictId, status: '1' });
    const choices = (await clerk.get('/system/dict/type/optionselect')).body.data as { dictId: number }[];
    expect(choices.map((type) => type.dictId)).toContain(1);
    expect(choices.map((type) => type.dictId)).not.toContain(dictId);
    for (const noun of ['type', 'data']) expect((await keeper.post(`/system/dict/${noun}/export`, '')).type).toContain('spreadsheetml');
  });

  it('require the permission, and log changes with the RuoYi titles', async () => {
    const { dictType } = await addType();
    const dictCode = await addEntry(dictType);
    for (const answer of [
      await clerk.get('/system/dict/type/list'),
      await clerk.post('/system/dict/type', typeInput()),
      await clerk.put('/system/dict/data', { dictCode, dictLabel: 'x' }),
      await clerk.delete(`/system/dict/data/${dictCode}`),
      await clerk.delete('/system/dict/type/refreshCache'),
    ])
      expect(answer.body).toMatchObject({ code: 403, problem: 'forbidden' });
    await keeper.delete(`/system/dict/data/${dictCode}`);
    const rows = await server.db.selectFrom('auditLog').select(['title', 'businessType']).orderBy('operId', 'desc').limit(1).execute();
    expect(rows).toEqual([{ title: '字典类型', businessType: 3 }]);
  });
});
