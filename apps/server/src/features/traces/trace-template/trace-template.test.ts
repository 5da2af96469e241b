import { TraceTemplate } from '@suyuan/contract';
import type { FormNode } from '@suyuan/forms';
import { beforeAll, describe, expect, it } from 'vitest';
import { insertDepartment, unique } from '../../../test/factories.ts';
import { docOf, nodeOf } from '../../../test/form-fixture.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { fieldOf, formOf, openTraceFixture, stepOf, tracePermissions } from '../../../test/trace-fixture.ts';

describe('trace templates', () => {
  let server: TestServer;
  let desk: Awaited<ReturnType<typeof openTraceFixture>>;

  beforeAll(async () => {
    server = await startTestServer();
    desk = await openTraceFixture(server);
    return () => server.close();
  });

  it('shows a template with its steps in order, and only fields of the contract', async () => {
    const { body } = await desk.filler.get(`/manage/traceTemplate/${desk.templateId}`);
    expect(body.data).toMatchObject({
      stepCount: 2,
      categoryCount: 1,
      recordCount: 0,
      steps: [{ stepName: '出厂检验' }, { stepName: '发货' }],
    });
    expect(TraceTemplate.strict().safeParse(body.data).error).toBeUndefined();
    expect((await desk.filler.get('/manage/traceTemplate/list')).body.rows).toMatchObject([{ templateId: desk.templateId }]);
  });

  it('finds templates by a step, and by a part of their names', async () => {
    const [name, stepName] = [`晾晒${unique()}`, `翻堆${unique()}`];
    const added = await desk.filler.post('/manage/traceTemplate', { templateName: name, steps: [stepOf(stepName), stepOf('装箱')] });
    const { templateId } = added.body.data;
    const { steps } = (await desk.filler.get(`/manage/traceTemplate/${templateId}`)).body.data;
    const find = async (filters: Record<string, string>) =>
      (await desk.filler.get(`/manage/traceTemplate/list?${new URLSearchParams(filters)}`)).body.rows.map(
        (row: { templateId: number }) => row.templateId,
      );
    expect(await find({ stepId: String(steps[1].stepId) })).toEqual([templateId]);
    expect(await find({ stepId: '987654' })).toEqual([]);
    for (const text of [name, stepName.slice(0, -1)]) expect(await find({ text })).toContain(templateId);
    expect(await find({ text: '发货' })).toEqual([desk.templateId]);
    const tooLong = await desk.filler.get(`/manage/traceTemplate/list?text=${'x'.repeat(51)}`);
    expect(tooLong.body).toMatchObject({ problem: 'invalidInput', msg: '模板或环节名称太长；至多 50 个字符' });
    await desk.filler.delete(`/manage/traceTemplate/${templateId}`);
  });

  it('rejects an invalid form, and names the error', async () => {
    const refusals: [object, string][] = [
      [{ steps: [] }, 'steps'],
      [{ steps: [stepOf('a', { bizStep: 'nonsense' as never })] }, 'bizStep'],
      [{ steps: [stepOf('a', { form: formOf(fieldOf('x'), fieldOf('x')) })] }, 'fields'],
      [{ steps: [stepOf('a', { form: formOf(fieldOf('1x')) })] }, 'name'],
      [{ steps: [stepOf('a', { form: formOf(fieldOf('x', { kind: 'choice' })) })] }, 'choices'],
      [{ steps: [stepOf('a', { filler: 'role' })] }, 'roleId'],
      [{ steps: [stepOf('a', { pictureMin: 3, pictureMax: 2 })] }, 'pictureMax'],
    ];
    for (const [fields, field] of refusals) {
      const { body } = await desk.filler.post('/manage/traceTemplate', { templateName: `坏${unique()}`, steps: [stepOf('a')], ...fields });
      expect(body, JSON.stringify(fields)).toMatchObject({ problem: 'invalidInput', params: { field } });
    }
    const duplicate = { templateName: `坏${unique()}`, steps: [stepOf('同名'), stepOf('同名')] };
    expect((await desk.filler.post('/manage/traceTemplate', duplicate)).body).toMatchObject({ problem: 'traceStepNameTwice' });
    const nowhere = { templateName: `坏${unique()}`, steps: [stepOf('a', { catalogueId: 987_654 })] };
    expect((await desk.filler.post('/manage/traceTemplate', nowhere)).body).toMatchObject({ problem: 'referenceNotFound' });
    expect((await desk.filler.get('/manage/traceTemplate/list')).body.total).toBe(1);
  });

  it('rejects a form that cannot be filled in or publishes a password, and names the step', async () => {
    const step = (node: FormNode) => stepOf('装箱', { form: { designer: 'forms', version: 1, doc: docOf(node) } });
    const empty = nodeOf('subtable', 'items', { label: '明细', children: [] });
    const secret = nodeOf('password', 'pin', { label: '口令', public: true });
    const template = { templateName: `坏${unique()}`, steps: [stepOf('a'), step(empty)] };
    expect((await desk.filler.post('/manage/traceTemplate', template)).body).toMatchObject({
      problem: 'traceStepFormFaulty',
      params: { field: 'steps', stepName: '装箱' },
      msg: '环节“装箱”的表单不对，不能保存；先改正：“明细”里还没有组件；放入组件或删掉它',
    });
    const templateId = await desk.template();
    const changed = { templateId, steps: [...(await desk.stepsOf(templateId)), step(secret)] };
    expect((await desk.filler.put('/manage/traceTemplate', changed)).body).toMatchObject({ problem: 'traceStepFormFaulty' });
    expect(await desk.stepsOf(templateId)).toHaveLength(2);
  });

  it('moves and renames steps, and keeps those with records', async () => {
    const templateId = await desk.template();
    const batch = await desk.batchOf(templateId);
    const [first, second] = await desk.stepsOf(templateId);
    await desk.add({ batchId: batch.batchId, stepId: first?.stepId });
    const edit = (steps: object[], version?: number) => desk.filler.put('/manage/traceTemplate', { templateId, steps, version });
    expect((await edit([second as object])).body.problem).toBe('traceStepInUse');
    expect((await edit([second as object, { ...first, stepName: '终检' }, stepOf('到货')])).body.code).toBe(200);
    expect((await desk.stepsOf(templateId)).map(({ stepName }) => stepName)).toEqual(['发货', '终检', '到货']);
    expect((await edit([second as object, first as object], 1)).body.problem).toBe('recordStale');
    const foreign = { ...(await desk.stepsOf(desk.templateId))[0], stepName: '外来' };
    expect((await edit([second as object, first as object, foreign])).body.problem).toBe('referenceNotFound');
    expect((await desk.filler.delete(`/manage/traceTemplate/${templateId}`)).body.problem).toBe('traceTemplateInUse');
  });

  it('gives a name to one of two users, and deletes unreferenced templates', async () => {
    const both = await Promise.all(
      [1, 2].map(() => desk.filler.post('/manage/traceTemplate', { templateName: '同时', steps: [stepOf('a')] })),
    );
    expect(both.map(({ body }) => body.code).sort()).toEqual([200, 500]);
    expect(both.find(({ body }) => body.code === 500)?.body).toMatchObject({
      problem: 'traceTemplateNameTaken',
      params: { field: 'templateName' },
    });
    const id = both.find(({ body }) => body.code === 200)?.body.data.templateId;
    expect((await desk.filler.delete(`/manage/traceTemplate/${id}`)).body.code).toBe(200);
  });

  it('requires the permission and the department', async () => {
    expect((await server.stranger.get('/manage/traceTemplate/list')).body.code).toBe(401);
    const reader = await server.as(['manage:traceTemplate:list']);
    expect((await reader.post('/manage/traceTemplate', {})).body.code).toBe(403);
    const { deptId } = await insertDepartment(server.db);
    const foreigner = await server.as(tracePermissions, { deptId, dataScope: '3' });
    expect((await foreigner.get('/manage/traceTemplate/list')).body.total).toBe(0);
    expect((await foreigner.put('/manage/traceTemplate', { templateId: desk.templateId, remark: 'x' })).body.problem).toBe('notFound');
  });
});
