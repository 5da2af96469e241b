import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

const PASSWORD = 'Nebel-Anker-Lampe-27';

describe('system administration', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let admin: Visitor;
  let page: Page;
  let adminApi: Api;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    admin = await newVisitor(browser);
    page = admin.page;
    await signIn(admin, suyuan, 'admin');
    adminApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const open = async (path: string, title: string) => {
    await page.goto(suyuan.consoleUrl + path);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
  };
  const row = (name: string) => page.getByRole('row').filter({ hasText: name }).locator('visible=true');
  const save = async (form: string) => {
    await page.getByRole('dialog', { name: form }).getByRole('button', { name: '保存' }).click();
    await page.getByRole('dialog', { name: form }).waitFor({ state: 'hidden' });
  };

  describe('roles', () => {
    let newcomer: Visitor;
    const menuEntries = () => newcomer.page.getByRole('navigation').getByRole('menuitem').locator('visible=true').allTextContents();

    it('adds a role with selected permissions', async () => {
      await open('/system/role', '角色管理');
      await page.getByRole('button', { name: '新增角色' }).click();
      const form = page.getByRole('dialog', { name: '新增角色' });
      await form.getByLabel('角色名称').fill('供应商查看');
      await form.getByLabel('权限字符').fill('supplier-reader');
      await form.getByLabel(/查找名称/).fill('供应商');
      const checkbox = form.getByRole('treeitem').filter({ hasText: '供应商管理' }).locator('.ant-tree-checkbox');
      await checkbox.click();
      await save('新增角色');
      await row('供应商查看').waitFor();
    });

    it('assigns a role to a user, who then sees exactly its menu', async () => {
      await adminApi.must('POST', '/system/user', { userName: 'tanlin', nickName: '谭林', deptId: 104, password: PASSWORD });
      await row('供应商查看').getByRole('link', { name: '分配用户' }).click();
      await page.getByRole('heading', { level: 1, name: '分配用户' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/system/role/authUser');
      await waitForText(page, '还没有人担任这个角色');
      await page.getByRole('button', { name: '添加用户' }).first().click();
      const drawer = page.getByRole('dialog', { name: '添加用户到“供应商查看”' });
      await drawer.getByRole('row').filter({ hasText: '谭林' }).getByRole('checkbox').check();
      await drawer.getByRole('button', { name: '添加 1 人' }).click();
      await row('谭林').waitFor();

      newcomer = await newVisitor(browser);
      await signIn(newcomer, { ...suyuan, passwords: { tanlin: PASSWORD } }, 'tanlin');
      await newcomer.page.getByRole('menuitem', { name: '供应商管理', exact: true }).click();
      await newcomer.page.getByRole('heading', { level: 1, name: '供应商管理' }).waitFor();
      expect(await menuEntries()).toEqual(['防伪溯源', '供应商管理']);
    });

    it('revokes a role, and the next request reports the missing permission', async () => {
      await row('谭林').getByRole('button', { name: '取消授权' }).click();
      const confirmation = page.getByRole('dialog').filter({ hasText: '取消“谭林（tanlin）”的这个角色' });
      await confirmation.getByRole('button', { name: '取消授权' }).click();
      await waitForText(page, '还没有人担任这个角色');
      await newcomer.page.getByRole('button', { name: '刷新', exact: true }).click();
      await waitForText(newcomer.page, '没有“manage:supplier:list”权限；联系管理员授权');
      await newcomer.page.context().close();
    });
  });

  describe('menus', () => {
    const entry = (name: string) => page.locator('.sider-menu').getByRole('menuitem', { name, exact: true });

    it('adds a menu, sorts it by keyboard and keeps the order after a reload', async () => {
      await open('/system/menu', '菜单管理');
      await page.getByRole('button', { name: '新增菜单' }).click();
      const form = page.getByRole('dialog', { name: '新增菜单' });
      await form.getByRole('radiogroup', { name: '菜单类型' }).getByText('菜单', { exact: true }).click();
      await form.getByRole('button', { name: /^保\s*存$/ }).click();
      // all missing fields are reported at once
      for (const message of ['菜单名称未填写', '路由地址未填写']) await form.getByText(message).waitFor();
      await form.getByLabel('菜单名称').fill('供应商名册');
      await form.getByLabel('路由地址').fill('supplierBook');
      await form.getByLabel('组件路径').fill('manage/supplier/index');
      await form.getByLabel('权限标识').fill('manage:supplier:list');
      await save('新增菜单');
      const handle = page.getByRole('button', { name: '移动“供应商名册”' });
      const topLevelCount = (await adminApi.must('GET', '/system/menu/list')).data.filter(
        ({ parentId }: { parentId: number }) => parentId === 0,
      ).length;
      for (let position = topLevelCount - 1; position > 0; position--) {
        await handle.press('ArrowUp');
        await page.getByText(`“供应商名册”移到第 ${position} 位`).waitFor({ state: 'attached' });
      }
      await waitForText(page, '还没有保存');
      await page.getByRole('button', { name: '保存排序' }).last().click();
      await waitForText(page, '排序已保存');
      await page.reload();
      await entry('供应商名册').waitFor();
      expect(await page.locator('.sider-menu').getByRole('menuitem').first().textContent()).toBe('供应商名册');
      await entry('供应商名册').click();
      await waitForText(page, /共 \d+ 条/);
      expect(new URL(page.url()).pathname).toBe('/supplierBook');
    });
  });

  describe('dictionaries', () => {
    it('adds an entry, and filters that use the dictionary offer it in its colour', async () => {
      await open('/system/dict?dictType=sys_notice_type', '字典管理');
      await page.getByRole('button', { name: '新增字典数据' }).click();
      const form = page.getByRole('dialog', { name: '新增字典数据' });
      await form.getByLabel('字典标签').fill('紧急');
      await form.getByLabel('字典键值').fill('3');
      await form.getByLabel('回显样式').click();
      const danger = page.locator('.ant-select-item-option').filter({ hasText: '危险' });
      await danger.waitFor();
      await danger.click();
      await form.getByText('危险').locator('visible=true').first().waitFor();
      await save('新增字典数据');
      const tag = row('紧急').locator('.dict-tag-danger', { hasText: '紧急' });
      await tag.waitFor();
      const [red = 0, green = 0, blue = 0] = (await tag.evaluate((node) => getComputedStyle(node).color)).match(/\d+/g)?.map(Number) ?? [];
      expect(red).toBeGreaterThan(2 * Math.max(green, blue));
      await page.getByRole('menuitem', { name: '通知公告', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: '通知公告' }).waitFor();
      await page.getByRole('search').locator('visible=true').getByLabel('公告类型').click();
      await page.locator('.ant-select-item-option').filter({ hasText: '紧急' }).waitFor();
    });
  });

  describe('settings', () => {
    it('enables the captcha for the next sign-in', async () => {
      await open('/system/config?configKey=captcha', '参数设置');
      await row('验证码开关').getByText('关闭').waitFor();
      await row('验证码开关').getByRole('button', { name: '修改' }).click();
      await page.getByRole('dialog', { name: '修改参数' }).getByRole('switch').click();
      await save('修改参数');
      await row('验证码开关').getByText('开启').waitFor();
      const { page: signInPage } = await newVisitor(browser);
      await signInPage.goto(`${suyuan.consoleUrl}/user/login`);
      await signInPage.getByRole('button', { name: '换一张验证码图片' }).locator('img').waitFor();
      await signInPage.context().close();
    });
  });

  describe('departments', () => {
    it('moves a department with all its children', async () => {
      await open('/system/dept', '部门管理');
      await row('华南公司').getByRole('button', { name: '修改' }).click();
      const form = page.getByRole('dialog', { name: '修改部门' });
      await form.getByLabel('上级部门').click();
      const departmentTree = page.locator('.ant-select-tree-list');
      await departmentTree.getByText('华东公司').waitFor();
      expect(await departmentTree.getByText('渠道部').count()).toBe(0);
      await departmentTree.getByText('华东公司').click();
      await form.locator('.ant-select-content', { hasText: '华东公司' }).waitFor();
      await save('修改部门');
      const { data } = await adminApi.must('GET', '/system/dept/108');
      expect(data.ancestors).toBe('0,100,101,102');
    });

    it('shows the details of departments and menus, including hidden columns, with an edit button', async () => {
      for (const [path, title, name, hiddenField, noun] of [
        ['/system/dept', '部门管理', '华南公司', '创建时间', '部门'],
        ['/system/menu', '菜单管理', '系统管理', '路由地址', '菜单'],
      ] as const) {
        await open(path, title);
        await page.locator('.tree-table').getByRole('button', { name, exact: true }).click();
        const drawer = page.getByRole('dialog', { name: noun, exact: true }).filter({ hasText: hiddenField });
        await drawer.getByText(name, { exact: true }).waitFor();
        if (noun === '部门') await drawer.getByText('总部 / 华东公司', { exact: true }).waitFor();
        await drawer.getByRole('button', { name: /^修\s*改$/ }).click();
        await page.getByRole('dialog', { name: `修改${noun}` }).waitFor();
        await drawer.waitFor({ state: 'hidden' });
      }
    });

    it('refuses to move a department below its own child', async () => {
      const { data } = await adminApi.must('GET', '/system/dept/101');
      expect(await adminApi.call('PUT', '/system/dept', { ...data, parentId: 102 })).toMatchObject({
        code: 500,
        problem: 'departmentBelowItself',
      });
      expect(admin.faults).toEqual([]);
    });
  });

  it('deletes the sample data on request and reports completion', async () => {
    await open('/system/config', '参数设置');
    await page.getByRole('button', { name: '删除示例业务' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('不能找回').waitFor();
    await question.getByRole('button', { name: '删除示例业务' }).click();
    await page.getByText('示例业务已删除').waitFor({ timeout: 120_000 });
    await page.getByText(/示例业务还在/).waitFor({ state: 'hidden' });
    expect((await adminApi.must('GET', '/manage/batch/list')).total).toBe(0);
  });
});
