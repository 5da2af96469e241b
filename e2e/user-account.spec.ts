import { randomBytes } from 'node:crypto';
import { createCanvas } from '@napi-rs/canvas';
import { api, tokenOf } from './support/api.ts';
import { waitForNotice } from './support/notices.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

const PASSWORD = 'four slow clouds drift apart';
const NEW_PASSWORD = 'seven quiet rivers meet here';

interface AccountFixtures {
  /** Name of a new user, whose account the test may change. */
  userName: string;
}

const test = base.extend<AccountFixtures>({
  userName: async ({ suyuan, apiAs }, use) => {
    const userName = `tanlin-${randomBytes(3).toString('hex')}`;
    const admin = await apiAs('admin');
    await admin.must('POST', '/system/user', { userName, nickName: '谭林', deptId: 104, password: PASSWORD });
    suyuan.passwords[userName] = PASSWORD; // for `signIn` and `apiAs`
    await use(userName);
  },
});

test.describe('the user account', () => {
  test('replaces the avatar with a cropped picture and rejects 2 MB before the upload', async ({ userName, signIn, faults }) => {
    const page = await signIn(userName, '/account/center');
    const avatar = page.locator('header img');
    await expect(avatar).toHaveAttribute('src', /default-avatar|^data:image\/svg/);
    const fileInput = page.getByLabel(t('account.avatarFile'));
    await fileInput.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) });
    await waitForNotice(page, t('editor.pictureLimit'));
    const canvas = createCanvas(800, 600);
    const context = canvas.getContext('2d');
    context.fillStyle = '#1890ff';
    context.fillRect(0, 0, 800, 600);
    await fileInput.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') });
    const dialog = page.getByRole('dialog', { name: t('account.avatarCrop') });
    await dialog.getByRole('button', { name: t('account.avatarTurn') }).click();
    await dialog.getByRole('button', { name: t('account.avatarUse') }).click();
    await waitForNotice(page, t('account.avatarChanged'));
    await expect(avatar).toHaveAttribute('src', /^\/api\/profile\/avatar\//);
    await expect
      .poll(() => avatar.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight]))
      .toEqual([512, 512]);
    expect(faults).toEqual([]);
  });

  test('lists sessions and ends one of them', async ({ suyuan, userName, signIn, faults }) => {
    const otherToken = await tokenOf(suyuan.consoleUrl, userName, PASSWORD);
    const page = await signIn(userName, '/account/settings?tab=sessions', { width: 390 });
    const rows = page.getByRole('list', { name: t('account.session') }).getByRole('listitem');
    await expect(rows).toHaveCount(2);
    await rows
      .filter({ hasNotText: t('account.session.current') })
      .getByRole('button', { name: t('account.session.end') })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('account.session.end') })
      .click();
    await waitForNotice(page, new RegExp(`^${t('account.session.ended')}$`));
    const { code } = await api(suyuan.consoleUrl, otherToken).call('GET', '/getInfo');
    expect(code).toBe(401);
    await expect(rows).toHaveCount(1);
    expect(faults).toEqual([]);
  });

  test('lists sign-in attempts in a tab with its own URL', async ({ suyuan, userName, signIn, faults }) => {
    await api(suyuan.consoleUrl).call('POST', '/login', { username: userName, password: 'a guess' });
    const page = await signIn(userName, '/account/center?tab=signIns');
    await expect(page.getByRole('list', { name: t('account.signIns') }).getByText(t('account.passwordWrong'))).toBeVisible();
    expect(faults).toEqual([]);
  });

  test('accepts a valid new password, stays signed in and signs out other devices', async ({ suyuan, userName, signIn, faults }) => {
    const otherToken = await tokenOf(suyuan.consoleUrl, userName, PASSWORD);
    const page = await signIn(userName);
    await expect(page.getByText(t('account.passwordGiven'))).toBeVisible();
    await page.getByRole('link', { name: t('account.passwordChange') }).click();
    await page.waitForURL('**/account/settings?tab=password');
    const form = page.locator('form', { has: page.getByLabel(t('account.oldPassword')) });
    await form.getByLabel(t('account.oldPassword')).fill('not it');
    await form.getByLabel(t('account.newPassword'), { exact: true }).fill('seven quiet');
    await expect(page.getByText(t('account.rule.length', { min: 15, count: 11 }))).toBeVisible();
    await form.getByLabel(t('account.newPassword'), { exact: true }).fill(NEW_PASSWORD);
    await expect(page.getByText(t('account.strength.4'))).toBeVisible();
    await form.getByLabel(t('account.confirmPassword')).fill(NEW_PASSWORD);
    await form.getByRole('button', { name: t('account.passwordChange') }).click();
    await expect(form.getByText(t('problem.passwordWrong'))).toBeVisible();
    await form.getByLabel(t('account.oldPassword')).fill(PASSWORD);
    await form.getByRole('button', { name: t('account.passwordChange') }).click();
    await waitForNotice(page, t('account.passwordChanged'));
    const { code } = await api(suyuan.consoleUrl, otherToken).call('GET', '/getInfo');
    expect(code).toBe(401);
    await page.goto(`${suyuan.consoleUrl}/index`);
    await page.getByRole('heading', { level: 1, name: '谭林' }).waitFor();
    await expect(page.getByText(t('account.passwordGiven'))).toHaveCount(0);
    expect(faults).toEqual([]);
  });
});
