import type { CacheKeys } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { cacheNames } from '../../../platform/cache/cache-names.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const LIST = 'monitor:cache:list';
const REMOVE = 'monitor:cache:remove';

describe('cache pages', () => {
  let server: TestServer;
  let operator: Client;
  const keysOf = async (name: string) => (await operator.get(`/monitor/cache/getKeys/${name}`)).body.data as string[];
  const entryOf = async (name: string, key: string) =>
    (await operator.get(`/monitor/cache/getValue/${name}/${encodeURIComponent(key)}`)).body;
  const dictionary = () => operator.get('/system/dict/data/type/sys_yes_no');

  beforeAll(async () => {
    server = await startTestServer();
    operator = await server.as([LIST, REMOVE]);
    return () => server.close();
  });

  it('show the process memory in the RuoYi format when no cache is shared', async () => {
    await dictionary();
    await dictionary();
    const { data } = (await operator.get('/monitor/cache')).body;
    expect(data).toMatchObject({ state: 'process', memory: { most: null }, info: { redis_mode: 'standalone', aof_enabled: '0' } });
    expect(data.dbSize).toBeGreaterThan(0);
    expect(data.hits).toBeGreaterThan(0);
    expect(data.commandStats).toContainEqual({ name: 'get', value: expect.stringMatching(/^\d+$/) });
  });

  it('list the seven RuoYi caches first and the others after them, each with a description', async () => {
    const { data } = (await operator.get('/monitor/cache/getNames')).body;
    expect(data.map(({ cacheName }: { cacheName: string }) => cacheName)).toEqual(cacheNames.map((name) => `${name}:`));
    expect(data.slice(0, 7).map(({ remark }: { remark: string }) => remark)).toEqual([
      ...['用户信息', '配置信息', '数据字典', '验证码', '防重提交', '限流处理', '密码错误次数'],
    ]);
    for (const { remark } of data) expect(remark).not.toContain('monitor.');
  });

  it('show a requested dictionary with its full keys and its value as JSON', async () => {
    await dictionary();
    expect(await keysOf('sys_dict:')).toContain('sys_dict:sys_yes_no');
    const { data } = await entryOf('sys_dict', 'sys_dict:sys_yes_no');
    expect(data).toMatchObject({ cacheName: 'sys_dict', cacheKey: 'sys_yes_no', remark: '数据字典', masked: false });
    expect(JSON.parse(data.cacheValue)).toMatchObject([{ dictValue: 'Y' }, { dictValue: 'N' }]);
    const { data: page } = (await operator.get('/monitor/cache/keys?cacheName=sys_dict&part=yes_no')).body;
    expect(page).toMatchObject({ rows: [{ cacheKey: 'sys_dict:sys_yes_no', left: expect.any(Number) }], cursor: null });
  });

  it('page through the keys without losing or repeating one', async () => {
    for (let index = 0; index < 7; index++) await operator.get(`/system/dict/data/type/none_${index}`);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const url: string = `/monitor/cache/keys?cacheName=sys_dict&part=none_&pageSize=3&cursor=${encodeURIComponent(cursor)}`;
      const part: CacheKeys = (await operator.get(url)).body.data;
      seen.push(...part.rows.map(({ cacheKey }) => cacheKey));
      cursor = part.cursor;
    }
    expect(seen).toEqual(Array.from({ length: 7 }, (_, index) => `sys_dict:none_${index}`));
  });

  it('clear one key or one cache, and read fresh data at the next request', async () => {
    await dictionary();
    expect((await operator.delete('/monitor/cache/clearCacheKey/sys_dict:sys_yes_no')).body.code).toBe(200);
    expect(await keysOf('sys_dict')).not.toContain('sys_dict:sys_yes_no');
    await dictionary();
    expect((await operator.delete('/monitor/cache/clearCacheName/sys_dict:')).body.code).toBe(200);
    expect(await keysOf('sys_dict')).toEqual([]);
    expect((await dictionary()).body.data).toHaveLength(2);
  });

  it('show sessions by a harmless ID, and neither captchas nor their answers', async () => {
    const { data: mine } = (await operator.get(`/monitor/cache/keys?cacheName=login_tokens`)).body;
    for (const { cacheKey } of mine.rows) {
      const { data } = await entryOf('login_tokens', cacheKey);
      expect(JSON.parse(data.cacheValue)).toHaveProperty('userName');
      expect(data.cacheValue).not.toContain(operator.token);
      const asToken = { authorization: `Bearer ${cacheKey.split(':')[1]}` };
      expect((await server.stranger.get('/getInfo', asToken)).body).toMatchObject({ code: 401 });
    }
    const { body: captcha } = await server.stranger.get('/captchaImage');
    const [key = ''] = await keysOf('captcha_codes');
    expect(key.replaceAll('-', '')).toContain(captcha.uuid);
    expect((await entryOf('captcha_codes', key)).data).toMatchObject({ masked: true, cacheValue: '******' });
  });

  it('never cache a secret setting', async () => {
    const admin = await server.as([LIST, 'system:config:query', 'system:user:add']);
    await admin.get('/system/config/configKey/sys.user.initPassword');
    await admin.get('/system/config/configKey/sys.index.skinName');
    expect(await keysOf('sys_config')).toEqual(['sys_config:(public)', 'sys_config:sys.index.skinName']);
  });

  it('report unknown session and captcha keys as not found', async () => {
    for (const name of ['login_tokens', 'captcha_codes'])
      expect((await operator.delete(`/monitor/cache/clearCacheKey/${name}:nobody`)).body).toMatchObject({ problem: 'notFound' });
  });

  it('refuse to clear idempotency records, with the reason', async () => {
    const { body } = await operator.delete('/monitor/cache/clearCacheName/repeat_submit:');
    expect(body).toMatchObject({ code: 500, problem: 'cacheNotClearable', msg: expect.stringContaining('防重提交') });
  });

  it('unlock an account when its failure count is cleared', async () => {
    await server.db.insertInto('signInFailure').values({ userName: 'locked', failureCount: 5, expireTime: '2999-01-01' }).execute();
    expect(JSON.parse((await entryOf('pwd_err_cnt', 'locked')).data.cacheValue)).toEqual({ failureCount: 5 });
    await operator.delete('/monitor/cache/clearCacheKey/pwd_err_cnt:locked');
    expect(await server.db.selectFrom('signInFailure').selectAll().where('userName', '=', 'locked').execute()).toEqual([]);
  });

  it('count callers of rate limits, and reset the count when it is cleared', async () => {
    await server.stranger.get('/captchaImage');
    const [key = ''] = await keysOf('rate_limit');
    expect(key).toMatch(/^rate_limit:captcha:/);
    expect(JSON.parse((await entryOf('rate_limit', key)).data.cacheValue).length).toBeGreaterThan(0);
    await operator.delete(`/monitor/cache/clearCacheKey/${encodeURIComponent(key)}`);
    expect(await keysOf('rate_limit')).not.toContain(key);
  });

  it('show and end only sessions that the user may see', async () => {
    const branch = await server.as([LIST, REMOVE], { deptId: 103, dataScope: '3' });
    const other = await server.as([], { deptId: 100 });
    const { data } = (await branch.get('/monitor/cache/keys?cacheName=login_tokens')).body;
    const names = await Promise.all(
      data.rows.map(
        async ({ cacheKey }: { cacheKey: string }) => (await branch.get(`/monitor/cache/getValue/login_tokens/${cacheKey}`)).body,
      ),
    );
    expect(JSON.stringify(names)).not.toContain(other.userName);
    expect((await branch.delete('/monitor/cache/clearCacheName/login_tokens')).body.code).toBe(200);
    expect((await other.get('/getInfo')).body.code).toBe(200);
    expect((await branch.get('/getInfo')).body.code).toBe(401);
  });

  it('clear all caches and sessions only with a recent password', async () => {
    const keeper = await server.as([LIST, REMOVE]);
    const long = server.db.updateTable('session').set({ confirmTime: '2020-01-01' }).where('userId', '=', keeper.userId);
    await long.execute();
    expect((await keeper.delete('/monitor/cache/clearCacheAll')).body).toMatchObject({ problem: 'passwordNeeded' });
    expect((await keeper.delete('/monitor/cache/clearCacheName/login_tokens')).body).toMatchObject({ problem: 'passwordNeeded' });
    expect((await operator.delete('/monitor/cache/clearCacheAll')).body.code).toBe(200);
    expect((await operator.get('/getInfo')).body.code).toBe(401);
    operator = await server.as([LIST, REMOVE]);
    expect(await server.db.selectFrom('captcha').selectAll().execute()).toEqual([]);
  });

  it('require the permission, and a separate one for clearing', async () => {
    const [reader, nobody] = [await server.as([LIST]), await server.as([])];
    expect((await reader.delete('/monitor/cache/clearCacheAll')).body).toMatchObject({ code: 403 });
    for (const rest of ['', '/getNames', '/getKeys/sys_dict', '/keys?cacheName=sys_dict', '/getValue/sys_dict/x'])
      expect((await nobody.get(`/monitor/cache${rest}`)).body).toMatchObject({ code: 403 });
    expect((await reader.get('/monitor/cache/getKeys/nothing')).body).toMatchObject({ problem: 'notFound' });
    expect((await reader.get('/monitor/cache/getValue/sys_dict/nothing')).body).toMatchObject({ problem: 'notFound' });
  });

  it('write an audit log entry for each clearing', async () => {
    await operator.delete('/monitor/cache/clearCacheName/sys_config');
    const row = await server.db.selectFrom('auditLog').selectAll().orderBy('operId', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ title: '缓存清理', businessType: 9, status: '0', operUrl: '/api/monitor/cache/clearCacheName/sys_config' });
  });
});
