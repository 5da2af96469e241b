import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Db } from '../../../platform/db/db.ts';
import { insertCaptcha } from '../../../test/captcha.ts';
import { insertUserWithPassword } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import { bearerHeader, openVisitorClient, PASSWORD, type VisitorClient } from '../../../test/visitor-client.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as deviceService from './device.service.ts';
import * as sessionService from './session.service.ts';

const deadTicket = { code: 401, problem: 'ticketDead' };

/** Whether another connection waits for a lock of this transaction. */
const isLockWaiting = async (db: Db) =>
  (await sql`select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`.execute(db)).rows.length > 0;

describe('remembered browser', () => {
  let server: TestServer;
  let signInClient: VisitorClient;
  /** Signs in by password with "remember me". */
  const rememberBrowser = async () => {
    const { userName, userId } = await insertUserWithPassword(server.db, PASSWORD);
    const { token, ticket } = await signInClient.login(userName, PASSWORD, { remember: true });
    return { userName, userId, token: token as string, ticket: ticket as string };
  };
  const signInWithTicket = async (
    userName: string,
    ticket: string,
    { key = '', ...captcha }: { key?: string; code?: string; uuid?: string } = {},
  ) =>
    (await signInClient.call('POST', '/login', { username: userName, ticket, remember: true, ...captcha }, { 'idempotency-key': key }))
      .body;
  const devices = (userId: number) => server.db.selectFrom('device').selectAll().where('userId', '=', userId).execute();
  const backdate = (userId: number, time: string) =>
    server.db.updateTable('device').set({ useTime: time }).where('userId', '=', userId).execute();

  beforeAll(async () => {
    server = await startTestServer();
    signInClient = openVisitorClient(server);
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    return () => server.close();
  });

  it('gets a ticket only on request, and the database never contains it', async () => {
    const { userId, userName, ticket } = await rememberBrowser();
    expect(ticket).toMatch(/^[\da-f-]{36}\.[\w-]{43}$/);
    expect(JSON.stringify(await devices(userId))).not.toContain(ticket.split('.')[1]);
    expect(await signInClient.login(userName)).not.toHaveProperty('ticket');
    expect(await devices(userId)).toHaveLength(1);
  });

  it('ends the watch of an open page, which says whether it is still remembered', async () => {
    const watch = (token: string, seconds: number) =>
      signInClient.call('GET', `/account/session/watch?seconds=${seconds}`, undefined, bearerHeader(token));
    const forget = (userId: number) => server.db.transaction().execute((tx) => sessionService.closeAll(tx, [userId]));
    const signInAgain = (_: number, { userName, ticket }: { userName: string; ticket: string }) => signInWithTicket(userName, ticket);
    // the first wait ends once the server listens for the end of sessions
    await watch((await rememberBrowser()).token, 30);
    for (const [end, deviceRemoved] of [
      [forget, true],
      [signInAgain, false],
    ] as const) {
      const browser = await rememberBrowser();
      const sent = vi.spyOn(pg.Client.prototype, 'query');
      const response = watch(browser.token, 30);
      await until(() => JSON.stringify(sent.mock.calls.map(([query]) => query)).includes('select \\"device_id\\" from \\"session\\"'));
      sent.mockRestore();
      await end(browser.userId, browser);
      expect((await response).body).toMatchObject({ code: 401, problem: 'notSignedIn', params: { deviceRemoved } });
    }
  });

  it('signs in once per ticket, gets the next one, and ends its earlier session', async () => {
    const { userName, userId, token, ticket } = await rememberBrowser();
    const second = await signInWithTicket(userName.toUpperCase(), ticket);
    expect(second).toMatchObject({ code: 200, token: expect.any(String), ticket: expect.any(String) });
    expect(second.ticket).not.toBe(ticket);
    expect(await signInClient.info(bearerHeader(second.token))).toMatchObject({ code: 200, user: { userName } });
    expect(await signInClient.info(bearerHeader(token))).toMatchObject({ code: 401 });
    expect(await signInWithTicket(userName, second.ticket)).toMatchObject({ code: 200 });
    expect(await devices(userId)).toHaveLength(1);
    const log = await server.db.selectFrom('signInLog').select(['status', 'msg']).where('userName', '=', userName).execute();
    expect(log).toHaveLength(3);
  });

  it('is revoked with its sessions when an old ticket is reused', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const second = await signInWithTicket(userName, ticket);
    await backdate(userId, '2020-01-01');
    expect(await signInWithTicket(userName, ticket)).toMatchObject(deadTicket);
    expect(await devices(userId)).toEqual([]);
    expect(await signInClient.info(bearerHeader(second.token))).toMatchObject({ code: 401 });
    expect(await signInWithTicket(userName, second.ticket)).toMatchObject(deadTicket);
    expect(await signInClient.login(userName)).toMatchObject({ code: 200 });
  });

  it('lets one of two parallel requests with the same ticket win, and stays valid', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const both = await Promise.all([
      signInWithTicket(userName, ticket, { key: 'one' }),
      signInWithTicket(userName, ticket, { key: 'other' }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(both.find(({ code }) => code === 500)).toMatchObject({ problem: 'ticketSpent' });
    expect(await devices(userId)).toHaveLength(1);
    expect(await signInWithTicket(userName, both.find(({ code }) => code === 200)?.ticket)).toMatchObject({ code: 200 });
  });

  it('gets the same response after a lost one, only under the same request key', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const lostResponse = await signInWithTicket(userName, ticket, { key: 'once' });
    await backdate(userId, '2020-01-01');
    const retry = await signInWithTicket(userName, ticket, { key: 'once' });
    expect(retry).toMatchObject({ code: 200 });
    expect(await signInClient.info(bearerHeader(lostResponse.token))).toMatchObject({ code: 401 });
    expect(await signInWithTicket(userName, retry.ticket)).toMatchObject({ code: 200 });
    await backdate(userId, '2020-01-01');
    expect(await signInWithTicket(userName, ticket, { key: 'once' })).toMatchObject(deadTicket);
    expect(await devices(userId)).toEqual([]);
  });

  it('is bound to its user, and does not reveal whether a name exists', async () => {
    const [mine, other] = [await rememberBrowser(), await rememberBrowser()];
    const refusals = [
      await signInWithTicket(other.userName, mine.ticket),
      await signInWithTicket('nobody at all', mine.ticket),
      await signInWithTicket(mine.userName, 'no.ticket'),
      await signInWithTicket(mine.userName, `${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}.${'A'.repeat(43)}`),
    ];
    for (const answer of refusals) expect(answer).toEqual({ ...refusals[0], ...deadTicket });
    expect(await signInWithTicket(mine.userName, mine.ticket)).toMatchObject({ code: 200 });
  });

  it('replaces no password, neither for a password change nor for a sensitive action', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    await server.db
      .updateTable('device')
      .set({ createTime: new Date(Date.now() - 3_600_000).toISOString() })
      .where('userId', '=', userId)
      .execute();
    const { token, ticket: next } = await signInWithTicket(userName, ticket);
    const change = { oldPassword: next, newPassword: 'seven quiet rivers meet here' };
    expect((await signInClient.call('PUT', '/system/user/profile/updatePwd', change, bearerHeader(token))).body).toMatchObject({
      problem: 'passwordWrong',
    });
    expect((await signInClient.call('POST', '/account/confirm', { password: next }, bearerHeader(token))).body).toMatchObject({
      code: 500,
    });
    const row = await server.db.selectFrom('session').select('confirmTime').where('userId', '=', userId).executeTakeFirstOrThrow();
    const [device] = await devices(userId);
    expect(row.confirmTime).toBe(device?.createTime);
  });

  it('ends with any password change, but the session that changed it continues', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const { token, ticket: next } = await signInWithTicket(userName, ticket);
    const change = { oldPassword: PASSWORD, newPassword: 'seven quiet rivers meet here' };
    expect((await signInClient.call('PUT', '/system/user/profile/updatePwd', change, bearerHeader(token))).body).toMatchObject({
      code: 200,
    });
    expect(await signInWithTicket(userName, next)).toMatchObject(deadTicket);
    expect(await signInClient.info(bearerHeader(token))).toMatchObject({ code: 200 });
    const other = await signInClient.login(userName, change.newPassword, { remember: true });
    await server.db.updateTable('users').set({ password: '$2a$imported' }).where('userId', '=', userId).execute();
    expect(await signInWithTicket(userName, other.ticket)).toMatchObject(deadTicket);
  });

  it('ends with the account, and counts a wrong ticket as an attempt', async () => {
    const { userName, userId } = await rememberBrowser();
    for (let index = 0; index < 5; index++) expect(await signInWithTicket(userName, 'no.ticket')).toMatchObject(deadTicket);
    expect(await signInClient.login(userName)).toMatchObject({ problem: 'accountLocked' });
    await server.db.deleteFrom('signInFailure').where('userName', '=', userName).execute();
    const { ticket: last } = await signInClient.login(userName, PASSWORD, { remember: true });
    await server.db.updateTable('users').set({ status: '1' }).where('userId', '=', userId).execute();
    expect(await signInWithTicket(userName, last)).toMatchObject(deadTicket);
    await server.db.updateTable('users').set({ status: '0' }).where('userId', '=', userId).execute();
    expect(await signInWithTicket(userName, last)).toMatchObject(deadTicket);
  });

  it('requires the captcha like other sign-ins', async () => {
    const { userName, ticket } = await rememberBrowser();
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'true');
    expect(await signInWithTicket(userName, ticket)).toMatchObject({ problem: 'captchaExpired' });
    const { uuid, text: code } = await insertCaptcha(server.installation);
    expect(await signInWithTicket(userName, ticket, { uuid, code })).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
  });

  it('is revoked when its user signs in without remember, by ticket or by password', async () => {
    const one = await rememberBrowser();
    const body = { username: one.userName, ticket: one.ticket, remember: false };
    expect((await signInClient.call('POST', '/login', body)).body).toEqual({ code: 200, msg: '登录成功', token: expect.any(String) });
    expect(await devices(one.userId)).toEqual([]);
    const two = await rememberBrowser();
    expect(await signInClient.login(two.userName, PASSWORD, { ticket: two.ticket })).not.toHaveProperty('ticket');
    expect(await devices(two.userId)).toEqual([]);
    const three = await rememberBrowser();
    await signInClient.login(two.userName, PASSWORD, { ticket: three.ticket });
    expect(await devices(three.userId)).toHaveLength(1);
  });

  it('lasts the configured days after the password sign-in, regardless of use', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const aged = (days: number) =>
      server.db
        .updateTable('device')
        .set({ createTime: new Date(Date.now() - days * 86_400_000).toISOString() })
        .where('userId', '=', userId)
        .execute();
    await aged(29.9);
    const { ticket: next, token } = await signInWithTicket(userName, ticket);
    await aged(30.1);
    await deviceService.sweep(server.db);
    expect(await devices(userId)).toEqual([]);
    expect(await signInWithTicket(userName, next)).toMatchObject(deadTicket);
    expect(await signInClient.info(bearerHeader(token))).toMatchObject({ code: 200 });
    await settingService.set(server.db, 'suyuan.device.days', '0');
    expect(await signInClient.login(userName, PASSWORD, { remember: true })).not.toHaveProperty('ticket');
    await settingService.set(server.db, 'suyuan.device.days', '30');
  });

  it('opens no session during a concurrent password reset', async () => {
    const { userName, userId, ticket } = await rememberBrowser();
    const keeper = await server.as(['system:user:resetPwd']);
    const client = { ipaddr: '127.0.0.1', loginLocation: '', browser: '', os: '' };
    let reset: Promise<{ body: { code: number } }> | undefined;
    const token = await server.db.transaction().execute(async (db) => {
      const ticketResult = await deviceService.spend(db, { userName, ticket, key: '', client });
      if (ticketResult.kind !== 'taken') throw new Error(ticketResult.kind);
      reset = keeper.put('/system/user/resetPwd', { userId, password: 'seven quiet rivers meet here' });
      // until the reset waits for this sign-in
      while (!(await isLockWaiting(db))) await new Promise((resume) => setTimeout(resume, 10));
      await db.updateTable('users').set({ loginIp: client.ipaddr }).where('userId', '=', userId).execute();
      return (await sessionService.open(db, { userId, ...client, deviceId: ticketResult.deviceId })).token;
    });
    expect((await reset)?.body).toMatchObject({ code: 200 });
    expect(await signInClient.info(bearerHeader(token))).toMatchObject({ code: 401 });
    expect(await devices(userId)).toEqual([]);
  });

  it('ends with all sessions when another user ends them', async () => {
    const { userName, userId, token, ticket } = await rememberBrowser();
    await sessionService.closeAll(server.db, [userId]);
    expect(await signInClient.info(bearerHeader(token))).toMatchObject({ code: 401 });
    expect(await signInWithTicket(userName, ticket)).toMatchObject(deadTicket);
  });
});
