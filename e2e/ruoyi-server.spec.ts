import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { expectNoFilter } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import { oddRouters } from './support/ruoyi/odd-routers.ts';
import type { Database, Notice } from './support/ruoyi/records.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS, type RuoYi, type RuoYiOptions, startRuoYi } from './support/ruoyi/server.ts';
import { workbook } from './support/ruoyi/spreadsheet.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

/** A one-pixel image, base64 without prefix. */
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

const twelveNotices = ([first]: Notice[]): Notice[] =>
  Array.from({ length: 12 }, (_, index) => ({
    ...first!,
    noticeId: index + 1,
    noticeTitle: `第 ${index + 1} 条公告`,
    noticeType: index < 7 ? '1' : '2',
    noticeContent: `<p>正文 <b>${index + 1}</b></p><img src=x onerror="document.title='broken'">`,
  }));

/** Distinct names, a second role to assign, and more notices than the bell shows. */
function prepare(db: Database) {
  const [admin, ry] = db.users;
  admin!.nickName = '老管理员';
  ry!.nickName = '小测试';
  db.roles.push({ ...db.roles[1]!, roleId: 3, roleName: '仓库', roleKey: 'store', roleSort: 3 });
  db.notices.splice(0, db.notices.length, ...twelveNotices(db.notices));
}

/** Each test has its own server, which starts in milliseconds. `page` belongs to its administrator. */
const test = base.extend<{ ruoyiOptions: RuoYiOptions; ruoyi: RuoYi }>({
  ruoyiOptions: [{}, { option: true }],
  ruoyi: async ({ ruoyiOptions }, use) => {
    const ruoyi = await startRuoYi(ruoyiOptions);
    prepare(ruoyi.db);
    await use(ruoyi);
    await ruoyi.stop();
  },
  page: async ({ openPage, ruoyi: { url } }, use) => {
    const { token: value } = await ruoyiClient(url).send('POST /login', { json: RUOYI_ACCOUNTS.admin });
    const token = { name: 'suyuan.accessToken', value: JSON.stringify({ value, expires: Date.now() + 86_400_000 }) };
    const storageState = { cookies: [], origins: [{ origin: url, localStorage: [token] }] };
    await use(await openPage({ baseURL: url, storageState, sessionWatch: true }));
  },
});

test.afterEach('has no script errors', ({ faults }) => {
  expect(faults).toEqual([]);
});

