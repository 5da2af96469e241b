import * as batchService from '../features/codes/batch/batch.service.ts';
import { codeRuleInput, productInput, supplierInput, unique } from './factories.ts';
import type { Client, TestServer } from './test-server.ts';

const some = (noun: string, verbs: string) => verbs.split(' ').map((verb) => `manage:${noun}:${verb}`);
const steps = 'submit approve reject cancel issue exportCodes activate freeze unfreeze close recall void';

export const batchPermissions = [
  ...['supplier', 'category', 'codeRule'].flatMap((noun) => some(noun, 'list query add edit')),
  ...some('supplier', 'submit approve suspend'),
  ...some('batch', `list query add edit remove export import ${steps}`),
  ...some('code', 'list query freeze unfreeze void'),
];

/** Brings batches to a state through the API. */
export interface Desk {
  planner: Client;
  approver: Client;
  supplierId: number;
  codeRuleId: number;
  categoryId: number;
  input(given?: object): Record<string, unknown>;
  act(id: number, step: string, body?: object, by?: Client): ReturnType<Client['put']>;
  add(given?: object): Promise<number>;
  approved(given?: object): Promise<number>;
  issued(given?: object): Promise<number>;
  read(id: number): Promise<Record<string, unknown>>;
}

export async function openDesk(server: TestServer): Promise<Desk> {
  const [planner, approver] = [await server.as(batchPermissions), await server.as(batchPermissions)];
  const made = async (path: string, body: object, key: string) => {
    const { body: answer } = await planner.post(path, body);
    if (answer.code !== 200) throw new Error(answer.msg);
    return answer.data[key] as number;
  };
  const supplierId = await made('/manage/supplier', supplierInput(), 'supplierId');
  for (const [step, by] of [
    ['submit', planner],
    ['approve', approver],
  ] as const)
    await by.put(`/manage/supplier/${supplierId}/${step}`);
  const codeRuleId = await made('/manage/codeRule', codeRuleInput(), 'codeRuleId');
  const categoryId = await made('/manage/category', productInput({ codeRuleId }), 'categoryId');
  const input = (given: object = {}) => ({
    batchNo: `B${unique()}`,
    categoryId,
    supplierId,
    quantity: 1000,
    madeDate: '2026-01-31',
    ...given,
  });
  const act = (id: number, step: string, body: object = {}, by = planner) => by.put(`/manage/batch/${id}/${step}`, body);
  const add = (given: object = {}) => made('/manage/batch', input(given), 'batchId');
  const went = async (reply: ReturnType<Client['put']>) => {
    const { body } = await reply;
    if (body.code !== 200) throw new Error(body.msg);
  };
  const approved = async (given: object = {}) => {
    const id = await add(given);
    await went(act(id, 'submit'));
    await went(act(id, 'approve', {}, approver));
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
    async issued(given = {}) {
      const id = await approved(given);
      await batchService.issueByOperator(server.installation, id);
      return id;
    },
    read: async (id) => (await planner.get(`/manage/batch/${id}`)).body.data,
  };
}
