import { waitForNotice } from './support/notices.ts';
import type { RuoYi } from './support/ruoyi/server.ts';
import {
  addRole,
  chooseRowAction,
  expectNoColumn,
  findRole,
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

const menusOf = ({ db }: RuoYi, roleId: number) =>
  db.roleMenus
    .filter((link) => link.roleId === roleId)
    .map(({ menuId }) => menuId)
    .sort((one, other) => one - other);

const linkFlags = { menuCheckStrictly: true, deptCheckStrictly: true };

test.describe('roles on a RuoYi server', () => {
  test('keeps menus and both link flags when only the name changes', async ({ ruoyi, visit }) => {
    const before = menusOf(ruoyi, 2);
    const page = await visit('/system/role', t('system.role.title'));
    await expectNoColumn(page, t('system.role.userCount'));
    const form = await openForm(page, t('system.role'), /普通角色/);
    await expect(form.getByRole('tree')).toBeVisible();
    await form.getByLabel(t('system.role.roleName')).fill('普通员工');
    await form.getByLabel(t('common.field.remark')).fill('');
    await save(form);
    expect(menusOf(ruoyi, 2)).toEqual(before);
    expect(findRole(ruoyi, 'common')).toMatchObject({ roleName: '普通员工', remark: '', ...linkFlags });
  });

  test('adds a role without menus', async ({ ruoyi, visit }) => {
    const page = await visit('/system/role', t('system.role.title'));
    const form = await openNewForm(page, t('system.role'));
    await expect(form.getByRole('tree')).toBeVisible();
    await form.getByLabel(t('system.role.roleName')).fill('访客');
    await form.getByLabel(t('system.role.roleKey')).fill('guest');
    await save(form);
    expect(latestRequest(ruoyi, 'POST', '/system/role').body).toMatchObject({ menuIds: [], deptIds: [], ...linkFlags });
    await expect(row(page, /访客/)).toBeVisible();
  });

  test('saves menus with their parent directories', async ({ ruoyi, visit }) => {
    const roleId = addRole(ruoyi, 'guest', '访客');
    const page = await visit('/system/role', t('system.role.title'));
    const form = await openForm(page, t('system.role'), /访客/);
    await form.getByRole('textbox', { name: t('system.role.tree.search') }).fill('岗位查询');
    await form.getByRole('treeitem', { name: '岗位查询' }).locator('.ant-tree-checkbox').click();
    await save(form);
    expect(menusOf(ruoyi, roleId)).toEqual([1, 104, 1020]);
  });

  test('keeps the link flags when the data scope is saved, with or without departments', async ({ ruoyi, visit }) => {
    const page = await visit('/system/role', t('system.role.title'));
    const drawer = page.getByRole('dialog', { name: t('system.role.scopeOf', { name: '普通角色' }) });
    await chooseRowAction(page, /普通角色/, t('system.role.scopeEdit'));
    await drawer.getByRole('radio', { name: t('system.role.dataScope.5') }).check();
    await save(drawer);
    expect(latestRequest(ruoyi, 'PUT', '/system/role/dataScope').body).toMatchObject({
      ...{ roleKey: 'common', dataScope: '5', deptIds: expect.any(Array) },
    });
    expect(findRole(ruoyi, 'common')).toMatchObject({ dataScope: '5', ...linkFlags });
    await chooseRowAction(page, /普通角色/, t('system.role.scopeEdit'));
    await drawer.getByRole('radio', { name: t('system.role.dataScope.2') }).check();
    await drawer.getByRole('button', { name: t('system.role.tree.all') }).click();
    await drawer.getByRole('button', { name: t('system.role.tree.none') }).click();
    await drawer.getByRole('button', { name: t('kit.save') }).click();
    await expect(drawer.getByRole('alert')).toHaveText(t('system.role.deptIds.none'));
    expect(findRole(ruoyi, 'common')).toMatchObject({ dataScope: '5' });
    await drawer.getByRole('treeitem', { name: '测试部门' }).first().locator('.ant-tree-checkbox').click();
    await drawer.getByRole('treeitem', { name: '财务部门' }).first().locator('.ant-tree-checkbox').click();
    await save(drawer);
    const departments = ruoyi.db.roleDepts.filter(({ roleId }) => roleId === 2).map(({ deptId }) => deptId);
    expect(departments.sort((one, other) => one - other)).toEqual([100, 101, 105, 106]);
    expect(findRole(ruoyi, 'common')).toMatchObject({ dataScope: '2', ...linkFlags });
  });

  test('asks for confirmation before disabling and keeps the link flags', async ({ ruoyi, visit }) => {
    const page = await visit('/system/role', t('system.role.title'));
    const statusSwitch = row(page, /普通角色/).getByRole('switch');
    await statusSwitch.click();
    await page
      .getByRole('dialog', { name: t('system.role.disableAsk.plain', { name: '普通角色' }) })
      .getByRole('button', { name: t('system.role.disable') })
      .click();
    await waitForNotice(page, new RegExp(`^${t('system.role.disabled.plain')}$`));
    expect(findRole(ruoyi, 'common')).toMatchObject({ status: '1', ...linkFlags });
    await expect(statusSwitch).not.toBeChecked();
    await statusSwitch.click();
    await waitForNotice(page, new RegExp(`^${t('system.role.enabled.plain')}$`));
    expect(findRole(ruoyi, 'common').status).toBe('0');
  });

  test('assigns users to a role and removes them, in a list without departments', async ({ ruoyi, visit }) => {
    const roleId = addRole(ruoyi, 'guest', '访客');
    const page = await visit('/system/role', t('system.role.title'));
    await chooseRowAction(page, /访客/, t('system.role.assign'));
    await expect(heading(page, t('system.role.assign.title'))).toBeVisible();
    await page
      .getByRole('button', { name: t('system.role.assign.add') })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: t('system.role.assign.addTo', { name: '访客' }) });
    await drawer.getByRole('row', { name: /ry/ }).getByRole('checkbox').check();
    await drawer.getByRole('button', { name: t('system.role.assign.addCount', { count: 1 }) }).click();
    await expect(drawer).toBeHidden();
    await expect(row(page, /ry/)).toBeVisible();
    await expectNoColumn(page, t('system.user.dept'));
    expect(roleIdsOf(ruoyi, 2)).toContain(roleId);
    await row(page, /ry/)
      .getByRole('button', { name: t('system.role.assign.take') })
      .click();
    await page
      .getByRole('dialog', { name: t('system.role.assign.takeAsk.plain', { name: nameAndUserName('若依', 'ry') }) })
      .getByRole('button', { name: t('system.role.assign.take') })
      .click();
    await expect(page.getByText(t('system.role.assign.none'))).toBeVisible();
    expect(roleIdsOf(ruoyi, 2)).not.toContain(roleId);
  });

  test('deletes several at once', async ({ ruoyi, visit }) => {
    addRole(ruoyi, 'guest', '访客');
    addRole(ruoyi, 'passer', '过客');
    const page = await visit('/system/role', t('system.role.title'));
    await removeRows(page, ['访客', '过客']);
    expect(ruoyi.db.roles.filter(({ delFlag }) => delFlag === '2').map(({ roleName }) => roleName)).toEqual(['访客', '过客']);
  });
});
