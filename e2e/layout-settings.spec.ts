import type { Page } from '@playwright/test';
import { accessibilityViolations } from './support/accessibility.ts';
import { waitForText } from './support/browser.ts';
import { choosePage } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { readPixels } from './support/pixels.ts';
import { expect, test } from './support/test.ts';
import { english, pattern, t } from './support/text.ts';

/** A file of the console's origin: a page there is signed in, but has not loaded the console yet. */
const NO_CONSOLE = '/mark.svg';

const SIDE_MENU = '[data-testid=side-menu]';
const TOP_BAR = '[data-testid=top-bar]';

const drawerButton = (page: Page) => page.getByRole('button', { name: t('shell.look') });
const drawer = (page: Page) => page.getByRole('dialog', { name: t('shell.look') });
async function openDrawer(page: Page) {
  await drawerButton(page).click();
  await drawer(page).waitFor();
}
async function closeDrawer(page: Page) {
  await page.keyboard.press('Escape');
  await drawer(page).waitFor({ state: 'hidden' });
}
const selectOption = (page: Page, name: string, value: string) =>
  drawer(page).getByRole('radiogroup', { name }).getByText(value, { exact: true }).click();
const selectColour = (page: Page, name: string) => drawer(page).getByRole('radio', { name, exact: true }).check();
const switchOf = (page: Page, name: string) => drawer(page).getByRole('switch', { name });
const buttonOf = (page: Page, name: string) => drawer(page).getByRole('button', { name });

const stored = (page: Page, name: string) => page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), `suyuan.${name}`);
const widthOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width));
const hasWidth = (page: Page, selector: string, width: number) => expect.poll(() => widthOf(page, selector)).toBe(width);
const hasPosition = (page: Page, selector: string, position: string) => expect(page.locator(selector)).toHaveCSS('position', position);
const waitForHome = (page: Page) => page.getByRole('heading', { level: 1 }).locator('visible=true').waitFor();
const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 900 });

