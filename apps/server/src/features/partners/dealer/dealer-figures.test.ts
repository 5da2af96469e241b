import { Dealer, DealerFigures } from '@suyuan/contract';
import { readXlsx } from 'hucre';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { insertBatch, insertDepartment } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

type InsertedDealer = Awaited<ReturnType<typeof insertDealer>>;

describe('dealer statistics', () => {
  let server: TestServer;
  let desk: Client;
  let batchId: number;
  let [straying, staying, idle, below]: InsertedDealer[] = [];
  const path = '/manage/channelBusiness';
  const figuresOf = async ({ channelBusinessId }: InsertedDealer, by = desk) =>
    (await by.get(`${path}/${channelBusinessId}/figures`)).body.data;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await server.as(['manage:channelBusiness:list', 'manage:channelBusiness:query']);
    const top = await insertDealer(server.db);
    const inSouth = { parent: top, regionCodes: ['440000'] };
    straying = await insertDealer(server.db, inSouth);
    staying = await insertDealer(server.db, inSouth);
    idle = await insertDealer(server.db, inSouth);
    await insertDealer(server.db, { ...inSouth, state: 'draft' });
    below = await insertDealer(server.db, { parent: straying });
    batchId = (await insertBatch(server.db)).batchId;
    const run = (ordinalFrom: number, count: number, { channelBusinessId }: InsertedDealer, status: string) => ({
      ...{ batchId, level: 0, ordinalFrom, count, holderId: channelBusinessId, status },
    });
    await server.db
      .insertInto('codeSegment')
      .values([run(0, 100, straying, 'shipped'), run(100, 40, below, 'shipped'), run(140, 10, below, 'sold')])
      .execute();
    // sales: 12 recent and 8 older by the dealer, 18 recent below it
    const recordSales = async ({ channelBusinessId }: InsertedDealer, daysAgo: number, firsts: number) =>
      sql`insert into scan_day (day, category_id, region_code, holder_id, verdict, reason, scans, firsts)
        select current_date - ${daysAgo}::int, category_id, '440000', ${channelBusinessId}, 'genuine', '', 50, ${firsts}
        from batch where batch_id = ${batchId}`.execute(server.db);
    await recordSales(straying, 29, 12);
    await recordSales(straying, 30, 8);
    await recordSales(below, 0, 18);
    const recordScans = async ({ channelBusinessId }: InsertedDealer, daysAgo: number, regionCode: string, scans: number) =>
      sql`insert into scan_hour (batch_id, hour, region_code, holder_id, verdict, reason, scans, firsts) values
        (${batchId}, now() - ${daysAgo} * interval '1 day', ${regionCode}, ${channelBusinessId}, 'genuine', '', ${scans}, 0)`.execute(
        server.db,
      );
    await recordScans(straying, 1, '440300', 6);
    await recordScans(straying, 2, '310000', 2);
    await recordScans(straying, 3, '', 5);
    await recordScans(straying, 60, '310000', 90);
    await recordScans(staying, 1, '440300', 40);
    await recordScans(staying, 2, '330100', 1);
    await recordScans(below, 1, '110000', 9);
    return () => server.close();
  });

  it('report stock cover at the pace of thirty days, and the share of scans within the region', async () => {
    const figures = await figuresOf(straying!);
    expect(DealerFigures.strict().safeParse(figures).error).toBeUndefined();
    // the branch held 150, 38 of them are sold, 30 within thirty days: 112 last 112 days
    expect(figures).toMatchObject({ soldCount: 38, onHandCount: 112, recentSoldCount: 30, coverDays: 112 });
    expect(figures).toMatchObject({ scanCount: 8, foreignCount: 2 });
    expect(await figuresOf(idle!)).toMatchObject({ onHandCount: 0, coverDays: null, scanCount: 0, foreignCount: 0 });
  });

  it('count what the end of a dealer affects, as in scope', async () => {
    const impactOf = async ({ channelBusinessId }: InsertedDealer, by = desk) => (await by.get(`${path}/${channelBusinessId}/impact`)).body;
    expect((await impactOf(straying!)).data).toEqual({ stock: 100, shipments: 0, branches: 1 });
    expect((await impactOf(idle!)).data).toEqual({ stock: 0, shipments: 0, branches: 0 });
    const { deptId } = await insertDepartment(server.db);
    const stranger = await server.as(['manage:channelBusiness:query'], { deptId, dataScope: '3' });
    expect((await impactOf(straying!, stranger)).problem).toBe('notFound');
  });

  it('rank dealers with scans below the same parent, the highest diversion first', async () => {
    expect(await figuresOf(straying!)).toMatchObject({ rank: 1, rankedCount: 2 });
    expect(await figuresOf(staying!)).toMatchObject({ rank: 2, rankedCount: 2 });
    expect(await figuresOf(idle!)).toMatchObject({ rank: null, rankedCount: 2 });
    // the only child of its parent, whose regions it inherits
    expect(await figuresOf(below!)).toMatchObject({ rank: 1, rankedCount: 1, scanCount: 9, foreignCount: 9 });
  });

  it('appear in the list and in the tree for each single dealer', async () => {
    const caseRow = { batchId, holderId: straying!.channelBusinessId, lastTime: new Date().toISOString(), deptId: 100 };
    await server.db
      .insertInto('scanCase')
      .values({ ...caseRow, subject: 'code', level: 0, ordinal: 3, reason: 'otherRegion' })
      .execute();
    const { rows } = (await desk.get(`${path}/list?branch=${straying!.channelBusinessId}`)).body;
    expect(Dealer.strict().safeParse(rows[0]).error).toBeUndefined();
    // 80 left of 100 at 12 in thirty days; 32 left of 50 at 18
    const own = [
      { channelBusinessId: below!.channelBusinessId, coverDays: 53, diversionCount: 0 },
      { channelBusinessId: straying!.channelBusinessId, coverDays: 200, diversionCount: 1 },
    ];
    expect(rows).toMatchObject(own);
    const tree = (await desk.get(`${path}/tree`)).body.data.dealers as { channelBusinessId: number; coverDays: number | null }[];
    for (const { channelBusinessId, ...figures } of own)
      expect(tree.find((node) => node.channelBusinessId === channelBusinessId)).toMatchObject(figures);
    expect(tree.find((node) => node.channelBusinessId === idle!.channelBusinessId)).toMatchObject({ coverDays: null });
  });

  it('limit stock cover to 999 days in every response', async () => {
    const slow = await insertDealer(server.db);
    const addHolding = (ordinalFrom: number, count: number) =>
      server.db
        .insertInto('codeSegment')
        .values({ batchId, level: 0, ordinalFrom, count, holderId: slow.channelBusinessId, status: 'shipped' })
        .execute();
    await sql`insert into scan_day (day, category_id, region_code, holder_id, verdict, reason, scans, firsts)
      select current_date, category_id, '440000', ${slow.channelBusinessId}, 'genuine', '', 10, 10 from batch where batch_id = ${batchId}`.execute(
      server.db,
    );
    const answers = async () => {
      const ofSlow = (rows: { channelBusinessId: number; coverDays: number | null }[]) =>
        rows.find(({ channelBusinessId }) => channelBusinessId === slow.channelBusinessId)?.coverDays;
      const listRows = (await desk.get(`${path}/list?branch=${slow.channelBusinessId}`)).body.rows;
      const tree = (await desk.get(`${path}/tree`)).body.data.dealers;
      return [(await figuresOf(slow)).coverDays, ofSlow(listRows), ofSlow(tree)];
    };
    // 333 left at 10 in thirty days last 999 days
    await addHolding(1000, 343);
    expect(await answers()).toEqual([999, 999, 999]);
    await addHolding(2000, 1);
    expect(await answers()).toEqual([null, null, null]);
    const exporter = await server.as(['manage:channelBusiness:list', 'manage:channelBusiness:export']);
    const [sheet] = (await readXlsx((await exporter.post(`${path}/export`, `branch=${slow.channelBusinessId}`)).body)).sheets;
    const [titles, row] = sheet?.rows ?? [];
    const at = titles?.indexOf('可供天数') ?? -1;
    expect(at).toBeGreaterThan(0);
    expect(row?.[at] ?? '').toBe('');
  });

  it('respect the data scope of the user, and require the permission', async () => {
    const { deptId } = await insertDepartment(server.db);
    const outsider = await server.as(['manage:channelBusiness:query'], { deptId, dataScope: '3' });
    expect((await outsider.get(`${path}/${straying!.channelBusinessId}/figures`)).body).toMatchObject({ problem: 'notFound' });
    const listOnlyUser = await server.as(['manage:channelBusiness:list']);
    expect((await listOnlyUser.get(`${path}/${straying!.channelBusinessId}/figures`)).body).toMatchObject({ code: 403 });
  });
});
