import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertUserWithPassword } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { bearerHeader, openVisitorClient, type VisitorClient } from '../../../test/visitor-client.ts';
import * as settingService from '../../system/setting/setting.service.ts';

const OLD = 'correct horse battery staple';
const NEW = 'seven quiet rivers meet here';

describe('password of the user', () => {
  let server: TestServer;
  let signInClient: VisitorClient;
  const call = async (method: 'POST' | 'PUT' | 'GET', url: string, token: string, payload?: object) =>
    (await signInClient.call(method, url, payload, token ? bearerHeader(token) : {})).body;
  const login = async (username: string, password: string) => (await signInClient.login(username, password)).token as string;
  /** Creates a user and signs in. */
  const createSigner = async (overrides: { userName?: string } = {}) => {
    const { userName, userId } = await insertUserWithPassword(server.db, OLD, overrides);
    return { userName, userId, token: await login(userName, OLD) };
  };
  const change = (token: string, oldPassword: string, newPassword: string) =>
    call('PUT', '/system/user/profile/updatePwd', token, { oldPassword, newPassword });

  beforeAll(async () => {
    server = await startTestServer();
    signInClient = openVisitorClient(server);
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    return () => server.close();
  });

  it('is changed with the old one, which ends the other sessions and keeps the current one', async () => {
    const { userName, userId, token } = await createSigner();
    const other = await login(userName, OLD);
    expect(await call('GET', '/getInfo', token)).toMatchObject({ isDefaultModifyPwd: true });
    expect(await change(token, OLD, NEW)).toMatchObject({ code: 200 });
    expect(await call('GET', '/getInfo', token)).toMatchObject({ code: 200, isDefaultModifyPwd: false });
    expect(await call('GET', '/getInfo', other)).toMatchObject({ code: 401 });
    expect(await login(userName, OLD)).toBeUndefined();
    expect(await login(userName, NEW)).toBeDefined();
    const log = await server.db.selectFrom('auditLog').selectAll().where('operName', '=', userName).orderBy('operId').execute();
    expect(log).toMatchObject([{ title: '个人信息', businessType: 2, status: '0' }]);
    expect(JSON.stringify(log)).not.toContain('rivers');
    const row = await server.db.selectFrom('users').select('password').where('userId', '=', userId).executeTakeFirstOrThrow();
    expect(row.password).toMatch(/^\$argon2id\$/);
  });

  it('is accepted from query parameters without a body, as from older clients', async () => {
    const { userName, token } = await createSigner();
    const query = new URLSearchParams({ oldPassword: OLD, newPassword: NEW });
    const reply = await server.app.inject({
      method: 'PUT',
      url: `/api/system/user/profile/updatePwd?${query}`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(reply.json()).toMatchObject({ code: 200 });
    expect(await login(userName, NEW)).toBeDefined();
    const log = await server.db.selectFrom('auditLog').selectAll().where('operName', '=', userName).orderBy('operId').execute();
    expect(JSON.stringify(log)).not.toContain('rivers');
  });

  it('is not part of the plain digest of a repeatable request', async () => {
    const { token } = await createSigner();
    const [url, passwords] = ['/system/user/profile/updatePwd', { oldPassword: OLD, newPassword: NEW }];
    const ask = async () => (await signInClient.call('PUT', url, passwords, { ...bearerHeader(token), 'idempotency-key': 'once' })).body;
    expect(await ask()).toMatchObject({ code: 200 });
    const { asked } = await server.db.selectFrom('idempotency').select('asked').executeTakeFirstOrThrow();
    const plain = createHash('sha256')
      .update(`PUT /api${url}\n${JSON.stringify(passwords)}`)
      .digest();
    expect(asked.equals(plain)).toBe(false);
    expect(asked).toHaveLength(32);
  });

  it('is changed once when a request is repeated after a lost response, also in parallel', async () => {
    const { userName, token } = await createSigner();
    const passwords = { oldPassword: OLD, newPassword: NEW };
    const changeWithKey = async (key: string, body = passwords) =>
      (await signInClient.call('PUT', '/system/user/profile/updatePwd', body, { ...bearerHeader(token), 'idempotency-key': key })).body;
    const answers = [...(await Promise.all([changeWithKey('lost'), changeWithKey('lost')])), await changeWithKey('lost')];
    for (const answer of answers) expect(answer).toMatchObject({ code: 200 });
    expect(await server.db.selectFrom('auditLog').select('status').where('operName', '=', userName).orderBy('operId').execute()).toEqual([
      { status: '0' },
    ]);
    expect(await login(userName, NEW)).toBeDefined();
    expect(await changeWithKey('another')).toMatchObject({ problem: 'passwordWrong' });
    expect(await changeWithKey('lost', { oldPassword: NEW, newPassword: OLD })).toMatchObject({ problem: 'idempotencyKeyReused' });
  });

  it('is rejected with the reason, and changes nothing', async () => {
    const { userName, token } = await createSigner({ userName: 'wangxiaoming' });
    expect(await change(token, OLD, OLD)).toMatchObject({ problem: 'passwordSame', msg: '新密码与旧密码相同；换一个' });
    for (const weak of ['short', 'passwordpassword', '1234567890123456', 'I am WangXiaoMing, hello'])
      expect(await change(token, OLD, weak)).toMatchObject({
        problem: 'passwordWeak',
        msg: '新密码太弱；至少 15 个字符，不能是常见密码，也不能含有用户名',
      });
    expect(await change(token, 'wrong', NEW)).toMatchObject({ code: 500, problem: 'passwordWrong', msg: '密码不对；重新输入' });
    expect(await login(userName, OLD)).toBeDefined();
    const failures = await server.db.selectFrom('auditLog').select('errorMsg').where('operName', '=', userName).orderBy('operId').execute();
    expect(failures.map(({ errorMsg }) => errorMsg)).toContain('passwordWeak');
  });

  it('is verified with all 128 characters', async () => {
    const { userName, token } = await createSigner();
    const long = `${'seven quiet rivers '.repeat(7)}`.slice(0, 127);
    expect(await change(token, OLD, `${long}a`)).toMatchObject({ code: 200 });
    expect(await login(userName, `${long}b`)).toBeUndefined();
    expect(await login(userName, `${long}a`)).toBeDefined();
  });

  it('is changed once by two parallel requests', async () => {
    const { token } = await createSigner();
    const both = await Promise.all([change(token, OLD, NEW), change(token, OLD, `${NEW} too`)]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(both.find(({ code }) => code === 500)).toMatchObject({ problem: 'passwordWrong' });
  });

  it('can be as short as the configured minimum', async () => {
    const { token } = await createSigner();
    await settingService.set(server.db, 'suyuan.password.minLength', '8');
    expect(await change(token, OLD, 'zq8#kwpv')).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'suyuan.password.minLength', '15');
  });

  it('must match the configured character class, none by default', async () => {
    const { token } = await createSigner();
    const refused: [passwordClass: string, password: string][] = [
      ['1', 'seven quiet rivers'],
      ['2', 'sevenquietrivers7'],
      ['3', 'seven quiet rivers'],
      ['4', 'seven quiet rivers 7'],
    ];
    for (const [passwordClass, password] of refused) {
      await settingService.set(server.db, 'sys.account.chrtype', passwordClass);
      expect(await change(token, OLD, password), passwordClass).toMatchObject({
        problem: 'passwordClassWrong',
        msg: expect.stringMatching(/^新密码不符合系统规定的字符；(只用|同时含有)/),
        params: { field: 'newPassword' },
      });
    }
    expect(await change(token, OLD, 'seven quiet rivers 7!')).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'sys.account.chrtype', '0');
  });

  it('must not contain the phone number or the company of the user', async () => {
    const { token, userId } = await createSigner();
    await server.db.updateTable('users').set({ phonenumber: '13800001234' }).where('userId', '=', userId).execute();
    await settingService.set(server.db, 'suyuan.footer.company', 'Cloud Ridge');
    for (const weak of ['call me at 13800001234', 'we are CLOUD RIDGE dairy'])
      expect(await change(token, OLD, weak)).toMatchObject({ problem: 'passwordWeak' });
  });

  it('confirms sensitive actions and unlocks the screen', async () => {
    const { token, userId } = await createSigner();
    const age = async () => {
      const row = await server.db.selectFrom('session').select('confirmTime').where('userId', '=', userId).executeTakeFirstOrThrow();
      return row.confirmTime.startsWith('2020');
    };
    for (const [url, msg] of [
      ['/account/confirm', '密码已确认'],
      ['/unlockscreen', '解锁成功'],
    ] as const) {
      await server.db.updateTable('session').set({ confirmTime: '2020-01-01' }).where('userId', '=', userId).execute();
      expect(await call('POST', url, token, { password: 'wrong' })).toMatchObject({ code: 500, problem: 'passwordWrong' });
      expect(await age()).toBe(true);
      expect(await call('POST', url, token, { password: OLD })).toEqual({ code: 200, msg });
      expect(await age()).toBe(false);
    }
    expect(await call('POST', '/account/confirm', '', { password: OLD })).toMatchObject({ code: 401 });
  });

  it('cannot be guessed with a token: wrong attempts of all kinds count together, also fifty at once', async () => {
    const { userName, token } = await createSigner();
    const kinds = [
      (guess: string) => call('POST', '/account/confirm', token, { password: guess }),
      (guess: string) => call('POST', '/unlockscreen', token, { password: guess }),
      (guess: string) => change(token, guess, NEW),
      (guess: string) => call('POST', '/login', '', { username: userName, password: guess }),
    ];
    const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => kinds[index % 4]?.(`guess ${index}`)));
    const problems = answers.map(({ problem }) => problem);
    expect(problems.filter((problem) => problem !== 'accountLocked')).toHaveLength(5);
    expect(await call('POST', '/account/confirm', token, { password: OLD })).toMatchObject({ problem: 'accountLocked' });
    expect(await call('GET', '/getInfo', token)).toMatchObject({ code: 200 });
  });
});
