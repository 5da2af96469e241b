// Over 250 lines: these tests share one server, and each continues from the previous one.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, type Visitor, waitForText } from './support/browser.ts';
import { oddRouters } from './support/ruoyi/odd-routers.ts';
import type { Database, Notice } from './support/ruoyi/records.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS, type RuoYi, startRuoYi } from './support/ruoyi/server.ts';
import { workbook } from './support/ruoyi/spreadsheet.ts';

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

describe('the console on a RuoYi server', () => {
  let ruoyi: RuoYi;
  let oldServer: RuoYi;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [ruoyi, oldServer, browser] = await Promise.all([startRuoYi({ captcha: true }), startRuoYi({ version: '3.8' }), openBrowser()]);
    prepare(ruoyi.db);
    prepare(oldServer.db);
    ruoyi.overrides.set('GET /getRouters', { code: 200, msg: '操作成功', data: oddRouters });
    // before July 2022 the key had another name
    oldServer.overrides.set('GET /captchaImage', { code: 200, msg: '操作成功', captchaOnOff: true, uuid: 'a'.repeat(32), img: PIXEL });
    visitor = await newVisitor(browser);
    page = visitor.page;
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([ruoyi?.stop(), oldServer?.stop()]);
  });

  async function signInAt(on: Page, code = CAPTCHA_CODE) {
    await on.getByLabel('用户名', { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
    await on.getByLabel('密码', { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
    await on.getByLabel('验证码', { exact: true }).fill(code);
    await on.getByRole('button', { name: '登录' }).click();
  }
  const countOf = (call: string) => ruoyi.requestsOf(call).length;
  const menu = () => page.getByRole('navigation', { name: '主菜单' });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).locator('visible=true');

  it('shows the captcha, reports a wrong answer, and returns to the requested URL', async () => {
    await page.goto(`${ruoyi.url}/system/log/operlog?title=x`);
    await page.waitForURL('**/user/login?redirect=**');
    await page.getByRole('button', { name: '换一张验证码图片' }).locator('img').waitFor();
    await signInAt(page, '8');
    await page.getByRole('alert').filter({ hasText: '验证码错误' }).waitFor();
    await signInAt(page);
    await page.waitForURL('**/system/log/operlog?title=x');
    await heading('操作日志').waitFor();
    expect(await page.title()).toBe('操作日志 - 溯源防伪系统');
  });

  it('builds its menu from every shape of menu record', async () => {
    const entries = await menu().getByRole('menuitem').allTextContents();
    for (const title of ['系统管理', '用户管理', '日志管理', '收起的目录', 'UserLayout', '顶层页面', '外部网站', '本站文档'])
      expect(entries, title).toContain(title);
    for (const title of ['隐藏页面', '不显示的页面', '里面的页面', '坏链接', '首页']) expect(entries, title).not.toContain(title);
    const outside = menu().getByRole('link', { name: '外部网站' });
    expect([await outside.getAttribute('href'), await outside.getAttribute('target')]).toEqual(['http://example.cn', '_blank']);
    expect(await menu().getByRole('link', { name: '本站文档' }).getAttribute('href')).toBe(`${ruoyi.url}/docs`);
  });

  it('opens hidden pages by URL, follows redirects, and keeps the default query of a menu', async () => {
    await page.goto(`${ruoyi.url}/tool/unseen`);
    await heading('登录日志').waitFor();
    await page.goto(`${ruoyi.url}/tool/old`);
    await page.waitForURL('**/system/log/operlog');
    await page.goto(`${ruoyi.url}/closed`);
    await page.waitForURL('**/closed/inner');
    for (const layout of ['BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout']) {
      await page.goto(`${ruoyi.url}/${layout}`);
      await page.waitForURL(`**/${layout}/in`);
      await heading('操作日志').waitFor();
    }
    await menu().getByRole('menuitem', { name: '系统工具' }).click();
    await menu().getByRole('link', { name: '失败的登录' }).click();
    await page.waitForURL('**/tool/failed?status=1');
    await page.goto(`${ruoyi.url}/tool/bare`);
    await page.locator('.headerless').locator('visible=true').waitFor();
  });

  it('maps named components to its own pages', async () => {
    await page.goto(`${ruoyi.url}/named/gen`);
    await heading('修改生成配置').waitFor();
    await page.goto(`${ruoyi.url}/named/home`);
    await heading(/老管理员/).waitFor();
    for (const [path, title] of [
      ['center', '个人中心'],
      ['settings', '个人设置'],
      ['jobLog', '调度日志'],
      ['authUser', '分配用户'],
      ['noticeForm', '写公告'],
    ]) {
      await page.goto(`${ruoyi.url}/named/${path}`);
      await heading(title ?? '').waitFor();
    }
  });

  it('keeps unsaved input of a page in the background, except where the menu disables its cache', async () => {
    const firstTextbox = () => page.getByRole('search').locator('visible=true').getByRole('textbox').first();
    const entry = (name: string) => menu().getByRole('link', { name, exact: true });
    await page.goto(`${ruoyi.url}/system/user`);
    await menu().getByRole('menuitem', { name: '日志管理' }).click();
    for (const [title, expectedValue] of [
      ['用户管理', '还没查询'],
      ['操作日志', ''],
    ] as const) {
      await entry(title).click();
      await heading(title).waitFor();
      await firstTextbox().fill('还没查询');
      await entry('登录日志').click();
      await heading('登录日志').waitFor();
      await entry(title).click();
      await heading(title).waitFor();
      expect(await firstTextbox().inputValue(), title).toBe(expectedValue);
    }
  });

  it('reports a menu without a page, and opens foreign pages only outside the console', async () => {
    await page.goto(`${ruoyi.url}/tool/weather`);
    await heading('这个菜单没有对应的页面').waitFor();
    await waitForText(page, /tool\/weather\/index/);
    await page.goto(`${ruoyi.url}/tool/example/cn`);
    await page.getByRole('link', { name: 'http://example.cn/' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.goto(`${ruoyi.url}/no/such/page`);
    await page.waitForURL('**/404');
  });

  it('offers only what this server has on the home page', async () => {
    await page.goto(`${ruoyi.url}/index`);
    await heading(/老管理员/).waitFor();
    await waitForText(page, '常用操作');
    for (const absent of ['最近的批次', '新增批次']) expect(await page.getByText(absent).count(), absent).toBe(0);
    await page.getByRole('button', { name: '任务', exact: true }).waitFor({ state: 'hidden' });
    await page.getByText('No static resource').waitFor({ state: 'hidden' });
  });

  it('lists users with RuoYi parameters', async () => {
    await page.goto(`${ruoyi.url}/system/user`);
    await heading('用户管理').waitFor();
    await waitForText(page, '小测试');
    await waitForText(page, '共 2 条');
    await page.getByRole('search').getByLabel('用户名', { exact: true }).fill('ry');
    await page.getByRole('button', { name: /查\s*询/ }).click();
    await waitForText(page, '共 1 条');
  });

  it('shows the roles of a user and keeps them when nothing changes', async () => {
    await page.goto(`${ruoyi.url}/system/user`);
    const row = page.getByRole('row', { name: /小测试/ });
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '分配角色' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('普通角色').waitFor();
    expect(await drawer.getByRole('checkbox', { name: '普通角色' }).isChecked()).toBe(true);
    expect(await drawer.getByRole('checkbox', { name: '仓库' }).isChecked()).toBe(false);
    await drawer.getByRole('button', { name: /保\s*存/ }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(ruoyi.requestsOf('PUT /system/user/authRole').map(({ query }) => query)).toEqual([{ userId: '2', roleIds: '2' }]);
    expect(ruoyi.db.userRoles).toContainEqual({ userId: 2, roleId: 2 });
  });

  it('imports a file in one step after confirmation and shows the server message', async () => {
    await page.goto(`${ruoyi.url}/system/user`);
    await page.getByRole('button', { name: '导入' }).click();
    const dialog = page.getByRole('dialog');
    const { bytes } = await workbook('用户数据', { 登录名称: 'name', 用户名称: 'nick' }, [{ name: 'sunny', nick: '晴' }]);
    await dialog.locator('input[type=file]').setInputFiles({ name: 'user.xlsx', mimeType: 'application/vnd.ms-excel', buffer: bytes });
    await dialog.getByText('user.xlsx').waitFor();
    expect(countOf('POST /system/user/importData')).toBe(0);
    await dialog
      .getByRole('button', { name: /导\s*入$/ })
      .last()
      .click();
    await waitForText(page, '账号 sunny 导入成功');
    await dialog.waitFor({ state: 'hidden' });
    expect(ruoyi.requestsOf('POST /system/user/importData').map(({ query }) => query)).toEqual([{}]);
    expect(ruoyi.db.users.at(-1)).toMatchObject({ userName: 'sunny', nickName: '晴' });
  });

  it('does not mention an archive when the server deletes rows', async () => {
    await page.goto(`${ruoyi.url}/system/log/operlog`);
    await heading('操作日志').waitFor();
    expect(await page.getByRole('search').getByText('所在').count()).toBe(0);
    await page.getByRole('button', { name: '清空' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('全部记录会被删除，无法恢复。').waitFor();
    await question.getByRole('button', { name: '清空' }).click();
    await waitForText(page, '操作日志已清空');
    for (const call of ['GET /monitor/operlog/chain', 'GET /account/session/watch', 'GET /public/settings'])
      expect(countOf(call), call).toBe(0);
    expect(ruoyi.db.operLogs.map(({ title, businessType }) => [title, businessType])).toEqual([['操作日志', 9]]);
  });

  it('shows its own text for 403 and 404, and the server text for 500 and 601', async () => {
    const list = 'GET /monitor/logininfor/list';
    const expectText = async (body: object, text: string | RegExp) => {
      ruoyi.overrides.set(list, body);
      await page.goto(`${ruoyi.url}/tool/unseen`);
      await waitForText(page, text);
    };
    await expectText({ code: 403, msg: 'x' }, '当前操作没有权限');
    await expectText({ code: 404, msg: 'x' }, '访问资源不存在');
    await expectText({ code: 500, msg: '服务器说不行' }, '服务器说不行');
    await expectText({ code: 601, msg: '这是一个警告' }, '这是一个警告');
    ruoyi.overrides.delete(list);
  });

  it('reports an expired session once, and returns to the sign-in page', async () => {
    await page.goto(`${ruoyi.url}/index`);
    await heading(/老管理员/).waitFor();
    ruoyi.overrides.set('GET /monitor/logininfor/list', { code: 401, msg: '认证失败' });
    await menu().getByRole('menuitem', { name: '系统工具' }).click();
    await menu().getByRole('link', { name: '失败的登录' }).click();
    await waitForText(page, '登录状态已过期，请重新登录');
    ruoyi.overrides.delete('GET /monitor/logininfor/list');
    expect(await page.getByText('登录状态已过期，请重新登录').locator('visible=true').count()).toBe(1);
    await page.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL('**/user/login?redirect=%2Findex');
  });

  it('signs out with one notification when the user cannot be read', async () => {
    ruoyi.overrides.set('GET /getInfo', { code: 500, msg: 'x' });
    ruoyi.overrides.set('DELETE /logout', { code: 500, msg: 'x' }); // local data is cleared in any case
    await signInAt(page);
    await page.getByRole('alert').filter({ hasText: '请求用户信息失败' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/user/login?redirect=%2Findex');
    const storageKeys = ['accessToken', 'told'].map((name) => `suyuan.${name}`);
    expect(await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), storageKeys)).toEqual([null, null]);
    for (const call of ['GET /getInfo', 'DELETE /logout']) ruoyi.overrides.delete(call);
  });

  it('works with RuoYi 3.8 and lists notices by type, five at a time, without their scripts', async () => {
    const { page: otherPage, faults } = await newVisitor(browser);
    await otherPage.goto(`${oldServer.url}/user/login`);
    await signInAt(otherPage);
    await otherPage.waitForURL('**/index');
    await otherPage.getByRole('heading', { level: 1, name: /老管理员/ }).waitFor();

    // this server version has no read marks: the bell lists five notices per type
    await otherPage.getByRole('button', { name: /^通知/ }).click();
    const list = otherPage.getByRole('dialog', { name: '通知', exact: true });
    await list.getByRole('tab', { name: '通知' }).waitFor();
    await list.getByText('第 7 条公告').waitFor();
    expect(await list.getByText(/第 \d+ 条公告$/).count()).toBe(5);
    const requestCount = oldServer.requestsOf('GET /system/notice/list').length;
    await list.getByRole('button', { name: '查看更多' }).click();
    await list.getByText('第 1 条公告').waitFor();
    expect(oldServer.requestsOf('GET /system/notice/list').length).toBe(requestCount + 1);
    await list.getByRole('button', { name: '查看更多' }).waitFor({ state: 'hidden' });
    await list.getByRole('tab', { name: '公告' }).click();
    await list.getByText('第 8 条公告').click();
    const window = otherPage.getByRole('dialog').filter({ hasText: '第 8 条公告' }).last();
    await window.getByText('正文').waitFor();
    expect(await window.locator('[onerror]').count()).toBe(0);
    expect(await otherPage.title()).not.toBe('broken');
    expect(faults).toEqual([]);
  });
});
