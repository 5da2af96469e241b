import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

/** Cycles of opening and closing a page to detect leaks: 200 at full size. */
const CYCLES = process.env.SUYUAN_LONG === '1' ? 200 : 60;

describe('page tabs', () => {
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

  const tabs = () => page.getByRole('navigation', { name: '已打开的页面' });
  const titles = () => tabs().getByRole('link').allTextContents();
  const open = async (name: string) => {
    await page.getByRole('menuitem', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  async function chooseTabAction(tab: string, action: string) {
    const item = page.getByRole('menuitem', { name: action }).locator('visible=true');
    // on a busy machine the menu may still be moving when it is clicked; retry as users would
    for (let attemptsLeft = 3; ; attemptsLeft--) {
      await tabs().getByRole('link', { name: tab }).click({ button: 'right' });
      const wasClicked = await item.click({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
      if (wasClicked || attemptsLeft === 1) break;
      await page.keyboard.press('Escape');
    }
    await item.waitFor({ state: 'hidden' });
  }

  it('keep unsubmitted filter input', async () => {
    await open('供应商管理');
    await page.getByRole('search').getByLabel('供应商名称').fill('云岭');
    await open('品类管理');
    await tabs().getByRole('link', { name: '供应商管理' }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
    expect(await page.getByRole('search').getByLabel('供应商名称').inputValue()).toBe('云岭');
    await waitForText(page, '共 6 条');
  });

  it('keep their filters in the URL, in the background and after a reload', async () => {
    await page.getByRole('button', { name: /查\s*询/ }).click();
    await waitForText(page, '共 2 条');
    await open('批次管理');
    await tabs().getByRole('link', { name: '供应商管理' }).click();
    await page.waitForURL('**/manage/supplier?supplierName=%E4%BA%91%E5%B2%AD');
    await page.reload();
    await waitForText(page, '共 2 条');
    expect(await page.getByRole('search').getByLabel('供应商名称').inputValue()).toBe('云岭');
  });

  it('close, except for home, and the neighbour becomes active', async () => {
    await tabs().getByRole('button', { name: '关闭 批次管理' }).click();
    await open('品类管理');
    await open('码规则');
    expect(await titles()).toEqual(['首页', '供应商管理', '品类管理', '码规则']);
    expect(await tabs().getByRole('button', { name: '关闭 首页' }).count()).toBe(0);
    await tabs().getByRole('button', { name: '关闭 码规则' }).click();
    await page.getByRole('heading', { level: 1, name: '品类管理' }).waitFor();
    expect(await titles()).toEqual(['首页', '供应商管理', '品类管理']);
  });

  it('close to one side, or report that there is nothing to close', async () => {
    await chooseTabAction('品类管理', '关闭右侧');
    await waitForText(page, '右侧没有标签');
    await chooseTabAction('品类管理', '关闭左侧');
    expect(await titles()).toEqual(['首页', '品类管理']);
    await chooseTabAction('品类管理', '关闭全部');
    await page.waitForURL('**/index');
    expect(await titles()).toEqual(['首页']);
    await chooseTabAction('首页', '关闭全部');
    await waitForText(page, '这是最后一个标签，不能关闭');
    await chooseTabAction('首页', '关闭左侧');
    await waitForText(page, '左侧没有标签');
    await tabs().getByRole('link', { name: '首页' }).click({ button: 'right' });
    const current = page.getByRole('menuitem', { name: '关闭当前' }).locator('visible=true');
    expect(await current.getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await current.waitFor({ state: 'hidden' });
    await open('码规则');
    await chooseTabAction('码规则', '关闭当前');
    await page.waitForURL('**/index');
    expect(await titles()).toEqual(['首页']);
  });

  it('ask for confirmation before a tab with unsaved changes closes', async () => {
    await open('供应商管理');
    await page.getByRole('button', { name: '新增供应商' }).click();
    await page.getByRole('region', { name: '新增供应商' }).getByLabel('供应商名称', { exact: true }).fill('还没保存');
    await page.goBack();
    await page.waitForURL('**/manage/supplier');
    await tabs().getByRole('button', { name: '关闭 新增供应商' }).click();
    const question = page.getByRole('dialog').filter({ hasText: '放弃未保存的修改吗？' });
    await question.getByRole('button', { name: /取\s*消/ }).click();
    await question.waitFor({ state: 'hidden' });
    await tabs().getByRole('link', { name: '新增供应商' }).click();
    expect(await page.getByRole('region', { name: '新增供应商' }).getByLabel('供应商名称', { exact: true }).inputValue()).toBe('还没保存');
    await page.goBack();
    await tabs().getByRole('button', { name: '关闭 新增供应商' }).click();
    await question.getByRole('button', { name: '放弃修改' }).click();
    await tabs().getByRole('link', { name: '新增供应商' }).waitFor({ state: 'hidden' });
    await open('供应商管理');
    await tabs().getByRole('button', { name: '关闭 供应商管理' }).click();
    await page.waitForURL('**/index');
    expect(await titles()).toEqual(['首页']);
    expect(planner.faults).toEqual([]);
  });

  it('do not overwrite changes of other users after a form was in the background', async () => {
    const plannerApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'planner', suyuan.passwords.planner ?? ''));
    const supplierId = (await plannerApi.must('GET', '/manage/supplier/list?pageSize=1')).rows?.[0].supplierId as number;
    await page.goto(`${suyuan.consoleUrl}/manage/supplier/${supplierId}/edit`);
    const remark = page.getByRole('region').getByLabel('备注', { exact: true }).locator('visible=true');
    await remark.fill('我写的');
    await open('码规则');
    await plannerApi.must('PUT', '/manage/supplier', { supplierId, remark: '别人写的' });
    await page.goBack();
    expect(await remark.inputValue()).toBe('我写的');
    await remark.scrollIntoViewIfNeeded();
    await page.getByRole('button', { name: '保存' }).locator('visible=true').click();
    const conflictNotice = page.getByText('这条记录已被他人修改').locator('visible=true');
    await conflictNotice.waitFor();
    // visible even when a long form is scrolled to its end
    const { y = -1 } = (await conflictNotice.boundingBox()) ?? {};
    expect(y > 0 && y < (page.viewportSize()?.height ?? 0)).toBe(true);
    const loadLatestButton = page.getByRole('button', { name: '载入最新' });
    const recordUrl = `**/api/manage/supplier/${supplierId}`;
    await page.route(recordUrl, (route) => route.fulfill({ json: { code: 500, msg: '这次没有读到' } }));
    await loadLatestButton.click();
    await page.getByText('这次没有读到').waitFor();
    // input stays until the new data arrives
    expect([await remark.inputValue(), await conflictNotice.isVisible()]).toEqual(['我写的', true]);
    await page.unroute(recordUrl);
    await loadLatestButton.click();
    await page.waitForFunction(() => [...document.querySelectorAll('textarea')].some(({ value }) => value === '别人写的'));
    expect((await plannerApi.must('GET', `/manage/supplier/${supplierId}`)).data).toMatchObject({ remark: '别人写的' });
    await chooseTabAction('首页', '关闭全部');
    await page.waitForURL('**/index');
  });

  it('restore order, titles and active tab after a reload, and load pages lazily', async () => {
    await open('批次管理');
    await page.getByRole('row').filter({ hasText: '待审批' }).getByRole('link').first().click();
    const batch = page.getByRole('heading', { level: 1, name: /\d/ }).locator('visible=true');
    await batch.waitFor();
    const batchNo = (await batch.textContent()) ?? '';
    await tabs().getByRole('link', { name: batchNo }).waitFor();
    await open('品类管理');
    const before = await titles();
    expect(before.slice(-3)).toEqual(['批次管理', batchNo, '品类管理']);
    await page.reload();
    await page.getByRole('heading', { level: 1, name: '品类管理' }).waitFor();
    expect(await titles()).toEqual(before);
    expect(await page.locator('main h1').count()).toBe(1);
    await tabs().getByRole('link', { name: batchNo }).click();
    await page.getByRole('heading', { level: 1, name: batchNo }).waitFor();
  });

  it('mount again on refresh and discard input', async () => {
    await open('品类管理');
    const filter = page.getByRole('search').locator('visible=true').getByRole('textbox').first();
    await filter.fill('还没查询');
    await chooseTabAction('品类管理', '刷新当前');
    await page.waitForFunction(() => ![...document.querySelectorAll('input')].some(({ value }) => value === '还没查询'));
    await page.getByRole('heading', { level: 1, name: '品类管理' }).waitFor();
  });

  it('open their menu by keyboard, and close with Delete and the middle button', async () => {
    await tabs().getByRole('link', { name: '品类管理' }).focus();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: '关闭左侧' }).locator('visible=true').waitFor();
    await page.keyboard.press('Escape');
    await tabs().getByRole('link', { name: '品类管理' }).press('Delete');
    await tabs().getByRole('link', { name: '品类管理' }).waitFor({ state: 'hidden' });
    await open('码规则');
    await tabs().getByRole('link', { name: '码规则' }).click({ button: 'middle' });
    await tabs().getByRole('link', { name: '码规则' }).waitFor({ state: 'hidden' });
    expect(page.context().pages()).toHaveLength(1);
  });

  it('release memory when opened and closed repeatedly', async () => {
    await chooseTabAction('首页', '关闭全部');
    await page.waitForURL('**/index');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Performance.enable');
    const openAndClose = (times: number) =>
      page.evaluate(async (count) => {
        const waitUntil = async (ready: () => unknown) => {
          while (!ready()) await new Promise((resolve) => setTimeout(resolve, 10));
        };
        const menuLink = () => document.querySelector<HTMLElement>('.sider-menu a[href="/manage/codeRule"]');
        const closeButton = () => document.querySelector<HTMLElement>('.tab-active button');
        for (let round = 0; round < count; round++) {
          menuLink()?.click();
          await waitUntil(() => location.pathname === '/manage/codeRule' && document.querySelector('main [role=search]') && closeButton());
          closeButton()?.click();
          await waitUntil(() => location.pathname === '/index' && !document.querySelector('main [role=search]'));
        }
      }, times);
    const measure = async () => {
      for (let round = 0; round < 3; round++) {
        await devtools.send('HeapProfiler.collectGarbage');
        await page.waitForTimeout(300);
      }
      const { metrics } = await devtools.send('Performance.getMetrics');
      const metricValue = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { nodes: metricValue('Nodes'), listeners: metricValue('JSEventListeners') };
    };
    await openAndClose(20);
    const before = await measure();
    await openAndClose(CYCLES);
    // the browser frees memory with delay; a real leak stays
    let after = await measure();
    for (let round = 0; round < 20 && after.nodes - before.nodes >= 5 * CYCLES; round++) after = await measure();
    expect(after.nodes - before.nodes).toBeLessThan(5 * CYCLES);
    expect(after.listeners - before.listeners).toBeLessThan(CYCLES);
    expect(await titles()).toEqual(['首页']);
    expect(planner.faults).toEqual([]);
  });
});
