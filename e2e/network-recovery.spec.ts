// Over 250 lines: all faults use the same product behind the same gate.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Build } from '../apps/console/src/worker/build-list.ts';
import { api } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';
import { startTestProxy, type TestProxy } from './support/test-proxy.ts';

describe('recovery from network and server failures', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let proxy: TestProxy;
  let planner: Visitor;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });
  beforeEach(async () => {
    proxy = await startTestProxy(suyuan.consoleUrl);
  });
  afterEach(async () => {
    await planner?.page.context().close();
    await proxy.stop();
  });

  async function signInPlanner(options: BrowserContextOptions = {}) {
    planner = await newVisitor(browser, 1440, options);
    await signIn(planner, { ...suyuan, consoleUrl: proxy.url }, 'planner');
    await planner.page.getByRole('heading', { level: 1 }).waitFor();
    return planner.page;
  }
  const open = async (name: string) => {
    await planner.page.getByRole('menuitem', { name, exact: true }).click();
    await planner.page.getByRole('heading', { level: 1, name }).waitFor();
  };
  const refresh = () => planner.page.getByRole('button', { name: '刷新', exact: true }).locator('visible=true').click();
  const countSuppliers = async (name: string) => {
    const token = await planner.page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    const { rows } = await api(suyuan.consoleUrl, token).must('GET', `/manage/supplier/list?supplierName=${encodeURIComponent(name)}`);
    return (rows as unknown[]).length;
  };
  /** Waits until the service worker controls this page. */
  const waitForServiceWorker = () =>
    planner.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    });
  /** The error notice loads shortly after the start; this test is faster than any user. */
  const waitForNotices = () =>
    planner.page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/assets\/notices-.*\.js/.test(name)));
  const fillSupplierForm = async (code: string, name: string) => {
    await planner.page.getByRole('button', { name: '新增供应商' }).click();
    const form = planner.page.getByRole('region', { name: '新增供应商' });
    await form.getByLabel('供应商编码').fill(code);
    await form.getByLabel('供应商名称').fill(name);
    return form.getByRole('button', { name: /保\s*存/ });
  };

  it('reports an expired session once and returns to the sign-in page', async () => {
    const page = await signInPlanner();
    await open('供应商管理');
    await waitForText(page, '共 6 条');
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    await api(suyuan.consoleUrl, token).call('DELETE', '/logout');
    await refresh();
    await waitForText(page, '登录状态已过期，请重新登录');
    await refresh();
    await open('品类管理');
    expect(await page.getByText('登录状态已过期，请重新登录').count()).toBe(1);
    await page.getByRole('button', { name: '重新登录' }).click();
    await page.waitForURL('**/user/login**');
    expect(new URL(page.url()).searchParams.get('redirect') ?? '/index').toBe('/index');
    expect(await page.evaluate(() => [localStorage.getItem('suyuan.accessToken'), localStorage.getItem('suyuan.told')])).toEqual([
      null,
      null,
    ]);
  });

  it('reports an unreachable server, keeps the input and refreshes the data on reconnect', async () => {
    const page = await signInPlanner();
    await open('供应商管理');
    await waitForText(page, '共 6 条');
    const save = await fillSupplierForm('TROUBLE-1', '风雨无阻食品厂');
    await waitForNotices();
    proxy.disconnect();
    await save.click();
    await waitForText(page, '后端接口连接异常');
    await waitForText(page, '连不上服务器，正在重新连接');
    expect(await page.getByRole('region', { name: '新增供应商' }).getByLabel('供应商名称').inputValue()).toBe('风雨无阻食品厂');
    proxy.reconnect();
    await waitForText(page, '连接已恢复');
    await page.getByText('连不上服务器').waitFor({ state: 'detached' });
    await save.click();
    await waitForText(page, '风雨无阻食品厂');
    expect(await countSuppliers('风雨无阻食品厂')).toBe(1);
  });

  it('creates a record once when the response is lost', async () => {
    const page = await signInPlanner();
    await open('供应商管理');
    const save = await fillSupplierForm('TROUBLE-2', '失而复得茶厂');
    let responseCount = 0;
    const restoreResponses = proxy.replaceResponses(/^\/api\/manage\/supplier$/, (body) => (responseCount++ === 0 ? undefined : body));
    await save.click();
    await waitForText(page, '失而复得茶厂');
    restoreResponses();
    expect(responseCount).toBe(2);
    expect(await countSuppliers('失而复得茶厂')).toBe(1);
  });

  it('opens offline from the cache and removes menu entries that are no longer allowed', async () => {
    const page = await signInPlanner();
    await waitForServiceWorker();
    // a reload may reset the browser's offline mode, so the server closes too
    proxy.disconnect();
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).waitFor();
    await waitForText(page, /网络已断开|连不上服务器/);
    proxy.replaceResponses(/^\/api\/getRouters/, (body) => JSON.stringify({ ...JSON.parse(body), data: [] }));
    proxy.reconnect();
    await page.context().setOffline(false);
    await waitForText(page, '连接已恢复');
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).waitFor({ state: 'detached' });
    await waitForText(page, '您的角色没有可用的操作');
  });

  it('caches the shell and the pages of the menu, not the whole build or English', async () => {
    const page = await signInPlanner();
    await waitForServiceWorker();
    const script = await (await fetch(`${suyuan.consoleUrl}/service-worker.js`)).text();
    const { files, frame, parts } = JSON.parse(/^const BUILD=(.*);\n/.exec(script)?.[1] ?? '') as Build;
    const pathsOf = (places: number[] = []) => places.map((place) => files[place] ?? '');
    const readCachedPaths = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return entries.flat().map(({ url }) => new URL(url).pathname);
      });
    const expectedPaths = [...pathsOf(frame), ...pathsOf(parts['manage/supplier/index']), ...pathsOf(parts['manage/codeRecord/index'])];
    const missing = async () => {
      const entries = await readCachedPaths();
      return expectedPaths.filter((path) => !entries.includes(path));
    };
    await expect.poll(missing).toEqual([]);
    const entries = await readCachedPaths();
    expect(entries.filter((path) => path.includes('en-US'))).toEqual([]);
    const englishPaths = pathsOf(parts['en-US']);
    expect([englishPaths.length > 0, englishPaths.filter((path) => entries.includes(path))]).toEqual([true, []]);
    // a planner's menu has no system pages
    const systemPaths = [...pathsOf(parts['tool/swagger/index']), ...pathsOf(parts['monitor/server/index'])];
    expect(systemPaths.every((path) => entries.includes(path))).toBe(false);
    expect(entries.length).toBeLessThan(files.length * 0.75);
  });

  it('stays signed in while a proxy replies for an unreachable server', async () => {
    const page = await signInPlanner({ serviceWorkers: 'block' });
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }));
    await page.reload();
    await waitForText(page, '系统接口 502 异常');
    expect(new URL(page.url()).pathname).toBe('/index');
    await page.unroute('**/api/**');
    await waitForText(page, '低温风味酸奶 180 克');
    expect(await page.evaluate(() => localStorage.getItem('suyuan.accessToken'))).not.toBeNull();
  });

  it('returns to Chinese when English is disabled, even if the English texts load late', async () => {
    const page = await signInPlanner({ serviceWorkers: 'block' });
    let englishLoads = 0;
    await page.route('**/assets/en-US-*', async (route) => {
      await waitForText(page, /好，|夜深了/);
      await route.continue();
      englishLoads += 1;
    });
    await page.evaluate(() => localStorage.setItem('suyuan.language', '"en-US"'));
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /好，|夜深了/ }).waitFor();
    await expect.poll(() => englishLoads).toBe(1);
    await page.waitForTimeout(500);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/好，|夜深了/);
    expect(await page.evaluate(() => localStorage.getItem('suyuan.language'))).toBe('"zh-CN"');
  });

  it('announces a new build and applies it on request, after a warning about unsaved changes', async () => {
    const page = await signInPlanner();
    await waitForServiceWorker();
    const readBuilds = () => page.evaluate(() => caches.keys());
    const [oldBuild] = await readBuilds();
    proxy.replaceResponses(/^\/service-worker\.js/, (body) => body.replace(/"version":"\w+"/, '"version":"next"'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await waitForText(page, '有新版本可用');
    await open('供应商管理');
    await waitForText(page, /共 \d+ 条/);
    expect(await readBuilds()).toEqual([oldBuild, 'suyuan-build-next']);
    await fillSupplierForm('TROUBLE-3', '还没保存的厂');
    await page.goBack();
    await page.waitForURL('**/manage/supplier');
    await page.getByRole('button', { name: '刷新到新版本' }).click();
    const question = page.getByRole('dialog').filter({ hasText: '刷新会丢失未保存的修改' });
    await question.getByRole('button', { name: /取\s*消/ }).click();
    await question.waitFor({ state: 'hidden' });
    await page.goForward();
    expect(await page.getByRole('region', { name: '新增供应商' }).getByLabel('供应商名称').inputValue()).toBe('还没保存的厂');
    await page.goBack();
    await page.getByRole('button', { name: '刷新到新版本' }).click();
    const reloaded = page.waitForEvent('load');
    await question.getByRole('button', { name: '刷新到新版本' }).click();
    await reloaded;
    await open('供应商管理');
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBeNull();
    expect(await page.getByText('有新版本可用').count()).toBe(0);
  });

  it('keeps other pages usable when one script fails to load, and loads it on retry', async () => {
    const page = await signInPlanner({ serviceWorkers: 'block' });
    const restorePage = proxy.replaceResponses(/^\/assets\/supplier-page/, () => undefined);
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).click();
    await waitForText(page, '页面脚本加载失败');
    await page.getByText('错误信息', { exact: true }).click();
    await waitForText(page, '/manage/supplier');
    restorePage();
    await open('品类管理');
    await page.getByRole('menuitem', { name: '供应商管理', exact: true }).click();
    await page
      .getByRole('button', { name: /重\s*试/ })
      .locator('visible=true')
      .click();
    await waitForText(page, /共 \d+ 条/);
    // a missing chunk breaks nothing else, and loads on the next attempt
    const restoreMenu = proxy.replaceResponses(/^\/assets\/collapsed-menu/, () => undefined);
    await page.getByRole('button', { name: '收起菜单' }).click();
    await page.locator('.shell-narrow .menu-tree').first().waitFor();
    await open('品类管理');
    restoreMenu();
    await page.getByRole('button', { name: '展开菜单' }).click();
    await page.getByRole('button', { name: '收起菜单' }).click();
    await page.locator('.shell-narrow .sider .ant-menu').first().waitFor();
  });

  it('shows a skeleton on a slow connection, then the page', async () => {
    const page = await signInPlanner();
    page.setDefaultTimeout(30_000);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 600,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    });
    await page.getByRole('menuitem', { name: '品类管理', exact: true }).click();
    await page.getByRole('status', { name: '正在加载' }).locator('visible=true').first().waitFor();
    await waitForText(page, /共 \d+ 条/);
    expect(await page.getByRole('status', { name: '正在加载' }).locator('visible=true').count()).toBe(0);
  });
});
