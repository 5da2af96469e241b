import { beforeAll, describe, expect, it } from 'vitest';
import * as sessionService from '../../features/identity/session/session.service.ts';
import { insertRole, insertUser } from '../../test/factories.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { isRestPath } from './rest/rest-problem.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface RouteInfo {
  method: Method;
  url: string;
  permission: string | undefined;
}

/** Every console route with every single permission. Reads the route table, so new routes are covered. */
describe('matrix of routes and permissions', () => {
  let server: TestServer;
  let routeTable: RouteInfo[];
  let permissions: string[];

  const sessionOf = async (userId: number) =>
    (await sessionService.open(server.db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' })).token;
  /** Calls a route with an empty body and non-existing IDs. */
  const callRoute = async ({ method, url }: RouteInfo, token: string): Promise<{ code?: number; problem?: string } | undefined> => {
    const address = url.replace(/:\w+/g, '987654').replace('*', 'x');
    const reply = await server.app.inject({ method, url: address, headers: { authorization: `Bearer ${token}` } });
    return reply.headers['content-type']?.includes('json') ? reply.json() : undefined;
  };
  const holderOf = async (granted: readonly string[]) => {
    const { userId } = await insertUser(server.db, { deptId: 100 });
    await insertRole(server.db, userId, [granted.join(',')], '1');
    return userId;
  };
  /**
   * The short run tries each permission on its own resource's routes and on a sixteenth of the others. The next test tries all permissions
   * together, so no permission can open a foreign route unnoticed. The long run tries all.
   */
  const isTested = (route: RouteInfo, place: number, permission: string, turn: number) =>
    process.env.SUYUAN_LONG === '1' || nounOf(route.permission) === nounOf(permission) || place % 16 === turn % 16;
  const nounOf = (permission = '') => permission.slice(0, permission.lastIndexOf(':'));
  const routeName = ({ method, url }: RouteInfo) => `${method} ${url}`;

  beforeAll(async () => {
    server = await startTestServer();
    routeTable = server.app.routeTable.flatMap(({ method, url, access }) =>
      access === 'anonymous'
        ? []
        : [{ method: String(method) as Method, url, permission: typeof access === 'object' ? access.permission : undefined }],
    );
    permissions = [...new Set(routeTable.flatMap(({ permission }) => permission ?? []))].sort();
    return () => server.close();
  });

  it('opens each route with its own permission', async () => {
    expect(permissions.length).toBeGreaterThan(40);
    for (const [turn, permission] of permissions.entries()) {
      const userId = await holderOf([permission]);
      const token = await sessionOf(userId);
      const others = routeTable.filter(
        (each, place) =>
          // plain REST declares the same access
          each.permission && each.permission !== permission && !isRestPath(each.url) && isTested(each, place, permission, turn),
      );
      const responses: unknown[][] = [];
      // more at once would be shed as overload
      for (let start = 0; start < others.length; start += 20) {
        const some = others.slice(start, start + 20);
        responses.push(...(await Promise.all(some.map(async (route) => [routeName(route), (await callRoute(route, token))?.problem]))));
      }
      expect(
        responses.filter(([, problem]) => problem !== 'forbidden'),
        permission,
      ).toEqual([]);
      for (const route of routeTable.filter((each) => each.permission === permission)) {
        const own = await callRoute(route, await sessionOf(userId));
        expect([own?.code === 401, own?.problem === 'forbidden'], `${routeName(route)} by ${permission}`).toEqual([false, false]);
      }
    }
  });

  it('closes each route to all other permissions together', async () => {
    for (const permission of permissions) {
      const token = await sessionOf(await holderOf(permissions.filter((each) => each !== permission)));
      for (const route of routeTable.filter((each) => each.permission === permission)) {
        expect((await callRoute(route, token))?.problem, routeName(route)).toBe('forbidden');
      }
    }
  });

  it('opens routes without a permission to any signed-in user', async () => {
    const userId = await holderOf(['nothing:at:all']);
    for (const route of routeTable.filter(({ permission }) => !permission)) {
      const response = await callRoute(route, await sessionOf(userId));
      expect([response?.code === 401, response?.problem === 'forbidden'], routeName(route)).toEqual([false, false]);
    }
  });

  it('opens every route to the administrator', async () => {
    await server.db
      .insertInto('users')
      .values({ userId: 1, userName: 'root', nickName: 'root', password: '-' })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await server.db
      .insertInto('userRole')
      .values({ userId: 1, roleId: 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const route of routeTable) {
      const response = await callRoute(route, await sessionOf(1));
      expect([response?.code === 401, response?.problem === 'forbidden'], routeName(route)).toEqual([false, false]);
    }
  });
});
