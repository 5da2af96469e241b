import { waitForNotice } from './support/notices.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS } from './support/ruoyi/server.ts';
import { findUser, heading, test } from './support/ruoyi-console.ts';
import { expect } from './support/test.ts';
import { t } from './support/text.ts';

test.describe('the user account on a RuoYi server', () => {
  test('shows the data that RuoYi has, and no unsupported list', async ({ ruoyi, visit }) => {
    const page = await visit('/account/center', t('account.center'));
    for (const text of ['超级管理员', '董事长']) await expect(page.getByText(text).locator('visible=true').first()).toBeVisible();
    await expect(page.locator('#main').getByRole('tab')).toHaveCount(0);
    for (const absent of [t('account.task'), t('account.notices'), t('account.signIns')])
      await expect(page.getByRole('tab', { name: absent })).toHaveCount(0);
    await page.goto(`${ruoyi.url}/account/settings?tab=sessions`);
    await expect(heading(page, t('account.settings'))).toBeVisible();
    await expect(page.locator('#main').getByRole('tab')).toHaveText([t('account.profile'), t('account.passwordChange')]);
    await expect(page.getByText(t('account.session'))).toHaveCount(0);
  });

  test('clears the phone number', async ({ ruoyi, visit }) => {
    const page = await visit('/account/settings', t('account.settings'));
    const form = page.locator('#main form').locator('visible=true');
    await form.getByLabel(t('account.phone')).fill('');
    await form.getByRole('button', { name: t('kit.save') }).click();
    await waitForNotice(page, t('kit.saved'));
    expect(findUser(ruoyi, 'admin')).toMatchObject({ phonenumber: '', email: 'ry@163.com', nickName: '若依' });
  });

  test('accepts a password of 5 to 20 characters and does not mention other devices', async ({ ruoyi, visit }) => {
    const page = await visit('/account/settings?tab=password', t('account.settings'));
    const form = page.locator('#main form').locator('visible=true');
    await expect(form.getByText(t('account.passwordRule.plain')).first()).toBeVisible();
    for (const absent of [t('account.rule.common'), t('account.rule.name')]) await expect(form).not.toContainText(absent);
    const changePassword = async (old: string, next: string) => {
      await form.getByLabel(t('account.oldPassword')).fill(old);
      await form.getByLabel(t('account.newPassword'), { exact: true }).fill(next);
      await form.getByLabel(t('account.confirmPassword')).fill(next);
      await form.getByRole('button', { name: t('account.passwordChange') }).click();
    };
    await changePassword(RUOYI_ACCOUNTS.admin.password, 'seven quiet rivers meet here');
    await expect(form.getByText(t('account.passwordWrong.plain'))).toBeVisible();
    expect(ruoyi.requestsOf('PUT /system/user/profile/updatePwd')).toHaveLength(0);
    await changePassword('wrong-one', 'river7');
    await expect(page.getByText('修改密码失败，旧密码错误').locator('visible=true').first()).toBeVisible();
    await changePassword(RUOYI_ACCOUNTS.admin.password, 'river7');
    await waitForNotice(page, new RegExp(`^${t('account.passwordChanged.plain')}$`));
    for (const absent of [t('account.passwordChanged'), t('kit.signInAgain')]) await expect(page.getByText(absent)).toHaveCount(0);
    expect(findUser(ruoyi, 'admin').password).toBe('river7');
  });
});

test.describe('signing in to a RuoYi server', () => {
  test('reports an expired session on page load and returns to the page after sign-in', async ({ ruoyi, visit }) => {
    const page = await visit('/system/post', t('system.post.title'));
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
    await page.request.post(`${ruoyi.url}/api/logout`, { headers: { Authorization: `Bearer ${token}` } });
    await page.reload();
    await page.waitForURL('**/user/login?redirect=**');
    await expect(page.getByRole('alert').filter({ hasText: t('kit.sessionOver') })).toBeVisible();
    await page.getByLabel(t('account.username'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
    await page.getByLabel(t('account.password'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
    await page.getByRole('button', { name: t('account.signIn') }).click();
    await page.waitForURL('**/system/post');
    await expect(heading(page, t('system.post.title'))).toBeVisible();
  });

  test.describe('with a captcha', () => {
    test.use({ ruoyiOptions: { captcha: true } });

    test('marks the captcha when it is wrong, and the password when that is wrong', async ({ ruoyi, page }) => {
      await page.goto(`${ruoyi.url}/user/login`);
      await expect(page.getByRole('button', { name: t('account.captchaRenew') }).locator('img')).toBeVisible();
      const attempt = async (password: string, code: string) => {
        await page.getByLabel(t('account.username'), { exact: true }).fill('admin');
        await page.getByLabel(t('account.password'), { exact: true }).fill(password);
        await page.getByLabel(t('account.captcha'), { exact: true }).fill(code);
        await page.getByRole('button', { name: t('account.signIn') }).click();
      };
      const expectRefusal = async (message: string, field: string) => {
        await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
        await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true');
      };
      await attempt('admin123', '8');
      await expectRefusal('验证码错误', t('account.captcha'));
      await attempt('wrong-one', CAPTCHA_CODE);
      await expectRefusal('密码错误', t('account.password'));
    });

    test('validates registration with the RuoYi rules and reports when it is closed', async ({ ruoyi, page }) => {
      await page.goto(`${ruoyi.url}/register.html`);
      const register = async (name: string, password: string, code = CAPTCHA_CODE) => {
        await page.getByLabel(t('account.username'), { exact: true }).fill(name);
        await page.getByLabel(t('account.password'), { exact: true }).fill(password);
        await page.getByLabel(t('account.againPassword')).fill(password);
        await page.getByLabel(t('account.captcha'), { exact: true }).fill(code);
        await page.getByRole('button', { name: t('account.register') }).click();
      };
      const expectAlert = (message: string) => expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
      await expect(page.locator('#rule')).toHaveText(t('account.passwordRule.plain'));
      await expect(page.locator('#name-rule')).toHaveText(t('account.username.hint.plain'));
      await register('newcomer', 'abcd');
      await expectAlert(t('account.passwordWrong.plain'));
      await register('x', 'river7');
      await expectAlert(t('account.username.wrong.plain'));
      await register('newcomer', 'river7');
      await expect(page.getByText(t('problem.registerClosed'))).toBeVisible();
      await expect(page.getByRole('button', { name: t('account.register') })).toHaveCount(0);
      await page.reload();
      const client = ruoyiClient(ruoyi.url);
      const { uuid } = await client.send('GET /captchaImage');
      const { token } = await client.send('POST /login', { json: { ...RUOYI_ACCOUNTS.admin, uuid, code: CAPTCHA_CODE } });
      client.useToken(String(token));
      const setting = ruoyi.db.configs.find(({ configKey }) => configKey === 'sys.account.registerUser');
      expect(await client.send('PUT /system/config', { json: { ...setting, configValue: 'true' } })).toMatchObject({ code: 200 });
      await register('newcomer', 'river7', '8');
      await expectAlert('验证码错误');
      await register('admin', 'river7');
      await expectAlert('注册账号已存在');
      await register('newcomer', 'river7');
      await page.waitForURL('**/user/login');
      await expectAlert(t('account.registeredNow'));
      expect(ruoyi.db.users.at(-1)).toMatchObject({ userName: 'newcomer', password: 'river7' });
    });
  });
});
