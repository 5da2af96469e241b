import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('the command palette', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    planner = await newVisitor(browser, 1440, { bypassCSP: true });
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  afterAll(async () => {
    expect(planner.faults).toEqual([]);
    await browser?.close();
    await suyuan?.stop();
  });

  const searchField = () => page.getByRole('combobox', { name: '查找页面、记录和操作' });
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  async function searchFor(text: string) {
    await page.keyboard.press('Control+k');
    await searchField().waitFor();
    await searchField().fill(text);
  }

  it('opens a page by its pinyin initials with the keyboard only', async () => {
    await searchFor('pcgl');
    await option('批次管理').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '批次管理' }).waitFor();
    expect(await searchField().count()).toBe(0);
  });

  it('lists recently used pages', async () => {
    await page.getByRole('button', { name: '查找' }).click();
    await page.getByText('最近使用').waitFor();
    expect(await page.getByRole('option').first().textContent()).toContain('批次管理');
    await page.keyboard.press('Escape');
    await searchField().waitFor({ state: 'detached' });
  });

  it('announces the active entry to a screen reader as the arrow keys move', async () => {
    await searchFor('管理');
    await option('批次管理').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const activeOption = () => page.locator('[role=option][aria-selected=true]');
    const [first] = await activeOption().allTextContents();
    await page.keyboard.press('ArrowDown');
    expect(await activeOption().count()).toBe(1);
    expect(await activeOption().textContent()).not.toBe(first);
    expect(await searchField().getAttribute('aria-activedescendant')).toBe(await activeOption().getAttribute('id'));
    await page.keyboard.press('Escape');
  });

  it('opens a record by part of its name', async () => {
    await searchFor('云岭有机');
    await option(/云岭有机牧业合作社/).click();
    await page.waitForURL('**/manage/supplier?supplierName=**');
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
  });

  it('opens a pasted code regardless of grouping', async () => {
    const token = await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? '');
    const adminApi = api(suyuan.consoleUrl, token);
    const { rows: issued } = await adminApi.must('GET', '/manage/batch/list?pageNum=1&pageSize=1&state=active');
    const { batchId } = (issued as { batchId: number }[])[0]!;
    const { rows } = await adminApi.must('GET', `/manage/code/list?pageNum=1&pageSize=1&batchId=${batchId}`);
    const { code, ordinal } = (rows as { code: string; ordinal: number }[])[0]!;
    await searchFor(code.replaceAll(/(.{4})(?=.)/g, '$1 '));
    // a planner has no export permission and sees only the last four characters
    await option(new RegExp(code.slice(-4))).click();
    await page.waitForURL(`**/manage/code/${batchId}/${ordinal}`);
  });

  it('runs global actions', async () => {
    await searchFor('深色');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.documentElement.dataset.scheme === 'dark');
    await searchFor('qsww');
    await page.getByText('没有找到“qsww”').waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows help, and hides pages without permission', async () => {
    await searchFor('?');
    await page.getByText('Ctrl K 或 ⌘ K').waitFor();
    await searchField().fill('用户管理');
    await page.getByText('没有找到“用户管理”').waitFor();
    await page.keyboard.press('Escape');
  });
});
