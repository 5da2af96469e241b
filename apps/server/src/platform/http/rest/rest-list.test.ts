import { beforeAll, describe, expect, it } from 'vitest';
import { openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDepartment, insertUser, supplierInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { isRestPath } from './rest-problem.ts';

type Client = Awaited<ReturnType<TestServer['as']>>;

describe('reads below /api/v1', () => {
  let server: TestServer;
  let buyer: Client;
  const get = (url: string, by = buyer) => by.get(`/v1${url}`);
  const addSupplier = () => buyer.post('/v1/suppliers', supplierInput());
  const restRoutes = () => server.app.routeTable.filter(({ url }) => isRestPath(url));

  beforeAll(async () => {
    server = await startTestServer();
    const permissions = restRoutes().flatMap(({ access }) => (typeof access === 'object' ? [access.permission] : []));
    buyer = await server.as([...new Set(permissions)]);
    return () => server.close();
  });

  const COUNT = 23;
  it.each(['', 'sort=supplierCode', 'sort=-supplierCode', 'sort=createTime', 'sort=-createTime'])(
    'pages completely and without repeats while rows are added (%s)',
    async (sort) => {
      const reader = await server.as(['manage:supplier:list'], { deptId: (await insertDepartment(server.db)).deptId, dataScope: '5' });
      const insert = async (supplierCode: string) => {
        const row = { supplierCode, supplierName: '顶点标签', state: 'approved', createBy: reader.userId };
        return (await server.db.insertInto('supplier').values(row).returning('supplierId').executeTakeFirstOrThrow()).supplierId;
      };
      const before: number[] = [];
      for (let index = 0; index < COUNT; index++) before.push(await insert(`P${sort.length}-${(index * 7) % COUNT}`));
      const seen: number[] = [];
      let url: string | undefined = `/suppliers?limit=5&${sort}`;
      for (let pages = 0; url; pages++) {
        expect(pages).toBeLessThan(12);
        const { body, headers } = await get(url, reader);
        expect(body.total).toBeUndefined();
        seen.push(...body.items.map(({ supplierId }: { supplierId: number }) => supplierId));
        const next = /^<\/api\/v1(.+)>; rel="next"$/.exec(String(headers.link))?.[1];
        expect(next?.includes(body.nextCursor) ?? null).toBe(body.nextCursor ? true : null);
        url = next;
        if (pages < 3) for (const end of ['0', 'Z']) await insert(`${end}-${sort.length}-${pages}`);
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(before.filter((id) => !seen.includes(id))).toEqual([]);
      const all = (await get(`/suppliers?limit=500&total=true&${sort}`, reader)).body;
      const inOrder = all.items.map(({ supplierId }: { supplierId: number }) => supplierId);
      expect([all.total, all.nextCursor]).toEqual([inOrder.length, null]);
      expect(seen).toEqual(inOrder.filter((id: number) => seen.includes(id)));
    },
  );

  it.each(['loginDate', '-loginDate'])('pages through rows without a value of the order field (%s)', async (sort) => {
    const { deptId } = await insertDepartment(server.db);
    const ids: number[] = [];
    for (const day of [null, '2026-01-02', null, '2026-01-01', '2026-01-02', null]) {
      const { userId } = await insertUser(server.db, { deptId });
      ids.push(userId);
      await server.db.updateTable('users').set({ loginDate: day }).where('userId', '=', userId).execute();
    }
    const seen: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await get(`/users?deptId=${deptId}&limit=1&sort=${sort}${cursor && `&cursor=${cursor}`}`);
      seen.push(...body.items.map(({ userId }: { userId: number }) => userId));
      cursor = body.nextCursor;
    }
    const [a, b, c, d, e, f] = ids;
    expect(seen).toEqual(sort === 'loginDate' ? [d, e, b, f, c, a] : [f, c, a, e, b, d]);
  });

  it('accepts a cursor only for the list that it came from', async () => {
    await addSupplier();
    await addSupplier();
    const { nextCursor } = (await get('/suppliers?limit=1&sort=supplierCode')).body;
    expect((await get(`/suppliers?limit=2&sort=supplierCode&total=true&cursor=${nextCursor}`)).status).toBe(200);
    for (const url of [
      `/suppliers?cursor=${nextCursor}`,
      `/suppliers?sort=supplierCode&supplierName=x&cursor=${nextCursor}`,
      `/posts?cursor=${nextCursor}`,
      `/suppliers?sort=supplierCode&cursor=x${nextCursor}`,
      '/suppliers?cursor=WyJhIiwiYiJd',
    ])
      expect((await get(url)).body.errors, url).toMatchObject([{ parameter: 'cursor' }]);
  });

  it('pages codes after a code, with any page size, also across batches that are issued meanwhile', async () => {
    const fixture = await openBatchFixture(server);
    const [older, newer] = [await fixture.issued({ quantity: 5 }), await fixture.issued({ quantity: 3 })];
    const first = (await get(`/codes?batchId=${older}&limit=2&total=true`)).body;
    expect(first).toMatchObject({ items: [{ ordinal: 1 }, { ordinal: 2 }], total: 5 });
    const next = `/codes?batchId=${older}&total=true&cursor=${first.nextCursor}`;
    expect((await get(`${next}&limit=1`)).body).toMatchObject({ items: [{ ordinal: 3 }], total: 5 });
    expect((await get(`${next}&limit=3`)).body).toMatchObject({ items: [3, 4, 5].map((ordinal) => ({ ordinal })), nextCursor: null });
    const pageAll = async (url: string, meanwhile?: () => Promise<unknown>) => {
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await get(`${url}&limit=2${cursor && `&cursor=${cursor}`}`);
        seen.push(...body.items.map(({ batchId, ordinal }: { batchId: number; ordinal: number }) => `${batchId}/${ordinal}`));
        cursor = body.nextCursor;
        if (seen.length === 2) await meanwhile?.();
      }
      return seen;
    };
    const codesOf = (batchId: number, ordinals: number[]) => ordinals.map((ordinal) => `${batchId}/${ordinal}`);
    const all = [...codesOf(newer, [1, 2, 3]), ...codesOf(older, [1, 2, 3, 4, 5])];
    const seen = await pageAll('/codes?level=0', () => fixture.issued({ quantity: 2 }));
    expect(seen.filter((each) => all.includes(each))).toEqual(all);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await pageAll(`/codes?batchId=${older}&status=issued`)).toEqual(codesOf(older, [1, 2, 3, 4, 5]));
    expect(await pageAll(`/codes?batchId=${older}&sessionsTo=0&ordinalFrom=2`)).toEqual(codesOf(older, [2, 3, 4, 5]));
    const listed = [4, 1, 2].map((ordinal) => `%23${older}-0-${ordinal}`).join('%0A');
    expect(await pageAll(`/codes?codes=${listed}`)).toEqual(codesOf(older, [1, 2, 4]));
  });

  it('keeps a filter with a question mark in the address of the next page', async () => {
    for (const supplierName of ['谁?甲', '谁?乙', '谁']) await buyer.post('/v1/suppliers', supplierInput({ supplierName }));
    const { headers } = await get(`/suppliers?limit=1&supplierName=${encodeURIComponent('谁')}?`);
    const next = /^<\/api\/v1(.+)>/.exec(String(headers.link))?.[1] ?? '';
    expect((await get(next)).body).toMatchObject({ items: [{ supplierName: '谁?甲' }], nextCursor: null });
  });

  it('pages every list in every order it declares', async () => {
    const lists = restRoutes().filter(({ url, schema }) => !/:(?!roleId|noticeId)/.test(url) && Object(schema.querystring).shape?.limit);
    expect(lists.length).toBeGreaterThan(30);
    for (const { url, schema } of lists) {
      const { sort } = Object(schema.querystring).shape;
      const sorts: string[] = sort.def.innerType.options ?? [];
      for (const order of ['', ...sorts.flatMap((each) => `&sort=${each}`)]) {
        const first = `${url.slice(4).replace(':roleId', '2').replace(':noticeId', '1')}?limit=1${order}`;
        // the client compares each answer with its document
        const { status, body } = await buyer.get(first);
        expect(status, `${first} ${JSON.stringify(body)}`).toBe(200);
        if (!body.nextCursor) continue;
        const position = Buffer.from(body.nextCursor, 'base64url').subarray(12).toString();
        expect(Array.isArray(JSON.parse(position)), `${url} continues after a row`).toBe(true);
        const second = (await buyer.get(`${first}&cursor=${body.nextCursor}`)).body;
        expect(second.items, first).not.toEqual(body.items);
      }
    }
  });

  it('answers HEAD as GET without a body', async () => {
    const { id } = (await addSupplier()).body;
    const head = (url: string, headers: Record<string, string> = { authorization: `Bearer ${buyer.token}` }) =>
      server.app.inject({ method: 'HEAD', url: `/api/v1${url}`, headers });
    const got = await server.app.inject({ url: `/api/v1/suppliers/${id}`, headers: { authorization: `Bearer ${buyer.token}` } });
    const reply = await head(`/suppliers/${id}`);
    expect([reply.statusCode, reply.body, reply.headers.etag]).toEqual([200, '', got.headers.etag]);
    expect(reply.headers['content-length']).toBe(got.headers['content-length']);
    const list = await head('/suppliers?limit=1&total=true');
    expect([list.statusCode, list.body, list.headers['content-type']]).toEqual([200, '', 'application/json; charset=utf-8']);
    const { fileName } = (await buyer.upload('/v1/files', 'a.txt', Buffer.from('mine'))).body;
    const file = await head(`/files/content?resource=${fileName}`);
    expect([file.statusCode, file.body, file.headers['content-length']]).toEqual([200, '', '4']);
    for (const [url, status] of [
      ['/suppliers/0', 400],
      ['/suppliers/999999999', 404],
      ['/suppliers?name=x', 400],
      ['/nothing', 404],
      [`/suppliers/${id}/submit`, 405],
    ] as const) {
      const refused = await head(url);
      expect([url, refused.statusCode, refused.body]).toEqual([url, status, '']);
    }
    expect((await head('/suppliers', {})).statusCode).toBe(401);
  });
});