async function signInAt(page: Page, code = CAPTCHA_CODE) {
  await page.getByLabel(t('account.username'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
  await page.getByLabel(t('account.password'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
  await page.getByLabel(t('account.captcha'), { exact: true }).fill(code);
  await page.getByRole('button', { name: t('account.signIn') }).click();
}
const menu = (page: Page) => page.getByRole('navigation', { name: t('shell.menu') });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name }).locator('visible=true');

test.describe('the console on a RuoYi server', () => {
  test.beforeEach(({ ruoyi }) => {
    ruoyi.overrides.set('GET /getRouters', { code: 200, msg: '操作成功', data: oddRouters });
  });

  test.describe('with a captcha', () => {
    test.use({ ruoyiOptions: { captcha: true } });

    test('shows the captcha, reports a wrong answer, and returns to the requested URL', async ({ ruoyi, openPage }) => {
      const page = await openPage({ baseURL: ruoyi.url });
      await page.goto('/system/log/operlog?title=x');
      await page.waitForURL('**/user/login?redirect=**');
      await page
        .getByRole('button', { name: t('account.captchaRenew') })
        .locator('img')
        .waitFor();
      await signInAt(page, '8');
      await page.getByRole('alert').filter({ hasText: '验证码错误' }).waitFor();
      await signInAt(page);
      await page.waitForURL('**/system/log/operlog?title=x');
      await heading(page, '操作日志').waitFor();
      await expect(page).toHaveTitle(`操作日志 - ${t('shell.title')}`);
    });

    test('signs out with one notification when the user cannot be read', async ({ ruoyi, openPage }) => {
      ruoyi.overrides.set('GET /getInfo', { code: 500, msg: 'x' });
      ruoyi.overrides.set('DELETE /logout', { code: 500, msg: 'x' }); // local data is cleared in any case
      const page = await openPage({ baseURL: ruoyi.url });
      await page.goto('/user/login');
      await signInAt(page);
      await expect(page.getByRole('alert').filter({ hasText: t('shell.userInfoFailed') })).toHaveCount(1);
      await expect(page).toHaveURL('/user/login?redirect=%2Findex');
      const storageKeys = ['accessToken', 'told'].map((name) => `suyuan.${name}`);
      expect(await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), storageKeys)).toEqual([null, null]);
    });
  });

  test('builds its menu from every shape of menu record', async ({ ruoyi, page }) => {
    await page.goto('/system/log/operlog');
    const outside = menu(page).getByRole('link', { name: '外部网站' });
    await expect(outside).toHaveAttribute('href', 'http://example.cn');
    await expect(outside).toHaveAttribute('target', '_blank');
    await expect(menu(page).getByRole('link', { name: '本站文档' })).toHaveAttribute('href', `${ruoyi.url}/docs`);
    const entries = await menu(page).getByRole('menuitem').allTextContents();
    for (const title of ['系统管理', '用户管理', '日志管理', '收起的目录', 'UserLayout', '顶层页面', '外部网站', '本站文档'])
      expect(entries, title).toContain(title);
    for (const title of ['隐藏页面', '不显示的页面', '里面的页面', '坏链接', t('shell.home')]) expect(entries, title).not.toContain(title);
  });

  test('opens hidden pages by URL, follows redirects, and keeps the default query of a menu', async ({ page }) => {
    await page.goto('/tool/unseen');
    await heading(page, t('monitor.logininfor')).waitFor();
    await page.goto('/tool/old');
    await page.waitForURL('**/system/log/operlog');
    await heading(page, t('monitor.operlog')).waitFor();
    await page.goto('/closed');
    await page.waitForURL('**/closed/inner');
    for (const layout of ['BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout']) {
      await page.goto(`/${layout}`);
      await page.waitForURL(`**/${layout}/in`);
      await heading(page, t('monitor.operlog')).waitFor();
    }
    await menu(page).getByRole('menuitem', { name: '系统工具' }).click();
    await menu(page).getByRole('link', { name: '失败的登录' }).click();
    await page.waitForURL('**/tool/failed?status=1');
    await page.goto('/tool/bare');
    await page.locator('[data-headerless]').locator('visible=true').waitFor();
  });

  test('maps named components to its own pages', async ({ page }) => {
    for (const [path, title] of [
      ['gen', t('shell.page.genEdit')],
      ['home', /老管理员/],
      ['center', t('account.center')],
      ['settings', t('account.settings')],
      ['jobLog', t('shell.page.jobLog')],
      ['authUser', t('shell.page.authUser')],
      ['noticeForm', t('system.notice.write')],
    ] as const) {
      await page.goto(`/named/${path}`);
      await heading(page, title).waitFor();
    }
  });

  test('keeps unsaved input of a page in the background, except where the menu disables its cache', async ({ page }) => {
    const firstTextbox = page.getByRole('search').locator('visible=true').getByRole('textbox').first();
    const entry = (name: string) => menu(page).getByRole('link', { name, exact: true });
    await page.goto('/system/user');
    await menu(page).getByRole('menuitem', { name: '日志管理' }).click();
    for (const [title, expectedValue] of [
      ['用户管理', '还没查询'],
      ['操作日志', ''],
    ] as const) {
      await entry(title).click();
      await heading(page, title).waitFor();
      await firstTextbox.fill('还没查询');
      await entry('登录日志').click();
      await heading(page, '登录日志').waitFor();
      await entry(title).click();
      await heading(page, title).waitFor();
      await expect(firstTextbox, title).toHaveValue(expectedValue);
    }
  });

  test('reports a menu without a page, and opens foreign pages only outside the console', async ({ page }) => {
    await page.goto('/tool/weather');
    await heading(page, t('shell.unknownPage')).waitFor();
    await waitForText(page, t('shell.unknownPageHint', { component: 'tool/weather/index' }));
    await page.goto('/tool/example/cn');
    await page.getByRole('link', { name: 'http://example.cn/' }).waitFor();
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.goto('/no/such/page');
    await page.waitForURL('**/404');
  });

  test('offers only what this server has on the home page', async ({ page }) => {
    await page.goto('/index');
    await heading(page, /老管理员/).waitFor();
    await waitForText(page, t('shell.quickActions'));
    for (const absent of [t('shell.recentBatches'), t('shell.newBatch')]) await expect(page.getByText(absent), absent).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('account.task'), exact: true })).toBeHidden();
    await expect(page.getByText('No static resource')).toBeHidden();
  });

  test('lists users with RuoYi parameters', async ({ page }) => {
    await page.goto('/system/user');
    await heading(page, t('system.user.title')).waitFor();
    await waitForText(page, '小测试');
    await waitForText(page, t('kit.total', { total: 2 }));
    await page.getByRole('search').getByLabel(t('system.user.userName'), { exact: true }).fill('ry');
    await page.getByRole('button', { name: t('kit.search') }).click();
    await waitForText(page, t('kit.total', { total: 1 }));
  });

  test('shows the roles of a user and keeps them when nothing changes', async ({ ruoyi, page }) => {
    await page.goto('/system/user');
    await page.getByRole('button', { name: t('kit.moreOf', { name: '小测试' }) }).click();
    await page.getByRole('menuitem', { name: t('system.user.grant') }).click();
    const drawer = page.getByRole('dialog');
    await expect(drawer.getByRole('checkbox', { name: '普通角色' })).toBeChecked();
    await expect(drawer.getByRole('checkbox', { name: '仓库' })).not.toBeChecked();
    await drawer.getByRole('button', { name: t('kit.save') }).click();
    await expect(drawer).toBeHidden();
    expect(ruoyi.requestsOf('PUT /system/user/authRole').map(({ query }) => query)).toEqual([{ userId: '2', roleIds: '2' }]);
    expect(ruoyi.db.userRoles).toContainEqual({ userId: 2, roleId: 2 });
  });

  test('imports a file in one step after confirmation and shows the server message', async ({ ruoyi, page }) => {
    await page.goto('/system/user');
    await page.getByRole('button', { name: t('kit.import') }).click();
    const dialog = page.getByRole('dialog');
    const { bytes } = await workbook('用户数据', { 登录名称: 'name', 用户名称: 'nick' }, [{ name: 'sunny', nick: '晴' }]);
    await dialog.locator('input[type=file]').setInputFiles({ name: 'user.xlsx', mimeType: 'application/vnd.ms-excel', buffer: bytes });
    await dialog.getByText('user.xlsx').waitFor();
    expect(ruoyi.requestsOf('POST /system/user/importData')).toEqual([]);
    await dialog.getByRole('button', { name: t('kit.import'), exact: true }).click();
    await waitForNotice(page, '账号 sunny 导入成功');
    await expect(dialog).toBeHidden();
    expect(ruoyi.requestsOf('POST /system/user/importData').map(({ query }) => query)).toEqual([{}]);
    expect(ruoyi.db.users.at(-1)).toMatchObject({ userName: 'sunny', nickName: '晴' });
  });

  test('does not mention an archive when the server deletes rows', async ({ ruoyi, page }) => {
    await page.goto('/system/log/operlog');
    await heading(page, t('monitor.operlog')).waitFor();
    await expectNoFilter(page, t('monitor.operlog.archived'));
    await page.getByRole('button', { name: t('kit.moreOf', { name: t('monitor.operlog') }) }).click();
    await page.getByRole('menuitem', { name: t('monitor.operlog.clear') }).click();
    const question = page.getByRole('dialog');
    await question.getByText(t('monitor.operlog.clearForGood')).waitFor();
    await question.getByRole('button', { name: t('monitor.operlog.clear') }).click();
    await waitForNotice(page, t('monitor.operlog.clearedForGood'));
    for (const call of ['GET /monitor/operlog/chain', 'GET /account/session/watch', 'GET /public/settings'])
      expect(ruoyi.requestsOf(call), call).toEqual([]);
    expect(ruoyi.db.operLogs.map(({ title, businessType }) => [title, businessType])).toEqual([['操作日志', 9]]);
  });

  test('shows its own text for 403 and 404, and the server text for 500 and 601', async ({ ruoyi, page }) => {
    for (const [body, text] of [
      [{ code: 403, msg: 'x' }, t('kit.code403')],
      [{ code: 404, msg: 'x' }, t('kit.code404')],
      [{ code: 500, msg: '服务器说不行' }, '服务器说不行'],
      [{ code: 601, msg: '这是一个警告' }, '这是一个警告'],
    ] as const) {
      ruoyi.overrides.set('GET /monitor/logininfor/list', body);
      await page.goto('/tool/unseen');
      await waitForText(page, text);
    }
  });

  test('reports an expired session once, and returns to the sign-in page', async ({ ruoyi, page }) => {
    await page.goto('/index');
    await heading(page, /老管理员/).waitFor();
    ruoyi.overrides.set('GET /monitor/logininfor/list', { code: 401, msg: '认证失败' });
    await menu(page).getByRole('menuitem', { name: '系统工具' }).click();
    await menu(page).getByRole('link', { name: '失败的登录' }).click();
    await expect(page.getByText(t('kit.sessionOver')).locator('visible=true')).toHaveCount(1);
    await page.getByRole('button', { name: t('kit.signInAgain') }).click();
    await page.waitForURL('**/user/login?redirect=%2Findex');
  });
});

