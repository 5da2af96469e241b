// Over 250 lines: these tests share one product, which takes long to start.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('details of the specification', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let admin: Visitor;
  let page: Page;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan({ ENGLISH_ENABLED: 'off' }), openBrowser()]);
    admin = await newVisitor(browser);
    page = admin.page;
    await signIn(admin, suyuan, 'admin');
    await page.getByRole('heading', { level: 1 }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const readToken = () => page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}'));

  it('stores the token for seven days', async () => {
    const { expires } = await readToken();
    expect(Math.abs(expires - Date.now() - 604_800_000)).toBeLessThan(600_000);
  });

  it('shows the page title and the product name in the document title', async () => {
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
    expect(await page.title()).toBe('供应商管理 - 溯源防伪系统');
    const breadcrumbs = page.getByRole('navigation', { name: '当前位置' }).locator('visible=true').getByRole('listitem');
    expect(await breadcrumbs.allTextContents()).toEqual(['防伪溯源', '供应商管理']);
  });

  it('shows the route title and the record name in the title of a record page', async () => {
    const supplier = '云岭牧场乳业有限公司';
    await page.getByRole('link', { name: supplier, exact: true }).click();
    await page.waitForFunction((title) => document.title === title, `供应商管理 · ${supplier} - 溯源防伪系统`);
    await page.goto(`${suyuan.consoleUrl}/system/role/authUser?roleId=2`);
    await page.waitForFunction((title) => document.title === title, '分配用户 · 普通角色 - 溯源防伪系统');
    await page.goto(`${suyuan.consoleUrl}/system/notice/form`);
    await page.getByRole('heading', { level: 1 }).locator('visible=true').waitFor();
    expect(await page.title()).toBe('公告编辑 - 溯源防伪系统');
    await page.goto(`${suyuan.consoleUrl}/manage/supplier`);
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).locator('visible=true').waitFor();
  });

  it('hides actions that the menu entry of the page does not list, also on record pages', async () => {
    const visitor = await newVisitor(browser);
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
    await visitor.page.route('**/api/getRouters', async (route) => {
      const response = await route.fetch();
      const answer = await response.json();
      await route.fulfill({ response, json: { ...answer, data: restrictActions(answer.data) } });
    });
    await signIn(visitor, suyuan, 'admin');
    const openPage = async (path: string, title: string) => {
      await visitor.page.goto(suyuan.consoleUrl + path);
      await visitor.page.getByRole('heading', { level: 1, name: title }).locator('visible=true').waitFor();
    };
    const writeButtons = () =>
      visitor.page
        .getByRole('main')
        .getByRole('button', { name: /新增|修改|编辑|删除|导入|导出|停用|清空|添加用户|取消授权/ })
        .locator('visible=true');
    await openPage('/system/post', '岗位管理');
    await waitForText(visitor.page, /共 \d+ 条/);
    expect(await writeButtons().allTextContents()).toEqual([]);
    await openPage('/manage/supplier', '供应商管理');
    await visitor.page.getByRole('link', { name: '云岭牧场乳业有限公司', exact: true }).click();
    await visitor.page.getByRole('heading', { level: 1, name: '云岭牧场乳业有限公司' }).locator('visible=true').waitFor();
    expect(await writeButtons().allTextContents()).toEqual([]);
    // fixed pages use the permissions of their menu entry
    await openPage('/monitor/job/log', '调度日志');
    await waitForText(visitor.page, /共 \d+ 条|还没有调度日志/);
    expect(await writeButtons().allTextContents()).toEqual([]);
    await openPage('/system/role/authUser?roleId=100', '分配用户');
    await waitForText(visitor.page, 'planner');
    expect(await writeButtons().allTextContents()).toEqual([]);
    expect(await visitor.page.getByRole('main').getByRole('checkbox').locator('visible=true').count()).toBe(0);
    await openPage('/system/notice/form', '写公告');
    await visitor.page.getByRole('button', { name: '预览', exact: true }).waitFor();
    expect(await visitor.page.getByRole('button', { name: '发布', exact: true }).count()).toBe(0);
    // the page of an entry with all permissions keeps its controls
    await openPage('/manage/category', '品类管理');
    await visitor.page.getByRole('button', { name: '新增品类' }).locator('visible=true').waitFor();
    expect(visitor.faults).toEqual([]);
    await visitor.page.context().close();
  });

  it('does nothing when the menu entry of the active page is selected again', async () => {
    const before = await page.evaluate(() => history.length);
    const tabs = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link');
    const tabCount = await tabs.count();
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).click();
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).click();
    expect([await page.evaluate(() => history.length), await tabs.count()]).toEqual([before, tabCount]);
    expect(admin.faults).toEqual([]);
  });

  it('opens home with the logo', async () => {
    const logo = page.locator('a.logo').first();
    expect(await logo.getAttribute('href')).toBe('/');
    await logo.click();
    await page.waitForURL(`${suyuan.consoleUrl}/index`);
  });

  it('opens home with the logo when it is clicked repeatedly', async () => {
    for (let attempt = 0; attempt < 3; attempt++) {
      await page.getByRole('menuitem', { name: '供应商管理' }).click();
      await page.getByRole('heading', { level: 1, name: '供应商管理' }).locator('visible=true').waitFor();
      await page.evaluate(() => {
        const logo = document.querySelector<HTMLElement>('a.logo');
        for (const wait of [0, 0, 5, 20]) setTimeout(() => logo?.click(), wait);
      });
      await page.waitForTimeout(100);
      await page.waitForURL(`${suyuan.consoleUrl}/index`);
    }
  });

  it('opens the create form from home once; the list behind it does not open the form again', { timeout: 90_000 }, async () => {
    const createLinks = [
      ['新增批次', '批次管理'],
      ['新增品类', '品类管理'],
    ] as const;
    for (const [link, list] of createLinks) {
      await page.locator('a.logo').first().click();
      await page.getByRole('link', { name: link }).locator('visible=true').click();
      const save = page.getByRole('button', { name: '保存', exact: true }).locator('visible=true');
      await save.waitFor();
      await page.getByRole('button', { name: '取消' }).locator('visible=true').click();
      await page.getByRole('heading', { level: 1, name: list }).locator('visible=true').waitFor();
      // the list and its requests are complete, so nothing can reopen the form
      await waitForText(page, /共 \d+ 条/);
      await page.waitForLoadState('networkidle');
      expect(await save.count()).toBe(0);
    }
  });

  it('lists English as disabled next to Chinese', async () => {
    await page.getByRole('button', { name: '语言' }).click();
    const english = page.getByRole('menuitem', { name: 'English' });
    await english.waitFor();
    expect(await english.getAttribute('aria-disabled')).toBe('true');
    expect(await page.getByRole('menuitem', { name: '简体中文' }).getAttribute('aria-disabled')).not.toBe('true');
    await page.keyboard.press('Escape');
  });

  it('moves the focus into a header popup and back to its button', async () => {
    for (const name of ['任务', '通知']) {
      const button = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name}`) });
      const panel = page.getByRole('dialog', { name, exact: true });
      const containsFocus = () => panel.evaluate((node) => node.contains(document.activeElement));
      const isButtonFocused = () => button.evaluate((node) => node === document.activeElement);
      for (const closeKey of ['Escape', 'Shift+Tab']) {
        await button.focus();
        await page.keyboard.press('Enter');
        await panel.waitFor();
        await expect.poll(containsFocus).toBe(true);
        await page.keyboard.press(closeKey);
        await panel.waitFor({ state: 'hidden' });
        await expect.poll(isButtonFocused).toBe(true);
      }
    }
    await page.keyboard.press('Enter');
    const selectedTab = page.getByRole('dialog', { name: '通知', exact: true }).getByRole('tab', { selected: true });
    await selectedTab.waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => selectedTab.evaluate((node) => node === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await selectedTab.waitFor({ state: 'hidden' });
  });

  it('enters and leaves full screen, and reports a browser without support', async () => {
    await page.getByRole('button', { name: '全屏', exact: true }).click();
    await page.waitForFunction(() => document.fullscreenElement !== null);
    await page.getByRole('button', { name: '退出全屏' }).click();
    await page.waitForFunction(() => document.fullscreenElement === null);
    await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false, configurable: true }));
    await page.getByRole('button', { name: '全屏', exact: true }).click();
    await waitForText(page, '您的浏览器不支持全屏');
  });

  it('shows the product name and no ICP number in both footers when neither is set', async () => {
    expect(await page.getByRole('contentinfo').locator('span').allTextContents()).toEqual(['© 溯源防伪系统']);
    const visitor = await newVisitor(browser);
    await visitor.page.goto(`${suyuan.consoleUrl}/user/login`);
    const footer = visitor.page.getByRole('contentinfo').locator('span');
    await expect.poll(() => footer.allTextContents()).toEqual(['© 溯源防伪系统', '']);
    await visitor.page.context().close();
  });

  it('shows the company and the ICP number in the footer of the sign-in page', async () => {
    const must = api(suyuan.consoleUrl, (await readToken()).value).must;
    for (const [key, value] of [
      ['suyuan.footer.company', '© 2026 云岭溯源科技有限公司'],
      ['suyuan.footer.icp', '滇ICP备2026000001号'],
    ]) {
      const { rows } = await must('GET', `/system/config/list?configKey=${key}`);
      const [row] = rows as Record<string, unknown>[];
      await must('PUT', '/system/config', { ...row, configValue: value });
    }
    const visitor = await newVisitor(browser);
    await visitor.page.goto(`${suyuan.consoleUrl}/user/login`);
    await visitor.page.getByText('© 2026 云岭溯源科技有限公司').waitFor();
    await visitor.page.getByText('滇ICP备2026000001号').waitFor();
    expect(visitor.faults).toEqual([]);
  });

  it('uses ROLE_DEFAULT when the server returns no role', async () => {
    const visitor = await newVisitor(browser);
    await visitor.page.route('**/api/getInfo', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), roles: [], permissions: [] } });
    });
    await signIn(visitor, suyuan, 'planner');
    await visitor.page.getByRole('heading', { level: 1 }).waitFor();
    const sessionCache = await visitor.page.waitForFunction(() => localStorage.getItem('suyuan.told'));
    expect(await sessionCache.jsonValue()).toContain('"ROLE_DEFAULT"');
    await visitor.page.context().close();
  });

  it('opens the account page and the settings from the avatar menu', async () => {
    for (const [title, path] of [
      ['个人中心', '/account/center'],
      ['个人设置', '/account/settings'],
    ] as const) {
      await page.getByRole('button', { name: /的账号/ }).click();
      await page.getByRole('menuitem', { name: title }).locator('visible=true').click();
      await page.waitForURL(suyuan.consoleUrl + path);
      await page.getByRole('heading', { level: 1, name: title }).locator('visible=true').waitFor();
    }
  });

  it('asks for confirmation before sign-out with the specified text, and stays on cancel', async () => {
    await page.getByRole('button', { name: /的账号/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('提示', { exact: true }).waitFor();
    await question.getByText('确认注销并退出系统吗？').waitFor();
    await question.getByRole('button', { name: /取\s*消/ }).click();
    await question.waitFor({ state: 'detached' });
    expect((await readToken()).value).toBeTruthy();
    expect(admin.faults).toEqual([]);
  });
});
