import * as batchService from '../features/codes/batch/batch.service.ts';
import { codeRuleInput, productInput, supplierInput, unique } from './factories.ts';
import type { Client, TestServer } from './test-server.ts';

const permissionsOf = (noun: string, verbs: string) => verbs.split(' ').map((verb) => `manage:${noun}:${verb}`);
const steps = 'submit approve reject cancel issue exportCodes activate freeze unfreeze close recall void';

export const batchPermissions = [
  ...['supplier', 'category', 'codeRule'].flatMap((noun) => permissionsOf(noun, 'list query add edit')),
  ...permissionsOf('supplier', 'submit approve suspend'),
  ...permissionsOf('batch', `list query add edit remove export import ${steps}`),
  ...permissionsOf('code', 'list query freeze unfreeze void'),
];

/** Brings batches to a state through the API. */
export interface BatchFixture {
  planner: Client;
  approver: Client;
  supplierId: number;
  codeRuleId: number;
  categoryId: number;
  input(overrides?: object): Record<string, unknown>;
  act(id: number, step: string, body?: object, by?: Client): ReturnType<Client['put']>;
  add(overrides?: object): Promise<number>;
  approved(overrides?: object): Promise<number>;
  issued(overrides?: object): Promise<number>;
  read(id: number): Promise<Record<string, unknown>>;
}

export async function openBatchFixture(server: TestServer): Promise<BatchFixture> {
  const [planner, approver] = [await server.as(batchPermissions), await server.as(batchPermissions)];
  const create = async (path: string, body: object, key: string) => {
    const { body: answer } = await planner.post(path, body);
    if (answer.code !== 200) throw new Error(answer.msg);
    return answer.data[key] as number;
  };
  const supplierId = await create('/manage/supplier', supplierInput(), 'supplierId');
  for (const [step, by] of [
    ['submit', planner],
    ['approve', approver],
  ] as const)
    await by.put(`/manage/supplier/${supplierId}/${step}`);
  const codeRuleId = await create('/manage/codeRule', codeRuleInput(), 'codeRuleId');
  const categoryId = await create('/manage/category', productInput({ codeRuleId }), 'categoryId');
  const input = (overrides: object = {}) => ({
    batchNo: `B${unique()}`,
    categoryId,
    supplierId,
    quantity: 1000,
    madeDate: '2026-01-31',
    ...overrides,
  });
  const act = (id: number, step: string, body: object = {}, by = planner) => by.put(`/manage/batch/${id}/${step}`, body);
  const add = (overrides: object = {}) => create('/manage/batch', input(overrides), 'batchId');
  const expectSuccess = async (reply: ReturnType<Client['put']>) => {
    const { body } = await reply;
    if (body.code !== 200) throw new Error(body.msg);
  };
  const approved = async (overrides: object = {}) => {
    const id = await add(overrides);
    await expectSuccess(act(id, 'submit'));
    await expectSuccess(act(id, 'approve', {}, approver));
    return id;
  };
  return {
    planner,
    approver,
    supplierId,
    codeRuleId,
    categoryId,
    input,
    act,
    add,
    approved,
    async issued(overrides = {}) {
      const id = await approved(overrides);
      await batchService.issueByOperator(server.installation, id);
      return id;
    },
    read: async (id) => (await planner.get(`/manage/batch/${id}`)).body.data,
  };
}
