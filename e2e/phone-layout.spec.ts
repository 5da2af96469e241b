import type { Browser, Locator, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('the console on a phone, 390 px wide', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let approver: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    batch = await issueBatch(suyuan, 'PHONE-1', 1000);
    approver = await newVisitor(browser, 390, { hasTouch: true });
    page = approver.page;
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const open = (path: string) => page.goto(suyuan.consoleUrl + path);

  it('signs in', async () => {
    await open('/user/login');
    await expectReachable(page, page.getByRole('button', { name: '登录' }));
    await signIn(approver, suyuan, 'approver');
  });

  it('shows home and navigates with its menu', async () => {
    await expectReachable(page, page.getByRole('button', { name: '展开菜单' }));
    await page.getByRole('button', { name: '展开菜单' }).click();
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
  });

  it('lists suppliers as cards', async () => {
    await expectReachable(page, page.getByRole('listitem').filter({ hasText: 'YL-DAIRY' }));
    await expectReachable(page, page.getByRole('button', { name: /查\s*询/ }));
    expect(await page.getByRole('table').count()).toBe(0);
  });

  it('groups digits of page numbers, and pages by button or number', async () => {
    const respondWithManyPages = async (route: Route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 123_450 } });
    };
    // aborted requests have no response
    await page.route('**/api/manage/supplier/list*', (route) => respondWithManyPages(route).catch(() => undefined));
    await open('/manage/supplier?page=1200');
    await page.getByText('/ 12\u00a0345', { exact: true }).waitFor();
    const number = page.getByRole('textbox', { name: '页码' });
    expect(await number.inputValue()).toBe('1\u00a0200');
    await page.getByRole('button', { name: '下一页' }).click();
    await page.waitForURL(/[?&]page=1201/);
    await number.fill('9 876');
    await number.press('Enter');
    await page.waitForURL(/[?&]page=9876/);
    await expect.poll(() => number.inputValue()).toBe('9\u00a0876');
    await page.unroute('**/api/manage/supplier/list*');
  });

  it('lists batches with an approve button', async () => {
    await open('/manage/batch?state=pending');
    await expectReachable(page, page.getByRole('button', { name: '审批通过' }).first());
  });

  it('shows a batch with its next step and selects a range', async () => {
    await open(`/manage/batch/${batch.batchId}`);
    await expectReachable(page, page.getByRole('button', { name: '激活', exact: true }));
    await expectReachable(page, page.getByRole('button', { name: '“PHONE-1”的更多操作' }));
    await page.getByRole('button', { name: '按序号选一段' }).click();
    await expectReachable(page, page.getByRole('group', { name: '序号范围' }).getByRole('button', { name: '激活' }));
  });

  it('shows a code with its actions', async () => {
    await open(`/manage/code/${batch.batchId}/7`);
    await expectReachable(page, page.getByRole('button', { name: /冻\s*结/ }));
  });

  it('marks stopped goods and returns to the previous page when a page becomes empty', async () => {
    const [dealer] = (await batch.approver.must('GET', '/manage/dispatch/dealers/list')).data;
    const { dispatchId } = (await batch.approver.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
    for (let from = 1; from <= 41; from += 2)
      await batch.approver.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { batchId: batch.batchId, level: 0, from, to: from });
    await open(`/manage/dispatch/${dispatchId}`);
    const cards = page.locator('.sub-cards .record-card');
    await cards.and(page.locator('.dispatch-stopped')).nth(19).waitFor();
    await page.getByRole('button', { name: '下一页' }).click();
    await cards.nth(1).waitFor({ state: 'detached' });
    await cards.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await cards.nth(19).waitFor();
  });

  it('fits a form', async () => {
    const planner = await newVisitor(browser, 390, { hasTouch: true });
    await signIn(planner, suyuan, 'planner');
    await planner.page.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await planner.page.getByRole('button', { name: '新增供应商' }).click();
    await expectReachable(planner.page, planner.page.getByRole('region', { name: '新增供应商' }).getByRole('button', { name: /保\s*存/ }));
    expect([...planner.faults, ...approver.faults]).toEqual([]);
  });
});

/** Waits for a control. Checks that it is within the width and that the page does not scroll sideways. */
async function expectReachable(page: Page, control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await control.click({ trial: true });
  const { x, width } = (await control.boundingBox()) ?? { x: -1, width: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}
