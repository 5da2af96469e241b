import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

/** Quantity of the README's walkthrough. */
const QUANTITY = 10_000_000;
const BATCH_NO = 'E2E-20261120';

describe('a batch from planning to the first scan', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let approver: Visitor;
  let code = '';

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    [planner, approver] = [await newVisitor(browser), await newVisitor(browser)];
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('lets the sample planner plan a batch of ten million codes and submit it', async () => {
    const { page } = planner;
    await signIn(planner, suyuan, 'planner');
    await page.getByRole('menuitem', { name: '批次管理' }).click();
    await page.getByRole('button', { name: '新增批次' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('批号').fill(BATCH_NO);
    await selectOption(page, '品类', '纯牛奶 250 毫升');
    await selectOption(page, '供应商', '云岭牧场乳业有限公司');
    await form.getByLabel('数量').fill(String(QUANTITY));
    await form.getByLabel('生产日期').fill('2026-11-20');
    await form.getByLabel('生产日期').press('Tab');
    await form.getByRole('button', { name: '保存' }).click();
    await page.getByRole('heading', { level: 1, name: BATCH_NO }).waitFor();
    await page.getByRole('button', { name: '提交审批' }).click();
    await waitForText(page, '待审批');
  });

  it('lets the sample approver approve it and issue its codes', async () => {
    const { page } = approver;
    await signIn(approver, suyuan, 'approver');
    await page.getByRole('menuitem', { name: '批次管理' }).click();
    // home also links recent batches, until the list is in front
    await page.getByRole('heading', { level: 1, name: '批次管理' }).waitFor();
    await page.getByRole('link', { name: BATCH_NO }).click();
    await page.getByRole('heading', { level: 1, name: BATCH_NO }).waitFor();
    await runStep(page, '审批通过');
    await runStep(page, '发码');
    await page.getByRole('button', { name: '激活', exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: '导出码' }).count()).toBe(0);
  });

  it('exports ten million unique codes, one per line, to users with the export permission', async () => {
    const exporter = await newVisitor(browser);
    const { page } = exporter;
    await signIn(exporter, suyuan, 'admin');
    await page.goto(approver.page.url());
    await page.getByRole('button', { name: '导出码' }).first().click();
    const dialog = page.getByRole('dialog');
    const downloading = page.waitForEvent('download', { timeout: 60_000 });
    await dialog.getByRole('button', { name: /下载/ }).click();
    const download = await downloading;
    let lines = 0;
    for await (const line of createInterface({ input: createReadStream((await download.path()) ?? '') })) {
      if (lines++ === 41) code = line;
    }
    expect(lines).toBe(QUANTITY);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    expect(exporter.faults).toEqual([]);
  });

  it('shows a consumer that a code is not yet activated', async () => {
    const consumer = await newVisitor(browser, 390);
    await consumer.page.goto(`${suyuan.publicUrl}/c/${code}`);
    await consumer.page.getByRole('heading', { name: /未激活|尚未/ }).waitFor();
  });

  it('activates the batch and shows consumers that the goods are genuine', async () => {
    const { page } = approver;
    await runStep(page, '激活');
    await page.getByRole('button', { name: '结批', exact: true }).first().waitFor();
    const consumer = await newVisitor(browser, 390);
    await consumer.page.goto(`${suyuan.publicUrl}/c/${code}`);
    await consumer.page.getByText('纯牛奶 250 毫升').first().waitFor();
    expect(await consumer.page.title()).toContain('正品');
    expect(consumer.faults).toEqual([]);
  });

  it('shows the scan in the console', async () => {
    const { page } = approver;
    await page.getByRole('menuitem', { name: '码记录' }).click();
    await page
      .getByRole('row', { name: new RegExp(`正品.*${BATCH_NO}`) })
      .first()
      .waitFor();
    expect([...planner.faults, ...approver.faults]).toEqual([]);
  });
});

async function runStep(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

/** Waits for visible text; hidden tabs stay in the document. */
const waitForText = (page: Page, text: string) => page.getByText(text).locator('visible=true').first().waitFor();

async function selectOption(page: Page, label: string, option: string) {
  const form = page.getByRole('dialog');
  const field = form.getByLabel(label);
  const selectedLabel = form
    .locator('.ant-select', { has: page.getByLabel(label) })
    .locator('.ant-select-content', { hasText: new RegExp(`^${option}`) });
  const matchingOption = page
    .locator('.ant-select-item-option-active', { hasText: new RegExp(`^${option}`) })
    .locator('visible=true')
    .first();
  await field.click();
  await field.fill(option);
  await matchingOption.waitFor();
  await field.press('Enter');
  await selectedLabel.waitFor();
}
