import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment, productInput, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const permissions = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import', 'clone'].map((verb) => `manage:category:${verb}`);
const gtins = ['16900000000073', '26900000000070', '36900000000077'];
const packaging = [
  { level: 1, contains: 10, gtin: null, ssccPrefix: null },
  { level: 3, contains: 48, gtin: null, ssccPrefix: '06900001' },
];

describe('complete product record', () => {
  let server: TestServer;
  let planner: Client;
  const create = async (overrides = {}, by = planner) => (await by.post('/manage/category', productInput(overrides))).body;
  const add = async (overrides = {}) => (await create(overrides)).data.categoryId as number;
  const edit = async (body: object) => (await planner.put('/manage/category', body)).body;
  const read = async (id: number) => (await planner.get(`/manage/category/${id}`)).body.data;
  const clone = async (id: number, body: object, by = planner) => (await by.put(`/manage/category/${id}/clone`, body)).body;
  const picture = async (contentType = 'image/png') => {
    const path = `upload/2026/01/31/${unique().toString(16).padStart(32, '0')}.png`;
    const row = { path, originalName: 'p.png', contentType, bytes: 1, sha256: Buffer.alloc(32), createBy: planner.userId };
    await server.db.insertInto('file').values(row).execute();
    return `/profile/${path}`;
  };
  const template = async () => {
    const row = { templateName: `T-${unique()}`, createBy: planner.userId };
    return (await server.db.insertInto('traceTemplate').values(row).returning('templateId').executeTakeFirstOrThrow()).templateId;
  };
  const category = async (overrides: object = {}) => {
    const row = { kind: 'category', catalogueName: `N${unique()}`, catalogueCode: `C${unique()}`, createBy: planner.userId, ...overrides };
    return server.db.insertInto('category').values(row).returning(['catalogueId', 'catalogueCode']).executeTakeFirstOrThrow();
  };
  const issue = async (batchId: number, count = 100) => {
    const { spaceId } = await server.db.selectFrom('codeSpace').select('spaceId').executeTakeFirstOrThrow();
    const row = { batchId, spaceId, epoch: 1, ordinalFrom: 0, serialFrom: unique() * 1000, count };
    await server.db.insertInto('batchRange').values(row).execute();
    await server.db.insertInto('codeSegment').values({ batchId, ordinalFrom: 0, count, status: 'issued' }).execute();
  };

  beforeAll(async () => {
    server = await startTestServer();
    planner = await server.as(permissions);
    return () => server.close();
  });

  it('stores category, pictures, packaging, attributes, documents and story', async () => {
    const input = {
      catalogueId: (await category()).catalogueId,
      templateId: await template(),
      pictures: [await picture(), `/api${await picture()}`],
      videoUrl: 'https://example.cn/v.mp4',
      netContent: '250.5',
      netContentUnit: 'ml',
      originRegionCode: '530100',
      licenceNo: 'SC10653011200123',
      suggestedPriceFen: 1290,
      attributes: [{ name: '脂肪含量', value: '3.6 g' }],
      packaging,
    };
    const categoryId = await add({ ...input, story: '<p>高原牧场<script>alert(1)</script></p>' });
    const product = await read(categoryId);
    expect(product).toMatchObject({
      ...input,
      pictures: input.pictures.map((path) => path.replace('/api', '')),
      netContent: 250.5,
      story: '<p>高原牧场</p>',
      catalogueName: expect.stringMatching(/^N/),
      templateName: expect.stringMatching(/^T-/),
    });
    await edit({ categoryId, netContent: null, netContentUnit: null, attributes: [], templateId: null });
    expect(await read(categoryId)).toMatchObject({
      netContent: null,
      attributes: [],
      templateId: null,
      packaging,
      pictures: product.pictures,
    });
  });

  it('reports the invalid field with a correction', async () => {
    const duplicates = [
      { name: '产季', value: '春' },
      { name: '产季', value: '秋' },
    ];
    const disabledCategory = await category({ status: '1' });
    const supplierClass = await category({ kind: 'supplier' });
    const refusals: [object, string, string, string][] = [
      [{ pictures: ['https://elsewhere.cn/a.png'] }, 'invalidInput', 'pictures', '图片里有不是上传得来的图片；用上传按钮重新上传'],
      [{ pictures: [`/profile/upload/2026/01/31/${'0'.repeat(32)}.png`] }, 'fileGone', 'pictures', '没有这个文件'],
      [{ pictures: [await picture('application/pdf')] }, 'fileGone', 'pictures', '没有这个文件'],
      [{ pictures: Array(10).fill(await picture()) }, 'invalidInput', 'pictures', '图片太多；至多 9'],
      [{ netContent: 1.2345, netContentUnit: 'g' }, 'invalidInput', 'netContent', '净含量的小数位太多；至多 3 位小数'],
      [{ netContent: 250 }, 'productNetContentHalf', 'netContentUnit', '净含量要同时填写数值和单位'],
      [{ videoUrl: 'javascript:alert(1)' }, 'invalidInput', 'videoUrl', '视频地址的格式不对；应为以 http:// 或 https:// 开头'],
      [{ attributes: duplicates }, 'invalidInput', 'attributes', '属性里有同名的两项；每项名称各不相同'],
      [{ packaging: [...packaging].reverse() }, 'invalidInput', 'packaging', '包装层级的层级顺序不对'],
      [{ packaging: [{ level: 1, contains: 0 }] }, 'invalidInput', 'contains', '每级装多少太小；不能小于 1'],
      [{ originRegionCode: '990000' }, 'regionUnknown', 'originRegionCode', ''],
      [{ suggestedPriceFen: -1 }, 'invalidInput', 'suggestedPriceFen', '建议零售价（分）太小；不能小于 0'],
      [{ templateId: 999_999 }, 'referenceNotFound', 'templateId', '没有这个溯源模板'],
      [{ catalogueId: supplierClass.catalogueId }, 'referenceNotFound', 'catalogueId', '没有这个所属分类'],
      [{ catalogueId: disabledCategory.catalogueId }, 'categoryOff', 'catalogueId', '已停用，不能再归档；启用它或另选一个'],
    ];
    const before = (await planner.get('/manage/category/list')).body.total;
    for (const [overrides, problem, field, msg] of refusals)
      expect(await create(overrides), JSON.stringify(overrides)).toMatchObject({
        code: 500,
        problem,
        params: { field },
        msg: expect.stringContaining(msg),
      });
    expect((await planner.get('/manage/category/list')).body.total).toBe(before);
  });

  it('allows each GTIN once on any packaging level, also for two requests at once', async () => {
    const box = (gtin?: string) => [{ level: 1, contains: 6, gtin }];
    await add({ gtin: gtins[0], packaging: box(gtins[1]) });
    expect(await create({ gtin: gtins[1] })).toMatchObject({ problem: 'productGtinTaken', params: { field: 'gtin' } });
    expect(await create({ packaging: box(gtins[0]) })).toMatchObject({ problem: 'productGtinTaken', params: { field: 'packaging' } });
    expect(await create({ gtin: gtins[2], packaging: box(gtins[2]) })).toMatchObject({ problem: 'productGtinTaken' });
    const both = await Promise.all([create({ gtin: gtins[2] }), create({ packaging: box(gtins[2]) })]);
    expect(both.map(({ code, problem }) => problem ?? code).sort()).toEqual([200, 'productGtinTaken']);
    expect((await planner.get(`/manage/category/list?gtin=${gtins[1]}`)).body.total).toBe(1);
  });

  it('locks GTIN and packaging after codes are issued, and allows all other changes', async () => {
    const categoryId = await add({ gtin: '46900000000074', packaging });
    const { batchId } = await insertBatch(server.db, { categoryId });
    expect((await edit({ categoryId, packaging: packaging.slice(0, 1) })).code).toBe(200);
    await edit({ categoryId, packaging });
    await issue(batchId);
    expect(await edit({ categoryId, gtin: null })).toMatchObject({
      problem: 'productGtinFixed',
      params: { field: 'gtin' },
      msg: expect.stringContaining('复制为新商品'),
    });
    expect(await edit({ categoryId, packaging: [] })).toMatchObject({ problem: 'productPackagingFixed', params: { field: 'packaging' } });
    const source = await read(categoryId);
    expect((await edit({ ...source, categoryName: '改名', remark: null })).code).toBe(200);
    expect(await read(categoryId)).toMatchObject({ categoryName: '改名', packaging });
  });

  it('is cloned without its code, its GTIN and its issued codes', async () => {
    const categoryId = await add({
      gtin: '56900000000071',
      packaging: [{ level: 2, contains: 24, gtin: '66900000000078' }],
      brand: '云岭',
    });
    await issue((await insertBatch(server.db, { categoryId })).batchId);
    const categoryCode = `COPY-${unique()}`;
    const answer = await clone(categoryId, { categoryCode });
    const copy = await read(answer.data.categoryId);
    expect(copy).toMatchObject({ categoryCode, gtin: null, brand: '云岭', batchCount: 0, codeCount: 0, version: 1 });
    expect(copy.packaging).toEqual([{ level: 2, contains: 24, gtin: null, ssccPrefix: null }]);
    expect(await clone(categoryId, { categoryCode })).toMatchObject({ problem: 'productCodeTaken', params: { field: 'categoryCode' } });
    expect(await clone(categoryId, {})).toMatchObject({ problem: 'invalidInput', params: { field: 'categoryCode' } });
    expect(await clone(987_654, { categoryCode: 'X-1' })).toMatchObject({ problem: 'notFound' });
    const editor = await server.as(permissions.filter((each) => !each.endsWith(':clone')));
    expect(await clone(categoryId, { categoryCode: 'X-2' }, editor)).toMatchObject({ code: 403 });
  });

  it('is found by its category and by each parent category', async () => {
    const top = await category();
    const below = await category({ parentId: top.catalogueId, ancestors: [top.catalogueId] });
    const categoryId = await add({ catalogueId: below.catalogueId });
    for (const { catalogueId } of [top, below])
      expect((await planner.get(`/manage/category/list?catalogueId=${catalogueId}`)).body.rows).toMatchObject([{ categoryId }]);
  });

  it('reports code progress and scans within the data scope of the user', async () => {
    const categoryId = await add();
    const { batchId } = await insertBatch(server.db, { categoryId });
    await issue(batchId, 100);
    await server.db.updateTable('codeSegment').set({ count: 40 }).where('batchId', '=', batchId).execute();
    await server.db.insertInto('codeSegment').values({ batchId, ordinalFrom: 40, count: 60, status: 'shipped' }).execute();
    const hour = new Date().toISOString();
    const base = { batchId, hour, holderId: 0, reason: '' };
    await server.db
      .insertInto('scanHour')
      .values([
        { ...base, regionCode: '440300', verdict: 'genuine', scans: 5, firsts: 5 },
        { ...base, regionCode: '440100', verdict: 'suspect', scans: 3, firsts: 0 },
        { ...base, regionCode: '440100', verdict: 'notActivated', scans: 2, firsts: 0 },
      ])
      .execute();
    const { data } = (await planner.get(`/manage/category/${categoryId}/figures`)).body;
    expect(data).toMatchObject({
      funnel: { issued: 100, activated: 60, shipped: 60, scanned: 5 },
      byRegion: [{ regionCode: '440000', scans: 10, suspect: 3 }],
      batchStates: { draft: 1 },
    });
    expect(data.byDay).toHaveLength(30);
    expect(data.byDay.at(-1)).toMatchObject({ scans: 10, firsts: 5, suspect: 3, notActivated: 2 });
    const department = await insertDepartment(server.db);
    const outsider = await server.as(permissions, { deptId: department.deptId, dataScope: '3' });
    expect((await outsider.get(`/manage/category/${categoryId}/figures`)).body.problem).toBe('notFound');
    expect((await (await server.as(['manage:category:list'])).get(`/manage/category/${categoryId}/figures`)).body.code).toBe(403);
  });

  it('is imported with packaging, category, region, attributes and code rule, and invalid rows are reported', async () => {
    const { catalogueCode } = await category();
    await insertBatch(server.db);
    const { ruleName, codeRuleId } = await server.db.selectFrom('codeRule').selectAll().orderBy('codeRuleId').executeTakeFirstOrThrow();
    const head = [
      '商品编码',
      '商品名称',
      '分类编码',
      '产地区划',
      '每盒装',
      '每箱装',
      '箱 GTIN',
      '属性',
      '净含量',
      '净含量单位',
      '默认码规则',
    ];
    const code = `SHEET-${unique()}`;
    const validRow = [
      code,
      '表格牛奶',
      catalogueCode,
      '云南省昆明市',
      10,
      4,
      '76900000000075',
      '脂肪含量=3.6 g；产季=春；秋',
      250,
      '毫升',
      ruleName,
    ];
    const send = async (rows: unknown[][]) => {
      const file = Buffer.from(await writeXlsx({ sheets: [{ name: '商品', rows: rows as never }] }));
      return (await planner.upload('/manage/category/importData', 'goods.xlsx', file)).body;
    };
    const invalidRow = (at: number, value: string) => [`${code}-2`, ...validRow.slice(1, 6), null, ...validRow.slice(7)].with(at, value);
    expect(await send([head, validRow, invalidRow(2, 'NOBODY')])).toMatchObject({
      problem: 'fileRowsWrong',
      msg: expect.stringContaining('第 3 行：没有这个分类编码'),
    });
    expect(await send([head, validRow, invalidRow(3, '火星')])).toMatchObject({
      problem: 'fileRowsWrong',
      msg: expect.stringContaining('第 3 行'),
    });
    expect(await send([head, validRow, invalidRow(7, '产季=春；产季=秋')])).toMatchObject({
      problem: 'fileRowsWrong',
      msg: expect.stringContaining('属性里有同名的两项；每项名称各不相同'),
    });
    expect(await send([head, validRow, invalidRow(7, '红色')])).toMatchObject({
      msg: expect.stringContaining('第 3 行：属性的格式不对；应为名称=内容，多项用分号隔开，如 脂肪含量=3.6 g；产季=春'),
    });
    expect(await send([head, validRow, invalidRow(10, '没有的规则')])).toMatchObject({
      msg: expect.stringContaining('第 3 行：没有这个默认码规则'),
    });
    const gtinAlone = invalidRow(6, '76900000000082').with(5, null);
    expect(await send([head, validRow, gtinAlone])).toMatchObject({ msg: expect.stringContaining('第 3 行：每箱装未填写；填写后再提交') });
    expect(await send([head, validRow])).toMatchObject({ code: 200, data: { count: 1 } });
    const { rows } = (await planner.get(`/manage/category/list?categoryCode=${code}`)).body;
    expect(rows).toMatchObject([
      {
        codeRuleId,
        originRegionCode: '530100',
        netContent: 250,
        netContentUnit: 'ml',
        packaging: [
          { level: 1, contains: 10, gtin: null },
          { level: 2, contains: 4, gtin: '76900000000075' },
        ],
        attributes: [
          { name: '脂肪含量', value: '3.6 g' },
          { name: '产季', value: '春；秋' },
        ],
      },
    ]);
    const sheet = (await planner.post('/manage/category/export', `categoryCode=${code}`)).body as Buffer;
    const [titles = [], line = []] = (await readXlsx(sheet)).sheets[0]?.rows ?? [];
    const cell = (title: string) => line[titles.indexOf(title)];
    expect([cell('每箱装'), cell('箱 GTIN'), cell('产地区划'), cell('净含量单位')]).toEqual([4, '76900000000075', '云南省昆明市', '毫升']);
    expect(cell('分类编码')).toBe(catalogueCode);
    expect([cell('默认码规则'), titles.filter((title) => title === '默认码规则')]).toEqual([ruleName, ['默认码规则']]);
  });
});
