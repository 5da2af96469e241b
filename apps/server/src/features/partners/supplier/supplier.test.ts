import { emptyTraceForm, Supplier, suppliers } from '@suyuan/contract';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/translations.ts';
import { insertBatch, insertDepartment, insertSupplier, supplierInput } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openTraceFixture } from '../../../test/trace-fixture.ts';

const all = ['list', 'query', 'add', 'edit', 'remove', 'export', 'import', 'clone'].map((verb) => `manage:supplier:${verb}`);

describe('suppliers', () => {
  let server: TestServer;
  let buyer: Awaited<ReturnType<TestServer['as']>>;
  const add = async (overrides = {}, by = buyer) =>
    (await by.post('/manage/supplier', supplierInput(overrides))).body.data.supplierId as number;

  beforeAll(async () => {
    server = await startTestServer();
    buyer = await server.as(all);
    return () => server.close();
  });

  it('shows a new supplier first in the list, with only fields of the contract', async () => {
    const supplierId = await add({ supplierName: '顶点标签' });
    const { body } = await buyer.get(`/manage/supplier/list?supplierName=${encodeURIComponent('顶点')}`);
    expect(body).toMatchObject({
      code: 200,
      total: 1,
      rows: [{ supplierId, state: 'draft', batchCount: 0, paperCount: 0, nextExpiry: null }],
    });
    expect(Supplier.strict().safeParse(body.rows[0]).error).toBeUndefined();
  });

  it('stores, exports and imports each declared text', async () => {
    const names = Object.entries(suppliers.input.shape).flatMap(([name, schema]) => (schema.safeParse('x1').success ? [name] : []));
    const values = Object.fromEntries(names.map((name) => [name, `所有 ${name}`]));
    const category = { kind: 'supplier', catalogueName: '茶农', catalogueCode: 'FARM-1', createBy: buyer.userId };
    const { catalogueId } = await server.db.insertInto('category').values(category).returning('catalogueId').executeTakeFirstOrThrow();
    const supplierId = await add({ ...values, catalogueId });
    expect(names).toContain('remark');
    expect((await buyer.get(`/manage/supplier/${supplierId}`)).body.data).toMatchObject(values);
    const filter = `supplierName=${encodeURIComponent('所有')}`;
    const [sheet] = (await readXlsx((await buyer.post('/manage/supplier/export', filter)).body)).sheets;
    expect(sheet?.rows[1]).toEqual(expect.arrayContaining([...Object.values(values), 'FARM-1']));
    const fields = { supplierCode: 'ALL-2', ...values };
    const titles = Object.keys(fields).map((name) => translate['zh-CN'](suppliers.word(name)));
    const bytes = Buffer.from(await writeXlsx({ sheets: [{ name: 's', rows: [titles, Object.values(fields)] }] }));
    expect((await buyer.upload('/manage/supplier/importData', 's.xlsx', bytes)).body.data).toMatchObject({ count: 1, bad: 0 });
    expect((await buyer.get(`/manage/supplier/list?${filter}`)).body.rows).toMatchObject([fields, values]);
  });

  it('reports inspection and scan results of its batches', async () => {
    const supplierId = await add();
    const [one, other] = [await insertBatch(server.db, { supplierId }), await insertBatch(server.db, { supplierId })];
    await sql`with template as (insert into trace_template (template_name, create_by) values ('x', ${buyer.userId}) returning template_id),
      step as (insert into trace_step (template_id, order_num, step_name, filler, biz_step, required, public, form)
        select template_id, 1, 'x', 'any', 'inspecting', true, true, '{}' from template returning step_id)
      insert into trace_record (batch_id, step_id, subject, state, event_time, step_name, filler, biz_step, disposition, form, create_by)
        select batch_id, step_id, 'batch', state, now(), 'x', 'any', 'inspecting', disposition, ${JSON.stringify(emptyTraceForm)}::jsonb, ${buyer.userId}::bigint from step,
          (values (${one.batchId}::bigint, 'verified', 'conformant'), (${one.batchId}, 'published', 'conformant'), (${other.batchId}, 'verified', 'non_conformant'),
            (${other.batchId}, 'submitted', 'conformant'), (${other.batchId}, 'verified', 'in_progress')) as given (batch_id, state, disposition)`.execute(
      server.db,
    );
    await sql`insert into scan_hour (batch_id, hour, region_code, holder_id, verdict, reason, scans, firsts) values
      (${one.batchId}, date_trunc('hour', now()), '330000', 0, 'genuine', '', 97, 97), (${other.batchId}, date_trunc('hour', now()), '330000', 0, 'suspect', 'speed', 3, 0),
      (${one.batchId}, date_trunc('hour', now() - interval '91 days'), '330000', 0, 'suspect', 'speed', 50, 0)`.execute(server.db);
    const { body } = await buyer.get(`/manage/supplier/${supplierId}`);
    expect(body.data).toMatchObject({ inspectedCount: 3, passedCount: 2, scannedCount: 100, suspectCount: 3 });
    // the inspections behind the rate
    const reader = await server.as(['manage:traceability:list']);
    for (const [inspection, total] of Object.entries({ judged: 3, passed: 2, failed: 1 }))
      expect(
        (await reader.get(`/manage/traceability/list?batchSupplierId=${supplierId}&inspection=${inspection}`)).body,
        inspection,
      ).toMatchObject({ total });

    // a department with one batch and some records sees only those figures, and the list matches
    const { deptId } = await insertDepartment(server.db);
    await server.db.updateTable('supplier').set({ deptId }).where('supplierId', '=', supplierId).execute();
    await server.db.updateTable('batch').set({ deptId }).where('batchId', '=', one.batchId).execute();
    const recordUpdate = server.db.updateTable('traceRecord').set({ deptId }).where('disposition', '<>', 'in_progress');
    await recordUpdate.where('batchId', '=', one.batchId).where('state', '=', 'verified').execute();
    await recordUpdate.where('batchId', '=', other.batchId).execute();
    const branch = await server.as([...all, 'manage:traceability:list'], { deptId, dataScope: '3' });
    expect((await branch.get(`/manage/supplier/${supplierId}`)).body.data).toMatchObject({
      ...{ batchCount: 1, inspectedCount: 1, passedCount: 1, scannedCount: 97, suspectCount: 0 },
    });
    expect((await branch.get(`/manage/supplier/${supplierId}/impact`)).body.data).toEqual({ batches: 1, open: 1 });
    const judgedPath = `/manage/traceability/list?batchSupplierId=${supplierId}&inspection=judged`;
    expect((await branch.get(judgedPath)).body).toMatchObject({ total: 1, rows: [{ batchId: one.batchId, state: 'verified' }] });
  });

  it('reports the invalid field with a correction, and adds nothing', async () => {
    const before = (await buyer.get('/manage/supplier/list')).body.total;
    const refusals: [object, string, string][] = [
      [{ gln: '6901234567890' }, 'gln', 'GLN 无效；应为 13 位数字，末位是校验位'],
      [{ supplierCode: 'a b' }, 'supplierCode', '供应商编码的格式不对；应为大写字母、数字、下划线或连字符，如 SUP-001'],
      [{ supplierName: '  ' }, 'supplierName', '供应商名称未填写；填写后再提交'],
      [{ supplierName: '长'.repeat(101) }, 'supplierName', '供应商名称太长；至多 100 个字符'],
      [{ grade: 'D' }, 'grade', '等级不在可选范围内；可选：A、B、C'],
      [{ uscc: '91350100M000100Y44' }, 'uscc', '统一社会信用代码无效；应为 18 位，末位是校验位'],
      [{ regionCode: '4403' }, 'regionCode', '所在地区不是行政区划代码；应为 6 位数字，如 440300'],
    ];
    for (const [overrides, field, msg] of refusals) {
      const { body } = await buyer.post('/manage/supplier', supplierInput(overrides));
      expect(body).toMatchObject({ code: 500, problem: 'invalidInput', params: { field }, msg });
    }
    expect((await buyer.post('/manage/supplier', supplierInput({ lat: 22.5 }))).body).toMatchObject({
      problem: 'positionHalf',
      params: { field: 'lat' },
    });
    expect((await buyer.get('/manage/supplier/list')).body.total).toBe(before);
  });

  it('clones as a draft without company-specific data, with the permission', async () => {
    const fields = {
      shortName: '顶点',
      grade: 'A',
      regionCode: '440300',
      lng: 113.9304,
      lat: 22.5333,
      uscc: '91350100M000100Y43',
      gln: '6901234567892',
    };
    const supplierId = await add({ ...fields, licenceNo: 'SC1', bankName: '中行', bankAccount: '6222020200112233445', remark: '老' });
    await server.db.updateTable('supplier').set({ state: 'approved' }).where('supplierId', '=', supplierId).execute();
    const path = `/manage/supplier/${supplierId}/clone`;
    const { data } = (await buyer.put(path, { supplierCode: 'ALIKE', supplierName: '顶点二厂' })).body;
    const clone = (await buyer.get(`/manage/supplier/${data.supplierId}`)).body.data;
    expect(clone).toMatchObject({ supplierCode: 'ALIKE', supplierName: '顶点二厂', shortName: '顶点', grade: 'A', regionCode: '440300' });
    expect(clone).toMatchObject({ lng: 113.9304, lat: 22.5333 });
    const bare = { state: 'draft', uscc: null, gln: null, licenceNo: null, bankName: null, bankAccount: null, remark: null };
    expect(clone).toMatchObject(bare);
    expect((await buyer.get(`/manage/supplier/${data.supplierId}/events`)).body.data).toMatchObject([{ action: 'add' }]);
    expect((await buyer.put(path, { supplierCode: 'ALIKE' })).body).toMatchObject({
      problem: 'supplierCodeTaken',
      params: { field: 'supplierCode' },
    });
    expect((await buyer.put(path, {})).body).toMatchObject({ problem: 'invalidInput', params: { field: 'supplierCode' } });
    expect((await buyer.put('/manage/supplier/987654/clone', { supplierCode: 'X-1' })).body).toMatchObject({ problem: 'notFound' });
    const other = await server.as(all.filter((each) => !each.endsWith(':clone')));
    expect((await other.put(path, { supplierCode: 'X-1' })).body).toMatchObject({ code: 403 });
  });

  it('rejects a duplicate code, naming the field', async () => {
    await add({ supplierCode: 'TWICE' });
    const { status, body } = await buyer.post('/manage/supplier', supplierInput({ supplierCode: 'TWICE' }));
    expect(status).toBe(200);
    expect(body).toMatchObject({
      code: 500,
      problem: 'supplierCodeTaken',
      msg: '供应商编码“TWICE”已被使用；换一个',
      params: { field: 'supplierCode' },
    });
  });

  it('accepts a code from only one of two buyers at the same time', async () => {
    const both = await Promise.all([1, 2].map(() => buyer.post('/manage/supplier', supplierInput({ supplierCode: 'RACE' }))));
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
  });

  it('adds once per idempotency key, and rejects the key for another request', async () => {
    const input = supplierInput({ supplierName: '幂等' });
    const key = { 'idempotency-key': 'once' };
    const answers = await Promise.all([1, 2, 3].map(() => buyer.post('/manage/supplier', input, key)));
    expect(new Set(answers.map(({ body }) => body.data.supplierId)).size).toBe(1);
    expect((await buyer.get(`/manage/supplier/list?supplierName=${encodeURIComponent('幂等')}`)).body.total).toBe(1);
    expect((await buyer.post('/manage/supplier', supplierInput(), key)).body).toMatchObject({ problem: 'idempotencyKeyReused' });
  });

  it('changes only the submitted fields, and ignores unknown ones', async () => {
    const supplierId = await add({ gln: '4012345000009', grade: 'B' });
    const before = (await buyer.get(`/manage/supplier/${supplierId}`)).body.data;
    await buyer.put('/manage/supplier', { supplierId: String(supplierId), supplierName: '新名称', createBy: 'somebody', batchCount: 9 });
    const after = (await buyer.get(`/manage/supplier/${supplierId}`)).body.data;
    expect(after).toEqual({ ...before, supplierName: '新名称', version: 2, updateBy: buyer.userName, updateTime: after.updateTime });
  });

  it('rejects an edit of an outdated version', async () => {
    const supplierId = await add();
    expect((await buyer.put('/manage/supplier', { supplierId, version: 1, remark: 'first' })).body.code).toBe(200);
    expect((await buyer.put('/manage/supplier', { supplierId, version: 1, remark: 'second' })).body).toMatchObject({
      problem: 'recordStale',
    });
    expect((await buyer.put('/manage/supplier', { supplierId, remark: null })).body.code).toBe(200);
  });

  it('refuses to delete a supplier with batches, and deletes all or none', async () => {
    const [used, unused] = [await add(), await add()];
    await insertBatch(server.db, { supplierId: used });
    expect((await buyer.delete(`/manage/supplier/${unused},${used}`)).body).toMatchObject({ code: 500, problem: 'supplierInUse' });
    expect((await buyer.get(`/manage/supplier/${unused}`)).body.code).toBe(200);
    expect((await buyer.delete(`/manage/supplier/${unused}`)).body).toMatchObject({ code: 200 });
  });

  it('refuses to delete a supplier that a trace record references as an input source', async () => {
    const desk = await openTraceFixture(server);
    const { supplierId } = await insertSupplier(server.db);
    await desk.add({ inputs: [{ inputName: '生牛乳', supplierId }] });
    const keeper = await server.as(['manage:supplier:remove']);
    expect((await keeper.delete(`/manage/supplier/${supplierId}`)).body).toMatchObject({ problem: 'supplierInTrace' });
  });

  it('returns the last page past the end, and treats a percent sign as text', async () => {
    await add({ supplierName: '百分%号' });
    const percent = `/manage/supplier/list?supplierName=${encodeURIComponent('百分%号')}`;
    expect((await buyer.get(`${percent}&pageNum=99`)).body).toMatchObject({ total: 1, rows: [{ supplierName: '百分%号' }] });
    expect((await buyer.get('/manage/supplier/list?supplierName=%25%25')).body.total).toBe(0);
  });

  it('sorts only by columns of the contract', async () => {
    expect((await buyer.get('/manage/supplier/list?orderByColumn=supplierCode&isAsc=descending')).body.code).toBe(200);
    for (const column of ['createBy', 'case when 1 then 1 end', 'supplierCode desc'])
      expect((await buyer.get(`/manage/supplier/list?orderByColumn=${encodeURIComponent(column)}`)).body.problem).toBe('invalidInput');
  });

  it('exports the filtered list as a spreadsheet', async () => {
    const { type, body } = await buyer.post('/manage/supplier/export', 'state=draft&params%5BbeginTime%5D=2020-01-01');
    expect(type).toContain('spreadsheetml');
    expect(body.subarray(0, 2).toString()).toBe('PK');
  });

  it('requires sign-in and the permission', async () => {
    expect((await server.stranger.get('/manage/supplier/list')).body).toMatchObject({ code: 401 });
    const reader = await server.as(['manage:supplier:list']);
    expect((await reader.get('/manage/supplier/list')).body.code).toBe(200);
    expect((await reader.post('/manage/supplier', supplierInput())).body).toMatchObject({ code: 403, problem: 'forbidden' });
  });

  it('shows a branch only its own suppliers, and refuses changes of others', async () => {
    const root = await insertDepartment(server.db);
    const branch = await insertDepartment(server.db, root);
    const leaf = await insertDepartment(server.db, branch);
    const head = await server.as(all, { deptId: root.deptId });
    const manager = await server.as(all, { deptId: branch.deptId, dataScope: '4' });
    const clerk = await server.as(all, { deptId: leaf.deptId, dataScope: '5' });
    const [above, below] = [await add({}, head), await add({}, clerk)];

    expect((await manager.get('/manage/supplier/list')).body.rows).toMatchObject([{ supplierId: below }]);
    expect((await manager.put('/manage/supplier', { supplierId: above, remark: 'x' })).body).toMatchObject({
      code: 500,
      problem: 'notFound',
    });
    expect((await manager.delete(`/manage/supplier/${below},${above}`)).body).toMatchObject({ problem: 'notFound' });
    expect((await clerk.get('/manage/supplier/list')).body.total).toBe(1);
  });

  it('logs a change in the same transaction, and a refusal without it', async () => {
    await add({ supplierCode: 'LOGGED' });
    await buyer.post('/manage/supplier', supplierInput({ supplierCode: 'LOGGED' }));
    const rows = await server.db
      .selectFrom('auditLog')
      .select(['status', 'businessType', 'errorMsg'])
      .where('operParam', 'like', '%LOGGED%')
      .orderBy('operId')
      .execute();
    expect(rows).toEqual([
      { status: '0', businessType: 1, errorMsg: null },
      { status: '1', businessType: 1, errorMsg: 'supplierCodeTaken' },
    ]);
  });
});
