import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('categories, products and the product gallery', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    planner = await newVisitor(browser);
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  it('adds a subcategory, moves it by keyboard and disables its branch', { timeout: 90_000 }, async () => {
    await page.goto(`${suyuan.consoleUrl}/digit/category`);
    await row('茶叶').getByRole('button', { name: '新增下级' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('目录名称').fill('花茶');
    await form.getByLabel('目录编码').fill('TEA-FLOWER');
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await form.waitFor({ state: 'hidden' });
    await row('花茶').waitFor();

    await page.getByRole('button', { name: /花茶.*(拖动|上下)/ }).press('ArrowUp');
    await page.getByRole('button', { name: '保存排序' }).click();
    await waitForText(page, /排序已保存/);

    await row('茶叶').getByRole('button', { name: /更多/ }).first().click();
    await page.getByRole('menuitem', { name: '停用' }).click();
    await waitForText(page, /4 个启用的下级，会一并停用/);
    await page.getByRole('dialog').getByRole('button', { name: '停用' }).click();
    await row('花茶').getByText('停用').waitFor();

    await row('茶叶').getByRole('button', { name: /更多/ }).first().click();
    await page.getByRole('menuitem', { name: '启用' }).click();
    await page.getByRole('button', { name: '连同下级启用' }).click();
    await row('花茶').getByText('启用').waitFor();
    await row('乳制品').getByRole('button', { name: '乳制品', exact: true }).click();
    await waitForText(page, '“乳制品”的数字');
  });

  it('clones a product without its code and shows it in the gallery with statistics', { timeout: 90_000 }, async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/category`);
    await row('纯牛奶 250 毫升').getByRole('button', { name: /更多/ }).click();
    await page.getByRole('menuitem', { name: '复制' }).click();
    const form = page.getByRole('dialog');
    await form.getByLabel('品类编码').fill('MILK-1000');
    await form.getByLabel('品类名称').fill('纯牛奶 1 升');
    await form.getByRole('button', { name: /复\s*制/ }).click();
    await page.getByRole('heading', { level: 1, name: '纯牛奶 1 升' }).waitFor();

    await page.goto(`${suyuan.consoleUrl}/business/category?words=${encodeURIComponent('纯牛奶')}`);
    await page.getByRole('link', { name: '纯牛奶 1 升' }).waitFor();
    await page.getByRole('link', { name: '纯牛奶 250 毫升' }).click();
    await page.getByRole('heading', { level: 1, name: '纯牛奶 250 毫升' }).waitFor();
    await waitForText(page, '码走到了哪一步？');
  });

  it('shows batches in a calendar with links from a day to its list', { timeout: 90_000 }, async () => {
    await page.goto(`${suyuan.consoleUrl}/manage/batch`);
    await page.getByText('日历', { exact: true }).click();
    await page.getByRole('heading', { name: /的批次/ }).waitFor();
    const moreLink = page.getByRole('button', { name: /批，.*件|另有/ }).first();
    if ((await moreLink.count()) === 0) await page.getByRole('button', { name: '上个月' }).click();
    await moreLink.click();
    await waitForText(page, /生产日期起/);
    await page.getByRole('columnheader', { name: '批号' }).waitFor();
    expect(planner.faults).toEqual([]);
  });
});
