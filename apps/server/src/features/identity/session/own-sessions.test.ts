import { OwnSession } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertUserWithPassword } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { bearerHeader, openVisitorClient, PASSWORD, type VisitorClient } from '../../../test/visitor-client.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { waitForEnd } from './session.service.ts';

const EDGE = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0';

describe('sessions of the user', () => {
  let server: TestServer;
  let call: VisitorClient['call'];
  let login: VisitorClient['login'];
  let info: VisitorClient['info'];
  const list = async (token: string, query = ''): Promise<{ rows: OwnSession[]; total: number }> =>
    (await call('GET', `/account/session/list${query}`, undefined, bearerHeader(token))).body;
  const end = async (token: string, id: string) => (await call('DELETE', `/account/session/${id}`, undefined, bearerHeader(token))).body;

  beforeAll(async () => {
    server = await startTestServer();
    ({ call, login, info } = openVisitorClient(server));
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    return () => server.close();
  });

  it('are listed with browser, place and time, latest use first, without those of other users', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    await login((await insertUserWithPassword(server.db, PASSWORD)).userName);
    const away = await call('POST', '/login', { username: userName, password: PASSWORD }, { 'user-agent': EDGE }, '10.1.2.3');
    const { token } = await login(userName, PASSWORD, { remember: true });
    const { rows, total } = await list(token);
    expect(total).toBe(2);
    for (const row of rows) expect(OwnSession.strict().safeParse(row).error).toBeUndefined();
    expect(rows).toMatchObject([
      { current: true, remembered: true, signedIn: true },
      { current: false, remembered: false, browser: 'Edge142', os: 'Windows10', ipaddr: '10.1.2.3', loginLocation: '内网IP' },
    ]);
    const english = await call('GET', '/account/session/list', undefined, { ...bearerHeader(token), 'accept-language': 'en' });
    expect(english.body.rows[1]).toMatchObject({ loginLocation: 'Internal network' });
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(away.body.token);
    expect((await list(token, '?pageSize=1&pageNum=2')).rows).toMatchObject([{ current: false }]);
  });

  it('are ended one by one, at the next request, with the ticket of the browser', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const other = await login(userName, PASSWORD, { remember: true });
    const { token } = await login(userName);
    const theirs = (await list(token)).rows.find(({ current }) => !current);
    expect(await end(token, theirs?.id ?? '')).toMatchObject({ code: 200 });
    expect(await info(bearerHeader(other.token))).toMatchObject({ code: 401 });
    expect(await login(userName, '', { ticket: other.ticket, remember: true })).toMatchObject({ problem: 'ticketDead' });
    expect((await list(token)).rows).toMatchObject([{ current: true }]);
    expect(await end(token, theirs?.id ?? '')).toMatchObject({ problem: 'notFound' });
    const log = await server.db
      .selectFrom('auditLog')
      .select(['title', 'businessType', 'status'])
      .where('operName', '=', userName)
      .orderBy('operId')
      .execute();
    expect(log).toMatchObject([
      { title: '登录设备', businessType: 7, status: '0' },
      { title: '登录设备', status: '1' },
    ]);
  });

  it('include a signed-out remembered browser, which can be revoked', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const other = await login(userName, PASSWORD, { remember: true });
    await call('POST', '/logout', undefined, bearerHeader(other.token));
    const { token } = await login(userName);
    const theirs = (await list(token)).rows.find(({ current }) => !current);
    expect(theirs).toMatchObject({ signedIn: false, remembered: true });
    expect(await end(token, theirs?.id ?? '')).toMatchObject({ code: 200 });
    expect((await list(token)).total).toBe(1);
    expect(await login(userName, '', { ticket: other.ticket, remember: true })).toMatchObject({ problem: 'ticketDead' });
  });

  it('are all ended except the current one, which keeps its ticket', async () => {
    const { userName } = await insertUserWithPassword(server.db, PASSWORD);
    const others = [await login(userName), await login(userName, PASSWORD, { remember: true })];
    const { token, ticket } = await login(userName, PASSWORD, { remember: true });
    const both = await Promise.all([end(token, 'others'), end(token, 'others')]);
    expect(both.map(({ code }) => code)).toEqual([200, 200]);
    for (const other of others) expect(await info(bearerHeader(other.token))).toMatchObject({ code: 401 });
    expect(await info(bearerHeader(token))).toMatchObject({ code: 200 });
    expect((await list(token)).rows).toMatchObject([{ current: true, remembered: true }]);
    expect(await login(userName, '', { ticket, remember: true })).toMatchObject({ code: 200 });
  });

  it('are inaccessible to others and without sign-in', async () => {
    const mine = await insertUserWithPassword(server.db, PASSWORD);
    const { token } = await login(mine.userName, PASSWORD, { remember: true });
    const [session] = (await list(token)).rows;
    const device = await server.db.selectFrom('device').select('deviceId').where('userId', '=', mine.userId).executeTakeFirstOrThrow();
    const thief = await login((await insertUserWithPassword(server.db, PASSWORD)).userName);
    for (const id of [session?.id ?? '', device.deviceId]) expect(await end(thief.token, id)).toMatchObject({ problem: 'notFound' });
    expect(await end(thief.token, 'no-such-number')).toMatchObject({ problem: 'invalidInput' });
    expect(await info(bearerHeader(token))).toMatchObject({ code: 200 });
    expect(await info(bearerHeader(session?.id ?? ''))).toMatchObject({ code: 401 });
    for (const url of ['/account/session/list', '/account/signIn/list']) expect((await call('GET', url)).body).toMatchObject({ code: 401 });
  });

  it('stop waiting when the site closes', async () => {
    expect(await waitForEnd(server.db, 1, 30_000, AbortSignal.abort())).toBe('unknown');
    // no connection listens
    const { rows } =
      await sql`select 1 from pg_stat_activity where application_name = 'suyuan listen session' and query ~ 'listen "session"'
      and datname = current_database()`.execute(server.db);
    expect(rows).toEqual([]);
  });

  it('include a log of sign-in attempts, newest first, without those of an earlier user of the name', async () => {
    const userName = 'reused.name';
    await login(userName, 'before the account was there');
    await server.db.updateTable('signInLog').set({ loginTime: '2020-01-01' }).where('userName', '=', userName).execute();
    await insertUserWithPassword(server.db, PASSWORD, { userName });
    await login(userName.toUpperCase(), 'wrong', {}, '10.9.9.9');
    const { token } = await login(userName);
    const { body } = await call('GET', '/account/signIn/list?pageSize=5', undefined, bearerHeader(token));
    expect(body).toMatchObject({
      code: 200,
      total: 2,
      rows: [
        { status: '0', msg: '登录成功' },
        { status: '1', msg: '用户名或密码不对；核对后重新输入', ipaddr: '10.9.9.9', loginLocation: '内网IP' },
      ],
    });
    const english = { ...bearerHeader(token), 'accept-language': 'en' };
    expect((await call('GET', '/account/signIn/list', undefined, english)).body.rows[0]).toMatchObject({ msg: 'Signed in' });
  });
});
