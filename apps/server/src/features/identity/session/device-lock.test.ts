import { beforeAll, describe, expect, it } from 'vitest';
import { insertCaptcha } from '../../../test/captcha.ts';
import { insertUserWithPassword } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { bearerHeader, openVisitorClient, PASSWORD, type VisitorClient } from '../../../test/visitor-client.ts';
import * as settingService from '../../system/setting/setting.service.ts';

describe('remembered device', () => {
  let server: TestServer;
  let signInClient: VisitorClient;
  const rememberBrowser = async () => {
    const { userName, userId } = await insertUserWithPassword(server.db, PASSWORD);
    const { token, ticket } = await signInClient.login(userName, PASSWORD, { remember: true });
    return { userName, userId, token: token as string, ticket: ticket as string };
  };
  const signInWithTicket = async (userName: string, ticket: string, captcha: { code?: string; uuid?: string } = {}) =>
    (await signInClient.call('POST', '/login', { username: userName, ticket, remember: true, ...captcha })).body;
  const devices = (userId: number) => server.db.selectFrom('device').selectAll().where('userId', '=', userId).execute();

  beforeAll(async () => {
    server = await startTestServer();
    signInClient = openVisitorClient(server);
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    return () => server.close();
  });

  it('signs its user in by ticket and by password, while others keep the name locked', async () => {
    const { userName, ticket } = await rememberBrowser();
    const signInElsewhere = async () => (await signInClient.login(userName, PASSWORD)).problem;
    for (let index = 0; index < 5; index++) await signInClient.login(userName, 'wrong');
    expect(await signInElsewhere()).toBe('accountLocked');
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'true');
    expect(await signInWithTicket(userName, ticket, { uuid: 'x', code: 'x' })).toMatchObject({ problem: 'captchaExpired' });
    const { uuid, text: code } = await insertCaptcha(server.installation);
    const second = await signInWithTicket(userName, ticket, { uuid, code });
    expect(second).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    // sensitive operations require the password again
    const confirming = (token: string, password: string) =>
      signInClient.call('POST', '/account/confirm', { password }, bearerHeader(token));
    expect((await confirming(second.token, PASSWORD)).body).toMatchObject({ code: 200 });
    const third = await signInClient.login(userName, PASSWORD, { ticket: second.ticket, remember: true });
    expect(third).toMatchObject({ code: 200, ticket: expect.any(String) });
    expect(await signInElsewhere()).toBe('accountLocked');
  });

  it('has separate attempts, counted exactly, and one lock for password, ticket and confirmation', async () => {
    const { userName, token, ticket } = await rememberBrowser();
    const tries = await Promise.all(Array.from({ length: 20 }, () => signInClient.login(userName, 'wrong', { ticket })));
    expect(tries.filter(({ problem }) => problem === 'credentialsWrong')).toHaveLength(5);
    expect(tries.filter(({ problem }) => problem === 'deviceLocked')).toHaveLength(15);
    const locked = { problem: 'deviceLocked', params: { count: 5, minutes: 10 } };
    expect(await signInClient.login(userName, PASSWORD, { ticket })).toMatchObject(locked);
    expect(await signInWithTicket(userName, ticket)).toMatchObject(locked);
    expect((await signInClient.call('POST', '/account/confirm', { password: PASSWORD }, bearerHeader(token))).body).toMatchObject(locked);
    // no attempts were counted outside the device
    expect(await signInClient.login(userName)).toMatchObject({ code: 200 });
    const guard = await server.as(['monitor:logininfor:unlock']);
    await guard.get(`/monitor/logininfor/unlock/${userName}`);
    expect(await signInWithTicket(userName, ticket)).toMatchObject({ code: 200 });
  });

  it('is unlocked when the time is over, and resets its count on a correct password', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    for (let index = 0; index < 5; index++) await signInClient.login(userName, 'wrong', { ticket });
    await server.db.updateTable('device').set({ failureExpireTime: '2020-01-01' }).where('userId', '=', userId).execute();
    for (let index = 0; index < 4; index++)
      expect(await signInClient.login(userName, 'wrong', { ticket })).toMatchObject({ problem: 'credentialsWrong' });
    const next = await signInWithTicket(userName, ticket);
    expect(await devices(userId)).toMatchObject([{ failureCount: 0, failureExpireTime: null }]);
    expect(await signInClient.login(userName, 'wrong', { ticket: next.ticket })).toMatchObject({ problem: 'credentialsWrong' });
  });

  it('of another user, revoked or with an old ticket does not bypass the lock', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const stranger = await rememberBrowser();
    const { ticket: present } = await signInWithTicket(userName, ticket);
    await server.db.updateTable('device').set({ useTime: '2020-01-01' }).where('userId', '=', userId).execute();
    for (let index = 0; index < 5; index++) await signInClient.login(userName, 'wrong');
    const [device = '', secret = ''] = String(present).split('.');
    for (const stolen of [
      ticket,
      stranger.ticket,
      'no.ticket',
      `${device}.${secret.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'))}`,
    ]) {
      expect(await signInClient.login(userName, PASSWORD, { ticket: stolen })).toMatchObject({ problem: 'accountLocked' });
      expect(await signInWithTicket(userName, stolen)).toMatchObject({ problem: 'accountLocked' });
    }
    await server.db.updateTable('device').set({ createTime: '2020-01-01' }).where('userId', '=', userId).execute();
    expect(await signInWithTicket(userName, present)).toMatchObject({ problem: 'accountLocked' });
  });
});
