import { OpenWork } from '@suyuan/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDealer } from '../../../test/dealers.ts';
import { insertBatch, insertDepartment, insertSupplier, insertUser } from '../../../test/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openTraceFixture } from '../../../test/trace-fixture.ts';
import { decision } from '../../scans/scan-case/case-life-cycle.service.ts';

const may = (noun: string, ...verbs: string[]) => ['list', ...verbs].map((verb) => `manage:${noun}:${verb}`);
const permissions = [
  ...may('batch', 'submit', 'approve', 'issue', 'approveSupplement', 'exportCodes', 'releaseExport'),
  ...may('supplier', 'submit', 'approve'),
  ...may('channelBusiness', 'submit', 'approve', 'edit'),
  ...may('traceability', 'submit', 'verify'),
  ...may('codeCase'),
  decision.permission,
  ...may('handover'),
  ...may('dispatch', 'receive'),
  ...may('supplierPaper', 'edit'),
];

describe('open work', () => {
  let server: TestServer;
  let colleague: Client;
  let reader: Client;
  let tracer: Client;
  const read = async (client: Client): Promise<OpenWork> => (await client.get('/account/openWork')).body.data;
  const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

  /** One of each kind, written by `colleague`. */
  beforeAll(async () => {
    server = await startTestServer();
    const { db } = server;
    colleague = await server.as(permissions);
    reader = await server.as(permissions);
    const by = { createBy: colleague.userId, deptId: 100 };
    const submitted = { ...by, state: 'pending', submitBy: by.createBy, submitTime: '2026-01-02 08:00:00+08' };
    const { batchId } = await insertBatch(db);
    await db.updateTable('batch').set(submitted).where('batchId', '=', batchId).execute();
    const { batchId: approvedId } = await insertBatch(db);
    await db.updateTable('batch').set({ state: 'approved' }).where('batchId', '=', approvedId).execute();
    const { supplierId } = await insertSupplier(db, by);
    await db.updateTable('supplier').set(submitted).where('supplierId', '=', supplierId).execute();
    const { supplierId: certified } = await insertSupplier(db);
    const paper = { supplierId: certified, kind: 'certificate', paperName: '许可证', validTo: day(-2), createBy: by.createBy };
    await db.insertInto('supplierPaper').values(paper).execute();
    const { channelBusinessId: pending } = await insertDealer(db);
    await db.updateTable('dealer').set(submitted).where('channelBusinessId', '=', pending).execute();
    const { channelBusinessId: ending } = await insertDealer(db);
    const contract = { contractNo: 'HT-9', contractTo: day(3) };
    await db.updateTable('dealer').set(contract).where('channelBusinessId', '=', ending).execute();
    const traces = await openTraceFixture(server);
    tracer = traces.filler;
    await traces.act(await traces.add(), 'submit');
    const cases = [{ codeText: 'OPEN' }, { codeText: 'MINE', state: 'assigned', assigneeId: colleague.userId }];
    await db
      .insertInto('scanCase')
      .values(cases.map((row) => ({ subject: 'text', reason: 'reported', deptId: 100, ...row })))
      .execute();
    const order = { batchId, recipient: '印刷厂', kind: 'lines', form: '{}', ordinalFrom: 0, count: 1, salt: Buffer.of(1) };
    await db
      .insertInto('printOrder')
      .values({ ...order, createBy: by.createBy })
      .execute();
    await db.insertInto('batchSupplement').values({ batchId: approvedId, quantity: 5, reason: '破损', createBy: by.createBy }).execute();
    await db
      .insertInto('shipment')
      .values({ kind: 'out', toId: ending, state: 'shipped', ...by })
      .execute();
    return () => server.close();
  });

  it('is what the user can do, the longest wait or nearest end first', async () => {
    const { items, counts } = await read(reader);
    expect(OpenWork.strict().safeParse({ items, counts }).error).toBeUndefined();
    expect(counts).toEqual({
      ...{ batchApproval: 1, batchIssue: 1, supplierApproval: 1, dealerApproval: 1, traceVerification: 1, supplementApproval: 1 },
      ...{ scanCase: 1, printRelease: 1, shipmentReceipt: 1, supplierPaper: 1, dealerContract: 1 },
      ...{ batchReturned: 0, supplierReturned: 0, dealerReturned: 0, traceReturned: 0, ownCase: 0, printReady: 0 },
    });
    const order = items.map(({ dueDay, since }) => dueDay ?? since);
    expect(order).toEqual([...order].sort());
    expect(items.find(({ kind }) => kind === 'batchApproval')).toMatchObject({ detail: '纯牛奶', since: '2026-01-02 08:00:00' });
    expect(items.find(({ kind }) => kind === 'scanCase')).toMatchObject({ name: 'OPEN', detail: null });
    expect(items.find(({ kind }) => kind === 'supplierPaper')).toMatchObject({ name: '许可证', dueDay: day(-2) });
    expect(items.at(-1)).toMatchObject({ kind: 'dealerContract', name: 'HT-9', dueDay: day(3) });
  });

  it('excludes what a second person must do, and includes own cases', async () => {
    const { counts } = await read(colleague);
    expect(counts).toMatchObject({
      batchApproval: 0,
      supplierApproval: 0,
      dealerApproval: 0,
      printRelease: 0,
      scanCase: 1,
      ownCase: 1,
      batchIssue: 1,
    });
    expect(counts.supplementApproval).toBe(0);
    expect((await read(tracer)).counts).toEqual({ traceVerification: 0, traceReturned: 0 });
  });

  it('includes what was decided and is the turn of its author: sent back, rejected, or ready to download', async () => {
    const { db } = server;
    const author = await server.as(permissions);
    const by = { createBy: author.userId, deptId: 100 };
    const { batchId } = await insertBatch(db);
    const returned = { ...by, state: 'draft', stateReason: '数量不符' };
    await db.updateTable('batch').set(returned).where('batchId', '=', batchId).execute();
    const { supplierId } = await insertSupplier(db, by);
    await db.updateTable('supplier').set(returned).where('supplierId', '=', supplierId).execute();
    const { channelBusinessId } = await insertDealer(db);
    await db.updateTable('dealer').set(returned).where('channelBusinessId', '=', channelBusinessId).execute();
    const traces = await openTraceFixture(server);
    const traceRecordId = await traces.add();
    await traces.act(traceRecordId, 'submit');
    const verifier = await server.as(may('traceability', 'reject'));
    expect((await verifier.put(`/manage/traceability/${traceRecordId}/reject`, { reason: '照片不清' })).body.code).toBe(200);
    const order = { batchId, recipient: '印刷厂', kind: 'lines', form: '{}', ordinalFrom: 0, count: 1, salt: Buffer.of(1), state: 'ready' };
    const expired = { ...order, expireTime: '2026-01-01 00:00:00+08' };
    await db
      .insertInto('printOrder')
      .values([order, expired].map((row) => ({ ...row, createBy: author.userId })))
      .execute();
    const { items, counts } = await read(author);
    expect(counts).toMatchObject({ batchReturned: 1, supplierReturned: 1, dealerReturned: 1, traceReturned: 0, printReady: 1 });
    expect(items.find(({ kind }) => kind === 'printReady')).toMatchObject({ detail: '印刷厂' });
    expect((await read(traces.filler)).counts.traceReturned).toBe(1);
    expect((await read(colleague)).counts).toMatchObject({ batchReturned: 0, supplierReturned: 0, dealerReturned: 0, printReady: 0 });
  });

  it('includes the cases of a handler who may no longer sign in, and so does the list that it links to', async () => {
    const { userId: assigneeId } = await insertUser(server.db);
    await server.db.updateTable('users').set({ status: '1' }).where('userId', '=', assigneeId).execute();
    const before = (await read(reader)).counts.scanCase ?? 0;
    await server.db
      .insertInto('scanCase')
      .values({ subject: 'text', reason: 'reported', deptId: 100, codeText: 'LEFT', state: 'assigned', assigneeId })
      .execute();
    const { items, counts } = await read(reader);
    expect(counts.scanCase).toBe(before + 1);
    const { rows } = (await reader.get('/manage/codeCase/list?unhandled=1')).body;
    const cases = items.filter(({ kind }) => kind === 'scanCase').map(({ id }) => id);
    expect(rows.map(({ caseId }: { caseId: number }) => caseId).sort()).toEqual(cases.sort());
  });

  it('needs the right of the step and that of the list, and respects its data scope', async () => {
    expect(await read(await server.as([]))).toEqual({ items: [], counts: {} });
    expect((await read(await server.as(['manage:batch:approve']))).counts).toEqual({});
    expect((await read(await server.as(may('batch', 'approve')))).counts).toEqual({ batchApproval: 1 });
    const { deptId } = await insertDepartment(server.db);
    const { items, counts } = await read(await server.as(permissions, { deptId, dataScope: '3' }));
    expect(items).toEqual([]);
    expect(Object.values(counts)).toEqual(Array(17).fill(0));
    expect((await server.stranger.get('/account/openWork')).body.code).toBe(401);
  });

  it('includes some of each kind, however many one kind has', async () => {
    await server.db
      .insertInto('scanCase')
      .values(Array.from({ length: 120 }, (_, at) => ({ subject: 'text', reason: 'reported', codeText: `T${at}`, deptId: 100 })))
      .execute();
    const { items, counts } = await read(reader);
    expect(counts.scanCase).toBe(100);
    expect(items).toHaveLength(20);
    expect(new Set(items.map(({ kind }) => kind)).size).toBe(11);
  });
});
