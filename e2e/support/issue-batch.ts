import { type Api, api, pollUntil, tokenOf } from './api.ts';
import type { Suyuan } from './suyuan-process.ts';

export interface IssuedBatch {
  batchId: number;
  batchNo: string;
  approver: Api;
  /** Codes of the ordinals 1 to `quantity`. */
  codes: string[];
}

/** Creates a batch of the sample's milk through the API, up to issued codes. @param rule overrides the product's code rule */
export async function issueBatch(
  { consoleUrl, passwords }: Suyuan,
  batchNo: string,
  quantity: number,
  rule?: object,
): Promise<IssuedBatch> {
  const signInAs = async (name: string) => api(consoleUrl, await tokenOf(consoleUrl, name, passwords[name] ?? ''));
  const [planner, approver, admin] = [await signInAs('planner'), await signInAs('approver'), await signInAs('admin')];
  const firstRow = async (path: string) => (await planner.must('GET', path)).rows?.[0];
  const { categoryId } = await firstRow('/manage/category/list?categoryCode=MILK-250');
  const { supplierId } = await firstRow('/manage/supplier/list?supplierCode=YL-DAIRY');
  const ruleField = rule && { codeRuleId: (await planner.must('POST', '/manage/codeRule', rule)).data.codeRuleId };
  const input = { batchNo, categoryId, supplierId, quantity, madeDate: new Date().toISOString().slice(0, 10), ...ruleField };
  const { batchId } = (await planner.must('POST', '/manage/batch', input)).data;
  await planner.must('PUT', `/manage/batch/${batchId}/submit`, {});
  for (const step of ['approve', 'issue']) await approver.must('PUT', `/manage/batch/${batchId}/${step}`, {});
  await pollUntil(
    () => approver.call('GET', `/manage/batch/${batchId}`),
    ({ data }) => data?.state === 'issued',
  );
  const { data } = await admin.must('PUT', `/manage/batch/${batchId}/exportCodes`, { format: 'txt', from: 1, to: quantity });
  const codes = (await (await fetch(consoleUrl + data.url)).text()).trim().split(/\s+/);
  return { batchId, batchNo, approver, codes };
}
