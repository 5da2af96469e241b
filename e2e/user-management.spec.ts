import { createRequire } from 'node:module';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { tokenOf } from './support/api.ts';
import { signIn as signInOnPage, waitForText } from './support/browser.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

// The spreadsheet library is a dependency of the server.
const hucre: typeof import('hucre/xlsx') = createRequire(path.join(import.meta.dirname, '../apps/server/package.json'))('hucre/xlsx');

const PASSWORD = 'Nebel-Anker-Lampe-27';

interface Fixtures {
  /** Adds a user with `PASSWORD` and without roles. */
  addUser(userName: string, nickName: string): Promise<void>;
  /** Opens the list of users as the administrator. */
  openUsers(): Promise<Page>;
}

const test = base.extend<Fixtures>({
  addUser: async ({ apiAs }, use) => {
    const admin = await apiAs('admin');
    await use(async (userName, nickName) => {
      await admin.must('POST', '/system/user', { userName, nickName, deptId: 104, password: PASSWORD });
    });
  },
  openUsers: async ({ signIn }, use) => {
    await use(async () => {
      const page = await signIn('admin', '/system/user');
      await page.getByRole('heading', { level: 1, name: t('system.user.title') }).waitFor();
      return page;
    });
  },
});

const row = (page: Page, name: string) => page.getByRole('row', { name });

