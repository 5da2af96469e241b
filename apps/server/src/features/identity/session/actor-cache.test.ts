import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consoleApp } from '../../../boot/app.ts';
import { isTrusted } from '../../../platform/cache/cache.ts';
import { connect } from '../../../platform/db/connect.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';
import * as settingService from '../../system/setting/setting.service.ts';

/** Milliseconds that a change may take in other processes. */
const SECOND = 1000;

describe('users in memory', () => {
  let server: TestServer;
  /** A second process on the same database. */
  let other: TestServer['db'];
  let codeOnOther: (client: Client, url?: string) => Promise<number>;

  const codeOf = async (client: Client, url = '/getInfo') => (await client.get(url)).body.code;
  /** Repeats a call until it needs no statement: notifications of earlier changes may still arrive, and trust may lapse. */
  const answeredFromMemory = (call: () => Promise<number>) =>
    until(async () => {
      let code = 0;
      const statements = await countStatements(async () => {
        code = await call();
      });
      expect([code, statements]).toEqual([200, 0]);
    });
  /** A user cached by both processes. */
  const knownUser = async (permissions: string[] = []) => {
    const user = await server.as(permissions);
    await answeredFromMemory(() => codeOf(user, '/getRouters'));
    await answeredFromMemory(() => codeOnOther(user, '/getRouters'));
    return user;
  };
  /** Requests that begin a second after a change must see it, however late earlier ones are answered. */
  const expectWithinSecond = async (code: number, client: Client, url?: string) => {
    const end = performance.now() + SECOND;
    while (performance.now() < end) {
      if ((await codeOnOther(client, url)) === code) return;
      await wait(20);
    }
    expect(await codeOnOther(client, url)).toBe(code);
  };
  const gone = (client: Client) => expectWithinSecond(401, client);

  beforeAll(async () => {
    server = await startTestServer();
    other = connect(server.url, { max: 4, ownerUrl: server.ownerUrl });
    const app = await consoleApp({ ...server.installation, db: other });
    codeOnOther = async ({ token }, url = '/getInfo') => {
      const reply = await app.inject({ method: 'GET', url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });
      return reply.json().code;
    };
    return async () => {
      await app.close();
      await other.destroy();
      await server.close();
    };
  });

  it('lose a revoked session in every process before the answer', async () => {
    const [user, administrator] = [await knownUser(), await server.as(['monitor:online:list', 'monitor:online:forceLogout'])];
    const { body } = await administrator.get(`/monitor/online/list?userName=${user.userName}`);
    expect((await administrator.delete(`/monitor/online/${body.rows[0].tokenId}`)).body.code).toBe(200);
    expect([await codeOnOther(user), await codeOf(user)]).toEqual([401, 401]);
  });

  it('lose a session that the user ends', async () => {
    const user = await knownUser();
    await user.post('/logout');
    expect([await codeOnOther(user), await codeOf(user)]).toEqual([401, 401]);
  });

  it('gain and lose rights with their roles', async () => {
    const user = await knownUser();
    const url = '/system/post/list';
    expect([await codeOf(user, url), await codeOnOther(user, url)]).toEqual([403, 403]);
    const { menuId } = await server.db
      .selectFrom('menu')
      .select('menuId')
      .where('perms', '=', 'system:post:list')
      .executeTakeFirstOrThrow();
    const { roleId } = await server.db.selectFrom('userRole').select('roleId').where('userId', '=', user.userId).executeTakeFirstOrThrow();
    await server.db.insertInto('roleMenu').values({ roleId, menuId }).execute();
    expect(await codeOf(user, url)).toBe(200);
    await expectWithinSecond(200, user, url);
    await server.db.deleteFrom('userRole').where('userId', '=', user.userId).execute();
    expect(await codeOf(user, url)).toBe(403);
    await expectWithinSecond(403, user, url);
  });

  it('end with a rolled back change unharmed, and with a committed one', async () => {
    const user = await knownUser();
    const disable = (db: TestServer['db']) => db.updateTable('users').set({ status: '1' }).where('userId', '=', user.userId).execute();
    const rolledBack = server.db.transaction().execute(async (tx) => {
      await disable(tx);
      throw new Error('undone');
    });
    await expect(rolledBack).rejects.toThrow('undone');
    expect(await codeOf(user)).toBe(200);
    await server.db.transaction().execute(disable);
    expect(await codeOf(user)).toBe(401);
    await gone(user);
  });

  const age = (client: Client, column: 'active_time' | 'login_time', by: string) =>
    sql`update session set ${sql.ref(column)} = now() - ${by}::interval where user_id = ${client.userId}`.execute(server.db);
  const limitIdleness = (minutes: string) => settingService.set(server.db, 'suyuan.session.idleMinutes', minutes);

  it('end at their absolute limit', async () => {
    const user = await knownUser();
    await age(user, 'login_time', '8 days');
    expect(await codeOf(user)).toBe(401);
    await gone(user);
  });

  it('end at their idle limit, and when it is lowered', async () => {
    onTestFinished(() => limitIdleness('10080'));
    const [idle, lowered] = [await knownUser(), await knownUser()];
    await limitIdleness('5');
    await age(idle, 'active_time', '6 minutes');
    expect(await codeOf(idle)).toBe(401);
    await gone(idle);
    // with time for four calls on a busy machine
    await age(lowered, 'active_time', '55 seconds');
    expect(await codeOf(lowered)).toBe(200);
    await limitIdleness('1');
    expect([await codeOf(lowered), await codeOnOther(lowered)]).toEqual([200, 200]);
    // nothing but the time changes
    await wait(5200);
    expect([await codeOf(lowered), await codeOnOther(lowered)]).toEqual([401, 401]);
  });

  it('show a changed name, department and post at once', async () => {
    const user = await knownUser(['system:user:list']);
    const nameOf = async () => (await user.get('/getInfo')).body.user.dept.deptName;
    const listedName = async () => (await user.get(`/system/user/list?userId=${user.userId}`)).body.rows[0].dept.deptName;
    expect(await nameOf()).toBe(await listedName());
    await server.db.updateTable('department').set({ deptName: '新部门' }).where('deptId', '=', 100).execute();
    expect([await nameOf(), await listedName()]).toEqual(['新部门', '新部门']);
  });

  it('are counted exactly in lists', async () => {
    const user = await knownUser(['system:user:list']);
    const total = async () => (await user.get('/system/user/list')).body.total;
    const before = await total();
    const { userId } = await server.as([]);
    expect(await total()).toBe(before + 1);
    await server.db.updateTable('users').set({ delFlag: '2' }).where('userId', '=', userId).execute();
    expect(await total()).toBe(before);
  });

  it('are read from the database while notifications do not arrive', async () => {
    const user = await knownUser();
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'suyuan listen cache' and datname = current_database()`.execute(server.owner);
    await until(async () => {
      await cut();
      expect([isTrusted(server.db), isTrusted(other)]).toEqual([false, false]);
    });
    // this commit is not notified
    await sql`delete from session where user_id = ${user.userId}`.execute(server.owner);
    expect(await codeOnOther(user)).toBe(401);
    expect(await codeOf(user)).toBe(401);
    await knownUser();
  });

  it('lose their rights when the owner truncates a table of rights', async () => {
    const url = '/system/post/list';
    const user = await knownUser(['system:post:list']);
    expect(await codeOf(user, url)).toBe(200);
    await sql`truncate role_menu`.execute(server.owner);
    await expectWithinSecond(403, user, url);
  });

  it('answer 304 to a client that has the answer, until it changes', async () => {
    const user = await knownUser(['system:dict:edit', 'system:dict:query']);
    for (const url of ['/getInfo', '/getRouters', '/system/dict/data/type/sys_yes_no', '/public/settings']) {
      const { headers, status } = await user.get(url);
      expect([url, status, headers.etag]).toEqual([url, 200, expect.stringMatching(/^"[\w.-]+"$/)]);
      const again = await user.get(url, { 'if-none-match': String(headers.etag) });
      expect([url, again.status, again.body.length, again.headers.etag]).toEqual([url, 304, 0, headers.etag]);
      expect((await user.get(url, { 'if-none-match': `W/${headers.etag}, "x"` })).status).toBe(304);
      expect((await user.get(url, { 'if-none-match': '"x"' })).status).toBe(200);
    }
    const dictionary = '/system/dict/data/type/sys_yes_no';
    const { headers, body } = await user.get(dictionary);
    await user.put('/system/dict/data', { dictCode: body.data[0].dictCode, dictLabel: '确定' });
    const edited = await user.get(dictionary, { 'if-none-match': String(headers.etag) });
    expect([edited.status, edited.body.data[0].dictLabel]).toEqual([200, '确定']);
    const info = await user.get('/getInfo');
    expect(info.headers['cache-control']).toBe('no-store');
    await user.put('/system/user/profile', { nickName: '新名', phonenumber: '', email: '', sex: '2' });
    const renamed = await user.get('/getInfo', { 'if-none-match': String(info.headers.etag) });
    expect([renamed.status, renamed.body.user.nickName]).toEqual([200, '新名']);
    // one user's tag says nothing of another's answer
    const stranger = await server.as([]);
    expect((await stranger.get('/getInfo', { 'if-none-match': String(renamed.headers.etag) })).status).toBe(200);
  });
});
