import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

/** The pages of specification §1, by their menu names. */
const PAGES = [
  ...['品类列表', '品类目录', '供应商目录', '渠道商目录', '溯源环节目录'],
  ...['批次管理', '码管理', '码记录', '品类管理', '供应商管理', '渠道商管理', '溯源管理'],
  ...['用户管理', '角色管理', '菜单管理', '部门管理', '岗位管理', '字典管理', '参数设置', '通知公告', '操作日志', '登录日志'],
  ...['在线用户', '定时任务', '数据监控', '服务监控', '缓存监控', '表单构建', '代码生成', '系统接口'],
];

describe('fixed routes', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let admin: Visitor;
  let planner: Visitor;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    [admin, planner] = [await newVisitor(browser), await newVisitor(browser)];
    await signIn(admin, suyuan, 'admin');
    await signIn(planner, suyuan, 'planner');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const waitForHeading = (page: Page, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).locator('visible=true').waitFor();

  it('open for users with permission, each with its title', async () => {
    const { page, faults } = admin;
    const routes = {
      '/account/center': '个人中心',
      '/account/settings': '个人设置',
      '/form': '表单构建',
      '/parser': '表单预览',
      '/tinymce': '富文本编辑',
      '/AMapView': '路线查询',
      '/monitor/job/log': '调度日志',
      '/gen/edit': '修改生成配置',
      '/404': '页面不存在',
    };
    for (const [path, title] of Object.entries(routes)) {
      await page.goto(suyuan.consoleUrl + path);
      await waitForHeading(page, title);
      expect(await page.title(), path).toBe(`${title} - 溯源防伪系统`);
    }
    for (const path of ['/system/role/authUser', '/system/notice/form']) {
      await page.goto(suyuan.consoleUrl + path);
      await page.getByRole('heading', { level: 1 }).locator('visible=true').waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
    expect(faults).toEqual([]);
  });

  it('link back to the list when the record does not exist', async () => {
    const { page, faults } = admin;
    for (const list of ['/manage/supplier', '/manage/category', '/manage/batch', '/manage/dispatch', '/tool/form']) {
      await page.goto(`${suyuan.consoleUrl}${list}/999999`);
      await page.getByRole('alert').getByRole('link', { name: '回到列表' }).click();
      await page.waitForURL((url) => url.pathname === list);
    }
    expect(faults).toEqual([]);
  });

  it('do not appear in the menu', async () => {
    const items = admin.page.getByRole('navigation', { name: '主菜单' }).getByRole('menuitem');
    await items.first().waitFor();
    const entries = await items.allTextContents();
    expect(entries).toContain('系统管理');
    for (const title of ['首页', '个人中心', '表单预览', '路线查询']) expect(entries).not.toContain(title);
  });

  it('open every page of the menu with its title', { timeout: 180_000 }, async () => {
    const { page, faults } = admin;
    await page.goto(`${suyuan.consoleUrl}/index`);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByRole('menuitem').first().waitFor();
    const collapsedToggles = menu.locator('button[aria-expanded=false]');
    while ((await collapsedToggles.count()) > 0) await collapsedToggles.first().click();
    const links = menu.locator('a:not([target])');
    const titles = await links.allTextContents();
    expect(titles).toEqual(expect.arrayContaining(PAGES));
    for (const [index, title] of titles.entries()) {
      await links.nth(index).click();
      await page.getByRole('heading', { level: 1, name: title, exact: true }).locator('visible=true').waitFor();
    }
    expect(faults).toEqual([]);
  });

  it('name the missing permission', async () => {
    const { page, faults } = planner;
    const guardedRoutes = {
      '/monitor/job/log': 'monitor:job:list',
      '/system/role/authUser': 'system:role:edit',
      '/system/notice/form': 'system:notice:edit',
      '/gen/edit': 'tool:gen:edit',
    };
    for (const [path, permission] of Object.entries(guardedRoutes)) {
      await page.goto(suyuan.consoleUrl + path);
      await waitForText(page, `打开这一页需要权限“${permission}”；联系管理员在角色管理中授予。`);
    }
    expect(faults).toEqual([]);
  });

  it('name the missing permission for every other page, without its content', { timeout: 180_000 }, async () => {
    const entries = admin.page.getByRole('navigation', { name: '主菜单' }).locator('a:not([target])');
    const paths = await entries.evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    const { page, faults } = planner;
    await page.goto(`${suyuan.consoleUrl}/index`);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await menu.getByRole('menuitem').first().waitFor();
    const collapsedToggles = menu.locator('button[aria-expanded=false]');
    while ((await collapsedToggles.count()) > 0) await collapsedToggles.first().click();
    const ownPaths = await menu
      .locator('a:not([target])')
      .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    const missing = paths.filter((path) => !ownPaths.includes(path));
    expect(missing).toEqual(expect.arrayContaining(['/system/user', '/system/log/operlog', '/monitor/server']));
    for (const path of missing) {
      await page.goto(suyuan.consoleUrl + path);
      await waitForText(page, /^打开这一页需要权限“[\w:]+:list”；联系管理员在角色管理中授予。$/);
      expect(new URL(page.url()).pathname).toBe(path);
    }
    await page.goto(`${suyuan.consoleUrl}/system/user`);
    await waitForHeading(page, '用户管理');
    expect(await page.title()).toBe('用户管理 - 溯源防伪系统');
    // also for its record pages, whether the record exists or not
    for (const id of [1, 987_654]) {
      await page.goto(`${suyuan.consoleUrl}/manage/codeCase/${id}`);
      await waitForText(page, '打开这一页需要权限“manage:codeCase:list”；联系管理员在角色管理中授予。');
    }
    expect(faults).toEqual([]);
  });

  it('redirect the root and unknown paths', async () => {
    const { page } = planner;
    const redirects = {
      '/': '/index',
      '/user': '/index',
      '/manage': '/manage/batch',
      '/manage/supplier/': '/manage/supplier',
      '/no/such': '/404',
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
    const tabs = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '首页' });
    expect(await tabs.count()).toBe(1);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await page.waitForURL('**/index');
  });

  it('draw a route without a map key and mention the key', async () => {
    const { page } = planner;
    const externalUrls: string[] = [];
    page.on('request', (request) => !request.url().startsWith(suyuan.consoleUrl) && externalUrls.push(request.url()));
    await page.goto(`${suyuan.consoleUrl}/AMapView`);
    await waitForText(page, /没有配置地图服务的密钥.*AMAP_KEY/);
    await page.getByLabel('起点').pressSequentially('杭州');
    await page.locator('.ant-select-item-option', { hasText: '浙江省杭州市' }).first().click();
    await page.getByLabel('终点').fill('上海');
    await page.getByRole('button', { name: '查询路线' }).click();
    await waitForText(page, /直线距离约 16\d 公里/);
    await page.goto(`${suyuan.consoleUrl}/AMapView?start=鼓楼区&end=上海`);
    await waitForText(page, /有 \d 个地方叫“鼓楼区”；从联想中选择一个/);
    expect(externalUrls).toEqual([]);
  });
});
