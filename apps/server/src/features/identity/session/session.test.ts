import { beforeAll, describe, expect, it } from 'vitest';
import { insertRole, insertUserWithPassword } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { bearerHeader, openVisitorClient, PASSWORD, type VisitorClient } from '../../../test/visitor-client.ts';
import * as settingService from '../../system/setting/setting.service.ts';

describe('session', () => {
  let server: TestServer;
  let call: VisitorClient['call'];
  let login: VisitorClient['login'];
  let info: VisitorClient['info'];

  beforeAll(async () => {
    server = await startTestServer();
    ({ call, login, info } = openVisitorClient(server));
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    return () => server.close();
  });

  it('answers forged, old and invalid tokens alike', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const { token } = await login(userName);
    await call('POST', '/logout', undefined, bearerHeader(token));
    const malformedTokens = [
      '',
      'null',
      'undefined',
      'test1',
      token,
      `${token}x`,
      token.slice(1),
      'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
      '\u00e9',
    ];
    const answers = await Promise.all(malformedTokens.map((text) => info({ authorization: `Bearer ${text}` })));
    for (const answer of answers) {
      const msg = '请求访问：/api/getInfo，认证失败，无法访问系统资源';
      expect(answer).toEqual({ code: 401, msg, problem: 'notSignedIn', params: { path: '/api/getInfo' } });
    }
    const live = (await login(userName)).token;
    expect(await info({ authorization: [`Bearer ${live}`, `Bearer ${live}`] })).toMatchObject({ code: 401 });
    expect(await info({ cookie: `Admin-Token=${live}` })).toMatchObject({ code: 401 });
    expect((await call('GET', `/getInfo?token=${live}`)).body).toMatchObject({ code: 401 });
    expect(await info({ authorization: `Basic ${live}` })).toMatchObject({ code: 401 });
  });

  it('signs out by any method, with a valid token, an invalid one or none', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    for (const method of ['POST', 'DELETE', 'GET'] as const) {
      const { token } = await login(userName);
      const headers = { ...bearerHeader(token), 'content-type': 'application/json' };
      expect((await call(method, '/logout', undefined, headers)).body).toEqual({ code: 200, msg: '退出成功' });
      expect(await info(bearerHeader(token))).toMatchObject({ code: 401 });
      expect((await call(method, '/logout', undefined, headers)).body).toMatchObject({ code: 200 });
      expect((await call(method, '/logout')).body).toMatchObject({ code: 200 });
    }
    const log = await server.db.selectFrom('signInLog').select('msg').where('userName', '=', userName).execute();
    expect(log.filter(({ msg }) => msg === '退出成功')).toHaveLength(3);
  });

  it('ends at the absolute and at the idle limit, and not before', async () => {
    const { userName, userId } = await insertUserWithPassword(server.db, PASSWORD);
    await settingService.set(server.db, 'suyuan.session.idleMinutes', '30');
    const aged = async (times: { loginTime?: Date; activeTime?: Date }) => {
      const { token } = await login(userName);
      const { sessionId } = await server.db
        .selectFrom('session')
        .select('sessionId')
        .where('userId', '=', userId)
        .orderBy('sessionId', 'desc')
        .executeTakeFirstOrThrow();
      const set = Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time.toISOString()]));
      await server.db.updateTable('session').set(set).where('sessionId', '=', sessionId).execute();
      return (await info(bearerHeader(token))).code;
    };
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);
    expect(await aged({ activeTime: ago(29 * 60) })).toBe(200);
    expect(await aged({ activeTime: ago(31 * 60) })).toBe(401);
    // polling without a user does not count as activity
    const { token } = await login(userName);
    const activity = () =>
      server.db.selectFrom('session').select('activeTime').where('userId', '=', userId).orderBy('sessionId', 'desc').executeTakeFirst();
    await server.db
      .updateTable('session')
      .set({ activeTime: ago(20 * 60).toISOString() })
      .where('userId', '=', userId)
      .execute();
    const before = await activity();
    expect((await info({ ...bearerHeader(token), 'x-unattended': '1' })).code).toBe(200);
    expect(await activity()).toEqual(before);
    expect((await info(bearerHeader(token))).code).toBe(200);
    expect(await activity()).not.toEqual(before);
    // a sign-in on a busy machine takes seconds
    expect(await aged({ loginTime: ago(604_800 - 60) })).toBe(200);
    expect(await aged({ loginTime: ago(604_800 + 1) })).toBe(401);
    await settingService.set(server.db, 'suyuan.session.idleMinutes', '10080');
  });

  it('refuses a disabled or deleted user and a lost permission at the next request', async () => {
    const { userName, userId } = await insertUserWithPassword(server.db, PASSWORD);
    const { roleId } = await insertRole(server.db, userId, ['monitor:operlog:list'], '1');
    const { token } = await login(userName);
    const list = async () => (await call('GET', '/monitor/operlog/list', undefined, bearerHeader(token))).body.code;
    expect(await list()).toBe(200);
    await server.db.updateTable('role').set({ status: '1' }).where('roleId', '=', roleId).execute();
    expect(await list()).toBe(403);
    await server.db.updateTable('role').set({ status: '0' }).where('roleId', '=', roleId).execute();
    expect(await list()).toBe(200);
    await server.db.deleteFrom('roleMenu').where('roleId', '=', roleId).execute();
    expect(await list()).toBe(403);
    await server.db.updateTable('users').set({ status: '1' }).where('userId', '=', userId).execute();
    expect(await list()).toBe(401);
    await server.db.updateTable('users').set({ status: '0', delFlag: '2' }).where('userId', '=', userId).execute();
    expect(await list()).toBe(401);
    expect(await login(userName)).toMatchObject({ problem: 'credentialsWrong' });
  });
});
