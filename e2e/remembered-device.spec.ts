import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

interface DeviceFixtures {
  password: string;
  /** The sign-in page on a device that remembers the planner, who has signed out there. */
  rememberedPage: Page;
}

const test = base.extend<DeviceFixtures>({
  password: async ({ suyuan }, use) => use(suyuan.passwords.planner ?? ''),
  rememberedPage: async ({ suyuan, page, password }, use) => {
    await signInRemembered(page, suyuan.consoleUrl, password);
    await signOut(page, suyuan.consoleUrl);
    await use(page);
  },
});

/** Signs in with “remember this device”. */
async function signInRemembered(page: Page, consoleUrl: string, password: string) {
  await page.goto(`${consoleUrl}/user/login`);
  await userName(page).fill('planner');
  await page.getByLabel(t('account.password'), { exact: true }).fill(password);
  await page.getByLabel(t('account.remember')).check();
  await page.getByRole('button', { name: t('account.signIn') }).click();
  await page.waitForURL('**/index');
}

/** Signs out without the console; the device stays remembered. */
async function signOut(page: Page, consoleUrl: string) {
  await page.evaluate(async () => {
    const { value } = JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}');
    await fetch('/api/logout', { method: 'DELETE', headers: { authorization: `Bearer ${value}` } });
    localStorage.removeItem('suyuan.accessToken');
  });
  // the console may redirect at the same time, which cancels this navigation
  await page.goto(`${consoleUrl}/user/login`).catch(() => page.waitForURL('**/user/login**'));
  await page.getByRole('heading', { name: t('account.signIn') }).waitFor();
}

const userName = (page: Page) => page.getByLabel(t('account.username'), { exact: true });
const readTicket = (page: Page) => page.evaluate(() => localStorage.getItem('suyuan.rememberedPassword'));

test.describe('a remembered device', () => {
  test('signs in with one click and stores nothing that reveals the password', async ({ rememberedPage: page, password, faults }) => {
    const storedData = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
    const encodedPasswords = [
      password,
      [...password].reverse().join(''),
      Buffer.from(password).toString('base64'),
      Buffer.from(password).toString('hex'),
    ];
    for (const encodedPassword of encodedPasswords) expect(storedData).not.toContain(encodedPassword);
    const before = await readTicket(page);
    await expect(page.getByText(t('account.deviceKnown'))).toBeVisible();
    await expect(userName(page)).toHaveValue('planner');
    await expect(page.getByLabel(t('account.password'), { exact: true })).toHaveValue('');
    expect(new URL(page.url()).pathname).toBe('/user/login');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/index');
    expect(await readTicket(page)).toMatch(/^[\da-f-]{36}\.[\w-]{43}$/);
    expect(await readTicket(page)).not.toBe(before);
    expect(faults).toEqual([]);
  });

  test('requires the password for another user name and removes the ticket', async ({ suyuan, rememberedPage: page }) => {
    await expect(page.getByText(t('account.deviceKnown'))).toBeVisible();
    await userName(page).fill('approver');
    await expect(page.getByText(t('account.deviceKnown'))).toBeHidden();
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await expect(page.getByRole('alert')).toHaveText(t('account.passwordNeeded'));
    await page.getByLabel(t('account.password'), { exact: true }).fill(suyuan.passwords.approver ?? '');
    await page.getByLabel(t('account.remember')).uncheck();
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL('**/index');
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('suyuan.remember')))).toEqual([]);
  });

  test('reports an invalid ticket and deletes it', async ({ rememberedPage: page, password, apiAs }) => {
    await expect(page.getByText(t('account.deviceKnown'))).toBeVisible();
    const planner = await apiAs('planner');
    await planner.must('DELETE', '/account/session/others');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await expect(page.getByRole('alert')).toHaveText(t('problem.ticketDead'));
    expect(await readTicket(page)).toBe(null);
    await expect(page.getByLabel(t('account.password'), { exact: true })).toBeFocused();
    await page.getByLabel(t('account.password'), { exact: true }).fill(password);
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL('**/index');
  });

  test('is not offered after an administrator ended its session', async ({ suyuan, openPage, password, apiAs }) => {
    const page = await openPage({ sessionWatch: true });
    const isWatching = page.waitForRequest(/account\/session\/watch/);
    await signInRemembered(page, suyuan.consoleUrl, password);
    await isWatching;
    const admin = await apiAs('admin');
    const { rows = [] } = await admin.must('GET', '/monitor/online/list?userName=planner');
    await admin.must('DELETE', `/monitor/online/${rows[0].tokenId}`);
    await page.getByRole('button', { name: t('kit.signInAgain') }).click();
    await expect(userName(page)).toHaveValue('planner');
    await expect(page.getByLabel(t('account.password'), { exact: true })).toBeFocused();
    await expect(page.getByText(t('account.deviceKnown'))).toBeHidden();
  });

  test('signs in on the second attempt when the first response is lost', async ({ rememberedPage: page }) => {
    await expect(page.getByText(t('account.deviceKnown'))).toBeVisible();
    await page.route('**/api/login', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await expect(page.getByRole('alert')).toHaveText(t('kit.networkDown'));
    await page.unroute('**/api/login');
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL('**/index');
  });

  test('stores the user name only when the server issues no ticket', async ({ suyuan, page, password }) => {
    await page.route('**/api/login', async (route) => {
      const { token } = await (await route.fetch()).json();
      await route.fulfill({ json: { code: 200, msg: randomBytes(4).toString('hex'), token } });
    });
    await signInRemembered(page, suyuan.consoleUrl, password);
    await signOut(page, suyuan.consoleUrl);
    await expect(userName(page)).toHaveValue('planner');
    expect(await readTicket(page)).toBe(null);
    await expect(page.getByText(t('account.deviceKnown'))).toBeHidden();
  });
});
