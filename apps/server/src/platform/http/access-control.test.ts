import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';
import { preferredLanguage, registerAccessControl } from './access-control.ts';
import { isRestPath } from './rest/rest-problem.ts';

/** All routes without sign-in. Additions need a decision and an entry here. */
const ANONYMOUS = [
  'DELETE /api/logout',
  'DELETE /api/v1/account/sessions/current',
  'GET /api/captchaImage',
  'GET /api/druid/login.html',
  'GET /api/logout',
  // The ticket in the path grants access: 256 bits, valid for one download.
  'GET /api/manage/batch/export/:ticket',
  // Also by ticket: printing companies have no account.
  'GET /api/manage/handover/file/:ticket',
  // Uploaded images, named by 128 random bits, because `<img>` sends no token.
  'GET /api/profile/*',
  'GET /api/public/settings',
  'GET /api/swagger-ui/index.html',
  'GET /api/v1/captcha',
  'POST /api/login',
  'POST /api/logout',
  'POST /api/register',
  'POST /api/v1/account/sessions',
];

describe('access control of all console routes', () => {
  let server: TestServer;
  let clerk: Client;
  type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  const routeTable = () => server.app.routeTable.map(({ method, url, access }) => ({ method: String(method) as Method, url, access }));
  const call = async ({ method, url }: { method: Method; url: string }, token = '') => {
    const headers = token ? { authorization: `Bearer ${token}` } : {};
    const reply = await server.app.inject({ method, url: url.replace(/:\w+/g, '1').replace('*', 'x'), headers });
    return { status: reply.statusCode, body: reply.headers['content-type']?.includes('json') ? reply.json() : undefined };
  };

  beforeAll(async () => {
    server = await startTestServer();
    clerk = await server.as([]);
    return () => server.close();
  });

  it('covers all routes', () => {
    expect(routeTable().length).toBeGreaterThan(40);
    expect(routeTable().map(({ method, url }) => `${method} ${url}`)).toEqual(
      expect.arrayContaining(['POST /api/manage/supplier', 'POST /api/v1/suppliers']),
    );
  });

  it('allows anonymous access only to the listed routes below /api', async () => {
    const open = routeTable().filter(({ url, access }) => access === 'anonymous' && url.startsWith('/api'));
    expect(open.map(({ method, url }) => `${method} ${url}`).sort()).toEqual(ANONYMOUS);
  });

  it('requires a token before any other check', async () => {
    const closed = routeTable().filter(({ access }) => access !== 'anonymous');
    for (const route of closed) {
      for (const token of ['', 'A'.repeat(43)]) {
        const { status, body } = await call(route, token);
        const expected = isRestPath(route.url) ? [401, undefined, 'notSignedIn'] : [200, 401, 'notSignedIn'];
        expect([status, body?.code, body?.problem], `${route.method} ${route.url}`).toEqual(expected);
      }
    }
  });

  it('requires the permission of the route, and names it', async () => {
    for (const route of routeTable()) {
      if (typeof route.access !== 'object') continue;
      const { body } = await call(route, clerk.token);
      expect(body, `${route.method} ${route.url}`).toMatchObject({
        ...(isRestPath(route.url) ? { status: 403 } : { code: 403 }),
        problem: 'forbidden',
        params: { permission: route.access.permission },
      });
      expect(route.access.permission, route.url).toMatch(/^[a-z]+:[a-zA-Z]+:[a-zA-Z]+$/);
    }
  });

  it('has a menu entry for each permission, so that a role can grant it', async () => {
    const rows = await server.db.selectFrom('menu').select('perms').execute();
    const granted = new Set(rows.flatMap(({ perms }) => perms?.split(',') ?? []));
    const requiredPermissions = routeTable().flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    expect([...new Set(requiredPermissions)].filter((permission) => !granted.has(permission))).toEqual([]);
  });

  it('does not reveal to anonymous clients which paths exist', async () => {
    const { body, status } = await call({ method: 'GET', url: '/api/no/such/path' });
    expect([status, body?.code]).not.toEqual([200, 200]);
    expect(body?.code ?? status).toBe(404);
  });

  it('rejects a route without an access declaration', () => {
    const app = Fastify();
    registerAccessControl(app, server.installation, async () => undefined);
    expect(() => app.get('/api/forgotten', async () => 'open')).toThrow('GET /api/forgotten does not say who may call it');
  });
});

describe('the language of a request', () => {
  it.each([
    [undefined, 'zh-CN'],
    ['', 'zh-CN'],
    ['*', 'zh-CN'],
    ['fr', 'zh-CN'],
    ['en', 'en-US'],
    ['EN-gb', 'en-US'],
    ['fr, en;q=0.3', 'en-US'],
    ['en;q=0.1, zh;q=0.9', 'zh-CN'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['en-US,en;q=0.9,zh-CN;q=0.8', 'en-US'],
    ['en;q=0', 'zh-CN'],
    ['enm', 'zh-CN'],
  ])('is, for %j, %s', (header, language) => {
    expect(preferredLanguage({ headers: { 'accept-language': header } })).toBe(language);
  });
});
