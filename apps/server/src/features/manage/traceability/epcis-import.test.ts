import { beforeAll, describe, expect, it } from 'vitest';
import { insertDept } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fieldOf, formOf, stepOf, traceDesk, tracePermissions } from '../../../test/trace-desk.ts';

const GTIN = '09506000134352';
const context = ['https://ref.gs1.org/standards/epcis/2.0.0/epcis-context.jsonld', { ex: 'https://partner.example/' }];

describe('a document of EPCIS', () => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof traceDesk>>;
  let batch: Awaited<ReturnType<Awaited<ReturnType<typeof traceDesk>>['batchOf']>>;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await traceDesk(server);
    const templateId = await desk.template({
      steps: [
        stepOf('到货', { bizStep: 'receiving', form: formOf(fieldOf('degrees', { title: '温度', kind: 'number', max: 8 })) }),
        stepOf('装箱', { bizStep: 'packing' }),
        stepOf('出库', { bizStep: 'shipping' }),
        stepOf('中转', { bizStep: 'shipping' }),
      ],
    });
    batch = await desk.batchOf(templateId);
    await server.db.updateTable('category').set({ gtin: GTIN }).where('categoryId', '=', batch.categoryId).execute();
    return () => server.close();
  });

  const event = (given: object = {}) => ({
    type: 'ObjectEvent',
    eventTime: '2026-03-01T10:00:00.000Z',
    eventTimeZoneOffset: '+00:00',
    bizStep: 'receiving',
    action: 'OBSERVE',
    readPoint: { id: 'geo:22.54,114.05' },
    quantityList: [{ epcClass: `https://partner.example/01/${GTIN}/10/${encodeURIComponent(batch.batchNo)}`, quantity: 12 }],
    'ex:degrees': 4.5,
    ...given,
  });
  const documentOf = (events: object[]) =>
    Buffer.from(JSON.stringify({ '@context': context, type: 'EPCISDocument', schemaVersion: '2.0', epcisBody: { eventList: events } }));
  const send = async (file: Buffer, how = '', by = desk.filler) =>
    (await by.upload(`/manage/traceability/importEpcis${how}`, 'd.jsonld', file)).body;
  const filed = async () => (await desk.filler.get(`/manage/traceability/list?batchNo=${batch.batchNo}`)).body.rows;

  it('becomes drafts of the steps that do what its events did, each event once', async () => {
    const file = documentOf([event(), event({ eventID: 'urn:uuid:2', bizStep: 'https://ref.gs1.org/cbv/BizStep-packing' })]);
    expect((await send(file, '?dryRun=1')).data).toMatchObject({ count: 2, already: 0, bad: 0 });
    expect(await filed()).toEqual([]);
    expect((await send(file)).data).toMatchObject({ count: 2, already: 0, bad: 0 });
    const rows = await filed();
    expect(rows).toMatchObject([
      { stepName: '装箱', state: 'draft', source: 'epcis', subject: 'batch' },
      { stepName: '到货', eventTime: '2026-03-01 18:00:00', lng: 114.05, lat: 22.54, data: { degrees: 4.5 } },
    ]);
    expect((await send(file)).data).toMatchObject({ count: 0, already: 2, bad: 0 });
    // the same event without a name, written down in another way
    const same = event({ eventTime: '2026-03-01T18:00:00+08:00', bizStep: 'urn:epcglobal:cbv:bizstep:receiving', 'ex:degrees': '4.50' });
    expect((await send(documentOf([same]))).data).toMatchObject({ count: 0, already: 1 });
    expect(await filed()).toHaveLength(2);
  });

  it('comes back as it went out: what we hand out is read by ourselves', async () => {
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
    const answer = await send(Buffer.from(JSON.stringify(body)));
    expect(answer.data).toMatchObject({ count: 2, bad: 0 });
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

  it('says of each event that does not fit what is wrong and what would be right, and keeps all or the good ones', async () => {
    const wrong: [object, RegExp][] = [
      [{ bizStep: 'destroying' }, /没有业务步骤为 destroying 的环节/],
      [{ bizStep: 'shipping' }, /对应多个环节（出库、中转）/],
      [{ eventTime: 'gestern' }, /事件的 eventTime 缺失或不合/],
      [{ type: 'Wish' }, /事件的 type 缺失或不合/],
      [{ quantityList: [{ epcClass: `https://id.gs1.org/01/${GTIN}/10/NONE` }] }, /不是本系统的码、容器或批次/],
      [{ quantityList: [], epcList: ['https://partner.example/01/1/21/2'] }, /不是本系统的码、容器或批次/],
      [{ quantityList: [] }, /没有说明涉及哪些商品/],
      [{ errorDeclaration: { declarationTime: '2026-03-02T00:00:00Z' } }, /已声明为错误/],
      [{ 'ex:degrees': 20 }, /温度/],
    ];
    const events = [
      ...wrong.map(([given], index) => event({ eventID: `urn:w:${index}`, ...given })),
      event({ eventID: 'urn:good', 'suyuan:x': 1 }),
    ];
    const count = (await filed()).length;
    const tried = (await send(documentOf(events), '?dryRun=1')).data;
    expect(tried).toMatchObject({ count: 1, bad: wrong.length });
    for (const [index, [, sentence]] of wrong.entries())
      expect(tried.faults[index]).toMatchObject({ row: index + 1, message: expect.stringMatching(sentence) });
    expect(await send(documentOf(events))).toMatchObject({ problem: 'fileRowsWrong', params: { count: wrong.length, row: 1 } });
    expect(await filed()).toHaveLength(count);
    expect((await send(documentOf(events), '?keepGood=1')).data).toMatchObject({ count: 1, bad: wrong.length });
    expect(await filed()).toHaveLength(count + 1);
  });

  it('is refused whole where it is none', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    for (const text of ['', '{', '[]', '{"epcisBody":{}}', '{"epcisBody":{"eventList":{}}}', deep, '<epcis/>'])
      expect(await send(Buffer.from(text)), text.slice(0, 20)).toMatchObject({ problem: 'epcisUnreadable', params: { file: 'd.jsonld' } });
    expect(await send(documentOf([]))).toMatchObject({ problem: 'fileWithoutRows' });
    expect(await send(documentOf(Array.from({ length: 10_001 }, () => ({}))))).toMatchObject({ problem: 'fileTooLarge' });
    const nested = documentOf([event({ 'ex:deep': 0 })])
      .toString()
      .replace('"ex:deep":0', `"ex:deep":${deep}`);
    expect(await send(Buffer.from(nested))).toMatchObject({ code: 500, problem: 'fileRowsWrong' });
  });

  it('is taken once when two send it at once, and is closed without the right and outside the scope', async () => {
    const file = documentOf([event({ eventID: 'urn:two' }), event({ eventID: 'urn:three' })]);
    const answers = await Promise.all([send(file), send(file)]);
    expect(answers.map(({ data }) => [data.count, data.already]).toSorted()).toEqual([
      [0, 2],
      [2, 0],
    ]);
    const reader = await server.as(['manage:traceability:list', 'manage:traceability:add']);
    expect(await send(file, '', reader)).toMatchObject({ code: 403 });
    const { deptId } = await insertDept(server.db);
    const foreigner = await server.as(tracePermissions, { deptId, dataScope: '3' });
    expect(await send(documentOf([event({ eventID: 'urn:four' })]), '', foreigner)).toMatchObject({ problem: 'fileRowsWrong' });
  });
});
