import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { unique } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

type Cells = Record<string, string | number>;

describe('batch spreadsheet', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let references: Cells;
  let dealerCode: string;
  const url = '/manage/batch/importData';

  const bookOf = async (titles: string[], rows: Cells[]) => {
    const table = [titles, ...rows.map((row) => titles.map((title) => row[title] ?? null))];
    return Buffer.from(await writeXlsx({ sheets: [{ name: '批次', rows: table }] }));
  };
  const tableOf = async (bytes: Buffer) => {
    const [titles = [], ...rows] = (await readXlsx(bytes)).sheets[0]?.rows ?? [];
    return { titles: titles.map(String), rows };
  };
  const template = async () => (await tableOf((await desk.planner.post('/manage/batch/importTemplate')).body)).titles;
  const upload = async (rows: Cells[], query = '') =>
    (await desk.planner.upload(`${url}${query}`, 'batches.xlsx', await bookOf(await template(), rows))).body;
  const total = async () => (await desk.planner.get('/manage/batch/list')).body.total as number;
  const line = (cells: Cells = {}): Cells => ({ 批号: `L${unique()}`, ...references, 数量: 480, 生产日期: '2026-01-31', ...cells });
  const findBatch = async (batchNo: unknown) => (await desk.planner.get(`/manage/batch/list?batchNo=${batchNo}`)).body.rows[0];

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    const { categoryCode, supplierCode } = await desk.read(await desk.add());
    const dealer = await insertDealer(server.db);
    dealerCode = (
      await server.db
        .selectFrom('dealer')
        .select('channelBusinessCode')
        .where('channelBusinessId', '=', dealer.channelBusinessId)
        .executeTakeFirstOrThrow()
    ).channelBusinessCode;
    references = { 商品编码: String(categoryCode), 供应商编码: String(supplierCode) };
    return () => server.close();
  });

  it('has columns for codes and names that users know, but none for database IDs', async () => {
    const titles = [
      '批号',
      '商品编码',
      '供应商编码',
      '码规则',
      '数量',
      '生产日期',
      '到期日',
      '包装',
      '生产线',
      '预定渠道商编码',
      '预定地区',
      '备注',
    ];
    expect(await template()).toEqual(titles);
  });

  it('plans one batch per row, with packaging and dates in common formats', async () => {
    const rows = [
      line({ 包装: '24,40', 生产日期: '2026/1/31', 到期日: '2026.7.31' }),
      line({ 包装: '0×24×40', 数量: '960' }),
      line({ 包装: 24 }),
      line({ 包装: '0', 备注: '首批' }),
      line({ 生产线: '灌装 2 线', 预定渠道商编码: dealerCode, 预定地区: '广东省深圳市' }),
    ];
    expect(await upload(rows)).toMatchObject({ code: 200, data: { count: 5, bad: 0, unknown: [] } });
    const batches = await Promise.all(rows.map(({ 批号 }) => findBatch(批号)));
    expect(batches).toMatchObject([
      { state: 'draft', codeRuleId: desk.codeRuleId, quantity: 480, madeDate: '2026-01-31', expiryDate: '2026-07-31' },
      { quantity: 960 },
      {},
      { remark: '首批' },
      { expiryDate: '2026-07-31', productionLine: '灌装 2 线', intendedDealerCode: dealerCode, intendedRegionCode: '440300' },
    ]);
    const level = (at: number, contains: number) => ({ level: at, contains });
    expect(batches.slice(0, 4).map(({ packaging }) => packaging)).toEqual([
      [level(1, 24), level(2, 40)],
      [level(2, 24), level(3, 40)],
      [level(1, 24)],
      [],
    ]);
  });

  it('adds nothing when the first, a middle or the last row is invalid, and reports the row', async () => {
    const faults: [Cells, string][] = [
      [{ 商品编码: 'NONE' }, '没有这个商品编码，或它不在您的数据范围内；另选一个'],
      [{ 供应商编码: 'NONE' }, '没有这个供应商编码，或它不在您的数据范围内；另选一个'],
      [{ 码规则: '没有的规则' }, '没有这个码规则，或它不在您的数据范围内；另选一个'],
      [{ 预定渠道商编码: 'NONE' }, '没有这个预定渠道商编码，或它不在您的数据范围内；另选一个'],
      [{ 预定地区: '东胜神洲' }, '没有地区“东胜神洲”；填写 6 位行政区划代码，或从省写起的全名，如广东省深圳市'],
      [{ 数量: 0 }, '数量太小；不能小于 1'],
      [{ 数量: '很多' }, '数量不是数字；只填数字，不带文字'],
      [{ 生产日期: '2026-02-30' }, '生产日期不是存在的日期；应为 1900 年以后的日期，格式为 YYYY-MM-DD'],
      // a date in a cell without the format of one
      [{ 生产日期: 45_962 }, '生产日期不是存在的日期；应为 1900 年以后的日期，格式为 YYYY-MM-DD'],
      [{ 到期日: '2026-01-30' }, '到期日 2026-01-30 不晚于生产日期 2026-01-31；到期日应在生产日期之后'],
      [{ 包装: 2440 }, '包装的格式不对；应为从盒起每层装几个下一层，如 24×40，没有的层写 0；不填则按商品'],
    ];
    const before = await total();
    for (const [index, [wrong, message]] of faults.entries()) {
      const at = [0, 2, 4][index % 3] ?? 0;
      const rows = Array.from({ length: 5 }, (_, row) => line(row === at ? wrong : {}));
      const refusal = await upload(rows);
      expect(refusal, message).toMatchObject({ problem: 'fileRowsWrong', params: { row: at + 2, message } });
      expect(await upload(rows, '?dryRun=1')).toMatchObject({ data: { count: 4, bad: 1, faults: [{ row: at + 2, message }] } });
    }
    expect(await total()).toBe(before);
  });

  it('rejects a batch number that the file repeats, and keeps the valid rows on request', async () => {
    const [one, other] = [line(), line()];
    const before = await total();
    const answer = await upload([one, { ...one }, other], '?keepGood=1');
    expect(answer).toMatchObject({ code: 200, data: { count: 2, bad: 1, faults: [{ row: 3 }] } });
    expect(await total()).toBe(before + 2);
  });

  it('imports its own export with new batch numbers', async () => {
    const first = line({ 包装: '12×20×30', 备注: '=1+1', 生产线: '=线', 预定渠道商编码: dealerCode, 预定地区: '440300' });
    await upload([first, line({ 批号: `${first.批号}A`, 包装: '1200×0' })]);
    const exportedTable = await tableOf((await desk.planner.post('/manage/batch/export', `batchNo=${first.批号}`)).body);
    expect(exportedTable.titles.slice(0, 12)).toEqual(await template());
    const packed = exportedTable.rows.map((row) => row[exportedTable.titles.indexOf('包装')]);
    expect(packed.toSorted()).toEqual(['1200×0', '12×20×30']);
    const copies = exportedTable.rows.map((row) => row.map((cell, at) => (exportedTable.titles[at] === '批号' ? `${cell}B` : cell)));
    const file = Buffer.from(await writeXlsx({ sheets: [{ name: '批次', rows: [exportedTable.titles, ...copies] }] }));
    expect((await desk.planner.upload(url, 'back.xlsx', file)).body).toMatchObject({ code: 200, data: { count: 2, bad: 0 } });
    const { packaging, remark, madeDate, expiryDate, intendedDealerId, intendedRegionCode, productionLine } = await findBatch(first.批号);
    const expectedFields = { packaging, remark, madeDate, expiryDate, intendedDealerId, intendedRegionCode, productionLine };
    expect(await findBatch(`${first.批号}B`)).toMatchObject({ ...expectedFields, codeRuleId: desk.codeRuleId });
    expect([intendedRegionCode, productionLine]).toEqual(['440300', '=线']);
    expect(remark).toBe('=1+1');
  });
});