async function chooseRowAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: t('kit.moreOf', { name }) }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('user management', () => {
  test('adds a user in the selected department with a generated password', async ({ suyuan: { consoleUrl }, openUsers, faults }) => {
    const page = await openUsers();
    await page.getByRole('treeitem', { name: '品质部' }).getByText('品质部').click();
    await page.getByText(t('kit.pair', { what: t('system.user.deptId'), which: '品质部' })).waitFor();
    const title = t('kit.addNoun', { noun: t('system.user') });
    await page.getByRole('button', { name: title }).first().click();
    const form = page.getByRole('dialog', { name: title });
    await form.getByLabel(t('system.user.nickName')).fill('江晚');
    await form.getByLabel(t('system.user.userName')).fill('jiangwan');
    await form.getByText(pattern('system.user.strength', { bits: '79', years: '.*' })).waitFor();
    const password = await form.getByLabel(t('system.user.password')).inputValue();
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await form.getByRole('button', { name: t('kit.save') }).click();
    await row(page, '江晚').getByText('品质部').waitFor();
    await row(page, '江晚').getByText(t('system.user.roleIds.none')).waitFor();
    expect(await tokenOf(consoleUrl, 'jiangwan', password)).not.toBe('');
    expect(faults).toEqual([]);
  });

  test('assigns roles at once, and asks the user to change the initial password', async ({
    suyuan,
    addUser,
    openUsers,
    openPage,
    faults,
  }) => {
    await addUser('heqing', '何青');
    const page = await openUsers();
    await chooseRowAction(page, '何青', t('system.user.grant'));
    const drawer = page.getByRole('dialog', { name: t('system.user.grantTo', { name: '何青（heqing）' }) });
    await drawer.getByRole('checkbox', { name: '计划员' }).check();
    await page.keyboard.press('Escape');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('kit.goOnEditing') })
      .click();
    await drawer.getByRole('button', { name: t('kit.save') }).click();
    await row(page, '何青').getByText('计划员').waitFor();
    const visitor = { page: await openPage(), faults };
    await signInOnPage(visitor, { ...suyuan, passwords: { heqing: PASSWORD } }, 'heqing');
    await waitForText(visitor.page, t('account.passwordGiven'));
    expect(faults).toEqual([]);
  });

  test('resets a password, shows it once and invalidates the old one', async ({ suyuan: { consoleUrl }, addUser, openUsers, faults }) => {
    await addUser('luyuan', '陆远');
    const page = await openUsers();
    await chooseRowAction(page, '陆远', t('system.user.reset'));
    const dialog = page.getByRole('dialog', { name: t('system.user.resetOf', { name: '陆远（luyuan）' }) });
    const generatedPassword = await dialog.getByLabel(t('system.user.newPassword')).inputValue();
    expect(generatedPassword).not.toBe(PASSWORD);
    const resetRequest = Promise.withResolvers<void>();
    await page.route('**/api/system/user/resetPwd', async (route) => {
      await resetRequest.promise;
      await route.continue();
    });
    await dialog.getByRole('button', { name: t('system.user.reset') }).click();
    // closing now would lose a password that the server already has
    await expect(dialog.getByRole('button', { name: t('kit.cancel') })).toBeDisabled();
    await page.keyboard.press('Escape');
    resetRequest.resolve();
    await dialog.getByText(t('system.user.resetDone')).waitFor();
    await dialog.getByText(generatedPassword).waitFor();
    // not the close icon, which has the same name and cancels the confirmation
    const footer = page.locator('.ant-modal-footer');
    const closeButton = footer.getByRole('button', { name: t('kit.close') });
    await dialog.locator(closeButton).click();
    const confirmation = page.getByRole('dialog', { name: t('system.user.closeAsk', { count: 1 }) });
    await confirmation.locator(closeButton).click();
    await dialog.waitFor({ state: 'hidden' });
    await expect(tokenOf(consoleUrl, 'luyuan', PASSWORD)).rejects.toThrow(t('problem.credentialsWrong'));
    expect(await tokenOf(consoleUrl, 'luyuan', generatedPassword)).not.toBe('');
    expect(faults).toEqual([]);
  });

  test('disables a user after confirmation by name', async ({ addUser, openUsers, faults }) => {
    await addUser('songhe', '宋和');
    const page = await openUsers();
    await row(page, '宋和').getByRole('switch').click();
    const confirmation = page.getByRole('dialog', { name: t('system.user.disableAsk', { name: '宋和（songhe）' }) });
    await confirmation.getByText(t('system.user.disableWhat')).waitFor();
    await confirmation.getByRole('button', { name: t('system.user.disable') }).click();
    await row(page, '宋和').getByText(t('system.user.status.1')).waitFor();
    expect(faults).toEqual([]);
  });

  test('previews an import with and without updates of existing users', async ({ addUser, openUsers, faults }) => {
    await addUser('qinlan', '秦岚');
    const page = await openUsers();
    const titles = [
      t('system.user.sheet.deptId'),
      t('system.user.sheet.userName'),
      t('system.user.sheet.nickName'),
      t('system.user.sheet.email'),
      t('system.user.sheet.phonenumber'),
      t('system.user.sheet.sex'),
      t('system.user.sheet.status'),
    ];
    const rows = [
      ['104', 'qinlan', '秦岚岚', '', '', t('system.user.sheet.sex.1'), ''],
      ['104', 'newcomer', '新人', '', '', '', ''],
    ];
    const buffer = Buffer.from(await hucre.writeXlsx({ sheets: [{ name: 's', rows: [titles, ...rows] }] }));
    await page.getByRole('button', { name: t('kit.import'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('kit.importNoun', { noun: t('system.user.many') }) });
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await dialog.locator('input[type=file]').setInputFiles({ name: 'u.xlsx', mimeType, buffer });
    await dialog.getByText(t('kit.importPreview', { good: 1, bad: 1 })).waitFor();
    await dialog.getByText(t('problem.userNameTaken', { userName: 'qinlan' })).waitFor();
    await dialog.getByRole('checkbox', { name: t('system.user.updateSupport') }).check();
    await dialog.getByText(t('kit.importPreview', { good: 2, bad: 0 })).waitFor();
    await dialog.getByRole('button', { name: t('kit.importAll', { count: 2 }) }).click();
    await row(page, '秦岚岚').waitFor();
    await row(page, '新人').waitFor();
    expect(faults).toEqual([]);
  });
});
