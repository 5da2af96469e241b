import { createHash } from 'node:crypto';
import { TraceRecord } from '@suyuan/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertBatch, insertDepartment } from '../../../test/factories.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fieldOf, formOf, openTraceFixture, stepOf, tracePermissions } from '../../../test/trace-fixture.ts';

/** One grey pixel. */
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==', 'base64');

describe('trace record', () => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof openTraceFixture>>;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openTraceFixture(server);
    return () => server.close();
  });

  it('goes from draft to published with two persons, with only fields of the contract', async () => {
    const id = await desk.add();
    expect(await desk.read(id)).toMatchObject({ state: 'draft', stepName: '出厂检验', regionName: '云南省昆明市', linkNo: null });
    expect((await desk.act(id, 'submit')).body.code).toBe(200);
    expect((await desk.act(id, 'verify')).body).toMatchObject({ problem: 'traceSelfVerified', code: 500 });
    expect((await desk.act(id, 'publish', {}, desk.verifier)).body.problem).toBe('traceStateWrong');
    expect((await desk.act(id, 'verify', {}, desk.verifier)).body.code).toBe(200);
    expect((await desk.act(id, 'publish', {}, desk.verifier)).body.code).toBe(200);
    const record = await desk.read(id);
    expect(record).toMatchObject({ state: 'published', verifyBy: desk.verifier.userName, data: { fat: 3.6, note: '内部' } });
    expect(record.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(TraceRecord.strict().safeParse(record).error).toBeUndefined();
    const { body } = await desk.filler.get(`/manage/traceability/list?batchNo=${desk.batch.batchNo}&state=published&regionCode=530000`);
    expect(body.rows[0]).toMatchObject({ traceRecordId: id });
  });

  it('rejects invalid input with the field and a correction', async () => {
    const { batchId: cancelledId } = await desk.batchOf(desk.templateId);
    await server.db.updateTable('batch').set({ state: 'cancelled' }).where('batchId', '=', cancelledId).execute();
    const refusals: [object, string, string?][] = [
      [{ eventTime: 'gestern' }, 'invalidInput', 'eventTime'],
      [{ batchId: 987_654 }, 'referenceNotFound', 'batchId'],
      [{ stepId: 987_654 }, 'referenceNotFound', 'stepId'],
      [{ regionCode: '990000' }, 'referenceNotFound', 'regionCode'],
      [{ lng: 118.03 }, 'positionHalf', 'lat'],
      [{ lat: 27.75 }, 'positionHalf', 'lng'],
      [{ batchId: cancelledId }, 'traceBatchCancelled', 'batchId'],
      [{ data: { fat: 11 } }, 'traceFieldWrong', 'data.fat'],
      [{ data: { fat: '3' } }, 'traceFieldWrong', 'data.fat'],
      [{ data: { fatt: 3 } }, 'invalidInput', 'data.fatt'],
      [{ ordinalFrom: 5, ordinalTo: 6 }, 'traceSubjectWhole', 'ordinalFrom'],
      [{ subject: 'range', ordinalFrom: 5 }, 'invalidInput', 'ordinalTo'],
      [{ subject: 'range', ordinalFrom: 5, ordinalTo: 4 }, 'rangeBackwards', 'ordinalTo'],
      [{ subject: 'range', ordinalFrom: 5, ordinalTo: 100_000 }, 'rangeOutside', 'ordinalTo'],
      [{ subject: 'code', ordinalFrom: 100_000 }, 'rangeOutside', 'ordinalFrom'],
      [{ subject: 'container', level: 2, ordinalFrom: 1 }, 'levelWithoutCodes', 'level'],
      [{ subject: 'code', code: 'NOT-A-CODE' }, 'codeUnreadable', 'code'],
      [{ channelBusinessId: 987_654 }, 'referenceNotFound', 'channelBusinessId'],
      [{ inputs: [{ inputBatchId: desk.batch.batchId }] }, 'traceInputCircle', 'inputs'],
      [{ files: [{ fileName: `/profile/upload/2026/01/01/${'0'.repeat(32)}.png`, kind: 'picture' }] }, 'traceFileWrong', 'files'],
    ];
    const count = (await desk.filler.get('/manage/traceability/list')).body.total;
    for (const [fields, problem, field] of refusals) {
      const { body } = await desk.filler.post('/manage/traceability', desk.input(fields));
      expect(body, JSON.stringify(fields)).toMatchObject({ code: 500, problem, params: { field } });
    }
    const { body } = await desk.filler.post('/manage/traceability', desk.input({ data: { fat: 11 } }));
    expect(body.msg).toBe('“脂肪”填得不对；应为数字 0 … 10');
    const messageOf = async (fields: object) => (await desk.filler.post('/manage/traceability', desk.input(fields))).body.msg;
    expect(await messageOf({ subject: 'container', level: 2, ordinalFrom: 1 })).toBe(
      `批次“${desk.batch.batchNo}”没有箱的码；换一个有码的层级`,
    );
    expect(await messageOf({ subject: 'container', ordinalFrom: 1 })).toBe('层级未选择；选择后再提交');
    expect(await messageOf({ subject: 'code' })).toBe('序号未填写；填写后再提交');
    expect(await messageOf({ subject: 'range' })).toBe('起始序号未填写；填写后再提交');
    expect((await desk.filler.get('/manage/traceability/list')).body.total).toBe(count);
  });

  it('rejects a batch that indirectly contains itself', async () => {
    const [first, second, third] = [
      await desk.batchOf(desk.templateId),
      await desk.batchOf(desk.templateId),
      await desk.batchOf(desk.templateId),
    ];
    const addRecord = async (of: { batchId: number }, ...from: { batchId: number }[]) => {
      const inputs = from.map(({ batchId }) => ({ inputBatchId: batchId }));
      return (await desk.filler.post('/manage/traceability', desk.input({ batchId: of.batchId, inputs }))).body;
    };
    expect(await addRecord(first, second)).toMatchObject({ code: 200 });
    expect(await addRecord(second, third)).toMatchObject({ code: 200 });
    expect(await addRecord(second, first)).toMatchObject({ problem: 'traceInputCircle', params: { field: 'inputs' } });
    expect(await addRecord(third, desk.batch, first)).toMatchObject({ problem: 'traceInputCircle', params: { field: 'inputs' } });
    expect(await addRecord(first, third)).toMatchObject({ code: 200 });
    const { data } = await addRecord(third, desk.batch);
    const changed = { traceRecordId: data.traceRecordId, inputs: [{ inputBatchId: second.batchId }] };
    expect((await desk.filler.put('/manage/traceability', changed)).body).toMatchObject({ problem: 'traceInputCircle' });
    const moved = { traceRecordId: data.traceRecordId, batchId: desk.batch.batchId };
    expect((await desk.filler.put('/manage/traceability', moved)).body).toMatchObject({ problem: 'traceInputCircle' });
    // a user who cannot see a batch cannot see its inputs
    const { deptId } = await insertDepartment(server.db);
    const clerk = await server.as(tracePermissions, { deptId, dataScope: '3' });
    await server.db.updateTable('batch').set({ deptId }).where('batchId', 'in', [first.batchId, second.batchId]).execute();
    const traceRecordId = await desk.add({ batchId: first.batchId, inputs: [{ inputBatchId: second.batchId }] }, clerk);
    const { body } = await clerk.put('/manage/traceability', { traceRecordId, batchId: third.batchId });
    expect(body).toMatchObject({ problem: 'referenceNotFound', params: { field: 'batchId' } });
  });

  it('prevents a cycle between batches when two records are added at once', async () => {
    const addRecord = async (of: { batchId: number }, from: { batchId: number }) =>
      (await desk.filler.post('/manage/traceability', desk.input({ batchId: of.batchId, inputs: [{ inputBatchId: from.batchId }] }))).body;
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async () => [await desk.batchOf(desk.templateId), await desk.batchOf(desk.templateId)] as const),
    );
    const both = await Promise.all(pairs.map(([one, other]) => Promise.all([addRecord(one, other), addRecord(other, one)])));
    const outcomes = both.map((answers) => answers.map(({ problem = 'made' }) => problem).toSorted());
    expect(outcomes).toEqual(pairs.map(() => ['made', 'traceInputCircle']));
  });

  it('cannot be verified by any of its editors', async () => {
    const [early, late] = [await server.as(tracePermissions), await server.as(tracePermissions)];
    const id = await desk.add();
    for (const by of [early, late, early, late])
      expect((await by.put('/manage/traceability', { traceRecordId: id, placeName: '二车间' })).body.code).toBe(200);
    await desk.act(id, 'submit');
    for (const by of [early, late, desk.filler]) expect((await desk.act(id, 'verify', {}, by)).body.problem).toBe('traceSelfVerified');
    expect((await desk.act(id, 'verify', {}, desk.verifier)).body.code).toBe(200);
  });

  it('accepts only steps of the product template, while it is in use', async () => {
    const other = await desk.template();
    const [step] = await desk.stepsOf(other);
    expect((await desk.filler.post('/manage/traceability', desk.input({ stepId: step?.stepId }))).body.problem).toBe('traceStepForeign');
    const freeBatchId = (await insertBatch(server.db)).batchId;
    expect((await desk.filler.post('/manage/traceability', desk.input({ batchId: freeBatchId, stepId: step?.stepId }))).body.code).toBe(
      200,
    );
    const { batchId } = await desk.batchOf(other);
    const openSteps = async () =>
      (await desk.filler.get(`/manage/traceability/trace?batchId=${batchId}`)).body.data.steps.map(({ open }: { open: boolean }) => open);
    expect(await openSteps()).toEqual([true, true]);
    await desk.filler.put('/manage/traceTemplate', { templateId: other, status: '1' });
    expect(await openSteps()).toEqual([false, false]);
    const { body } = await desk.filler.post('/manage/traceability', desk.input({ batchId: freeBatchId, stepId: step?.stepId }));
    expect(body.problem).toBe('traceTemplateOff');
  });

  it('requires at submission what a draft may omit', async () => {
    const templateId = await desk.template({
      steps: [
        stepOf('拍照', { pictureMin: 1, form: formOf(fieldOf('label', { title: '标签', kind: 'picture', required: true })) }),
        stepOf('到货', { filler: 'channelBusiness' }),
      ],
    });
    const { batchId } = await desk.batchOf(templateId);
    const [shoot, arrive] = await desk.stepsOf(templateId);
    const id = await desk.add({ batchId, stepId: shoot?.stepId, data: {} });
    expect((await desk.act(id, 'submit')).body).toMatchObject({ problem: 'traceFieldMissing', params: { field: 'data.label' } });
    const { fileName } = (await desk.filler.upload('/common/upload', 'label.png', PNG)).body;
    const files = [{ fileName, kind: 'picture', field: 'label' }];
    expect((await desk.filler.put('/manage/traceability', { traceRecordId: id, files })).body.code).toBe(200);
    expect((await desk.act(id, 'submit')).body.code).toBe(200);
    const sha256 = createHash('sha256').update(PNG).digest('hex');
    expect((await desk.read(id)).files).toMatchObject([{ originalName: 'label.png', sha256, field: 'label', bytes: PNG.length }]);
    // a file that a record references cannot be removed
    await desk.filler.get(`/common/download?fileName=${fileName.split('/').at(-1)}&delete=true`);
    expect((await desk.read(id)).files).toHaveLength(1);

    const late = await desk.add({ batchId, stepId: arrive?.stepId, data: {}, eventTime: '2126-01-01 00:00:00' });
    expect((await desk.act(late, 'submit')).body.problem).toBe('traceDealerMissing');
    const ahead = await desk.add({ eventTime: '2126-01-01 00:00:00' });
    expect((await desk.act(ahead, 'submit')).body).toMatchObject({ problem: 'traceTimeAhead', params: { field: 'eventTime' } });
  });

  it('is filled in by the role of its step', async () => {
    const outsider = desk.filler;
    const insider = await server.as(tracePermissions);
    const { roleId } = await server.db
      .selectFrom('userRole')
      .select('roleId')
      .where('userId', '=', insider.userId)
      .executeTakeFirstOrThrow();
    const templateId = await desk.template({ steps: [stepOf('化验', { filler: 'role', roleId })] });
    const { batchId } = await desk.batchOf(templateId);
    const [step] = await desk.stepsOf(templateId);
    const input = desk.input({ batchId, stepId: step?.stepId, data: {} });
    expect((await outsider.post('/manage/traceability', input)).body).toMatchObject({ problem: 'traceFillerWrong', code: 500 });
    expect((await insider.post('/manage/traceability', input)).body.code).toBe(200);
  });

  it('can be changed as a draft only, and returns to draft with a reason', async () => {
    const id = await desk.add();
    expect((await desk.filler.put('/manage/traceability', { traceRecordId: id, version: 1, data: { fat: 4 } })).body.code).toBe(200);
    expect((await desk.filler.put('/manage/traceability', { traceRecordId: id, version: 1, data: { fat: 5 } })).body.problem).toBe(
      'recordStale',
    );
    await desk.act(id, 'submit');
    expect((await desk.filler.put('/manage/traceability', { traceRecordId: id, data: { fat: 5 } })).body.problem).toBe('traceFixed');
    expect((await desk.filler.delete(`/manage/traceability/${id}`)).body.problem).toBe('traceFixed');
    await desk.act(id, 'reject', { reason: '缺少仪器编号' }, desk.verifier);
    const rejection = { stateReason: '缺少仪器编号', rejectBy: desk.verifier.userName, rejectTime: expect.stringMatching(/^\d{4}-/) };
    const submission = { submitBy: desk.filler.userName, submitTime: expect.stringMatching(/^\d{4}-/) };
    expect(await desk.read(id)).toMatchObject({ state: 'draft', data: { fat: 4 }, ...submission, ...rejection });
    expect((await desk.filler.delete(`/manage/traceability/${id}`)).body.code).toBe(200);
    expect((await desk.filler.get(`/manage/traceability/${id}`)).body.problem).toBe('notFound');
  });

  it('is corrected by another record, and stays in the chain', async () => {
    const id = await desk.published({ data: { fat: 3.1 } });
    const { body } = await desk.act(id, 'correct', { reason: '读数抄错' }, desk.verifier);
    const draft = body.data.traceRecordId as number;
    expect((await desk.act(id, 'correct', { reason: '再来' })).body.problem).toBe('traceCorrectionOpen');
    expect((await desk.read(id)).state).toBe('published');
    await desk.verifier.put('/manage/traceability', { traceRecordId: draft, data: { fat: 3.2 } });
    const moved = { traceRecordId: draft, stepId: desk.ship.stepId };
    expect((await desk.verifier.put('/manage/traceability', moved)).body.problem).toBe('traceCorrectionMoved');
    await desk.act(draft, 'submit', {}, desk.verifier);
    expect((await desk.act(draft, 'verify', {}, desk.verifier)).body.problem).toBe('traceSelfVerified');
    expect((await desk.act(draft, 'verify', {}, desk.filler)).body.code).toBe(200);
    const [old, correction] = [await desk.read(id), await desk.read(draft)];
    expect(old).toMatchObject({ state: 'corrected', correctedById: draft, data: { fat: 3.1 } });
    expect(correction).toMatchObject({ state: 'verified', correctsId: id, data: { fat: 3.2 }, stateReason: '读数抄错' });
    expect(correction.linkNo).toBe(old.linkNo + 1);
  });

  it('gets one chain link under parallel verification, and many records form one chain', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => desk.add()));
    for (const id of ids) await desk.act(id, 'submit');
    const third = await server.as(tracePermissions);
    const answers = await Promise.all(ids.flatMap((id) => [desk.verifier, third].map((by) => desk.act(id, 'verify', {}, by))));
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(4);
    const links = await server.db
      .selectFrom('traceLink')
      .select(['linkNo', 'previous', 'hash'])
      .where('batchId', '=', desk.batch.batchId)
      .orderBy('linkNo')
      .execute();
    for (const [index, link] of links.entries()) {
      expect(link.linkNo).toBe(index + 1);
      if (index > 0) expect(link.previous).toEqual(links[index - 1]?.hash);
    }
    const forged = sql`update trace_link set body = body || ' ' where batch_id = ${desk.batch.batchId}`.execute(server.db);
    await expect(forged).rejects.toMatchObject({ constraint: 'trace_link_hash_check' });
  });

  it('locks the batch number after its chain has started', async () => {
    const { batchId, batchNo } = await desk.batchOf(desk.templateId);
    await server.db.updateTable('batch').set({ state: 'draft' }).where('batchId', '=', batchId).execute();
    const planner = await server.as(['manage:batch:edit']);
    const renumber = async (to: string) => (await planner.put('/manage/batch', { batchId, batchNo: to })).body;
    const renamed = `${batchNo}-2`;
    expect((await renumber(renamed)).code).toBe(200);
    await desk.verified({ batchId });
    expect(await renumber(batchNo)).toMatchObject({ problem: 'batchNoSealed', params: { field: 'batchNo' } });
    expect((await renumber(renamed)).code).toBe(200);
    const { data } = (await desk.filler.get(`/manage/traceability/trace?batchId=${batchId}`)).body;
    expect(data).toMatchObject({ batchNo: renamed, chain: { count: 1, whole: true } });
  });

  it('requires the permission of each step and the department', async () => {
    const id = await desk.add();
    const reader = await server.as(['manage:traceability:list']);
    for (const verb of ['submit', 'verify', 'reject', 'publish', 'correct'])
      expect((await desk.act(id, verb, { reason: 'x' }, reader)).body, verb).toMatchObject({ code: 403 });
    expect((await server.stranger.get('/manage/traceability/list')).body.code).toBe(401);
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(tracePermissions, { deptId, dataScope: '3' });
    expect((await foreigner.get('/manage/traceability/list')).body.total).toBe(0);
    expect((await desk.act(id, 'submit', {}, foreigner)).body.problem).toBe('notFound');
    expect((await foreigner.post('/manage/traceability', desk.input())).body).toMatchObject({ problem: 'referenceNotFound' });
  });
});
