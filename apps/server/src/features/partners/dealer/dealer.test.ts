// Over 300 lines: one tree of dealers with interdependent rules.
import { Dealer } from '@suyuan/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment, insertProduct, unique } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

const verbs = 'list query add edit remove export import submit approve reject suspend resume terminate clone';
const permissions = verbs.split(' ').map((verb) => `manage:channelBusiness:${verb}`);
const all = [...permissions, 'manage:channelBusiness:authorise'];

describe('dealers', () => {
  let server: TestServer;
  let desk: Client;
  let validate: Client;
  const path = '/manage/channelBusiness';
  const dealerInput = (overrides = {}) => ({ channelBusinessCode: `D-${unique()}`, channelBusinessName: '华南总代', ...overrides });
  const send = async (overrides = {}, by = desk) => (await by.post(path, dealerInput(overrides))).body;
  const add = async (overrides = {}, by = desk) => (await send(overrides, by)).data.channelBusinessId as number;
  const edit = async (channelBusinessId: number, changes: object, by = desk) =>
    (await by.put(path, { channelBusinessId, ...changes })).body;
  const act = async (id: number, step: string, by = desk, body: object = {}) => (await by.put(`${path}/${id}/${step}`, body)).body;
  const read = async (id: number) => (await desk.get(`${path}/${id}`)).body.data;
  const activeDealer = async (overrides = {}) => {
    const id = await add(overrides);
    await act(id, 'submit');
    await act(id, 'approve', validate);
    return id;
  };
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

  beforeAll(async () => {
    server = await startTestServer();
    [desk, validate] = [await server.as(all), await server.as(all)];
    return () => server.close();
  });

  it('are returned with parent, region names and stock, and only fields of the contract', async () => {
    const top = await add({ regionCodes: ['440000', '440300', '310000'] });
    const below = await add({ parentId: top, channelBusinessName: '深圳市代', regionCodes: ['440305', '440306'] });
    const { body } = await desk.get(`${path}/list?branch=${top}`);
    expect(body.total).toBe(2);
    // a region within another one of the list is dropped
    expect(body.rows).toMatchObject([
      { channelBusinessId: below, parentId: top, ancestors: [top], regionNames: ['广东省深圳市南山区', '广东省深圳市宝安区'] },
      { channelBusinessId: top, parentId: null, regionCodes: ['310000', '440000'], childCount: 1, stockCount: 0, state: 'draft' },
    ]);
    expect(Dealer.strict().safeParse(body.rows[0]).error).toBeUndefined();
    const tree = (await desk.get(`${path}/tree`)).body.data.dealers;
    expect(tree.find((node: { channelBusinessId: number }) => node.channelBusinessId === below)).toMatchObject({ parentId: top });
    for (const [region, total] of [
      ['440305', 2],
      ['440000', 2],
      ['440400', 1],
      ['330000', 0],
    ] as const)
      expect((await desk.get(`${path}/list?branch=${top}&sellsIn=${region}`)).body.total, region).toBe(total);
  });

  it('are cloned as drafts at the same place, without company-specific data', async () => {
    const top = await activeDealer({
      regionCodes: ['440000'],
      exclusive: '1',
      uscc: '91350100M000100Y43',
      contractNo: 'HT-1',
      depositYuan: 5,
    });
    const below = await add({ parentId: top, regionCodes: ['440300'], grade: 'B', gln: '6901234567892', contractTo: day(30) });
    const clone = async (id: number, body: object, by = desk) => (await by.put(`${path}/${id}/clone`, body)).body;
    const { data } = await clone(below, { channelBusinessCode: 'ALIKE-2', channelBusinessName: '深圳二代' });
    expect(await read(data.channelBusinessId)).toMatchObject({
      ...{ channelBusinessName: '深圳二代', parentId: top, ancestors: [top], regionCodes: ['440300'], grade: 'B' },
      ...{ state: 'draft', gln: null, contractTo: null },
    });
    const siblingClone = await clone(top, { channelBusinessCode: 'ALIKE-3' });
    const bare = { exclusive: '0', uscc: null, contractNo: null, depositYuan: null };
    expect(await read(siblingClone.data.channelBusinessId)).toMatchObject({ channelBusinessName: '华南总代', state: 'draft', ...bare });
    expect(await clone(top, { channelBusinessCode: 'ALIKE-3' })).toMatchObject({ problem: 'dealerCodeTaken' });
    expect(await clone(987_654, { channelBusinessCode: 'ALIKE-4' })).toMatchObject({ problem: 'notFound' });
    const other = await server.as(all.filter((each) => !each.endsWith(':clone')));
    expect(await clone(top, { channelBusinessCode: 'ALIKE-4' }, other)).toMatchObject({ code: 403 });
  });

  it('report received, sold, returned and diverted units, including their subdealers', async () => {
    const top = await activeDealer();
    const shop = await activeDealer({ parentId: top });
    const figures = async (id: number, by = desk) => (await by.get(`${path}/${id}/figures`)).body;
    expect((await figures(top)).data).toMatchObject({ receivedCount: 0, soldCount: 0, returnedCount: 0, diversionCount: 0 });

    const { batchId } = await insertBatch(server.db);
    await server.db
      .updateTable('batch')
      .set({ packaging: [0, 24, 0] })
      .where('batchId', '=', batchId)
      .execute();
    const run = (ordinalFrom: number, count: number, holderId: number, status: string) => ({
      ...{ batchId, level: 0, ordinalFrom, count, holderId, status },
    });
    await server.db
      .insertInto('codeSegment')
      .values([run(0, 100, top, 'shipped'), run(100, 40, shop, 'shipped'), run(140, 10, shop, 'sold')])
      .execute();
    await sql`insert into scan_day (day, category_id, region_code, holder_id, verdict, reason, scans, firsts)
      select '2026-01-01', category_id, '440000', holder, 'genuine', '', 50, firsts
      from batch, (values (${top}::bigint, 20), (${shop}, 30), (0, 7)) as sums (holder, firsts) where batch_id = ${batchId}`.execute(
      server.db,
    );
    const back = async (fromId: number, toId: number | null, state: string, level: number, count: number) => {
      const sent = { kind: 'return', fromId, toId, state, deptId: 100, createBy: desk.userId };
      const { dispatchId } = await server.db.insertInto('shipment').values(sent).returning('dispatchId').executeTakeFirstOrThrow();
      const { lineId } = await server.db
        .insertInto('shipmentLine')
        .values({ dispatchId, batchId, level })
        .returning('lineId')
        .executeTakeFirstOrThrow();
      await server.db.insertInto('shipmentRun').values({ lineId, dispatchId, batchId, level, ordinalFrom: 200, count }).execute();
    };
    await back(shop, top, 'received', 0, 5);
    await back(top, null, 'shipped', 2, 2);
    await back(top, null, 'draft', 0, 9);
    const caseRow = { batchId, holderId: top, lastTime: new Date().toISOString(), deptId: 100 };
    const codes = [0, 1].map((ordinal) => ({
      ...caseRow,
      subject: 'code',
      level: 0,
      ordinal,
      reason: ordinal ? 'tooFast' : 'otherRegion',
    }));
    await server.db.insertInto('scanCase').values(codes).execute();

    // two cases of 24 were returned to us; a return to the parent stays within the branch
    expect((await figures(top)).data).toMatchObject({ receivedCount: 198, soldCount: 50, returnedCount: 48, diversionCount: 1 });
    expect((await figures(shop)).data).toMatchObject({ receivedCount: 55, soldCount: 30, returnedCount: 5, diversionCount: 0 });
    expect(await figures(987_654)).toMatchObject({ problem: 'notFound' });
    expect(await figures(top, await server.as(['manage:channelBusiness:list']))).toMatchObject({ code: 403 });
  });

  it('report the invalid field with a correction', async () => {
    const refusals: [object, string, string][] = [
      [{ channelBusinessCode: 'x y' }, 'invalidInput', 'channelBusinessCode'],
      [{ regionCodes: ['44'] }, 'invalidInput', 'regionCodes'],
      [{ regionCodes: ['440399'] }, 'regionUnknown', 'regionCodes'],
      [{ categoryIds: [999_999] }, 'referenceNotFound', 'categoryIds'],
      [{ parentId: 999_999 }, 'referenceNotFound', 'parentId'],
      [{ catalogueId: 999_999 }, 'referenceNotFound', 'catalogueId'],
      [{ contractFrom: '2026-02-01', contractTo: '2026-01-31' }, 'contractDaysWrong', 'contractTo'],
      [{ uscc: '91350100M000100Y44' }, 'invalidInput', 'uscc'],
      [{ lng: 113.9304 }, 'positionHalf', 'lat'],
      [{ lng: 181, lat: 22.5 }, 'invalidInput', 'lng'],
    ];
    for (const [overrides, problem, field] of refusals) {
      const body = await send(overrides);
      expect([body.problem, body.params?.field], JSON.stringify(overrides)).toEqual([problem, field]);
      expect(body.msg).toMatch(/；/);
    }
    await add({ channelBusinessCode: 'TWICE' });
    expect(await send({ channelBusinessCode: 'TWICE' })).toMatchObject({
      problem: 'dealerCodeTaken',
      params: { field: 'channelBusinessCode' },
    });
  });

  it('sell within the regions and products of all their parents, after any change', async () => {
    const { categoryId: milk } = await goods();
    const { categoryId: tea } = await goods();
    const top = await add({ channelBusinessName: '粤总代', regionCodes: ['440000'], categoryIds: [milk] });
    expect(await send({ parentId: top, regionCodes: ['440300', '330100'] })).toMatchObject({
      problem: 'regionsBeyondParent',
      params: { field: 'regionCodes', regions: ['浙江省杭州市'], parent: '粤总代' },
    });
    expect(await send({ parentId: top, categoryIds: [tea] })).toMatchObject({
      problem: 'goodsBeyondParent',
      params: { field: 'categoryIds' },
    });
    // a dealer without own regions passes on those of its parent
    const middleId = await add({ parentId: top });
    expect(await send({ parentId: middleId, regionCodes: ['330000'] })).toMatchObject({ problem: 'regionsBeyondParent' });
    await add({ parentId: middleId, channelBusinessName: '南山店', regionCodes: ['440305'] });
    expect(await edit(top, { regionCodes: ['440400'] })).toMatchObject({
      problem: 'regionsBeyondParent',
      params: { regions: ['广东省深圳市南山区'] },
    });
    expect((await read(top)).regionCodes).toEqual(['440000']);
    expect(await edit(top, { regionCodes: ['440300'] })).toMatchObject({ code: 200 });
  });

  it('move with subdealers, except below themselves, beyond five levels or the rights of the parent', async () => {
    const [south, east] = [await add({ regionCodes: ['440000'] }), await add({ regionCodes: ['330000'] })];
    const city = await add({ parentId: south, channelBusinessName: '市代' });
    const shop = await add({ parentId: city, regionCodes: ['440305'] });
    expect(await edit(south, { parentId: shop })).toMatchObject({ problem: 'dealerBelowItself' });
    expect(await edit(city, { parentId: east })).toMatchObject({ problem: 'regionsBeyondParent' });
    expect(await edit(city, { parentId: null })).toMatchObject({ code: 200 });
    expect(await read(shop)).toMatchObject({ ancestors: [city] });
    const chain = [city];
    for (let level = 2; level <= 4; level++) chain.push(await add({ parentId: chain.at(-1), channelBusinessName: `第 ${level} 级` }));
    expect(await edit(shop, { parentId: chain.at(-1) })).toMatchObject({ code: 200 });
    expect(await send({ parentId: shop })).toMatchObject({ problem: 'dealerTooDeep' });
    expect(await edit(city, { parentId: await add({}) })).toMatchObject({ problem: 'dealerTooDeep' });
    expect(await read(shop)).toMatchObject({ ancestors: chain });
  });

  it('never form a cycle, also with parallel moves', async () => {
    const [one, two] = [await add({}), await add({})];
    const both = await Promise.all([edit(one, { parentId: two }), edit(two, { parentId: one })]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(both.find(({ code }) => code === 500)?.problem).toBe('dealerBelowItself');
  });

  it('become active after approval by a second person, and stop when the contract ends', async () => {
    const id = await add({ contractTo: day(-1) });
    expect(await act(id, 'submit')).toMatchObject({ problem: 'contractLapsed', params: { contractTo: day(-1) } });
    await edit(id, { contractTo: day(10) });
    expect(await act(id, 'submit')).toMatchObject({ code: 200 });
    expect(await act(id, 'approve')).toMatchObject({ problem: 'dealerSelfApproved' });
    expect(await edit(id, { remark: 'x' })).toMatchObject({ problem: 'dealerFixed' });
    const third = await server.as(all);
    const both = await Promise.all([validate, third].map((by) => act(id, 'approve', by)));
    expect(both.map(({ code }) => code).sort()).toEqual([200, 500]);
    expect(await read(id)).toMatchObject({ state: 'active', submitBy: desk.userName });
    expect(await act(id, 'suspend', validate, { reason: '窜货' })).toMatchObject({ code: 200 });
    await server.db
      .updateTable('dealer')
      .set({ contractTo: day(-1) })
      .where('channelBusinessId', '=', id)
      .execute();
    expect(await act(id, 'resume', validate)).toMatchObject({ problem: 'contractLapsed' });
    const shop = await add({ parentId: id });
    expect(await act(id, 'terminate', validate, { reason: '转行', confirm: '华南总代' })).toMatchObject({
      problem: 'dealerHasActiveChildren',
    });
    await desk.delete(`${path}/${shop}`);
    expect(await act(id, 'terminate', validate, { reason: '转行', confirm: '别的' })).toMatchObject({ problem: 'typedNameWrong' });
    expect(await act(id, 'terminate', validate, { reason: '转行', confirm: '华南总代' })).toMatchObject({ code: 200 });
    expect(await send({ parentId: id })).toMatchObject({ problem: 'dealerParentOff' });
    const { data } = (await desk.get(`${path}/${id}/events`)).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['terminate', 'suspend', 'approve', 'submit', 'edit', 'add']);
  });

  it('resume in one step with a new contract end by editors, and reject an invalid date', async () => {
    const id = await activeDealer({ contractFrom: day(-100), contractTo: day(5) });
    await act(id, 'suspend', validate, { reason: '合同到期' });
    const endedContract = { contractTo: day(-1), contractFrom: day(-100) };
    await server.db.updateTable('dealer').set(endedContract).where('channelBusinessId', '=', id).execute();
    const renew = (contractTo: string, by = desk) => act(id, 'resume', by, { contractTo });
    const reviewer = await server.as(all.filter((permission) => !permission.endsWith(':edit')));
    expect(await renew(day(365), reviewer)).toMatchObject({ code: 403, problem: 'forbidden' });
    for (const [contractTo, problem] of [
      [day(-1), 'contractEndPast'],
      [day(-101), 'contractDaysWrong'],
      ['2027-02-30', 'invalidInput'],
      ['', 'invalidInput'],
    ] as const) {
      const body = await renew(contractTo);
      expect([body.problem, body.params?.field], contractTo).toEqual([problem, 'contractTo']);
    }
    expect(await read(id)).toMatchObject({ state: 'suspended', contractTo: day(-1) });
    expect(await renew(day(365))).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ state: 'active', stateReason: null, contractTo: day(365), contractFrom: day(-100) });
    const { data } = (await desk.get(`${path}/${id}/events`)).body;
    expect(data.slice(0, 2).map(({ action }: { action: string }) => action)).toEqual(['resume', 'edit']);
  });

  it('change authorisation while active only with the authorise permission', async () => {
    const id = await activeDealer({ regionCodes: ['440000'] });
    const clerk = await server.as(permissions);
    expect(await edit(id, { contactName: '李四', regionCodes: ['440000'] }, clerk)).toMatchObject({ code: 200 });
    expect(await edit(id, { regionCodes: ['330000'] }, clerk)).toMatchObject({ problem: 'dealerAuthorised' });
    expect(await act(id, 'authorise', clerk, { regionCodes: [], categoryIds: [] })).toMatchObject({ code: 403 });
    expect(await act(id, 'authorise', desk, { regionCodes: ['330000'], categoryIds: [], exclusive: '1', version: 1 })).toMatchObject({
      problem: 'recordStale',
    });
    expect(await act(id, 'authorise', desk, { regionCodes: ['330000'], categoryIds: [], exclusive: '1' })).toMatchObject({ code: 200 });
    expect(await read(id)).toMatchObject({ regionCodes: ['330000'], exclusive: '1', state: 'active' });
  });

  it('move to a parent with other regions only with the permission to authorise', async () => {
    const [south, other] = [await activeDealer({ regionCodes: ['440000'] }), await activeDealer({ regionCodes: ['440000'] })];
    const id = await activeDealer({ parentId: south });
    const clerk = await server.as(['list', 'query', 'edit'].map((verb) => `manage:channelBusiness:${verb}`));
    const move = async (by: Client, parentId: number | null) => (await by.put(path, { channelBusinessId: id, parentId })).body;
    expect(await move(clerk, null)).toMatchObject({ problem: 'dealerAuthorised', params: { field: 'parentId' } });
    expect((await read(id)).parentId).toBe(south);
    expect(await move(clerk, other)).toMatchObject({ code: 200 });
    expect(await move(desk, null)).toMatchObject({ code: 200 });
  });

  it('warn about exclusive regions of others, but not of their own line or of other products', async () => {
    const { categoryId: milk } = await goods();
    const { categoryId: tea } = await goods();
    const exclusiveId = await activeDealer({ channelBusinessName: '独家商', regionCodes: ['510000'], exclusive: '1', categoryIds: [milk] });
    const overlaps = async (query: string) => (await desk.get(`${path}/overlaps?${query}`)).body.data;
    expect(await overlaps('regionCodes=510100,340000')).toEqual([
      { channelBusinessId: exclusiveId, channelBusinessName: '独家商', exclusive: '1', regionNames: ['四川省成都市'] },
    ]);
    expect(await overlaps(`regionCodes=510100&parentId=${exclusiveId}`)).toEqual([]);
    expect(await overlaps(`regionCodes=510100&channelBusinessId=${exclusiveId}`)).toEqual([]);
    expect(await overlaps(`regionCodes=510100&categoryIds=${tea}`)).toEqual([]);
    expect(await overlaps('regionCodes=340000')).toEqual([]);
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(['manage:channelBusiness:list'], { deptId, dataScope: '3' });
    expect((await foreigner.get(`${path}/overlaps?regionCodes=510100`)).body.data).toEqual([
      { channelBusinessId: null, channelBusinessName: null, exclusive: '1', regionNames: ['四川省成都市'] },
    ]);
  });

  it('show the stock of their branch, and cannot be deleted while they hold it', async () => {
    const top = await activeDealer();
    const shop = await activeDealer({ parentId: top });
    const { batchId, batchNo } = await insertBatch(server.db);
    const run = (ordinalFrom: number, count: number, holderId: number, status: string) => ({
      batchId,
      level: 0,
      ordinalFrom,
      count,
      holderId,
      status,
    });
    await server.db
      .insertInto('codeSegment')
      .values([run(0, 100, top, 'shipped'), run(100, 40, shop, 'shipped'), run(140, 10, shop, 'sold')])
      .execute();
    expect((await desk.get(`${path}/${top}/stock`)).body.data).toMatchObject([
      { batchNo, statusCounts: { shipped: 100 }, count: 100, branchCount: 150 },
    ]);
    expect((await desk.get(`${path}/${shop}/stock`)).body.data).toMatchObject([
      { statusCounts: { shipped: 40, sold: 10 }, count: 50, branchCount: 50 },
    ]);
    expect((await read(shop)).stockCount).toBe(50);
    expect((await desk.delete(`${path}/${shop}`)).body).toMatchObject({ problem: 'dealerInUse' });
    expect((await desk.delete(`${path}/${await add()}`)).body).toMatchObject({ code: 200 });
    const suspectedId = await add();
    await server.db.insertInto('scanCase').values({ subject: 'dealer', reason: 'region', batchId, holderId: suspectedId }).execute();
    expect((await desk.delete(`${path}/${suspectedId}`)).body).toMatchObject({ code: 500, problem: 'dealerInUse' });
    const parent = await add();
    await add({ parentId: parent });
    expect((await desk.delete(`${path}/${parent}`)).body).toMatchObject({ code: 601, problem: 'dealerHasChildren' });
  });

  it('are imported after their parents in the same sheet, with region names, and each invalid row has an error', async () => {
    const titles = (await readXlsx((await desk.post(`${path}/importTemplate`)).body)).sheets[0]?.rows[0]?.map(String) ?? [];
    const upload = async (rows: Record<string, string>[], query = '') => {
      const table = [titles, ...rows.map((row) => titles.map((title) => row[title] ?? ''))];
      const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: table }] }));
      return (await desk.upload(`${path}/importData${query}`, 's.xlsx', bytes)).body.data;
    };
    const [top, shop] = [`I-${unique()}`, `I-${unique()}`];
    const rows = [
      { 渠道商编码: shop, 渠道商名称: '导入门店', 上级编码: top, 授权地区: '广东省深圳市南山区' },
      { 渠道商编码: top, 渠道商名称: '导入总代', 授权地区: '广东省、310000', 独家: '独家', 合同止日: day(400) },
      { 渠道商编码: `I-${unique()}`, 渠道商名称: '越界', 上级编码: top, 授权地区: '浙江省' },
      { 渠道商编码: `I-${unique()}`, 渠道商名称: '无上级', 上级编码: 'NONE' },
    ];
    const preview = await upload(rows, '?dryRun=1');
    expect(preview).toMatchObject({ count: 2, bad: 2 });
    expect(preview.faults.map(({ row }: { row: number }) => row)).toEqual([4, 5]);
    expect(preview.faults[0].message).toContain('“越界”的授权地区超出上级“导入总代”：浙江省');
    expect(await upload(rows.slice(0, 2))).toMatchObject({ count: 2, bad: 0 });
    const [row] = (await desk.get(`${path}/list?channelBusinessCode=${shop}`)).body.rows;
    expect(row).toMatchObject({ parentName: '导入总代', regionCodes: ['440305'] });
    const changeResult = await upload([{ 渠道商编码: shop, 渠道商名称: '改名门店' }], '?updateSupport=1');
    expect(changeResult).toMatchObject({ count: 1, updated: 1, bad: 0 });
    const [renamed] = (await desk.get(`${path}/list?channelBusinessCode=${shop}`)).body.rows;
    expect(renamed).toMatchObject({ channelBusinessName: '改名门店', parentName: '导入总代', regionCodes: ['440305'] });
    const sheet = await readXlsx((await desk.post(`${path}/export`, `channelBusinessCode=${top}`)).body);
    expect(sheet.sheets[0]?.rows[1]).toContain('上海市、广东省');
    for (const language of ['zh-CN', 'en-US']) {
      const headers = { 'accept-language': language };
      const exported: Buffer = (await desk.post(`${path}/export`, 'channelBusinessCode=I-', headers)).body;
      const exportedTitles = (await readXlsx(exported)).sheets[0]?.rows[0] ?? [];
      expect(exportedTitles.length, 'a name and no id under one title').toBe(new Set(exportedTitles).size);
      const { body } = await desk.upload(`${path}/importData?updateSupport=1&dryRun=1`, 's.xlsx', exported, headers);
      expect(body.data, language).toMatchObject({ count: 2, updated: 2, bad: 0 });
    }
  });

  it('keep parent, category and products in an exported sheet that is imported with new codes', async () => {
    const { catalogueId } = await server.db
      .insertInto('category')
      .values({ kind: 'channelBusiness', catalogueName: '商超', catalogueCode: `C${unique()}`, createBy: desk.userId })
      .returning('catalogueId')
      .executeTakeFirstOrThrow();
    const { categoryId } = await insertProduct(server.db);
    const parentId = await add();
    const code = `E-${unique()}`;
    await add({ channelBusinessCode: code, parentId, catalogueId, categoryIds: [categoryId] });
    const exported: Buffer = (await desk.post(`${path}/export`, `channelBusinessCode=${code}`)).body;
    const [titles = [], row = []] = (await readXlsx(exported)).sheets[0]?.rows ?? [];
    const copy = row.with(titles.indexOf('渠道商编码'), `${code}-2`);
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [titles, copy] }] }));
    expect((await desk.upload(`${path}/importData`, 's.xlsx', file)).body.data).toMatchObject({ count: 1, bad: 0 });
    const [imported] = (await desk.get(`${path}/list?channelBusinessCode=${code}-2`)).body.rows;
    expect(imported).toMatchObject({ parentId, catalogueId, categoryIds: [categoryId] });
  });

  it('are added and edited by several parallel files, one after another', async () => {
    const existingId = await add({ channelBusinessCode: `K-${unique()}` });
    const { channelBusinessCode } = await read(existingId);
    const titles = ['渠道商编码', '渠道商名称'];
    const sheets = Array.from({ length: 4 }, (_, index) => [
      ...Array.from({ length: 3 }, () => [`N-${unique()}`, '新门店']),
      [channelBusinessCode, `改名${index}`],
    ]);
    const importResults = await Promise.all(
      sheets.map(async (rows) => {
        const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [titles, ...rows] }] }));
        return (await desk.upload(`${path}/importData?updateSupport=1`, 's.xlsx', bytes)).body;
      }),
    );
    expect(importResults).toMatchObject(sheets.map(() => ({ code: 200, data: { count: 4, updated: 1, bad: 0 } })));
  });

  it('respect the data scope', async () => {
    const department = await insertDepartment(server.db);
    const branch = await server.as(all, { deptId: department.deptId, dataScope: '3' });
    const own = await add({ channelBusinessName: '本部门' }, branch);
    const foreign = await add();
    expect((await branch.get(`${path}/tree`)).body.data).toMatchObject({ dealers: [{ channelBusinessId: own }], more: false });
    expect(await edit(foreign, { remark: 'x' }, branch)).toMatchObject({ problem: 'notFound' });
    expect(await send({ parentId: foreign }, branch)).toMatchObject({ problem: 'referenceNotFound' });
    expect((await branch.get(`${path}/${foreign}/stock`)).body).toMatchObject({ problem: 'notFound' });
    expect((await server.stranger.get(`${path}/tree`)).body.code).toBe(401);
  });

  it('are authorised only for products in scope, besides those that they have already', async () => {
    const { deptId } = await insertDepartment(server.db);
    const branch = await server.as(all, { deptId, dataScope: '3' });
    const { categoryId: foreign } = await goods();
    const id = await add({}, branch);
    const refusal = { problem: 'referenceNotFound', params: { field: 'categoryIds' } };
    expect(await send({ categoryIds: [foreign] }, branch)).toMatchObject(refusal);
    expect(await edit(id, { categoryIds: [foreign] }, branch)).toMatchObject(refusal);
    expect(await act(id, 'authorise', branch, { regionCodes: [], categoryIds: [foreign] })).toMatchObject(refusal);
    expect(await edit(id, { categoryIds: [foreign] })).toMatchObject({ code: 200 });
    expect(await edit(id, { categoryIds: [foreign], remark: '样品' }, branch)).toMatchObject({ code: 200 });
    expect(await act(id, 'clone', branch, { channelBusinessCode: `D-${unique()}` })).toMatchObject({ code: 200 });
  });

  it('are a tree of the first five thousand with a notice, and the list contains the rest', async () => {
    const { deptId } = await insertDepartment(server.db);
    const limitedUser = await server.as(all, { deptId, dataScope: '3' });
    const put = (from: number, to: number) =>
      sql`insert into dealer (channel_business_code, channel_business_name, ancestors, dept_id, create_by)
        select 'M-' || n, '门店' || to_char(n, 'FM0000'), '{}', ${deptId}, ${limitedUser.userId} from generate_series(${from}::int, ${to}::int) n`.execute(
        server.db,
      );
    await put(1, 5000);
    const tree = (await limitedUser.get(`${path}/tree`)).body.data;
    expect([tree.dealers.length, tree.more]).toEqual([5000, false]);
    await put(5001, 5001);
    const { dealers, more } = (await limitedUser.get(`${path}/tree`)).body.data;
    expect([dealers.length, more, dealers.at(-1).channelBusinessName]).toEqual([5000, true, '门店5000']);
    expect((await limitedUser.get(`${path}/list?channelBusinessCode=M-5001`)).body).toMatchObject({ total: 1, rows: [{ stockCount: 0 }] });
  });

  const goods = () =>
    server.db
      .insertInto('product')
      .values({ categoryCode: `G-${unique()}`, categoryName: `货${unique()}`, deptId: 100, createBy: desk.userId })
      .returning('categoryId')
      .executeTakeFirstOrThrow();
});
