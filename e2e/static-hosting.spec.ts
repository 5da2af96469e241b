// Over 250 lines: one test per deployment and per server failure.
import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { oddRouters } from './support/ruoyi/odd-routers.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS, type RuoYi, startRuoYi } from './support/ruoyi/server.ts';
import { type StaticHost, startStaticHost } from './support/static-host.ts';
import { test as base, expect } from './support/test.ts';
import { english, pattern, t } from './support/text.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const PICTURE = '/profile/upload/2026/01/31/0123456789abcdef0123456789abcdef.png';

const test = base.extend<{ ruoyi: RuoYi; host: StaticHost }>({
  ruoyi: async ({}, use) => {
    const ruoyi = await startRuoYi({ captcha: true });
    ruoyi.overrides.set('GET /getRouters', { code: 200, msg: '操作成功', data: oddRouters });
    await use(ruoyi);
    await ruoyi.stop();
  },
  host: async ({ ruoyi }, use) => {
    const host = await startStaticHost(ruoyi.url);
    await use(host);
    await host.stop();
  },
});

const captcha = (page: Page, translate = t) =>
  page.getByRole('button', { name: translate('account.captchaRenew') }).locator('img[src^="data:image"]');

async function submitCredentials(page: Page, translate = t) {
  await page.getByLabel(translate('account.username'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
  await page.getByLabel(translate('account.password'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
  await page.getByLabel(translate('account.captcha'), { exact: true }).fill(CAPTCHA_CODE);
  await page.getByRole('button', { name: translate('account.signIn') }).click();
}

async function signIn(page: Page, path = '/index', translate = t) {
  await captcha(page, translate).waitFor();
  await submitCredentials(page, translate);
  await page.waitForURL(`**${path}`);
}

async function openAndSignIn(page: Page, host: StaticHost) {
  await page.goto(`${host.url}/user/login`);
  await signIn(page);
  await greeting(page).waitFor();
}
const greeting = (page: Page) => page.getByRole('heading', { level: 1, name: '若依' });
const apiRequests = ({ requests }: StaticHost) => requests.filter((each) => /^\w+ \/(prod-)?api\//.test(each));
const forgetSession = (page: Page) => page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));

test.describe('the built console as static files in front of a RuoYi server', () => {
  test('signs in with the prefix of config.json and tries the default prefix once', async ({ page, host, faults }) => {
    await openAndSignIn(page, host);
    expect(apiRequests(host)[0]).toBe('GET /api/captchaImage');
    expect(apiRequests(host).filter((each) => each.includes(' /api/'))).toHaveLength(1);
    expect(faults).toEqual([]);
    await forgetSession(page);
    await page.goto('about:blank'); // aborts the page's requests
    host.requests.length = 0;
    await page.goto(`${host.url}/login.html`);
    await captcha(page).waitFor();
    expect(apiRequests(host)).toEqual(['GET /prod-api/captchaImage']);
  });

  test('does not wait for config.json: form and captcha work with the default or the last prefix', async ({ page, host }) => {
    const [never, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    host.prefix = '/api';
    host.config = undefined;
    host.configGate = never.promise;
    await page.goto(`${host.url}/user/login`, { waitUntil: 'commit' });
    await signIn(page);
    await page.evaluate(() => localStorage.clear());
    host.prefix = '/prod-api';
    host.config = { apiPrefix: '/prod-api', title: '茶叶溯源' };
    host.configGate = late.promise;
    const refusal = page.waitForResponse('**/api/captchaImage');
    await page.goto(`${host.url}/login.html`, { waitUntil: 'commit' });
    await (await refusal).finished();
    await expect(page.getByRole('button', { name: t('account.signIn') })).toBeEnabled();
    await expect(captcha(page)).toBeHidden();
    await expect(page.getByRole('alert')).toHaveCount(0); // no error while the prefix is still loading
    late.resolve();
    await captcha(page).waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0); // an earlier error would have stayed
    host.configGate = never.promise;
    await page.goto(`${host.url}/login.html`, { waitUntil: 'commit' });
    await captcha(page).waitFor();
    expect(await page.title()).toBe(`${t('account.signIn')} - 茶叶溯源`);
  });

  test('shows the title, the company and the register link of the site', async ({ page, host }) => {
    const register = page.getByRole('link', { name: t('account.register') });
    await page.goto(`${host.url}/login.html`);
    await captcha(page).waitFor();
    await expect(register).toHaveCount(0);
    host.config = { apiPrefix: '/prod-api', title: '茶叶溯源', brand: '某某茶业有限公司', registerLink: true };
    await page.reload();
    await register.waitFor();
    await waitForText(page, '某某茶业有限公司');
    expect(await page.title()).toBe(`${t('account.signIn')} - 茶叶溯源`);
    await expect(page.getByText(t('shell.title')).locator('visible=true')).toHaveCount(0);
    await register.click();
    await page.waitForURL('**/user/register');
    await page.getByRole('heading', { level: 1, name: t('account.register') }).waitFor();
    expect(await page.title()).toBe(`${t('account.register')} - 茶叶溯源`);
    await page.getByRole('link', { name: t('account.signIn') }).click();
    await page.waitForURL('**/user/login');
    await signIn(page);
    await expect(page.getByRole('link', { name: '茶叶溯源' })).toBeVisible();
    await expect(page.locator('footer', { hasText: '某某茶业有限公司' })).toBeVisible();
    await expect(page).toHaveTitle(/ - 茶叶溯源$/);
    host.config = { apiPrefix: '/prod-api', title: '茶叶追溯' };
    await page.reload();
    await expect(page.getByRole('link', { name: '茶叶追溯' })).toBeVisible(); // without a second reload
  });

  test('uses the language of the site until the visitor selects one', async ({ page, host }) => {
    host.config = { apiPrefix: '/prod-api', language: 'en-US' };
    await page.goto(`${host.url}/login.html`);
    await page.getByRole('heading', { level: 1, name: english('account.signIn') }).waitFor();
    await signIn(page, '/index', english);
    await page.getByRole('navigation', { name: english('shell.menu') }).waitFor();
    await forgetSession(page);
    await page.goto(`${host.url}/login.html`);
    await page.getByRole('button', { name: '中文' }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('account.signIn') })).toBeVisible();
    await expect(page.getByRole('button', { name: 'English' })).toBeVisible();
  });

  test('logs unknown fields of config.json in the browser console', async ({ page, host }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    host.config = { apiPrefix: '/prod-api', titel: 'x', language: 'de' };
    await page.goto(`${host.url}/login.html`);
    await captcha(page).waitFor();
    expect(warnings).toEqual([
      'config.json: unknown field "titel" is ignored',
      'config.json: "language" is ignored, expected "zh-CN" or "en-US"',
    ]);
  });

  for (const address of ['/login', '/user/login', '/login/', '/login.html'])
    test(`opens the sign-in page at ${address} and keeps the redirect`, async ({ page, host }) => {
      const visits: string[] = [];
      page.on('framenavigated', (frame) => visits.push(frame.url()));
      await page.goto(`${host.url}${address}?redirect=%2Fsystem%2Fuser`);
      await captcha(page).waitFor();
      expect(page.url()).toBe(`${host.url}/user/login?redirect=%2Fsystem%2Fuser`);
      expect(visits.length).toBeLessThan(4);
      await page.reload();
      await signIn(page, '/system/user');
      await page.goto(`${host.url}${address}`); // signed-in users are redirected
      await page.waitForURL('**/index');
    });

  for (const address of ['/register', '/user/register', '/register.html'])
    test(`opens the register page at ${address}`, async ({ page, host }) => {
      await page.goto(`${host.url}${address}?redirect=%2Findex`);
      await expect(page.getByRole('heading', { level: 1, name: t('account.register') })).toBeVisible();
      await page.waitForURL('**/user/register?redirect=%2Findex');
    });

  test('sends signed-out visitors to the sign-in page and back', async ({ page, host }) => {
    await page.goto(`${host.url}/system/user?pageNum=1#end`);
    await page.waitForURL('**/user/login?redirect=**');
    await signIn(page, '/system/user?pageNum=1#end');
  });

  for (const status of [502, 404, 200] as const)
    test(`shows one message when a proxy answers ${status}`, { tag: status === 502 ? [] : '@long' }, async ({ page, host }) => {
      const sentence = status === 200 ? t('kit.webPage', { prefix: '/prod-api' }) : t('kit.statusWrong', { status });
      const banner = page.getByText(t('shell.connection.down'));
      host.api = status;
      await page.goto(`${host.url}/login.html`);
      await expect(page.getByRole('alert')).toHaveText(sentence);
      const refusal = page.waitForResponse('**/prod-api/login');
      await submitCredentials(page);
      await (await refusal).finished();
      await expect(page.getByRole('alert')).toHaveText(sentence);
      await expect(page.getByText('undefined')).toHaveCount(0);
      host.api = 'up';
      await page.getByRole('button', { name: t('account.captchaRenew') }).click();
      await signIn(page);
      await greeting(page).waitFor();
      // the session and the open page stay
      host.api = status;
      await page.getByRole('menuitem', { name: t('shell.menu.tool') }).click();
      await page.getByRole('link', { name: '失败的登录' }).click();
      await waitForText(page, sentence);
      await expect(banner).toBeVisible();
      await page.reload();
      await expect(banner).toBeVisible();
      await expect(page.getByText(/undefined|NaN/)).toHaveCount(0);
      // three checks of the connection take 7 seconds, with a longer pause each time
      host.requests.length = 0;
      const start = Date.now();
      const checks = () => host.requests.filter((each) => each === 'GET /prod-api/getInfo').length;
      await expect.poll(checks).toBeGreaterThanOrEqual(3);
      expect(Date.now() - start).toBeGreaterThan(5000);
      expect(apiRequests(host).length, apiRequests(host).join()).toBeLessThan(12);
      host.api = 'up';
      await expect(banner).toHaveCount(0);
      await expect(page.getByText(sentence).locator('visible=true')).toHaveCount(0);
    });

  test('reports a session without data and stops, without a redirect loop', async ({ page, host }) => {
    await openAndSignIn(page, host);
    await page.evaluate(() => localStorage.removeItem('suyuan.sessionCache'));
    host.api = 404;
    host.requests.length = 0;
    await page.reload();
    await page.waitForURL('**/user/login**');
    await expect(page.getByRole('alert')).toHaveText(t('kit.statusWrong', { status: '404' }));
    // a page that stays preloads the console
    await expect(page.locator('link[rel=modulepreload][href^="/assets/frame-"]')).toBeAttached();
    expect(apiRequests(host).length).toBeLessThan(8);
  });

  test('reloads once under a new prefix without an error and stays signed in', async ({ page, host }) => {
    await openAndSignIn(page, host);
    host.prefix = '/stage-api';
    host.config = { apiPrefix: '/stage-api' };
    const late = Promise.withResolvers<void>();
    host.configGate = late.promise;
    host.requests.length = 0;
    const reloaded = page.waitForRequest('**/stage-api/getInfo');
    await page.goto(`${host.url}/index`);
    late.resolve();
    await reloaded;
    await greeting(page).waitFor();
    expect(host.requests.filter((each) => each === 'GET /index')).toHaveLength(2);
    for (const error of [pattern('kit.statusWrong', { status: '\\d+' }), pattern('kit.webPage', { prefix: '\\S+' }), t('kit.networkDown')])
      await expect(page.getByText(error)).toHaveCount(0);
  });

  test('shows an avatar with a full URL unchanged, and a relative one below the prefix', async ({ page, host, ruoyi }) => {
    const admin = ruoyi.db.users[0]!;
    const avatar = page.locator('header img');
    admin.avatar = 'http://files.example.cn/a.png';
    await openAndSignIn(page, host);
    await expect(avatar).toHaveAttribute('src', 'http://files.example.cn/a.png');
    admin.avatar = '/profile/avatar/2026/01/31/a.png';
    await forgetSession(page);
    await openAndSignIn(page, host);
    await expect(avatar).toHaveAttribute('src', '/prod-api/profile/avatar/2026/01/31/a.png');
  });

  test('stores a notice picture below the prefix, never with the internal host', async ({ page, host, ruoyi }) => {
    const upload = { url: `http://10.0.0.7:8080${PICTURE}`, fileName: PICTURE, newFileName: PICTURE.slice(-36), originalFilename: 'a.png' };
    ruoyi.overrides.set('POST /common/upload', { code: 200, msg: '操作成功', ...upload });
    ruoyi.overrides.set('POST /system/notice', { code: 200, msg: '操作成功' });
    await openAndSignIn(page, host);
    await page.goto(`${host.url}/named/noticeForm`);
    await page.getByPlaceholder(t('system.notice.titlePlaceholder')).fill('放假');
    const picture = page.getByRole('toolbar', { name: t('shell.editor') }).locator('input[type=file]');
    await picture.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: DOT });
    await page.locator(`.ProseMirror img[src="/prod-api${PICTURE}"]`).waitFor();
    await page.getByRole('button', { name: t('system.notice.publish') }).click();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/prod-api/system/notice'));
    const question = page.getByRole('dialog', { name: t('system.notice.publishTitle') });
    await question.getByRole('button', { name: t('system.notice.publish') }).click();
    const { noticeContent } = (await sent).postDataJSON();
    expect(noticeContent).toContain(`src="/prod-api${PICTURE}"`);
    expect(noticeContent).not.toContain('10.0.0.7');
  });

  test('shows pictures of notices that a console with another prefix stored', async ({ page, host, ruoyi }) => {
    const noticeContent = `<p><img src="/dev-api${PICTURE}"></p>`;
    Object.assign(ruoyi.db.notices[0]!, { noticeType: '1', noticeTitle: '别处写的', noticeContent });
    await openAndSignIn(page, host);
    await page.getByRole('button', { name: new RegExp(`^${t('shell.bell')}`) }).click();
    const notices = page.getByRole('dialog', { name: t('shell.bell'), exact: true });
    await notices.getByText('别处写的').click();
    await page.locator(`[data-rich-text] img[src="/prod-api${PICTURE}"]`).waitFor({ state: 'attached' });
  });

  test('caches its files in the browser, but not the API or config.json', async ({ openPage, host }) => {
    const page = await openPage({ serviceWorkers: 'allow' });
    await openAndSignIn(page, host);
    const cachedPaths = await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
      const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cachedPaths).toContain('/login.html');
    expect(cachedPaths.filter((path) => path === '/config.json' || path.startsWith('/prod-api'))).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('?api=%2Fprod-api');
    await page.goto(`${host.url}/prod-api/druid/login`);
    expect(host.requests).toContain('GET /prod-api/druid/login');
    host.requests.length = 0;
    await forgetSession(page);
    await page.goto(`${host.url}/user/login`);
    await captcha(page).waitFor();
    expect(host.requests).toContain('GET /config.json');
    expect(host.requests).not.toContain('GET /login.html');
  });
});
