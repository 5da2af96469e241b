import { beforeAll, describe, expect, it } from 'vitest';
import { lockByName } from '../../../platform/db/advisory-lock.ts';
import { insertDepartment } from '../../../test/factories.ts';
import { issueCodes } from '../../../test/issued-codes.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fieldOf, formOf, openTraceFixture, stepOf, tracePermissions } from '../../../test/trace-fixture.ts';
import { waitForBlockedTransaction } from '../../../test/wait-for-blocked-transaction.ts';

const GTIN = '09506000134352';
const context = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { ex: 'https://partner.example/' }];

describe('EPCIS document', () => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof openTraceFixture>>;
  let batch: Awaited<ReturnType<Awaited<ReturnType<typeof openTraceFixture>>['batchOf']>>;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openTraceFixture(server);
    const templateId = await desk.template({
      steps: [
        stepOf('到货', { bizStep: 'receiving', form: formOf(fieldOf('degrees', { title: '温度', kind: 'number', max: 8 })) }),
        stepOf('装箱', { bizStep: 'packing' }),
        stepOf('出库', { bizStep: 'shipping' }),
        stepOf('中转', { bizStep: 'shipping' }),
      ],
    });
    batch = await desk.batchOf(templateId);
    await server.db.updateTable('product').set({ gtin: GTIN }).where('categoryId', '=', batch.categoryId).execute();
    return () => server.close();
  });

  const event = (overrides: object = {}) => ({
    type: 'ObjectEvent',
    eventTime: '2026-03-01T10:00:00.000Z',
    eventTimeZoneOffset: '+00:00',
    bizStep: 'receiving',
    action: 'OBSERVE',
    readPoint: { id: 'geo:22.54,114.05' },
    quantityList: [{ epcClass: `https://partner.example/01/${GTIN}/10/${encodeURIComponent(batch.batchNo)}`, quantity: 12 }],
    'ex:degrees': 4.5,
    ...overrides,
  });
  const documentOf = (events: object[]) =>
    Buffer.from(JSON.stringify({ '@context': context, type: 'EPCISDocument', schemaVersion: '2.0', epcisBody: { eventList: events } }));
  /** An export of this installation, as if another one with other records had made it. */
  const fromOther = (document: object) => Buffer.from(JSON.stringify(document).replaceAll('/event/', '/event-of-another/'));
  const send = async (file: Buffer, query = '', by = desk.filler) =>
    (await by.upload(`/manage/traceability/importEpcis${query}`, 'd.jsonld', file)).body;
  const recordsOf = async (batchId: number): Promise<{ state: string; subject: string }[]> =>
    (await desk.filler.get(`/manage/traceability/list?batchId=${batchId}`)).body.rows;
  const listRecords = async () => (await desk.filler.get(`/manage/traceability/list?batchNo=${batch.batchNo}`)).body.rows;

  it('becomes drafts of the steps that match its events, each event once', async () => {
    const file = documentOf([event(), event({ eventID: 'urn:uuid:2', bizStep: 'https://ref.gs1.org/cbv/BizStep-packing' })]);
    expect((await send(file, '?dryRun=1')).data).toMatchObject({ count: 2, already: 0, bad: 0 });
    expect(await listRecords()).toEqual([]);
    expect((await send(file)).data).toMatchObject({ count: 2, already: 0, bad: 0 });
    const rows = await listRecords();
    expect(rows).toMatchObject([
      { stepName: '装箱', state: 'draft', source: 'epcis', subject: 'batch' },
      { stepName: '到货', eventTime: '2026-03-01 18:00:00', lng: 114.05, lat: 22.54, data: { degrees: 4.5 } },
    ]);
    expect((await send(file)).data).toMatchObject({ count: 0, already: 2, bad: 0 });
    // the same event without an id, serialised differently
    const same = event({ eventTime: '2026-03-01T18:00:00+08:00', bizStep: 'urn:epcglobal:cbv:bizstep:receiving', 'ex:degrees': '4.50' });
    expect((await send(documentOf([same]))).data).toMatchObject({ count: 0, already: 1 });
    expect(await listRecords()).toHaveLength(2);
  });

  it('can be exported and imported again without changes', async () => {
    const other = await desk.batchOf(desk.templateId);
    const { batchId } = other;
    await desk.verified({
      batchId,
      subject: 'range',
      ordinalFrom: 3,
      ordinalTo: 9,
      inputs: [{ inputName: '原奶', lotNo: 'L1', quantity: 2.5, unit: 't' }],
    });
    await desk.verified({ batchId, placeName: undefined, regionCode: undefined });
    const { body } = await desk.filler.get(`/manage/traceability/epcis?batchId=${batchId}`);
    const before = (await desk.filler.get(`/manage/traceability/list?batchNo=${other.batchNo}`)).body.total;
    expect((await send(Buffer.from(JSON.stringify(body)))).data).toMatchObject({ count: 0, already: 2, bad: 0 });
    expect((await send(fromOther(body))).data).toMatchObject({ count: 2, already: 0, bad: 0 });
    const { rows, total } = (await desk.filler.get(`/manage/traceability/list?batchNo=${other.batchNo}&state=draft`)).body;
    expect([before, total]).toEqual([2, 2]);
    expect(rows).toMatchObject([
      { stepName: '出厂检验', subject: 'batch', data: { fat: 3.6, note: '内部' } },
      {
        ...{ stepName: '出厂检验', subject: 'range', ordinalFrom: 3, ordinalTo: 9, placeName: '昆明工厂', regionCode: '530100' },
        inputs: [{ inputName: '原奶', lotNo: 'L1', quantity: 2.5 }],
      },
    ]);
  });

  it('contains nothing new where it is the export of a corrected record', async () => {
    const { batchId } = await desk.batchOf(desk.templateId);
    const corrected = await desk.verified({ batchId });
    const { traceRecordId } = (await desk.act(corrected, 'correct', { reason: '错' }, desk.verifier)).body.data;
    await desk.act(traceRecordId, 'submit', {}, desk.verifier);
    await desk.act(traceRecordId, 'verify');
    const { body } = await desk.filler.get(`/manage/traceability/epcis?batchId=${batchId}`);
    expect(body.epcisBody.eventList.map((each: object) => 'errorDeclaration' in each).sort()).toEqual([false, true]);
    expect((await send(Buffer.from(JSON.stringify(body)))).data).toMatchObject({ count: 0, already: 2, bad: 0 });
  });

  it('is imported completely or in part, with a correction for each invalid event', async () => {
    const invalid: [object, RegExp][] = [
      [{ bizStep: 'destroying' }, /没有业务步骤为 destroying 的环节/],
      [{ bizStep: 'shipping' }, /对应多个环节（出库、中转）/],
      [{ eventTime: 'gestern' }, /事件的 eventTime 缺失或不合/],
      // a time without an offset would be read in the time zone of the server
      [{ eventTime: '2026-03-01T10:00:00' }, /事件的 eventTime 缺失或不合/],
      [{ eventTime: '2026-02-30T10:00:00Z' }, /事件的 eventTime 缺失或不合/],
      [{ eventTimeZoneOffset: 'xx' }, /事件的 eventTimeZoneOffset 缺失或不合/],
      [{ action: 'X' }, /事件的 action 缺失或不合/],
      [{ type: 'Wish' }, /事件的 type 缺失或不合/],
      [{ quantityList: [{ epcClass: `https://id.gs1.org/01/${GTIN}/10/NONE` }] }, /不是本系统的码、容器或批次/],
      [{ quantityList: [], epcList: ['https://partner.example/01/1/21/2'] }, /不是本系统的码、容器或批次/],
      [{ quantityList: [] }, /没有说明涉及哪些商品/],
      [{ errorDeclaration: { declarationTime: '2026-03-02T00:00:00Z' } }, /已声明为错误/],
      [{ 'ex:degrees': 20 }, /温度/],
    ];
    const events = [
      ...invalid.map(([fields], index) => event({ eventID: `urn:w:${index}`, ...fields })),
      event({ eventID: 'urn:good', 'suyuan:x': 1 }),
    ];
    const count = (await listRecords()).length;
    const preview = (await send(documentOf(events), '?dryRun=1')).data;
    expect(preview).toMatchObject({ count: 1, bad: invalid.length });
    for (const [index, [, sentence]] of invalid.entries())
      expect(preview.faults[index]).toMatchObject({ row: index + 1, message: expect.stringMatching(sentence) });
    expect(await send(documentOf(events))).toMatchObject({ problem: 'fileRowsWrong', params: { count: invalid.length, row: 1 } });
    expect(await listRecords()).toHaveLength(count);
    expect((await send(documentOf(events), '?keepGood=1')).data).toMatchObject({ count: 1, bad: invalid.length });
    expect(await listRecords()).toHaveLength(count + 1);
  });

  it('is parsed in linear time, with errors for oversized events', async () => {
    const digits = (count: number) => `${'1'.repeat(count)}x`;
    const link = `http://x${'/01/1'.repeat(40_000)}//`;
    const unit = (ordinal: number) => `https://t.example.cn/id/${batch.batchId}/0/${ordinal}`;
    const units = (count: number) => Array.from({ length: count }, (_, at) => unit(at + 1));
    const many = { quantityList: [], epcList: units(1000) };
    expect(
      (
        await send(
          documentOf([event({ 'ex:a': digits(200_000) }), event({ 'ex:b': link }), event({ eventID: 'urn:many', ...many })]),
          '?dryRun=1',
        )
      ).data,
    ).toMatchObject({ count: 3, bad: 0 });
    const invalid: [object, RegExp][] = [
      [{ 'ex:a': digits(500_000) }, /超过 250.000 个字符/],
      [{ quantityList: [], epcList: units(1001) }, /写明了 1.001 个对象，一个事件至多 1.000 个/],
      [{ quantityList: Array.from({ length: 1001 }, () => event().quantityList[0]) }, /写明了 1.001 个对象/],
      [{ inputEPCList: units(21) }, /写明了 21 个对象，一个事件至多 20 个/],
      [{ quantityList: [], epcList: [unit(1), ...Array.from({ length: 998 }, (_, at) => `urn:none:${at}`)] }, /“urn:none:0”不是本系统的码/],
    ];
    const { faults } = (await send(documentOf(invalid.map(([fields]) => event(fields))), '?dryRun=1')).data;
    for (const [index, [, sentence]] of invalid.entries()) expect(faults[index]?.message).toMatch(sentence);
  });

  it('is rejected per event for control characters', async () => {
    const invalid: [object, RegExp][] = [
      [{ eventID: 'urn:a\0' }, /事件的 eventID 含有看不见的字符/],
      [{ eventID: 'urn:a\n' }, /事件的 eventID 缺失或不合/],
      [{ 'ex:note': { 'ex:deep': ['\ud800'] } }, /事件的 ex:deep 含有看不见的字符/],
      [{ 'ex:\0': 1 }, /事件的 ex: 含有看不见的字符/],
      [{ quantityList: [{ epcClass: `https://id.gs1.org/01/${GTIN}/10/A%00` }] }, /“A%00”不是本系统的码/],
      [{ quantityList: [], epcList: ['https://t.example.cn/c/A\t'] }, /事件的 epcList.0 缺失或不合/],
      [{ inputQuantityList: [{ epcClass: 'https://t.example.cn/class/lot/%00/L1' }] }, /“%00”不是本系统的码/],
    ];
    const { faults } = (await send(documentOf(invalid.map(([fields]) => event(fields))), '?dryRun=1')).data;
    for (const [index, [, sentence]] of invalid.entries()) expect(faults[index]?.message, String(sentence)).toMatch(sentence);
    const lines = event({ eventTime: '2026-03-05T10:00:00Z', 'ex:note': 'one\n\ttwo' });
    expect((await send(documentOf([lines]), '?dryRun=1')).data).toMatchObject({ count: 1, bad: 0 });
  });

  it('trusts no event ID that is not a URI, and rejects one that belongs to another event', async () => {
    const other = await desk.batchOf(desk.templateId);
    const place = { quantityList: [{ epcClass: `https://t.example.cn/class/batch/${other.batchId}` }], 'ex:step': '出厂检验' };
    const times = ['2026-04-01T10:00:00Z', '2026-04-02T10:00:00Z'];
    const numbered = documentOf(times.map((eventTime) => event({ eventID: '1', eventTime })));
    expect((await send(numbered)).data).toMatchObject({ count: 2, already: 0 });
    expect((await send(numbered)).data).toMatchObject({ count: 0, already: 2 });
    const first = event({ eventID: 'urn:own:1', eventTime: '2026-04-03T10:00:00Z' });
    expect((await send(documentOf([first]))).data).toMatchObject({ count: 1 });
    expect((await send(documentOf([first]))).data).toMatchObject({ count: 0, already: 1 });
    const elsewhere = event({ ...place, eventID: 'urn:own:1' });
    const [fault] = (await send(documentOf([elsewhere]), '?dryRun=1')).data.faults;
    expect(fault.message).toMatch(/这个 eventID 已被涉及其他对象的事件使用/);
    // same product, but the record belongs to another department
    const { deptId } = await insertDepartment(server.db);
    await server.db.updateTable('batch').set({ deptId }).where('batchId', '=', other.batchId).execute();
    const neighbour = await server.as(tracePermissions, { deptId, dataScope: '3' });
    const shared = documentOf([event({ ...place, eventID: 'urn:own:2', 'ex:fat': 3 })]);
    expect((await send(shared)).data).toMatchObject({ count: 1 });
    expect((await send(shared)).data).toMatchObject({ already: 1 });
    const { faults } = (await send(shared, '?dryRun=1', neighbour)).data;
    expect(faults).toMatchObject([{ message: fault.message }]);
  });

  it('of one record has the same name and code for users with and without full code access', async () => {
    const { batchId, categoryName, code } = await issueCodes(server.installation, { count: 20 });
    await server.db.updateTable('product').set({ templateId: desk.templateId }).where('categoryName', '=', categoryName).execute();
    await desk.verified({ batchId, subject: 'code', ordinalFrom: 7 });
    const opener = await server.as([...tracePermissions, 'manage:batch:exportCodes']);
    const exportFor = async (by: typeof opener) => (await by.get(`/manage/traceability/epcis?batchId=${batchId}`)).body;
    const [open, closed] = [await exportFor(opener), await exportFor(desk.filler)];
    expect(open.epcisBody.eventList[0].epcList).toEqual([`https://t.example.cn/c/${code(6)}`]);
    expect(closed.epcisBody.eventList[0].epcList).toEqual([`https://t.example.cn/id/${batchId}/0/7`]);
    expect(open.epcisBody.eventList[0].eventID).toBe(closed.epcisBody.eventList[0].eventID);
    expect((await send(fromOther(open))).data).toMatchObject({ count: 1, bad: 0 });
    expect((await send(fromOther(closed))).data).toMatchObject({ count: 0, already: 1, bad: 0 });
    const runs = (await recordsOf(batchId)).filter(({ state }) => state === 'draft');
    expect(runs).toMatchObject([{ subject: 'code', ordinalFrom: 7 }]);
    const codes = Array.from({ length: 20 }, (_, at) => `https://t.example.cn/c/${code(at)}`).toReversed();
    const fields = { quantityList: [], epcList: codes, 'ex:step': '出厂检验', 'ex:fat': 3 };
    expect((await send(documentOf([event(fields)]))).data).toMatchObject({ count: 1, bad: 0 });
    expect((await recordsOf(batchId)).filter(({ subject }) => subject === 'range')).toMatchObject([{ ordinalFrom: 1, ordinalTo: 20 }]);
  });

  it('is rejected completely when it is invalid', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const text of ['', '{', '[]', '{"epcisBody":{}}', '{"epcisBody":{"eventList":{}}}', deep, '<epcis/>'])
      expect(await send(Buffer.from(text)), text.slice(0, 20)).toMatchObject({ problem: 'epcisUnreadable', params: { file: 'd.jsonld' } });
    expect(await send(documentOf([]))).toMatchObject({ problem: 'epcisEmpty' });
    expect(await send(documentOf(Array.from({ length: 10_001 }, () => ({}))))).toMatchObject({ problem: 'fileRowsTooMany' });
    const nested = documentOf([event({ 'ex:deep': 0 })])
      .toString()
      .replace('"ex:deep":0', `"ex:deep":${deep}`);
    expect(await send(Buffer.from(nested))).toMatchObject({ code: 500, problem: 'fileRowsWrong' });
  });

  it('is imported once in parallel, with permission and data scope checks', async () => {
    const file = documentOf([event({ eventID: 'urn:two' }), event({ eventID: 'urn:three' })]);
    const answers = await Promise.all([send(file), send(file)]);
    expect(answers.map(({ data }) => [data.count, data.already]).toSorted()).toEqual([
      [0, 2],
      [2, 0],
    ]);
    const reader = await server.as(['manage:traceability:list', 'manage:traceability:add']);
    expect(await send(file, '', reader)).toMatchObject({ code: 403 });
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(tracePermissions, { deptId, dataScope: '3' });
    expect(await send(documentOf([event({ eventID: 'urn:four' })]), '', foreigner)).toMatchObject({ problem: 'fileRowsWrong' });
  });

  it('does not block other material records during the import, and creates no cycle with them', async () => {
    const templateId = await desk.template({ steps: [stepOf('到货', { bizStep: 'receiving' })] });
    const [step = { stepId: 0 }] = await desk.stepsOf(templateId);
    const [one, other, third] = [await desk.batchOf(templateId), await desk.batchOf(templateId), await desk.batchOf(templateId)];
    const amount = ({ batchId }: { batchId: number }) => [{ epcClass: `https://t.example.cn/class/batch/${batchId}`, quantity: 1 }];
    const transformation = event({ quantityList: amount(one), inputQuantityList: amount(other), 'ex:degrees': undefined });
    const file = documentOf([transformation, event({ quantityList: amount(third), 'ex:degrees': undefined })]);
    // a dry run does not wait for the lock
    const dryRun = await server.db.transaction().execute(async (tx) => {
      await lockByName(tx, 'trace-input');
      return send(file, '?dryRun=1');
    });
    expect(dryRun.data).toMatchObject({ count: 2, bad: 0 });
    let importReply: ReturnType<typeof send> | undefined;
    const reply = await server.db.transaction().execute(async (tx) => {
      await tx.selectFrom('batch').select('batchId').where('batchId', '=', third.batchId).forUpdate().execute();
      importReply = send(file);
      await waitForBlockedTransaction(server.db);
      const inputs = [{ inputBatchId: one.batchId }];
      return desk.filler.post('/manage/traceability', desk.input({ batchId: other.batchId, stepId: step.stepId, inputs, data: {} }));
    });
    expect(reply.body).toMatchObject({ code: 200 });
    expect(await importReply).toMatchObject({ problem: 'traceInputCircle' });
    expect(await recordsOf(one.batchId)).toEqual([]);
  });
});
