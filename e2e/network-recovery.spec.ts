// Over 300 lines: all faults use the same product behind the same proxy.
import type { Page } from '@playwright/test';
import type { Build } from '../apps/console/src/worker/build-list.ts';
import { type Api, api, tokenOf } from './support/api.ts';
import { type VisitorOptions, waitForText } from './support/browser.ts';
import { choosePage, menuEntry } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { test as base, expect } from './support/test.ts';
import { startTestProxy, type TestProxy } from './support/test-proxy.ts';
import { pattern, t } from './support/text.ts';

interface ProxyFixtures {
  /** Between the browser and the product. Its address is new in each test, and with it the browser's storage. */
  testProxy: TestProxy;
  /** Opens home through the proxy, by default as planner. */
  openHome(options?: VisitorOptions, userName?: string): Promise<Page>;
}

const test = base.extend<ProxyFixtures>({
  testProxy: async ({ suyuan }, use) => {
    const testProxy = await startTestProxy(suyuan.consoleUrl);
    await use(testProxy);
    await testProxy.stop();
  },
  openHome: async ({ suyuan, testProxy, openPage }, use) => {
    await use(async (options, userName = 'planner') => {
      const value = await tokenOf(suyuan.consoleUrl, userName, suyuan.passwords[userName] ?? '');
      const token = { name: 'suyuan.accessToken', value: JSON.stringify({ value, expires: Date.now() + 86_400_000 }) };
      const page = await openPage({
        storageState: { cookies: [], origins: [{ origin: testProxy.url, localStorage: [token] }] },
        serviceWorkers: 'allow',
        ...options,
      });
      await page.goto(`${testProxy.url}/index`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      return page;
    });
  },
});

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const total = pattern('kit.total', { total: '\\d+' });
const greeting = new RegExp(
  (['shell.goodNight', 'shell.goodMorning', 'shell.goodAfternoon', 'shell.goodEvening'] as const)
    .map((key) => t(key, { name: '' }))
    .join('|'),
);

async function open(page: Page, name: string) {
  await choosePage(page, name);
  await page.getByRole('heading', { level: 1, name }).waitFor();
}

const refresh = (page: Page) =>
  page
    .getByRole('button', { name: t('kit.refresh'), exact: true })
    .locator('visible=true')
    .click();

const supplierForm = (page: Page) => page.getByRole('region', { name: t('shell.newSupplier') });

async function fillSupplierForm(page: Page, code: string, name: string) {
  await page.getByRole('button', { name: t('shell.newSupplier') }).click();
  await supplierForm(page).getByLabel(t('manage.supplier.supplierCode')).fill(code);
  await supplierForm(page).getByLabel(t('manage.supplier.supplierName')).fill(name);
  return supplierForm(page).getByRole('button', { name: t('kit.save') });
}

async function countSuppliers(planner: Api, name: string) {
  const { rows = [] } = await planner.must('GET', `/manage/supplier/list?supplierName=${encodeURIComponent(name)}`);
  return rows.length;
}

/** Waits until the service worker controls this page. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
  });

/** The error notice loads shortly after the start; this test is faster than any user. */
const waitForNotices = (page: Page) =>
  page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /\/assets\/notices-.*\.js/.test(name)));

