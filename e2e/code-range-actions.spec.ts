import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('actions on a range of codes', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let planner: Visitor;
  let approver: Visitor;
  let consumer: Visitor;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    [planner, approver, consumer] = [await newVisitor(browser), await newVisitor(browser), await newVisitor(browser, 390)];
    batch = await issueBatch(suyuan, 'RANGE-1', 1000);
    await signIn(planner, suyuan, 'planner');
    await signIn(approver, suyuan, 'approver');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  async function readVerdict(ordinal: number) {
    await consumer.page.goto(`${suyuan.publicUrl}/c/${batch.codes[ordinal - 1]}`);
    return consumer.page.getByRole('heading', { level: 1 }).textContent();
  }

  it('hides the approve button from a planner and refuses the API call', async () => {
    const { page } = planner;
    await page.goto(`${suyuan.consoleUrl}/manage/batch?state=pending`);
    await page.getByRole('row').filter({ hasText: '待审批' }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^YOGURT|\d/ }).waitFor();
    await waitForText(page, '待审批');
    expect(await page.getByRole('button', { name: '审批通过' }).count()).toBe(0);
    const plannerApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'planner', suyuan.passwords.planner ?? ''));
    const batchId = new URL(page.url()).pathname.split('/').at(-1);
    const answer = await plannerApi.call('PUT', `/manage/batch/${batchId}/approve`, {});
    expect([answer.code, answer.msg]).toEqual([403, '没有“manage:batch:approve”权限；联系管理员授权']);
    expect((await plannerApi.call('GET', `/manage/batch/${batchId}`)).data.state).toBe('pending');
  });

  it('refuses to let users approve their own batch, even the administrator', async () => {
    const admin = await newVisitor(browser);
    const adminApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
    const { categoryId, supplierId, madeDate } = (await adminApi.must('GET', `/manage/batch/${batch.batchId}`)).data;
    const input = { batchNo: 'OWN-1', categoryId, supplierId, quantity: 10, madeDate };
    const { batchId } = (await adminApi.must('POST', '/manage/batch', input)).data;
    await adminApi.must('PUT', `/manage/batch/${batchId}/submit`, {});
    await signIn(admin, suyuan, 'admin');
    await admin.page.goto(`${suyuan.consoleUrl}/manage/batch/${batchId}`);
    await admin.page.getByRole('button', { name: '审批通过' }).click();
    await confirmDialog(admin.page);
    await waitForText(admin.page, '您参与过这个批次的计划（新增、修改或提交）；须由另一个人审批');
    await waitForText(admin.page, '待审批');
    expect((await adminApi.call('GET', `/manage/batch/${batchId}`)).data.state).toBe('pending');
  });

  it('activates a range; only codes in the range are genuine', async () => {
    const { page } = approver;
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batch.batchId}`);
    await enterRange(page, 1, 400);
    await page.getByRole('group', { name: '序号范围' }).getByRole('button', { name: '激活' }).click();
    await confirmDialog(page);
    await waitForText(page, /序号 1 – 400 已激活，共 400 枚/);
    expect(await readVerdict(400)).toBe('正品');
    expect(await readVerdict(401)).toBe('尚未启用');
  });

  it('freezes a range and shows consumers that the sale is suspended', async () => {
    const { page } = approver;
    await enterRange(page, 11, 20);
    await page
      .getByRole('group', { name: '序号范围' })
      .getByRole('button', { name: /冻\s*结/ })
      .click();
    const question = page.getByRole('dialog', { name: /冻结序号 11 – 20 的 10 枚码/ });
    await question.getByRole('button', { name: /冻\s*结/ }).click();
    await question.getByText('原因未填写；写明原因后再继续').waitFor();
    await question.getByLabel('原因').fill('外箱渗漏');
    await question.getByRole('button', { name: /冻\s*结/ }).click();
    await waitForText(page, /已冻结，共 10 枚/);
    expect(await readVerdict(15)).toBe('暂停销售');
    expect(await readVerdict(21)).toBe('正品');
  });

  it('refuses a range that is out of bounds or already active, with a reason', async () => {
    const path = `/manage/batch/${batch.batchId}/activate`;
    expect((await batch.approver.call('PUT', path, { from: 990, to: 1001 })).msg).toBe('范围 990–1 001 超出批次的 1–1 000；在这个范围内选');
    expect((await batch.approver.call('PUT', path, { from: 300, to: 500 })).msg).toMatch(/^范围内的 300–400 已经激活/);
  });

  it('activates all remaining codes in one step and states their number', async () => {
    const { page } = approver;
    await page.getByRole('button', { name: '激活', exact: true }).first().click();
    const question = page.getByRole('dialog', { name: '激活批次 RANGE-1 全部 600 枚未激活的码？' });
    const activated = page.waitForResponse((response) => response.url().endsWith('/activate'));
    await question.getByRole('button').last().click();
    await activated;
    expect(await readVerdict(901)).toBe('正品');
  });

  it('recalls a batch only after its number is typed, and shows consumers the recall', async () => {
    const { page } = approver;
    await page.getByRole('button', { name: '“RANGE-1”的更多操作' }).click();
    await page.getByRole('menuitem', { name: '召回', exact: true }).click();
    const question = page.getByRole('dialog', { name: /召回批次 RANGE-1/ });
    const recall = question.getByRole('button', { name: /召\s*回/ });
    await question.getByLabel('原因').fill('抽检不合格');
    await question.getByLabel(/输入“RANGE-1”以确认/).fill('RANGE-2');
    expect(await recall.isDisabled()).toBe(true);
    const wrongConfirmation = { reason: '抽检不合格', confirm: 'RANGE-2' };
    const answer = await batch.approver.call('PUT', `/manage/batch/${batch.batchId}/recall`, wrongConfirmation);
    expect(answer.msg).toBe('输入的批号与“RANGE-1”不一致；此操作不能撤销，须照样输入');
    await question.getByLabel(/输入“RANGE-1”以确认/).fill('RANGE-1');
    await recall.click();
    await waitForText(page, '已召回');
    await waitForText(page, '原因：抽检不合格');
    for (const ordinal of [1, 15, 900]) expect(await readVerdict(ordinal)).toBe('已召回');
    expect([...planner.faults, ...approver.faults, ...consumer.faults]).toEqual([]);
  });
});

/** Enters a range in the fields next to the bar. */
async function enterRange(page: Page, from: number, to: number) {
  await page.getByRole('button', { name: '按序号选一段' }).click();
  const range = page.getByRole('group', { name: '序号范围' });
  await range.getByLabel('结束序号', { exact: true }).fill(String(to));
  await range.getByLabel('起始序号', { exact: true }).fill(String(from));
  await range.getByLabel('起始序号', { exact: true }).press('Tab');
}

async function confirmDialog(page: Page) {
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
