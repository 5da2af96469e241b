import { Code, CodeDetail, CodeHistory } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { codeKeyField } from '../../../platform/db/layout.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { codeRuleInput, insertDepartment, productInput } from '../../../test/factories.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { openPublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as codeService from './code.service.ts';

describe('codes', () => {
  let server: TestServer;
  let desk: BatchFixture;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    return () => server.close();
  });

  const list = async (query: string, by = desk.planner) => (await by.get(`/manage/code/list?${query}`)).body;
  const act = async (name: string, batchId: number, from: number, to: number, reason = '抽检', by = desk.planner) =>
    (await by.put(`/manage/code/${name}`, { batchId, from, to, reason })).body;
  const runs = async (id: number) =>
    (await desk.planner.get(`/manage/batch/${id}/runs`)).body.data.map(({ from, to, status }: Record<string, unknown>) => [
      from,
      to,
      status,
    ]);

  it('are listed on any page of a thousand million, by state, in order of ordinal', async () => {
    const id = await desk.issued({ quantity: 1_000_000_000 });
    await desk.act(id, 'activate', { from: 500_000_001, to: 600_000_000 });
    await act('void', id, 7, 9, '漏印');
    const all = await list(`batchId=${id}&pageNum=99999999&pageSize=10`);
    expect(all.total).toBe(1_000_000_000);
    expect(all.rows.map(({ ordinal }: Code) => ordinal)).toEqual(Array.from({ length: 10 }, (_, i) => 999_999_981 + i));
    expect(Code.strict().array().safeParse(all.rows).error).toBeUndefined();
    const issuedPage = await list(`batchId=${id}&status=issued&pageSize=8`);
    expect(issuedPage.total).toBe(899_999_997);
    expect(issuedPage.rows.map(({ ordinal }: Code) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 10, 11]);
    const last = await list(`batchId=${id}&status=activated&pageNum=1000000000&pageSize=7`);
    expect(last.rows.map(({ ordinal }: Code) => ordinal)).toEqual([599_999_999, 600_000_000]);
    expect((await list(`batchId=${id}&status=void&ordinalFrom=8`)).rows).toMatchObject([{ ordinal: 8, status: 'void' }, { ordinal: 9 }]);
    expect(await list(`batchId=${id}&status=sold`)).toMatchObject({ total: 0, rows: [] });
    expect(await runs(id)).toEqual([
      [1, 6, 'issued'],
      [7, 9, 'void'],
      [10, 500_000_000, 'issued'],
      [500_000_001, 600_000_000, 'activated'],
      [600_000_001, 1_000_000_000, 'issued'],
    ]);
  });

  it('are listed for all batches without a filter, newest issue first, and none without a match', async () => {
    const before = (await list('')).total;
    const id = await desk.issued({ quantity: 3 });
    expect(await list('')).toMatchObject({
      total: before + 3,
      rows: expect.arrayContaining([expect.objectContaining({ batchId: id, ordinal: 3 })]),
    });
    expect((await list('')).rows.slice(0, 3)).toMatchObject([{ batchId: id, ordinal: 1 }, { ordinal: 2 }, { ordinal: 3 }]);
    const { deptId } = await insertDepartment(server.db);
    expect(await list('', await server.as(batchPermissions, { deptId, dataScope: '3' }))).toMatchObject({ code: 200, total: 0, rows: [] });
  });

  it('are found by their text in any spelling, and by nothing else', async () => {
    const id = await desk.issued({ quantity: 20 });
    const { code } = (await list(`batchId=${id}`)).rows[4];
    const typedTexts = [
      code,
      ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}`,
      `https://t.example.cn/c/${code}?x=1`,
      `https://x/01/1/21/${code}`,
      `t.example.cn/c/%${code.charCodeAt(0).toString(16)}${code.slice(1)}/`,
    ];
    for (const text of typedTexts)
      expect(await list(`code=${encodeURIComponent(text)}`), text).toMatchObject({ total: 1, rows: [{ batchId: id, ordinal: 5, code }] });
    const wrong = code.slice(0, -1) + (code.endsWith('7') ? '8' : '7');
    const unissuedText = await codeService.textOf(server.installation, server.db, id, 19).then(() => 'X'.repeat(16));
    for (const text of [wrong, unissuedText, 'x', '\u{7}\u{1}', '漢字', '0'.repeat(200)])
      expect(await list(`code=${encodeURIComponent(text)}`), text).toMatchObject({
        problem: 'codeUnreadable',
        msg: `“${text}”不是本系统的码；核对后重新输入`,
      });
    expect((await list(`code=${'A'.repeat(10_000)}`)).problem).toBe('invalidInput');
    expect(await list(`code=${code}&batchId=${id + 1000}`)).toMatchObject({ total: 0 });
  });

  it('show only their last four characters without the export permission', async () => {
    const id = await desk.issued({ quantity: 1 });
    const { code } = (await list(`batchId=${id}`)).rows[0];
    const viewer = await server.as(['manage:code:list']);
    expect((await list(`batchId=${id}`, viewer)).rows[0].code).toBe(`************${code.slice(-4)}`);
    expect((await viewer.get(`/manage/code/detail?batchId=${id}&ordinal=1`)).body.code).toBe(403);
  });

  it('show the printed text in the form of their rule', async () => {
    const { planner } = desk;
    const categoryId = (await planner.post('/manage/category', productInput({ gtin: '4006381333931' }))).body.data.categoryId;
    const detail = async (form: string) => {
      const codeRuleId = (await planner.post('/manage/codeRule', codeRuleInput({ form }))).body.data.codeRuleId;
      const id = await desk.issued({ codeRuleId, categoryId, quantity: 2, batchNo: `L:1-${form}` });
      const { data } = (await planner.get(`/manage/code/detail?batchId=${id}&ordinal=2`)).body;
      expect(CodeDetail.strict().safeParse(data).error).toBeUndefined();
      expect((await planner.get(`/manage/code/detail?code=${encodeURIComponent(data.payload)}`)).body.data).toEqual(data);
      return data;
    };
    const url = await detail('url');
    expect(url).toMatchObject({ payload: `https://t.example.cn/c/${url.code}`, ordinal: 2, ownStatus: 'issued', batchState: 'issued' });
    const link = await detail('digitalLink');
    expect(link.payload).toBe(`https://t.example.cn/01/04006381333931/10/L%3A1-digitalLink/21/${link.code}`);
    const number = await detail('number');
    expect(number.payload).toBe(number.code);
  });

  it('have the worse status of their batch and themselves', async () => {
    const id = await desk.issued({ quantity: 10 });
    await desk.act(id, 'activate');
    await act('void', id, 3, 3, '破损');
    await act('freeze', id, 5, 6, '抽检');
    await desk.act(id, 'freeze', { reason: '全批抽检' });
    expect((await list(`batchId=${id}&status=frozen`)).total).toBe(9);
    expect((await list(`batchId=${id}&status=activated`)).total).toBe(0);
    expect((await list(`batchId=${id}&status=void`)).rows).toMatchObject([{ ordinal: 3, status: 'void' }]);
    const detail = async (ordinal: number) => (await desk.planner.get(`/manage/code/detail?batchId=${id}&ordinal=${ordinal}`)).body.data;
    expect(await detail(1)).toMatchObject({ status: 'frozen', ownStatus: 'activated', reason: '全批抽检' });
    expect(await detail(3)).toMatchObject({ status: 'void', ownStatus: 'void', reason: '破损' });
    const { batchNo } = await desk.read(id);
    await desk.act(id, 'recall', { reason: '召回令', confirm: batchNo });
    expect(await detail(5)).toMatchObject({ status: 'recalled', ownStatus: 'frozen', reason: '抽检' });
    expect((await list(`batchId=${id}&status=recalled`)).total).toBe(9);
    expect(await act('void', id, 1, 1)).toMatchObject({ problem: 'batchStateWrong' });
  });

  it('have a history of actions on them and their batch, and of their scans', async () => {
    const id = await desk.issued({ quantity: 10 });
    await desk.act(id, 'activate', { from: 1, to: 5 });
    await act('freeze', id, 2, 3, '抽检');
    const scan = { scanId: '019a0000-0000-7000-8000-000000000001', verdict: 'genuine', batchId: id, level: 0, ordinal: 1 };
    await server.db
      .insertInto('scan')
      .values({
        ...scan,
        ...codeKeyField(scan),
        scanId: crypto.randomUUID().replace(/^.{8}-.{4}-4/, `${uuidHead()}-7`),
        device: Buffer.alloc(16, 7),
        channel: 'page',
        regionCode: '330100',
        lng: 120.1551,
        lat: 30.2741,
      })
      .execute();
    const history = async (ordinal: number) =>
      (await desk.planner.get(`/manage/code/history?batchId=${id}&ordinal=${ordinal}`)).body.data as CodeHistory;
    const second = await history(2);
    expect(CodeHistory.strict().safeParse(second).error).toBeUndefined();
    expect(second.events.map(({ action }) => action)).toEqual(['freeze', 'activate', 'issued', 'issue', 'approve', 'submit', 'add']);
    expect(second.scans).toMatchObject([{ verdict: 'genuine', device: '07070707', channel: 'page' }]);
    expect(second.scans).toMatchObject([{ regionCode: '330100', lng: 120.2, lat: 30.3 }]);
    expect((await history(6)).events.map(({ action }) => action)).toEqual(['issued', 'issue', 'approve', 'submit', 'add']);
    expect((await desk.planner.get(`/manage/code/history?batchId=${id}&ordinal=11`)).body.problem).toBe('notFound');
    expect((await desk.planner.get('/manage/code/history')).body).toMatchObject({
      problem: 'invalidInput',
      msg: '码未填写；填写后再提交',
    });
  });

  it('are activated by range or completely, and never twice', async () => {
    const id = await desk.issued({ quantity: 100 });
    const activate = async (body: object) => (await desk.act(id, 'activate', body)).body;
    const refusals: [object, string, string][] = [
      [{ from: 1, to: 101 }, 'rangeOutside', '范围 #1–101 超出批次的 #1–100；在这个范围内选'],
      [{ from: 101 }, 'rangeOutside', '范围 #101–101 超出批次的 #1–100；在这个范围内选'],
      [{ from: 9, to: 8 }, 'rangeBackwards', '结束序号 #8 在起始序号 #9 之前；结束序号不能小于起始序号'],
      [{ from: 0, to: 8 }, 'invalidInput', '起始序号太小；不能小于 1'],
      [{ from: 'x' }, 'invalidInput', '起始序号不是数字；只填数字，不带文字'],
    ];
    for (const [body, problem, msg] of refusals) expect(await activate(body)).toMatchObject({ problem, msg });
    expect((await desk.read(id)).state).toBe('issued');
    expect((await activate({ from: 10, to: 20 })).code).toBe(200);
    expect(await activate({ from: 15, to: 30 })).toMatchObject({
      problem: 'rangeOverlaps',
      msg: '范围内的 #15–20 已经激活；从未激活的码里选',
      params: { from: 15, to: 20 },
    });
    await act('void', id, 50, 60, '破损');
    expect(await activate({ from: 40 })).toMatchObject({
      problem: 'rangeStateWrong',
      msg: '范围内的 #50–60 是“已作废”状态，不能激活；另选一段',
    });
    expect(await desk.read(id)).toMatchObject({ state: 'active', statusCounts: { issued: 78, activated: 11, void: 11 } });
    expect((await desk.act(id, 'close')).body).toMatchObject({ problem: 'batchNotAllShipped', params: { left: 78 } });
    expect((await activate({})).code).toBe(200);
    expect(await runs(id)).toEqual([
      [1, 49, 'activated'],
      [50, 60, 'void'],
      [61, 100, 'activated'],
    ]);
    expect(await activate({})).toMatchObject({ problem: 'rangeOverlaps', params: { from: 1, to: 49 } });
    expect((await desk.act(id, 'close')).body.code).toBe(200);
    expect((await desk.read(id)).state).toBe('closed');
  });

  it('are changed as a range only when every code allows the action, with a reason', async () => {
    const id = await desk.issued({ quantity: 100 });
    expect(await act('unfreeze', id, 1, 5)).toMatchObject({
      problem: 'rangeStateWrong',
      msg: '范围内的 #1–5 是“已发码”状态，不能解冻；另选一段',
    });
    await desk.act(id, 'activate', { from: 1, to: 50 });
    expect((await act('freeze', id, 41, 60)).code).toBe(200);
    expect(await act('freeze', id, 31, 45)).toMatchObject({
      problem: 'rangeStateWrong',
      msg: '范围内的 #41–45 是“已冻结”状态，不能冻结；另选一段',
    });
    expect((await act('unfreeze', id, 41, 60)).code).toBe(200);
    expect(await runs(id)).toEqual([
      [1, 50, 'activated'],
      [51, 100, 'issued'],
    ]);
    expect(await act('void', id, 90, 101)).toMatchObject({ problem: 'rangeOutside', params: { field: 'to' } });
    expect(await act('void', id, 102, 103)).toMatchObject({ problem: 'rangeOutside', params: { field: 'from' } });
    expect(await act('void', id, 5, 4)).toMatchObject({ problem: 'rangeBackwards', params: { field: 'to' } });
    expect(await act('void', id, 0, 4)).toMatchObject({ problem: 'invalidInput', msg: '起始序号太小；不能小于 1' });
    expect(await act('void', id, 90, 91, ' ')).toMatchObject({ problem: 'invalidInput', msg: '原因未填写；填写后再提交' });
    expect(await act('freeze', await desk.add(), 1, 1)).toMatchObject({ problem: 'batchStateWrong' });
    const { deptId } = await insertDepartment(server.db);
    const stranger = await server.as(batchPermissions, { deptId, dataScope: '3' });
    expect(await act('void', id, 1, 1, 'x', stranger)).toMatchObject({ problem: 'notFound' });
    expect(await list(`batchId=${id}`, stranger)).toMatchObject({ problem: 'notFound' });
    expect(await act('void', id, 1, 1, 'x', await server.as(['manage:code:list']))).toMatchObject({ code: 403 });
  });

  it('are unlocked after wrong PINs with permission and reason, and can be locked again', async () => {
    const site = await openPublicSite(server.installation);
    const { code, pin, batchId } = await issueCodes(server.installation, { pinDigits: 6 });
    const wrong = pin(0) === '000000' ? '000001' : '000000';
    const lock = async () => {
      for (let tries = 0; tries < 5; tries++) await site.verify(code(0), { pin: wrong });
    };
    const verify = async () => (await site.verify(code(0), { pin: pin(0) })).body;
    const detail = async () => (await desk.planner.get(`/manage/code/detail?code=${code(0)}`)).body.data;
    const desker = await server.as(['manage:code:unlockPin']);
    const unlock = async (text: string, by = desker, reason = '买家看错一位') =>
      (await by.put('/manage/code/unlockPin', { code: text, reason })).body;

    expect(await unlock(code(0))).toMatchObject({ problem: 'pinNotLocked', msg: expect.stringContaining('没有锁定') });
    await lock();
    expect(CodeDetail.strict().safeParse(await detail()).error).toBeUndefined();
    expect((await detail()).pinLockedUntil).toMatch(/^20\d\d-/);
    expect(await verify()).toMatchObject({ pinLocked: true });
    expect(await unlock(code(0), desk.planner)).toMatchObject({ code: 403 });
    expect(await unlock(code(0), desker, ' ')).toMatchObject({ problem: 'invalidInput' });
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(['manage:code:unlockPin'], { deptId, dataScope: '3' });
    expect(await unlock(code(0), foreigner)).toMatchObject({ problem: 'notFound' });
    expect(await unlock(code(1))).toMatchObject({ problem: 'pinNotLocked' });
    expect(await verify()).toMatchObject({ pinLocked: true });

    expect(await unlock(code(0))).toMatchObject({ code: 200 });
    expect(await detail()).toMatchObject({ pinLockedUntil: null });
    expect(await verify()).toMatchObject({ pinRight: true, pinLocked: false });
    const events = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body.data;
    expect(events).toMatchObject([{ action: 'unlockPin', reason: '买家看错一位', level: 0, ordinalFrom: 1, ordinalTo: 1 }]);
    const logRow = await server.db
      .selectFrom('auditLog')
      .select(['operUrl'])
      .where('operUrl', 'like', '%unlockPin')
      .orderBy('operId')
      .execute();
    expect(logRow.length).toBeGreaterThan(0);
    await lock();
    expect(await verify()).toMatchObject({ pinLocked: true });
    await site.close();
  });
});

/** The first digits of a UUIDv7 with the current time. */
const uuidHead = () =>
  Date.now()
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-');
