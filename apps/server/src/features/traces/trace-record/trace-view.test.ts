// Over 300 lines: all views show the one trace that this file creates.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EpcisDocument, type TraceProof, type TraceView } from '@suyuan/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fieldOf, formOf, openTraceFixture, stepOf, tracePermissions } from '../../../test/trace-fixture.ts';
import { sealRecord } from './chain.service.ts';
import { eventHashId } from './epcis.ts';

const script = path.join(import.meta.dirname, '../../../../../../scripts/verify-trace.mjs');

describe('trace of a batch', () => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof openTraceFixture>>;
  let folder: string;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openTraceFixture(server);
    folder = mkdtempSync(path.join(tmpdir(), 'trace-'));
    return async () => {
      await server.close();
      rmSync(folder, { recursive: true });
    };
  });

  const get = async (view: string, query: object, by = desk.filler) =>
    (
      await by.get(
        `/manage/traceability/${view}?${new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))}`,
      )
    ).body;
  const newBatch = async () => desk.batchOf(desk.templateId);

  it('is paginated with each record once, and returns the last page past the end', async () => {
    const { batchId } = await newBatch();
    const first = await desk.verified({ batchId, eventTime: '2026-03-01 08:00:00' });
    // many with equal time, distinguished only by id
    await sql`insert into trace_record (batch_id, step_id, subject, event_time, step_name, filler, biz_step, form, data, state, source, create_by)
      select batch_id, step_id, subject, event_time + (n / 10) * interval '1 hour', step_name, filler, biz_step, form, data, 'submitted', source, create_by
      from trace_record, generate_series(1, 1100) n where trace_record_id = ${first}`.execute(server.db);
    const pageOf = async (page?: number) => (await get('trace', { batchId, ...(page && { page }) })).data as TraceView;
    const pages = [await pageOf(), await pageOf(2), await pageOf(3)];
    expect(pages.map(({ page, total, records }) => [page, total, records.length])).toEqual([
      [1, 1101, 500],
      [2, 1101, 500],
      [3, 1101, 101],
    ]);
    const all = pages.flatMap(({ records }) => records);
    expect(new Set(all.map(({ traceRecordId }) => traceRecordId)).size).toBe(1101);
    expect(all.map(({ eventTime }) => eventTime)).toEqual(all.map(({ eventTime }) => eventTime).sort());
    expect((await pageOf(9)).page).toBe(3);
    expect(await get('trace', { batchId, page: 0 })).toMatchObject({ code: 500, params: { field: 'page' } });
  });

  it('shows records of the batch, the range, the code and its container in order of time', async () => {
    const { batchId } = await newBatch();
    await server.db
      .insertInto('batchRange')
      .values({ ...(await rangeSpace()), batchId, level: 2, ordinalFrom: 0, epoch: 1, count: 10 })
      .execute();
    await server.db
      .updateTable('batch')
      .set({ packaging: [0, 100, 0] } as object)
      .where('batchId', '=', batchId)
      .execute();
    const onDay = (day: number) => ({ batchId, eventTime: `2026-03-0${day} 08:00:00` });
    const batchRecord = await desk.verified(onDay(5));
    const rangeRecord = await desk.verified({ ...onDay(4), subject: 'range', ordinalFrom: 101, ordinalTo: 300 });
    const code = await desk.verified({ ...onDay(3), subject: 'code', ordinalFrom: 150 });
    const box = await desk.verified({ ...onDay(2), subject: 'container', level: 2, ordinalFrom: 2, stepId: desk.ship.stepId, data: {} });
    await desk.verified({ ...onDay(1), subject: 'container', level: 2, ordinalFrom: 3, stepId: desk.ship.stepId, data: {} });
    await desk.add(onDay(6));
    const ids = async (query: object) =>
      (await get('trace', { batchId, ...query })).data.records.map((row: { traceRecordId: number }) => row.traceRecordId);
    expect(await ids({ ordinal: 150 })).toEqual([box, code, rangeRecord, batchRecord]);
    expect(await ids({ ordinal: 501 })).toEqual([batchRecord]);
    expect((await ids({})).length).toBe(5);
    const { data } = await get('trace', { batchId, ordinal: 150 });
    expect(data).toMatchObject({ ordinal: 150, containers: [{ level: 2, ordinal: 2 }], chain: { count: 5, whole: true } });
    expect(data.steps).toMatchObject([
      { stepName: '出厂检验', required: true, filled: 3, verified: 3, published: 0 },
      { stepName: '发货', filled: 2 },
    ]);
    expect((await get('trace', { batchId, ordinal: 100_000 })).problem).toBe('rangeOutside');
    expect((await get('trace', {})).problem).toBe('traceSubjectMissing');
    expect((await get('trace', { code: 'NOT-A-CODE' })).problem).toBe('codeUnreadable');
  });

  it('shows consumers only published records, with fields that were and still are public', async () => {
    const { batchId } = await newBatch();
    await desk.verified({ batchId });
    expect((await get('preview', { batchId })).data).toEqual([]);
    await desk.published({ batchId, eventTime: '2026-03-02 09:30:00' });
    const [step] = (await get('preview', { batchId })).data;
    expect(step).toMatchObject({
      stepName: '出厂检验',
      regionName: '云南省昆明市',
      fields: [{ title: '脂肪', value: '3.6 g/100 mL' }],
      pictures: [],
    });
    const steps = await desk.stepsOf(desk.templateId);
    const privateSteps = steps.map((each) => ({
      ...each,
      form: formOf(...(each.form.designer === 'fields' ? each.form.fields.map((field) => ({ ...field, public: false })) : [])),
    }));
    await desk.filler.put('/manage/traceTemplate', { templateId: desk.templateId, steps: privateSteps });
    expect((await get('preview', { batchId, ordinal: 7 })).data).toMatchObject([{ fields: [] }]);
    await desk.filler.put('/manage/traceTemplate', { templateId: desk.templateId, steps });
  });

  it('names suppliers and dealers to consumers, but no internal department', async () => {
    const { batchId } = await newBatch();
    await desk.published({ batchId });
    const [record] = (await get('trace', { batchId })).data.records;
    expect(record.partyName).toMatch(/./);
    expect((await get('preview', { batchId })).data).toMatchObject([{ stepName: '出厂检验', partyName: null }]);
    // the same record filled in by a supplier
    await server.db.updateTable('traceRecord').set({ filler: 'supplier', partyName: '云岭牧场' }).where('batchId', '=', batchId).execute();
    expect((await get('preview', { batchId })).data).toMatchObject([{ partyName: '云岭牧场' }]);
  });

  it('shows consumers the records of their code among many others of the batch', async () => {
    const { batchId } = await newBatch();
    const last = await desk.published({ batchId, subject: 'code', ordinalFrom: 900, eventTime: '2026-03-05 08:00:00' });
    await sql`with model as (select r.*, n from trace_record r, generate_series(0, 1099) n where trace_record_id = ${last}), copies as (
        insert into trace_record (batch_id, step_id, subject, level, ordinal_from, count, state, event_time, step_name, filler, biz_step, form, data,
          submit_by, verify_by, create_by)
        select batch_id, step_id, 'code', 0, n % 800, 1, 'published', '2026-03-01'::timestamptz, step_name, filler, biz_step, form, data,
          submit_by, verify_by, create_by from model returning trace_record_id, batch_id
      ), numbered as (select *, row_number() over (order by trace_record_id) as at from copies)
      insert into trace_link (batch_id, link_no, trace_record_id, previous, hash, body)
      select batch_id, at + 1, trace_record_id, sha256(at::text::bytea), sha256(convert_to(encode(sha256(at::text::bytea), 'hex') || E'\n' || '{}', 'UTF8')), '{}'
      from numbered`.execute(server.db);
    expect((await get('preview', { batchId, ordinal: 900 })).data).toMatchObject([{ eventTime: '2026-03-05 08:00:00' }]);
    expect((await get('preview', { batchId, ordinal: 1 })).data).toHaveLength(2);
    expect((await get('preview', { batchId })).data).toEqual([]);
  });

  it('shows the origin and the use of a batch', async () => {
    const [raw, product] = [await newBatch(), await newBatch()];
    const inputs = [
      { inputBatchId: raw.batchId, quantity: 100 },
      { inputName: '白砂糖', lotNo: 'T-7', quantity: 2.5, unit: 't' },
    ];
    await desk.verified({ batchId: product.batchId, inputs });
    const up = (await get('genealogy', { batchId: product.batchId })).data;
    expect(up).toMatchObject([
      { kind: 'supplier', distance: -2 },
      { kind: 'batch', distance: -1, note: raw.batchNo, batchId: raw.batchId },
      { kind: 'ingredient', distance: -1, name: '白砂糖', note: 'T-7 · 2.5 t' },
      { kind: 'supplier', distance: -1 },
      { kind: 'batch', distance: 0, note: product.batchNo },
    ]);
    const down = (await get('genealogy', { batchId: raw.batchId })).data;
    expect(down.at(-1)).toMatchObject({ kind: 'batch', distance: 1, note: product.batchNo });
  });

  it('exports a proof that a script verifies offline, and that fails after any change', async () => {
    const { batchId } = await newBatch();
    const older = await downloadProof('older.json', batchId, () => desk.verified({ batchId }));
    const proof = await downloadProof('proof.json', batchId, () => desk.verified({ batchId, data: { fat: 4.2 } }));
    expect(runScript('proof.json').text).toContain('whole');
    expect(runScript('proof.json', '--older', path.join(folder, 'older.json')).code).toBe(0);
    const tampered = structuredClone(proof);
    const link = tampered.links[0] as TraceProof['links'][number];
    link.body = link.body.replace('"fat"', '"fet"');
    writeFileSync(path.join(folder, 'tampered.json'), JSON.stringify(tampered));
    expect(runScript('tampered.json')).toMatchObject({ code: 1 });
    const renamed = { ...proof, batch: { ...proof.batch, goods: '别的酒' } };
    writeFileSync(path.join(folder, 'renamed.json'), JSON.stringify(renamed));
    expect(runScript('renamed.json').text).not.toContain('别的酒');
    writeFileSync(path.join(folder, 'moved.json'), JSON.stringify({ ...proof, genesis: 'suyuan/trace/v1\n1\nB0', links: [] }));
    expect(runScript('moved.json')).toMatchObject({ code: 1 });
    const other = { ...older, links: older.links.map((each) => ({ ...each, hash: '0'.repeat(64) })) };
    writeFileSync(path.join(folder, 'other.json'), JSON.stringify(other));
    expect(runScript('proof.json', '--older', path.join(folder, 'other.json')).code).toBe(1);
    expect(runScript('proof.json', script).text).toContain('broken');
  });

  it('exports EPCIS 2.0 events, one per record', async () => {
    const { batchId } = await newBatch();
    await desk.published({ batchId });
    await desk.verified({ batchId, subject: 'range', ordinalFrom: 1, ordinalTo: 10, stepId: desk.ship.stepId, data: {} });
    const mixed = await desk.verified({ batchId, inputs: [{ inputName: '生牛乳', lotNo: 'R1', quantity: 5 }] });
    const id = (await desk.act(mixed, 'correct', { reason: '错' }, desk.verifier)).body.data.traceRecordId;
    await desk.act(id, 'submit', {}, desk.verifier);
    await desk.act(id, 'verify', {}, desk.filler);
    const reply = await desk.filler.get(`/manage/traceability/epcis?batchId=${batchId}`);
    expect(reply.type).toContain('application/ld+json');
    const document = reply.body as { epcisBody: { eventList: Record<string, unknown>[] } };
    const events = document.epcisBody.eventList;
    expect(document).toMatchObject({ type: 'EPCISDocument', schemaVersion: '2.0' });
    expect(events.map(({ type }) => type)).toEqual(['ObjectEvent', 'ObjectEvent', 'TransformationEvent', 'TransformationEvent']);
    expect(events[0]).toMatchObject({
      eventTime: '2026-03-01T08:00:00.000+08:00',
      eventTimeZoneOffset: '+08:00',
      bizStep: 'inspecting',
      action: 'OBSERVE',
    });
    expect(events[1]).toMatchObject({ bizStep: 'shipping', quantityList: [{ quantity: 10 }] });
    expect(events[2]).toMatchObject({ errorDeclaration: { correctiveEventIDs: [events[3]?.eventID] } });
    // each id is the hash of the content, which anyone can recompute
    expect(EpcisDocument.safeParse(document).error).toBeUndefined();
    for (const event of events) {
      expect(event.eventID).toMatch(/^ni:\/\/\/sha-256;[0-9a-f]{64}\?ver=CBV2\.0$/);
      expect(eventHashId(event)).toBe(event.eventID);
    }
    expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(4);
  });

  it('prints a report with its steps and the head of its chain', async () => {
    const { batchId } = await newBatch();
    await desk.published({ batchId });
    const { type, body } = await desk.filler.get(`/manage/traceability/report?batchId=${batchId}`);
    expect(type).toBe('application/pdf');
    expect(body.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('exports every record of a long trace once and in order, in pages', async () => {
    const { batchId } = await newBatch();
    const id = await desk.add({ batchId });
    const { rows } = await sql<{ traceRecordId: number }>`
      insert into trace_record (batch_id, step_id, subject, state, event_time, step_name, filler, biz_step, form, data, create_by)
      select batch_id, step_id, subject, 'verified', event_time + (n / 2) * interval '1 minute', step_name, filler, biz_step, form, data, create_by
      from trace_record, generate_series(1, 205) n where trace_record_id = ${id} returning trace_record_id`.execute(server.db);
    await server.db.transaction().execute(async (tx) => {
      for (const { traceRecordId } of rows) await sealRecord(tx, traceRecordId);
    });
    const proof = await downloadProof('long.json', batchId, async () => undefined);
    expect(proof.links.map(({ no }) => no)).toEqual(rows.map((_, index) => index + 1));
    expect(runScript('long.json').code).toBe(0);
    const { body } = await desk.filler.get(`/manage/traceability/epcis?batchId=${batchId}`);
    const events = body.epcisBody.eventList as { eventID: string; 'suyuan:record': string }[];
    expect(events.map((event) => Number(event['suyuan:record'].split('/').at(-1)))).toEqual(rows.map(({ traceRecordId }) => traceRecordId));
    expect(new Set(events.map(({ eventID }) => eventID)).size).toBe(rows.length);
    const chain = (await get('trace', { batchId })).data.chain;
    expect(chain).toMatchObject({ count: 205, whole: true, head: proof.links.at(-1)?.hash });
    await sql`delete from trace_link where batch_id = ${batchId} and link_no = 100`.execute(server.db);
    expect((await get('trace', { batchId })).data.chain).toMatchObject({ count: 204, whole: false });
  });

  it('counts complete records per owner and batch', async () => {
    const templateId = await desk.template({
      steps: [stepOf('必填'), stepOf('供货', { filler: 'supplier' }), stepOf('选填', { required: false })],
    });
    const { batchId, batchNo, categoryId } = await desk.batchOf(templateId);
    await server.db.updateTable('batch').set({ state: 'active' }).where('batchId', '=', batchId).execute();
    const [first] = await desk.stepsOf(templateId);
    await desk.verified({ batchId, stepId: first?.stepId, data: {} });
    const completeness = await get('completeness/list', { batchNo });
    expect(completeness).toMatchObject({
      total: 1,
      rows: [{ batchId, required: 2, filled: 1, verified: 1, published: 0, missing: ['供货'] }],
    });
    expect((await get('owners', { categoryId })).data).toMatchObject([
      { filler: 'supplier', ownerName: '顶点标签', required: 1, filled: 0, delayHours: null },
      { filler: 'any', ownerName: null, required: 1, filled: 1, verified: 1, delayHours: expect.any(Number) },
    ]);
    await server.db.updateTable('batch').set({ state: 'void' }).where('batchId', '=', batchId).execute();
    expect((await get('completeness/list', { batchNo })).total).toBe(0);
    expect((await get('owners', { categoryId })).data).toEqual([]);
  });

  it('imports a table of one step in UTF-8 or GBK, all or valid rows, with the error of each other row', async () => {
    const templateId = await desk.template({
      steps: [
        stepOf('测温', {
          form: formOf(
            fieldOf('degrees', { title: '温度', kind: 'number', required: true, max: 6 }),
            fieldOf('ok', { title: '合格', kind: 'flag' }),
          ),
        }),
      ],
    });
    const { batchNo } = await desk.batchOf(templateId);
    const [step] = await desk.stepsOf(templateId);
    const empty = await desk.filler.post(`/manage/traceability/importTemplate?stepId=${step?.stepId}&format=csv`);
    expect(empty.body.toString()).toContain('批号,起始序号,结束序号,发生时间,地点,行政区划,经度,纬度,温度,合格');
    const send = (rows: string[], query = '', bytes = (text: string) => Buffer.from(text)) =>
      desk.filler.upload(
        `/manage/traceability/importData?stepId=${step?.stepId}${query}`,
        '测温.csv',
        bytes(['批号,发生时间,温度,合格', ...rows].join('\r\n')),
      );
    const good = `${batchNo},2026-03-01 08:00:00,4.5,是`;
    const bad = [`${batchNo},2026-03-01,9,`, `没有,2026-03-01,4,`, `${batchNo},昨天,4,`];
    const preview = await send([good, ...bad], '&dryRun=1');
    expect(preview.body.data).toMatchObject({ count: 1, bad: 3, faults: [{ row: 3 }, { row: 4 }, { row: 5 }] });
    expect(preview.body.data.faults[0].message).toContain('温度');
    expect(preview.body.data.unknown).toEqual([]);
    const misnamed = await send([good], '&dryRun=1', (text) => Buffer.from(text.replace('合格', '合 格')));
    expect(misnamed.body.data).toMatchObject({ count: 1, unknown: ['合 格'] });
    const spaced = await send([good, '', ...bad.slice(0, 1), ',,,', ...bad.slice(1)], '&dryRun=1');
    expect(spaced.body.data).toMatchObject({ count: 1, faults: [{ row: 4 }, { row: 6 }, { row: 7 }] });
    expect((await send([good, ...bad])).body).toMatchObject({ problem: 'fileRowsWrong', params: { row: 3 } });
    expect((await get('list', { batchNo })).total).toBe(0);
    expect((await send([good, ...bad], '&keepGood=1')).body.data).toMatchObject({ count: 1 });
    const chinese: Record<string, number[]> = { 批: [0xc5, 0xfa], 号: [0xba, 0xc5] };
    const gbk = () =>
      Buffer.concat([
        Buffer.from([...(chinese.批 ?? []), ...(chinese.号 ?? [])]),
        Buffer.from([0x2c, 0xb7, 0xa2, 0xc9, 0xfa, 0xca, 0xb1, 0xbc, 0xe4]),
        Buffer.from(`\r\n${batchNo},2026-03-02 08:00:00\r\n`),
      ]);
    const book = await desk.filler.post(`/manage/traceability/importTemplate?stepId=${step?.stepId}`);
    const [titles = []] = (await readXlsx(book.body)).sheets[0]?.rows ?? [];
    expect(titles).toEqual('批号,起始序号,结束序号,发生时间,地点,行政区划,经度,纬度,温度,合格'.split(','));
    const row = (eventTime: string | Date, degrees: number) => [batchNo, null, null, eventTime, "'=厂", null, null, null, degrees, true];
    const rows = [titles, row(new Date('2026-03-01T09:30:00Z'), 3.5), row('2026-03-01', 9)];
    const sheet = () => Buffer.from(workbook);
    const workbook = await writeXlsx({ sheets: [{ name: '测温', rows }] });
    expect((await send([], '&keepGood=1', sheet)).body.data).toMatchObject({ count: 1, bad: 1, faults: [{ row: 3 }] });
    const [latest] = (await get('list', { batchNo, orderByColumn: 'createTime', isAsc: 'desc' })).rows;
    expect(latest).toMatchObject({ eventTime: '2026-03-01 09:30:00', placeName: '=厂', data: { degrees: 3.5, ok: true } });
    await desk.filler.delete(`/manage/traceability/${latest.traceRecordId}`);
    expect((await send([], '', gbk)).body.data).toMatchObject({ count: 1 });
    expect((await get('list', { batchNo })).rows).toMatchObject([{ source: 'import' }, { data: { degrees: 4.5, ok: true } }]);
    const wrong = (text: string) => Buffer.from(text.replace('批号', '批次号'));
    expect((await send([good], '', wrong)).body).toMatchObject({
      problem: 'fileColumnsMissing',
      msg: '文件缺少列：批号；补上后再导入，或用模板填写',
    });
    expect((await send([good], '', () => Buffer.from([0, 1, 2]))).body.problem).toBe('fileUnreadable');
  });

  it('requires the permission and access to the batch', async () => {
    const { batchId } = await newBatch();
    const reader = await server.as(['manage:traceability:list']);
    for (const view of ['trace', 'genealogy', 'preview', 'proof', 'epcis', 'report'])
      expect((await get(view, { batchId }, reader)).code, view).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(tracePermissions, { deptId, dataScope: '3' });
    for (const view of ['trace', 'genealogy', 'preview', 'proof', 'epcis', 'report'])
      expect((await get(view, { batchId }, foreigner)).problem, view).toBe('notFound');
    expect((await get('completeness/list', {}, foreigner)).total).toBe(0);
  });

  async function downloadProof(name: string, batchId: number, before: () => Promise<unknown>): Promise<TraceProof> {
    await before();
    const { body } = await desk.filler.get(`/manage/traceability/proof?batchId=${batchId}`);
    const proof = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body;
    writeFileSync(path.join(folder, name), JSON.stringify(proof));
    return proof;
  }

  function runScript(name: string, ...more: string[]): { code: number; text: string } {
    try {
      return {
        code: 0,
        text: execFileSync(process.execPath, [script, path.join(folder, name), ...more], { encoding: 'utf8', stdio: 'pipe' }),
      };
    } catch (error) {
      const { status, stdout } = error as { status: number; stdout: string };
      return { code: status, text: stdout };
    }
  }

  /** A separate code space for containers of a test. */
  async function rangeSpace() {
    const { batchId } = await insertBatch(server.db);
    const rule = await server.db
      .selectFrom('batch')
      .innerJoin('codeRule', 'codeRule.codeRuleId', 'batch.codeRuleId')
      .select('spaceId')
      .where('batchId', '=', batchId)
      .executeTakeFirstOrThrow();
    return { spaceId: rule.spaceId, serialFrom: 5_000_000 };
  }
});