test.describe('recovery from network and server failures', () => {
  test('reports an expired session once and returns to the sign-in page', async ({ openHome, suyuan }) => {
    const page = await openHome();
    await open(page, t('shell.menu.manage.supplier'));
    await waitForText(page, total);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    await api(suyuan.consoleUrl, token).must('DELETE', '/logout');
    await refresh(page);
    await waitForText(page, t('kit.sessionOver'));
    await refresh(page);
    await open(page, t('shell.menu.manage.category'));
    await expect(page.getByText(t('kit.sessionOver'))).toHaveCount(1);
    await page.getByRole('button', { name: t('kit.signInAgain') }).click();
    await page.waitForURL('**/user/login**');
    expect(new URL(page.url()).searchParams.get('redirect') ?? '/index').toBe('/index');
    expect(await page.evaluate(() => [localStorage.getItem('suyuan.accessToken'), localStorage.getItem('suyuan.sessionCache')])).toEqual([
      null,
      null,
    ]);
  });

  test('keeps the input of a form whose session has ended, and reports the end once', async ({ openHome, suyuan }) => {
    const page = await openHome();
    await open(page, t('shell.menu.manage.supplier'));
    const save = await fillSupplierForm(page, 'OVER-1', '会话结束食品厂');
    await waitForNotices(page);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    await api(suyuan.consoleUrl, token).must('DELETE', '/logout');
    await save.click();
    await waitForText(page, t('kit.sessionOver'));
    await expect(save).toBeEnabled();
    await expect(page.getByText(t('kit.code401'))).toHaveCount(1);
    await expect(supplierForm(page).getByLabel(t('manage.supplier.supplierName'))).toHaveValue('会话结束食品厂');

    // in another window, which this page follows
    page.on('dialog', (dialog) => dialog.dismiss()); // stays on the page with its input
    const other = await page.context().newPage();
    await other.goto(new URL('/robots.txt', page.url()).href); // no script that navigates
    const signInThere = async (userName: string) => {
      const value = await tokenOf(suyuan.consoleUrl, userName, suyuan.passwords[userName] ?? '');
      await other.evaluate(
        (text) => localStorage.setItem('suyuan.accessToken', text),
        JSON.stringify({ value, expires: Date.now() + 6e7 }),
      );
    };
    await signInThere('admin');
    await page.getByText(t('kit.sessionOver')).waitFor({ state: 'hidden' });
    await save.click();
    await waitForText(page, t('kit.otherUser'));

    await signInThere('planner');
    await save.click();
    await expect.poll(() => page.url()).toMatch(/\/manage\/supplier\/\d+$/);
  });

  test('signs in again on a page with unsaved input, and keeps the input', async ({ openHome, suyuan }) => {
    const page = await openHome();
    await open(page, t('shell.menu.manage.supplier'));
    const save = await fillSupplierForm(page, 'OVER-2', '重新登录食品厂');
    await waitForNotices(page);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    await api(suyuan.consoleUrl, token).must('DELETE', '/logout');
    await save.click();
    await page.getByRole('button', { name: t('kit.signInAgain') }).click();
    const dialog = page.getByRole('dialog', { name: t('kit.signInAgain') });
    await dialog.waitFor();
    await expect(page.getByText(t('kit.sessionOver'))).toHaveCount(0);
    await dialog.getByRole('button', { name: t('kit.cancel') }).click();
    await waitForText(page, t('kit.sessionOver'));
    await page.getByRole('button', { name: t('kit.signInAgain') }).click();
    await dialog.getByLabel(t('account.password'), { exact: true }).fill('wrong-password');
    await dialog.getByRole('button', { name: t('account.signIn') }).click();
    await dialog.getByText(t('problem.credentialsWrong')).waitFor();
    await dialog.getByLabel(t('account.password'), { exact: true }).fill(suyuan.passwords.planner ?? '');
    await dialog.getByRole('button', { name: t('account.signIn') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(page.getByText(t('kit.sessionOver'))).toHaveCount(0);
    await expect(supplierForm(page).getByLabel(t('manage.supplier.supplierName'))).toHaveValue('重新登录食品厂');
    await expect(supplierForm(page).getByLabel(t('manage.supplier.supplierName'))).toBeFocused();
    await save.click();
    await expect.poll(() => page.url()).toMatch(/\/manage\/supplier\/\d+$/);
  });

  test('signs in again over a dialog, and keeps its input', async ({ openHome, suyuan, apiAs }) => {
    const planner = await apiAs('planner');
    await planner.must('POST', '/manage/supplier', { supplierCode: 'OVER-3', supplierName: '原样果园' });
    const page = await openHome();
    await open(page, t('shell.menu.manage.supplier'));
    await page.getByRole('button', { name: t('kit.moreOf', { name: '原样果园' }) }).click();
    await page.getByRole('menuitem', { name: t('manage.supplier.clone') }).click();
    const cloneDialog = page.getByRole('dialog', { name: t('manage.supplier.clone.title', { name: '原样果园' }) });
    await cloneDialog.getByLabel(t('manage.supplier.supplierCode')).fill('OVER-4');
    await waitForNotices(page);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    await api(suyuan.consoleUrl, token).must('DELETE', '/logout');
    await cloneDialog.getByRole('button', { name: t('manage.supplier.clone') }).click();
    await page.getByRole('button', { name: t('kit.signInAgain'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('kit.signInAgain') });
    await dialog.getByLabel(t('account.password'), { exact: true }).fill(suyuan.passwords.planner ?? '');
    await dialog.getByRole('button', { name: t('account.signIn') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(cloneDialog.getByLabel(t('manage.supplier.supplierCode'))).toHaveValue('OVER-4');
    await expect(cloneDialog.getByLabel(t('manage.supplier.supplierCode'))).toBeFocused();
    await cloneDialog.getByRole('button', { name: t('manage.supplier.clone') }).click();
    await waitForNotice(page, t('manage.supplier.cloned', { name: '原样果园' }));
  });

  test('reports an unreachable server, keeps the input and refreshes the data on reconnect', async ({ openHome, testProxy, apiAs }) => {
    const page = await openHome();
    await open(page, t('shell.menu.manage.supplier'));
    await waitForText(page, total);
    const save = await fillSupplierForm(page, 'TROUBLE-1', '风雨无阻食品厂');
    await waitForNotices(page);
    testProxy.disconnect();
    await save.click();
    await waitForNotice(page, t('kit.networkDown'));
    await waitForText(page, t('shell.connection.down'));
    await expect(supplierForm(page).getByLabel(t('manage.supplier.supplierName'))).toHaveValue('风雨无阻食品厂');
    testProxy.reconnect();
    await waitForNotice(page, t('shell.connection.back'));
    await expect(page.getByText(t('shell.connection.down'))).toHaveCount(0);
    await save.click();
    await waitForText(page, '风雨无阻食品厂');
    expect(await countSuppliers(await apiAs('planner'), '风雨无阻食品厂')).toBe(1);
  });

  test('keeps the confirmation of a step open until the server has answered', async ({ openHome, testProxy, apiAs }) => {
    const [planner, approver] = [await apiAs('planner'), await apiAs('approver')];
    const supplier = { supplierCode: 'TROUBLE-3', supplierName: '有始有终果园' };
    const { data } = await planner.must('POST', '/manage/supplier', supplier);
    const path = `/manage/supplier/${data.supplierId}`;
    await planner.must('PUT', `${path}/submit`);
    await approver.must('PUT', `${path}/approve`);
    const page = await openHome({}, 'approver');
    await page.goto(`${testProxy.url}${path}`);
    const menu = page.getByRole('button', { name: t('kit.moreOf', { name: supplier.supplierName }) }).locator('visible=true');
    const dialog = page.getByRole('dialog').filter({ hasText: t('manage.supplier.ask.terminate', { name: supplier.supplierName }) });
    const reason = dialog.getByLabel(t('common.field.reason'));
    const name = dialog.getByLabel(t('kit.typeName', { name: supplier.supplierName }));
    const ok = dialog.getByRole('button', { name: t('manage.supplier.do.terminate') });
    const cancel = dialog.getByRole('button', { name: t('kit.cancel'), exact: true });
    const openDialog = async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: t('manage.supplier.do.terminate') }).click();
      await expect(reason).toBeFocused();
    };
    await openDialog();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    await openDialog();
    await reason.fill('双方协商终止');
    await name.fill(supplier.supplierName);
    // the request does not reach the server before the test has looked at the dialog
    const released = Promise.withResolvers<void>();
    let requestCount = 0;
    await page.route(/\/terminate$/, async (route) => {
      requestCount++;
      await released.promise;
      await route.continue();
    });
    await ok.dblclick();
    await name.press('Enter');
    await page.keyboard.press('Escape');
    await expect(cancel).toBeDisabled();
    await expect(ok).toHaveClass(/ant-btn-loading/);
    expect(requestCount).toBe(1);
    await waitForNotices(page);
    testProxy.disconnect();
    released.resolve();
    await waitForNotice(page, t('kit.networkDown'));
    await expect(cancel).toBeEnabled();
    await expect(reason).toHaveValue('双方协商终止');
    testProxy.reconnect();
    await waitForNotice(page, t('shell.connection.back'));
    await name.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(menu).toBeFocused();
    const { data: events } = await approver.must('GET', `${path}/events`);
    expect(events.map(({ action }: { action: string }) => action)).toEqual(['terminate', 'approve', 'submit', 'add']);
    expect(events[0].reason).toBe('双方协商终止');
  });

  test('creates a record once when the response is lost', async ({ openHome, testProxy, apiAs }) => {
    const page = await openHome();
    await open(page, t('shell.menu.manage.supplier'));
    const save = await fillSupplierForm(page, 'TROUBLE-2', '失而复得茶厂');
    let responseCount = 0;
    const restoreResponses = testProxy.replaceResponses(/^\/api\/manage\/supplier$/, (body) => (responseCount++ === 0 ? undefined : body));
    await save.click();
    await waitForText(page, '失而复得茶厂');
    restoreResponses();
    expect(responseCount).toBe(2);
    expect(await countSuppliers(await apiAs('planner'), '失而复得茶厂')).toBe(1);
  });

  test('opens offline from the cache and removes menu entries that are no longer allowed', async ({ openHome, testProxy }) => {
    const page = await openHome();
    await waitForServiceWorker(page);
    // a reload may reset the browser's offline mode, so the server closes too
    testProxy.disconnect();
    await page.context().setOffline(true);
    await page.reload();
    await expect(await menuEntry(page, t('shell.menu.manage.supplier'))).toBeVisible();
    await expect(page.getByText(t('shell.connection.offline')).or(page.getByText(t('shell.connection.down')))).toBeVisible();
    testProxy.replaceResponses(/^\/api\/getRouters/, (body) => JSON.stringify({ ...JSON.parse(body), data: [] }));
    testProxy.reconnect();
    await page.context().setOffline(false);
    await waitForNotice(page, t('shell.connection.back'));
    await expect(page.getByTestId('side-menu').getByRole('menuitem')).toHaveCount(0);
    await waitForText(page, t('shell.noActions'));
  });

  test('caches the shell and the pages of the menu, not other pages or English', async ({ openHome, apiAs, suyuan }) => {
    const page = await openHome();
    await waitForServiceWorker(page);
    const script = await (await fetch(`${suyuan.consoleUrl}/service-worker.js`)).text();
    const { files, frame, parts } = JSON.parse(/^const BUILD=(.*);\n/.exec(script)?.[1] ?? '') as Build;
    const pathsOf = (places: number[] = []) => places.map((place) => files[place] ?? '');
    const readCachedPaths = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const entries = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return entries.flat().map(({ url }) => new URL(url).pathname);
      });
    const menu = JSON.stringify(await (await apiAs('planner')).call('GET', '/getRouters'));
    const [allowedPages, otherPages] = [true, false].map((inMenu) =>
      Object.keys(parts).filter((name) => name !== 'en-US' && menu.includes(`"component":"${name}"`) === inMenu),
    ) as [string[], string[]];
    expect([allowedPages.includes('manage/supplier/index'), otherPages.includes('monitor/server/index')]).toEqual([true, true]);
    const expectedPaths = [...pathsOf(frame), ...allowedPages.flatMap((name) => pathsOf(parts[name]))];
    const missing = async () => {
      const entries = await readCachedPaths();
      return expectedPaths.filter((path) => !entries.includes(path));
    };
    await expect.poll(missing).toEqual([]);
    const entries = await readCachedPaths();
    const englishPaths = pathsOf(parts['en-US']);
    const otherPaths = otherPages.flatMap((name) => pathsOf(parts[name])).filter((path) => !expectedPaths.includes(path));
    expect([englishPaths.length > 0, otherPaths.length > 0]).toEqual([true, true]);
    expect(entries.filter((path) => path.includes('en-US') || [...englishPaths, ...otherPaths].includes(path))).toEqual([]);
  });

  test('stays signed in while a proxy replies for an unreachable server', async ({ openHome }) => {
    const page = await openHome({ serviceWorkers: 'block' });
    await page.route('**/api/**', (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }));
    await page.reload();
    await waitForText(page, t('kit.statusWrong', { status: '502' }));
    expect(new URL(page.url()).pathname).toBe('/index');
    await page.unroute('**/api/**');
    await waitForText(page, '低温风味酸奶 180 克');
    expect(await page.evaluate(() => localStorage.getItem('suyuan.accessToken'))).not.toBeNull();
  });

  test('returns to Chinese when English is disabled, even if the English texts load late', async ({ openHome }) => {
    const page = await openHome({ serviceWorkers: 'block' });
    let englishLoads = 0;
    await page.route('**/assets/en-US-*', async (route) => {
      await waitForText(page, greeting);
      await route.continue();
      englishLoads += 1;
    });
    await page.evaluate(() => localStorage.setItem('suyuan.language', '"en-US"'));
    await page.reload();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(greeting);
    await expect.poll(() => englishLoads).toBe(1);
    // imports the same modules as the console, then waits until the console would have rendered their texts
    await page.evaluate(async () => {
      const files = document.querySelector<HTMLMetaElement>('meta[name=english]')?.content.split(' ') ?? [];
      await Promise.all(files.map((file) => import(`/${file}`)));
      await new Promise((resolve) => requestIdleCallback(resolve));
    });
    await expect(heading).toHaveText(greeting);
    expect(await page.evaluate(() => localStorage.getItem('suyuan.language'))).toBe('"zh-CN"');
  });

  test('announces a new build and applies it on request, after a warning about unsaved changes', async ({ openHome, testProxy }) => {
    const page = await openHome();
    await waitForServiceWorker(page);
    const readBuilds = () => page.evaluate(() => caches.keys());
    const [oldBuild] = await readBuilds();
    testProxy.replaceResponses(/^\/service-worker\.js/, (body) => body.replace(/"version":"\w+"/, '"version":"next"'));
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await waitForText(page, t('shell.version.new'));
    await open(page, t('shell.menu.manage.supplier'));
    await waitForText(page, total);
    expect(await readBuilds()).toEqual([oldBuild, 'suyuan-build-next']);
    await fillSupplierForm(page, 'TROUBLE-3', '还没保存的厂');
    await page.goBack();
    await page.waitForURL('**/manage/supplier');
    await page.getByRole('button', { name: t('shell.version.reload') }).click();
    const question = page.getByRole('dialog').filter({ hasText: t('shell.version.unsavedAsk') });
    await question.getByRole('button', { name: t('kit.cancel') }).click();
    await expect(question).toBeHidden();
    await page.goForward();
    await expect(supplierForm(page).getByLabel(t('manage.supplier.supplierName'))).toHaveValue('还没保存的厂');
    await page.goBack();
    await page.getByRole('button', { name: t('shell.version.reload') }).click();
    const reloaded = page.waitForEvent('load');
    await question.getByRole('button', { name: t('shell.version.reload') }).click();
    await reloaded;
    await open(page, t('shell.menu.manage.supplier'));
    expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting ?? null)).toBeNull();
    await expect(page.getByText(t('shell.version.new'))).toHaveCount(0);
  });

  test('keeps other pages usable when one script fails to load, and loads it on retry', async ({ openHome, testProxy }) => {
    const page = await openHome({ serviceWorkers: 'block' });
    await test.step('a page', async () => {
      const restorePage = testProxy.replaceResponses(/^\/assets\/supplier-page/, () => undefined);
      await choosePage(page, t('shell.menu.manage.supplier'));
      await waitForText(page, t('shell.scriptLost'));
      await page.getByText(t('shell.report.details'), { exact: true }).click();
      await waitForText(page, '/manage/supplier');
      restorePage();
      await open(page, t('shell.menu.manage.category'));
      await choosePage(page, t('shell.menu.manage.supplier'));
      await page
        .getByRole('button', { name: t('kit.retry') })
        .locator('visible=true')
        .click();
      await waitForText(page, total);
    });
    await test.step('a part of a form, which keeps its input', async () => {
      const restoreParts = testProxy.replaceResponses(/^\/assets\/(editor|image-preview)-/, () => undefined);
      await open(page, t('shell.menu.manage.category'));
      await page.getByRole('button', { name: t('shell.newProduct') }).click();
      const form = page.getByRole('region', { name: t('shell.newProduct') });
      await form.getByLabel(t('manage.category.categoryName')).fill('武夷岩茶');
      await form.locator('input[type=file]').first().setInputFiles({ name: '点.png', mimeType: 'image/png', buffer: DOT });
      const picture = form.getByRole('button', { name: t('manage.category.picture.place', { place: 1 }), exact: true });
      await picture.click();
      await waitForNotice(page, t('kit.partLost'));
      restoreParts();
      await form
        .getByRole('alert')
        .getByRole('button', { name: t('kit.retry') })
        .click();
      await form.getByRole('textbox', { name: t('manage.category.story') }).waitFor();
      await picture.click();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await expect(form.getByLabel(t('manage.category.categoryName'))).toHaveValue('武夷岩茶');
    });
    await test.step('a part of the frame', async () => {
      const restoreMenu = testProxy.replaceResponses(/^\/assets\/collapsed-menu/, () => undefined);
      await page.getByRole('button', { name: t('shell.menuClose') }).click();
      await page.locator('[data-nav=narrow] aside [role=menu]:not(.ant-menu)').first().waitFor();
      await open(page, t('shell.menu.manage.category'));
      restoreMenu();
      await page.getByRole('button', { name: t('shell.menuOpen') }).click();
      await page.getByRole('button', { name: t('shell.menuClose') }).click();
      await page.locator('[data-nav=narrow] aside .ant-menu').first().waitFor();
    });
  });

  test('shows a skeleton on a slow connection, then the page', async ({ openHome }) => {
    const page = await openHome();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 600,
      downloadThroughput: 50_000,
      uploadThroughput: 20_000,
    });
    const skeleton = page.getByRole('status', { name: t('kit.loading') }).locator('visible=true');
    // the rows come after the test has seen the skeleton
    const rowsGate = Promise.withResolvers<void>();
    await page.route('**/api/manage/category/list*', async (route) => {
      await rowsGate.promise;
      await route.continue();
    });
    await choosePage(page, t('shell.menu.manage.category'));
    await skeleton.first().waitFor();
    rowsGate.resolve();
    await waitForText(page, total);
    await expect(skeleton).toHaveCount(0);
  });
});
