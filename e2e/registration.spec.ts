import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { t } from './support/text.ts';

const PASSWORD = 'seven quiet rivers meet here';

async function submitForm(page: Page, userName: string, password: string, repeatedPassword = password) {
  await page.getByLabel(t('account.username'), { exact: true }).fill(userName);
  await page.getByLabel(t('account.password'), { exact: true }).fill(password);
  await page.getByLabel(t('account.againPassword')).fill(repeatedPassword);
  await page.getByRole('button', { name: t('account.register') }).click();
}

test.describe('open registration', () => {
  test.use({ environment: { REGISTER_ENABLED: 'on' } });

  test('creates an account from the sign-in page, signs in and keeps the redirect', async ({ suyuan, page, faults }) => {
    await page.goto(`${suyuan.consoleUrl}/user/login?redirect=%2Faccount%2Fcenter`);
    await page.getByRole('link', { name: t('account.register') }).click();
    await expect(page.getByRole('heading', { level: 1, name: t('account.register') })).toBeVisible();
    for (const [name, password, repeatedPassword, message] of [
      ['x', PASSWORD, PASSWORD, t('account.username.wrong')],
      ['newcomer', 'short', 'short', t('account.passwordTooShort', { min: '15' })],
      ['newcomer', PASSWORD, 'another', t('account.passwordsUnlike')],
      ['newcomer', 'passwordpassword', 'passwordpassword', t('problem.passwordWeak', { min: '15' })],
      ['planner', PASSWORD, PASSWORD, t('problem.userNameTaken', { userName: 'planner' })],
    ] as const) {
      await submitForm(page, name, password, repeatedPassword);
      await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    }
    await submitForm(page, 'newcomer', PASSWORD);
    await page.waitForURL('**/user/login?redirect=%2Faccount%2Fcenter');
    await expect(page.getByRole('alert').filter({ hasText: t('account.registeredNow') })).toBeVisible();
    await expect(page.getByLabel(t('account.username'), { exact: true })).toHaveValue('newcomer');
    await page.getByLabel(t('account.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL('**/account/center');
    await expect(page.getByRole('heading', { level: 2, name: 'newcomer' })).toBeVisible();
    expect(faults).toEqual([]);
  });

  test('is available while signed in and sends no token', async ({ suyuan, signIn, faults }) => {
    const page = await signIn('planner');
    const calls: { path: string; token: string | undefined }[] = [];
    page.on('request', (request) => calls.push({ path: new URL(request.url()).pathname, token: request.headers().authorization }));
    await page.goto(`${suyuan.consoleUrl}/user/register`);
    await submitForm(page, 'colleague', PASSWORD);
    await page.waitForURL('**/index'); // the sign-in page redirects signed-in users
    expect(calls.filter(({ path }) => path === '/api/register')).toEqual([{ path: '/api/register', token: undefined }]);
    await expect.poll(() => calls.some(({ token }) => token !== undefined)).toBe(true); // requests carry a token again
    expect(faults).toEqual([]);
  });

  test('redirects /user to the sign-in page', async ({ suyuan, page, faults }) => {
    await page.goto(`${suyuan.consoleUrl}/user`);
    expect(new URL(page.url()).pathname).toBe('/user/login');
    const [scene, form] = [
      await page.locator('.scene').boundingBox(),
      await page.getByRole('button', { name: t('account.signIn') }).boundingBox(),
    ];
    expect(form?.x).toBeGreaterThan((scene?.x ?? 0) + (scene?.width ?? Number.POSITIVE_INFINITY));
    expect(faults).toEqual([]);
  });
});

test.describe('closed registration', () => {
  test.use({ environment: { SAMPLE_DATA: 'off' } });

  test('reports that registration is closed and links to the sign-in page', async ({ suyuan, openPage, faults }) => {
    const page = await openPage({ width: 390 });
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await expect(page.getByRole('button', { name: t('account.signIn') })).toBeVisible();
    await expect(page.getByText(t('shell.title'), { exact: true }).last()).toBeVisible();
    await expect(page.getByRole('link', { name: t('account.register') })).toHaveCount(0);
    await page.goto(`${suyuan.consoleUrl}/user/register`);
    await expect(page.getByText(t('problem.registerClosed'))).toBeVisible();
    await expect(page.getByRole('button', { name: t('account.register') })).toHaveCount(0);
    await page.getByRole('link', { name: t('account.backToSignIn') }).click();
    await page.waitForURL('**/user/login');
    expect(faults).toEqual([]);
  });
});
