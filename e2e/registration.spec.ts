import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

const PASSWORD = 'seven quiet rivers meet here';

describe('registration', () => {
  let openInstance: Suyuan;
  let closedInstance: Suyuan;
  let browser: Browser;

  beforeAll(async () => {
    [openInstance, closedInstance, browser] = await Promise.all([
      startSuyuan({ REGISTER_ENABLED: 'on' }),
      startSuyuan({ SAMPLE_DATA: 'off' }),
      openBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await Promise.all([openInstance?.stop(), closedInstance?.stop()]);
  });

  async function submitForm(page: Page, userName: string, password: string, repeatedPassword = password) {
    await page.getByLabel('用户名', { exact: true }).fill(userName);
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('再次输入密码').fill(repeatedPassword);
    await page.getByRole('button', { name: '注册' }).click();
  }

  it('creates an account from the sign-in page, signs in and keeps the redirect', async () => {
    const { page, faults } = await newVisitor(browser);
    await page.goto(`${openInstance.consoleUrl}/user/login?redirect=%2Faccount%2Fcenter`);
    await page.getByRole('link', { name: '注册' }).click();
    await page.getByRole('heading', { level: 1, name: '注册' }).waitFor();
    for (const [name, password, repeatedPassword, message] of [
      ['x', PASSWORD, PASSWORD, '用户名的格式不对'],
      ['newcomer', 'short', 'short', '密码太短；至少 15 个字符'],
      ['newcomer', PASSWORD, 'another', '两次输入的密码不一致'],
      ['newcomer', 'passwordpassword', 'passwordpassword', '不能是常见密码'],
      ['planner', PASSWORD, PASSWORD, '用户名“planner”已被使用'],
    ] as const) {
      await submitForm(page, name, password, repeatedPassword);
      await page.getByRole('alert').filter({ hasText: message }).waitFor();
    }
    await submitForm(page, 'newcomer', PASSWORD);
    await page.waitForURL('**/user/login?redirect=%2Faccount%2Fcenter');
    await page.getByRole('alert').filter({ hasText: '账号已开通' }).waitFor();
    expect(await page.getByLabel('用户名', { exact: true }).inputValue()).toBe('newcomer');
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/account/center');
    await page.getByRole('heading', { level: 2, name: 'newcomer' }).waitFor();
    expect(faults).toEqual([]);
  });

  it('reports that registration is closed and links to the sign-in page', async () => {
    const { page } = await newVisitor(browser, 390);
    await page.goto(`${closedInstance.consoleUrl}/user/login`);
    await page.getByRole('button', { name: '登录' }).waitFor();
    await page.getByText('溯源防伪系统', { exact: true }).last().waitFor();
    expect(await page.getByRole('link', { name: '注册' }).count()).toBe(0);
    await page.goto(`${closedInstance.consoleUrl}/user/register`);
    await page.getByText('系统没有开放注册；联系管理员开通账号').waitFor();
    expect(await page.getByRole('button', { name: '注册' }).count()).toBe(0);
    await page.getByRole('link', { name: '登录' }).click();
    await page.waitForURL('**/user/login');
  });

  it('is available while signed in and sends no token', async () => {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await signIn(visitor, openInstance, 'planner');
    const calls: { path: string; token: string | undefined }[] = [];
    page.on('request', (request) => calls.push({ path: new URL(request.url()).pathname, token: request.headers().authorization }));
    await page.goto(`${openInstance.consoleUrl}/user/register`);
    await submitForm(page, 'colleague', PASSWORD);
    await page.waitForURL('**/index'); // the sign-in page redirects signed-in users
    expect(calls.filter(({ path }) => path === '/api/register')).toEqual([{ path: '/api/register', token: undefined }]);
    await expect.poll(() => calls.some(({ token }) => token !== undefined), { timeout: 30_000 }).toBe(true); // requests carry a token again
  });

  it('redirects /user to the sign-in page', async () => {
    const { page } = await newVisitor(browser);
    await page.goto(`${openInstance.consoleUrl}/user`);
    expect(new URL(page.url()).pathname).toBe('/user/login');
    const [scene, form] = [await page.locator('.scene').boundingBox(), await page.getByRole('button', { name: '登录' }).boundingBox()];
    expect(form?.x).toBeGreaterThan((scene?.x ?? 0) + (scene?.width ?? Number.POSITIVE_INFINITY));
  });
});