test.describe('the console on RuoYi 3.8', () => {
  test.use({ ruoyiOptions: { version: '3.8' } });

  test('works with RuoYi 3.8 and lists notices by type, five at a time, without their scripts', async ({ ruoyi, openPage }) => {
    // before July 2022 the key had another name
    ruoyi.overrides.set('GET /captchaImage', { code: 200, msg: '操作成功', captchaOnOff: true, uuid: 'a'.repeat(32), img: PIXEL });
    const page = await openPage({ baseURL: ruoyi.url });
    await page.goto('/user/login');
    await signInAt(page);
    await page.waitForURL('**/index');
    await heading(page, /老管理员/).waitFor();

    // this server version has no read marks: the bell lists five notices per type
    await page.getByRole('button', { name: t('shell.bell'), exact: true }).click();
    const list = page.getByRole('dialog', { name: t('shell.bell'), exact: true });
    await list.getByRole('tab', { name: t('system.notice.noticeType.1') }).waitFor();
    await list.getByText('第 7 条公告').waitFor();
    await expect(list.getByText(/第 \d+ 条公告$/)).toHaveCount(5);
    const requestCount = ruoyi.requestsOf('GET /system/notice/list').length;
    await list.getByRole('button', { name: t('system.notice.more') }).click();
    await list.getByText('第 1 条公告').waitFor();
    expect(ruoyi.requestsOf('GET /system/notice/list')).toHaveLength(requestCount + 1);
    await expect(list.getByRole('button', { name: t('system.notice.more') })).toBeHidden();
    await list.getByRole('tab', { name: t('system.notice.noticeType.2') }).click();
    await list.getByText('第 8 条公告').click();
    const window = page.getByRole('dialog').filter({ hasText: '第 8 条公告' }).last();
    await window.getByText('正文').waitFor();
    await expect(window.locator('[onerror]')).toHaveCount(0);
    expect(await page.title()).not.toBe('broken');
  });
});
