import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

/** The pages of specification §1, by their menu names. */
const PAGES = [
  ...[
    t('shell.menu.business.category'),
    t('shell.menu.digit.category'),
    t('shell.menu.digit.supplier'),
    t('shell.menu.digit.channelBusiness'),
    t('shell.menu.digit.traceability'),
  ],
  ...[
    t('shell.menu.manage.batch'),
    t('shell.menu.manage.code'),
    t('shell.menu.manage.codeRecord'),
    t('shell.menu.manage.category'),
    t('shell.menu.manage.supplier'),
    t('manage.channelBusiness.title'),
    t('manage.traceability.title'),
  ],
  ...[
    t('shell.menu.system.user'),
    t('shell.menu.system.role'),
    t('shell.menu.system.menu'),
    t('shell.menu.system.dept'),
    t('shell.menu.system.post'),
    t('shell.menu.system.dict'),
    t('shell.menu.system.config'),
    t('shell.menu.system.notice'),
    t('shell.menu.system.log.operlog'),
    t('shell.menu.system.log.logininfor'),
  ],
  ...[
    t('monitor.online.title'),
    t('monitor.job.title'),
    t('monitor.druid'),
    t('monitor.server'),
    t('monitor.cache'),
    t('tool.build'),
    t('tool.gen.title'),
    t('tool.swagger.title'),
  ],
];

const title = (page: Page, name?: string) => page.getByRole('heading', { level: 1, ...(name !== undefined && { name, exact: true }) });

const menu = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') });

/** Opens all branches of the menu. Returns the links to its pages. */
async function expandMenu(page: Page) {
  await menu(page).getByRole('menuitem').first().waitFor();
  const collapsedToggles = menu(page).locator('button[aria-expanded=false]');
  while ((await collapsedToggles.count()) > 0) await collapsedToggles.first().click();
  return menu(page).locator('a:not([target])');
}

