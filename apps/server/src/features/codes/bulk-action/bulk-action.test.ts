// Over 300 lines: one list goes through every act and every outcome.
import { BulkAction, BulkActionLine } from '@suyuan/contract';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment, productInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import type { TaskRun } from '../../system/task/task-handler.ts';
import { LeaseLost, startTasks } from '../../system/task/task-worker.ts';
import * as codeService from '../code/code.service.ts';
import * as bulkActionService from './bulk-action.service.ts';

const path = '/manage/codeList';
const rights = [
  ...['manage:codeList:list', 'manage:codeList:query', 'manage:dispatch:ship'],
  ...['print', 'waste', 'sell', 'takeBack', 'freeze', 'unfreeze', 'void'].map((verb) => `manage:code:${verb}`),
];

describe('bulk actions', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let clerk: Client;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    clerk = await server.as([...rights, ...batchPermissions]);
    const tasks = startTasks(server.installation, taskHandlers, () => undefined, 20);
    return async () => {
      await tasks.stop();
      await server.close();
    };
  });

  const textsOf = (batchId: number, from: number, count: number) =>
    codeService.textsOf(
      server.installation,
      server.db,
      batchId,
      Array.from({ length: count }, (_, index) => from - 1 + index),
    );
  const send = async (act: string, file: Buffer | string, { name = 'codes.txt', query = '', by = clerk } = {}) =>
    (await by.upload(`${path}/${act}?${query}`, name, Buffer.from(file as string))).body;
  const waitUntilEnded = async (id: number) => {
    const read = async () => (await clerk.get(`${path}/${id}`)).body.data;
    await expect.poll(async () => (await read()).state, { interval: 20 }).toMatch(/done|failed|cancelled/);
    return read();
  };
  const actAndWait = async (...args: Parameters<typeof send>) => {
    const answer = await send(...args);
    expect(answer.code, answer.msg).toBe(200);
    return waitUntilEnded(answer.data.codeListId);
  };
  const lines = async (id: number, outcome = 'all') => {
    const { data } = (await clerk.get(`${path}/${id}/lines?outcome=${outcome}`)).body;
    for (const row of data.rows) expect(BulkActionLine.strict().safeParse(row).error).toBeUndefined();
    return data.rows.map(({ line, outcome: result, stood }: BulkActionLine) => (stood ? [line, result, stood] : [line, result]));
  };
  const counts = async (batchId: number) => (await desk.read(batchId)).statusCounts;

  it('process all valid codes, and report the reason for every other line', async () => {
    const batchId = await desk.issued({ quantity: 20 });
    const codes = await textsOf(batchId, 1, 20);
    await desk.act(batchId, 'activate', { from: 11, to: 12 });
    const other = await desk.issued({ quantity: 1 });
    await desk.act(other, 'freeze', { reason: '待查' });
    const [foreign] = await textsOf(other, 1, 1);
    const list = [
      codes[0],
      '',
      'NOSUCHCODE',
      codes[0],
      ` ${codes[1]?.toLowerCase()} `,
      `https://t.example.cn/c/${codes[2]}`,
      codes[10],
      foreign,
      '1.23457E+19',
    ];
    const done = await actAndWait('print', `${list.join('\r\n')}\r\n`);
    expect(BulkAction.strict().safeParse(done).error).toBeUndefined();
    expect(done).toMatchObject({ act: 'print', state: 'done', total: 9, done: 9, doneCount: 3, alreadyCount: 1, refusedCount: 4 });
    expect(await lines(done.codeListId)).toEqual([
      [1, 'done'],
      [2, 'blank'],
      [3, 'unreadable'],
      [4, 'already'],
      [5, 'done'],
      [6, 'done'],
      [7, 'status', 'activated'],
      [8, 'batchState', 'frozen'],
      [9, 'rounded'],
    ]);
    expect(await lines(done.codeListId, 'refused')).toHaveLength(4);
    expect(await counts(batchId)).toEqual({ printed: 3, issued: 15, activated: 2 });
    const report = (await clerk.get(`${path}/${done.codeListId}/report`)).body.toString();
    expect(report.split('\r\n').slice(0, 4)).toEqual([
      '\uFEFF行,码,结果',
      `1,${codes[0]},已完成`,
      '2,,空行',
      '3,NOSUCHCODE,不是本系统的码，或不在您的数据范围内；核对后再试',
    ]);
    expect(report).toContain(`7,${codes[10]},码是“已激活”，不能印刷回传`);
    expect(await actAndWait('print', list.join('\n'))).toMatchObject({ doneCount: 0, alreadyCount: 4, refusedCount: 4 });
  });

  it('cover the life of a code: printed, wasted, activated, shipped, sold, returned, frozen and void', async () => {
    const batchId = await desk.issued({ quantity: 10 });
    const codes = await textsOf(batchId, 1, 10);
    const dealer = await insertDealer(server.db);
    const linesOf = (from: number, to: number) => codes.slice(from - 1, to).join('\n');
    const dealt = { query: `dealerId=${dealer.channelBusinessId}` };
    expect(await actAndWait('print', linesOf(1, 8))).toMatchObject({ doneCount: 8 });
    expect(await actAndWait('waste', linesOf(8, 9))).toMatchObject({ doneCount: 2, reason: '印刷损耗' });
    expect(await actAndWait('activate', linesOf(1, 10))).toMatchObject({ doneCount: 8, refusedCount: 2 });
    expect((await desk.read(batchId)).state).toBe('active');
    expect(await actAndWait('ship', linesOf(1, 6), dealt)).toMatchObject({ doneCount: 6, dealerName: dealer.channelBusinessName });
    expect(await actAndWait('ship', linesOf(1, 6), dealt)).toMatchObject({ doneCount: 0, alreadyCount: 6 });
    expect(await actAndWait('sell', linesOf(1, 2))).toMatchObject({ doneCount: 2 });
    expect(await actAndWait('return', linesOf(2, 4), dealt)).toMatchObject({ doneCount: 2, refusedCount: 1 });
    expect(await actAndWait('freeze', linesOf(5, 5), { query: `reason=${encodeURIComponent('投诉')}` })).toMatchObject({ doneCount: 1 });
    expect(await actAndWait('unfreeze', linesOf(5, 6))).toMatchObject({ doneCount: 1, refusedCount: 1 });
    expect(await actAndWait('void', linesOf(7, 7), { query: `reason=${encodeURIComponent('破损')}` })).toMatchObject({ doneCount: 1 });
    expect(await counts(batchId)).toEqual({ sold: 2, activated: 3, shipped: 2, void: 3 });
    const events = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body.data;
    expect(events[0]).toMatchObject({ action: 'void', reason: '破损', ordinalFrom: 7, ordinalTo: 7 });
  });

  it('return units to the dealer that sold them: a code, a range, a case, a list or a file', async () => {
    const batchId = await desk.issued({ quantity: 20, packaging: [{ level: 2, contains: 4 }] });
    await desk.act(batchId, 'activate');
    const codes = await textsOf(batchId, 1, 20);
    const dealer = await insertDealer(server.db);
    await actAndWait('ship', codes.join('\n'), { query: `dealerId=${dealer.channelBusinessId}` });
    await actAndWait('sell', codes.slice(0, 16).join('\n'));
    const [box] = await codeService.textsAt(
      {
        db: server.db,
        installation: server.installation,
        actor: { ...(await sessionService.actorOfUser(server.db, clerk.userId))!, admin: true },
      },
      [{ batchId, level: 2, ordinal: 0 }],
    );
    const reason = '七天无理由';
    const takeBack = async (selection: object, by = clerk) => (await by.put('/manage/code/takeBack', { reason, ...selection })).body;

    expect(await takeBack({ batchId, from: 9, to: 9 })).toMatchObject({ code: 200 });
    expect(await takeBack({ batchId, from: 10, to: 11 })).toMatchObject({ code: 200 });
    expect(await takeBack({ codes: codes.slice(11, 13) })).toMatchObject({ code: 200 });
    expect(await counts(batchId)).toMatchObject({ shipped: 9 });
    const { data } = (await desk.planner.get(`/manage/code/detail?batchId=${batchId}&ordinal=9`)).body;
    expect(data).toMatchObject({ status: 'shipped', holderId: dealer.channelBusinessId });
    const { events } = (await desk.planner.get(`/manage/code/history?batchId=${batchId}&ordinal=9`)).body.data;
    expect(events[0]).toMatchObject({ action: 'takeBack', reason });

    // only sold codes can be taken back, and the permission is required
    expect(await takeBack({ batchId, from: 9, to: 9 })).toMatchObject({ problem: 'rangeStateWrong', params: { from: 9, to: 9 } });
    expect(await takeBack({ batchId, from: 14, to: 20 })).toMatchObject({ problem: 'rangeStateWrong', params: { from: 17 } });
    expect(await counts(batchId)).toMatchObject({ shipped: 9 });
    const seller = await server.as(['manage:code:list', 'manage:code:query', 'manage:code:sell', 'manage:code:void']);
    expect(await takeBack({ batchId, from: 14, to: 14 }, seller)).toMatchObject({ code: 403, problem: 'forbidden' });
    expect(await send('takeBack', codes[13]!, { by: seller })).toMatchObject({ code: 403, problem: 'forbidden' });
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(['manage:code:takeBack'], { deptId, dataScope: '3' });
    expect(await takeBack({ batchId, from: 14, to: 14 }, foreigner)).toMatchObject({ problem: 'notFound' });

    // a list reports each line, and codes of a stopped batch can be taken back
    await desk.act(batchId, 'freeze', { reason: '待查' });
    const file = await actAndWait('takeBack', [codes[13], codes[12], codes[14]].join('\n'));
    expect(file).toMatchObject({ doneCount: 2, alreadyCount: 1, refusedCount: 0 });
    await desk.act(batchId, 'unfreeze', { reason: '查清' });
    expect(await takeBack({ container: box })).toMatchObject({ code: 200 });
    expect(await counts(batchId)).toEqual({ sold: 5, shipped: 15 });
  });

  /** Ordinals of the units in the case. */
  const contentOf = async (batchId: number, ordinal: number) => {
    const actor = { ...(await sessionService.actorOfUser(server.db, clerk.userId))!, admin: true };
    const [code] = await codeService.textsAt({ db: server.db, installation: server.installation, actor }, [{ batchId, level: 2, ordinal }]);
    const { rows } = (await desk.planner.get(`/manage/code/list?pageSize=100&parent=${code}`)).body;
    return rows.map((row: { ordinal: number }) => row.ordinal) as number[];
  };
  /** A unit that a dealer holds, still in its case. */
  const shipInCase = (batchId: number, from: number, holder: number) =>
    server.db.transaction().execute((db) => codeService.applyStep(db, [{ batchId, level: 0, from, count: 1 }], 'ship', { holder }));

  it('take units out of cases that stay, also when the lines of a case are far apart', async () => {
    const batchId = await desk.issued({ quantity: 12_000, packaging: [{ level: 2, contains: 4 }] });
    await desk.act(batchId, 'activate');
    const dealer = await insertDealer(server.db);
    const query = `dealerId=${dealer.channelBusinessId}`;
    // the first two units of each case, then the others except the last unit of case 2
    const codes = await textsOf(batchId, 1, 12_000);
    const halves = [codes.filter((_, index) => index % 4 < 2), codes.filter((_, index) => index % 4 >= 2 && index !== 7)];
    expect(await actAndWait('ship', halves.flat().join('\n'), { query })).toMatchObject({ doneCount: 11_999 });
    expect(await contentOf(batchId, 0)).toEqual([1, 2, 3, 4]);
    expect(await contentOf(batchId, 1)).toEqual([8]);
    expect(await contentOf(batchId, 2999)).toEqual([11_997, 11_998, 11_999, 12_000]);
    expect(await actAndWait('return', `${codes[0]}`, { query })).toMatchObject({ doneCount: 1 });
    expect(await contentOf(batchId, 0)).toEqual([2, 3, 4]);
    const { data } = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body;
    expect(data.filter(({ action }: { action: string }) => action === 'unpack')).toMatchObject([
      { ordinalFrom: 1, ordinalTo: 1 },
      { ordinalFrom: 7, ordinalTo: 7 },
      { ordinalFrom: 5, ordinalTo: 6 },
    ]);
  });

  it('take units out of cases also when they are cancelled midway', async () => {
    const batchId = await desk.issued({ quantity: 10_000, packaging: [{ level: 2, contains: 4 }] });
    const nextBatchId = await desk.issued({ quantity: 1 });
    for (const id of [batchId, nextBatchId]) await desk.act(id, 'activate');
    const dealer = await insertDealer(server.db);
    const codes = (await textsOf(batchId, 1, 10_000)).filter((_, index) => index % 4 < 2);
    const text = [...codes, ...(await textsOf(nextBatchId, 1, 1))].join('\n');
    const { codeListId, taskId } = await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('batch').select('batchId').where('batchId', '=', nextBatchId).forUpdate().execute();
      const { data } = await send('ship', text, { query: `dealerId=${dealer.channelBusinessId}` });
      // the lines after the first 5,000 wait for the lock
      await expect.poll(async () => (await clerk.get(`${path}/${data.codeListId}`)).body.data.done).toBe(5000);
      expect(await contentOf(batchId, 0)).toEqual([1, 2, 3, 4]);
      // busy while those lines hold the list
      await expect.poll(async () => (await clerk.put(`/account/task/${data.taskId}/cancel`)).body.code).toBe(200);
      return data;
    });
    expect(await waitUntilEnded(codeListId)).toMatchObject({ state: 'cancelled', doneCount: 5000 });
    await expect.poll(() => contentOf(batchId, 2499)).toEqual([9999, 10_000]);
    expect(await contentOf(batchId, 0)).toEqual([3, 4]);
    expect(await counts(nextBatchId)).toEqual({ activated: 1 });
    expect((await clerk.get(`/account/task/${taskId}`)).body.data.state).toBe('cancelled');
  });

  it('leave a case unchanged when another dealer holds part of it or its batch is blocked', async () => {
    const batchId = await desk.issued({ quantity: 8, packaging: [{ level: 2, contains: 4 }] });
    await desk.act(batchId, 'activate');
    const [one, other] = [await insertDealer(server.db), await insertDealer(server.db)];
    const dealerQuery = (dealer: typeof one) => ({ query: `dealerId=${dealer.channelBusinessId}` });
    const actor = { ...(await sessionService.actorOfUser(server.db, clerk.userId))!, admin: true };
    const cases = await codeService.textsAt({ db: server.db, installation: server.installation, actor }, [
      { batchId, level: 2, ordinal: 0 },
      { batchId, level: 2, ordinal: 1 },
    ]);
    await shipInCase(batchId, 0, one.channelBusinessId);
    const sent = await actAndWait('ship', cases.join('\n'), dealerQuery(other));
    expect(await lines(sent.codeListId)).toEqual([
      [1, 'elsewhere'],
      [2, 'done'],
    ]);
    const below = await insertDealer(server.db, { parent: other });
    await shipInCase(batchId, 4, below.channelBusinessId);
    const back = await actAndWait('return', `${cases[1]}`, dealerQuery(other));
    expect(await lines(back.codeListId)).toEqual([[1, 'elsewhere']]);

    const guest = await desk.issued({ quantity: 1 });
    await desk.act(guest, 'activate');
    const packer = await server.as(['manage:code:pack', ...batchPermissions]);
    const codes = await textsOf(guest, 1, 1);
    expect((await packer.put('/manage/code/pack', { container: cases[0], codes })).body).toMatchObject({ code: 200 });
    const elsewise = (await desk.planner.post('/manage/category', productInput())).body.data.categoryId as number;
    const stranger = await desk.issued({ quantity: 1, categoryId: elsewise, codeRuleId: desk.codeRuleId });
    await desk.act(stranger, 'activate');
    const strange = await textsOf(stranger, 1, 1);
    expect((await packer.put('/manage/code/pack', { container: cases[1], codes: strange })).body).toMatchObject({ code: 200 });
    const narrow = await insertDealer(server.db, { parent: other, categoryIds: [desk.categoryId] });
    const denied = await actAndWait('ship', `${cases[1]}`, dealerQuery(narrow));
    expect(await lines(denied.codeListId)).toEqual([[1, 'goodsNotAuthorised']]);
    // a dealer without own products inherits the limits of its parent
    const heir = await insertDealer(server.db, { parent: narrow });
    expect(await lines((await actAndWait('ship', `${cases[1]}`, dealerQuery(heir))).codeListId)).toEqual([[1, 'goodsNotAuthorised']]);
    await desk.act(guest, 'freeze', { reason: '待查' });
    const stopped = await actAndWait('ship', `${cases[0]}`, dealerQuery(one));
    expect(await lines(stopped.codeListId)).toEqual([[1, 'contained']]);
  });

  it('treat a text as text, even when its first code starts like a workbook', async () => {
    const batchId = await desk.issued({ quantity: 1 });
    const [code = ''] = await textsOf(batchId, 1, 1);
    expect(await actAndWait('print', `PK7X2Q9W4T5B8RNM\n${code}`)).toMatchObject({ total: 2, doneCount: 1, refusedCount: 1 });
  });

  it('read CSV and workbooks in UTF-8, UTF-16 and GBK, and name a missing column', async () => {
    const batchId = await desk.issued({ quantity: 60 });
    const codes = await textsOf(batchId, 1, 60);
    const table = (from: number) => [
      ['箱号', '码', '备注'],
      ...codes.slice(from, from + 3).map((code, row) => [`${row}`, code, '一般，"好"']),
    ];
    const csv = (rows: string[][]) =>
      rows.map((row) => row.map((cell) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')).join('\r\n');
    const gbk = await gbkOf(csv(table(0)));
    expect(await actAndWait('print', gbk, { name: '印刷.csv' })).toMatchObject({ fileName: '印刷.csv', total: 4, doneCount: 3 });
    expect(await actAndWait('print', Buffer.from(`\uFEFF${csv(table(3))}`), { name: 'a.csv' })).toMatchObject({ doneCount: 3 });
    expect(await actAndWait('print', Buffer.from(`\uFEFF${csv(table(6))}`, 'utf16le'), { name: 'b.csv' })).toMatchObject({ doneCount: 3 });
    const untitled = table(9)
      .slice(1)
      .map((row) => row.join('\t'))
      .join('\n');
    expect(await actAndWait('print', untitled, { name: 'c.txt' })).toMatchObject({ total: 3, doneCount: 3 });
    const sheet = Buffer.from(
      await writeXlsx({ sheets: [{ name: 'S', rows: [...table(12), [null, null, null], ['9', `'${codes[20]}`, null]] }] }),
    );
    const book = await actAndWait('print', sheet, { name: 'd.xlsx' });
    expect(book).toMatchObject({ doneCount: 4 });
    expect((await lines(book.codeListId)).slice(0, 2)).toEqual([
      [1, 'title'],
      [2, 'done'],
    ]);
    expect(
      await send(
        'print',
        csv([
          ['姓名', '电话'],
          ['张三', '123'],
        ]),
        { name: 'e.csv' },
      ),
    ).toMatchObject({ problem: 'listWithoutCodes' });
    expect(await send('print', '')).toMatchObject({ problem: 'listEmpty' });
    expect(await send('print', Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(200)]), { name: 'f.xlsx' })).toMatchObject({
      problem: 'fileUnreadable',
    });
    expect((await clerk.post(`${path}/print`, {})).body).toMatchObject({ problem: 'fileMissing' });
    expect(await readdirOf(server)).toEqual([]);
  });

  it('require the dealer of a shipment and the reason of a freeze, and reject a suspended dealer', async () => {
    const suspended = await insertDealer(server.db, { state: 'suspended' });
    expect(await send('print', '%PDF-1.7\n\0\n')).toMatchObject({ problem: 'fileUnreadable' });
    expect(await send('ship', 'X')).toMatchObject({ problem: 'listDealerMissing', params: { field: 'dealerId' } });
    expect(await send('ship', 'X', { query: 'dealerId=987654' })).toMatchObject({ problem: 'referenceNotFound' });
    expect(await send('ship', 'X', { query: `dealerId=${suspended.channelBusinessId}` })).toMatchObject({ problem: 'dealerNotActive' });
    expect(await send('void', 'X')).toMatchObject({ problem: 'listReasonMissing', params: { field: 'reason' } });
  });

  it('require the permission, and see no batch outside the data scope', async () => {
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as([...rights, 'manage:batch:activate'], { deptId, dataScope: '3' });
    const batchId = await desk.issued({ quantity: 3 });
    const codes = (await textsOf(batchId, 1, 3)).join('\n');
    const { data } = await send('activate', codes, { by: foreigner });
    await expect.poll(async () => (await foreigner.get(`${path}/${data.codeListId}`)).body.data.state).toBe('done');
    expect((await foreigner.get(`${path}/${data.codeListId}`)).body.data).toMatchObject({ doneCount: 0, refusedCount: 3 });
    expect(await counts(batchId)).toEqual({ issued: 3 });
    const ownList = await actAndWait('print', codes);
    for (const rest of ['', '/lines', '/report'])
      expect((await foreigner.get(`${path}/${ownList.codeListId}${rest}`)).body).toMatchObject({ problem: 'notFound' });
    const looker = await server.as(['manage:codeList:list', 'manage:codeList:query']);
    expect(await send('void', codes, { by: looker })).toMatchObject({ code: 403, problem: 'forbidden' });
  });

  it('resume after a killed worker without lost or repeated lines', async () => {
    const batchId = await desk.issued({ quantity: 12_000 });
    const codes = await textsOf(batchId, 1, 12_000);
    await server.db.updateTable('task').set({ state: 'cancelled' }).where('state', '=', 'queued').execute();
    const { data } = await send('activate', codes.join('\n'));
    await waitUntilEnded(data.codeListId);
    const rerun = async (list: { codeListId: number }, kill: number) => {
      let parts = 0;
      const job: TaskRun = {
        ...{ taskId: 1, payload: { codeListId: list.codeListId }, done: 0, createBy: clerk.userId },
        signal: new AbortController().signal,
        progress: async () => {
          if (++parts > kill) throw new LeaseLost('killed');
        },
        finish: (work) => server.db.transaction().execute(async (db) => void (await work(db))),
        commit: (work) => job.finish(work),
      };
      return bulkActionService.actOnListTask.run(job, server.installation);
    };
    // attempts are aborted after some parts, and two run concurrently
    const spec = await server.db.selectFrom('bulkAction').selectAll().where('codeListId', '=', data.codeListId).executeTakeFirstOrThrow();
    const {
      codeListId: _,
      state: __,
      done: ___,
      doneCount: ____,
      alreadyCount: _____,
      refusedCount: ______,
      finishTime: _______,
      ...row
    } = spec;
    const left = await server.db
      .insertInto('bulkAction')
      .values({ ...row, act: 'freeze', reason: '抽检' })
      .returning('codeListId')
      .executeTakeFirstOrThrow();
    await expect(rerun(left, 1)).rejects.toThrow('killed');
    const both = await Promise.allSettled([rerun(left, 99), rerun(left, 99)]);
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    expect(await waitUntilEnded(left.codeListId)).toMatchObject({
      state: 'done',
      done: 12_000,
      doneCount: 12_000,
      alreadyCount: 0,
      refusedCount: 0,
    });
    const parts = await server.db
      .selectFrom('bulkActionPart')
      .select('lineFrom')
      .where('codeListId', '=', left.codeListId)
      .orderBy('lineFrom')
      .execute();
    expect(parts.map(({ lineFrom }) => Number(lineFrom))).toEqual([1, 5001, 10_001]);
    expect(await counts(batchId)).toEqual({ frozen: 12_000 });
  });
});

/** Encodes text in GBK with a table built from the decoder. */
async function gbkOf(text: string): Promise<Buffer> {
  const decoder = new TextDecoder('gb18030');
  const table = new Map<string, number>();
  for (let lead = 0x81; lead <= 0xfe; lead++)
    for (let trail = 0x40; trail <= 0xfe; trail++) {
      if (trail === 0x7f) continue;
      const sign = decoder.decode(Buffer.from([lead, trail]));
      if (sign.length === 1 && !table.has(sign)) table.set(sign, lead * 256 + trail);
    }
  return Buffer.concat(
    [...text].map((sign) => {
      const code = sign.codePointAt(0) ?? 0;
      if (code < 0x80) return Buffer.from([code]);
      const pair = table.get(sign) ?? 0;
      return Buffer.from([pair >> 8, pair & 255]);
    }),
  );
}

/** Files left by refused uploads. */
async function readdirOf({ installation }: TestServer): Promise<string[]> {
  const { readdir } = await import('node:fs/promises');
  return readdir(`${installation.dataDir}/files-arriving`).catch(() => []);
}
