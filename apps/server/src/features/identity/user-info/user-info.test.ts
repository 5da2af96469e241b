import { beforeAll, describe, expect, it } from 'vitest';
import { orNotFound } from '../../../platform/problem.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import * as sessionService from '../session/session.service.ts';
import * as userInfoService from './user-info.service.ts';

interface RouteShape {
  name?: string;
  path: string;
  component?: string;
  children?: RouteShape[];
  meta?: { actions?: string[] };
}

describe('current user', () => {
  let server: TestServer;
  /** A user with the seeded role `roleKey` and an empty one. */
  const holder = async (roleKey: string): Promise<Client> => {
    const client = await server.as([]);
    const { roleId } = await server.db.selectFrom('role').select('roleId').where('roleKey', '=', roleKey).executeTakeFirstOrThrow();
    await server.db.insertInto('userRole').values({ userId: client.userId, roleId }).execute();
    return client;
  };
  const routers = async (client: Client): Promise<RouteShape[]> => (await client.get('/getRouters')).body.data;
  const pages = (routes: RouteShape[]): string[] => routes.flatMap(({ name, children }) => [name ?? '', ...pages(children ?? [])]);

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('returns the user, the roles and their permissions', async () => {
    const planner = await holder('planner');
    const { body } = await planner.get('/getInfo');
    expect(body).toMatchObject({
      code: 200,
      user: {
        userId: planner.userId,
        userName: planner.userName,
        nickName: expect.stringMatching(/./),
        avatar: '',
        dept: { deptId: 100, deptName: '总部' },
        admin: false,
      },
      pwdChrtype: '0',
      isDefaultModifyPwd: true,
      isPasswordExpired: false,
    });
    expect(body.roles).toContain('planner');
    expect(body.permissions).toContain('manage:batch:submit');
    expect(body.permissions).not.toContain('manage:batch:approve');
    expect(JSON.stringify(body)).not.toMatch(/"password"|argon2|token/i);
  });

  it('names users by their login names, to signed-in users only', async () => {
    const client = await server.as([]);
    const userNames = `${client.userName},no-such-user`;
    const { nickName } = await server.db
      .selectFrom('users')
      .select('nickName')
      .where('userId', '=', client.userId)
      .executeTakeFirstOrThrow();
    expect((await client.get(`/account/displayName?userNames=${userNames}`)).body.data).toEqual({ [client.userName]: nickName });
    const many = Array.from({ length: 101 }, (_, index) => `u${index}`).join(',');
    expect((await client.get(`/account/displayName?userNames=${many}`)).body.problem).toBe('invalidInput');
    expect((await server.stranger.get(`/account/displayName?userNames=${userNames}`)).body.code).toBe(401);
  });

  it('lists for each page all permissions of its resource, because the console hides the rest', async () => {
    const admin = await holder('admin');
    const all = (routes: RouteShape[]): RouteShape[] => routes.flatMap((route) => [route, ...all(route.children ?? [])]);
    const rows = all(await routers(admin)).filter(({ meta }) => meta?.actions);
    expect(rows.length).toBeGreaterThan(20);
    const required = server.app.routeTable.flatMap(({ access }) => (typeof access === 'object' ? access.permission : []));
    const missing = rows.flatMap(({ component = '', meta }) => {
      const resource = `${component.split('/').slice(0, -1).join(':')}:`;
      return required.filter((each) => each.startsWith(resource) && each !== `${resource}list` && !meta?.actions?.includes(each));
    });
    expect([...new Set(missing)]).toEqual([]);
  });

  it('returns all permissions for the administrator, and none without a role', async () => {
    const admin = await holder('admin');
    expect((await admin.get('/getInfo')).body).toMatchObject({ roles: ['admin'], permissions: ['*:*:*'], user: { admin: true } });
    const nobody = await server.as([]);
    await server.db.deleteFrom('userRole').where('userId', '=', nobody.userId).execute();
    expect((await nobody.get('/getInfo')).body).toMatchObject({ code: 200, roles: [], permissions: [] });
    expect(await routers(nobody)).toEqual([]);
  });

  it('reports an expired password when the setting limits the password age', async () => {
    const client = await server.as([]);
    const expired = async () => (await client.get('/getInfo')).body.isPasswordExpired;
    const set = (pwdUpdateDate: Date) =>
      server.db.updateTable('users').set({ pwdUpdateDate: pwdUpdateDate.toISOString() }).where('userId', '=', client.userId).execute();
    await settingService.set(server.db, 'sys.account.passwordValidateDays', '30');
    expect(await expired()).toBe(true);
    await set(new Date(Date.now() - 29 * 86_400_000));
    expect(await expired()).toBe(false);
    await set(new Date(Date.now() - 31 * 86_400_000));
    expect(await expired()).toBe(true);
    await settingService.set(server.db, 'sys.account.passwordValidateDays', '0');
    expect(await expired()).toBe(false);
  });

  it('returns every enabled page for the administrator', async () => {
    const routes = await routers(await holder('admin'));
    expect(routes[0]).toMatchObject({ name: 'Production', path: '/manage', component: 'Layout', alwaysShow: true, redirect: 'noRedirect' });
    expect(routes.map(({ children }) => children?.length ?? 0).filter((count) => count > 6)).toEqual([]);
    expect(pages(routes)).toEqual(expect.arrayContaining(['Batch', 'Code', 'Supplier', 'Operlog', 'Logininfor']));
    const off = await server.db.selectFrom('menu').select('component').where('status', '=', '1').where('menuType', '=', 'C').execute();
    for (const { component } of off) expect(JSON.stringify(routes)).not.toContain(`"${component}"`);
    expect(JSON.stringify(routes)).not.toMatch(/https?:\/\//);
  });

  it('returns the pages of the roles to other users, each with the permitted actions', async () => {
    const [production, masterData, ...others] = await routers(await holder('printing'));
    expect(others).toEqual([]);
    // the product gallery is visible to all users
    expect(masterData?.children?.map(({ name }) => name)).toEqual(['BusinessCategory']);
    expect(production?.children?.map(({ name }) => name)).toEqual(['Batch', 'Code', 'Handover', 'CodeList']);
    expect(production?.children?.[0]?.meta?.actions).toEqual([
      'manage:batch:query',
      'manage:batch:exportCodes',
      'manage:batch:importCodes',
      'manage:figure:list',
    ]);
  });

  it('applies a disabled menu or a revoked role at the next request', async () => {
    const client = await holder('warehouse');
    const menu = (status: '0' | '1') => server.db.updateTable('menu').set({ status }).where('menuId', '=', 2003).execute();
    expect(pages(await routers(client))).toContain('Batch');
    await menu('1');
    expect(pages(await routers(client))).not.toContain('Batch');
    await menu('0');
    const role = (status: '0' | '1') => server.db.updateTable('role').set({ status }).where('roleKey', '=', 'warehouse').execute();
    await role('1');
    expect(pages(await routers(client))).not.toContain('Batch');
    expect((await client.get('/getInfo')).body.roles).not.toContain('warehouse');
    await role('0');
    expect(pages(await routers(client))).toContain('Batch');
    await server.db.deleteFrom('userRole').where('userId', '=', client.userId).execute();
    expect(await routers(client)).toEqual([]);
  });

  it('returns the pages of a set of roles, even if the user has just lost one: users share them', async () => {
    const client = await holder('warehouse');
    const { roleId } = await server.db.selectFrom('role').select('roleId').where('roleKey', '=', 'printing').executeTakeFirstOrThrow();
    await server.db.insertInto('userRole').values({ userId: client.userId, roleId }).execute();
    const actor = orNotFound(await sessionService.actorOfUser(server.db, client.userId));
    await server.db.deleteFrom('userRole').where('userId', '=', client.userId).execute();
    expect(JSON.stringify(await userInfoService.routers({ db: server.db, actor }))).toContain('"CodeList"');
  });

  it('requires sign-in', async () => {
    for (const url of ['/getInfo', '/getRouters']) expect((await server.stranger.get(url)).body).toMatchObject({ code: 401 });
  });
});
