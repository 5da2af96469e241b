import type { Code } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeKeyColumn, codeKeyField, codeKeyValue } from '../../../platform/db/layout.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment, productInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

/** Units 1–18 in cases of four. */
const packaging = [{ level: 2, contains: 4 }];
/** Visits and the day of the first. Unit 10 is blacklisted and was scanned without a visit, unit 14 only after a recall. */
const scans: [ordinal: number, sessions: number, first: string | null, blocked?: boolean][] = [
  [1, 3, '2026-03-01'],
  [2, 8, '2026-03-05', true],
  [3, 8, '2026-04-01'],
  [6, 1, '2026-03-05'],
  [10, 0, null, true],
  [14, 1, null],
];
/** Units with an open case. Unit 11 has no scans. */
const suspects = [3, 11];
const units = Array.from({ length: 18 }, (_, index) => index + 1);
const but = (...left: number[]) => units.filter((ordinal) => !left.includes(ordinal));

describe('code list', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let batchId: number;
  let texts: string[];
  let cases: string[];
  let otherGoods: number;

  const list = async (query: string, by = desk.planner) => (await by.get(`/manage/code/list?pageSize=100&${query}`)).body;
  const ordinals = async (query: string, by = desk.planner) => {
    const { rows, total, msg } = await list(query, by);
    if (rows) expect(total, query).toBe(rows.length);
    return rows?.map(({ ordinal }: Code) => ordinal) ?? msg;
  };
  const expectEach = async (within: string, expected: Record<string, number[]>) => {
    for (const [query, foundOrdinals] of Object.entries(expected))
      expect(await ordinals(`${within}&${query}`), query).toEqual(foundOrdinals);
  };

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    const { body } = await desk.planner.post('/manage/category', productInput({ codeRuleId: desk.codeRuleId }));
    otherGoods = body.data.categoryId;
    batchId = await desk.issued({ quantity: units.length, packaging });
    await desk.act(batchId, 'activate');
    await desk.planner.put('/manage/code/freeze', { batchId, from: 11, to: 12, reason: '抽检' });
    const textsOf = async (level: number) =>
      (await list(`batchId=${batchId}&level=${level}`)).rows.map(({ code }: { code: string }) => code);
    [texts, cases] = [await textsOf(0), await textsOf(2)];
    const place = (ordinal: number) => ({ batchId, level: 0, ordinal: ordinal - 1 });
    for (const [ordinal, sessions, firstTime, blocked = false] of scans)
      await server.db
        .insertInto('scanState')
        .values({ ...place(ordinal), ...codeKeyField(place(ordinal)), sessions, firstTime, lastTime: firstTime ?? '2026-03-02', blocked })
        .execute();
    for (const ordinal of suspects)
      await server.db
        .insertInto('scanCase')
        .values({ subject: 'code', reason: 'manySessions', batchId, level: 0, ordinal: ordinal - 1, deptId: 100 })
        .execute();
    return () => server.close();
  });

  it('shows the last scan of a code only if it has a visit', async () => {
    const { rows } = await list(`batchId=${batchId}`);
    const timesOf = (ordinal: number) => {
      const { sessions, firstTime, lastTime } = rows.find((row: Code) => row.ordinal === ordinal);
      return { sessions, firstTime, lastTime };
    };
    expect(timesOf(10)).toEqual({ sessions: 0, firstTime: null, lastTime: null });
    expect(timesOf(14)).toEqual({ sessions: 1, firstTime: null, lastTime: '2026-03-02 00:00:00' });
    expect(timesOf(6)).toEqual({ sessions: 1, firstTime: '2026-03-05 00:00:00', lastTime: '2026-03-05 00:00:00' });
  });

  it('filters a batch by flag, visits, first scan, ordinals and state, and counts unscanned codes as 0', async () => {
    await expectEach(`batchId=${batchId}`, {
      'sessionsFrom=0': units,
      'sessionsTo=0': but(1, 2, 3, 6, 14),
      'sessionsTo=3': but(2, 3),
      'sessionsFrom=0&sessionsTo=1': but(1, 2, 3),
      'sessionsFrom=1&sessionsTo=3': [1, 6, 14],
      'sessionsFrom=9007199254740991': [],
      'sessionsTo=9007199254740991': units,
      'flag=suspect': [3, 11],
      'flag=suspect&sessionsFrom=1': [3],
      'flag=suspect&sessionsTo=0': [11],
      'flag=suspect&beginTime=2026-04-01': [3],
      'flag=suspect&endTime=2026-03-31': [],
      'flag=suspect&status=frozen': [11],
      'flag=blacklisted': [2, 10],
      'flag=blacklisted&sessionsTo=0': [10],
      'flag=blacklisted&sessionsFrom=5&beginTime=2026-03-05&endTime=2026-03-05': [2],
      'ordinalFrom=2&ordinalTo=3': [2, 3],
      'ordinalTo=3&flag=suspect': [3],
      'ordinalFrom=9&ordinalTo=12&sessionsTo=0': [9, 10, 11, 12],
      'ordinalTo=11&status=frozen': [11],
      'ordinalFrom=17&ordinalTo=30&status=activated': [17, 18],
      'ordinalFrom=19&flag=suspect': [],
      'status=frozen&sessionsTo=0': [11, 12],
      'beginTime=2026-03-05&endTime=2026-03-05&sessionsTo=7': [6],
    });
  });

  it('filters the content of a container by the same fields', async () => {
    await expectEach(`parent=${cases[0]}`, {
      '': [1, 2, 3, 4],
      'flag=suspect': [3],
      'flag=blacklisted&sessionsFrom=9': [],
      'sessionsTo=0': [4],
      'sessionsFrom=3&endTime=2026-03-31': [1, 2],
      'beginTime=2026-03-02&status=activated': [2, 3],
      'ordinalFrom=2&ordinalTo=3': [2, 3],
      'level=2': [],
      [`batchId=${batchId}`]: [1, 2, 3, 4],
      [`batchId=${batchId + 1000}`]: [],
      [`categoryId=${desk.categoryId}`]: [1, 2, 3, 4],
      [`categoryId=${otherGoods}`]: [],
    });
  });

  it('filters pasted codes by the same fields and by container, in any spelling', async () => {
    const codesQuery = `codes=${[1, 2, 3, 6, 11].map((ordinal) => texts[ordinal - 1]).join(',')}`;
    const dashedText = encodeURIComponent(cases[0]!.toLowerCase().replace(/(.{4})/g, '$1-'));
    const link = encodeURIComponent(`https://t.example.cn/c/${cases[0]}`);
    await expectEach(codesQuery, {
      '': [1, 2, 3, 6, 11],
      'beginTime=2026-03-05': [2, 3, 6],
      'endTime=2026-03-05%2000:00': [1, 2, 6],
      'sessionsTo=1': [6, 11],
      'flag=suspect&sessionsTo=0': [11],
      'status=frozen&flag=suspect': [11],
      'ordinalTo=3': [1, 2, 3],
      'level=2': [],
      [`parent=${cases[0]}`]: [1, 2, 3],
      [`parent=${dashedText}&sessionsFrom=8`]: [2, 3],
      [`parent=${link}&flag=suspect`]: [3],
      [`code=${texts[1]}`]: [2],
      [`code=${texts[16]}`]: [],
      [`categoryId=${otherGoods}`]: [],
    });
    await expectEach(`code=${texts[2]}`, {
      'flag=blacklisted': [],
      'beginTime=2026-04-02': [],
      'endTime=2026-04-01': [3],
      [`parent=${cases[1]}`]: [],
    });
    // a user with masked codes can still name the container
    const viewer = await server.as(['manage:code:list']);
    expect(await ordinals(`${codesQuery}&parent=${cases[0]}`, viewer)).toEqual([1, 2, 3]);
  });

  it('covers all batches without a batch filter, newest issue first, with a matching count', async () => {
    expect((await list(`categoryId=${otherGoods}`)).total).toBe(0);
    const newer = await desk.issued({ categoryId: otherGoods, quantity: 2 });
    const newest = await desk.issued({ categoryId: otherGoods, quantity: 3, packaging });
    await desk.planner.put('/manage/code/freeze', { batchId: newest, level: 2, from: 1, to: 1, reason: '抽检' });
    const keysOf = async (query: string, by = desk.planner) => {
      const { rows, total } = await list(query, by);
      return { total, rows: rows.map((row: Code) => `${row.batchId}/${row.ordinal}`) };
    };
    const own = (id: number, ...ordinals: number[]) => ordinals.map((ordinal) => `${id}/${ordinal}`);
    const allKeys = [...own(newest, 1, 2, 3), ...own(newer, 1, 2), ...own(batchId, ...units)];
    expect(await keysOf('')).toEqual({ total: 23, rows: allKeys });
    expect(await keysOf(`categoryId=${otherGoods}`)).toEqual({ total: 5, rows: allKeys.slice(0, 5) });
    expect(await keysOf('level=2')).toEqual({ total: 6, rows: [...own(newest, 1), ...own(batchId, 1, 2, 3, 4, 5)] });
    expect(await keysOf('status=frozen')).toEqual({ total: 5, rows: [...own(newest, 1, 2, 3), ...own(batchId, 11, 12)] });
    expect(await keysOf('status=void')).toEqual({ total: 0, rows: [] });
    expect(await keysOf('flag=suspect')).toEqual({ total: 2, rows: own(batchId, 3, 11) });
    expect(await keysOf('flag=suspect&status=frozen')).toEqual({ total: 1, rows: own(batchId, 11) });
    expect((await list(`categoryId=${otherGoods}&batchId=${batchId}`)).total).toBe(0);
    // pages of any size list all batches without gaps
    for (const size of [1, 2, 4, 7]) {
      const pages: string[] = [];
      for (let page = 1; page <= Math.ceil(23 / size); page++) {
        const { rows } = (await desk.planner.get(`/manage/code/list?pageSize=${size}&pageNum=${page}`)).body;
        pages.push(...rows.map((row: Code) => `${row.batchId}/${row.ordinal}`));
      }
      expect(pages, `${size} a page`).toEqual(allKeys);
    }
    for (const [query, title] of Object.entries({
      'ordinalFrom=2': '从序号',
      'sessionsFrom=1': '验证次数不少于',
      'beginTime=2026-01-01': '首次扫码起',
    }))
      expect(await list(query), query).toMatchObject({ problem: 'codesNeedBatch', msg: `按“${title}”筛选要在一个批次里；先选批次` });
    const { deptId } = await insertDepartment(server.db);
    expect(await keysOf('', await server.as(batchPermissions, { deptId, dataScope: '3' }))).toEqual({ total: 0, rows: [] });
  });

  it('finds the codes of a dealer in every batch, including container content', async () => {
    const dealer = (await insertDealer(server.db)).channelBusinessId;
    const goods = await desk.issued({ quantity: 8, packaging });
    await desk.act(goods, 'activate');
    await desk.planner.put('/manage/code/freeze', { batchId: goods, from: 2, to: 2, reason: '抽检' });
    await server.db.updateTable('codeSegment').set({ holderId: dealer }).where('batchId', '=', goods).where('level', '=', 2).execute();
    await server.db
      .updateTable('codeSegment')
      .set({ holderId: dealer, status: 'shipped' })
      .where('batchId', '=', goods)
      .where('level', '=', 0)
      .where('ordinalFrom', '=', 2)
      .execute();
    const heldOrdinals = await ordinals(`batchId=${goods}&holderId=${dealer}`);
    expect(heldOrdinals).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(await ordinals(`holderId=${dealer}`)).toEqual(heldOrdinals);
  });

  it('rejects invalid filters at their field', async () => {
    const refusals: [string, string, string, string][] = [
      ['ordinalFrom=5&ordinalTo=4', 'rangeBackwards', 'ordinalTo', '结束序号 #4 在起始序号 #5 之前；结束序号不能小于起始序号'],
      ['ordinalTo=0', 'invalidInput', 'ordinalTo', '到序号太小；不能小于 1'],
      ['sessionsFrom=-1', 'invalidInput', 'sessionsFrom', '验证次数不少于太小；不能小于 0'],
      [`parent=${texts[0]}`, 'containerUnreadable', 'parent', `“${texts[0]}”不是箱码或托盘码；扫盒、箱或托盘上的码`],
      [`parent=${texts[0]}&code=${texts[1]}`, 'containerUnreadable', 'parent', `“${texts[0]}”不是箱码或托盘码；扫盒、箱或托盘上的码`],
    ];
    for (const [query, problem, field, msg] of refusals)
      expect(await list(query), query).toMatchObject({ problem, msg, params: { field } });
  });

  it('estimates counts beyond a hundred thousand, reaches the last page, and rejects other filters', async () => {
    const id = await desk.issued({ quantity: 1_000_000 });
    await sql`insert into scan_state (${codeKeyColumn()}batch_id, level, ordinal, first_time, last_time, sessions)
      select ${codeKeyValue(`${id}, 0::smallint, n * 5, null`)}${id}, 0, n * 5, now(), now(), 2 from generate_series(0, 119999) n`.execute(
      server.db,
    );
    await sql`analyze scan_state`.execute(server.owner);
    const page = async (query: string) => (await desk.planner.get(`/manage/code/list?batchId=${id}&sessionsFrom=2&${query}`)).body;
    const first = await page('pageSize=3');
    expect(first.total).toBeGreaterThan(100_000);
    expect(first.rows.map(({ ordinal }: Code) => ordinal)).toEqual([1, 6, 11]);
    const lastOrdinals = (await page('pageSize=3&pageNum=36001')).rows.map(({ ordinal }: Code) => ordinal);
    expect(lastOrdinals).toEqual([lastOrdinals[0], lastOrdinals[0] + 5, lastOrdinals[0] + 10]);
    expect(Math.abs(lastOrdinals[0] - 540_001)).toBeLessThan(20_000);
    const last = await page('pageSize=3&pageNum=999999999');
    expect(last.rows.map(({ ordinal }: Code) => ordinal)).toEqual([599_986, 599_991, 599_996]);
    expect(await page('pageSize=1&ordinalFrom=599751')).toMatchObject({ total: 50, rows: [{ ordinal: 599_751, sessions: 2 }] });
    expect(await page('ordinalTo=1000&status=issued')).toMatchObject({ total: 200 });

    const listBatch = async (query: string) => (await desk.planner.get(`/manage/code/list?batchId=${id}&${query}`)).body;
    expect(await listBatch('pageSize=1&sessionsTo=1&ordinalTo=1000')).toMatchObject({ total: 800, rows: [{ ordinal: 2, sessions: 0 }] });
    const sentence = (title: string) =>
      expect.stringMatching(`^按“${title}”筛选要比对的码超过 100.000 枚；先用序号范围、首次扫码时间或验证次数的下限收窄$`);
    for (const [query, field, title] of [
      ['sessionsTo=1', 'sessionsTo', '验证次数不多于'],
      ['sessionsFrom=1&status=issued', 'status', '状态'],
      ['sessionsFrom=1&holderId=1', 'holderId', '持有方'],
    ])
      expect(await listBatch(query!), query).toMatchObject({ problem: 'codesTooMany', msg: sentence(title!), params: { field } });
  });
});
