import type { Page } from '@playwright/test';
import { signIn as signInByForm, waitForText } from './support/browser.ts';
import { choosePage } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const SUPPLIER = '云岭牧场乳业有限公司';

/** Names of buttons that change or export records. */
const WRITE_ACTION = new RegExp(
  [
    t('kit.addNoun', { noun: '' }),
    t('kit.edit'),
    t('tool.gen.isEdit'),
    t('kit.remove'),
    t('kit.import'),
    t('kit.export'),
    t('system.user.disable'),
    t('kit.moreOf', { name: t('monitor.jobLog') }),
    t('system.role.assign.add'),
    t('system.role.assign.take'),
  ].join('|'),
);

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const logo = (page: Page) => page.locator('a[href="/"]').first();
const readToken = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}'));

test.describe('details of the specification', () => {
  test.use({ environment: { ENGLISH_ENABLED: 'off' } });
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('stores the token for seven days', async ({ page, faults, suyuan }) => {
    await signInByForm({ page, faults }, suyuan, 'admin');
    const { expires } = await readToken(page);
    expect(Math.abs(expires - Date.now() - 604_800_000)).toBeLessThan(600_000);
  });

  test('shows the page title and the product name in the document title', async ({ signIn }) => {
    const page = await signIn('admin');
    await choosePage(page, t('shell.menu.manage.supplier'));
    await title(page, t('shell.menu.manage.supplier')).waitFor();
    await expect(page).toHaveTitle(`${t('shell.menu.manage.supplier')} - ${t('shell.title')}`);
    const breadcrumbs = page.getByRole('navigation', { name: t('shell.breadcrumb') }).getByRole('listitem');
    await expect(breadcrumbs).toHaveText([t('shell.menu.masterData'), t('shell.menu.manage.supplier')]);
  });

  test('shows the route title and the record name in the title of a record page', async ({ signIn, suyuan }) => {
    const page = await signIn('admin', '/manage/supplier');
    await page.getByRole('link', { name: SUPPLIER, exact: true }).click();
    await expect(page).toHaveTitle(`${t('shell.menu.manage.supplier')} · ${SUPPLIER} - ${t('shell.title')}`);
    await page.goto(`${suyuan.consoleUrl}/system/role/authUser?roleId=2`);
    await expect(page).toHaveTitle(`${t('shell.page.authUser')} · 普通角色 - ${t('shell.title')}`);
  });

  test('hides actions that the menu entry of the page does not list, also on record pages', async ({ page, faults, suyuan }) => {
    const actionsByComponent: { [component: string]: string[] } = {
      'system/post/index': ['system:post:list'],
      'manage/supplier/index': ['manage:supplier:query'],
      'monitor/job/index': ['monitor:job:query'],
      'system/role/index': ['system:role:query'],
      'system/notice/index': ['system:notice:edit'],
    };
    // biome-ignore lint/suspicious/noExplicitAny: a tree of the wire
    const restrictActions = (routes: any[]): any[] =>
      routes.map((route) => ({
        ...route,
        ...(actionsByComponent[route.component] && { meta: { ...route.meta, actions: actionsByComponent[route.component] } }),
        ...(route.children && { children: restrictActions(route.children) }),
      }));
    await page.route('**/api/getRouters', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, data: restrictActions(answer.data) } });
    });
    // by the form: the first load must already have the restricted menu
    await signInByForm({ page, faults }, suyuan, 'admin');
    const main = page.getByRole('main');
    const writeButtons = main.getByRole('button', { name: WRITE_ACTION });
    const open = async (path: string, name: string) => {
      await page.goto(suyuan.consoleUrl + path);
      await title(page, name).waitFor();
    };
    await open('/system/post', t('shell.menu.system.post'));
    await waitForText(page, pattern('kit.total', { total: '\\d+' }));
    expect(await writeButtons.allTextContents()).toEqual([]);
    await open('/manage/supplier', t('shell.menu.manage.supplier'));
    await page.getByRole('link', { name: SUPPLIER, exact: true }).click();
    await title(page, SUPPLIER).waitFor();
    expect(await writeButtons.allTextContents()).toEqual([]);
    // fixed pages use the permissions of their menu entry
    await open('/monitor/job/log', t('monitor.jobLog'));
    const noLogs = page.getByText(t('monitor.jobLog.none'));
    await page
      .getByText(pattern('kit.total', { total: '\\d+' }))
      .or(noLogs)
      .first()
      .waitFor();
    expect(await writeButtons.allTextContents()).toEqual([]);
    await open('/system/role/authUser?roleId=100', t('system.role.assign.title'));
    await waitForText(page, 'planner');
    expect(await writeButtons.allTextContents()).toEqual([]);
    await expect(main.getByRole('checkbox')).toHaveCount(0);
    await open('/system/notice/form', t('system.notice.write'));
    await page.getByRole('button', { name: t('system.notice.preview'), exact: true }).waitFor();
    await expect(page.getByRole('button', { name: t('system.notice.publish'), exact: true })).toHaveCount(0);
    // the page of an entry with all permissions keeps its controls
    await open('/manage/category', t('shell.menu.manage.category'));
    await page.getByRole('button', { name: t('shell.newProduct') }).waitFor();
  });

  test('does nothing when the menu entry of the active page is selected again', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/supplier');
    await title(page, t('shell.menu.manage.supplier')).waitFor();
    const tabs = page.getByRole('navigation', { name: t('shell.tabs') }).getByRole('link');
    const count = async () => ({ entries: await page.evaluate(() => history.length), tabs: await tabs.count() });
    const before = await count();
    await choosePage(page, t('shell.menu.manage.supplier'));
    await choosePage(page, t('shell.menu.manage.supplier'));
    expect(await count()).toEqual(before);
    // the next page is the only entry and tab that follows
    await choosePage(page, t('shell.menu.manage.batch'));
    await title(page, t('shell.menu.manage.batch')).waitFor();
    await expect.poll(count).toEqual({ entries: before.entries + 1, tabs: before.tabs + 1 });
  });

  test('opens home with the logo', async ({ signIn, suyuan }) => {
    const page = await signIn('admin', '/manage/supplier');
    await expect(logo(page)).toHaveAttribute('href', '/');
    await logo(page).click();
    await page.waitForURL(`${suyuan.consoleUrl}/index`);
  });

  test('opens home with the logo when it is clicked repeatedly', async ({ signIn, suyuan }) => {
    const page = await signIn('admin');
    for (let attempt = 0; attempt < 3; attempt++) {
      await choosePage(page, t('shell.menu.manage.supplier'));
      await title(page, t('shell.menu.manage.supplier')).waitFor();
      await page.evaluate(async () => {
        for (const milliseconds of [0, 0, 5, 15]) {
          await new Promise((resolve) => setTimeout(resolve, milliseconds));
          document.querySelector<HTMLElement>('a[href="/"]')?.click();
        }
      });
      await page.waitForURL(`${suyuan.consoleUrl}/index`);
    }
  });

  test('follows a link that is clicked while the logo still leads home', async ({ signIn, suyuan }) => {
    const page = await signIn('admin');
    for (const delay of [0, 4, 8, 12, 16, 24, 32, 48]) {
      await page
        .getByRole('main')
        .getByRole('link', { name: t('shell.seeRules') })
        .waitFor();
      await page.evaluate(async (milliseconds) => {
        document.querySelector<HTMLElement>('a[href="/"]')?.click();
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        document.querySelector<HTMLElement>('main a[href="/manage/codeRule"]')?.click();
      }, delay);
      await title(page, t('shell.menu.manage.codeRule')).waitFor();
      await expect(page).toHaveURL(`${suyuan.consoleUrl}/manage/codeRule`);
      await logo(page).click();
      await page.waitForURL(`${suyuan.consoleUrl}/index`);
    }
  });

  test('opens the create form from home once; the list behind it does not open the form again', async ({ signIn }) => {
    const page = await signIn('admin');
    const createLinks = [
      [t('shell.newBatch'), t('shell.menu.manage.batch')],
      [t('shell.newProduct'), t('shell.menu.manage.category')],
    ] as const;
    for (const [link, list] of createLinks) {
      await logo(page).click();
      await page.getByRole('link', { name: link }).click();
      const save = page.getByRole('button', { name: t('kit.save'), exact: true });
      await save.waitFor();
      await page.getByRole('button', { name: t('kit.cancel') }).click();
      await title(page, list).waitFor();
      // the list and its requests are complete, so nothing can reopen the form
      await waitForText(page, pattern('kit.total', { total: '\\d+' }));
      await page.waitForLoadState('networkidle');
      await expect(save).toHaveCount(0);
    }
  });

  test('lists English as disabled next to Chinese', async ({ signIn }) => {
    const page = await signIn('admin');
    await page.getByRole('button', { name: t('shell.language') }).click();
    await expect(page.getByRole('menuitem', { name: 'English' })).toHaveAttribute('aria-disabled', 'true');
    await expect(page.getByRole('menuitem', { name: '简体中文' })).not.toHaveAttribute('aria-disabled', 'true');
  });

  test('moves the focus into a header popup and back to its button', async ({ signIn }) => {
    const page = await signIn('admin');
    for (const name of [t('account.task'), t('shell.bell')]) {
      const button = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name}`) });
      const panel = page.getByRole('dialog', { name, exact: true });
      for (const closeKey of ['Escape', 'Shift+Tab']) {
        await button.focus();
        await page.keyboard.press('Enter');
        await panel.waitFor();
        await expect.poll(() => panel.evaluate((node) => node.contains(document.activeElement))).toBe(true);
        await page.keyboard.press(closeKey);
        await panel.waitFor({ state: 'hidden' });
        await expect(button).toBeFocused();
      }
    }
    await page.keyboard.press('Enter');
    const selectedTab = page.getByRole('dialog', { name: t('shell.bell'), exact: true }).getByRole('tab', { selected: true });
    await selectedTab.waitFor();
    await page.keyboard.press('Tab');
    await expect(selectedTab).toBeFocused();
    await page.keyboard.press('Escape');
    await selectedTab.waitFor({ state: 'hidden' });
  });

  test('enters and leaves full screen, and reports a browser without support', async ({ signIn }) => {
    const page = await signIn('admin');
    await page.getByRole('button', { name: t('shell.fullScreen'), exact: true }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await page.getByRole('button', { name: t('shell.fullScreenLeave') }).click();
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }));
    await page.getByRole('button', { name: t('shell.fullScreen'), exact: true }).click();
    await waitForNotice(page, t('shell.noFullScreen'));
  });

  test('shows the product name and no ICP number in both footers when neither is set', async ({ signIn, page: visitor, suyuan }) => {
    const page = await signIn('admin');
    await expect(page.getByRole('contentinfo').locator('span')).toHaveText([`© ${t('shell.title')}`]);
    await visitor.goto(`${suyuan.consoleUrl}/user/login`);
    await expect(visitor.getByRole('contentinfo').locator('span')).toHaveText([`© ${t('shell.title')}`, '']);
  });

  test('shows the company and the ICP number in the footer of the sign-in page', async ({ apiAs, page, suyuan }) => {
    const { must } = await apiAs('admin');
    const values = { 'suyuan.footer.company': '© 2026 云岭溯源科技有限公司', 'suyuan.footer.icp': '滇ICP备2026000001号' };
    const originals: Record<string, unknown>[] = [];
    try {
      for (const [key, configValue] of Object.entries(values)) {
        const { rows = [] } = await must('GET', `/system/config/list?configKey=${key}`);
        originals.push(rows[0]);
        await must('PUT', '/system/config', { ...rows[0], configValue });
      }
      await page.goto(`${suyuan.consoleUrl}/user/login`);
      await expect(page.getByRole('contentinfo').locator('span')).toHaveText(Object.values(values));
    } finally {
      for (const { configId, configValue } of originals) {
        const { data } = await must('GET', `/system/config/${configId}`);
        await must('PUT', '/system/config', { ...data, configValue });
      }
    }
  });

  test('uses ROLE_DEFAULT when the server returns no role', async ({ page, faults, suyuan }) => {
    await page.route('**/api/getInfo', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), roles: [], permissions: [] } });
    });
    await signInByForm({ page, faults }, suyuan, 'planner');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const sessionCache = await page.waitForFunction(() => localStorage.getItem('suyuan.sessionCache'));
    expect(await sessionCache.jsonValue()).toContain('"ROLE_DEFAULT"');
  });

  test('opens the account page and the settings from the avatar menu', async ({ signIn, suyuan }) => {
    const page = await signIn('admin');
    for (const [name, path] of [
      [t('account.center'), '/account/center'],
      [t('account.settings'), '/account/settings'],
    ] as const) {
      await page.getByRole('button', { name: pattern('shell.accountOf', {}) }).click();
      await page.getByRole('menuitem', { name }).click();
      await page.waitForURL(suyuan.consoleUrl + path);
      await title(page, name).waitFor();
    }
  });

  test('asks for confirmation before sign-out with the specified text, and stays on cancel', async ({ signIn, suyuan }) => {
    const page = await signIn('admin');
    await page.getByRole('button', { name: pattern('shell.accountOf', {}) }).click();
    await page.getByRole('menuitem', { name: t('account.signOut') }).click();
    const question = page.getByRole('dialog');
    await question.getByText(t('shell.prompt'), { exact: true }).waitFor();
    await question.getByText(t('shell.signOutAsk')).waitFor();
    await question.getByRole('button', { name: t('kit.cancel') }).click();
    await question.waitFor({ state: 'detached' });
    expect((await readToken(page)).value).toBeTruthy();
    expect(page.url()).toBe(`${suyuan.consoleUrl}/index`);
  });
});
