import { emptyTraceForm, type TraceField, type TraceStep } from '@suyuan/contract';
import { insertBatch, unique } from './factories.ts';
import type { Client, TestServer } from './test-server.ts';

const verbs = 'list query add edit remove export import submit verify reject publish correct'.split(' ');
export const tracePermissions = [
  ...verbs.map((verb) => `manage:traceability:${verb}`),
  ...['list', 'query', 'add', 'edit', 'remove'].map((verb) => `manage:traceTemplate:${verb}`),
];

export const fieldOf = (name: string, overrides: Partial<TraceField> = {}): TraceField => ({
  name,
  title: name,
  kind: 'text',
  required: false,
  public: true,
  ...overrides,
});

export const stepOf = (stepName: string, overrides: Partial<TraceStep> = {}): TraceStep => ({
  stepName,
  required: true,
  filler: 'any',
  form: emptyTraceForm,
  pictureMin: 0,
  pictureMax: 9,
  bizStep: 'inspecting',
  public: true,
  ...overrides,
});

export const formOf = (...fields: TraceField[]): TraceStep['form'] => ({ designer: 'fields', version: 1, fields });

export async function openTraceFixture(server: TestServer) {
  const [filler, verifier] = [await server.as(tracePermissions), await server.as(tracePermissions)];
  const step = stepOf('出厂检验', {
    form: formOf(
      fieldOf('fat', { title: '脂肪', kind: 'number', unit: 'g/100 mL', required: true, min: 0, max: 10 }),
      fieldOf('note', { title: '备注', kind: 'lines', public: false }),
    ),
  });
  const template = async (overrides: object = {}, by: Client = filler) =>
    (
      await by.post('/manage/traceTemplate', {
        templateName: `模板${unique()}`,
        steps: [step, stepOf('发货', { bizStep: 'shipping' })],
        ...overrides,
      })
    ).body.data.templateId as number;
  const stepsOf = async (templateId: number) =>
    (await filler.get(`/manage/traceTemplate/${templateId}`)).body.data.steps as (TraceStep & { stepId: number })[];
  const batchOf = async (templateId: number) => {
    const batch = await insertBatch(server.db);
    const { categoryId } = await server.db
      .selectFrom('batch')
      .select('categoryId')
      .where('batchId', '=', batch.batchId)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('product').set({ templateId }).where('categoryId', '=', categoryId).execute();
    return { ...batch, categoryId };
  };
  const templateId = await template();
  const [inspect = { stepId: 0 }, ship = { stepId: 0 }]: { stepId: number }[] = await stepsOf(templateId);
  const batch = await batchOf(templateId);
  const input = (overrides: object = {}) => ({
    batchId: batch.batchId,
    stepId: inspect.stepId,
    subject: 'batch',
    eventTime: '2026-03-01 08:00:00',
    placeName: '昆明工厂',
    regionCode: '530100',
    data: { fat: 3.6, note: '内部' },
    ...overrides,
  });
  const add = async (overrides: object = {}, by: Client = filler) =>
    (await by.post('/manage/traceability', input(overrides))).body.data.traceRecordId as number;
  const act = (id: number, verb: string, body: object = {}, by: Client = filler) => by.put(`/manage/traceability/${id}/${verb}`, body);
  const read = async (id: number) => (await filler.get(`/manage/traceability/${id}`)).body.data;
  const verified = async (overrides: object = {}) => {
    const id = await add(overrides);
    await act(id, 'submit');
    await act(id, 'verify', {}, verifier);
    return id;
  };
  const published = async (overrides: object = {}) => {
    const id = await verified(overrides);
    await act(id, 'publish', {}, verifier);
    return id;
  };
  return { filler, verifier, template, stepsOf, batchOf, templateId, inspect, ship, batch, input, add, act, read, verified, published };
}
