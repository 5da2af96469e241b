import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { api } from './support/api.ts';
import { chromiumOptions } from './support/browser.ts';
import { choosePage } from './support/menu.ts';
import { expect, test } from './support/test.ts';
import { accounts, pattern, t } from './support/text.ts';

// with the back/forward cache, which Playwright disables by default
test.use({ launchOptions: { ...chromiumOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

const PASSWORD = 'four slow clouds drift apart';

test.describe('signing in', () => {
  test('shows one message for a wrong password and stores nothing in the browser', async ({ suyuan, page }) => {
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', 'not the password');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await expect(page.getByRole('alert')).toHaveText(t('problem.credentialsWrong'));
    expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([0, 0, '']);
    expect(await page.context().cookies()).toEqual([]);
  });

  test('tells a locked user to use a remembered device and lets them sign in there', async ({ suyuan, apiAs, openPage }) => {
    const { consoleUrl } = suyuan;
    const userName = `locked-${randomBytes(3).toString('hex')}`;
    const admin = await apiAs('admin');
    await admin.must('POST', '/system/user', { userName, nickName: '谭林', deptId: 104, password: PASSWORD });
    const page = await openPage();
    await page.goto(`${consoleUrl}/user/login`);
    await fillCredentials(page, userName, PASSWORD);
    await page.getByLabel(t('account.remember')).check();
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL((url) => url.pathname !== '/user/login');
    await page.evaluate(() => localStorage.removeItem('suyuan.accessToken'));

    for (let time = 0; time < 5; time++) {
      const { problem } = await api(consoleUrl).call('POST', '/login', { username: userName, password: `guess ${time}` });
      expect(problem).toMatch(/^(credentialsWrong|accountLocked)$/);
    }
    const strangerPage = await openPage();
    await strangerPage.goto(`${consoleUrl}/user/login`);
    await fillCredentials(strangerPage, userName, 'guess 5');
    await strangerPage.getByRole('button', { name: t('account.signIn') }).click();
    const locked = pattern('problem.accountLocked', { count: '\\d+', minutes: '\\d+' }).source.slice(0, -1);
    await expect(strangerPage.getByRole('alert')).toHaveText(new RegExp(`${locked}。${t('account.lockedElsewhere')}$`));

    await page.goto(`${consoleUrl}/user/login`);
    await expect(page.getByText(t('account.deviceKnown'))).toBeVisible();
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL((url) => url.pathname !== '/user/login');
  });

  test('names the status of a proxy, a response without a message, and a connection failure', async ({ suyuan, page }) => {
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', 'x');
    const responses = [
      [t('kit.statusWrong', { status: '502' }), { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }],
      [t('kit.statusWrong', { status: '401' }), { status: 401, contentType: 'application/json', body: '{"code":401,"msg":"x"}' }],
      [t('kit.codeUnknown'), { contentType: 'application/json', body: '{"code":888}' }],
      [t('kit.networkDown'), undefined],
    ] as const;
    for (const [sentence, answer] of responses) {
      await page.route('**/api/login', (route) => (answer ? route.fulfill(answer) : route.abort()), { times: 1 });
      await page.getByRole('button', { name: t('account.signIn') }).click();
      await expect(page.getByRole('alert')).toHaveText(sentence);
    }
    // RuoYi's refusal by its framework
    await page.route('**/api/login', (route) => route.fulfill({ json: { code: 403, msg: 'Access is denied' } }), { times: 1 });
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await expect(page.getByRole('alert')).toHaveText(`${t('kit.code403')} Access is denied`);
  });

  test('opens from the RuoYi URLs and redirects to home', async ({ suyuan, page }) => {
    const { consoleUrl } = suyuan;
    await page.goto(`${consoleUrl}/register`);
    await page.waitForURL(`${consoleUrl}/user/register`);
    await page.goto(`${consoleUrl}/login`);
    await page.waitForURL(`${consoleUrl}/user/login`);
    await page.goto(`${consoleUrl}/user/login?redirect=%2Flogin`); // as an older release stored it
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL(`${consoleUrl}/index`);
    await page.goto(`${consoleUrl}/login`);
    await page.waitForURL(`${consoleUrl}/index`);
  });

  test('redirects to home when the redirect is on another site', async ({ suyuan, openPage }) => {
    for (const foreign of ['https://example.org/', '//example.org', '/\t/example.org', 'javascript:alert(1)']) {
      const page = await openPage();
      await page.goto(`${suyuan.consoleUrl}/user/login?redirect=${encodeURIComponent(foreign)}`);
      await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
      await page.getByRole('button', { name: t('account.signIn') }).click();
      await page.waitForURL((url) => url.pathname !== '/user/login');
      expect(new URL(page.url()).origin, foreign).toBe(suyuan.consoleUrl);
      await page.close();
    }
  });

  test('returns to the complete requested URL', async ({ suyuan, page }) => {
    const requestedUrl = `${suyuan.consoleUrl}/manage/supplier?supplierName=%E4%BA%91%E5%B2%AD&pageSize=20#end`;
    await page.goto(requestedUrl);
    await page.waitForURL('**/user/login?**');
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.getByRole('heading', { level: 1, name: t('manage.supplier.title') }).waitFor();
    expect(page.url()).toBe(requestedUrl);
    await expect(page.getByRole('link', { name: '云岭牧场乳业有限公司', exact: true })).toBeVisible();
  });

  test('works with the keyboard only', async ({ suyuan, page, faults }) => {
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await expect(page.getByLabel(t('account.username'), { exact: true })).toBeFocused();
    await page.keyboard.type('planner');
    await page.keyboard.press('Tab');
    await page.keyboard.type(suyuan.passwords.planner ?? '');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter'); // the skip link
    await expect(page.locator('#main')).toBeFocused();
    expect(faults).toEqual([]);
  });

  test('logs no browser warning from the sign-in page to home', async ({ suyuan, openPage }) => {
    const page = await openPage({ serviceWorkers: 'allow' });
    const consoleMessages: string[] = [];
    page.on('console', (message) => ['warning', 'error'].includes(message.type()) && consoleMessages.push(message.text()));
    // the browser reports all unused preloads at once, a few seconds after load: the one of this test shows that it has done so
    await page.addInitScript(() =>
      addEventListener('DOMContentLoaded', () => {
        const preload = Object.assign(document.createElement('link'), { rel: 'preload', as: 'image', href: '/mark.svg?unused' });
        document.head.append(preload);
      }),
    );
    const productMessages = () => consoleMessages.filter((text) => !text.includes('/mark.svg?unused'));
    const waitForReport = async (count: number) => {
      await expect.poll(() => consoleMessages.length - productMessages().length).toBe(count);
      await page.evaluate(() => document.readyState); // messages of the same report arrive before this response
    };
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await waitForReport(1);
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL('**/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await waitForReport(2);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    expect(productMessages()).toEqual([]);
  });

  test('shows no data on going back after sign-out and puts the token in no URL', async ({ suyuan, page }) => {
    const { consoleUrl } = suyuan;
    const requestedUrls: string[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    await page.goto(`${consoleUrl}/user/login`);
    await fillCredentials(page, 'planner', suyuan.passwords.planner ?? '');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL(`${consoleUrl}/index`);
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value);
    expect(token).toMatch(/^\S{32,}$/);
    await choosePage(page, t('shell.menu.manage.supplier'));
    await page.getByRole('link', { name: '云岭牧场乳业有限公司', exact: true }).waitFor();
    await page.getByRole('button', { name: t('shell.accountOf', { name: accounts.planner }) }).click();
    await page.getByRole('menuitem', { name: t('account.signOut') }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('kit.confirm') })
      .click();
    await page.waitForURL('**/user/login**');
    await page.getByRole('button', { name: t('account.signIn') }).waitFor();
    await page.goBack({ waitUntil: 'commit' });
    await page.waitForURL('**/user/login**');
    await page.getByRole('button', { name: t('account.signIn') }).waitFor();
    await expect(page.getByText('云岭牧场')).toHaveCount(0);
    expect(requestedUrls.filter((url) => url.includes(token))).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('suyuan.accessToken'))).toBe(null);
    const { code } = await api(consoleUrl, token).call('GET', '/getInfo');
    expect(code).toBe(401);
  });
});

test.describe('signing in with a captcha', () => {
  test.use({ environment: { CAPTCHA_ENABLED: 'on', SAMPLE_DATA: 'off' } });

  test('refuses a wrong captcha and shows a new picture', async ({ suyuan, page }) => {
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    const picture = page.getByRole('button', { name: t('account.captchaRenew') }).locator('img');
    await picture.waitFor();
    const before = await picture.getAttribute('src');
    await fillCredentials(page, 'admin', suyuan.passwords.admin ?? '');
    await page.getByLabel(t('account.captcha'), { exact: true }).fill('0000');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await expect(page.getByRole('alert')).toHaveText(t('problem.captchaWrong'));
    expect(await picture.getAttribute('src')).toMatch(/^data:image\/jpeg/);
    expect(await picture.getAttribute('src')).not.toBe(before);
    await expect(page.getByLabel(t('account.captcha'), { exact: true })).toHaveValue('');
    expect(page.url()).toBe(`${suyuan.consoleUrl}/user/login`);
  });
});

async function fillCredentials(page: Page, userName: string, password: string) {
  await page.getByLabel(t('account.username'), { exact: true }).fill(userName);
  await page.getByLabel(t('account.password'), { exact: true }).fill(password);
}
