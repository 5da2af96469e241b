// Over 300 lines: roles, menus, dictionaries, departments and settings share one server and its administrator.
import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { chooseRowAction } from './support/lists.ts';
import { choosePage } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const PASSWORD = 'Nebel-Anker-Lampe-27';

/** Ids of the menu “供应商管理” and the folder it is in. */
const SUPPLIER_MENU = { menuId: 2104, parentId: 2007 };

interface Fixtures {
  admin: Api;
  /** Adds a user with `PASSWORD` and resolves to the id. */
  addUser(userName: string, nickName: string, roleIds?: number[]): Promise<number>;
  /** Adds a role with the list of suppliers only and resolves to the id. */
  addSupplierRole(roleName: string, roleKey: string): Promise<number>;
  addDepartment(deptName: string, parentId: number): Promise<number>;
  /** Opens a page as the administrator and waits for its heading. */
  open(path: string, title: string): Promise<Page>;
}

const test = base.extend<Fixtures>({
  admin: async ({ apiAs }, use) => use(await apiAs('admin')),
  addUser: async ({ admin, suyuan: { passwords } }, use) => {
    await use(async (userName, nickName, roleIds = []) => {
      const { data } = await admin.must('POST', '/system/user', { userName, nickName, deptId: 104, password: PASSWORD, roleIds });
      passwords[userName] = PASSWORD;
      return data.userId;
    });
  },
  addSupplierRole: async ({ admin }, use) => {
    await use(async (roleName, roleKey) => {
      const menuIds = Object.values(SUPPLIER_MENU);
      return (await admin.must('POST', '/system/role', { roleName, roleKey, roleSort: 9, menuIds })).data.roleId;
    });
  },
  addDepartment: async ({ admin }, use) => {
    await use(async (deptName, parentId) => (await admin.must('POST', '/system/dept', { deptName, parentId, orderNum: 9 })).data.deptId);
  },
  open: async ({ signIn }, use) => {
    await use(async (path, title) => {
      const page = await signIn('admin', path);
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      return page;
    });
  },
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).locator('visible=true');

async function save(page: Page, form: string) {
  const dialog = page.getByRole('dialog', { name: form });
  await dialog.getByRole('button', { name: t('kit.save') }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test.describe('system administration', () => {
  test.describe('roles', () => {
    test('adds a role with selected permissions', async ({ admin, addUser, apiAs, open, faults }) => {
      const page = await open('/system/role', t('system.role.title'));
      const title = t('kit.addNoun', { noun: t('system.role') });
      await page.getByRole('button', { name: title }).click();
      const form = page.getByRole('dialog', { name: title });
      await form.getByLabel(t('system.role.roleName')).fill('供应商维护');
      await form.getByLabel(t('system.role.roleKey')).fill('supplier-editor');
      await form.getByLabel(t('system.role.tree.search')).fill('供应商');
      const menu = form.getByRole('treeitem').filter({ hasText: t('shell.menu.manage.supplier') });
      await menu.locator('.ant-tree-checkbox').click();
      await save(page, title);
      await row(page, '供应商维护').waitFor();

      const { rows } = await admin.must('GET', '/system/role/list?roleKey=supplier-editor');
      await addUser('fangyu', '方雨', [rows?.[0]?.roleId]);
      const { data: menus } = await (await apiAs('fangyu')).must('GET', '/getRouters');
      const paths = menus.map(({ path, children }: MenuRoute) => [path, children?.map((child) => child.path)]);
      expect(paths).toEqual([['/manage', ['supplier']]]);
      expect(faults).toEqual([]);
    });

    test('assigns a role to a user, who then sees exactly its menu', async ({ addSupplierRole, addUser, open, signIn, faults }) => {
      await addSupplierRole('供应商查看', 'supplier-reader');
      await addUser('tanlin', '谭林');
      const page = await open('/system/role', t('system.role.title'));
      await chooseRowAction(row(page, '供应商查看'), t('system.role.assign'));
      await page.getByRole('heading', { level: 1, name: t('system.role.assign.title') }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/system/role/authUser');
      await waitForText(page, t('system.role.assign.none'));
      await page
        .getByRole('button', { name: t('system.role.assign.add') })
        .first()
        .click();
      const drawer = page.getByRole('dialog', { name: t('system.role.assign.addTo', { name: '供应商查看' }) });
      await drawer.getByRole('row').filter({ hasText: '谭林' }).getByRole('checkbox').check();
      await drawer.getByRole('button', { name: t('system.role.assign.addCount', { count: 1 }) }).click();
      await row(page, '谭林').waitFor();

      const newcomer = await signIn('tanlin');
      await choosePage(newcomer, t('shell.menu.manage.supplier'));
      await newcomer.getByRole('heading', { level: 1, name: t('shell.menu.manage.supplier') }).waitFor();
      const entries = newcomer.getByRole('navigation').getByRole('menuitem').locator('visible=true');
      await expect(entries).toHaveText([t('shell.menu.masterData'), t('shell.menu.manage.supplier')]);
      expect(faults).toEqual([]);
    });

    test('revokes a role, and the next request reports the missing permission', async ({
      addSupplierRole,
      addUser,
      open,
      signIn,
      faults,
    }) => {
      const roleId = await addSupplierRole('供应商抽查', 'supplier-checker');
      await addUser('ningyue', '宁月', [roleId]);
      const newcomer = await signIn('ningyue', '/manage/supplier');
      await newcomer.getByRole('heading', { level: 1, name: t('shell.menu.manage.supplier') }).waitFor();
      await waitForText(newcomer, pattern('kit.total', { total: '\\d+' }));

      const page = await open(`/system/role/authUser?roleId=${roleId}`, t('system.role.assign.title'));
      await row(page, '宁月')
        .getByRole('button', { name: t('system.role.assign.take') })
        .click();
      const confirmation = page.getByRole('dialog', { name: t('system.role.assign.takeAsk', { name: '宁月（ningyue）' }) });
      await confirmation.getByRole('button', { name: t('system.role.assign.take') }).click();
      await waitForText(page, t('system.role.assign.none'));
      await newcomer.getByRole('button', { name: t('kit.refresh'), exact: true }).click();
      await waitForText(newcomer, t('problem.forbidden', { permission: 'manage:supplier:list' }));
      expect(faults).toEqual([]);
    });
  });

  test('adds a menu, sorts it by keyboard and keeps the order after a reload', async ({ admin, open, faults }) => {
    const page = await open('/system/menu', t('system.menu.title'));
    const sider = page.getByTestId('side-menu');
    const entry = sider.getByRole('menuitem', { name: '供应商名册', exact: true });
    const title = t('kit.addNoun', { noun: t('system.menu') });
    await page.getByRole('button', { name: title }).click();
    const form = page.getByRole('dialog', { name: title });
    const kinds = form.getByRole('radiogroup', { name: t('system.menu.menuType') });
    await kinds.getByText(t('system.menu.menuType.C'), { exact: true }).click();
    await form.getByRole('button', { name: t('kit.save') }).click();
    // all missing fields are reported at once
    await form.getByText(t('issue.required', { field: t('system.menu.menuName') })).waitFor();
    await form.getByText(t('problem.menuPathMissing')).waitFor();
    await form.getByLabel(t('system.menu.menuName')).fill('供应商名册');
    await form.getByLabel(t('system.menu.path')).fill('supplierBook');
    await form.getByLabel(t('system.menu.component')).fill('manage/supplier/index');
    await form.getByLabel(t('system.menu.perms')).fill('manage:supplier:list');
    await save(page, title);
    const handle = page.getByRole('button', { name: t('kit.order.handle', { name: '供应商名册' }) });
    const { data: menus } = await admin.must('GET', '/system/menu/list');
    const topLevelCount = menus.filter(({ parentId }: { parentId: number }) => parentId === 0).length;
    for (let position = topLevelCount - 1; position > 0; position--) {
      await handle.press('ArrowUp');
      await page.getByText(t('kit.order.moved', { name: '供应商名册', place: position })).waitFor({ state: 'attached' });
    }
    await waitForText(page, pattern('kit.order.unsaved', { count: '\\d+' }));
    await page
      .getByRole('button', { name: t('kit.order.save') })
      .last()
      .click();
    await waitForNotice(page, pattern('kit.order.saved', { count: '\\d+' }));
    await page.reload();
    await entry.waitFor();
    await expect(sider.getByRole('menuitem').first()).toHaveText('供应商名册');
    await entry.click();
    await waitForText(page, pattern('kit.total', { total: '\\d+' }));
    expect(new URL(page.url()).pathname).toBe('/supplierBook');
    await admin.must('DELETE', `/system/menu/${menus.find(({ path }: MenuRoute) => path === 'supplierBook').menuId}`);
    expect(faults).toEqual([]);
  });

  test('adds an entry, and filters that use the dictionary offer it in its colour', async ({ admin, open, faults }) => {
    const page = await open('/system/dict?dictType=sys_notice_type', t('system.dictData.title'));
    const title = t('kit.addNoun', { noun: t('system.dictData') });
    await page.getByRole('button', { name: title }).click();
    const form = page.getByRole('dialog', { name: title });
    await form.getByLabel(t('system.dictData.dictLabel')).fill('紧急');
    await form.getByLabel(t('system.dictData.dictValue')).fill('3');
    await form.getByLabel(t('system.dictData.listClass')).click();
    const danger = page.locator('.ant-select-item-option').filter({ hasText: t('system.dictData.listClass.danger') });
    await danger.waitFor();
    await danger.click();
    await form.getByText(t('system.dictData.listClass.danger')).locator('visible=true').first().waitFor();
    await save(page, title);
    const tag = row(page, '紧急').getByTestId('dictionary-tag').filter({ hasText: '紧急' });
    await tag.waitFor();
    const [red = 0, green = 0, blue = 0] = (await tag.evaluate((node) => getComputedStyle(node).color)).match(/\d+/g)?.map(Number) ?? [];
    expect(red).toBeGreaterThan(2 * Math.max(green, blue));
    await choosePage(page, t('shell.menu.system.notice'));
    await page.getByRole('heading', { level: 1, name: t('system.notice.title') }).waitFor();
    await page.getByRole('search').locator('visible=true').getByLabel(t('system.notice.noticeType')).click();
    await page.locator('.ant-select-item-option').filter({ hasText: '紧急' }).waitFor();
    const { data: entries } = await admin.must('GET', '/system/dict/data/type/sys_notice_type');
    await admin.must('DELETE', `/system/dict/data/${entries.find(({ dictValue }: { dictValue: string }) => dictValue === '3').dictCode}`);
    expect(faults).toEqual([]);
  });

  test.describe('departments', () => {
    test('moves a department with all its children', async ({ admin, addDepartment, open, faults }) => {
      const deptId = await addDepartment('西南公司', 100);
      const childId = await addDepartment('成都部', deptId);
      const page = await open('/system/dept', t('system.dept.title'));
      await row(page, '西南公司')
        .getByRole('button', { name: t('kit.edit') })
        .click();
      const title = t('kit.editNoun', { noun: t('system.dept') });
      const form = page.getByRole('dialog', { name: title });
      await form.getByLabel(t('system.dept.parentId')).click();
      const departmentTree = page.locator('.ant-select-tree-list');
      await departmentTree.getByText('华东公司').waitFor();
      await expect(departmentTree.getByText('成都部')).toHaveCount(0);
      await departmentTree.getByText('华东公司').click();
      await form.locator('.ant-select-content', { hasText: '华东公司' }).waitFor();
      await save(page, title);
      const { data } = await admin.must('GET', `/system/dept/${childId}`);
      expect(data.ancestors).toBe(`0,100,101,${deptId}`);
      expect(faults).toEqual([]);
    });

    test('shows the details of departments and menus, including hidden columns, with an edit button', async ({
      addDepartment,
      open,
      faults,
    }) => {
      await addDepartment('客服部', 101);
      for (const [path, title, name, hiddenField, noun] of [
        ['/system/dept', t('system.dept.title'), '客服部', t('common.field.createTime'), t('system.dept')],
        ['/system/menu', t('system.menu.title'), t('shell.menu.system'), t('system.menu.path'), t('system.menu')],
      ] as const) {
        const page = await open(path, title);
        await page.getByTestId('tree-table').getByRole('button', { name, exact: true }).click();
        const drawer = page.getByRole('dialog', { name: noun, exact: true }).filter({ hasText: hiddenField });
        await drawer.getByText(name, { exact: true }).waitFor();
        if (path === '/system/dept') await drawer.getByText('总部 / 华东公司', { exact: true }).waitFor();
        await drawer.getByRole('button', { name: t('kit.edit') }).click();
        await page.getByRole('dialog', { name: t('kit.editNoun', { noun }) }).waitFor();
        await drawer.waitFor({ state: 'hidden' });
      }
      expect(faults).toEqual([]);
    });

    test('refuses to move a department below its own child', async ({ admin, addDepartment }) => {
      const deptId = await addDepartment('西北公司', 100);
      const childId = await addDepartment('西安部', deptId);
      const { data } = await admin.must('GET', `/system/dept/${deptId}`);
      expect(await admin.call('PUT', '/system/dept', { ...data, parentId: childId })).toMatchObject({
        code: 500,
        problem: 'departmentBelowItself',
      });
    });
  });

  test.describe('on a separate server', () => {
    test.use({ ownServer: true });

    test('enables the captcha for the next sign-in', async ({ suyuan: { consoleUrl }, open, openPage, faults }) => {
      const page = await open('/system/config?configKey=captcha', t('system.config.title'));
      const setting = row(page, t('system.config.seed.name.sys.account.captchaEnabled'));
      await setting.getByText(t('system.config.off')).waitFor();
      await setting.getByRole('button', { name: t('kit.edit') }).click();
      const title = t('kit.editNoun', { noun: t('system.config') });
      await page.getByRole('dialog', { name: title }).getByRole('switch').click();
      await save(page, title);
      await setting.getByText(t('system.config.on')).waitFor();
      const signInPage = await openPage();
      await signInPage.goto(`${consoleUrl}/user/login`);
      const captcha = signInPage.getByRole('button', { name: t('account.captchaRenew') });
      await captcha.locator('img').waitFor();
      expect(faults).toEqual([]);
    });

    test('saves a value that is changed while an earlier one is being saved', async ({ admin, open, faults }) => {
      const page = await open('/system/config', t('system.config.title'));
      const idleMinutes = page.getByRole('spinbutton', { name: '无操作退出（分钟）' });
      const saveGate = Promise.withResolvers<void>();
      await page.route('**/api/system/config', async (route) => {
        await saveGate.promise;
        await route.continue();
      });
      await idleMinutes.fill('100');
      await idleMinutes.press('Enter');
      await page.getByText(t('system.config.saving')).waitFor();
      await idleMinutes.fill('200');
      await idleMinutes.press('Enter');
      saveGate.resolve();
      const storedValue = async () => (await admin.must('GET', '/system/config/configKey/suyuan.session.idleMinutes')).msg;
      await expect.poll(storedValue).toBe('200');
      await expect(idleMinutes).toHaveValue('200');
      expect(faults).toEqual([]);
    });

    test('deletes the sample data on request and reports completion', async ({ admin, open, faults }) => {
      const page = await open('/system/config', t('system.config.title'));
      await page.getByRole('button', { name: t('tool.sample.remove') }).click();
      const question = page.getByRole('dialog');
      await question.getByText(t('tool.sample.removeMeans')).waitFor();
      await question.getByRole('button', { name: t('tool.sample.remove') }).click();
      await waitForNotice(page, t('tool.sample.removed'), 120_000);
      await page.getByText(pattern('tool.sample.there', { batches: '\\d+' })).waitFor({ state: 'hidden' });
      expect((await admin.must('GET', '/manage/batch/list')).total).toBe(0);
      expect(faults).toEqual([]);
    });
  });
});

interface MenuRoute {
  path: string;
  children?: MenuRoute[];
}
