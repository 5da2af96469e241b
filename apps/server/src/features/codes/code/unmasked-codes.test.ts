import { placeText } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BatchFixture, openBatchFixture } from '../../../test/batch-fixture.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { codeRuleInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';

/** Seeded roles that work with codes but cannot export them. */
const desks = ['planner', 'approver', 'warehouse', 'quality', 'dealerDesk'] as const;

describe('full code texts', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let printing: Client;
  let batchId: number;
  let codes: string[];
  let cases: string[];
  const holder = async (roleKey: string): Promise<Client> => {
    const client = await server.as([]);
    const { roleId } = await server.db.selectFrom('role').select('roleId').where('roleKey', '=', roleKey).executeTakeFirstOrThrow();
    await server.db.insertInto('userRole').values({ userId: client.userId, roleId }).execute();
    return client;
  };
  const textsAt = async (level: number) =>
    (await desk.planner.get(`/manage/code/list?batchId=${batchId}&level=${level}&pageSize=100`)).body.rows.map(
      (row: { code: string }) => row.code,
    );
  const tail = (code: string) => `************${code.slice(-4)}`;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    const codeRuleId = (await desk.planner.post('/manage/codeRule', codeRuleInput({ pinDigits: 4 }))).body.data.codeRuleId;
    batchId = await desk.issued({ codeRuleId, quantity: 48, packaging: [{ level: 2, contains: 24 }] });
    await desk.act(batchId, 'activate');
    [codes, cases] = [await textsAt(0), await textsAt(2)];
    printing = await holder('printing');
    return () => server.close();
  });

  it('are hidden in all lists and pages from seeded roles without the export permission', async () => {
    const [code, box] = [codes[6]!, cases[0]!];
    const urls = [
      `/manage/code/list?batchId=${batchId}&pageSize=500`,
      `/manage/code/list?batchId=${batchId}&level=2`,
      `/manage/code/list?code=${code}`,
      `/manage/code/list?codes=${code}`,
      `/manage/code/list?parent=${box}&pageSize=100`,
      `/manage/code/detail?batchId=${batchId}&ordinal=7`,
      `/manage/code/detail?batchId=${batchId}&ordinal=1&level=2`,
      `/manage/code/detail?code=${code}`,
      `/manage/code/history?batchId=${batchId}&ordinal=7`,
      `/manage/batch/${batchId}/events`,
      `/manage/batch/${batchId}/label`,
    ];
    for (const roleKey of desks) {
      const client = await holder(roleKey);
      for (const url of urls) {
        const { body } = await client.get(url);
        const answer = JSON.stringify(body);
        expect(
          [...codes, ...cases].filter((text) => answer.includes(text)),
          `${roleKey} ${url}`,
        ).toEqual([]);
      }
      const page = (await client.get(`/manage/code/list?code=${code}`)).body;
      expect(page.rows, roleKey).toMatchObject([{ batchId, ordinal: 7, code: tail(code), parent: { code: tail(box) } }]);
      expect((await client.get(`/manage/code/detail?code=${code}`)).body.data).toMatchObject({ code: tail(code), payload: null });
      expect((await client.put(`/manage/batch/${batchId}/exportCodes`, { format: 'txt' })).body.code, roleKey).toBe(403);
    }
  });

  it('are visible to the printing role, and every page view is in the audit log', async () => {
    const { body } = await printing.get(`/manage/code/list?batchId=${batchId}&pageNum=2&pageSize=20`);
    expect(body.rows.map((row: { code: string }) => row.code)).toEqual(codes.slice(20, 40));
    await printing.get(`/manage/code/detail?batchId=${batchId}&ordinal=7`);
    await printing.get(`/manage/code/list?code=${codes[3]}`);
    await printing.put(`/manage/batch/${batchId}/exportCodes`, { format: 'txt' });
    const rows = await server.db
      .selectFrom('auditLog')
      .select(['method', 'businessType', 'operParam'])
      .where('operName', '=', printing.userName)
      .orderBy('operId')
      .execute();
    expect(rows.map(({ method }) => method)).toEqual([
      'GET /api/manage/code/list',
      'GET /api/manage/code/detail',
      'PUT /api/manage/batch/:id/exportCodes',
    ]);
    expect(JSON.parse(rows[0]!.operParam)).toMatchObject({ batchId, wholeCodes: 20, paging: { page: 2 } });
    expect(rows[0]!.businessType).toBe(5);
    for (const step of ['submit', 'approve', 'releaseExport'])
      expect(
        await server.db
          .selectFrom('roleMenu')
          .innerJoin('menu', 'menu.menuId', 'roleMenu.menuId')
          .select('perms')
          .where('roleId', '=', 102)
          .where('perms', '=', `manage:batch:${step}`)
          .execute(),
      ).toEqual([]);
  });

  it('are not required for work: codes are addressed by scanned text or position', async () => {
    const keeper = await server.as([
      'manage:code:list',
      'manage:code:query',
      'manage:code:pack',
      'manage:code:unpack',
      'manage:code:relabel',
    ]);
    const box = { batchId, level: 2, ordinal: 2 };
    const placeName = placeText(box);
    expect((await keeper.get(`/manage/code/list?${new URLSearchParams({ parent: placeName, pageSize: '100' })}`)).body.total).toBe(24);
    expect((await keeper.put('/manage/code/pack', { container: cases[1], codes: codes.slice(24, 30) })).body.data).toEqual({
      packed: 6,
      released: 18,
    });
    expect((await keeper.put('/manage/code/unpack', { container: placeName })).body.data).toEqual({ packed: 0, released: 6 });
    const { events } = (await keeper.get(`/manage/code/history?batchId=${batchId}&ordinal=25`)).body.data;
    expect(events.find(({ action }: { action: string }) => action === 'pack')).toMatchObject({ reason: tail(cases[1]!) });
    const { data } = (await keeper.put('/manage/code/relabel', { container: placeName, reason: '标签撕破' })).body;
    // the user who replaces a label gets the whole code once, and only its end later
    expect(data).toMatchObject({ ...box, code: expect.stringMatching(/^[0-9A-Z]{16}$/) });
    expect((await keeper.get(`/manage/code/detail?batchId=${batchId}&level=2&ordinal=2`)).body.data.code).toBe(tail(data.code));
    for (const wrong of [placeText({ ...box, ordinal: 3 }), '#0-2-1', `#${batchId}-2-0`, `#${batchId}-4-1`])
      expect((await keeper.put('/manage/code/relabel', { container: wrong, reason: '标签撕破' })).body, wrong).toMatchObject({
        problem: 'containerUnreadable',
      });
    const log = JSON.stringify(
      await server.db.selectFrom('auditLog').selectAll().where('operName', '=', keeper.userName).orderBy('operId').execute(),
    );
    expect([...codes, ...cases, data.code].filter((text) => log.includes(text))).toEqual([]);
  });

  it('are not required for long lists: positions are looked up together', async () => {
    const statements = (count: number) => {
      const places = Array.from({ length: count }, (_, index) => placeText({ batchId, level: 0, ordinal: index + 1 }));
      return countStatements(async () => {
        const query = new URLSearchParams({ codes: places.join('\n'), pageSize: '100' });
        expect((await desk.planner.get(`/manage/code/list?${query}`)).body.total).toBe(count);
      });
    };
    await statements(2);
    const few = await statements(2);
    expect(await statements(40)).toBe(few);
  });

  it('of an uploaded list are visible to the uploader, and not to a colleague', async () => {
    const rights = ['manage:codeList:list', 'manage:codeList:query', 'manage:code:sell'];
    const [own, other] = [await server.as(rights), await server.as(rights)];
    const file = Buffer.from(`${codes.slice(0, 3).join('\n')}\n`);
    const { codeListId } = (await own.upload('/manage/codeList/sell', 'sold.txt', file)).body.data;
    await server.db
      .insertInto('bulkActionPart')
      .values({ codeListId, lineFrom: 1, outcomes: Buffer.alloc(3, 1) })
      .execute();
    const lines = async (by: Client) =>
      (await by.get(`/manage/codeList/${codeListId}/lines?outcome=all`)).body.data.rows.map((row: { code: string }) => row.code);
    expect(await lines(own)).toEqual(codes.slice(0, 3));
    expect(await lines(other)).toEqual(codes.slice(0, 3).map(tail));
    const report = async (by: Client) => String((await by.get(`/manage/codeList/${codeListId}/report`)).body);
    expect(await report(own)).toContain(codes[0]);
    expect(await report(other)).toContain(tail(codes[0]!));
    expect(await report(other)).not.toContain(codes[0]);
  });
});
