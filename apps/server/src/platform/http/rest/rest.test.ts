import { beforeAll, describe, expect, it } from 'vitest';
import * as settingService from '../../../features/system/setting/setting.service.ts';
import { insertDepartment, insertRole, insertUser, insertUserWithPassword, productInput, supplierInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { lockByName } from '../../db/advisory-lock.ts';
import { isRestPath } from './rest-problem.ts';

type Headers = Record<string, string>;

const PROBLEM = 'application/problem+json; charset=utf-8';
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+08:00$/;

describe('plain REST below /api/v1', () => {
  let server: TestServer;
  let buyer: Awaited<ReturnType<TestServer['as']>>;
  const call = async (
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    headers: Headers = {},
    token = buyer.token,
  ) => {
    const authorization = `Bearer ${token}`;
    const reply = await server.app.inject({
      method,
      url: `/api/v1${url}`,
      ...(payload && { payload }),
      headers: { authorization, ...headers },
    });
    const isJson = String(reply.headers['content-type']).includes('json');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : reply.body };
  };
  const add = async (overrides = {}, headers: Headers = {}) => call('POST', '/suppliers', supplierInput(overrides), headers);
  const addSupplier = async (overrides = {}) => (await add(overrides)).body.id as number;
  const restRoutes = () => server.app.routeTable.filter(({ url }) => isRestPath(url));

  beforeAll(async () => {
    server = await startTestServer();
    const permissions = restRoutes().flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    buyer = await server.as([...new Set(permissions)]);
    return () => server.close();
  });

  it('adds, reads, changes and removes a record with HTTP status codes', async () => {
    const added = await add({ supplierName: '顶点标签' });
    expect([added.status, added.headers.location, added.body]).toEqual([
      201,
      `/api/v1/suppliers/${added.body.id}`,
      { id: expect.any(Number) },
    ]);
    const url = `/suppliers/${added.body.id}`;
    const { status, body } = await buyer.get(`/v1${url}`);
    expect([status, body]).toMatchObject([200, { supplierId: added.body.id, supplierName: '顶点标签', state: 'draft', version: 1 }]);
    expect(await call('PATCH', url, { remark: '新' })).toMatchObject({ status: 204, body: '' });
    expect((await call('GET', url)).body).toMatchObject({ remark: '新', supplierName: '顶点标签', version: 2 });
    expect(await call('DELETE', url)).toMatchObject({ status: 204, body: '' });
    expect(await call('GET', url)).toMatchObject({
      status: 404,
      headers: { 'content-type': PROBLEM, 'cache-control': 'no-store' },
      body: {
        type: 'about:blank#notFound',
        title: 'Not Found',
        status: 404,
        problem: 'notFound',
        instance: expect.stringContaining(`/api/v1${url}#`),
      },
    });
  });

  it('runs an action by POST, and logs it in its own words', async () => {
    const id = await addSupplier();
    expect((await call('POST', `/suppliers/${id}/submit`)).status).toBe(204);
    expect((await call('GET', `/suppliers/${id}`)).body.state).toBe('pending');
    const logged = await server.db
      .selectFrom('auditLog')
      .select(['method', 'status', 'operName'])
      .where('operUrl', '=', `/api/v1/suppliers/${id}/submit`)
      .execute();
    expect(logged).toEqual([{ method: 'POST /api/v1/suppliers/:id/submit', status: '0', operName: buyer.userName }]);
    expect(await call('POST', `/suppliers/${id}/submit`)).toMatchObject({
      status: 409,
      body: { problem: 'supplierStateWrong', title: 'Conflict' },
    });
    const { body } = await call('POST', `/suppliers/${id}/clone`, supplierInput());
    expect(body.supplierId).toBeGreaterThan(id);
  });

  it('names each faulty field of a body by a JSON pointer', async () => {
    const { status, headers, body } = await call(
      'POST',
      '/suppliers',
      { ...supplierInput(), supplierName: '', undeclared: 1 },
      { 'accept-language': 'en' },
    );
    expect([status, headers['content-type']]).toEqual([400, PROBLEM]);
    expect(body).toMatchObject({
      problem: 'invalidInput',
      errors: [
        { pointer: '#/supplierName', detail: expect.stringContaining('Supplier') },
        { pointer: '#/undeclared', detail: expect.stringContaining('undeclared is not known here') },
      ],
    });
    const one = `/suppliers/${await addSupplier()}`;
    expect((await call('PATCH', one, { supplierID: 5 })).body.errors).toMatchObject([{ pointer: '#/supplierID' }]);
    expect((await call('PATCH', one, [])).body.errors).toMatchObject([{ pointer: '#' }]);
    // also within other values, and where nothing is declared
    const product = productInput({ attributes: [{ name: '产地', value: '武夷山', unit: 'kg' }] });
    expect((await call('POST', '/products', product)).body.errors).toMatchObject([{ pointer: '#/attributes/0/unit' }]);
    expect((await call('GET', `${one}?expand=papers`)).body.errors).toMatchObject([{ parameter: 'expand' }]);
    expect((await call('GET', '/codes?parent=NOTOURS')).body.errors).toMatchObject([{ parameter: 'parent' }]);
    expect((await call('DELETE', one, { reason: 'x' })).body.errors).toMatchObject([{ pointer: '#/reason' }]);
  });

  it('names undeclared filters and orders, and limits out of range', async () => {
    const { status, body } = await call('GET', '/suppliers?name=x&sort=-remark&limit=501');
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: { parameter: string }) => parameter).sort()).toEqual(['limit', 'name', 'sort']);
    expect((await call('GET', '/scans?sort=scanTime')).body.errors).toMatchObject([{ parameter: 'sort' }]);
    const { body: english } = await call('GET', '/suppliers?grade=x', undefined, { 'accept-language': 'en' });
    expect(english.errors).toMatchObject([{ parameter: 'grade', detail: expect.stringContaining('A, B') }]);
  });

  it('refuses unknown paths, unreadable bodies and other media types as problems', async () => {
    expect(await call('GET', '/nothing')).toMatchObject({
      status: 404,
      headers: { 'content-type': PROBLEM },
      body: { title: 'Not Found' },
    });
    expect(await call('POST', '/nothing')).toMatchObject({ status: 404, headers: { 'content-type': PROBLEM } });
    const wrongMethod = { status: 405, headers: { 'content-type': PROBLEM }, body: { title: 'Method Not Allowed' } };
    expect(await call('PUT', '/suppliers/1?a=b', {})).toMatchObject(wrongMethod);
    expect((await call('PUT', '/suppliers/1')).headers.allow?.split(', ').sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
    expect(await call('GET', '/suppliers/1/submit')).toMatchObject({ ...wrongMethod, headers: { allow: 'POST' } });
    expect(await call('GET', '/%zz')).toMatchObject({ status: 400, headers: { 'content-type': PROBLEM } });
    const send = async (payload: string | Buffer, type: string, method: 'POST' | 'PATCH' = 'POST', url = '/suppliers') => {
      const headers = { authorization: `Bearer ${buyer.token}`, 'content-type': type };
      return (await server.app.inject({ method, url: `/api/v1${url}`, payload, headers })).json();
    };
    // refused before the path is looked up
    for (const [method, url] of [
      ['PUT', '/suppliers'],
      ['POST', '/nothing'],
    ] as const) {
      const reply = await server.app.inject({ method, url: `/api/v1${url}`, payload: 'a', headers: { 'content-type': 'xml' } });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([415, PROBLEM]);
      expect(reply.json()).toMatchObject({ title: 'Unsupported Media Type', status: 415 });
    }
    expect(await send('{', 'application/json')).toMatchObject({ status: 400, problem: 'bodyUnreadable' });
    // 茶 in GBK would be stored as two replacement characters
    const gbk = Buffer.from('{"supplierName":"\xb2\xe8"}', 'latin1');
    expect(await send(gbk, 'application/json; charset=gbk')).toMatchObject({ status: 400, problem: 'bodyUnreadable' });
    expect(await send('a=1', 'application/x-www-form-urlencoded')).toMatchObject({ status: 415 });
    const form = '--b\r\ncontent-disposition: form-data; name="remark"\r\n\r\nx\r\n--b--\r\n';
    const patched = await send(form, 'multipart/form-data; boundary=b', 'PATCH', `/suppliers/${await addSupplier()}`);
    expect(patched).toMatchObject({ status: 415, title: 'Unsupported Media Type' });
    const { headers } = await server.app.inject({ url: '/api/v1/suppliers' });
    expect(headers['www-authenticate']).toBe('Bearer');
  });

  it('sends and accepts times in RFC 3339', async () => {
    const id = await addSupplier();
    const { createTime } = (await call('GET', `/suppliers/${id}`)).body;
    expect(createTime).toMatch(RFC_3339);
    const inUtc = new Date(createTime).toISOString();
    const find = async (range: string) =>
      (await call('GET', `/suppliers?limit=500&${range}`)).body.items.map(({ supplierId }: { supplierId: number }) => supplierId);
    expect(await find(`beginTime=${inUtc}&endTime=${encodeURIComponent(createTime)}`)).toContain(id);
    expect(await find(`endTime=${new Date(Date.parse(createTime) - 1000).toISOString()}`)).not.toContain(id);
    for (const none of ['yesterday', '2026-02-30T00:00:00Z', '2026-02-28T24:00:00Z', '2026-02-28T10:00:00'])
      expect((await call('GET', `/suppliers?beginTime=${none}`)).body.errors, none).toMatchObject([{ parameter: 'beginTime' }]);
  });

  it('reports an outdated record to If-Match with 412, and an unchanged one to If-None-Match with 304', async () => {
    const url = `/suppliers/${await addSupplier()}`;
    const first = String((await call('GET', url)).headers.etag);
    expect(first).toMatch(/^"1\.[\w-]{16}"$/);
    expect(await call('GET', url, undefined, { 'if-none-match': `W/"x", ${first}` })).toMatchObject({ status: 304, body: '' });
    expect((await call('PATCH', url, { remark: 'a' }, { 'if-match': first })).status).toBe(204);
    expect((await call('GET', url, undefined, { 'if-none-match': first })).status).toBe(200);
    const stale = await call('PATCH', url, { remark: 'b' }, { 'if-match': first });
    expect(stale).toMatchObject({ status: 412, body: { title: 'Precondition Failed', problem: 'recordStale' } });
    // the version in the body, as in the record, is a conflict and no precondition
    expect((await call('PATCH', url, { remark: 'b', version: 1 })).status).toBe(409);
    const second = String((await call('GET', url)).headers.etag);
    expect((await call('PATCH', url, { remark: 'b' }, { 'if-match': '"1", "0.x"' })).status).toBe(412);
    expect((await call('PATCH', url, { remark: 'b' }, { 'if-match': `${second}, x` })).status).toBe(400);
    expect((await call('PATCH', url, { remark: 'c' }, { 'if-match': `W/${second}, ${first}` })).status).toBe(204);
    expect((await call('PATCH', url, { remark: 'd' }, { 'if-match': '*' })).status).toBe(204);
    expect((await call('PATCH', url, {}, { 'if-match': 'x' })).body.errors).toMatchObject([{ parameter: 'If-Match' }]);
    expect((await call('POST', `${url}/submit`, undefined, { 'if-match': second })).body.errors).toMatchObject([{ parameter: 'If-Match' }]);
    expect((await add({}, { 'if-match': second })).status).toBe(400);
    expect(await call('DELETE', url, undefined, { 'if-match': second })).toMatchObject({ status: 412, body: { problem: 'recordStale' } });
    const { body, headers } = await call('GET', url);
    expect(body).toMatchObject({ remark: 'd', version: 4 });
    expect((await call('DELETE', url, undefined, { 'if-match': String(headers.etag) })).status).toBe(204);
  });

  it('runs a request with an idempotency key once', async () => {
    const input = supplierInput();
    const key = { 'idempotency-key': 'same-key-1' };
    const replies = [await call('POST', '/suppliers', input, key), await call('POST', '/suppliers', input, key)];
    expect(replies.map(({ status, headers, body }) => [status, headers.location, body.id])).toEqual(
      replies.map(() => [201, replies[0]?.headers.location, replies[0]?.body.id]),
    );
    expect(await call('POST', '/suppliers', supplierInput(), key)).toMatchObject({
      status: 422,
      body: { problem: 'idempotencyKeyReused' },
    });
    const url = `/suppliers/${replies[0]?.body.id}`;
    const twice = { 'idempotency-key': 'same-key-2' };
    for (const _ of [1, 2]) expect((await call('PATCH', url, { remark: 'once' }, twice)).status).toBe(204);
    expect((await call('GET', url)).body.version).toBe(2);
  });

  it('refuses an idempotency key while its request runs, and one that is too long', async () => {
    const [key, input] = [{ 'idempotency-key': 'same-key-3' }, supplierInput()];
    await server.db.transaction().execute(async (db) => {
      await lockByName(db, `idempotency/${buyer.userId}/same-key-3`);
      expect(await call('POST', '/suppliers', input, key)).toMatchObject({ status: 409, body: { problem: 'idempotencyKeyInUse' } });
    });
    const concurrent = await Promise.all([1, 2, 3].map(() => call('POST', '/suppliers', input, key)));
    const ids = concurrent.flatMap(({ status, body }) => (status === 201 ? [body.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect(concurrent.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect((await call('POST', '/suppliers', input, key)).body).toEqual({ id: ids[0] });
    expect((await add({}, { 'idempotency-key': 'x'.repeat(101) })).body.errors).toMatchObject([{ parameter: 'Idempotency-Key' }]);
  });

  it('takes fields of queries and bodies from the path, and those of a write from its body', async () => {
    const { userId } = await insertUser(server.db, { deptId: 100 });
    const { roleId } = await insertRole(server.db, (await insertUser(server.db)).userId, [], '5');
    const users = `/roles/${roleId}/users`;
    expect(await call('POST', users, { userIds: [userId] })).toMatchObject({ status: 204, body: '' });
    expect((await call('POST', `${users}?userIds=1`, { userIds: [userId] })).body.errors).toMatchObject([{ parameter: 'userIds' }]);
    expect((await call('GET', `${users}?limit=1`)).body.items).toMatchObject([{ userId }]);
    expect((await call('DELETE', `${users}/${userId}`)).status).toBe(204);
    expect((await call('PUT', `/users/${userId}/roles`, { roleIds: [roleId] })).status).toBe(204);
    expect((await call('PUT', `/users/x/roles`, { roleIds: [] })).body.errors).toMatchObject([{ parameter: 'userId' }]);
    expect((await call('GET', '/settings/by-key/sys.index.skinName')).body).toEqual({ value: expect.stringMatching(/^skin-/) });
  });

  it('signs in and out, and changes the own password', async () => {
    await settingService.set(server.db, 'sys.account.captchaEnabled', 'false');
    const [password, newPassword] = ['a long and silent phrase', 'another long and quiet phrase'];
    const { userName: username } = await insertUserWithPassword(server.db, password);
    const signIn = async (with_ = password) => call('POST', '/account/sessions', { username, password: with_ }, {}, '');
    expect(await signIn('wrong')).toMatchObject({ status: 401, body: { problem: 'credentialsWrong' } });
    const { status, body } = await signIn();
    expect([status, body]).toEqual([200, { token: expect.any(String) }]);
    const own = (...[method, url, payload]: Parameters<typeof call>) => call(method, url, payload, {}, body.token);
    expect((await own('GET', '/account')).body.user).toMatchObject({ userName: username, createTime: expect.stringMatching(RFC_3339) });
    expect((await own('POST', '/account/confirm-password', { password })).status).toBe(204);
    expect(await own('PUT', '/account/password', {})).toMatchObject({ status: 403, body: { problem: 'passwordWrong' } });
    expect((await own('PUT', '/account/password', { oldPassword: password, newPassword })).status).toBe(204);
    const again = (await signIn(newPassword)).body.token;
    expect((await call('DELETE', '/account/sessions/current', undefined, {}, again)).status).toBe(204);
    expect((await call('GET', '/account', undefined, {}, again)).status).toBe(401);
  });

  it('makes each write repeatable by key, except for sessions and password confirmations', () => {
    const others = restRoutes().filter(({ method, config }) => method !== 'GET' && !config.described?.repeatable);
    expect(others.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([
      'DELETE /api/v1/account/sessions/current',
      'POST /api/v1/account/confirm-password',
      'POST /api/v1/account/sessions',
    ]);
  });

  it('returns a list without pages as items, and answers each read as documented', async () => {
    expect((await call('GET', '/departments')).body.items.length).toBeGreaterThan(0);
    const reads = restRoutes().filter(
      ({ method, url, config }) => method === 'GET' && config.described?.answer?.schema && !url.endsWith('label'),
    );
    let successCount = 0;
    for (const { url } of reads) {
      const { status } = await buyer.get(url.slice(4).replaceAll(/:\w+/g, '1'));
      expect(status, url).toBeLessThan(500);
      if (status === 200) successCount++;
    }
    expect(successCount).toBeGreaterThan(60);
  });

  it('hides records outside the data scope', async () => {
    const id = await addSupplier();
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(['manage:supplier:list', 'manage:supplier:query', 'manage:supplier:edit'], {
      deptId,
      dataScope: '3',
    });
    expect((await call('GET', '/suppliers', undefined, {}, foreigner.token)).body).toEqual({ items: [], nextCursor: null });
    expect((await call('GET', `/suppliers/${id}`, undefined, {}, foreigner.token)).status).toBe(404);
    expect((await call('PATCH', `/suppliers/${id}`, { remark: 'x' }, {}, foreigner.token)).status).toBe(404);
  });

  it('leaves the RuoYi dialect as it is', async () => {
    const { status, body } = await buyer.get(`/manage/supplier/${await addSupplier()}`);
    expect([status, body]).toMatchObject([200, { code: 200, data: { createTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) } }]);
  });
});
