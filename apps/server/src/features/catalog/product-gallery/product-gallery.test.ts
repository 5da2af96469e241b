import { productGallery } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertDocumented } from '../../../test/assert-documented.ts';
import { insertBatch, insertDepartment, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const rights = ['business:category:list', 'business:category:query'];

describe('product gallery', () => {
  let server: TestServer;
  let reader: Client;
  const list = async (query = '', by = reader) => (await by.get(`/business/category/list${query}`)).body;
  const goods = async (overrides: object = {}, codes = 0) => {
    const { batchId } = await insertBatch(server.db);
    const { categoryId } = await server.db
      .selectFrom('batch')
      .select('categoryId')
      .where('batchId', '=', batchId)
      .executeTakeFirstOrThrow();
    await server.db
      .updateTable('product')
      .set({ categoryName: `货${unique()}`, ...overrides })
      .where('categoryId', '=', categoryId)
      .execute();
    if (codes > 0) {
      const { spaceId } = await server.db.selectFrom('codeSpace').select('spaceId').executeTakeFirstOrThrow();
      const range = { batchId, spaceId, epoch: 1, ordinalFrom: 0, serialFrom: unique() * 1000, count: codes };
      await server.db.insertInto('batchRange').values(range).execute();
    }
    return { categoryId, batchId };
  };

  beforeAll(async () => {
    server = await startTestServer();
    reader = await server.as(rights);
    return () => server.close();
  });

  it('shows active products with picture, category, batches, codes and scans', async () => {
    const { userId } = reader;
    const top = { kind: 'category', catalogueName: '茶叶', catalogueCode: `TEA-${unique()}`, createBy: userId };
    const { catalogueId } = await server.db.insertInto('category').values(top).returning('catalogueId').executeTakeFirstOrThrow();
    const { categoryId, batchId } = await goods({ pictures: ['/profile/upload/a.png'], catalogueId, brand: '闽山' }, 500);
    const hour = { batchId, hour: new Date().toISOString(), regionCode: '350000', holderId: 0, reason: '' };
    await server.db
      .insertInto('scanHour')
      .values([
        { ...hour, verdict: 'genuine', scans: 7, firsts: 7 },
        { ...hour, verdict: 'suspect', scans: 2, firsts: 0 },
      ])
      .execute();
    const { rows } = await list(`?catalogueId=${catalogueId}`);
    expect(rows).toMatchObject([
      { categoryId, picture: '/profile/upload/a.png', catalogueName: '茶叶', batchCount: 1, codeCount: 500, scanCount: 9, suspectCount: 2 },
    ]);
    expect(productGallery.record.strict().safeParse(rows[0]).error).toBeUndefined();
    expect((await list(`?words=${encodeURIComponent('闽山')}`)).total).toBe(1);
    const address = `/business/category/${categoryId}/figures`;
    const { body } = await reader.get(address);
    assertDocumented(server.app.routeTable, 'GET', `/api${address}`, body);
    const { data } = body;
    expect(data).toMatchObject({ goods: { categoryId, scanCount: 9 }, figures: { funnel: { scanned: 7 } } });
  });

  it('sorts by codes and scans, and omits inactive products', async () => {
    const offSaleId = await goods({ status: '1' });
    const [fewId, manyId] = [await goods({}, 1000), await goods({}, 9000)];
    const ids = (await list('?orderByColumn=codeCount&isAsc=desc&pageSize=100')).rows.map((row: { categoryId: number }) => row.categoryId);
    expect(ids.indexOf(manyId.categoryId)).toBeLessThan(ids.indexOf(fewId.categoryId));
    expect(ids).not.toContain(offSaleId.categoryId);
    expect((await list('?orderByColumn=scanCount&isAsc=desc')).code).toBe(200);
    expect((await reader.get(`/business/category/${offSaleId.categoryId}/figures`)).body.problem).toBe('notFound');
    expect((await list('?orderByColumn=story')).problem).toBe('invalidInput');
  });

  it('requires the permission and applies the data scope', async () => {
    const { categoryId } = await goods();
    expect((await server.stranger.get('/business/category/list')).body.code).toBe(401);
    expect((await list('', await server.as(['manage:category:list']))).code).toBe(403);
    const department = await insertDepartment(server.db);
    const outsider = await server.as(rights, { deptId: department.deptId, dataScope: '3' });
    expect((await list('', outsider)).total).toBe(0);
    expect((await outsider.get(`/business/category/${categoryId}/figures`)).body.problem).toBe('notFound');
  });
});
