import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

test.describe('actions on a range of codes', () => {
  /** A submitted batch of the sample's milk. */
  async function submitBatch(user: Api, batchNo: string): Promise<number> {
    const firstRow = async (path: string) => (await user.must('GET', path)).rows?.[0];
    const { categoryId } = await firstRow('/manage/category/list?categoryCode=MILK-250');
    const { supplierId } = await firstRow('/manage/supplier/list?supplierCode=YL-DAIRY');
    const input = { batchNo, categoryId, supplierId, quantity: 10, madeDate: new Date().toISOString().slice(0, 10) };
    const { batchId } = (await user.must('POST', '/manage/batch', input)).data;
    await user.must('PUT', `/manage/batch/${batchId}/submit`, {});
    return batchId;
  }

  const activate = ({ approver, batchId }: IssuedBatch, range: { from?: number; to?: number }) =>
    approver.must('PUT', `/manage/batch/${batchId}/activate`, range);

  /** Asserts what a consumer learns about the code of an ordinal. */
  async function expectVerdict(consumer: Page, publicUrl: string, { codes }: IssuedBatch, ordinal: number, title: string) {
    await consumer.goto(`${publicUrl}/c/${codes[ordinal - 1]}`);
    await expect(consumer.getByRole('heading', { level: 1 })).toHaveText(title);
  }

  test('hides the approve button from a planner and refuses the API call', async ({ apiAs, signIn, faults }) => {
    const planner = await apiAs('planner');
    const batchId = await submitBatch(planner, 'RANGE-PENDING');
    const page = await signIn('planner', '/manage/batch?state=pending');
    await page
      .getByRole('row')
      .filter({ hasText: t('manage.batch.state.pending') })
      .getByRole('link', { name: 'RANGE-PENDING' })
      .click();
    await page.getByRole('heading', { level: 1, name: 'RANGE-PENDING' }).waitFor();
    await waitForText(page, t('manage.batch.state.pending'));
    await expect(page.getByRole('button', { name: t('manage.batch.do.approve') })).toHaveCount(0);
    const answer = await planner.call('PUT', `/manage/batch/${batchId}/approve`, {});
    expect([answer.code, answer.msg]).toEqual([403, t('problem.forbidden', { permission: 'manage:batch:approve' })]);
    expect((await planner.call('GET', `/manage/batch/${batchId}`)).data.state).toBe('pending');
    await (await apiAs('approver')).must('PUT', `/manage/batch/${batchId}/approve`, {});
    await page.reload();
    await waitForText(page, t('manage.batch.wait.issue'));
    await expect(page.getByRole('button', { name: t('manage.batch.do.issue') })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('refuses to let users approve their own batch, even the administrator', async ({ apiAs, signIn }) => {
    const admin = await apiAs('admin');
    const batchId = await submitBatch(admin, 'RANGE-OWN');
    const page = await signIn('admin', `/manage/batch/${batchId}`);
    await waitForText(page, t('kit.needsOther'));
    await expect(page.getByRole('button', { name: t('manage.batch.do.approve') })).toHaveCount(0);
    const answer = await admin.call('PUT', `/manage/batch/${batchId}/approve`, {});
    expect(answer.msg).toBe(t('problem.batchSelfApproved'));
    expect((await admin.call('GET', `/manage/batch/${batchId}`)).data.state).toBe('pending');
  });

  test('shows the planned codes and who is notified before a batch is cancelled and deleted', async ({ apiAs, signIn, faults }) => {
    const batchId = await submitBatch(await apiAs('planner'), 'RANGE-CANCELLED');
    const page = await signIn('planner', `/manage/batch/${batchId}`);
    const chooseAction = async (label: string) => {
      await page.getByRole('button', { name: t('kit.moreOf', { name: 'RANGE-CANCELLED' }) }).click();
      await page.getByRole('menuitem', { name: label, exact: true }).click();
    };
    const impact = t('manage.batch.impact.quantity', { count: 10, text: '10' });
    await chooseAction(t('manage.batch.do.cancel'));
    const question = page.getByRole('dialog', { name: t('manage.batch.ask.cancel', { name: 'RANGE-CANCELLED' }) });
    await question.getByTestId('impact').getByText(impact).waitFor();
    await question.getByText(t('manage.batch.notified.cancel')).waitFor();
    await question.getByRole('button', { name: t('manage.batch.do.cancel') }).click();
    await waitForText(page, t('manage.batch.state.cancelled'));
    await chooseAction(t('kit.remove'));
    const removal = page.getByRole('dialog', { name: t('kit.removeAsk', { name: 'RANGE-CANCELLED' }) });
    await removal.getByTestId('impact').getByText(impact).waitFor();
    await removal.getByText(t('manage.batch.removeMeans')).waitFor();
    await removal.getByRole('button', { name: t('kit.remove') }).click();
    await waitForNotice(page, t('kit.removed'));
    await page.waitForURL('**/manage/batch');
    expect(faults).toEqual([]);
  });

  test('activates a range; only codes in the range are genuine', async ({ suyuan, signIn, openPage, faults }) => {
    const batch = await issueBatch(suyuan, 'RANGE-ACTIVATE', 1000);
    const page = await signIn('approver', `/manage/batch/${batch.batchId}`);
    await enterRange(page, 1, 400);
    await rangePanel(page)
      .getByRole('button', { name: t('manage.batch.do.activate') })
      .click();
    const range = { range: '#1–400', count: '400' };
    await page
      .getByRole('dialog', { name: t('manage.batch.askRange.activate', range) })
      .getByRole('button', { name: t('manage.batch.do.activate') })
      .click();
    await waitForNotice(page, t('manage.batch.rangeDone', { ...range, step: t('manage.batch.step.activate') }));
    const consumer = await openPage({ width: 390 });
    await expectVerdict(consumer, suyuan.publicUrl, batch, 400, t('verify.genuine.title'));
    await expectVerdict(consumer, suyuan.publicUrl, batch, 401, t('verify.notActivated.title'));
    expect(faults).toEqual([]);
  });

  test('freezes a range and shows consumers that the sale is suspended', async ({ suyuan, signIn, openPage, faults }) => {
    const batch = await issueBatch(suyuan, 'RANGE-FREEZE', 1000);
    await activate(batch, { from: 1, to: 400 });
    const page = await signIn('approver', `/manage/batch/${batch.batchId}`);
    await enterRange(page, 11, 20);
    await rangePanel(page)
      .getByRole('button', { name: t('manage.batch.do.freeze') })
      .click();
    const range = { range: '#11–20', count: '10' };
    const question = page.getByRole('dialog', { name: t('manage.batch.askRange.freeze', range) });
    await question.getByRole('button', { name: t('manage.batch.do.freeze') }).click();
    await question.getByText(t('kit.reasonNeeded')).waitFor();
    await question.getByLabel(t('common.field.reason')).fill('外箱渗漏');
    await question.getByRole('button', { name: t('manage.batch.do.freeze') }).click();
    await waitForNotice(page, t('manage.batch.rangeDone', { ...range, step: t('manage.batch.step.freeze') }));
    const consumer = await openPage({ width: 390 });
    await expectVerdict(consumer, suyuan.publicUrl, batch, 15, t('verify.frozen.title'));
    await expectVerdict(consumer, suyuan.publicUrl, batch, 21, t('verify.genuine.title'));
    expect(faults).toEqual([]);
  });

  test('refuses a range that is out of bounds or already active, with a reason', async ({ suyuan }) => {
    const batch = await issueBatch(suyuan, 'RANGE-REFUSED', 1000);
    await activate(batch, { from: 1, to: 400 });
    const refusalOf = async (range: { from: number; to: number }) =>
      (await batch.approver.call('PUT', `/manage/batch/${batch.batchId}/activate`, range)).msg;
    expect(await refusalOf({ from: 990, to: 1001 })).toBe(t('problem.rangeOutside', { from: 990, to: 1001, last: 1000 }));
    expect(await refusalOf({ from: 300, to: 500 })).toBe(t('problem.rangeOverlaps', { span: 'other', from: 300, to: 400 }));
  });

  test('activates all remaining codes in one step and states their number', async ({ suyuan, signIn, openPage, faults }) => {
    const batch = await issueBatch(suyuan, 'RANGE-REST', 1000);
    await activate(batch, { from: 1, to: 400 });
    const page = await signIn('approver', `/manage/batch/${batch.batchId}`);
    await page
      .getByRole('button', { name: t('manage.batch.do.activate'), exact: true })
      .first()
      .click();
    const question = page.getByRole('dialog', { name: t('manage.batch.ask.activate', { name: 'RANGE-REST', count: '600' }) });
    const activated = page.waitForResponse((response) => response.url().endsWith('/activate'));
    await question.getByRole('button').last().click();
    await activated;
    const consumer = await openPage({ width: 390 });
    await expectVerdict(consumer, suyuan.publicUrl, batch, 901, t('verify.genuine.title'));
    expect(faults).toEqual([]);
  });

  test('recalls a batch only after its number is typed, and shows consumers the recall', async ({ suyuan, signIn, openPage, faults }) => {
    const batch = await issueBatch(suyuan, 'RANGE-RECALL', 1000);
    const { approver, batchId } = batch;
    await activate(batch, {});
    await approver.must('PUT', '/manage/code/freeze', { batchId, from: 11, to: 20, reason: '外箱渗漏' });
    const page = await signIn('approver', `/manage/batch/${batchId}`);
    await page.getByRole('button', { name: t('kit.moreOf', { name: 'RANGE-RECALL' }) }).click();
    await page.getByRole('menuitem', { name: t('manage.batch.do.recall'), exact: true }).click();
    const question = page.getByRole('dialog', { name: pattern('manage.batch.ask.recall', { name: 'RANGE-RECALL', count: '1.000' }) });
    const recall = question.getByRole('button', { name: t('manage.batch.do.recall') });
    await question.getByTestId('impact').getByText(t('manage.batch.impact.none')).waitFor();
    await question.getByText(t('manage.batch.notified')).waitFor();
    await question.getByLabel(t('common.field.reason')).fill('抽检不合格');
    const confirmation = question.getByLabel(t('kit.typeName', { name: 'RANGE-RECALL' }));
    await confirmation.fill('RANGE-OTHER');
    await expect(recall).toBeDisabled();
    const wrongConfirmation = { reason: '抽检不合格', confirm: 'RANGE-OTHER' };
    const answer = await approver.call('PUT', `/manage/batch/${batchId}/recall`, wrongConfirmation);
    expect(answer.msg).toBe(t('problem.nameNotConfirmed', { expected: 'RANGE-RECALL' }));
    await confirmation.fill('RANGE-RECALL');
    await recall.click();
    await waitForText(page, t('manage.batch.state.recalled'));
    await waitForText(page, t('manage.batch.why', { reason: '抽检不合格' }));
    const consumer = await openPage({ width: 390 });
    for (const ordinal of [1, 15, 900]) await expectVerdict(consumer, suyuan.publicUrl, batch, ordinal, t('verify.recalled.title'));
    expect(faults).toEqual([]);
  });
});

const rangePanel = (page: Page) => page.getByRole('group', { name: t('manage.batch.range') });

/** Enters a range in the fields next to the bar. */
async function enterRange(page: Page, from: number, to: number) {
  await page.getByRole('button', { name: t('manage.batch.chooseRange') }).click();
  const range = rangePanel(page);
  await range.getByLabel(t('manage.batch.to'), { exact: true }).fill(String(to));
  await range.getByLabel(t('manage.batch.from'), { exact: true }).fill(String(from));
  await range.getByLabel(t('manage.batch.from'), { exact: true }).press('Tab');
}
