import { Config, configKinds } from '@suyuan/contract';
import { COMPANY_AT_FIRST } from '@suyuan/contract/company';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCached } from '../../../platform/cache/cache.ts';
import { isPaused } from '../../../platform/cache/local-cache.ts';
import { unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as settingService from './setting.service.ts';
import { validatorOf } from './setting.service.ts';

describe('settings', () => {
  let server: TestServer;
  const refusal = (key: string, value: string) =>
    settingService.set(server.db, key, value).then(
      () => 'none',
      ({ problem, params }) => ({ problem, params }),
    );

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('return a value to any signed-in user, in both fields that clients read', async () => {
    const clerk = await server.as([]);
    expect((await clerk.get('/system/config/configKey/sys.index.sideTheme')).body).toEqual({
      code: 200,
      msg: 'theme-dark',
      data: 'theme-dark',
    });
    expect((await clerk.get('/system/config/configKey/no.such.key')).body).toEqual({ code: 200, msg: '', data: '' });
    expect((await server.stranger.get('/system/config/configKey/sys.index.sideTheme')).body).toMatchObject({ code: 401 });
  });

  it('return only public values without sign-in', async () => {
    expect((await server.stranger.get('/public/settings')).body.data.company).toBe(COMPANY_AT_FIRST);
    await settingService.set(server.db, 'suyuan.footer.company', '示例乳业');
    await settingService.set(server.db, 'sys.account.registerUser', 'true');
    // the names of requests must not meet the entry of the public values in the cache
    const clerk = await server.as([]);
    for (const key of ['public', '(public)']) expect((await clerk.get(`/system/config/configKey/${key}`)).body.msg).toBe('');
    const { body } = await server.stranger.get('/public/settings');
    expect(body.data).toEqual({
      company: '示例乳业',
      icp: '',
      captchaEnabled: true,
      registerEnabled: true,
      passwordMinLength: 15,
      passwordClass: '0',
      englishEnabled: true,
      previewSite: false,
      publicBaseUrl: 'https://t.example.cn',
    });
  });

  it('are all declared, and their seeded values are valid', async () => {
    const rows = await server.db.selectFrom('setting').select(['configKey', 'configValue']).execute();
    const valuesByKey = new Map(rows.map(({ configKey, configValue }) => [configKey, configValue]));
    for (const key of Object.keys(configKinds)) expect(validatorOf(key).schema.safeParse(valuesByKey.get(key)).success, key).toBe(true);
  });

  it('refuse to block the own address from signing in', async () => {
    const keeper = await server.as(['system:config:edit']);
    const { configId } = await server.db
      .selectFrom('setting')
      .select('configId')
      .where('configKey', '=', 'sys.login.blackIPList')
      .executeTakeFirstOrThrow();
    for (const configValue of ['127.0.0.1', '10.0.0.7; 127.0.*'])
      expect((await keeper.put('/system/config', { configId, configValue })).body).toMatchObject({
        problem: 'ownAddressBlocked',
        params: { field: 'configValue' },
        msg: '这会拦住您自己的地址 127.0.0.1；去掉它再保存',
      });
    for (const configValue of ['10.0.0.7', '']) expect((await keeper.put('/system/config', { configId, configValue })).body.code).toBe(200);
  });

  it('reject an invalid value with a correction, and keep the old one', async () => {
    const wrong: [key: string, value: string][] = [
      ['suyuan.session.idleMinutes', 'soon'],
      ['suyuan.session.idleMinutes', '0'],
      ['suyuan.session.idleMinutes', '10081'],
      ['suyuan.password.minLength', '7'],
      ['sys.account.captchaEnabled', 'maybe'],
      ['sys.login.blackIPList', "1.2.3.4'; drop table users"],
      ['sys.login.blackIPList', '10.0.0.7 10.0.0.8'],
      ['suyuan.footer.icp', 'a\nb'],
      ['suyuan.footer.icp', 'x'.repeat(101)],
    ];
    for (const [key, value] of wrong) {
      const before = await settingService.get(server.db, key);
      expect(await refusal(key, value)).toMatchObject({
        problem: 'configValueWrong',
        params: { configKey: key, expected: expect.any(String) },
      });
      expect(await settingService.get(server.db, key)).toBe(before);
    }
    expect(await refusal('suyuan.no.such', 'x')).toMatchObject({ problem: 'configUnknown' });
    expect(await refusal('suyuan.lock.failures', '7')).toBe('none');
    expect(await settingService.number(server.db, 'suyuan.lock.failures', 5)).toBe(7);
    expect(await settingService.number(server.db, 'suyuan.no.such', 5)).toBe(5);
  });

  describe('on the settings page', () => {
    let keeper: Client;
    const input = (overrides: object = {}) => ({
      configName: '店铺公告天数',
      configKey: `shop.days.${unique()}`,
      configValue: '7',
      ...overrides,
    });
    const add = async (overrides: object = {}) => (await keeper.post('/system/config', input(overrides))).body.data.configId as number;
    const read = async (configId: number) => (await keeper.get(`/system/config/${configId}`)).body.data;

    beforeAll(async () => {
      keeper = await server.as(['list', 'query', 'add', 'edit', 'remove', 'export'].map((verb) => `system:config:${verb}`));
    });

    it('are listed by number, and filtered by name, key and type', async () => {
      const { rows, total } = (await keeper.get('/system/config/list?pageSize=5')).body;
      expect(rows.map(({ configId }: { configId: number }) => configId)).toEqual([1, 2, 3, 4, 5]);
      expect(Config.strict().safeParse(rows[0]).error).toBeUndefined();
      await add();
      expect((await keeper.get('/system/config/list?configType=Y')).body.total).toBe(total);
      expect((await keeper.get('/system/config/list?configKey=LOCK.')).body.total).toBe(2);
      expect((await keeper.get('/system/config/list?configName=%25')).body.total).toBe(0);
    });

    it('are added, edited and deleted, and apply at the next request', async () => {
      const payload = input({ configValue: 7 });
      const { configId } = (await keeper.post('/system/config', payload)).body.data;
      const value = async (key: string) => (await keeper.get(`/system/config/configKey/${key}`)).body.msg;
      expect(await value(payload.configKey)).toBe('7');
      await keeper.put('/system/config', { ...(await read(configId)), configKey: `${payload.configKey}.new`, configValue: '8' });
      expect([await value(payload.configKey), await value(`${payload.configKey}.new`)]).toEqual(['', '8']);
      expect((await keeper.delete(`/system/config/${configId}`)).body.code).toBe(200);
      expect(await value(`${payload.configKey}.new`)).toBe('');
      expect((await keeper.delete(`/system/config/${configId}`)).body).toMatchObject({ problem: 'notFound' });
    });

    it('are unique by key, also when two users add one at once', async () => {
      const payload = input();
      const both = await Promise.all([1, 2].map(() => keeper.post('/system/config', payload)));
      expect(both.map(({ body }) => body.problem ?? 'none').sort()).toEqual(['configKeyTaken', 'none']);
      expect((await keeper.post('/system/config', input({ configKey: 'sys.index.skinName', configValue: 'skin-red' }))).body).toMatchObject(
        {
          problem: 'configKeyTaken',
          params: { field: 'configKey' },
        },
      );
    });

    it('report a duplicate key regardless of the value', async () => {
      const payload = { configName: '皮肤', configKey: 'sys.index.skinName', configValue: 'v' };
      expect((await keeper.post('/system/config', payload)).body.problem).toBe('configKeyTaken');
    });

    it('reject an edit of an outdated version, also after an operator command', async () => {
      const configKey = `t.${unique()}`;
      const { configId } = (await keeper.post('/system/config', { configName: '甲', configKey, configValue: '1' })).body.data;
      const change = async (version: number) =>
        (await keeper.put('/system/config', { configId, version, configValue: `of ${version}` })).body;
      const both = await Promise.all([change(1), change(1)]);
      expect(both.map(({ problem = 'none' }) => problem).sort()).toEqual(['none', 'recordStale']);
      await settingService.set(server.db, configKey, '9');
      expect(await change(2)).toMatchObject({ problem: 'recordStale' });
      expect((await keeper.get(`/system/config/${configId}`)).body.data).toMatchObject({ configValue: '9', version: 3 });
    });

    it('cannot be deleted and keep their key when they are built in', async () => {
      const own = await add();
      expect((await keeper.delete(`/system/config/${own},2`)).body).toMatchObject({
        code: 500,
        problem: 'configBuiltIn',
        params: { configKey: 'sys.user.initPassword' },
      });
      expect((await read(own)).configId).toBe(own);
      expect((await keeper.put('/system/config', { configId: 2, configKey: 'sys.user.other' })).body).toMatchObject({
        problem: 'configKeyFixed',
      });
      expect((await keeper.put('/system/config', { configId: 2, configType: 'N' })).body).toMatchObject({ problem: 'configBuiltIn' });
      const builtIn = await add({ configType: 'Y' });
      expect((await keeper.delete(`/system/config/${builtIn}`)).body).toMatchObject({ problem: 'configBuiltIn' });
      await keeper.put('/system/config', { configId: builtIn, configType: 'N' });
      expect((await keeper.delete(`/system/config/${builtIn}`)).body.code).toBe(200);
    });

    it('accept only values of their key, and empty ones when permitted', async () => {
      const captcha = 4;
      expect((await keeper.put('/system/config', { configId: captcha, configValue: 'maybe' })).body).toMatchObject({
        problem: 'configValueWrong',
        params: { field: 'configValue', expected: 'true / false' },
      });
      expect((await read(captcha)).configValue).toBe('true');
      const blacklist = 6;
      for (const configValue of ['10.0.0.7', null, ''])
        expect((await keeper.put('/system/config', { configId: blacklist, configValue })).body.code, String(configValue)).toBe(200);
      expect((await read(blacklist)).configValue).toBe('');
      const wrong = { configId: blacklist, configValue: 'nowhere' };
      expect((await keeper.put('/system/config', wrong)).body.msg).toMatch(/^参数“用户登录-黑名单列表”不能是“nowhere”；/);
      const english = { 'accept-language': 'en-US' };
      expect((await keeper.put('/system/config', wrong, english)).body.msg).toMatch(/^The setting “Sign-in: .+” cannot be “nowhere”\./);
      expect((await keeper.post('/system/config', input({ configValue: ' ' }))).body).toMatchObject({ problem: 'configValueMissing' });
      expect((await keeper.post('/system/config', input({ configValue: 'x'.repeat(501) }))).body).toMatchObject({
        problem: 'configValueWrong',
      });
      expect((await keeper.post('/system/config', input({ configKey: 'a b' }))).body).toMatchObject({ params: { field: 'configKey' } });
    });

    it('reject a threshold that another one would hide, naming both', async () => {
      const { configId } = await server.db
        .selectFrom('setting')
        .select('configId')
        .where('configKey', '=', 'suyuan.scan.repeatedFrom')
        .executeTakeFirstOrThrow();
      expect((await keeper.put('/system/config', { configId, configValue: '11' })).body).toMatchObject({
        problem: 'configValuesContradict',
        params: { field: 'configValue' },
        msg: '“扫码-第几次起加重提示”（11）不小于“扫码-第几次起判为可疑”（11）就不起作用；改用别的值，或先改另一个参数',
      });
      expect((await keeper.put('/system/config', { configId, configValue: '10' })).body.code).toBe(200);
      expect(await refusal('suyuan.scan.suspectFrom', '10')).toMatchObject({ problem: 'configValuesContradict' });
      expect(await refusal('suyuan.scan.suspectFrom', '12')).toBe('none');
    });

    it('mask secrets, and keep them when the mask is submitted', async () => {
      const configKey = `shop.sms.appSecret`;
      const configId = await add({ configKey, configValue: 'k3y-of-the-shop' });
      expect(await read(configId)).toMatchObject({ configKey, configValue: '******' });
      expect((await keeper.get(`/system/config/configKey/${configKey}`)).body).toMatchObject({ msg: '******', data: '******' });
      expect(JSON.stringify((await keeper.get(`/system/config/list?configKey=${configKey}`)).body)).not.toContain('k3y');
      await keeper.put('/system/config', { ...(await read(configId)), configName: '短信' });
      expect(await settingService.get(server.db, configKey)).toBe('k3y-of-the-shop');
      const logged = await server.db
        .selectFrom('auditLog')
        .select('operParam')
        .where('operParam', 'like', '%k3y%')
        .orderBy('operId')
        .execute();
      expect(logged).toEqual([]);
    });

    it('keep a secret hidden when its key is changed', async () => {
      const configId = await add({ configKey: 'shop.mail.password', configValue: 'k3y-of-the-mail' });
      const renamed = { ...(await read(configId)), configKey: 'shop.mail.note' };
      const revealed = { problem: 'configValueMissing', params: { field: 'configValue', configKey: 'shop.mail.note' } };
      expect((await keeper.put('/system/config', renamed)).body).toMatchObject(revealed);
      expect((await keeper.put('/system/config', { configId, configKey: 'shop.mail.note' })).body).toMatchObject(revealed);
      expect((await keeper.put('/system/config', { ...renamed, configKey: 'shop.post.password' })).body.code).toBe(200);
      expect(await read(configId)).toMatchObject({ configKey: 'shop.post.password', configValue: '******' });
      expect((await keeper.put('/system/config', { configId, configKey: 'shop.mail.note', configValue: 'by post' })).body.code).toBe(200);
      expect(await read(configId)).toMatchObject({ configKey: 'shop.mail.note', configValue: 'by post' });
    });

    it('reveal the initial password only to users who may add accounts', async () => {
      const path = '/system/config/configKey/sys.user.initPassword';
      const clerk = await server.as([]);
      const maker = await server.as(['system:user:add']);
      expect((await clerk.get(path)).body).toMatchObject({ code: 200, msg: '' });
      // a note is not a usable password; clients that prefill it would be refused
      expect((await maker.get(path)).body).toMatchObject({ code: 200, msg: '' });
      await settingService.set(server.db, 'sys.user.initPassword', 'seven quiet rivers meet here');
      expect((await maker.get(path)).body).toMatchObject({ code: 200, msg: 'seven quiet rivers meet here' });
      expect((await clerk.get(path)).body).toMatchObject({ code: 200, msg: '' });
      await settingService.set(server.db, 'sys.user.initPassword', '每次随机生成');
    });

    it('require the permission, and refreshCache clears their cache', async () => {
      const reader = await server.as(['system:config:list']);
      expect((await reader.get('/system/config/list')).body.code).toBe(200);
      for (const answer of [
        await reader.get('/system/config/1'),
        await reader.post('/system/config', input()),
        await reader.put('/system/config', { configId: 1, configValue: 'skin-red' }),
        await reader.delete('/system/config/1'),
        await reader.delete('/system/config/refreshCache'),
        await reader.post('/system/config/export', ''),
      ])
        expect(answer.body).toMatchObject({ code: 403, problem: 'forbidden' });
      const remembered = (value: string) => readCached(server.db, 'sys_config', 'probe', async () => value);
      await expect.poll(() => isPaused(server.db, 'sys_config')).toBe(false);
      await remembered('before');
      expect((await keeper.delete('/system/config/refreshCache')).body.code).toBe(200);
      expect(await remembered('after')).toBe('after');
      expect((await keeper.post('/system/config/export', 'configType=Y')).type).toContain('spreadsheetml');
    });
  });
});
