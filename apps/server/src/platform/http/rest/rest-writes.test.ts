import { createCanvas } from '@napi-rs/canvas';
import { swagger } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, insertUser, supplierInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import { isRestPath } from './rest-problem.ts';

describe('writes below /api/v1', () => {
  let server: TestServer;
  let writer: Awaited<ReturnType<TestServer['as']>>;
  const call = async (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', url: string, payload?: object, headers = {}) => {
    const request = { method, url: `/api/v1${url}`, ...(payload && { payload }) };
    const reply = await server.app.inject({ ...request, headers: { authorization: `Bearer ${writer.token}`, ...headers } });
    return { status: reply.statusCode, headers: reply.headers, body: reply.body ? reply.json() : undefined };
  };
  const upload = async (method: 'POST' | 'PUT', url: string, field: string, bytes: Buffer, key: string, name = 'a.png') => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)]), name);
    // another boundary each time
    const request = new Request('http://x', { method: 'POST', body: form });
    const headers = { 'content-type': request.headers.get('content-type') ?? '', 'idempotency-key': key };
    return call(method, url, Buffer.from(await request.arrayBuffer()), headers);
  };
  const png = (size: number) => createCanvas(size, size).toBuffer('image/png');
  const restRoutes = () => server.app.routeTable.filter(({ url }) => isRestPath(url));

  beforeAll(async () => {
    server = await startTestServer();
    const permissions = restRoutes().flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    writer = await server.as([...new Set(permissions), swagger.permission]);
    return () => server.close();
  });

  const samples: [noun: string, add: () => Promise<number>][] = [
    ['suppliers', async () => (await writer.post('/v1/suppliers', supplierInput())).body.id],
    ['posts', async () => (await writer.post('/v1/posts', { postCode: 'p-1', postName: '仓管', postSort: 1, status: '0' })).body.id],
    ['departments', async () => (await insertDepartment(server.db)).deptId],
    ['users', async () => (await insertUser(server.db, { deptId: 100 })).userId],
    ['notices', async () => (await writer.post('/v1/notices', { noticeTitle: '停机', noticeType: '1', status: '0' })).body.id],
    [
      'product-categories',
      async () => (await writer.post('/v1/product-categories', { catalogueName: '茶', catalogueCode: 'T-1' })).body.id,
    ],
    ['dictionaries', async () => (await writer.post('/v1/dictionaries', { dictName: '等级', dictType: 'tea_grade' })).body.id],
    [
      'dictionary-entries',
      async () =>
        (await writer.post('/v1/dictionary-entries', { dictType: 'sys_user_sex', dictLabel: '甲', dictValue: 'x', dictSort: 9 })).body.id,
    ],
  ];
  it.each(samples)('removes one of the %s only in the version of If-Match', async (noun, add) => {
    const url = `/${noun}/${await add()}`;
    const etag = String((await call('GET', url)).headers.etag);
    expect(etag).toMatch(/^"1\./);
    expect(await call('DELETE', url, undefined, { 'if-match': '"2"' })).toMatchObject({ status: 412, body: { problem: 'recordStale' } });
    expect((await call('GET', url)).status).toBe(200);
    expect((await call('DELETE', url, undefined, { 'if-match': etag })).status).toBe(204);
    expect((await call('DELETE', url, undefined, { 'if-match': etag })).status).toBe(404);
  });

  it('compares the version of every record that has one', () => {
    const removals = restRoutes().filter(({ method, config }) => method === 'DELETE' && config.described?.operation === 'remove');
    const unversioned = removals.filter(({ config }) => !config.described?.checksIfMatch).map(({ url }) => url);
    expect(removals.length).toBeGreaterThan(20);
    expect(unversioned.sort()).toEqual(['audit-logs', 'form-answers', 'job-logs', 'sign-in-logs'].map((noun) => `/api/v1/${noun}/:id`));
  });

  it.each([
    ['suppliers', 'supplier', 'supplierId', 'supplierName'],
    ['departments', 'department', 'deptId', 'leader'],
  ] as const)('notices an edit that commits while a removal of %s waits', async (noun, table, key, column) => {
    const [, add] = samples.find(([name]) => name === noun) ?? [];
    const id = Number(await add?.());
    let removal: ReturnType<typeof call> | undefined;
    await server.db.transaction().execute(async (db) => {
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = 'edited', version = version + 1 where ${sql.ref(key)} = ${id}`.execute(
        db,
      );
      removal = call('DELETE', `/${noun}/${id}`, undefined, { 'if-match': '"1"' });
      await waitForBlockedTransaction(server.db);
    });
    expect((await removal)?.status).toBe(412);
    expect((await call('GET', `/${noun}/${id}`)).body).toMatchObject({ version: 2, [column]: 'edited' });
  });

  it('keeps the version of a record that a PATCH does not change', async () => {
    const input = supplierInput({ remark: 'a' });
    const url = `/suppliers/${(await call('POST', '/suppliers', input)).body.id}`;
    const before = (await call('GET', url)).headers.etag;
    for (const changes of [{ remark: 'a' }, input, {}]) expect((await call('PATCH', url, changes)).status).toBe(204);
    expect((await call('GET', url)).headers.etag).toBe(before);
    expect((await call('PATCH', url, { remark: 'a' }, { 'if-match': '"2"' })).status).toBe(412);
    expect((await call('PATCH', '/suppliers/999999', {})).status).toBe(404);
    expect((await call('PATCH', url, { remark: '' })).status).toBe(204);
    expect((await call('GET', url)).headers.etag).not.toBe(before);
  });

  it('stores an upload once for a key, and refuses the key with another file', async () => {
    const [first, again] = [
      await upload('POST', '/files', 'file', png(3), 'file-1'),
      await upload('POST', '/files', 'file', png(3), 'file-1'),
    ];
    expect(first).toMatchObject({ status: 200, body: { fileName: expect.stringContaining('.png') } });
    expect(again.body).toEqual(first.body);
    const count = async () => Number((await server.db.selectFrom('file').select(sql`count(*)`.as('n')).executeTakeFirstOrThrow()).n);
    const before = await count();
    expect(await upload('POST', '/files', 'file', png(4), 'file-1')).toMatchObject({
      status: 422,
      body: { problem: 'idempotencyKeyReused' },
    });
    expect((await upload('POST', '/files', 'file', png(3), 'file-1', 'b.png')).status).toBe(422);
    expect(await count()).toBe(before);
    expect((await upload('POST', '/files', 'file', png(3), 'file-2')).body.fileName).not.toBe(first.body.fileName);
  });

  it('replaces an avatar once for a key', async () => {
    const first = await upload('PUT', '/account/profile/avatar', 'avatarfile', png(5), 'avatar-1');
    const second = await upload('PUT', '/account/profile/avatar', 'avatarfile', png(6), 'avatar-2');
    expect((await upload('PUT', '/account/profile/avatar', 'avatarfile', png(5), 'avatar-1')).body).toEqual(first.body);
    expect((await call('GET', '/account')).body.user.avatar).toBe(second.body.imgUrl);
  });

  it('marks notices as read once for a key', async () => {
    const noticeId = (await writer.post('/v1/notices', { noticeTitle: '盘点', noticeType: '1', status: '0' })).body.id;
    const read = () => call('POST', `/notices/${noticeId}/read`, undefined, { 'idempotency-key': 'read-1' });
    expect((await read()).status).toBe(204);
    await server.db.deleteFrom('noticeRead').where('noticeId', '=', noticeId).execute();
    expect((await read()).status).toBe(204);
    const marks = await server.db.selectFrom('noticeRead').select('noticeId').where('noticeId', '=', noticeId).execute();
    expect(marks).toEqual([]);
  });

  it('documents the statuses of each request where they occur', async () => {
    const { paths, info } = (await writer.get('/tool/swagger/rest')).body;
    const statuses = (path: string, method: string) => Object.keys(paths[path][method].responses);
    expect(statuses('/suppliers/{id}', 'get')).toEqual(['200', '304', '400', '401', '403', '404', '429', '503']);
    expect(statuses('/suppliers/{id}', 'delete')).toEqual(expect.arrayContaining(['204', '409', '412', '422']));
    expect(statuses('/suppliers/{id}', 'patch')).toEqual(expect.arrayContaining(['412', '413', '415']));
    expect(statuses('/suppliers', 'post')).not.toContain('412');
    expect(statuses('/files', 'post')).toEqual(expect.arrayContaining(['413', '415', '422']));
    expect(info.description).toContain('405');
  });
});