test.describe('layout settings of the console', () => {
  test.use({ environment: { PREVIEW_SITE: 'on', ENGLISH_ENABLED: 'on' } });
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('offers the drawer on preview sites only', async ({ signIn }) => {
    const page = await signIn('planner');
    await drawerButton(page).waitFor();
    await page.route('**/api/getInfo', async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, settings: { ...answer.settings, previewSite: false } } });
    });
    // renders from the browser's cache until the response arrives
    const userInfoResponse = page.waitForResponse('**/api/getInfo');
    await page.reload();
    await waitForHome(page);
    await userInfoResponse;
    await expect(drawerButton(page)).toHaveCount(0);
  });

  test('stores every layout setting under its key and restores it', async ({ signIn, suyuan }) => {
    const page = await signIn('planner');
    await openDrawer(page);
    const contentWidths = drawer(page).getByRole('radiogroup', { name: t('shell.setting.contentWidth') });
    await expect(contentWidths.getByRole('radio')).toHaveCount(1);
    await selectOption(page, t('shell.setting.layout'), t('shell.setting.layout.topmenu'));
    await selectOption(page, t('shell.setting.contentWidth'), t('shell.setting.contentWidth.Fixed'));
    await selectOption(page, t('shell.setting.navTheme'), t('shell.setting.navTheme.light'));
    await selectOption(page, t('shell.setting.tableSize'), t('shell.setting.tableSize.small'));
    await selectColour(page, t('shell.setting.primaryColor.purple'));
    for (const name of ['tableBordered', 'fixedHeader', 'multiTab', 'hideFooter', 'colorWeak'] as const)
      await switchOf(page, t(`shell.setting.${name}`)).click();
    await expect(switchOf(page, t('shell.setting.fixedSidebar'))).toBeDisabled();
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
    for (const [name, value] of Object.entries(expected)) expect(await stored(page, name), name).toBe(value);
    await page.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await page.getByRole('table').waitFor();
    await expect(page.locator('.ant-table').first()).toContainClass('ant-table-small ant-table-bordered');
    await expect(page.getByRole('navigation', { name: t('shell.tabs') })).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await expect(page.locator('a[href="/"]').first()).toHaveCSS('color', 'rgba(0, 0, 0, 0.88)');
    await hasPosition(page, TOP_BAR, 'static');
    expect(
      await page
        .locator('html')
        .evaluate((root) => [root.hasAttribute('data-colour-weak'), getComputedStyle(root).getPropertyValue('--primary')]),
    ).toEqual([true, '#722ed1']);
    expect(await widthOf(page, `nav[aria-label="${t('shell.menu')}"]`)).toBeLessThanOrEqual(800);
    expect(await widthOf(page, '[data-page=body] >> visible=true')).toBeLessThanOrEqual(1248);
  });

  test('copies the settings and restores the defaults', async ({ signIn }) => {
    const page = await signIn('planner');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openDrawer(page);
    await selectOption(page, t('shell.setting.layout'), t('shell.setting.layout.topmenu'));
    await selectColour(page, t('shell.setting.primaryColor.purple'));
    for (const name of ['fixedHeader', 'multiTab'] as const) await switchOf(page, t(`shell.setting.${name}`)).click();
    await hasPosition(page, TOP_BAR, 'static');
    await buttonOf(page, t('shell.setting.copy')).click();
    await waitForNotice(page, t('shell.setting.copyDone'));
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      layout: 'topmenu',
      primaryColor: '#722ed1',
    });
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
      document.execCommand = () => false;
    });
    await buttonOf(page, t('shell.setting.copy')).click();
    await waitForNotice(page, t('shell.setting.copyFailed'));
    await buttonOf(page, t('shell.setting.reset')).click();
    const restored = [stored(page, 'layout'), stored(page, 'primaryColor'), stored(page, 'multiTab')];
    expect(await Promise.all(restored)).toEqual(['sidemenu', '#1890ff', true]);
    await hasPosition(page, TOP_BAR, 'sticky');
    await hasPosition(page, SIDE_MENU, 'sticky');
    await switchOf(page, t('shell.setting.fixedSidebar')).click();
    await hasPosition(page, SIDE_MENU, 'static');
    await switchOf(page, t('shell.setting.fixedSidebar')).click();
    await hasPosition(page, SIDE_MENU, 'sticky');
    await closeDrawer(page);
  });

  test('has a side menu of 256 px, 80 px when collapsed or below 992 px, and a drawer below 768 px', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/category/new');
    await hasWidth(page, SIDE_MENU, 256);
    await hasWidth(page, '[data-testid=footer-bar]', 1440 - 256);
    await page.getByRole('button', { name: t('shell.menuClose') }).click();
    await hasWidth(page, SIDE_MENU, 80);
    expect(await stored(page, 'sidebarCollapsed')).toBe(true);
    await hasWidth(page, '[data-testid=footer-bar]', 1440 - 80);
    await page.getByRole('button', { name: t('shell.menuOpen') }).click();
    await setWidth(page, 991);
    await hasWidth(page, SIDE_MENU, 80);
    expect(await stored(page, 'sidebarCollapsed')).toBe(false);
    await setWidth(page, 767);
    await page.locator('[data-nav=drawer]').waitFor();
    await expect.poll(() => stored(page, 'mobile')).toBe(true);
    await expect(page.locator(SIDE_MENU)).toHaveAttribute('inert', '');
    await page.getByRole('button', { name: t('shell.menuOpen') }).click();
    await choosePage(page, t('shell.menu.manage.category'));
    await page.waitForURL('**/manage/category');
    await page.locator(`${SIDE_MENU}[inert]`).waitFor({ state: 'attached' });
    await setWidth(page, 1440);
    await page.locator('[data-nav=wide]').waitFor();
    await expect.poll(() => stored(page, 'mobile')).toBe(false);
  });

  test('paints the selected theme before any script loads', async ({ signIn, openPage, suyuan }) => {
    const decoderPage = await openPage();
    const points: [number, number][] = [
      [40, 700],
      [1436, 700],
    ];
    const firstPaint = async (settings: object) => {
      const page = await signIn('planner', NO_CONSOLE, { serviceWorkers: 'block' });
      await page.addInitScript((values) => {
        for (const [name, value] of Object.entries(values)) localStorage.setItem(`suyuan.${name}`, JSON.stringify(value));
      }, settings);
      let releaseScripts = () => {};
      const scriptsReleased = new Promise<void>((resolve) => (releaseScripts = resolve));
      await page.route(/\/assets\/.*\.js/, async (route) => {
        await scriptsReleased;
        await route.continue();
      });
      await page.goto(`${suyuan.consoleUrl}/index`, { waitUntil: 'commit' });
      await page.locator('#boot').waitFor();
      const before = await readPixels(page, decoderPage, points);
      releaseScripts();
      await waitForHome(page);
      const after = await readPixels(page, decoderPage, points);
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
  });

  test('follows the system colour scheme when this is selected in the avatar menu', async ({ signIn }) => {
    const page = await signIn('planner');
    await page.getByRole('button', { name: pattern('shell.accountOf', { name: '.+' }) }).click();
    await page.getByRole('menuitemradio', { name: t('shell.scheme.system') }).click();
    const hasScheme = (scheme: string) => expect(page.locator('html')).toHaveAttribute('data-scheme', scheme);
    await page.emulateMedia({ colorScheme: 'light' });
    await hasScheme('light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await hasScheme('dark');
    await expect(page.locator('.card').first()).toHaveCSS('background-color', 'rgb(24, 26, 29)');
    await page.reload();
    await waitForHome(page);
    await hasScheme('dark');
  });

  test('switches to English on request and loads its texts only then', async ({ signIn, suyuan }) => {
    const page = await signIn('planner', NO_CONSOLE);
    const englishFiles: string[] = [];
    page.on('request', (request) => request.url().includes('/assets/en-US') && englishFiles.push(request.url()));
    await page.goto(`${suyuan.consoleUrl}/manage/supplier/new`);
    const tabs = (name: string) => page.getByRole('navigation', { name });
    await expect(tabs(t('shell.tabs'))).toContainText(t('kit.addNoun', { noun: t('manage.supplier') }));
    await page.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await waitForText(page, pattern('kit.total', { total: '\\d+' }));
    expect(englishFiles).toEqual([]);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await page.getByRole('button', { name: t('shell.language') }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await page.getByRole('heading', { level: 1, name: english('manage.supplier.title') }).waitFor();
    expect(englishFiles.length).toBeGreaterThan(0);
    await expect(tabs(english('shell.tabs'))).not.toContainText(/\p{Script=Han}/u);
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
    await page.getByRole('button', { name: english('shell.language') }).click();
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await page.getByRole('heading', { level: 1, name: t('manage.supplier.title') }).waitFor();
  });

  test('names preinstalled records in English to screen readers', async ({ signIn, suyuan }) => {
    const page = await signIn('admin', '/system/dict');
    await page.getByRole('button', { name: t('shell.language') }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    const checkbox = (name: string) => page.getByRole('checkbox', { name: english('kit.selectOne', { name }) }).locator('visible=true');
    await expect(
      checkbox(english('system.dict.seed.name.sys_common_status'))
        .or(checkbox(english('dict.sys_common_status.0')))
        .first(),
    ).toBeVisible();
    await page.goto(`${suyuan.consoleUrl}/system/role`);
    await expect(checkbox(english('system.role.seed.name.printing'))).toBeVisible();
    await page.goto(`${suyuan.consoleUrl}/system/dept`);
    const toggle = english('kit.tree.close', { name: english('system.dept.seed.name.head') });
    await expect(page.getByRole('button', { name: toggle }).locator('visible=true')).toBeVisible();
  });

  test('passes the accessibility checks in dark mode', async ({ signIn, suyuan }) => {
    const page = await signIn('planner', '/index', { bypassCSP: true });
    await openDrawer(page);
    await selectOption(page, t('shell.scheme'), t('shell.scheme.dark'));
    await closeDrawer(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(`${suyuan.consoleUrl}/manage/batch`);
    await page.getByRole('table').waitFor();
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.batch') }) }).click();
    await page.getByRole('dialog').getByLabel(t('manage.batch.batchNo'), { exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('passes the accessibility checks with each theme colour', { tag: '@long' }, async ({ signIn }) => {
    const page = await signIn('planner', '/manage/batch', { bypassCSP: true });
    await page.getByRole('table').waitFor();
    await openDrawer(page);
    for (const scheme of ['dark', 'light'] as const) {
      await selectOption(page, t('shell.scheme'), t(`shell.scheme.${scheme}`));
      for (const name of ['magenta', 'amber', 'graphite', 'purple', 'teal', 'sky'] as const) {
        await selectColour(page, t(`shell.setting.primaryColor.${name}`));
        expect(await accessibilityViolations(page), `${name}, ${scheme}`).toEqual([]);
      }
    }
  });
});
