// Over 250 lines: one test per deployment and per server failure.
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, type Visitor, waitForText } from './support/browser.ts';
import { oddRouters } from './support/ruoyi/odd-routers.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS, type RuoYi, startRuoYi } from './support/ruoyi/server.ts';
import { type StaticHost, startStaticHost } from './support/static-host.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const PICTURE = '/profile/upload/2026/01/31/0123456789abcdef0123456789abcdef.png';

describe('the built console as static files in front of a RuoYi server', () => {
  let ruoyi: RuoYi;
  let browser: Browser;
  let host: StaticHost;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [ruoyi, browser] = await Promise.all([startRuoYi({ captcha: true }), openBrowser()]);
    ruoyi.db.users[0]!.nickName = '老管理员';
  });
  afterAll(async () => {
    await browser?.close();
    await ruoyi?.stop();
  });
  beforeEach(async () => {
    host = await startStaticHost(ruoyi.url);
    ruoyi.overrides.set('GET /getRouters', { code: 200, msg: '操作成功', data: oddRouters });
    visitor = await newVisitor(browser);
    page = visitor.page;
  });
  afterEach(async () => {
    ruoyi.overrides.clear();
    await page.context().close();
    await host.stop();
  });

  const captcha = () => page.getByRole('button', { name: '换一张验证码图片' }).locator('img[src^="data:image"]');
  async function signIn() {
    await page.getByLabel('用户名', { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
    await page.getByLabel('密码', { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
    await page.getByLabel('验证码', { exact: true }).fill(CAPTCHA_CODE);
    await page.getByRole('button', { name: '登录' }).click();
  }
  async function openAndSignIn() {
    await page.goto(`${host.url}/user/login`);
    await captcha().waitFor();
    await signIn();
    await page.waitForURL('**/index');
    await page.getByRole('heading', { level: 1, name: /老管理员/ }).waitFor();
  }
  const apiRequests = () => host.requests.filter((each) => /^\w+ \/(prod-)?api\//.test(each));
  const currentPath = () => {
    const { pathname, search } = new URL(page.url());
    return pathname + search;
  };

  it('signs in with the prefix of config.json and tries the default prefix once', async () => {
    await openAndSignIn();
    expect(apiRequests()[0]).toBe('GET /api/captchaImage');
    expect(apiRequests().filter((each) => each.includes(' /api/'))).toHaveLength(1);
    expect(visitor.faults).toEqual([]);
    await page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));
    await page.goto('about:blank'); // aborts the page's requests
    host.requests.length = 0;
    await page.goto(`${host.url}/login.html`);
    await captcha().waitFor();
    expect(apiRequests()).toEqual(['GET /prod-api/captchaImage']);
  });

  it('does not wait for config.json: form and captcha work with the default or the last prefix', async () => {
    host.prefix = '/api';
    host.config = undefined;
    host.configDelay = 3000;
    const start = Date.now();
    await page.goto(`${host.url}/user/login`, { waitUntil: 'commit' });
    await captcha().waitFor();
    await signIn();
    await page.waitForURL('**/index');
    expect(Date.now() - start).toBeLessThan(3000);
    await page.evaluate(() => localStorage.clear());
    host.prefix = '/prod-api';
    host.config = { apiPrefix: '/prod-api', title: '茶叶溯源' };
    await page.goto(`${host.url}/login.html`, { waitUntil: 'commit' });
    await page.waitForTimeout(1500);
    expect(await page.getByRole('alert').count()).toBe(0); // no error while the prefix is still loading
    expect(await page.getByRole('button', { name: '登录' }).isEnabled()).toBe(true);
    await captcha().waitFor();
    const reloadStart = Date.now();
    await page.goto(`${host.url}/login.html`, { waitUntil: 'commit' });
    await captcha().waitFor();
    expect(await page.title()).toBe('登录 - 茶叶溯源');
    expect(Date.now() - reloadStart).toBeLessThan(3000);
  });

  it('shows the title, the company and the register link of the site', async () => {
    await page.goto(`${host.url}/login.html`);
    await captcha().waitFor();
    expect(await page.getByRole('link', { name: '注册' }).count()).toBe(0);
    host.config = { apiPrefix: '/prod-api', title: '茶叶溯源', brand: '某某茶业有限公司', registerLink: true };
    await page.reload();
    await page.getByRole('link', { name: '注册' }).waitFor();
    await waitForText(page, '某某茶业有限公司');
    expect([await page.title(), await page.getByText('溯源防伪系统').locator('visible=true').count()]).toEqual(['登录 - 茶叶溯源', 0]);
    await page.getByRole('link', { name: '注册' }).click();
    await page.waitForURL('**/user/register');
    await page.getByRole('heading', { level: 1, name: '注册' }).waitFor();
    expect(await page.title()).toBe('注册 - 茶叶溯源');
    await page.getByRole('link', { name: '登录' }).click();
    await page.waitForURL('**/user/login');
    await captcha().waitFor();
    await signIn();
    await page.waitForURL('**/index');
    await page.getByRole('link', { name: '茶叶溯源' }).waitFor();
    await page.locator('footer', { hasText: '某某茶业有限公司' }).waitFor();
    await page.waitForFunction(() => document.title.endsWith(' - 茶叶溯源'));
    host.config = { apiPrefix: '/prod-api', title: '茶叶追溯' };
    await page.reload();
    await page.getByRole('link', { name: '茶叶追溯' }).waitFor(); // without a second reload
  });

  it('uses the language of the site until the visitor selects one', async () => {
    host.config = { apiPrefix: '/prod-api', language: 'en-US' };
    await page.goto(`${host.url}/login.html`);
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.locator('#username').fill(RUOYI_ACCOUNTS.admin.username);
    await page.locator('#password').fill(RUOYI_ACCOUNTS.admin.password);
    await page.locator('#picture[src^="data:"]').waitFor();
    await page.locator('#code').fill(CAPTCHA_CODE);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/index');
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor();
    await page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));
    await page.goto(`${host.url}/login.html`);
    await page.getByRole('button', { name: '中文' }).click();
    await page.getByRole('heading', { level: 1, name: '登录' }).waitFor();
    await page.getByRole('button', { name: 'English' }).waitFor();
  });

  it('logs unknown fields of config.json in the browser console', async () => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    host.config = { apiPrefix: '/prod-api', titel: 'x', language: 'de' };
    await page.goto(`${host.url}/login.html`);
    await captcha().waitFor();
    expect(warnings).toEqual([
      'config.json: unknown field "titel" is ignored',
      'config.json: "language" is ignored, expected "zh-CN" or "en-US"',
    ]);
  });

  it.each(['/login', '/user/login', '/login/', '/login.html'])('opens the sign-in page at %s and keeps the redirect', async (address) => {
    const visits: string[] = [];
    page.on('framenavigated', (frame) => visits.push(frame.url()));
    await page.goto(`${host.url}${address}?redirect=%2Fsystem%2Fuser`);
    await captcha().waitFor();
    expect(currentPath()).toBe('/user/login?redirect=%2Fsystem%2Fuser');
    expect(visits.length).toBeLessThan(4);
    await page.reload();
    await captcha().waitFor();
    await signIn();
    await page.waitForURL('**/system/user');
    await page.goto(`${host.url}${address}`); // signed-in users are redirected
    await page.waitForURL('**/index');
  });

  it.each(['/register', '/user/register', '/register.html'])('opens the register page at %s', async (address) => {
    await page.goto(`${host.url}${address}?redirect=%2Findex`);
    await page.getByRole('heading', { level: 1, name: '注册' }).waitFor();
    await page.waitForURL('**/user/register?redirect=%2Findex');
  });

  it('sends signed-out visitors to the sign-in page and back', async () => {
    await page.goto(`${host.url}/system/user?pageNum=1#end`);
    await page.waitForURL('**/user/login?redirect=**');
    await captcha().waitFor();
    await signIn();
    await page.waitForURL('**/system/user?pageNum=1#end');
  });

  it.each([
    [502, '系统接口 502 异常'],
    [404, '系统接口 404 异常'],
    [200, '系统接口 /prod-api 返回了网页而不是数据'],
  ] as const)('shows one message when a proxy answers %i instead of the server', async (status, sentence) => {
    host.api = status;
    await page.goto(`${host.url}/login.html`);
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    await page.getByLabel('用户名', { exact: true }).fill('a');
    await page.getByLabel('密码', { exact: true }).fill('b');
    await page.getByLabel('验证码', { exact: true }).fill('1');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    expect(await page.getByText('undefined').count()).toBe(0);
    host.api = 'up';
    await page.getByRole('button', { name: '换一张验证码图片' }).click();
    await captcha().waitFor();
    await signIn();
    await page.waitForURL('**/index');
    await page.getByRole('heading', { level: 1, name: /老管理员/ }).waitFor();

    // the session and the open page stay
    host.api = status;
    await page.getByRole('menuitem', { name: '系统工具' }).click();
    await page.getByRole('link', { name: '失败的登录' }).click();
    await waitForText(page, sentence);
    await waitForText(page, '连不上服务器，正在重新连接');
    await page.reload();
    await waitForText(page, '连不上服务器，正在重新连接');
    expect(await page.getByText(/undefined|NaN/).count()).toBe(0);
    host.requests.length = 0;
    await page.waitForTimeout(8000);
    expect(apiRequests().length, apiRequests().join()).toBeLessThan(12);
    host.api = 'up';
    await page.getByText('连不上服务器').waitFor({ state: 'detached' });
    await page.getByText(sentence).locator('visible=true').first().waitFor({ state: 'detached' });
  });

  it('reports a session without data and stops, without a redirect loop', async () => {
    await openAndSignIn();
    await page.evaluate(() => localStorage.removeItem('suyuan.told'));
    host.api = 404;
    host.requests.length = 0;
    await page.reload();
    await page.waitForURL('**/user/login**');
    await page.getByRole('alert').filter({ hasText: '异常' }).waitFor();
    await page.waitForTimeout(3000);
    expect(apiRequests().length).toBeLessThan(8);
  });

  it('reloads once under a new prefix without an error and stays signed in', async () => {
    await openAndSignIn();
    host.prefix = '/stage-api';
    host.config = { apiPrefix: '/stage-api' };
    host.configDelay = 1000;
    host.requests.length = 0;
    await page.goto(`${host.url}/index`);
    await page.waitForRequest('**/stage-api/getInfo');
    await page.getByRole('heading', { level: 1, name: /老管理员/ }).waitFor();
    expect(host.requests.filter((each) => each === 'GET /index')).toHaveLength(2);
    expect(await page.getByText(/异常|返回了网页/).count()).toBe(0);
  });

  it('shows an avatar with a full URL unchanged, and a relative one below the prefix', async () => {
    const admin = ruoyi.db.users[0]!;
    admin.avatar = 'http://files.example.cn/a.png';
    await openAndSignIn();
    const avatar = page.locator('header img.avatar, .avatar-button img').first();
    expect(await avatar.getAttribute('src')).toBe('http://files.example.cn/a.png');
    admin.avatar = '/profile/avatar/2026/01/31/a.png';
    await page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));
    await openAndSignIn();
    await page.locator('img.avatar[src="/prod-api/profile/avatar/2026/01/31/a.png"]').first().waitFor();
    admin.avatar = '';
  });

  it('stores a notice picture below the prefix, never with the internal host', async () => {
    ruoyi.overrides.set('POST /common/upload', {
      ...{ code: 200, msg: '操作成功', url: `http://10.0.0.7:8080${PICTURE}`, fileName: PICTURE },
      ...{ newFileName: PICTURE.slice(-36), originalFilename: 'a.png' },
    });
    ruoyi.overrides.set('POST /system/notice', { code: 200, msg: '操作成功' });
    await openAndSignIn();
    await page.goto(`${host.url}/named/noticeForm`);
    await page.getByPlaceholder('在这里写标题').fill('放假');
    await page.locator('.rich-toolbar input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: DOT });
    await page.locator(`.rich-writing img[src="/prod-api${PICTURE}"]`).waitFor();
    await page.getByRole('button', { name: '发布' }).click();
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/prod-api/system/notice'));
    await page.getByRole('dialog', { name: '发布公告' }).getByRole('button', { name: '发布' }).click();
    const { noticeContent } = (await sent).postDataJSON();
    expect(noticeContent).toContain(`src="/prod-api${PICTURE}"`);
    expect(noticeContent).not.toContain('10.0.0.7');
  });

  it('shows pictures of notices that a console with another prefix stored', async () => {
    const [notice] = ruoyi.db.notices;
    Object.assign(notice!, { noticeType: '1', noticeTitle: '别处写的', noticeContent: `<p><img src="/dev-api${PICTURE}"></p>` });
    await openAndSignIn();
    await page.getByRole('button', { name: /^通知/ }).click();
    await page.getByRole('dialog', { name: '通知', exact: true }).getByText('别处写的').click();
    await page.locator(`.rich-text img[src="/prod-api${PICTURE}"]`).waitFor({ state: 'attached' });
  });

  it('caches its files in the browser, but not the API or config.json', async () => {
    await openAndSignIn();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
    });
    const cachedPaths = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(cachedPaths).toContain('/login.html');
    expect(cachedPaths.filter((path) => path === '/config.json' || path.startsWith('/prod-api'))).toEqual([]);
    expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toContain('?api=%2Fprod-api');
    // a server page below the prefix is served by the server
    host.requests.length = 0;
    await page.goto(`${host.url}/prod-api/druid/login`);
    expect(host.requests).toContain('GET /prod-api/druid/login');
    host.requests.length = 0;
    await page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));
    await page.goto(`${host.url}/user/login`);
    await captcha().waitFor();
    expect(host.requests).toContain('GET /config.json');
    expect(host.requests).not.toContain('GET /login.html');
  });
});
