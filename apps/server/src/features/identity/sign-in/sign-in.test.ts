import { hash as bcrypt } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertCaptcha } from '../../../test/captcha.ts';
import { insertUserWithPassword, unique } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { bearerHeader, openVisitorClient, PASSWORD, type VisitorClient } from '../../../test/visitor-client.ts';
import * as settingService from '../../system/setting/setting.service.ts';

describe('sign-in', () => {
  let server: TestServer;
  let call: VisitorClient['call'];
  let login: VisitorClient['login'];
  let info: VisitorClient['info'];
  const attempts = (userName: string) =>
    server.db.selectFrom('signInLog').select(['status', 'msg']).where('userName', '=', userName).orderBy('infoId').execute();

  beforeAll(async () => {
    server = await startTestServer();
    ({ call, login, info } = openVisitorClient(server));
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    return () => server.close();
  });

  it('opens a session, and the database never contains its token', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const body = await login(` ${userName.toUpperCase()} `, PASSWORD, { rememberMe: true });
    expect(body).toEqual({ code: 200, msg: '登录成功', token: expect.stringMatching(/^[\w-]{43}$/) });
    expect(await info(bearerHeader(body.token))).toMatchObject({
      code: 200,
      user: { userName, loginIp: expect.stringContaining('198.51.') },
    });
    expect(await info({ authorization: body.token })).toMatchObject({ code: 200 });
    const rows = await server.db.selectFrom('session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.token);
    expect(rows.at(-1)?.tokenHash).toHaveLength(32);
    expect(await attempts(userName)).toEqual([{ status: '0', msg: '登录成功' }]);
  });

  it('rejects unknown names, wrong passwords and disabled accounts alike, and logs the reason', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const disabled = await insertUserWithPassword(server.db, PASSWORD, { status: '1' });
    const refusals = [
      await login(userName, 'wrong'),
      await login(`nobody${unique()}`),
      await login(disabled.userName),
      await login(''),
      await login(userName, ''),
    ];
    for (const refusal of refusals)
      expect(refusal).toEqual({
        code: 500,
        msg: '用户名或密码不对，或账号已停用；核对后重新输入，还是不行就联系管理员',
        problem: 'credentialsWrong',
        params: {},
      });
    expect(await attempts(disabled.userName)).toMatchObject([{ status: '1', msg: '账号已停用；联系管理员启用' }]);
  });

  it('takes the same time for unknown names, wrong passwords and imported bcrypt hashes', async () => {
    const imported = { hash: await bcrypt(PASSWORD, { cost: 10 }) };
    const names = [
      (await insertUserWithPassword(server.db, PASSWORD)).userName,
      (await insertUserWithPassword(server.db, '', imported)).userName,
      (await insertUserWithPassword(server.db, PASSWORD, { status: '1' })).userName,
      `nobody${unique()}`,
    ];
    await settingService.set(server.db, 'suyuan.lock.failures', '100');
    const times: number[][] = names.map(() => []);
    // In turn, so that machine load affects all equally.
    for (let index = 0; index < 28; index++) {
      const started = performance.now();
      // the right password of a disabled account fails as well
      await login(names[index % 4]!, index % 4 === 2 ? PASSWORD : 'wrong');
      times[index % 4]!.push(performance.now() - started);
    }
    await settingService.set(server.db, 'suyuan.lock.failures', '5');
    const medians = times.map((all) => all.toSorted((left, right) => left - right)[3]!);
    // Without the least time: bcrypt 60 ms and more, argon2id 9 ms, no comparison 3 ms.
    expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(1.5);
  });

  it('compares five of fifty parallel passwords, then none, not even the correct one', async () => {
    for (const name of [(await insertUserWithPassword(server.db, PASSWORD)).userName, `nobody${unique()}`]) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => login(index % 2 ? name : name.toUpperCase(), `guess ${index}`)),
      );
      const problems = answers.map(({ problem }) => problem);
      expect(problems.filter((problem) => problem === 'credentialsWrong')).toHaveLength(5);
      expect(problems.filter((problem) => problem === 'accountLocked')).toHaveLength(45);
      expect(await login(name)).toMatchObject({ msg: '密码连续输错 5 次，账号已锁定；10 分钟后再试，或由管理员解锁' });
    }
  });

  it('unlocks the account after the lock time, and resets the count after a correct password', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    for (let index = 0; index < 5; index++) await login(userName, 'wrong');
    await server.db.updateTable('signInFailure').set({ expireTime: '2020-01-01' }).where('userName', '=', userName).execute();
    for (let index = 0; index < 4; index++) expect(await login(userName, 'wrong')).toMatchObject({ problem: 'credentialsWrong' });
    expect(await login(userName)).toMatchObject({ code: 200 });
    for (let index = 0; index < 4; index++) expect(await login(userName, 'wrong')).toMatchObject({ problem: 'credentialsWrong' });
    expect(await login(userName)).toMatchObject({ code: 200 });
  });

  it('is unlocked by a user with the permission', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    for (let index = 0; index < 6; index++) await login(userName, 'wrong');
    const clerk = await server.as([]);
    expect((await clerk.get(`/monitor/logininfor/unlock/${userName}`)).body).toMatchObject({ code: 403 });
    const guard = await server.as(['monitor:logininfor:unlock']);
    expect((await guard.get(`/monitor/logininfor/unlock/${userName}`)).body).toMatchObject({ code: 200 });
    expect(await login(userName)).toMatchObject({ code: 200 });
  });

  it('does not count parallel correct sign-ins as failures', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(userName)));
    expect(new Set(answers.map(({ token }) => token)).size).toBe(12);
    expect(answers.every(({ code }) => code === 200)).toBe(true);
  });

  it('migrates an imported bcrypt hash to argon2id at sign-in', async () => {
    for (const version of ['2a', '2b'] as const) {
      const { userName, userId } = await insertUserWithPassword(server.db, '', { hash: await bcrypt(PASSWORD, { cost: 4, version }) });
      const stored = async () =>
        (await server.db.selectFrom('users').select('password').where('userId', '=', userId).executeTakeFirstOrThrow()).password;
      expect(await login(userName, 'wrong')).toMatchObject({ problem: 'credentialsWrong' });
      expect(await stored()).toMatch(/^\$2/);
      const both = await Promise.all([login(userName), login(userName)]);
      expect(both.map(({ code }) => code)).toEqual([200, 200]);
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$/);
      expect(await login(userName)).toMatchObject({ code: 200 });
    }
  });

  it('checks the captcha first while the setting is on, and uses it up', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'true');
    const { uuid, text } = await insertCaptcha(server.installation);
    expect(await login(userName)).toMatchObject({ problem: 'captchaExpired', msg: '验证码已失效；按新图片重新输入' });
    expect(await login(userName, PASSWORD, { uuid, code: 'zzzz' })).toMatchObject({ problem: 'captchaWrong' });
    expect(await login(userName, PASSWORD, { uuid, code: text })).toMatchObject({ problem: 'captchaExpired' });
    const next = await insertCaptcha(server.installation);
    expect(await login(userName, PASSWORD, { uuid: next.uuid, code: next.text })).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
  });

  it('rejects blocked addresses: exact, by prefix, by range', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    await settingService.set(server.db, 'sys.login.blackIPList', '192.0.2.7; 192.0.3.*;192.0.4.10-192.0.4.20');
    for (const address of ['192.0.2.7', '::ffff:192.0.2.7', '192.0.3.200', '192.0.4.10', '192.0.4.20'])
      expect(await login(userName, PASSWORD, {}, address), address).toMatchObject({ problem: 'addressBlocked' });
    for (const address of ['192.0.2.8', '192.0.4.9', '192.0.4.21'])
      expect(await login(userName, PASSWORD, {}, address), address).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'sys.login.blackIPList', '');
  });

  it('records the location of the address from the bundled data', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    for (const address of ['10.1.2.3', '::ffff:172.20.1.1', '::1', '114.114.114.114']) await login(userName, PASSWORD, {}, address);
    const rows = await server.db
      .selectFrom('signInLog')
      .select(['ipaddr', 'loginLocation'])
      .where('userName', '=', userName)
      .orderBy('infoId')
      .execute();
    expect(rows).toEqual([
      { ipaddr: '10.1.2.3', loginLocation: '内网IP' },
      { ipaddr: '172.20.1.1', loginLocation: '内网IP' },
      { ipaddr: '127.0.0.1', loginLocation: '内网IP' },
      { ipaddr: '114.114.114.114', loginLocation: expect.stringContaining('江苏') },
    ]);
  });

  it('allows sixty attempts per minute and address, despite forged headers', async () => {
    const tries = Array.from({ length: 66 }, (_, index) =>
      call('POST', '/login', { username: `many${index}`, password: 'x' }, { 'x-forwarded-for': `10.0.0.${index}` }, '203.0.113.1'),
    );
    const refused = (await Promise.all(tries)).filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(4);
    expect(refused[0]?.body.msg).toMatch(/^访问过于频繁；\d+ 秒后再试$/);
  });

  it('writes one clean log line for names that forge log lines', async () => {
    expect(await login('admin\r\nINFO fake\0')).toMatchObject({ problem: 'credentialsWrong' });
    expect(await login('x'.repeat(201))).toMatchObject({ problem: 'invalidInput' });
    expect(await attempts('admin  INFO fake')).toHaveLength(1);
  });

  it('refuses registration while it is closed', async () => {
    const before = await server.db.selectFrom('users').select('userId').execute();
    const { body } = await call('POST', '/register', { username: 'newcomer', password: PASSWORD });
    expect(body).toMatchObject({ code: 500, problem: 'registerClosed', msg: '系统没有开放注册；联系管理员开通账号' });
    expect(await server.db.selectFrom('users').select('userId').execute()).toHaveLength(before.length);
  });

  it('registers a unique name with a strong password, and never with a submitted role', async () => {
    await settingService.set(server.db, 'sys.account.registerUser', 'true');
    const register = async (username: string, password = PASSWORD) =>
      (await call('POST', '/register', { username, password, roleIds: [1], admin: true, userId: 1 })).body;
    expect(await register('x')).toMatchObject({ problem: 'invalidInput', msg: expect.stringContaining('2 到 30 个字母') });
    expect(await register('')).toMatchObject({ problem: 'invalidInput', msg: expect.stringContaining('未填写') });
    expect(await register('<b>bold</b>')).toMatchObject({ problem: 'invalidInput' });
    expect(await register('newcomer', 'short')).toMatchObject({ problem: 'passwordWeak' });
    const both = await Promise.all([register('newcomer'), register('NewComer')]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(both.find(({ code }) => code === 500)).toMatchObject({ problem: 'userNameTaken' });
    const { token } = await login('newcomer');
    expect(await info(bearerHeader(token))).toMatchObject({
      roles: [],
      permissions: [],
      isDefaultModifyPwd: false,
      user: { admin: false, deptId: null },
    });
    await settingService.set(server.db, 'sys.account.registerUser', 'false');
  });

  it('allows ten registrations per minute and address, and logs refused ones', async () => {
    await settingService.set(server.db, 'sys.account.registerUser', 'true');
    const register = (index: number) => call('POST', '/register', { username: `mass${index}`, password: 'short' }, {}, '203.0.113.9');
    const answers = [];
    for (let index = 0; index < 12; index++) answers.push(await register(index));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await attempts('mass3')).toMatchObject([{ status: '1', msg: expect.stringContaining('至少 15 个字符') }]);
    await settingService.set(server.db, 'sys.account.registerUser', 'false');
  });

  it('rejects registration from blocked addresses, and requires the captcha', async () => {
    await settingService.set(server.db, 'sys.account.registerUser', 'true');
    await settingService.set(server.db, 'sys.login.blackIPList', '2001:db8:7:*');
    const register = async (payload: object, from: string) =>
      (await call('POST', '/register', { username: `guest${unique()}`, password: PASSWORD, ...payload }, {}, from)).body;
    expect(await register({}, '2001:db8:7::1')).toMatchObject({ problem: 'addressBlocked' });
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'true');
    expect(await register({}, '2001:db8:8::1')).toMatchObject({ problem: 'captchaExpired' });
    const { uuid, text: code } = await insertCaptcha(server.installation);
    expect(await register({ uuid, code }, '2001:db8:8::1')).toMatchObject({ code: 200, msg: '注册成功' });
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    await settingService.set(server.db, 'sys.login.blackIPList', '');
    await settingService.set(server.db, 'sys.account.registerUser', 'false');
  });
});
