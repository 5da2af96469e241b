// Over 250 lines: one server stands for the family in all of them, and each walk starts where the one before ended.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, seen, type Visitor } from './support/browser.ts';
import { FAMILY_USER, type Family, startFamily } from './support/family.ts';

describe('the console before a back end of the family', () => {
  let family: Family;
  let old: Family;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [family, old, browser] = await Promise.all([startFamily(), startFamily({ old: true }), openBrowser()]);
    visitor = await newVisitor(browser);
    page = visitor.page;
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([family?.stop(), old?.stop()]);
  });

  async function signInAt({ url }: Family, on: Page, code = FAMILY_USER.code) {
    await on.getByLabel('用户名', { exact: true }).fill(FAMILY_USER.username);
    await on.getByLabel('密码', { exact: true }).fill(FAMILY_USER.password);
    await on.getByLabel('验证码', { exact: true }).fill(code);
    await on.getByRole('button', { name: '登录' }).click();
    return url;
  }
  const timesAsked = (wanted: string) => family.asked.filter((route) => route === wanted).length;
  const menu = () => page.getByRole('navigation', { name: '主菜单' });
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).locator('visible=true');

  it('shows the picture of its captcha, says its refusal, and comes back to where the user wanted to go', async () => {
    await page.goto(`${family.url}/system/log/operlog?title=x`);
    await page.waitForURL('**/user/login?redirect=**');
    await page.getByRole('button', { name: '换一张验证码图片' }).locator('img').waitFor();
    await signInAt(family, page, '8');
    await page.getByRole('alert').filter({ hasText: '验证码错误' }).waitFor();
    await signInAt(family, page);
    await page.waitForURL('**/system/log/operlog?title=x');
    await heading('操作日志').waitFor();
    expect(await page.title()).toBe('操作日志 - 溯源防伪系统');
  });

  it('builds its menu of whatever shapes the tree has', async () => {
    const entries = await menu().getByRole('menuitem').allTextContents();
    for (const title of ['系统管理', '用户管理', '日志管理', '收起的目录', 'UserLayout', '顶层页面', '外部网站', '本站文档'])
      expect(entries, title).toContain(title);
    for (const title of ['隐藏页面', '不显示的页面', '里面的页面', '坏链接', '首页']) expect(entries, title).not.toContain(title);
    const outside = menu().getByRole('link', { name: '外部网站' });
    expect([await outside.getAttribute('href'), await outside.getAttribute('target')]).toEqual(['http://example.cn', '_blank']);
    expect(await menu().getByRole('link', { name: '本站文档' }).getAttribute('href')).toBe(`${family.url}/docs`);
  });

  it('opens what is hidden by its address, follows redirects, and lays the default query behind a menu', async () => {
    await page.goto(`${family.url}/tool/unseen`);
    await heading('登录日志').waitFor();
    await page.goto(`${family.url}/tool/old`);
    await page.waitForURL('**/system/log/operlog');
    await page.goto(`${family.url}/closed`);
    await page.waitForURL('**/closed/inner');
    for (const layout of ['BasicLayout', 'BlankLayout', 'RouteView', 'PageView', 'UserLayout']) {
      await page.goto(`${family.url}/${layout}`);
      await page.waitForURL(`**/${layout}/in`);
      await heading('操作日志').waitFor();
    }
    await menu().getByRole('menuitem', { name: '系统工具' }).click();
    await menu().getByRole('link', { name: '失败的登录' }).click();
    await page.waitForURL('**/tool/failed?status=1');
    await page.goto(`${family.url}/tool/bare`);
    await page.locator('.headerless').locator('visible=true').waitFor();
  });

  it('takes named components for pages of its own', async () => {
    await page.goto(`${family.url}/named/gen`);
    await heading('修改生成配置').waitFor();
    await page.goto(`${family.url}/named/home`);
    await heading(/老管理员/).waitFor();
    for (const [path, title] of [
      ['center', '个人中心'],
      ['settings', '个人设置'],
      ['jobLog', '调度日志'],
      ['authUser', '分配用户'],
      ['noticeForm', '写公告'],
    ]) {
      await page.goto(`${family.url}/named/${path}`);
      await heading(title ?? '').waitFor();
    }
  });

  it('keeps what was typed into a page behind another one, but not where the tree says that it keeps none', async () => {
    const typed = () => page.getByRole('search').locator('visible=true').getByRole('textbox').first();
    const entry = (name: string) => menu().getByRole('link', { name, exact: true });
    await page.goto(`${family.url}/system/user`);
    await menu().getByRole('menuitem', { name: '日志管理' }).click();
    for (const [title, kept] of [
      ['用户管理', '还没查询'],
      ['操作日志', ''],
    ] as const) {
      await entry(title).click();
      await heading(title).waitFor();
      await typed().fill('还没查询');
      await entry('登录日志').click();
      await heading('登录日志').waitFor();
      await entry(title).click();
      await heading(title).waitFor();
      expect(await typed().inputValue(), title).toBe(kept);
    }
  });

  it('says clearly what it has no page for, and lets a foreign page only out of the console', async () => {
    await page.goto(`${family.url}/tool/weather`);
    await heading('这个菜单没有对应的页面').waitFor();
    await seen(page, /tool\/weather\/index/);
    await page.goto(`${family.url}/tool/example/cn`);
    await page.getByRole('link', { name: 'http://example.cn/' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.goto(`${family.url}/no/such/page`);
    await page.waitForURL('**/404');
  });

  it('offers at home only what this back end has', async () => {
    await page.goto(`${family.url}/index`);
    await heading(/老管理员/).waitFor();
    await seen(page, '常用操作');
    for (const absent of ['最近的批次', '新增批次']) expect(await page.getByText(absent).count(), absent).toBe(0);
    await page.getByRole('button', { name: '任务', exact: true }).waitFor({ state: 'hidden' });
    await page.getByText('No static resource').waitFor({ state: 'hidden' });
  });

  it('rings its bell: types as tabs, five at a time, more on demand, and a notice in a window that runs nothing', async () => {
    const types = timesAsked('GET /system/dict/data/type/sys_notice_type');
    await page.getByRole('button', { name: /^通知/ }).click();
    const list = page.getByRole('dialog', { name: '通知', exact: true });
    await list.getByRole('tab', { name: '通知' }).waitFor();
    await list.getByText('第 1 条公告').waitFor();
    expect(await list.getByText(/^第 \d+ 条公告$/).count()).toBe(5);
    const asked = timesAsked('GET /system/notice/list');
    await list.getByRole('button', { name: '查看更多' }).click();
    await list.getByText('第 7 条公告').waitFor();
    expect(timesAsked('GET /system/notice/list')).toBe(asked + 1);
    await list.getByRole('button', { name: '查看更多' }).waitFor({ state: 'hidden' });
    await list.getByRole('tab', { name: '公告' }).click();
    await list.getByText('第 8 条公告').waitFor();
    await list.getByText('第 8 条公告').click();
    const window = page.getByRole('dialog').filter({ hasText: '第 8 条公告' });
    await window.getByText('正文').waitFor();
    expect(await window.locator('[onerror]').count()).toBe(0);
    expect(await page.title()).not.toBe('broken');
    await page.keyboard.press('Escape');
    // opened again it begins at its first type, whose list comes anew, and knows the types already
    await page.getByRole('button', { name: /^通知/ }).click();
    await list.getByText('第 1 条公告').waitFor();
    expect(timesAsked('GET /system/dict/data/type/sys_notice_type')).toBe(types + 1);
    expect(timesAsked('GET /system/notice/list')).toBe(asked + 3);
    await page.keyboard.press('Escape');
  });

  it('lists its users, and asks it by the family’s parameters', async () => {
    await page.goto(`${family.url}/system/user`);
    await heading('用户管理').waitFor();
    await seen(page, '小测试');
    await seen(page, '共 2 条');
    await page.getByRole('search').getByLabel('用户名', { exact: true }).fill('ry');
    await page.getByRole('button', { name: /查\s*询/ }).click();
    await seen(page, '共 1 条');
  });

  it('opens the roles of a user as the user holds them, and keeps them where nothing was changed', async () => {
    await page.goto(`${family.url}/system/user`);
    const row = page.getByRole('row', { name: /小测试/ });
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '分配角色' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText('普通角色').waitFor();
    expect(await drawer.getByRole('checkbox', { name: '普通角色' }).isChecked()).toBe(true);
    expect(await drawer.getByRole('checkbox', { name: '仓库' }).isChecked()).toBe(false);
    await drawer.getByRole('button', { name: /保\s*存/ }).click();
    await drawer.waitFor({ state: 'hidden' });
    expect(family.queries).toContain('PUT /system/user/authRole?userId=2&roleIds=2');
  });

  it('imports a file once the user says so, in one step, and shows what the server says of it', async () => {
    await page.goto(`${family.url}/system/user`);
    await page.getByRole('button', { name: '导入' }).click();
    const dialog = page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'user.xlsx', mimeType: 'application/vnd.ms-excel', buffer: Buffer.from('PK') });
    await dialog.getByText('user.xlsx').waitFor();
    expect(timesAsked('POST /system/user/importData')).toBe(0);
    await dialog
      .getByRole('button', { name: /导\s*入$/ })
      .last()
      .click();
    await seen(page, '账号 sunny 导入成功');
    await dialog.waitFor({ state: 'hidden' });
    expect(family.queries.filter((each) => each.startsWith('POST /system/user/importData'))).toEqual(['POST /system/user/importData']);
  });

  it('promises no archive where the server deletes', async () => {
    await page.goto(`${family.url}/system/log/operlog`);
    await heading('操作日志').waitFor();
    expect(await page.getByRole('search').getByText('所在').count()).toBe(0);
    await page.getByRole('button', { name: '清空' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('全部记录会被删除，无法恢复。').waitFor();
    await question.getByRole('button', { name: '清空' }).click();
    await seen(page, '操作日志已清空');
    for (const route of ['GET /monitor/operlog/chain', 'GET /account/session/watch', 'GET /public/settings'])
      expect(timesAsked(route), route).toBe(0);
  });

  it('says the family’s refusals: 403 and 404 in its own words, 500 and 601 in the server’s', async () => {
    const list = 'GET /monitor/logininfor/list';
    const told = async (body: object, text: string | RegExp) => {
      family.instead.set(list, body);
      await page.goto(`${family.url}/tool/unseen`);
      await seen(page, text);
    };
    await told({ code: 403, msg: 'x' }, '当前操作没有权限');
    await told({ code: 404, msg: 'x' }, '访问资源不存在');
    await told({ code: 500, msg: '服务器说不行' }, '服务器说不行');
    await told({ code: 601, msg: '这是一个警告' }, '这是一个警告');
    family.instead.delete(list);
  });

  it('tells once that the session is over, and goes back to the sign-in page', async () => {
    await page.goto(`${family.url}/index`);
    await heading(/老管理员/).waitFor();
    family.instead.set('GET /monitor/logininfor/list', { code: 401, msg: '认证失败' });
    await menu().getByRole('menuitem', { name: '系统工具' }).click();
    await menu().getByRole('link', { name: '失败的登录' }).click();
    await seen(page, '登录状态已过期，请重新登录');
    family.instead.delete('GET /monitor/logininfor/list');
    expect(await page.getByText('登录状态已过期，请重新登录').locator('visible=true').count()).toBe(1);
    await page.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL('**/user/login?redirect=%2Findex');
  });

  it('gives up where user info does not come: one notification, signed out, home behind the sign-in page', async () => {
    family.instead.set('GET /getInfo', { code: 500, msg: 'x' });
    family.instead.set('DELETE /logout', { code: 500, msg: 'x' }); // what the browser keeps goes all the same
    await signInAt(family, page);
    await page.getByRole('alert').filter({ hasText: '请求用户信息失败' }).waitFor();
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/user/login?redirect=%2Findex');
    const kept = ['accessToken', 'told'].map((name) => `suyuan.${name}`);
    expect(await page.evaluate((keys) => keys.map((key) => localStorage.getItem(key)), kept)).toEqual([null, null]);
    for (const call of ['GET /getInfo', 'DELETE /logout']) family.instead.delete(call);
  });

  it('works before an old server that sends none of the newer keys', async () => {
    const { page: another, faults } = await newVisitor(browser);
    await another.goto(`${old.url}/user/login`);
    await signInAt(old, another);
    await another.waitForURL('**/index');
    await another.getByRole('heading', { level: 1, name: /老管理员/ }).waitFor();
    expect(faults).toEqual([]);
  });
});