async function pathsInMenu(page: Page): Promise<string[]> {
  const links = await expandMenu(page);
  return links.evaluateAll((elements) => elements.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
}

test.describe('fixed routes', () => {
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('leads from a record or form page back to its list in the breadcrumb', async ({ signIn, suyuan }) => {
    const supplier = '云岭牧场乳业有限公司';
    const page = await signIn('admin', '/manage/supplier');
    const breadcrumb = page.getByRole('navigation', { name: t('shell.breadcrumb') });
    const expectSteps = (...steps: string[]) => expect(breadcrumb.getByRole('listitem')).toHaveText(steps);
    await page.getByRole('link', { name: supplier, exact: true }).click();
    await expectSteps(t('shell.menu.masterData'), t('shell.menu.manage.supplier'), supplier);
    await breadcrumb.getByRole('link', { name: t('shell.menu.manage.supplier') }).click();
    await expect(page).toHaveURL(`${suyuan.consoleUrl}/manage/supplier`);
    const pages: [path: string, steps: string[], list: string][] = [
      [
        '/system/role/authUser?roleId=2',
        [t('shell.menu.system'), t('shell.menu.system.role'), t('shell.page.authUser'), '普通角色'],
        '/system/role',
      ],
      ['/monitor/job/log', [t('shell.menu.monitor'), t('monitor.job.title'), t('shell.page.jobLog')], '/monitor/job'],
      ['/system/notice/form', [t('shell.menu.system'), t('shell.menu.system.notice'), t('system.notice.write')], '/system/notice'],
      [
        '/manage/category/new',
        [t('shell.menu.masterData'), t('shell.menu.manage.category'), t('kit.addNoun', { noun: t('manage.category') })],
        '/manage/category',
      ],
    ];
    for (const [path, steps, list] of pages) {
      await page.goto(suyuan.consoleUrl + path);
      await expectSteps(...steps);
      await expect(breadcrumb.getByRole('link')).toHaveAttribute('href', list);
    }
  });

  test('open for users with permission, each with its title', async ({ signIn, suyuan }) => {
    const page = await signIn('admin');
    const routes = {
      '/account/center': t('account.center'),
      '/account/settings': t('account.settings'),
      '/form': t('shell.page.form'),
      '/parser': t('shell.page.parser'),
      '/tinymce': t('shell.page.tinymce'),
      '/AMapView': t('shell.page.map'),
      '/monitor/job/log': t('shell.page.jobLog'),
      '/gen/edit': t('shell.page.genEdit'),
      '/404': t('shell.notFound'),
    };
    for (const [path, name] of Object.entries(routes)) {
      await page.goto(suyuan.consoleUrl + path);
      await title(page, name).waitFor();
      await expect(page).toHaveTitle(`${name} - ${t('shell.title')}`);
    }
    for (const path of ['/system/role/authUser', '/system/notice/form']) {
      await page.goto(suyuan.consoleUrl + path);
      await title(page).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  test('link back to the list when the record does not exist', async ({ signIn, suyuan }) => {
    const page = await signIn('admin');
    for (const list of ['/manage/supplier', '/manage/category', '/manage/batch', '/manage/dispatch', '/tool/form']) {
      await page.goto(`${suyuan.consoleUrl}${list}/999999`);
      await page
        .getByRole('alert')
        .getByRole('link', { name: t('kit.toList') })
        .click();
      await page.waitForURL((url) => url.pathname === list);
    }
  });

  test('do not appear in the menu', async ({ signIn }) => {
    const page = await signIn('admin');
    const items = menu(page).getByRole('menuitem');
    await items.first().waitFor();
    const entries = await items.allTextContents();
    expect(entries).toContain(t('shell.menu.system'));
    for (const name of [t('shell.home'), t('account.center'), t('shell.page.parser'), t('shell.page.map')])
      expect(entries).not.toContain(name);
  });

  test('come with a menu of small groups, in which a newcomer finds ten things in two clicks each', async ({ signIn, apiAs }) => {
    const things = [
      ['shell.menu.production', 'manage.batch.title', '/manage/batch'],
      ['shell.menu.production', 'manage.handover.title', '/manage/handover'],
      ['shell.menu.distribution', 'manage.dispatch.title', '/manage/dispatch'],
      ['shell.menu.distribution', 'manage.channelBusiness.title', '/manage/channelBusiness'],
      ['shell.menu.verification', 'manage.codeRecord.title', '/manage/codeRecord'],
      ['shell.menu.verification', 'manage.codeCase.title', '/manage/codeCase'],
      ['shell.menu.tracing', 'manage.traceability.title', '/manage/traceability'],
      ['shell.menu.masterData', 'manage.category.title', '/manage/category'],
      ['shell.menu.masterData', 'business.category.title', '/business/category'],
      ['shell.menu.system', 'system.user.title', '/system/user'],
    ] as const;
    const page = await signIn('admin');
    const groups = menu(page).locator('button[aria-expanded]');
    await groups.first().waitFor();
    await expect(menu(page).locator('button[aria-expanded=true]')).toHaveCount(1);
    await expect(groups.last()).toBeInViewport({ ratio: 1 });
    const { data: work } = await (await apiAs('admin')).must('GET', '/account/openWork');
    const count = t('shell.menuCount', { count: work.counts.batchApproval + work.counts.batchIssue });
    const batches = menu(page).getByRole('link', { name: t('manage.batch.title'), exact: true });
    await expect(batches).toHaveAttribute('aria-description', count);
    for (const [group, name, path] of things) {
      await page.locator('a[href="/"]').first().click();
      await page.waitForURL('**/index');
      for (const entry of [t(group), t(name)]) {
        const item = menu(page).getByRole('menuitem', { name: entry, exact: true });
        if ((await item.getAttribute('aria-expanded')) !== 'true') await item.click();
      }
      await title(page, t(name)).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
      const entries = menu(page).locator(`button[title="${t(group)}"] + [role=menu] > *`);
      expect(await entries.count()).toBeLessThanOrEqual(6);
    }
  });

  test('open every page of the menu with its title', async ({ signIn }) => {
    const page = await signIn('admin');
    const links = await expandMenu(page);
    const names = await links.allTextContents();
    expect(names).toEqual(expect.arrayContaining(PAGES));
    for (const [index, name] of names.entries()) {
      await links.nth(index).click();
      await title(page, name).waitFor();
    }
  });

  test('name the missing permission', async ({ signIn, suyuan }) => {
    const page = await signIn('planner');
    const guardedRoutes = {
      '/monitor/job/log': 'monitor:job:list',
      '/system/role/authUser': 'system:role:edit',
      '/system/notice/form': 'system:notice:edit',
      '/gen/edit': 'tool:gen:edit',
    };
    for (const [path, permission] of Object.entries(guardedRoutes)) {
      await page.goto(suyuan.consoleUrl + path);
      await waitForText(page, t('shell.noRight', { right: permission }));
    }
  });

  test('name the missing permission for every other page, without its content', async ({ signIn, suyuan }) => {
    const paths = await pathsInMenu(await signIn('admin'));
    const page = await signIn('planner');
    const ownPaths = await pathsInMenu(page);
    const missing = paths.filter((path) => !ownPaths.includes(path));
    expect(missing).toEqual(expect.arrayContaining(['/system/user', '/system/log/operlog', '/monitor/server']));
    for (const path of missing) {
      await page.goto(suyuan.consoleUrl + path);
      await waitForText(page, pattern('shell.noRight', { right: '[\\w:]+:list' }));
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.goto(`${suyuan.consoleUrl}/system/user`);
    await title(page, t('shell.menu.system.user')).waitFor();
    await expect(page).toHaveTitle(`${t('shell.menu.system.user')} - ${t('shell.title')}`);
    // also for its record pages, whether the record exists or not
    for (const id of [1, 987_654]) {
      await page.goto(`${suyuan.consoleUrl}/manage/codeCase/${id}`);
      await waitForText(page, t('shell.noRight', { right: 'manage:codeCase:list' }));
    }
  });

  test('redirect the root and unknown paths', async ({ signIn, suyuan }) => {
    const page = await signIn('planner');
    const redirects = {
      '/': '/index',
      '/user': '/index',
      '/manage': '/manage/batch',
      '/manage/supplier/': '/manage/supplier',
      '/no/such': '/404',
      '/manage/supplier/abc/edit': '/404',
      '/kit': '/404',
      '/kit/text': '/404',
      '/Index': '/index',
      '/amapview': '/AMapView',
      '/Manage/SUPPLIER?pageSize=20': '/manage/supplier?pageSize=20',
    };
    for (const [from, to] of Object.entries(redirects)) {
      await page.goto(suyuan.consoleUrl + from);
      await page.waitForURL(suyuan.consoleUrl + to);
    }
    // the alias of home opened no second tab
    const homeTabs = page.getByRole('navigation', { name: t('shell.tabs') }).getByRole('link', { name: t('shell.home') });
    await expect(homeTabs).toHaveCount(1);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await page.waitForURL('**/index');
  });

  test('draw a route without a map key and mention the key', async ({ signIn, suyuan }) => {
    const page = await signIn('planner');
    const externalUrls: string[] = [];
    page.on('request', (request) => !request.url().startsWith(suyuan.consoleUrl) && externalUrls.push(request.url()));
    await page.goto(`${suyuan.consoleUrl}/AMapView`);
    const note = page.getByRole('alert').filter({ hasText: t('shell.frame.map.noKey') });
    await expect(note).toContainText('AMAP_KEY');
    await page.getByLabel(t('shell.frame.map.start')).pressSequentially('杭州');
    await page.locator('.ant-select-item-option', { hasText: '浙江省杭州市' }).first().click();
    await page.getByLabel(t('shell.frame.map.end')).fill('上海');
    await page.getByRole('button', { name: t('shell.frame.map.query') }).click();
    await waitForText(page, pattern('kit.route.one', { km: '16\\d' }));
    await page.goto(`${suyuan.consoleUrl}/AMapView?start=鼓楼区&end=上海`);
    await waitForText(page, pattern('kit.route.several', { count: '\\d', name: '鼓楼区' }));
    expect(externalUrls).toEqual([]);
  });
});
