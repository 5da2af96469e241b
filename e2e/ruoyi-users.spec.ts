import type { Page } from '@playwright/test';
import { expectNoFilter } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import {
  addRole,
  addUser,
  chooseRowAction,
  expectNoColumn,
  findUser,
  heading,
  latestRequest,
  nameAndUserName,
  openForm,
  openNewForm,
  removeRows,
  roleIdsOf,
  row,
  save,
  test,
} from './support/ruoyi-console.ts';
import { expect } from './support/test.ts';
import { t } from './support/text.ts';

const BROKEN = /undefined|NaN|\[object|No static resource|Cannot read/;

async function openFacts(page: Page, rowName: string | RegExp, nickName: string) {
  await row(page, rowName).getByRole('button', { name: nickName, exact: true }).click();
  return page.getByRole('dialog').locator('dl');
}

test.describe('home on a RuoYi server', () => {
  test('offers the first menu pages and sends no unsupported request', async ({ signIn }) => {
    const page = await signIn('admin');
    await expect(heading(page, /若依/)).toBeVisible();
    const actions = page.locator('section', { has: page.getByRole('heading', { name: t('shell.quickActions') }) });
    await expect(actions.getByRole('link', { name: t('system.user.title') })).toBeVisible();
    await expect(actions.getByRole('link')).toHaveCount(6);
    await expect(page.getByText(t('shell.noActions'))).toHaveCount(0);
    await expect(page.getByRole('button', { name: t('account.task'), exact: true })).toHaveCount(0);
    for (const absent of [t('account.task'), t('shell.recentBatches')])
      await expect(page.getByRole('heading', { level: 2, name: absent, exact: true })).toHaveCount(0);
    await page.reload();
    await expect(heading(page, /若依/)).toBeVisible();
    await actions.getByRole('link', { name: t('system.user.title') }).click();
    await expect(heading(page, t('system.user.title'))).toBeVisible();
  });
});

test.describe('users on a RuoYi server', () => {
  test('has no column or filter that RuoYi does not support', async ({ visit }) => {
    const page = await visit('/system/user', t('system.user.title'));
    await expect(row(page, /ry/)).toBeVisible();
    await expectNoColumn(page, t('system.user.roles'));
    for (const name of [t('system.user.nickName'), t('system.user.roleId')]) await expectNoFilter(page, name);
  });

  test('shows the role and post names of a user', async ({ visit }) => {
    const page = await visit('/system/user', t('system.user.title'));
    const facts = await openFacts(page, /ry/, '若依');
    await expect(facts.getByText('普通角色')).toBeVisible();
    await expect(facts.getByText('项目经理')).toBeVisible();
    await expect(facts).not.toContainText(BROKEN);
    await page.keyboard.press('Escape');
    await expect(facts).toBeHidden();
  });

  test('sends a complete user record: roles and posts stay, and a cleared field is empty', async ({ ruoyi, visit }) => {
    const page = await visit('/system/user', t('system.user.title'));
    const form = await openForm(page, t('system.user'), /ry/);
    await expect(form.getByText('普通角色')).toBeVisible();
    await form.getByLabel(t('system.user.nickName')).fill('若依二');
    await form.getByRole('button', { name: t('kit.moreSettings') }).click();
    for (const name of [t('system.user.phonenumber'), t('common.field.remark')]) await form.getByLabel(name).fill('');
    await save(form);
    expect(latestRequest(ruoyi, 'PUT', '/system/user').body).toMatchObject({
      ...{ userId: 2, userName: 'ry', nickName: '若依二', phonenumber: '', remark: '', email: 'ry@qq.com' },
      ...{ roleIds: [2], postIds: [2], deptId: 105 },
    });
    expect(findUser(ruoyi, 'ry')).toMatchObject({ nickName: '若依二', phonenumber: '', remark: '', email: 'ry@qq.com' });
    expect(roleIdsOf(ruoyi, 2)).toEqual([2]);
    expect(ruoyi.db.userPosts.filter(({ userId }) => userId === 2)).toEqual([{ userId: 2, postId: 2 }]);
  });

  test('keeps the roles when the dialog is saved unchanged, and adds a role', async ({ ruoyi, visit }) => {
    const storeId = addRole(ruoyi, 'store', '仓库');
    const page = await visit('/system/user', t('system.user.title'));
    const drawer = page.getByRole('dialog', { name: t('system.user.grantTo', { name: nameAndUserName('若依', 'ry') }) });
    await chooseRowAction(page, /ry/, t('system.user.grant'));
    await expect(drawer.getByRole('checkbox', { name: '普通角色' })).toBeChecked();
    await expect(drawer.getByRole('checkbox', { name: '仓库' })).not.toBeChecked();
    await save(drawer);
    await waitForNotice(page, new RegExp(`^${t('system.user.granted.plain')}$`));
    expect(latestRequest(ruoyi, 'PUT', '/system/user/authRole').query).toEqual({ userId: '2', roleIds: '2' });
    expect(roleIdsOf(ruoyi, 2)).toEqual([2]);
    await chooseRowAction(page, /ry/, t('system.user.grant'));
    await drawer.getByRole('checkbox', { name: '仓库' }).check();
    await save(drawer);
    expect(roleIdsOf(ruoyi, 2)).toEqual([2, storeId]);
  });

  test('adds a user with a working password and without a notification', async ({ ruoyi, visit }) => {
    const page = await visit('/system/user', t('system.user.title'));
    const form = await openNewForm(page, t('system.user'));
    await form.getByLabel(t('system.user.nickName')).fill('江晚');
    await form.getByLabel(t('system.user.userName')).fill('jiangwan');
    await form.getByLabel(t('system.user.password')).fill('abc');
    await form.getByRole('button', { name: t('kit.save') }).click();
    await expect(form.getByText(t('account.passwordWrong.plain'))).toBeVisible();
    await expect(form.getByText(t('system.user.password.hint.plain'), { exact: true })).toBeVisible();
    await expect(form).not.toContainText(t('system.user.password.hint'));
    await form.getByRole('button', { name: t('system.user.regenerate') }).click();
    const password = await form.getByLabel(t('system.user.password')).inputValue();
    expect(password.length).toBeLessThanOrEqual(20);
    await expect(page.locator('.ant-message-error, .ant-notification-notice')).toHaveCount(0);
    await save(form);
    expect(latestRequest(ruoyi, 'POST', '/system/user').body).toMatchObject({
      ...{ userName: 'jiangwan', password, roleIds: [], postIds: [], status: '0' },
    });
    await expect(row(page, '江晚')).toBeVisible();
    const answer = await page.request.post(`${ruoyi.url}/api/login`, { data: { username: 'jiangwan', password } });
    expect((await answer.json()).token).toBeTruthy();
  });

  test('resets a password that works in RuoYi, with matching texts', async ({ ruoyi, visit }) => {
    addUser(ruoyi, 'jiangwan', '江晚');
    const page = await visit('/system/user', t('system.user.title'));
    await chooseRowAction(page, '江晚', t('system.user.reset'));
    const dialog = page.getByRole('dialog', { name: t('system.user.resetOf', { name: nameAndUserName('江晚', 'jiangwan') }) });
    await expect(dialog.getByText(t('system.user.resetWhy.plain'), { exact: true })).toBeVisible();
    await dialog.getByLabel(t('system.user.newPassword')).fill('a"b|c');
    await dialog.getByRole('button', { name: t('system.user.reset') }).click();
    await expect(dialog.getByText(t('account.passwordWrong.plain'))).toBeVisible();
    await dialog.getByRole('button', { name: t('system.user.regenerate') }).click();
    const password = await dialog.getByLabel(t('system.user.newPassword')).inputValue();
    await dialog.getByRole('button', { name: t('system.user.reset') }).click();
    await expect(dialog.getByText(t('system.user.resetDone'))).toBeVisible();
    expect(findUser(ruoyi, 'jiangwan').password).toBe(password);
    await dialog
      .getByRole('button', { name: t('kit.copy') })
      .first()
      .click();
    await page.reload();
    await expect(row(page, '江晚')).toBeVisible();
  });

  test('disables a user with texts that match RuoYi', async ({ ruoyi, visit }) => {
    addUser(ruoyi, 'jiangwan', '江晚');
    const page = await visit('/system/user', t('system.user.title'));
    await row(page, '江晚').getByRole('switch').click();
    const confirmation = page.getByRole('dialog', { name: t('system.user.disableAsk', { name: nameAndUserName('江晚', 'jiangwan') }) });
    await expect(confirmation.getByText(t('system.user.disableWhat.plain'), { exact: true })).toBeVisible();
    await confirmation.getByRole('button', { name: t('system.user.disable') }).click();
    await waitForNotice(page, new RegExp(`^${t('system.user.disabled.plain')}$`));
    await expect(page.getByText(t('system.user.disabled'))).toHaveCount(0);
    expect(findUser(ruoyi, 'jiangwan').status).toBe('1');
  });

  test('disables several users with one request each and reports failures by name', async ({ ruoyi, visit }) => {
    for (const name of ['alpha', 'beta', 'lost']) addUser(ruoyi, name);
    const page = await visit('/system/user', t('system.user.title'));
    for (const name of ['alpha', 'beta', 'lost']) await row(page, name).getByRole('checkbox').check();
    ruoyi.db.users = ruoyi.db.users.filter(({ userName }) => userName !== 'lost');
    await page.getByRole('button', { name: t('system.user.disableCount', { count: 3 }) }).click();
    await page
      .getByRole('dialog', { name: t('system.user.disableManyAsk', { count: 3 }) })
      .getByRole('button', { name: t('system.user.disable') })
      .click();
    await expect(page.getByText(t('system.user.disabledPartly', { done: 2, left: 1 }))).toBeVisible();
    const reason = t('system.user.notSwitched', { name: nameAndUserName('lost', 'lost'), reason: '操作失败' });
    await expect(page.getByText(reason)).toBeVisible();
    expect(ruoyi.requestsOf('PUT /system/user/changeStatus')).toHaveLength(3);
    expect([findUser(ruoyi, 'alpha').status, findUser(ruoyi, 'beta').status]).toEqual(['1', '1']);
  });

  test('deletes several at once', async ({ ruoyi, visit }) => {
    for (const name of ['alpha', 'beta']) addUser(ruoyi, name);
    const page = await visit('/system/user', t('system.user.title'));
    await removeRows(page, ['alpha', 'beta']);
    const [, ids] = /\/system\/user\/(.+)/.exec(ruoyi.requests.findLast(({ method }) => method === 'DELETE')?.path ?? '') ?? [];
    expect(ids?.split(',')).toHaveLength(2);
  });
});

test.describe('a user with few permissions on a RuoYi server', () => {
  test.use({
    ruoyiOptions: { commonPermissions: ['system:user:list', 'system:user:edit', 'system:role:list', 'system:role:edit'] },
  });

  test('hides the edit button without the read permission, because saving would remove roles', async ({ signIn }) => {
    const page = await signIn('ry', '/system/user');
    await expect(row(page, /ry/)).toBeVisible();
    await expect(page.getByRole('button', { name: t('kit.edit') })).toHaveCount(0);
    const facts = await openFacts(page, /ry/, '若依');
    await expect(facts.getByText('ry@qq.com')).toBeVisible();
    for (const absent of ['roles', 'posts', 'pwdUpdateDate', 'pwdUpdateDate.none'] as const)
      await expect(facts).not.toContainText(t(`system.user.${absent}`));
  });
});
