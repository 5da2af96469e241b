import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { readPixels } from './support/pixels.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('layout settings of the console', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan({ PREVIEW_SITE: 'on', ENGLISH_ENABLED: 'on' }), openBrowser()]);
    planner = await newVisitor(browser, 1440, { bypassCSP: true });
    page = planner.page;
    await signIn(planner, suyuan, 'planner');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const drawer = () => page.getByRole('dialog', { name: '布局设置' });
  const openDrawer = async () => {
    await page.getByRole('button', { name: '布局设置' }).click();
    await drawer().waitFor();
  };
  const selectOption = (name: string, value: string) =>
    drawer().getByRole('radiogroup', { name }).getByText(value, { exact: true }).click();
  const stored = (name: string) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `suyuan.${name}`);
  const widthOf = (selector: string) => page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width));
  const positionOf = (selector: string) => page.locator(selector).evaluate((element) => getComputedStyle(element).position);
  const waitForHome = () => page.getByRole('heading', { level: 1 }).locator('visible=true').waitFor();
  const setWidth = async (width: number) => page.setViewportSize({ width, height: 900 });

  it('offers the drawer on preview sites only', async () => {
    const { page: nonPreviewPage } = await newVisitor(browser, 1440, { storageState: await page.context().storageState() });
    await nonPreviewPage.route('**/api/getInfo', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, settings: { ...answer.settings, previewSite: false } } });
    });
    // renders from the browser's cache until the response arrives
    const userInfoResponse = nonPreviewPage.waitForResponse('**/api/getInfo');
    await nonPreviewPage.goto(`${suyuan.consoleUrl}/index`);
    await nonPreviewPage.getByRole('heading', { level: 1 }).waitFor();
    await userInfoResponse;
    await expect.poll(() => nonPreviewPage.getByRole('button', { name: '布局设置' }).count()).toBe(0);
    await nonPreviewPage.context().close();
    await page.getByRole('button', { name: '布局设置' }).waitFor();
  });

  it('stores every layout setting under its key and restores it', async () => {
    await openDrawer();
    expect(await drawer().getByRole('radiogroup', { name: '内容宽度' }).getByRole('radio').count()).toBe(1);
    await selectOption('导航方式', '顶部菜单');
    await selectOption('内容宽度', '定宽');
    await selectOption('菜单主题', '浅色');
    await selectOption('表格密度', '紧凑');
    await drawer().getByRole('radio', { name: '紫', exact: true }).check();
    for (const name of ['表格边框', '固定头部', '多标签', '隐藏页脚', '色弱模式']) await drawer().getByRole('switch', { name }).click();
    expect(await drawer().getByRole('switch', { name: '固定侧栏' }).isDisabled()).toBe(true);
    const expected = {
      layout: 'topmenu',
      contentWidth: 'Fixed',
      navTheme: 'light',
      tableSize: 'small',
      primaryColor: '#722ed1',
      tableBordered: true,
      fixedHeader: false,
      multiTab: false,
      hideFooter: true,
      colorWeak: true,
    };
    for (const [name, value] of Object.entries(expected)) expect(await stored(name), name).toBe(value);
    await page.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await page.getByRole('table').waitFor();
    expect(await page.locator('.ant-table').first().getAttribute('class')).toMatch(
      /ant-table-small.*ant-table-bordered|ant-table-bordered.*ant-table-small/,
    );
    expect(await page.getByRole('navigation', { name: '已打开的页面' }).count()).toBe(0);
    expect(await page.locator('footer.footer').count()).toBe(0);
    expect([await page.locator('.header-light').count(), await positionOf('.shell-top')]).toEqual([1, 'static']);
    expect(await page.locator('html').evaluate((root) => [root.className, getComputedStyle(root).getPropertyValue('--primary')])).toEqual([
      'colour-weak',
      '#722ed1',
    ]);
    expect(await widthOf('.top-menu')).toBeLessThanOrEqual(800);
    expect(await page.locator('.top-menu').evaluate((menu) => getComputedStyle(menu).maxWidth)).toBe('800px');
    expect(await widthOf('.page >> visible=true')).toBeLessThanOrEqual(1248);
  });

  it('copies the settings and restores the defaults', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openDrawer();
    await drawer().getByRole('button', { name: '复制设置' }).click();
    await waitForText(page, '复制完成');
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      layout: 'topmenu',
      primaryColor: '#722ed1',
    });
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
      document.execCommand = () => false;
    });
    await drawer().getByRole('button', { name: '复制设置' }).click();
    await waitForText(page, '复制失败');
    await drawer().getByRole('button', { name: '恢复默认' }).click();
    expect([await stored('layout'), await stored('primaryColor'), await stored('multiTab')]).toEqual(['sidemenu', '#1890ff', true]);
    await expect.poll(() => Promise.all([positionOf('.shell-top'), positionOf('.sider')])).toEqual(['sticky', 'sticky']);
    await drawer().getByRole('switch', { name: '固定侧栏' }).click();
    await expect.poll(() => positionOf('.sider')).toBe('static');
    await drawer().getByRole('switch', { name: '固定侧栏' }).click();
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'hidden' });
  });

  it('has a side menu of 256 px, 80 px when collapsed or below 992 px, and a drawer below 768 px', async () => {
    expect(await widthOf('.sider')).toBe(256);
    await page.goto(`${suyuan.consoleUrl}/manage/category/new`);
    await page.locator('.footer-bar').waitFor();
    expect(await widthOf('.footer-bar')).toBe(1440 - 256);
    await page.getByRole('button', { name: '收起菜单' }).click();
    await page.waitForFunction(() => document.querySelector('.sider')?.getBoundingClientRect().width === 80);
    expect(await stored('sidebarCollapsed')).toBe(true);
    await page.waitForFunction(() => document.querySelector('.footer-bar')?.getBoundingClientRect().width === 1440 - 80);
    await page.getByRole('button', { name: '展开菜单' }).click();
    await setWidth(991);
    await page.waitForFunction(() => document.querySelector('.sider')?.getBoundingClientRect().width === 80);
    expect(await stored('sidebarCollapsed')).toBe(false);
    await setWidth(767);
    await page.locator('.shell-phone').waitFor();
    expect([await stored('mobile'), await page.locator('.sider').getAttribute('inert')]).toEqual([true, '']);
    await page.getByRole('button', { name: '展开菜单' }).click();
    await page.getByRole('menuitem', { name: '品类管理' }).click();
    await page.waitForURL('**/manage/category');
    await page.locator('.sider-away').waitFor({ state: 'attached' });
    await setWidth(1440);
    await page.locator('.shell-wide').waitFor();
    expect(await stored('mobile')).toBe(false);
  });

  it('paints the selected theme before any script loads', async () => {
    const decoderPage = await browser.newPage();
    const firstPaint = async (settings: object) => {
      const state = await page.context().storageState();
      const { page: freshPage } = await newVisitor(browser, 1440, { storageState: state, serviceWorkers: 'block' });
      await freshPage.addInitScript((values) => {
        for (const [name, value] of Object.entries(values)) localStorage.setItem(`suyuan.${name}`, JSON.stringify(value));
      }, settings);
      let releaseScripts = () => {};
      const scriptsReleased = new Promise<void>((resolve) => (releaseScripts = resolve));
      await freshPage.route(/\/assets\/.*\.js/, async (route) => {
        await scriptsReleased;
        await route.continue();
      });
      await freshPage.goto(`${suyuan.consoleUrl}/index`, { waitUntil: 'commit' });
      await freshPage.locator('.boot').waitFor();
      const points: [number, number][] = [
        [40, 700],
        [1436, 700],
      ];
      const before = await readPixels(freshPage, decoderPage, points);
      releaseScripts();
      await freshPage.getByRole('heading', { level: 1 }).waitFor();
      const after = await readPixels(freshPage, decoderPage, points);
      await freshPage.context().close();
      return { before, after };
    };
    const lightPixels = ['0,21,41', '245,246,248'];
    expect(await firstPaint({ scheme: 'light', navTheme: 'dark', sidebarCollapsed: false })).toEqual({
      before: lightPixels,
      after: lightPixels,
    });
    const darkPixels = ['24,26,29', '16,18,20'];
    expect(await firstPaint({ scheme: 'dark', navTheme: 'light', sidebarCollapsed: true })).toEqual({
      before: darkPixels,
      after: darkPixels,
    });
    await decoderPage.close();
  });

  it('follows the system colour scheme when this is selected in the avatar menu', async () => {
    await page.getByRole('button', { name: /的账号$/ }).click();
    await page.getByRole('menuitemradio', { name: '跟随系统' }).click();
    const waitForScheme = (expectedScheme: string) => page.locator(`html[data-scheme=${expectedScheme}]`).waitFor({ state: 'attached' });
    await page.emulateMedia({ colorScheme: 'light' });
    await waitForScheme('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await waitForScheme('dark');
    await page.waitForFunction(() => getComputedStyle(document.querySelector('.card') as Element).backgroundColor === 'rgb(24, 26, 29)');
    await page.reload();
    await waitForHome();
    await waitForScheme('dark');
  });

  it('switches to English on request and loads its texts only then', async () => {
    const { page: otherPage, faults } = await newVisitor(browser, 1440, { storageState: await page.context().storageState() });
    const englishFiles: string[] = [];
    otherPage.on('request', (request) => request.url().includes('/assets/en-US') && englishFiles.push(request.url()));
    await otherPage.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await waitForText(otherPage, /共 \d+ 条/);
    expect([englishFiles, await otherPage.locator('html').getAttribute('lang')]).toEqual([[], 'zh-CN']);
    await otherPage.getByRole('button', { name: '语言' }).click();
    await otherPage.getByRole('menuitem', { name: 'English' }).click();
    await otherPage.getByRole('heading', { level: 1, name: 'Suppliers' }).waitFor();
    expect(englishFiles.length).toBeGreaterThan(0);
    expect(await otherPage.locator('html').getAttribute('lang')).toBe('en-US');
    await otherPage.getByRole('button', { name: 'Language' }).click();
    await otherPage.getByRole('menuitem', { name: '简体中文' }).click();
    await otherPage.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
    expect(faults).toEqual([]);
    await otherPage.context().close();
  });

  it('passes the accessibility checks in dark mode and with each theme colour', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(`${suyuan.consoleUrl}/manage/batch`);
    await page.getByRole('table').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '新增批次' }).click();
    await page.getByRole('dialog').getByLabel('批号', { exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await openDrawer();
    for (const colour of ['洋红', '琥珀', '石墨', '天蓝']) {
      await drawer().getByRole('radio', { name: colour, exact: true }).check();
      expect(await accessibilityViolations(page), colour).toEqual([]);
    }
    await selectOption('外观', '浅色');
    for (const colour of ['紫', '青', '天蓝']) {
      await drawer().getByRole('radio', { name: colour, exact: true }).check();
      expect(await accessibilityViolations(page), `${colour} by day`).toEqual([]);
    }
    expect(planner.faults).toEqual([]);
  });
});
