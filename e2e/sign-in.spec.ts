import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('signing in', () => {
  let suyuan: Suyuan;
  let captchaInstance: Suyuan;
  let browser: Browser;

  beforeAll(async () => {
    [suyuan, captchaInstance, browser] = await Promise.all([
      startSuyuan(),
      startSuyuan({ CAPTCHA_ENABLED: 'on', SAMPLE_DATA: 'off' }),
      openBrowser({ remembering: true }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([suyuan?.stop(), captchaInstance?.stop()]);
  });

  it('shows one message for a wrong password and stores nothing in the browser', async () => {
    const { page } = await newVisitor(browser);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', 'not the password');
    await page.getByRole('button', { name: '登录' }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: /^用户名或密码不对，或账号已停用；核对后重新输入，还是不行就联系管理员$/ })
      .waitFor();
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
    expect(await page.context().cookies()).toEqual([]);
  });

  it('tells a locked user to use a remembered device and lets them sign in there', async () => {
    const { page } = await newVisitor(browser);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'approver', suyuan.passwords.approver ?? '');
    await page.getByLabel('在这台设备上记住我').check();
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL((url) => url.pathname !== '/user/login');
    await page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));

    const { page: strangerPage } = await newVisitor(browser);
    await strangerPage.goto(`${suyuan.consoleUrl}/user/login`);
    const lockedAlert = strangerPage.getByRole('alert').filter({ hasText: /账号已锁定；.*。在记住过登录的设备上仍可登录$/ });
    for (let time = 0; time < 6; time++) {
      await fillCredentials(strangerPage, 'approver', `guess ${time}`);
      await Promise.all([
        strangerPage.waitForResponse((response) => response.url().endsWith('/api/login')),
        strangerPage.getByRole('button', { name: '登录' }).click(),
      ]);
      await strangerPage.getByRole('button', { name: '登录', exact: true }).waitFor();
    }
    await lockedAlert.waitFor();

    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await page.getByText('这台设备已记住登录，不用输入密码').waitFor();
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL((url) => url.pathname !== '/user/login');
  });

  it('refuses a wrong captcha and shows a new picture', async () => {
    const { page } = await newVisitor(browser);
    await page.goto(`${captchaInstance.consoleUrl}/user/login`);
    const picture = page.getByRole('button', { name: '换一张验证码图片' }).locator('img');
    await picture.waitFor();
    const before = await picture.getAttribute('src');
    await fillCredentials(page, 'admin', captchaInstance.passwords.admin ?? '');
    await page.getByLabel('验证码', { exact: true }).fill('0000');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('alert').filter({ hasText: '验证码不对；按新图片重新输入' }).waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^data:image\/jpeg/);
    expect(await picture.getAttribute('src')).not.toBe(before);
    expect(await page.getByLabel('验证码', { exact: true }).inputValue()).toBe('');
    expect(page.url()).toBe(`${captchaInstance.consoleUrl}/user/login`);
  });

  it('names the status of a proxy, a response without a message, and a connection failure', async () => {
    const { page } = await newVisitor(browser);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', 'x');
    const responses = [
      ['系统接口 502 异常', { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
      ['系统接口 401 异常', { status: 401, contentType: 'application/json', body: '{"code":401,"msg":"x"}' }],
      ['系统未知错误，请反馈给管理员', { contentType: 'application/json', body: '{"code":888}' }],
      ['后端接口连接异常', undefined],
    ] as const;
    for (const [sentence, answer] of responses) {
      await page.route('**/api/login', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
      await page.getByRole('button', { name: '登录' }).click();
      await page.getByRole('alert').filter({ hasText: sentence }).waitFor();
    }
  });

  it('opens from the RuoYi URLs and redirects to home', async () => {
    const { page } = await newVisitor(browser);
    await page.goto(`${suyuan.consoleUrl}/register`);
    await page.waitForURL(`${suyuan.consoleUrl}/user/register`);
    await page.goto(`${suyuan.consoleUrl}/login`);
    await page.waitForURL(`${suyuan.consoleUrl}/user/login`);
    await page.goto(`${suyuan.consoleUrl}/user/login?redirect=%2Flogin`); // as an older release stored it
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL(`${suyuan.consoleUrl}/index`);
    await page.goto(`${suyuan.consoleUrl}/login`);
    await page.waitForURL(`${suyuan.consoleUrl}/index`);
  });

  it('redirects to home when the redirect is on another site', async () => {
    for (const foreign of ['https://example.org/', '//example.org', '/\t/example.org', 'javascript:alert(1)']) {
      const { page } = await newVisitor(browser);
      await page.goto(`${suyuan.consoleUrl}/user/login?redirect=${encodeURIComponent(foreign)}`);
      await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
      await page.getByRole('button', { name: '登录' }).click();
      await page.waitForURL((url) => url.pathname !== '/user/login');
      expect(new URL(page.url()).origin, foreign).toBe(suyuan.consoleUrl);
      await page.context().close();
    }
  });

  it('returns to the complete requested URL', async () => {
    const { page } = await newVisitor(browser);
    const requestedUrl = `${suyuan.consoleUrl}/manage/supplier?supplierName=%E4%BA%91%E5%B2%AD&pageSize=20#end`;
    await page.goto(requestedUrl);
    await page.waitForURL('**/user/login?**');
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
    expect(page.url()).toBe(requestedUrl);
    await page.getByRole('link', { name: '云岭牧场乳业有限公司', exact: true }).waitFor();
  });

  it('works with the keyboard only', async () => {
    const { page, faults } = await newVisitor(browser);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await page.locator('input[autocomplete=username]:focus').waitFor();
    await page.keyboard.type('planner');
    await page.keyboard.press('Tab');
    await page.keyboard.type(suyuan.passwords.planner ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // the skip link
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
    expect(faults).toEqual([]);
  });

  it('logs no browser warning from the sign-in page to home', async () => {
    const { page } = await newVisitor(browser);
    const consoleMessages: string[] = [];
    page.on('console', (message) => ['warning', 'error'].includes(message.type()) && consoleMessages.push(message.text()));
    // browsers report unused preloads a few seconds after load
    const wait = () => page.waitForTimeout(6000);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await wait();
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await wait();
    expect(consoleMessages).toEqual([]);
  });

  it('shows no data on going back after sign-out and puts the token in no URL', async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await signIn(visitor, suyuan, 'planner');
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value);
    expect(token).toMatch(/^\S{32,}$/);
    await page.getByRole('menuitem', { name: '供应商管理' }).click();
    await page.getByRole('link', { name: '云岭牧场乳业有限公司', exact: true }).waitFor();
    await page.getByRole('button', { name: /的账号/ }).click();
    await page.getByRole('menuitem', { name: '退出登录' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /确\s*定/ })
      .click();
    await page.waitForURL('**/user/login**');
    await page.getByRole('button', { name: '登录' }).waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('**/user/login**');
    await page.getByRole('button', { name: '登录' }).waitFor();
    expect(await page.getByText('云岭牧场').count()).toBe(0);
    expect(requestedUrls.filter((url) => url.includes(token))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('suyuan.accessToken'))).toBe(null);
    const answer = await fetch(`${suyuan.consoleUrl}/api/getInfo`, { headers: { authorization: `Bearer ${token}` } });
    expect((await answer.json()).code).toBe(401);
  });
});

async function fillCredentials(page: Page, userName: string, password: string) {
  await page.getByLabel('用户名', { exact: true }).fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(password);
}
