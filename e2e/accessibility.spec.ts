import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('accessibility checks', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    batch = await issueBatch(suyuan, 'READ-1', 1000);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, { to: 500 });
    planner = await newVisitor(browser, 1440, { bypassCSP: true });
    page = planner.page;
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const open = async (path: string) => {
    await page.goto(suyuan.consoleUrl + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
  };

  it('pass on the sign-in page', async () => {
    await open('/user/login');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('pass on home', async () => {
    await signIn(planner, suyuan, 'planner');
    await open('/index');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('pass in a list, its form and its confirmation', async () => {
    await open('/manage/supplier');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '新增供应商' }).click();
    await page.getByRole('region', { name: '新增供应商' }).getByLabel('供应商名称').fill('没有编码');
    await page
      .getByRole('region', { name: '新增供应商' })
      .getByRole('button', { name: /保\s*存/ })
      .click();
    await page.getByText('供应商编码未填写').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page
      .getByRole('region', { name: '新增供应商' })
      .getByRole('button', { name: /取\s*消/ })
      .click();
    await page.getByRole('button', { name: '继续编辑' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('pass in the rule editor', async () => {
    await open('/manage/codeRule');
    await page.getByRole('button', { name: '新增码规则' }).click();
    await page.getByRole('dialog').getByRole('img', { name: /^样例/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('pass on the batch page', async () => {
    await open(`/manage/batch/${batch.batchId}`);
    await page.getByRole('img', { name: /批次 READ-1 的 1\s000 枚码/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('pass on the code page', async () => {
    await open(`/manage/code/${batch.batchId}/1`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(planner.faults).toEqual([]);
  });

  it('pass on the verification pages', async () => {
    const { page: consumerPage } = await newVisitor(browser, 390, { bypassCSP: true });
    for (const path of ['/', `/c/${batch.codes[0]}`, `/c/${batch.codes[999]}`, '/c/NONSENSE']) {
      await consumerPage.goto(suyuan.publicUrl + path);
      expect(await accessibilityViolations(consumerPage), path).toEqual([]);
    }
  });
});
