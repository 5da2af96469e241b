import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { removeSample } from '../features/devtools/sample/sample.service.ts';
import * as sessionService from '../features/identity/session/session.service.ts';
import * as userService from '../features/identity/user/user.service.ts';
import * as settingService from '../features/system/setting/setting.service.ts';
import { startTestServer, type TestServer } from '../test/test-server.ts';
import { firstStart } from './first-start.ts';
import { ensureMasterKey } from './master-key.ts';

const plain = { sampleData: false };

describe('first start', () => {
  let server: TestServer;
  const login = async (username: string, password: string) => (await server.stranger.post('/login', { username, password })).body;
  const users = () => server.db.selectFrom('users').select(['userName', 'sample', 'pwdUpdateDate']).orderBy('userName').execute();

  beforeEach(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('creates the administrator once, with a valid password that is printed once', async () => {
    const accounts = await firstStart(server.installation, { ...plain, captchaEnabled: false, registerEnabled: true });
    expect(accounts).toEqual([{ userName: 'admin', password: expect.stringMatching(/^.{23}$/) }]);
    expect(await firstStart(server.installation, { ...plain, captchaEnabled: true })).toEqual([]);
    const { token } = await login('admin', accounts[0]?.password ?? '');
    const info = await server.app.inject({ url: '/api/getInfo', headers: { authorization: `Bearer ${token}` } });
    expect(info.json()).toMatchObject({ user: { userId: 1, deptId: 103, admin: true }, roles: ['admin'], isDefaultModifyPwd: true });
    expect(await settingService.get(server.db, 'sys.account.captchaEnabled')).toBe('false');
    expect(await settingService.get(server.db, 'sys.account.registerUser')).toBe('true');
    expect(await users()).toHaveLength(1);
  });

  it('writes notices and the name of the administrator in its language', async () => {
    await firstStart(server.installation, { ...plain, firstLanguage: 'en-US' });
    const { nickName } = await server.db.selectFrom('users').select('nickName').where('userId', '=', 1).executeTakeFirstOrThrow();
    const notices = await server.db.selectFrom('notice').select(['noticeTitle', 'noticeContent']).execute();
    expect(nickName).toBe('Administrator');
    expect(notices).toHaveLength(3);
    for (const { noticeTitle, noticeContent } of notices) expect(noticeTitle + noticeContent).not.toMatch(/\p{Script=Han}/u);
  });

  it('creates no account with a default password', async () => {
    await firstStart(server.installation, { ...plain, captchaEnabled: false });
    for (const [name, password] of [
      ['admin', 'admin123'],
      ['admin', 'admin'],
      ['ry', 'admin123'],
      ['admin', '123456'],
    ] as const)
      expect(await login(name, password)).toMatchObject({ problem: 'credentialsWrong' });
  });

  it('uses the password of the operator and does not print it', async () => {
    const adminPassword = 'seven quiet rivers meet here';
    expect(await firstStart(server.installation, { ...plain, captchaEnabled: false, adminPassword })).toEqual([]);
    expect(await login('admin', adminPassword)).toMatchObject({ code: 200 });
  });

  it('runs once when several processes start at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => firstStart(server.installation, { ...plain, captchaEnabled: false })));
    expect(all.flat()).toHaveLength(1);
    expect(await login('admin', all.flat()[0]?.password ?? '')).toMatchObject({ code: 200 });
  });

  it('rejects a master key that does not match the database, without storing the key', async () => {
    await ensureMasterKey(server.installation);
    const other = { ...server.installation, masterKey: randomBytes(32) };
    await expect(ensureMasterKey(other)).rejects.toMatchObject({
      name: 'MasterKeyMismatch',
      message: expect.stringContaining('主密钥文件不属于这个数据库'),
      exitCode: 2,
    });
    const facts = await server.db.selectFrom('installation').selectAll().execute();
    expect(JSON.stringify(facts)).not.toContain(server.installation.masterKey.toString('hex'));
    await ensureMasterKey(server.installation);
  });

  it('resets the administrator password on request, ends the sessions and unlocks the account', async () => {
    await firstStart(server.installation, { ...plain, captchaEnabled: false });
    const { token } = await sessionService.open(server.db, { userId: 1, ipaddr: '', browser: '', os: '', loginLocation: '' });
    for (let index = 0; index < 6; index++) await login('admin', 'wrong');
    const { userName, password } = await userService.resetAdminPassword(server.db);
    expect(userName).toBe('admin');
    expect((await server.app.inject({ url: '/api/getInfo', headers: { authorization: `Bearer ${token}` } })).json()).toMatchObject({
      code: 401,
    });
    expect(await login('admin', password)).toMatchObject({ code: 200 });
  });

  it('adds the sample users once on request, two with a password, and leaves an existing account unchanged', async () => {
    const accounts = await firstStart(server.installation, { sampleData: true, captchaEnabled: false });
    expect(accounts.map(({ userName }) => userName)).toEqual(['admin', 'planner', 'approver']);
    expect(await users()).toMatchObject([
      { userName: 'admin', sample: false },
      { userName: 'approver', sample: true, pwdUpdateDate: null },
      { userName: 'planner', sample: true },
      { userName: 'printing', sample: true },
    ]);
    for (const { userName, password } of accounts) expect(await login(userName, password)).toMatchObject({ code: 200 });
    const batches = () => server.db.selectFrom('batch').select('batchNo').execute();
    const loaded = await batches();
    expect(loaded.length).toBeGreaterThan(3);
    expect(await firstStart(server.installation, { sampleData: true })).toEqual([]);
    expect(await batches()).toEqual(loaded);
  });

  it('does not restore a removed sample', async () => {
    await firstStart(server.installation, { sampleData: true });
    await removeSample(server.installation);
    expect(await firstStart(server.installation, { sampleData: true })).toEqual([]);
    expect(await server.db.selectFrom('batch').select('batchNo').execute()).toEqual([]);
  });

  it('prints valid passwords after an interrupted start', async () => {
    const interruptedStart = await firstStart(server.installation, { sampleData: true, captchaEnabled: false });
    // Simulates a process that died before it printed a password.
    await server.db.deleteFrom('installation').where('name', '=', 'sample').execute();
    const accounts = await firstStart(server.installation, { sampleData: true });
    expect(accounts.map(({ userName }) => userName)).toEqual(['planner', 'approver']);
    expect(await login('planner', interruptedStart[1]?.password ?? '')).toMatchObject({ problem: 'credentialsWrong' });
    for (const { userName, password } of accounts) expect(await login(userName, password)).toMatchObject({ code: 200 });
  });

  it('does not treat a real account as a sample account', async () => {
    await firstStart(server.installation, { ...plain, captchaEnabled: false });
    const { password } = await userService.addByOperator(server.db, { userName: 'planner', roleKey: 'analyst' });
    expect(await firstStart(server.installation, { sampleData: true })).toEqual([]);
    expect(await login('planner', password)).toMatchObject({ code: 200 });
  });
});
