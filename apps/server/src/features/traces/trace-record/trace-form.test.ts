import { type TraceForm, toDesignerForm, traceDoc } from '@suyuan/contract';
import { writeXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, it } from 'vitest';
import { docOf, nodeOf } from '../../../test/form-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fieldOf, formOf, openTraceFixture, stepOf } from '../../../test/trace-fixture.ts';

/** One grey pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');

describe('forms of trace steps', () => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof openTraceFixture>>;
  const form = (doc = inspection()): TraceForm => ({ designer: 'forms', version: 1, doc });
  const inspection = () =>
    docOf(
      nodeOf('number', 'fat', { label: '脂肪', required: true, public: true, props: { min: 0, max: 10, addonAfter: 'g' } }),
      nodeOf('radio', 'grade', {
        label: '等级',
        public: true,
        options: [
          { label: '一级', value: 1 },
          { label: '二级', value: 2 },
        ],
      }),
      nodeOf('input', 'reason', {
        label: '原因',
        required: true,
        rules: { visible: { op: 'eq', args: [{ field: 'grade' }, { const: 2 }] } },
      }),
      nodeOf('upload', 'photo', { label: '照片', public: true }),
    );
  const setUp = async (traceForm: TraceForm) => {
    const templateId = await desk.template({ steps: [stepOf('检验', { form: traceForm })] });
    const { batchId } = await desk.batchOf(templateId);
    const [step] = await desk.stepsOf(templateId);
    return { templateId, batchId, stepId: step?.stepId, step };
  };

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openTraceFixture(server);
    return () => server.close();
  });

  it('are stored as designed, and validated with field messages, without hidden fields', async () => {
    const { step, ...target } = await setUp(form());
    expect(step?.form).toMatchObject({ designer: 'forms', doc: { fields: [{ name: 'fat', public: true }, {}, {}, {}] } });
    const add = (data: object) => desk.filler.post('/manage/traceability', desk.input({ ...target, data }));
    expect((await add({ fat: 11 })).body).toMatchObject({
      problem: 'traceFieldWrong',
      params: { field: 'data.fat' },
      msg: '脂肪太大；不能大于 10',
    });
    const id = (await add({ fat: 3, grade: 1, reason: '没人问' })).body.data.traceRecordId;
    expect((await desk.read(id)).data).toEqual({ fat: 3, grade: 1 });
    const second = (await add({ fat: 3, grade: 2 })).body.data.traceRecordId;
    expect((await desk.act(second, 'submit')).body).toMatchObject({ problem: 'traceFieldMissing', params: { field: 'data.reason' } });
    expect((await desk.act(id, 'submit')).body.code).toBe(200);
  });

  it('are sealed, published and displayed with labels, units and pictures, as far as they are public', async () => {
    const { step: _, ...target } = await setUp(form());
    const { fileName } = (await desk.filler.upload('/common/upload', 'photo.png', PNG)).body;
    const files = [{ fileName, kind: 'picture', field: 'photo' }];
    await desk.published({ ...target, data: { fat: 3.6, grade: 2, reason: '内部' }, files });
    const { data } = (await desk.filler.get(`/manage/traceability/preview?batchId=${target.batchId}`)).body;
    expect(data).toMatchObject([
      {
        fields: [
          { title: '脂肪', value: '3.6 g' },
          { title: '等级', value: '二级' },
        ],
        pictures: [expect.stringContaining('/profile/upload/')],
      },
    ]);
    const { body } = await server.db.selectFrom('traceLink').select('body').where('batchId', '=', target.batchId).executeTakeFirstOrThrow();
    expect(JSON.parse(body).filled).toContainEqual({ name: 'grade', title: '等级', value: 2, text: '二级' });
  });

  it('support field names such as toString and constructor', async () => {
    const inheritedNames = docOf(
      nodeOf('input', 'toString', { label: '写法', public: true }),
      nodeOf('input', 'constructor', { label: '建造者', public: true }),
    );
    const { step: _, ...target } = await setUp(form(inheritedNames));
    await desk.published({ ...target, data: { constructor: '乙' } });
    const { data } = (await desk.filler.get(`/manage/traceability/preview?batchId=${target.batchId}`)).body;
    expect(data).toMatchObject([{ fields: [{ title: '建造者', value: '乙' }] }]);
    const { body } = await server.db.selectFrom('traceLink').select('body').where('batchId', '=', target.batchId).executeTakeFirstOrThrow();
    expect(JSON.parse(body).filled).toEqual([{ name: 'constructor', title: '建造者', value: '乙' }]);
  });

  it('accept legacy field lists as designed forms, and keep their answers', async () => {
    const old = formOf(
      fieldOf('fat', { title: '脂肪', kind: 'number', unit: 'g', max: 10 }),
      fieldOf('done', { kind: 'flag' }),
      fieldOf('kinds', { kind: 'choices', choices: ['甲', '乙'] }),
    );
    const { templateId, step, ...target } = await setUp(old);
    const id = await desk.verified({ ...target, data: { fat: 3, done: false, kinds: ['甲'] } });
    const converted = toDesignerForm(step?.form as TraceForm);
    expect(traceDoc(converted).fields).toMatchObject([
      { type: 'number', props: { addonAfter: 'g', max: 10 } },
      { type: 'switch' },
      { type: 'select' },
    ]);
    const edit = await desk.filler.put('/manage/traceTemplate', { templateId, steps: [{ ...step, form: converted }] });
    expect(edit.body.code).toBe(200);
    expect(await desk.read(id)).toMatchObject({ form: old, data: { fat: 3, done: false, kinds: ['甲'] } });
    const next = await desk.add({ ...target, data: { fat: 4, done: true, kinds: ['乙'] } });
    expect((await desk.read(next)).data).toEqual({ fat: 4, done: true, kinds: ['乙'] });
  });

  it('parse times and dates from a sheet', async () => {
    const fields = [nodeOf('time', 'clock', { label: '时刻' }), nodeOf('date', 'at', { label: '时间', props: { showTime: true } })];
    const templateId = await desk.template({ steps: [stepOf('检验', { form: form(docOf(...fields)) })] });
    const [{ batchNo }, [step]] = [await desk.batchOf(templateId), await desk.stepsOf(templateId)];
    const sheetDates = ['1899-12-30T08:30:00Z', '2026-03-01T00:00:00Z', '1899-12-30T00:00:00Z', '2026-03-01T09:15:00Z'].map(
      (text) => new Date(text),
    );
    const row = (...cells: (string | Date | undefined)[]) => [batchNo, '2026-03-01', ...cells.map((cell) => cell ?? null)];
    const rows = [
      ['批号', '发生时间', '时刻', '时间'],
      row(sheetDates[0], sheetDates[1]),
      row(sheetDates[2], sheetDates[3]),
      row('08:30', '2026-03-01 09:15'),
    ];
    const sheet = Buffer.from(await writeXlsx({ sheets: [{ name: '检验', rows }] }));
    const send = (bytes: Buffer) => desk.filler.upload(`/manage/traceability/importData?stepId=${step?.stepId}`, '检验.xlsx', bytes);
    expect((await send(sheet)).body).toMatchObject({ code: 200, data: { count: 3 } });
    const list = (await desk.filler.get(`/manage/traceability/list?batchNo=${batchNo}`)).body;
    const importedRecords: { traceRecordId: number; data: object }[] = list.rows;
    expect(importedRecords.toSorted((one, other) => one.traceRecordId - other.traceRecordId).map(({ data }) => data)).toEqual([
      { clock: '08:30:00', at: '2026-03-01 00:00:00' },
      { clock: '00:00:00', at: '2026-03-01 09:15:00' },
      { clock: '08:30:00', at: '2026-03-01 09:15:00' },
    ]);
    const wrong = await writeXlsx({ sheets: [{ name: '检验', rows: [rows[0] ?? [], row(sheetDates[3])] }] });
    expect((await send(Buffer.from(wrong))).body).toMatchObject({ problem: 'fileRowsWrong' });
  });

  it('refuse sheets with formula errors, numbers without their last digits, or a column twice', async () => {
    const templateId = await desk.template({ steps: [stepOf('检验', { form: form(docOf(nodeOf('input', 'no', { label: '报告号' }))) })] });
    const [{ batchNo }, [step]] = [await desk.batchOf(templateId), await desk.stepsOf(templateId)];
    const send = async (titles: string[], ...cells: (string | number)[]) => {
      const rows = [
        ['批号', '发生时间', ...titles],
        [batchNo, '2026-03-01', ...cells],
      ];
      const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: '检验', rows }] }));
      return (await desk.filler.upload(`/manage/traceability/importData?stepId=${step?.stepId}`, '检验.xlsx', bytes)).body;
    };
    expect((await send(['报告号'], '#N/A')).params.message).toBe('报告号是公式错误；改正公式或直接填写');
    expect((await send(['报告号'], 6222021234567890)).params.message).toBe('报告号是超过 15 位的数字，末位会丢失；设为文本格式后重新填写');
    expect(await send(['报告号', '报告号'], 'A', 'B')).toMatchObject({ problem: 'fileTitlesRepeated', params: { columns: ['报告号'] } });
    expect(await send(['报告号'], 'A')).toMatchObject({ code: 200, data: { count: 1 } });
  });

  it('have table titles that no spreadsheet executes, and are imported by them', async () => {
    const templateId = await desk.template({ steps: [stepOf('检验', { form: form(docOf(nodeOf('input', 'sum', { label: '=1+1' }))) })] });
    const [{ batchNo }, [step]] = [await desk.batchOf(templateId), await desk.stepsOf(templateId)];
    const path = (name: string) => `/manage/traceability/${name}?stepId=${step?.stepId}`;
    const titles = (await desk.filler.post(`${path('importTemplate')}&format=csv`)).body.toString();
    expect(titles).toContain(",'=1+1");
    const endAlone = Buffer.from(`${titles.trim()}\r\n${batchNo},,5,2026-03-01,,,,,1\r\n`);
    expect((await desk.filler.upload(path('importData'), '检验.csv', endAlone)).body).toMatchObject({
      params: { message: '起始序号未填写；填写后再提交' },
    });
    // as Excel writes the time when it saves the file
    const csv = Buffer.from(`${titles.trim()}\r\n${batchNo},,,2026/3/1 8:00,,,,,'=2+2\r\n`);
    expect((await desk.filler.upload(path('importData'), '检验.csv', csv)).body).toMatchObject({ code: 200, data: { unknown: [] } });
    expect((await desk.filler.get(`/manage/traceability/list?batchNo=${batchNo}`)).body.rows).toMatchObject([{ data: { sum: '=2+2' } }]);
  });

  it('keep only permitted HTML of rich text', async () => {
    const { step: _, ...target } = await setUp(form(docOf(nodeOf('rich-text', 'story', { label: '说明', public: true }))));
    const id = await desk.add({ ...target, data: { story: '<p onclick="x()">好<img src="x" onerror="x()"></p><script>x()</script>' } });
    expect((await desk.read(id)).data).toEqual({ story: '<p>好<img src="x" /></p>' });
  });

  it('reject file fields within tables, which could not be stored', async () => {
    const table = nodeOf('subtable', 'rows', { children: [nodeOf('upload', 'file')] });
    const steps = [stepOf('检验', { form: form(docOf(table)) })];
    const { body } = await desk.filler.post('/manage/traceTemplate', { templateName: '带文件的表', steps });
    expect(body).toMatchObject({ problem: 'invalidInput', params: { field: 'fields' } });
  });
});
