import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('list views and columns', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    const { must } = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
    for (let index = 1; index <= 14; index++) {
      const supplierCode = `ARR-${String(index).padStart(2, '0')}`;
      await must('POST', '/manage/supplier', { supplierCode, supplierName: `整理 ${index} 号`, grade: index % 2 ? 'A' : 'B' });
    }
    planner = await newVisitor(browser, 1440, { bypassCSP: true });
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
    await open();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const open = async (search = '') => {
    await page.goto(`${suyuan.consoleUrl}/manage/supplier${search}`);
    await page.getByRole('button', { name: '列设置' }).waitFor();
  };
  const views = () => page.getByRole('navigation', { name: '已存视图' });
  const columnTitles = async () => (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  const chooseViewAction = async (view: string, action: string) => {
    await page.getByRole('button', { name: `视图“${view}”的更多操作` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('saves filters and order as a named view and opens the view', async () => {
    await page.getByLabel('供应商编码').first().fill('ARR-');
    await page.getByRole('button', { name: '查询' }).click();
    await waitForText(page, '共 14 条');
    await page.getByRole('columnheader', { name: '供应商编码' }).click();
    await page.waitForURL(/orderBy=supplierCode/);
    await page.getByRole('button', { name: '存为视图' }).click();
    await page.getByLabel('视图名称').fill('整理');
    await page.getByLabel('视图名称').press('Enter');
    await views().getByRole('link', { name: '整理' }).waitFor();

    await views().getByRole('link', { name: '全部' }).click();
    await page.waitForURL(/\/manage\/supplier\??$/);
    await views().getByRole('link', { name: '整理' }).click();
    await waitForText(page, '共 14 条');
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ supplierCode: 'ARR-', orderBy: 'supplierCode' });
  });

  it('marks a changed view and saves the change only on request', async () => {
    await page.getByLabel('供应商名称').first().fill('14');
    await page.getByRole('button', { name: '查询' }).click();
    await views().getByText('已改动').waitFor();
    await page.getByRole('button', { name: '存入此视图' }).click();
    await views().getByText('已改动').waitFor({ state: 'hidden' });
    await open();
    await views().getByRole('link', { name: '整理' }).click();
    await waitForText(page, '共 1 条');
  });

  it('opens the default view when the URL has no filters, and accepts a view as a link', async () => {
    await chooseViewAction('整理', '设为默认');
    await open();
    await page.waitForURL(/supplierName=14/);
    await open('?supplierCode=ARR-&grade=B');
    await waitForText(page, '共 7 条');
    expect(new URL(page.url()).search).toBe('?supplierCode=ARR-&grade=B');
  });

  it('renames and deletes a view', async () => {
    await views().getByRole('link', { name: '整理' }).click();
    await chooseViewAction('整理', '重命名');
    await page.getByLabel('视图名称').fill('十四号');
    await page.getByLabel('视图名称').press('Enter');
    await views().getByRole('link', { name: '十四号' }).waitFor();
    await chooseViewAction('十四号', '删除视图');
    await views().waitFor({ state: 'hidden' });
    await open();
    await page.getByText(/共 \d+ 条/).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('hides columns, reorders them by keyboard and remembers both', async () => {
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('checkbox', { name: '所属目录' }).click();
    const handle = page.getByRole('button', { name: '移动“状态”，按上下方向键' });
    await handle.focus();
    await handle.press('ArrowDown');
    await page.getByText('“状态”现在是第 3 列').waitFor({ state: 'attached' });
    await open();
    await page.getByRole('row').nth(3).waitFor();
    expect((await columnTitles()).slice(0, 4)).toEqual(['供应商名称', '供应商编码', '状态', '等级']);
    await page.getByRole('button', { name: '列设置' }).click();
    await page.getByRole('tooltip').getByRole('button', { name: '重置' }).click();
    expect((await columnTitles()).slice(0, 4)).toEqual(['供应商名称', '状态', '供应商编码', '所属目录']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('keeps both of two column changes in the same frame', async () => {
    await page.getByRole('button', { name: '列设置' }).click();
    const settings = page.getByRole('tooltip');
    await settings.getByRole('checkbox', { name: '所属目录' }).waitFor();
    await settings.evaluate((dialog) => {
      const columnItem = (title: string) => [...dialog.querySelectorAll('li')].find(({ textContent }) => textContent === title);
      columnItem('所属目录')?.querySelector('input')?.click();
      columnItem('状态')
        ?.querySelector('button')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
    });
    await expect.poll(async () => (await columnTitles()).slice(0, 4)).toEqual(['供应商名称', '供应商编码', '状态', '等级']);
    await settings.getByRole('button', { name: '重置' }).click();
    await page.keyboard.press('Escape');
  });

  it('keeps the selection across pages and acts on all selected rows', async () => {
    await open('?supplierCode=ARR-&orderBy=supplierCode');
    for (const name of ['整理 1 号', '整理 2 号']) await page.getByRole('checkbox', { name: `选择 ${name}` }).click();
    await page.getByRole('listitem', { name: '2' }).click();
    await page.getByRole('checkbox', { name: '选择 整理 13 号' }).click();
    const bar = page.getByRole('toolbar', { name: '已选 3 条' });
    await bar.getByText('其中 2 条在别的页').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await bar.getByRole('button', { name: '删除 3 条' }).click();
    await page.getByRole('dialog').getByText('删除选中的 3 条记录').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await bar.waitFor({ state: 'hidden' });
    await waitForText(page, '共 11 条');
  });

  it('exports the filtered rows with a form post and shows three notices', async () => {
    await open('?supplierCode=ARR-&grade=B');
    const exportRequest = page.waitForRequest(/supplier\/export$/);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: '导出', exact: true }).click();
    const request = await exportRequest;
    expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({ supplierCode: 'ARR-', grade: 'B' });
    expect((await downloading).suggestedFilename()).toMatch(/^supplier_\d+\.xlsx$/);
    await page.getByText('下载成功').waitFor();
    await page.getByText('正在下载数据，请稍候').waitFor({ state: 'hidden' });

    const tooMany = { code: 500, msg: '符合条件的有 20 000 行', problem: 'exportTooLarge' };
    await page.route(/supplier\/export$/, (route) => route.fulfill({ json: tooMany }));
    await page.getByRole('button', { name: '导出', exact: true }).click();
    await page.getByText('符合条件的有 20 000 行').waitFor();
  });

  it('offers to clear an invalid filter instead of a retry', async () => {
    await open('?beginTime=2026-02-30');
    const failed = page.getByRole('alert').filter({ hasText: '不是存在的日期' });
    await failed.waitFor();
    expect(await failed.getByRole('button', { name: '重试' }).count()).toBe(0);
    await failed.getByRole('button', { name: '清除筛选' }).click();
    await waitForText(page, /共 \d+ 条/);
    expect(new URL(page.url()).search).toBe('');
  });

  it('keeps an invalid date in its field so that it can be cleared', async () => {
    await open('?beginTime=2026-02-30');
    await page.getByRole('button', { name: '更多', exact: true }).click();
    const [begin, end] = [page.getByLabel('创建时间'), page.locator('input[date-range=end]')];
    expect(await begin.inputValue()).toBe('2026-02-30');
    await begin.fill('');
    await end.fill('2026-02-03abc');
    await page.getByRole('button', { name: '查询' }).click();
    await page.getByText('创建时间不是存在的日期').waitFor();
    expect(await end.inputValue()).toBe('2026-02-03abc');
    expect(await begin.inputValue()).toBe('');
    await end.fill('');
    await page.getByRole('button', { name: '查询' }).click();
    await waitForText(page, /共 \d+ 条/);
    expect(new URL(page.url()).search).toBe('');
  });

  it('searches when the button moves under the pointer because an error disappears', async () => {
    await open('?beginTime=2026-02-30');
    await page.getByRole('button', { name: '更多', exact: true }).click();
    await page.getByText('创建时间不是存在的日期').first().waitFor();
    const search = page.getByRole('button', { name: '查询' });
    const readBox = async () => (await search.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    let lastBox = await readBox();
    const isStill = async () => {
      const before = lastBox;
      lastBox = await readBox();
      return lastBox.y === before.y;
    };
    await expect.poll(isStill).toBe(true);
    await page.getByLabel('创建时间').fill('');
    await page.mouse.move(lastBox.x + lastBox.width / 2, lastBox.y + lastBox.height / 2);
    await page.mouse.down();
    await expect.poll(async () => lastBox.y - (await readBox()).y).toBeGreaterThan(lastBox.height / 2);
    await page.mouse.up();
    await page.waitForURL(/\/manage\/supplier\??$/);
  });

  it('does not render table rows again while a filter is edited', async () => {
    await open('?pageSize=50');
    await page.getByRole('row').nth(12).waitFor();
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    // what the page fetches when it is idle, such as notices, may come at any time
    page.on('request', (request) => {
      if (request.url().includes('/api/manage/supplier')) requests.push(request.url());
    });
    await page.evaluate(() => {
      const mutations = { count: 0 };
      new MutationObserver((changes) => {
        mutations.count += changes.length;
      }).observe(document.querySelector('.ant-table-wrapper') as Element, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      Object.assign(window, { mutations });
    });
    await page.getByLabel('供应商名称').first().pressSequentially('一二三四五六七八九十云岭牧场乳业有限公司');
    expect(await page.evaluate(() => (window as unknown as { mutations: { count: number } }).mutations.count)).toBe(0);
    expect(requests).toEqual([]);
    expect(planner.faults).toEqual([]);
  });
});
