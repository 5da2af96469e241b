import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment } from '../../../test/factories.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as settingService from '../../system/setting/setting.service.ts';
import { addReport, notifyOfCases } from './scan-case.service.ts';

const JUDGE = 'manage:codeCase:judge';

describe('notifications of new cases', () => {
  let server: TestServer;
  let client: Client;
  let next = 0;
  const insertCase = (fields: object = {}) =>
    server.db
      .insertInto('scanCase')
      .values({ subject: 'text', codeText: `COPY-${++next}`, reason: 'manySessions', deptId: 100, ...fields })
      .returning('caseId')
      .executeTakeFirstOrThrow();
  const titles = async (by: Client) =>
    (await by.get('/system/notice/list')).body.rows
      .map(({ noticeTitle }: { noticeTitle: string }) => noticeTitle)
      .filter((title: string) => title.startsWith('新案件'));
  const noticeCount = async (by: Client) =>
    (await by.get('/system/notice/listTop')).body.data.filter(({ noticeTitle }: { noticeTitle: string }) =>
      noticeTitle.startsWith('新案件'),
    ).length;
  const passQuietPeriod = () => sql`update notice set create_time = create_time - interval '11 minutes' where scoped`.execute(server.db);

  beforeAll(async () => {
    server = await startTestServer();
    client = await server.as([JUDGE, 'system:notice:list']);
    return () => server.close();
  });

  it('are sent at once, and later ones combined, each case once', async () => {
    expect(await notifyOfCases(server.db)).toBe(0);
    const { caseId } = await insertCase({ codeText: '<b>假码</b>' });
    expect(await notifyOfCases(server.db)).toBe(1);
    expect(await titles(client)).toEqual(['新案件 1 起：可疑扫码 1']);
    const { noticeContent } = (await client.get('/system/notice/list')).body.rows[0];
    expect(noticeContent).toContain(`href="/manage/codeCase/${caseId}"`);
    expect(noticeContent).toContain('&lt;b&gt;假码');

    for (let count = 0; count < 12; count++) await insertCase({ reason: count < 4 ? 'otherRegion' : 'tooFast' });
    expect(await notifyOfCases(server.db)).toBe(0);
    await passQuietPeriod();
    expect((await Promise.all([notifyOfCases(server.db), notifyOfCases(server.db)])).reduce((sum, count) => sum + count, 0)).toBe(12);
    expect((await titles(client))[0]).toBe('新案件 12 起：疑似窜货 4、可疑扫码 8');
    expect((await client.get('/system/notice/list')).body.rows[0].noticeContent).toContain('另有 2 起');
    const english = (await client.get('/system/notice/list', { 'accept-language': 'en' })).body.rows[0];
    expect(english.noticeTitle).toBe('12 new cases: Suspected diversion 4, Suspect scan…');
    expect(english.noticeContent).toContain('2 more');
    await passQuietPeriod();
    expect(await notifyOfCases(server.db)).toBe(0);
  });

  it('are sent only to users who may decide and see the department', async () => {
    await passQuietPeriod();
    const { deptId } = await insertDepartment(server.db);
    const goods = await issueCodes(server.installation, { deptId, categoryName: '龙井茶' });
    const theirs = await server.as([JUDGE, 'system:notice:list'], { deptId, dataScope: '3' });
    const others = await server.as([JUDGE, 'system:notice:list'], { deptId: (await insertDepartment(server.db)).deptId, dataScope: '3' });
    const clerk = await server.as(['manage:codeCase:list', 'system:notice:list'], { deptId });
    const report = { codeText: null, words: '瓶盖不对', contact: null, boughtAt: null, picture: null, region: '浙江省', ip: null };
    await addReport(server.db, { ...report, device: Buffer.alloc(16, 7), place: { batchId: goods.batchId, level: 0, ordinal: 3 } });
    expect(await notifyOfCases(server.db)).toBe(1);
    for (const by of [theirs, client]) expect((await titles(by))[0]).toBe('新案件 1 起：消费者反馈 1');
    for (const by of [others, clerk]) expect([await titles(by), await noticeCount(by)]).toEqual([[], 0]);
    const { noticeId, noticeContent } = (await theirs.get('/system/notice/list')).body.rows[0];
    expect(noticeContent).toContain(`龙井茶 · ${goods.batchNo} · 浙江省`);
    expect((await others.get(`/system/notice/${noticeId}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await theirs.get(`/system/notice/${noticeId}`)).body).toMatchObject({ code: 200 });
    // without department: visible to users with full scope
    await insertCase({ deptId: null });
    expect(await notifyOfCases(server.db)).toBe(1);
    expect([(await titles(client)).length, (await titles(theirs)).length]).toEqual([4, 1]);
  });

  it('are sent for the configured reasons, and not for cases opened by staff', async () => {
    await passQuietPeriod();
    await settingService.set(server.db, 'suyuan.case.noticeReasons', 'report');
    for (const reason of ['manySessions', 'otherRegion', 'inspected']) await insertCase({ reason });
    await insertCase({ reason: 'reported' });
    await insertCase({ reason: 'reported', sample: true });
    expect(await notifyOfCases(server.db)).toBe(1);
    await settingService.set(server.db, 'suyuan.case.noticeReasons', '');
    await passQuietPeriod();
    await insertCase({ reason: 'reported' });
    expect(await notifyOfCases(server.db)).toBe(0);
    expect((await server.db.selectFrom('scanCase').select('caseId').where('told', '=', false).execute()).length).toBe(0);
  });
});
