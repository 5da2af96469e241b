// Over 300 lines: products are shipped, transferred and returned, where each step needs the one before.
import { Shipment, ShipmentContent } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { taskHandlers } from '../../../boot/task-handlers.ts';
import type { Db } from '../../../platform/db/db.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import { type BatchFixture, batchPermissions, openBatchFixture } from '../../../test/batch-fixture.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { insertDealer } from '../../../test/dealers.ts';
import { insertDepartment, productInput } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';
import * as codeService from '../../codes/code/code.service.ts';
import * as sessionService from '../../identity/session/session.service.ts';
import { startTasks } from '../../system/task/task-worker.ts';

const path = '/manage/dispatch';
const rights = ['list', 'query', 'add', 'edit', 'remove', 'export', 'ship', 'receive', 'cancel'].map((verb) => `manage:dispatch:${verb}`);

type Dealer = Awaited<ReturnType<typeof insertDealer>>;

describe('shipments', () => {
  let server: TestServer;
  let desk: BatchFixture;
  let store: Client;
  let dealer: Dealer;
  let below: Dealer;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openBatchFixture(server);
    store = await server.as([...rights, ...batchPermissions]);
    dealer = await insertDealer(server.db, { regionCodes: ['440000'] });
    below = await insertDealer(server.db, { parent: dealer });
    return () => server.close();
  });

  const activeBatch = async (overrides: object = {}) => {
    const batchId = await desk.issued({ quantity: 100, ...overrides });
    await desk.act(batchId, 'activate');
    return batchId;
  };
  const add = async (overrides: object = {}, by = store) => {
    const { body } = await by.post(path, { kind: 'out', toId: dealer.channelBusinessId, ...overrides });
    return body.data?.dispatchId as number;
  };
  const put = async (id: number, selection: object) => (await store.put(`${path}/${id}/lines`, selection)).body;
  const step = async (id: number, name: string, body: object = {}, by = store) => (await by.put(`${path}/${id}/${name}`, body)).body;
  const content = async (id: number) => ShipmentContent.strict().parse((await store.get(`${path}/${id}/content`)).body.data);
  const actorOf = async () => {
    const actor = await sessionService.actorOfUser(server.db, store.userId);
    if (!actor) throw new Error('nobody');
    return actor;
  };
  const shipOut = async (batchId: number, range: object = {}, overrides: object = {}) => {
    const id = await add(overrides);
    expect(await put(id, { batchId, from: 1, to: 100, ...range })).toMatchObject({ code: 200 });
    return { id, answer: await step(id, 'ship') };
  };
  /** [first, last, status, holder] of the runs of a batch. */
  const runs = async (batchId: number, level = 0) => {
    const rows = await server.db
      .selectFrom('codeRun')
      .selectAll()
      .where('batchId', '=', batchId)
      .where('level', '=', level)
      .orderBy('ordinalFrom')
      .execute();
    return rows.map((row) => [Number(row.ordinalFrom) + 1, Number(row.ordinalFrom) + Number(row.count), row.status, row.holderId]);
  };

  it('move units out, on to a subdealer and back, and the codes follow the holder', async () => {
    const batchId = await activeBatch();
    const [one, other] = [dealer.channelBusinessId, below.channelBusinessId];
    const { id, answer } = await shipOut(batchId, { from: 1, to: 60 });
    expect(answer).toMatchObject({ code: 200 });
    expect(await runs(batchId)).toEqual([
      [1, 60, 'shipped', one],
      [61, 100, 'activated', null],
    ]);
    expect(await step(id, 'receive', { reason: '两箱压痕' })).toMatchObject({ code: 200 });
    const { data } = (await store.get(`${path}/${id}`)).body;
    expect(Shipment.strict().safeParse(data).error).toBeUndefined();
    expect(data).toMatchObject({
      state: 'received',
      stateReason: '两箱压痕',
      lineCount: 1,
      codeCount: 60,
      toName: dealer.channelBusinessName,
      fromName: '',
    });

    expect((await shipOut(batchId, { from: 1, to: 20 }, { kind: 'transfer', fromId: one, toId: other })).answer.code).toBe(200);
    expect((await shipOut(batchId, { from: 11, to: 20 }, { kind: 'return', fromId: other, toId: one })).answer.code).toBe(200);
    expect((await shipOut(batchId, { from: 41, to: 60 }, { kind: 'return', fromId: one, toId: null })).answer.code).toBe(200);
    expect(await runs(batchId)).toEqual([
      [1, 10, 'shipped', other],
      [11, 40, 'shipped', one],
      [41, 100, 'activated', null],
    ]);
    const { body } = await store.get(`${path}/list?batchId=${batchId}&dealerId=${other}`);
    expect(body.rows.map(({ kind }: { kind: string }) => kind)).toEqual(['return', 'transfer']);
    const events = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body.data;
    expect(events.slice(0, 2)).toMatchObject([
      { action: 'return', ordinalFrom: 41, ordinalTo: 60 },
      { action: 'return', ordinalFrom: 11, ordinalTo: 20 },
    ]);
  });

  it('accept pasted codes of several batches, one line per batch, and each code once', async () => {
    const [one, other] = [await activeBatch(), await activeBatch()];
    const texts = async (batchId: number, ordinals: number[]) => codeService.textsOf(server.installation, server.db, batchId, ordinals);
    const codes = [...(await texts(one, [2, 3, 9])), ...(await texts(other, [0]))];
    const id = await add();
    expect(await put(id, { codes: codes.join('\n') })).toMatchObject({ code: 200, data: { count: 4 } });
    const { lines, concerns } = await content(id);
    expect(lines).toMatchObject([
      { batchId: one, runCount: 2, codeCount: 3, from: 3, to: 10 },
      { batchId: other, runCount: 1, codeCount: 1 },
    ]);
    expect(concerns).toEqual([]);
    expect(await put(id, { batchId: one, from: 10, to: 12 })).toMatchObject({ problem: 'codesOnDocument', params: { field: 'from' } });
    expect(await put(id, { codes: 'NOSUCHCODE' })).toMatchObject({ problem: 'codesUnreadable', params: { field: 'codes' } });
    expect((await step(id, 'ship')).code).toBe(200);
    expect(await runs(one)).toEqual([
      [1, 2, 'activated', null],
      [3, 4, 'shipped', dealer.channelBusinessId],
      [5, 9, 'activated', null],
      [10, 10, 'shipped', dealer.channelBusinessId],
      [11, 100, 'activated', null],
    ]);
  });

  it('are listed with drafts first, then the latest shipment first', async () => {
    const batchId = await activeBatch();
    const [shippedLast, shippedFirst, draft] = [await add(), await add(), await add()];
    for (const [id, ordinal] of [
      [shippedFirst, 1],
      [shippedLast, 2],
    ] as const) {
      await put(id, { batchId, from: ordinal, to: ordinal });
      expect((await step(id, 'ship')).code).toBe(200);
    }
    const { rows } = (await store.get(`${path}/list?batchId=${batchId}&pageNum=1&pageSize=10`)).body;
    expect(rows.map(({ dispatchId }: { dispatchId: number }) => dispatchId)).toEqual([shippedLast, shippedFirst]);
    const all = (await store.get(`${path}/list?pageNum=1&pageSize=100`)).body.rows.map((row: { dispatchId: number }) => row.dispatchId);
    expect(all.indexOf(draft)).toBeLessThan(all.indexOf(shippedLast));
  });

  it('by case code include the content of the case, and are refused without it', async () => {
    const batchId = await activeBatch({ packaging: [{ level: 2, contains: 12 }] });
    const [, container] = await codeService.textsAt(
      { db: server.db, installation: server.installation, actor: { ...(await actorOf()), admin: true } },
      [
        { batchId, level: 2, ordinal: 0 },
        { batchId, level: 2, ordinal: 1 },
      ],
    );
    const id = await add();
    expect(await put(id, { container })).toMatchObject({ code: 200, data: { count: 1 } });
    expect(await content(id)).toMatchObject({ lines: [{ level: 2, codeCount: 1, from: 2, to: 2 }], unitCount: 12 });
    expect((await step(id, 'ship')).code).toBe(200);
    expect(await runs(batchId)).toEqual([
      [1, 12, 'activated', null],
      [13, 24, 'shipped', dealer.channelBusinessId],
      [25, 100, 'activated', null],
    ]);
    const reshipped = await shipOut(batchId, { level: 2, from: 2, to: 3 });
    expect(reshipped.answer).toMatchObject({ problem: 'codesHeldBy' });
    const back = await shipOut(batchId, { level: 2, from: 2, to: 2 }, { kind: 'return', fromId: dealer.channelBusinessId, toId: null });
    expect(back.answer).toMatchObject({ code: 200 });
    expect(await runs(batchId)).toEqual([[1, 100, 'activated', null]]);
  });

  /** Ordinals of the codes in a container, as the console lists them. */
  const contentOf = async (batchId: number, level: number, ordinal: number) => {
    const actor = { ...(await actorOf()), admin: true };
    const [code] = await codeService.textsAt({ db: server.db, installation: server.installation, actor }, [
      { batchId, level, ordinal: ordinal - 1 },
    ]);
    const { rows } = (await desk.planner.get(`/manage/code/list?pageSize=100&parent=${code}`)).body;
    return rows.map((row: { ordinal: number }) => row.ordinal) as number[];
  };
  const pallets = {
    packaging: [
      { level: 2, contains: 4 },
      { level: 3, contains: 3 },
    ],
  };

  it('take units out of a case that stays, and whole cases out of a pallet that stays', async () => {
    const batchId = await activeBatch(pallets);
    const id = await add();
    expect(await put(id, { batchId, from: 1, to: 10 })).toMatchObject({ code: 200 });
    // cases 1 and 2 leave pallet 1, units 9 and 10 leave case 3
    expect((await content(id)).concerns).toEqual([
      { stops: false, lineId: null, message: '有 4 枚码不随箱或托盘一起发走；发货时自动从中拆出' },
    ]);
    expect((await step(id, 'ship')).code).toBe(200);
    expect((await content(id)).concerns).toEqual([]);
    expect(await contentOf(batchId, 2, 1)).toEqual([1, 2, 3, 4]);
    expect(await contentOf(batchId, 2, 3)).toEqual([11, 12]);
    expect(await contentOf(batchId, 3, 1)).toEqual([3]);
    const events = (await desk.planner.get(`/manage/batch/${batchId}/events`)).body.data;
    expect(events.filter(({ action }: { action: string }) => action === 'unpack')).toMatchObject([
      { level: 2, ordinalFrom: 1, ordinalTo: 2 },
      { level: 0, ordinalFrom: 9, ordinalTo: 10 },
    ]);
    // the rest of the case and of the pallet can be frozen and shipped without the units that left
    expect((await desk.planner.put('/manage/code/freeze', { batchId, level: 2, from: 3, to: 3, reason: '抽检' })).body.code).toBe(200);
    expect((await desk.planner.get(`/manage/code/list?batchId=${batchId}&status=frozen`)).body.total).toBe(2);
    expect((await desk.planner.put('/manage/code/unfreeze', { batchId, level: 2, from: 3, to: 3, reason: '合格' })).body.code).toBe(200);
    expect((await shipOut(batchId, { level: 3, from: 1, to: 1 })).answer).toMatchObject({ code: 200 });
    expect(await runs(batchId)).toEqual([
      [1, 12, 'shipped', dealer.channelBusinessId],
      [13, 100, 'activated', null],
    ]);
    // a return of a part
    expect((await shipOut(batchId, { from: 1, to: 1 }, { kind: 'return', fromId: dealer.channelBusinessId, toId: null })).answer.code).toBe(
      200,
    );
    expect(await contentOf(batchId, 2, 1)).toEqual([2, 3, 4]);
  });

  it('leave a case as it is when only wasted units stay in it, or when it is on the shipment', async () => {
    const batchId = await activeBatch(pallets);
    await desk.planner.put('/manage/code/void', { batchId, from: 3, to: 3, reason: '破损' });
    const texts = await codeService.textsOf(server.installation, server.db, batchId, [0, 1, 3]);
    const id = await add();
    expect(await put(id, { codes: texts })).toMatchObject({ code: 200 });
    expect(await put(id, { batchId, level: 2, from: 2, to: 2 })).toMatchObject({ code: 200 });
    expect(await step(id, 'ship')).toMatchObject({ code: 200 });
    expect(await contentOf(batchId, 2, 1)).toEqual([1, 2, 3, 4]);
    expect(await contentOf(batchId, 2, 2)).toEqual([5, 6, 7, 8]);
    expect(await contentOf(batchId, 3, 1)).toEqual([3]);
  });

  it('are refused with a code that is also in a listed container', async () => {
    const batchId = await activeBatch(pallets);
    const id = await add();
    expect(await put(id, { batchId, level: 3, from: 1, to: 1 })).toMatchObject({ code: 200 });
    expect(await put(id, { batchId, level: 2, from: 2, to: 3 })).toMatchObject({ code: 200 });
    expect(await put(id, { batchId, from: 5, to: 20 })).toMatchObject({ code: 200 });
    const refusal = (range: string) => `范围内的 ${range} 已在这张单的容器里，一枚码只发一次；去掉这一行`;
    const { concerns } = await content(id);
    expect(concerns.map(({ message }: { message: string }) => message).slice(0, 2)).toEqual([refusal('#2–3'), refusal('#5–12')]);
    expect(await step(id, 'ship')).toMatchObject({ problem: 'codesInListedContainer', msg: refusal('#2–3') });
    expect(await put(id, { batchId, from: 5, to: 5 })).toMatchObject({ problem: 'codesOnDocument' });
  });

  it('take units out of a scanned case of another batch', async () => {
    const [batchId, other] = [await activeBatch(pallets), await activeBatch()];
    const packer = await server.as([...batchPermissions, 'manage:code:pack']);
    const actor = { ...(await actorOf()), admin: true };
    const [container] = await codeService.textsAt({ db: server.db, installation: server.installation, actor }, [
      { batchId, level: 2, ordinal: 0 },
    ]);
    const units = await codeService.textsOf(server.installation, server.db, other, [0, 1, 2]);
    expect((await packer.put('/manage/code/pack', { container, codes: units })).body).toMatchObject({ code: 200 });
    expect((await shipOut(other, { from: 2, to: 2 })).answer).toMatchObject({ code: 200 });
    expect(await contentOf(batchId, 2, 1)).toEqual([1, 3]);
    expect((await shipOut(other, { from: 1, to: 1 })).answer).toMatchObject({ code: 200 });
    expect(await contentOf(batchId, 2, 1)).toEqual([3]);
    // its last unit takes the case along, out of its pallet
    expect((await shipOut(other, { from: 3, to: 3 })).answer).toMatchObject({ code: 200 });
    expect(await contentOf(batchId, 2, 1)).toEqual([3]);
    expect(await contentOf(batchId, 3, 1)).toEqual([2, 3]);
  });

  it('of two parts of a case at once leave no unit in it', async () => {
    const batchId = await activeBatch(pallets);
    const ids = [await add(), await add()];
    await put(ids[0]!, { batchId, from: 1, to: 2 });
    await put(ids[1]!, { batchId, from: 3, to: 3 });
    const answers = await Promise.all(ids.map((id) => step(id, 'ship')));
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(await contentOf(batchId, 2, 1)).toEqual([4]);
  });

  it('are refused with a container whose content is with a dealer, and say how to unpack it', async () => {
    const batchId = await activeBatch(pallets);
    // as units shipped before shipments unpacked
    await inTransaction(server.db, (db) =>
      codeService.applyStep(db, [{ batchId, level: 0, from: 0, count: 1 }], 'ship', { holder: dealer.channelBusinessId }),
    );
    const { answer } = await shipOut(batchId, { level: 2, from: 1, to: 1 });
    expect(answer).toMatchObject({ problem: 'contentElsewhere', msg: expect.stringMatching(/的单品 #1；在码页拆出后再发$/) });
  });

  it('exclude a frozen case or unit inside a pallet', async () => {
    const batchId = await activeBatch({
      packaging: [
        { level: 2, contains: 4 },
        { level: 3, contains: 3 },
      ],
    });
    for (const frozen of [
      { batchId, level: 2, from: 2, to: 2 },
      { batchId, from: 14, to: 14 },
    ]) {
      await desk.planner.put('/manage/code/freeze', { ...frozen, reason: '外箱受潮' });
      const { id, answer } = await shipOut(batchId, { level: 3, from: 1, to: 2 });
      expect(answer).toMatchObject({ problem: 'contentStopped', msg: expect.stringMatching(/的(箱 #2|单品 #14) 是“已冻结”；先解冻/) });
      expect((await content(id)).concerns).toContainEqual({ stops: true, lineId: expect.any(Number), message: answer.msg });
      await desk.planner.put('/manage/code/unfreeze', { ...frozen, reason: '复检合格' });
    }
    expect((await shipOut(batchId, { level: 3, from: 1, to: 2 })).answer).toMatchObject({ code: 200 });
  });

  it('list obstacles before shipping, and refuse with the same messages', async () => {
    const suspended = await insertDealer(server.db, { state: 'suspended' });
    const goods = (await desk.planner.post('/manage/category', productInput())).body.data.categoryId as number;
    const narrow = await insertDealer(server.db, { categoryIds: [goods] });
    const batchId = await activeBatch();
    await desk.planner.put('/manage/code/freeze', { batchId, from: 5, to: 6, reason: '抽检' });
    await shipOut(batchId, { from: 91, to: 100 });
    const cases: [object, object, string, RegExp][] = [
      [{ toId: suspended.channelBusinessId }, { from: 1, to: 2 }, 'dealerNotActive', /不能收发货；先恢复合作或另选一家$/],
      [{ toId: narrow.channelBusinessId }, { from: 1, to: 2 }, 'goodsNotAuthorised', /没有“纯牛奶 250ml”的授权/],
      [{}, { from: 1, to: 9 }, 'rangeStateWrong', /^范围内的 #5–6 是“已冻结”状态/],
      [{}, { from: 5, to: 5 }, 'rangeStateWrong', /^范围内的 #5 是“已冻结”状态/],
      [{}, { from: 88, to: 95 }, 'rangeStateWrong', /^范围内的 #91–95 是“已发货”状态/],
      [
        { kind: 'return', fromId: below.channelBusinessId, toId: null },
        { from: 91, to: 92 },
        'codesHeldBy',
        /的 #91–92 不在发出方手里，由“.+”持有/,
      ],
    ];
    for (const [overrides, range, problem, msg] of cases) {
      const { id, answer } = await shipOut(batchId, range, overrides);
      expect(answer).toMatchObject({ problem, msg: expect.stringMatching(msg) });
      const { concerns } = await content(id);
      expect(concerns).toContainEqual({
        stops: true,
        lineId: problem === 'dealerNotActive' ? null : expect.any(Number),
        message: answer.msg,
      });
      expect((await store.get(`${path}/${id}`)).body.data.state).toBe('draft');
    }
    expect(await step(await add(), 'ship')).toMatchObject({ problem: 'shipmentEmpty' });
  });

  it('are read while another transaction changes their dealer', async () => {
    const id = await add();
    await put(id, { batchId: await activeBatch(), from: 1, to: 2 });
    await inTransaction(server.db, async (tx) => {
      await sql`select from dealer where channel_business_id = ${dealer.channelBusinessId} for update`.execute(tx);
      expect((await content(id)).concerns).toEqual([]);
    });
  });

  it('are read with as many statements for 200 lines as for a few', async () => {
    const batchId = await activeBatch({ quantity: 1000, packaging: [{ level: 2, contains: 4 }] });
    const other = await activeBatch();
    // units of this batch inside cases of the other
    await sql`insert into code_pack (batch_id, level, ordinal_from, count, parent_batch_id, parent_level, parent_ordinal)
      select ${other}, 0, n, 1, ${batchId}, 2, n from generate_series(0, 99) n`.execute(server.db);
    await desk.planner.put('/manage/code/freeze', { batchId: other, from: 1, to: 50, reason: '抽检' });
    const draft = async (count: number) => {
      const id = await add();
      await sql`with line as (insert into shipment_line (dispatch_id, batch_id, level)
          select ${id}, ${batchId}, level from unnest(array[0, 2]) level, generate_series(1, ${count / 2}) returning line_id, level)
        insert into shipment_run (line_id, dispatch_id, batch_id, level, ordinal_from, count)
        select line_id, ${id}, ${batchId}, level, case level when 0 then 800 else 0 end + 2 * row_number() over (partition by level order by line_id) - 2, 1
        from line`.execute(server.db);
      let concerns: unknown[] = [];
      const statements = await countStatements(async () => {
        ({ concerns } = await content(id));
      });
      return { statements, concerns: concerns.length };
    };
    await draft(4);
    const few = await draft(4);
    const many = await draft(200);
    expect(few).toMatchObject({ concerns: 3 });
    // the cases with frozen units, and the units and cases that leave a container
    expect(many).toMatchObject({ concerns: 26 });
    expect(many.statements).toBe(few.statements);
  });

  it('have at most 500 lines and 20,000 ranges', async () => {
    const batchId = await activeBatch({ quantity: 50_000 });
    const draft = async (lineCount: number, runsPerLine: number) => {
      const id = await add();
      await sql`with line as (insert into shipment_line (dispatch_id, batch_id, level)
          select ${id}, ${batchId}, 0 from generate_series(1, ${lineCount}) returning line_id)
        insert into shipment_run (line_id, dispatch_id, batch_id, level, ordinal_from, count)
        select line_id, ${id}, ${batchId}, 0, 2 * row_number() over (), 1 from line, generate_series(1, ${runsPerLine})`.execute(server.db);
      return id;
    };
    const long = await draft(499, 1);
    expect(await put(long, { batchId, from: 45_001, to: 45_001 })).toMatchObject({ code: 200 });
    expect(await put(long, { batchId, from: 45_003, to: 45_003 })).toMatchObject({ problem: 'shipmentTooLong', params: { max: 500 } });
    const scattered = await draft(1, 19_999);
    const codes = await codeService.textsOf(server.installation, server.db, batchId, [45_000, 45_002]);
    expect(await put(scattered, { codes })).toMatchObject({ problem: 'shipmentTooScattered', msg: '一张单至多 20,000 段序号；另开一张' });
    expect(await put(scattered, { codes: codes.slice(1) })).toMatchObject({ code: 200 });
    expect((await content(scattered)).lines).toMatchObject([{ runCount: 19_999 }, { runCount: 1 }]);
  });

  it('warn about a delivery outside the regions of the dealer, and proceed', async () => {
    const batchId = await activeBatch();
    const id = await add({ regionCode: '310000' });
    await put(id, { batchId, from: 1, to: 3 });
    expect((await content(id)).concerns).toMatchObject([{ stops: false, message: expect.stringContaining('上海市') }]);
    expect((await step(id, 'ship')).code).toBe(200);
    const insideId = await add({ regionCode: '440300' });
    await put(insideId, { batchId, from: 4, to: 5 });
    expect((await content(insideId)).concerns).toEqual([]);
  });

  it('warn only about units intended for another dealer or region, and proceed', async () => {
    const stranger = await insertDealer(server.db, { regionCodes: ['310000'] });
    const intended = { intendedDealerId: below.channelBusinessId, intendedRegionCode: '440300' };
    const batchId = await activeBatch(intended);
    const { batchNo } = await desk.read(batchId);
    const aside = await add({ toId: stranger.channelBusinessId, regionCode: '310000' });
    await put(aside, { batchId, from: 1, to: 2 });
    await put(aside, { batchId, from: 5, to: 6 });
    expect((await content(aside)).concerns.map(({ stops, message }) => [stops, message])).toEqual([
      [false, `批次 ${batchNo} 预定给“${below.channelBusinessName}”，这次发给“${stranger.channelBusinessName}”；确认无误可继续发货`],
      [false, `批次 ${batchNo} 预定在“广东省深圳市”销售，这次不是发往那里；确认无误可继续发货`],
    ]);
    expect((await step(aside, 'ship')).code).toBe(200);
    for (const toId of [dealer.channelBusinessId, below.channelBusinessId]) {
      const id = await add({ toId, regionCode: '440305' });
      await put(id, { batchId, from: 11, to: 12 });
      expect((await content(id)).concerns).toEqual([]);
    }
  });

  it('go to a dealer without products only within the limits of its parents', async () => {
    const goods = (await desk.planner.post('/manage/category', productInput())).body.data.categoryId as number;
    const narrow = await insertDealer(server.db, { categoryIds: [goods] });
    const heir = await insertDealer(server.db, { parent: narrow });
    const { answer } = await shipOut(await activeBatch(), {}, { toId: heir.channelBusinessId });
    expect(answer).toMatchObject({ problem: 'goodsNotAuthorised', params: { dealer: heir.channelBusinessName } });
  });

  it('require the ends of their type and a unique number, and are editable as drafts only', async () => {
    const stranger = await insertDealer(server.db);
    const [one, other] = [dealer.channelBusinessId, stranger.channelBusinessId];
    const refusals: [object, string, string | undefined][] = [
      [{ toId: null }, 'shipmentEndMissing', 'toId'],
      [{ fromId: other }, 'shipmentEndsWrong', 'fromId'],
      [{ kind: 'return', fromId: null, toId: one }, 'shipmentEndMissing', 'fromId'],
      [{ kind: 'transfer', fromId: one, toId: null }, 'shipmentEndMissing', 'toId'],
      [{ kind: 'transfer', fromId: one, toId: other }, 'shipmentNotBelow', 'toId'],
      [{ kind: 'return', fromId: one, toId: below.channelBusinessId }, 'shipmentNotBelow', 'toId'],
      [{ toId: 987_654 }, 'referenceNotFound', 'toId'],
      [{ kind: 'gift' }, 'invalidInput', 'kind'],
      [{ regionCode: '44' }, 'invalidInput', 'regionCode'],
      [{ regionCode: '999999' }, 'regionUnknown', 'regionCode'],
    ];
    for (const [overrides, problem, field] of refusals)
      expect((await store.post(path, { kind: 'out', toId: one, ...overrides })).body, JSON.stringify(overrides)).toMatchObject({
        problem,
        params: { field },
      });
    expect((await store.post(path, { kind: 'out' })).body.msg).toBe('接收方未选择；出库从本公司仓库发给一家渠道商');
    expect((await store.post(path, { kind: 'return' })).body.msg).toBe('发出方未选择；退货由一家渠道商退给它的上级，或退回本公司仓库');
    const id = await add({ dispatchNo: 'FH-1' });
    expect((await store.post(path, { kind: 'out', toId: one, dispatchNo: 'FH-1' })).body).toMatchObject({ problem: 'shipmentNoTaken' });
    expect((await store.put(path, { dispatchId: id, carrier: '顺丰', version: 1 })).body.code).toBe(200);
    expect((await store.put(path, { dispatchId: id, carrier: '京东', version: 1 })).body).toMatchObject({ problem: 'recordStale' });
    const batchId = await activeBatch();
    await put(id, { batchId, from: 1, to: 2 });
    const [line] = (await content(id)).lines;
    expect((await store.delete(`${path}/${id}/lines/${line?.lineId}`)).body.code).toBe(200);
    expect((await content(id)).lines).toEqual([]);
    await put(id, { batchId, from: 1, to: 2 });
    expect((await step(id, 'ship')).code).toBe(200);
    expect((await store.put(path, { dispatchId: id, remark: 'x' })).body).toMatchObject({ problem: 'shipmentStateWrong' });
    expect(await put(id, { batchId, from: 3, to: 4 })).toMatchObject({ problem: 'shipmentStateWrong' });
    expect((await store.delete(`${path}/${id}`)).body).toMatchObject({ problem: 'shipmentInUse' });
    const draft = await add();
    expect((await step(draft, 'cancel')).code).toBe(200);
    expect((await store.get(`${path}/${draft}`)).body.data).toMatchObject({ updateBy: expect.any(String), updateTime: expect.any(String) });
    expect((await store.delete(`${path}/${draft}`)).body.code).toBe(200);
  });

  it('and a recall exclude each other: recalled batches cannot leave, but can return', async () => {
    for (let round = 0; round < 4; round++) {
      const batchId = await activeBatch();
      const { batchNo } = await desk.read(batchId);
      const id = await add();
      await put(id, { batchId, from: 1, to: 100 });
      const [shipped, recalled] = await Promise.all([
        step(id, 'ship'),
        desk.act(batchId, 'recall', { reason: '超标', confirm: batchNo }).then(({ body }) => body),
      ]);
      expect(recalled.code).toBe(200);
      const isShipped = shipped.code === 200;
      if (!isShipped) expect(shipped.problem).toBe('batchNotShippable');
      expect(await runs(batchId)).toEqual([isShipped ? [1, 100, 'shipped', dealer.channelBusinessId] : [1, 100, 'activated', null]]);
      if (isShipped) {
        const back = await shipOut(batchId, {}, { kind: 'return', fromId: dealer.channelBusinessId, toId: null });
        expect(back.answer).toMatchObject({ code: 200 });
      }
    }
  });

  it('exclude recalled batches and unauthorised products inside a case of another batch', async () => {
    const batchId = await activeBatch({ packaging: [{ level: 2, contains: 12 }] });
    const categoryId = (await desk.planner.post('/manage/category', productInput())).body.data.categoryId as number;
    const other = await activeBatch({ categoryId, codeRuleId: desk.codeRuleId });
    const [container] = await codeService.textsAt(
      { db: server.db, installation: server.installation, actor: { ...(await actorOf()), admin: true } },
      [{ batchId, level: 2, ordinal: 0 }],
    );
    const [unit] = await codeService.textsOf(server.installation, server.db, other, [0]);
    const packer = await server.as(['manage:code:pack', ...batchPermissions]);
    expect((await packer.put('/manage/code/pack', { container, codes: [unit] })).body).toMatchObject({ code: 200 });
    const id = await add();
    expect(await put(id, { container })).toMatchObject({ code: 200 });
    const narrow = await insertDealer(server.db, { categoryIds: [desk.categoryId] });
    const deniedId = await add({ toId: narrow.channelBusinessId });
    await put(deniedId, { container });
    expect(await step(deniedId, 'ship')).toMatchObject({ problem: 'goodsNotAuthorised' });
    const { batchNo } = await desk.read(other);
    expect((await desk.act(other, 'recall', { reason: '超标', confirm: batchNo })).body.code).toBe(200);
    expect((await content(id)).concerns.filter(({ stops }) => stops)).toHaveLength(1);
    expect(await step(id, 'ship')).toMatchObject({ problem: 'batchNotShippable', params: { batchNo } });
  });

  it.each([
    ['of a unit that is packed into the container', 2],
    ['of a container that a unit is packed into', 0],
  ])('wait for the batch %s meanwhile', async (_, level) => {
    const batchId = await activeBatch({ packaging: [{ level: 2, contains: 12 }] });
    const other = await activeBatch(level === 2 ? {} : { packaging: [{ level: 2, contains: 12 }] });
    const id = await add();
    expect(await put(id, { batchId, level, from: 1, to: 1 })).toMatchObject({ code: 200 });
    const held = Promise.withResolvers<void>();
    onTestFinished(() => held.resolve());
    const lock = (tx: Db, locked: number) => sql`select from batch where batch_id = ${locked} for no key update`.execute(tx);
    const holder = inTransaction(server.db, async (tx) => {
      await lock(tx, other);
      await held.promise;
    });
    let isShipped = false;
    const shipping = await inTransaction(server.db, async (tx) => {
      await lock(tx, batchId);
      const [unitBatch, containerBatch] = level === 2 ? [other, batchId] : [batchId, other];
      await sql`insert into code_pack (batch_id, level, ordinal_from, count, parent_batch_id, parent_level, parent_ordinal)
        values (${unitBatch}, 0, 0, 1, ${containerBatch}, 2, 0)`.execute(tx);
      const pending = step(id, 'ship').finally(() => {
        isShipped = true;
      });
      await waitForBlockedTransaction(server.db);
      return { pending };
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(isShipped).toBe(false);
    held.resolve();
    await holder;
    expect(await shipping.pending).toMatchObject({ code: 200 });
    expect((await runs(level === 2 ? other : batchId))[0]).toEqual([1, 1, 'shipped', dealer.channelBusinessId]);
  });

  it('of the same codes succeed once in parallel', async () => {
    const batchId = await activeBatch();
    const ids = await Promise.all([add(), add(), add()]);
    for (const id of ids) await put(id, { batchId, from: 1, to: 50 });
    const answers = await Promise.all(ids.map((id) => step(id, 'ship')));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 500, 500]);
    expect(answers.find(({ code }) => code === 500)).toMatchObject({ problem: 'rangeStateWrong' });
  });

  it('keep a reason that looks like a stored problem', async () => {
    for (const reason of ['{"problem":', '{"problem":"toString"}', '{"problem":"rangeStateWrong","params":null}']) {
      const id = await add();
      expect(await step(id, 'cancel', { reason })).toMatchObject({ code: 200 });
      expect((await store.get(`${path}/${id}`)).body.code).toBe(200);
    }
  });

  it('with many runs are processed as a task, and return to draft with the reason when refused', async () => {
    const batchId = await activeBatch({ quantity: 5000 });
    const even = Array.from({ length: 1500 }, (_, index) => index * 2);
    const codes = await codeService.textsOf(server.installation, server.db, batchId, even);
    const [id, late] = [await add(), await add()];
    for (const one of [id, late]) expect(await put(one, { codes })).toMatchObject({ code: 200, data: { count: 1500 } });
    for (const one of [id, late]) expect(await step(one, 'ship')).toMatchObject({ code: 200, data: { taskId: expect.any(Number) } });
    const tasks = startTasks(server.installation, taskHandlers, () => undefined, 20);
    const states = async () => Promise.all([id, late].map(async (one) => (await store.get(`${path}/${one}`)).body.data));
    await expect.poll(async () => (await states()).map(({ state }) => state).sort()).toEqual(['draft', 'shipped']);
    await tasks.stop();
    const refused = (await states()).find(({ state }) => state === 'draft');
    expect(refused.stateReason).toMatch(/是“已发货”状态/);
    const english = { 'accept-language': 'en-US' };
    expect((await store.get(`${path}/${refused.dispatchId}`, english)).body.data.stateReason).toMatch(/in the range is “Shipped”/);
    const { rows } = (await store.get(`${path}/list`, english)).body;
    expect(rows.find(({ dispatchId }: { dispatchId: number }) => dispatchId === refused.dispatchId).stateReason).toMatch(
      /in the range is “Shipped”/,
    );
    expect((await runs(batchId)).filter(([, , status]) => status === 'shipped')).toHaveLength(1500);
  });

  it('require the permission, and respect the data scope', async () => {
    const id = await add();
    const looker = await server.as(['manage:dispatch:list', 'manage:dispatch:query']);
    expect((await looker.get(`${path}/list`)).body.code).toBe(200);
    for (const name of ['ship', 'receive', 'cancel'])
      expect(await step(id, name, {}, looker)).toMatchObject({ code: 403, problem: 'forbidden' });
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(rights, { deptId, dataScope: '3' });
    expect((await foreigner.get(`${path}/list`)).body.total).toBe(0);
    expect((await foreigner.get(`${path}/${id}`)).body).toMatchObject({ problem: 'notFound' });
    expect(await step(id, 'ship', {}, foreigner)).toMatchObject({ problem: 'notFound' });
    expect((await foreigner.get(`${path}/dealers/list`)).body.data).toEqual([]);
    expect((await foreigner.post(path, { kind: 'out', toId: dealer.channelBusinessId })).body).toMatchObject({
      problem: 'referenceNotFound',
    });
    const { data } = (await store.get(`${path}/dealers/list?text=${encodeURIComponent(below.channelBusinessName)}`)).body;
    expect(data).toMatchObject([{ channelBusinessId: below.channelBusinessId, ancestors: [dealer.channelBusinessId] }]);
  });
});
