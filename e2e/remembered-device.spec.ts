import { randomBytes } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, type Visitor } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('a remembered device', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let password: string;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    password = suyuan.passwords.planner ?? '';
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  /** Signs in with “remember this device”, then out; the device stays remembered. */
  async function rememberDevice(): Promise<Visitor> {
    const visitor = await newVisitor(browser);
    const { page } = visitor;
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await page.getByLabel('用户名', { exact: true }).fill('planner');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('在这台设备上记住我').check();
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/index');
    await signOut(page);
    return visitor;
  }

  async function signOut(page: Page) {
    await page.evaluate(async () => {
      const { value } = JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}');
      await fetch('/api/logout', { method: 'DELETE', headers: { authorization: `Bearer ${value}` } });
      localStorage.removeItem('suyuan.accessToken');
    });
    // the console may redirect at the same time, which cancels this navigation
    await page.goto(`${suyuan.consoleUrl}/user/login`).catch(() => page.waitForURL('**/user/login**'));
    await page.getByRole('heading', { name: '登录' }).waitFor();
  }

  const readTicket = (page: Page) => page.evaluate(() => localStorage.getItem('suyuan.rememberedPassword'));

  it('signs in with one click and stores nothing that reveals the password', async () => {
    const { page, faults } = await rememberDevice();
    const storedData = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    const encodedPasswords = [
      password,
      [...password].reverse().join(''),
      Buffer.from(password).toString('base64'),
      Buffer.from(password).toString('hex'),
    ];
    for (const encodedPassword of encodedPasswords) expect(storedData).not.toContain(encodedPassword);
    const before = await readTicket(page);
    await page.getByText('这台设备已记住登录').waitFor();
    expect(await page.getByLabel('用户名', { exact: true }).inputValue()).toBe('planner');
    expect(await page.getByLabel('密码', { exact: true }).inputValue()).toBe('');
    expect(new URL(page.url()).pathname).toBe('/user/login');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/index');
    expect(await readTicket(page)).toMatch(/^[\da-f-]{36}\.[\w-]{43}$/);
    expect(await readTicket(page)).not.toBe(before);
    expect(faults).toEqual([]);
  });

  it('requires the password for another user name and removes the ticket', async () => {
    const { page } = await rememberDevice();
    await page.getByLabel('用户名', { exact: true }).fill('approver');
    expect(await page.getByText('这台设备已记住登录').isVisible()).toBe(false);
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('alert').filter({ hasText: '密码未填写' }).waitFor();
    await page.getByLabel('密码', { exact: true }).fill(suyuan.passwords.approver ?? '');
    await page.getByLabel('在这台设备上记住我').uncheck();
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/index');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('suyuan.remember')))).toEqual([]);
  });

  it('reports an invalid ticket and deletes it', async () => {
    const { page } = await rememberDevice();
    const token = await tokenOf(suyuan.consoleUrl, 'planner', password);
    await api(suyuan.consoleUrl, token).must('DELETE', '/account/session/others');
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('alert').filter({ hasText: '这台设备的记住登录已失效；输入密码登录' }).waitFor();
    expect(await readTicket(page)).toBe(null);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('password');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/index');
  });

  it('signs in on the second attempt when the first response is lost', async () => {
    const { page } = await rememberDevice();
    await page.route('**/api/login', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: '登录' }).click();
    await page.getByRole('alert').filter({ hasText: '接口' }).waitFor();
    await page.unroute('**/api/login');
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/index');
  });

  it('stores the user name only when the server issues no ticket', async () => {
    const { page } = await newVisitor(browser);
    await page.route('**/api/login', async (route) => {
      const { token } = await (await route.fetch()).json();
      await route.fulfill({ json: { code: 200, msg: randomBytes(4).toString('hex'), token } });
    });
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await page.getByLabel('用户名', { exact: true }).fill('planner');
    await page.getByLabel('密码', { exact: true }).fill(password);
    await page.getByLabel('在这台设备上记住我').check();
    await page.getByRole('button', { name: '登录' }).click();
    await page.waitForURL('**/index');
    await signOut(page);
    expect(await page.getByLabel('用户名', { exact: true }).inputValue()).toBe('planner');
    expect(await readTicket(page)).toBe(null);
    expect(await page.getByText('这台设备已记住登录').isVisible()).toBe(false);
  });
});
