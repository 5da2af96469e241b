import { type Api, api, pollUntil, tokenOf } from '../e2e/support/api.ts';
import { type Suyuan, startSuyuan } from '../e2e/support/suyuan-process.ts';

/** A running product with the accounts to issue a large batch. */
export interface IssuingSetup {
  suyuan: Suyuan;
  planner: Api;
  approver: Api;
  /** Exports codes; the other accounts have no permission to. */
  admin: Api;
  /** Plans, approves and issues a batch. `seconds` is the time from the issue request to the issued state. */
  issue(batchNo: string, quantity: number): Promise<{ batchId: number; seconds: number }>;
}

/** Starts the product in a new folder and signs in all accounts. */
export async function startIssuingSetup(environment: Record<string, string> = {}): Promise<IssuingSetup> {
  const suyuan = await startSuyuan(environment);
  const { consoleUrl, passwords } = suyuan;
  const planner = api(consoleUrl, await tokenOf(consoleUrl, 'planner', passwords.planner ?? ''));
  const approver = api(consoleUrl, await tokenOf(consoleUrl, 'approver', passwords.approver ?? ''));
  const admin = api(consoleUrl, await tokenOf(consoleUrl, 'admin', environment.ADMIN_PASSWORD ?? passwords.admin ?? ''));
  const rule = await planner.must('POST', '/manage/codeRule', {
    ruleName: '测速',
    prefix: 'BX',
    alphabet: 'base32',
    serialDigits: 8,
    tagDigits: 8,
  });
  const product = await planner.must('POST', '/manage/category', {
    categoryCode: 'BENCH',
    categoryName: '测速',
    codeRuleId: rule.data.codeRuleId,
  });
  const supplier = await planner.must('POST', '/manage/supplier', { supplierCode: 'BENCH', supplierName: '测速' });
  await planner.must('PUT', `/manage/supplier/${supplier.data.supplierId}/submit`);
  await approver.must('PUT', `/manage/supplier/${supplier.data.supplierId}/approve`);
  const master = { ...rule.data, ...product.data, ...supplier.data };
  return {
    suyuan,
    planner,
    approver,
    admin,
    async issue(batchNo, quantity) {
      const { data } = await planner.must('POST', '/manage/batch', { batchNo, quantity, madeDate: '2026-01-01', ...master });
      const path = `/manage/batch/${data.batchId}`;
      await planner.must('PUT', `${path}/submit`);
      await approver.must('PUT', `${path}/approve`);
      const start = performance.now();
      await approver.must('PUT', `${path}/issue`);
      await pollUntil(
        () => approver.must('GET', path),
        (answer) => answer.data.state === 'issued',
      );
      return { batchId: data.batchId, seconds: (performance.now() - start) / 1000 };
    },
  };
}
