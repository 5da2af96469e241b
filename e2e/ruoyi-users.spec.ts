// Over 250 lines: all of these walks use one RuoYi server.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, type Visitor, waitForText } from './support/browser.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS, type RuoYi, type RuoYiRequest, startRuoYi } from './support/ruoyi/server.ts';

const BROKEN = /undefined|NaN|\[object|No static resource|Cannot read/;

describe('users and permissions on a RuoYi server', () => {
  let ruoyi: RuoYi;
  let browser: Browser;
  let visitor: Visitor;
  let page: Page;

  beforeAll(async () => {
    [ruoyi, browser] = await Promise.all([startRuoYi(), openBrowser()]);
    visitor = await newVisitor(browser);
    page = visitor.page;
    await signIn(page, ruoyi, RUOYI_ACCOUNTS.admin);
  });
  afterAll(async () => {
    await browser?.close();
    await ruoyi?.stop();
  });
  afterEach(() => {
    expect(visitor.faults).toEqual([]);
    expect(ruoyi.missing.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  async function signIn(on: Page, { url }: RuoYi, { username, password }: typeof RUOYI_ACCOUNTS.admin) {
    await on.goto(`${url}/user/login`);
    await on.getByLabel('用户名', { exact: true }).fill(username);
    await on.getByLabel('密码', { exact: true }).fill(password);
    await on.getByRole('button', { name: '登录' }).click();
    await on.waitForURL('**/index');
  }
  const heading = (name: string | RegExp, on = page) => on.getByRole('heading', { level: 1, name }).locator('visible=true').waitFor();
  async function open(path: string, title: string) {
    await page.goto(`${ruoyi.url}${path}`);
    await heading(title);
  }
  const row = (name: string | RegExp) => page.getByRole('row', { name }).locator('visible=true');
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  async function chooseRowAction(name: string, action: string) {
    await page
      .getByRole('button', { name: `“${name}”的更多操作` })
      .locator('visible=true')
      .click();
    await page.getByRole('menuitem', { name: action }).click();
  }
  async function save(title: string | RegExp) {
    await dialog(title)
      .getByRole('button', { name: /^保\s*存$/ })
      .click();
    await dialog(title).waitFor({ state: 'hidden' });
  }
  const latestRequest = (method: string, path: string): RuoYiRequest => {
    const match = ruoyi.requests.findLast((each) => each.method === method && each.path === path);
    if (!match) throw new Error(`no ${method} ${path}`);
    return match;
  };
  const bodyOf = (method: string, path: string) => latestRequest(method, path).body as Record<string, unknown>;
  // biome-ignore lint/performance/useDomNodeTextContent: what is to be seen
  const textOf = (on: Locator) => on.innerText();
  const findUser = (name: string) => {
    const match = ruoyi.db.users.find(({ userName, delFlag }) => userName === name && delFlag === '0');
    if (!match) throw new Error(`no user ${name}`);
    return match;
  };
  const roleIdsOf = (userId: number) => ruoyi.db.userRoles.filter((link) => link.userId === userId).map(({ roleId }) => roleId);

  describe('home', () => {
    it('offers the first menu pages and sends no unsupported request', async () => {
      await heading(/若依/);
      const actions = page.locator('.quick-actions');
      await actions.getByRole('link', { name: '用户管理' }).waitFor();
      expect(await actions.getByRole('link').count()).toBe(6);
      expect(await page.getByText('没有可用的操作').count()).toBe(0);
      for (const absent of ['任务', '最近的批次']) expect(await page.getByRole('button', { name: absent, exact: true }).count()).toBe(0);
      await page.reload();
      await heading(/若依/);
      await actions.getByRole('link', { name: '用户管理' }).click();
      await heading('用户管理');
    });
  });

  describe('users', () => {
    it('has no column or filter that RuoYi does not support', async () => {
      await open('/system/user', '用户管理');
      await row(/ry/).waitFor();
      const columns = await page.getByRole('columnheader').locator('visible=true').allTextContents();
      expect(columns).not.toContain('角色');
      for (const name of ['姓名', '角色']) expect(await page.getByRole('search').getByLabel(name, { exact: true }).count(), name).toBe(0);
    });

    it('shows the role and post names of a user', async () => {
      await row(/ry/).getByRole('button', { name: '若依', exact: true }).click();
      const facts = page.getByRole('dialog').locator('.record-view');
      await facts.getByText('普通角色').waitFor();
      await facts.getByText('项目经理').waitFor();
      expect(await textOf(facts)).not.toMatch(BROKEN);
      await page.keyboard.press('Escape');
    });

    it('sends a complete user record: roles and posts stay, and a cleared field is empty', async () => {
      await row(/ry/).getByRole('button', { name: '修改' }).click();
      const form = dialog('修改用户');
      await form.getByText('普通角色').waitFor();
      await form.getByLabel('姓名').fill('若依二');
      for (const name of ['手机号码', '备注']) await form.getByLabel(name).fill('');
      await save('修改用户');
      expect(bodyOf('PUT', '/system/user')).toMatchObject({
        ...{ userId: 2, userName: 'ry', nickName: '若依二', phonenumber: '', remark: '', email: 'ry@qq.com' },
        ...{ roleIds: [2], postIds: [2], deptId: 105 },
      });
      expect(findUser('ry')).toMatchObject({ nickName: '若依二', phonenumber: '', remark: '', email: 'ry@qq.com' });
      expect(roleIdsOf(2)).toEqual([2]);
      expect(ruoyi.db.userPosts.filter(({ userId }) => userId === 2)).toEqual([{ userId: 2, postId: 2 }]);
    });

    it('keeps the roles when the dialog is saved unchanged, and adds a role', async () => {
      ruoyi.db.roles.push({ ...ruoyi.db.roles[1]!, roleId: 90, roleName: '仓库', roleKey: 'store' });
      await page.reload();
      await chooseRowAction('若依二', '分配角色');
      const drawer = dialog(/分配角色/);
      expect(await drawer.getByRole('checkbox', { name: '普通角色' }).isChecked()).toBe(true);
      expect(await drawer.getByRole('checkbox', { name: '仓库' }).isChecked()).toBe(false);
      await save(/分配角色/);
      await page.getByText('角色已保存', { exact: true }).waitFor();
      expect(latestRequest('PUT', '/system/user/authRole').query).toEqual({ userId: '2', roleIds: '2' });
      expect(roleIdsOf(2)).toEqual([2]);
      await chooseRowAction('若依二', '分配角色');
      await drawer.getByRole('checkbox', { name: '仓库' }).check();
      await save(/分配角色/);
      expect(roleIdsOf(2)).toEqual([2, 90]);
    });

    it('adds a user with a working password and without a notification', async () => {
      await page.getByRole('button', { name: '新增用户' }).first().click();
      const form = dialog('新增用户');
      await form.getByLabel('姓名').fill('江晚');
      await form.getByLabel('用户名').fill('jiangwan');
      await form.getByLabel('初始密码').fill('abc');
      await form.getByRole('button', { name: /^保\s*存$/ }).click();
      await form.getByText('密码的格式不对；应为 5 到 20 个字符').waitFor();
      expect(await textOf(form)).not.toMatch(/提醒修改/);
      await form.getByRole('button', { name: '换一个' }).click();
      const password = await form.getByLabel('初始密码').inputValue();
      expect(password.length).toBeLessThanOrEqual(20);
      expect(await page.locator('.ant-message-error, .ant-notification-notice').count()).toBe(0);
      await save('新增用户');
      expect(bodyOf('POST', '/system/user')).toMatchObject({ userName: 'jiangwan', password, roleIds: [], postIds: [], status: '0' });
      await row('江晚').waitFor();
      const answer = await page.request.post(`${ruoyi.url}/api/login`, { data: { username: 'jiangwan', password } });
      expect((await answer.json()).token).toBeTruthy();
    });

    it('resets a password that works in RuoYi, with matching texts', async () => {
      await chooseRowAction('江晚', '重置密码');
      const window = dialog(/重置“江晚/);
      expect(await textOf(window)).not.toMatch(/登录全部结束|提醒修改/);
      await window.getByLabel('新密码').fill('a"b|c');
      await window.getByRole('button', { name: '重置密码' }).click();
      await window.getByText('密码的格式不对').waitFor();
      await window.getByRole('button', { name: '换一个' }).click();
      const password = await window.getByLabel('新密码').inputValue();
      await window.getByRole('button', { name: '重置密码' }).click();
      await window.getByText('密码已重置').waitFor();
      expect(findUser('jiangwan').password).toBe(password);
      await window
        .getByRole('button', { name: /复\s*制/ })
        .first()
        .click();
      await page.reload();
      await row('江晚').waitFor();
    });

    it('disables a user with texts that match RuoYi', async () => {
      await row('江晚').getByRole('switch').click();
      const confirmation = dialog(/停用“江晚/);
      await confirmation.getByText('停用后不能再登录').waitFor();
      await confirmation.getByRole('button', { name: '停用' }).click();
      await page.getByText('已停用', { exact: true }).first().waitFor();
      expect(await page.getByText('登录已结束').count()).toBe(0);
      expect(findUser('jiangwan').status).toBe('1');
    });

    it('disables several users with one request each and reports failures by name', async () => {
      const addUser = (userName: string) =>
        ruoyi.db.users.push({ ...findUser('ry'), userId: ruoyi.db.users.length + 500, userName, nickName: userName });
      for (const name of ['alpha', 'beta', 'lost']) addUser(name);
      await page.reload();
      for (const name of ['alpha', 'beta', 'lost']) await row(new RegExp(name)).getByRole('checkbox').check();
      ruoyi.db.users = ruoyi.db.users.filter(({ userName }) => userName !== 'lost');
      const before = ruoyi.requestsOf('PUT /system/user/changeStatus').length;
      await page.getByRole('button', { name: '停用 3 人' }).click();
      await dialog(/停用 3 个用户/)
        .getByRole('button', { name: '停用' })
        .click();
      await waitForText(page, '已停用 2 人，1 人没有停用');
      await waitForText(page, /lost（lost）：操作失败/);
      expect(ruoyi.requestsOf('PUT /system/user/changeStatus').length).toBe(before + 3);
      expect([findUser('alpha').status, findUser('beta').status]).toEqual(['1', '1']);
    });

    it('deletes several at once', async () => {
      await page.reload();
      for (const name of ['alpha', 'beta']) await row(new RegExp(name)).getByRole('checkbox').check();
      await page.getByRole('button', { name: '删除 2 条' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await row(/alpha/).waitFor({ state: 'hidden' });
      const [, ids] = /\/system\/user\/(.+)/.exec(ruoyi.requests.findLast(({ method }) => method === 'DELETE')?.path ?? '') ?? [];
      expect(ids?.split(',')).toHaveLength(2);
    });
  });

  describe('roles', () => {
    const menusOf = (roleId: number) =>
      ruoyi.db.roleMenus
        .filter((link) => link.roleId === roleId)
        .map(({ menuId }) => menuId)
        .sort((one, other) => one - other);
    const findRole = (key: string) => {
      const match = ruoyi.db.roles.find(({ roleKey, delFlag }) => roleKey === key && delFlag === '0');
      if (!match) throw new Error(`no role ${key}`);
      return match;
    };

    it('keeps menus and both link flags when only the name changes', async () => {
      const before = menusOf(2);
      await open('/system/role', '角色管理');
      const columns = await page.getByRole('columnheader').locator('visible=true').allTextContents();
      expect(columns).not.toContain('人数');
      await row(/普通角色/)
        .getByRole('button', { name: '修改' })
        .click();
      const form = dialog('修改角色');
      await form.getByRole('tree').waitFor();
      await form.getByLabel('角色名称').fill('普通员工');
      await form.getByLabel('备注').fill('');
      await save('修改角色');
      expect(menusOf(2)).toEqual(before);
      expect(findRole('common')).toMatchObject({ roleName: '普通员工', remark: '', menuCheckStrictly: true, deptCheckStrictly: true });
    });

    it('adds a role without menus', async () => {
      await page.getByRole('button', { name: '新增角色' }).first().click();
      const form = dialog('新增角色');
      await form.getByRole('tree').waitFor();
      await form.getByLabel('角色名称').fill('访客');
      await form.getByLabel('权限字符').fill('guest');
      await save('新增角色');
      expect(bodyOf('POST', '/system/role')).toMatchObject({ menuIds: [], deptIds: [], menuCheckStrictly: true, deptCheckStrictly: true });
      await row(/访客/).waitFor();
    });

    it('saves menus with their parent directories', async () => {
      await row(/访客/).getByRole('button', { name: '修改' }).click();
      const form = dialog('修改角色');
      await form.getByRole('textbox', { name: /查找名称/ }).fill('岗位查询');
      await form.getByRole('treeitem', { name: '岗位查询' }).locator('.ant-tree-checkbox').click();
      await save('修改角色');
      expect(menusOf(findRole('guest').roleId)).toEqual([1, 104, 1020]);
    });

    it('keeps the link flags when the data scope is saved, with or without departments', async () => {
      await chooseRowAction('普通员工', '数据范围');
      const drawer = dialog(/数据范围/);
      await drawer.getByRole('radio', { name: /仅本人/ }).check();
      await save(/数据范围/);
      expect(bodyOf('PUT', '/system/role/dataScope')).toMatchObject({ roleKey: 'common', dataScope: '5', deptIds: expect.any(Array) });
      expect(findRole('common')).toMatchObject({ dataScope: '5', menuCheckStrictly: true, deptCheckStrictly: true });
      await chooseRowAction('普通员工', '数据范围');
      await drawer.getByRole('radio', { name: /指定部门/ }).check();
      await drawer.getByRole('treeitem', { name: '财务部门' }).first().locator('.ant-tree-checkbox').click();
      await save(/数据范围/);
      const departments = ruoyi.db.roleDepts.filter(({ roleId }) => roleId === 2).map(({ deptId }) => deptId);
      expect(departments.sort((one, other) => one - other)).toEqual([100, 101, 105, 106]);
      expect(findRole('common')).toMatchObject({ dataScope: '2', menuCheckStrictly: true, deptCheckStrictly: true });
    });

    it('asks for confirmation before disabling and keeps the link flags', async () => {
      await row(/普通员工/)
        .getByRole('switch')
        .click();
      const confirmation = dialog(/停用“普通员工”/);
      await confirmation.getByRole('button', { name: '停用' }).click();
      await page.getByText('角色已停用', { exact: true }).waitFor();
      expect(findRole('common')).toMatchObject({ status: '1', menuCheckStrictly: true, deptCheckStrictly: true });
      await row(/普通员工/)
        .getByRole('switch')
        .click();
      await page.getByText('角色已启用', { exact: true }).waitFor();
      expect(findRole('common').status).toBe('0');
    });

    it('assigns users to a role and removes them, in a list without departments', async () => {
      await row(/访客/).getByRole('link', { name: '分配用户' }).click();
      await heading('分配用户');
      await page.getByRole('button', { name: '添加用户' }).first().click();
      const drawer = dialog('添加用户到“访客”');
      await drawer.getByRole('row', { name: /ry/ }).getByRole('checkbox').check();
      await drawer.getByRole('button', { name: '添加 1 人' }).click();
      await drawer.waitFor({ state: 'hidden' });
      await row(/若依二/).waitFor();
      const columns = await page.getByRole('columnheader').locator('visible=true').allTextContents();
      expect(columns).not.toContain('部门');
      expect(roleIdsOf(2)).toContain(findRole('guest').roleId);
      await row(/若依二/)
        .getByRole('button', { name: '取消授权' })
        .click();
      await dialog('取消“若依二（ry）”的这个角色？').getByRole('button', { name: '取消授权' }).click();
      await waitForText(page, '还没有人担任这个角色');
      expect(roleIdsOf(2)).not.toContain(findRole('guest').roleId);
    });

    it('deletes several at once', async () => {
      ruoyi.db.roles.push({ ...findRole('guest'), roleId: 91, roleName: '过客', roleKey: 'passer' });
      await open('/system/role', '角色管理');
      for (const name of ['访客', '过客']) await row(new RegExp(name)).getByRole('checkbox').check();
      await page.getByRole('button', { name: '删除 2 条' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await row(/访客/).waitFor({ state: 'hidden' });
      expect(ruoyi.db.roles.filter(({ delFlag }) => delFlag === '2').map(({ roleName }) => roleName)).toEqual(['访客', '过客']);
    });
  });

  describe('departments, posts and menus', () => {
    it('adds a department below another one, clears fields, and offers no top-level department', async () => {
      await open('/system/dept', '部门管理');
      const columns = await page.getByRole('columnheader').locator('visible=true').allTextContents();
      expect(columns).not.toContain('人数');
      await page.getByRole('button', { name: '新增部门' }).first().click();
      const form = dialog('新增部门');
      await form.getByLabel('上级部门').click();
      const departmentTree = page.locator('.ant-select-tree-list');
      await departmentTree.getByText('深圳总公司').waitFor();
      expect(await departmentTree.getByText('顶级').count()).toBe(0);
      await page.keyboard.press('Escape');
      await form.getByLabel('部门名称').fill('仓储部');
      await save('新增部门');
      expect(ruoyi.db.depts.find(({ deptName }) => deptName === '仓储部')).toMatchObject({ parentId: 100, ancestors: '0,100' });
      await page
        .getByRole('row', { name: /深圳总公司/ })
        .getByRole('button', { name: '修改' })
        .click();
      for (const name of ['负责人', '联系电话', '邮箱']) await dialog('修改部门').getByLabel(name).fill('');
      await save('修改部门');
      expect(ruoyi.db.depts.find(({ deptId }) => deptId === 101)).toMatchObject({ leader: '', phone: '', email: '', parentId: 100 });
      await page
        .getByRole('row', { name: /若依科技/ })
        .getByRole('button', { name: '修改' })
        .click();
      await dialog('修改部门').locator('input[value=若依科技]').waitFor();
      await dialog('修改部门').getByLabel('部门名称').fill('若依集团');
      await save('修改部门');
      expect(ruoyi.db.depts.find(({ deptId }) => deptId === 100)).toMatchObject({ deptName: '若依集团', parentId: 0, ancestors: '0' });
    });

    it('opens, edits, clears and deletes posts', async () => {
      const [first] = ruoyi.db.posts;
      if (!first) throw new Error('no posts');
      ruoyi.db.posts.push(
        ...[80, 81].map((postId) => ({ ...first, postId, postCode: `p${postId}`, postName: `岗${postId}`, remark: '旧' })),
      );
      await open('/system/post', '岗位管理');
      await row(/岗80/).getByRole('button', { name: '岗80', exact: true }).click();
      const view = page.getByRole('dialog').locator('.record-view');
      await view.getByText('p80').waitFor();
      expect(await textOf(view)).not.toContain('人数');
      await page.keyboard.press('Escape');
      await row(/岗80/).getByRole('button', { name: '修改' }).click();
      await dialog('修改岗位').getByLabel('备注').fill('');
      await save('修改岗位');
      expect(ruoyi.db.posts.find(({ postId }) => postId === 80)).toMatchObject({ remark: '', postCode: 'p80', status: '0' });
      for (const name of ['岗80', '岗81']) await row(new RegExp(name)).getByRole('checkbox').check();
      await page.getByRole('button', { name: '删除 2 条' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await row(/岗80/).waitFor({ state: 'hidden' });
      expect(ruoyi.db.posts.map(({ postId }) => postId)).toEqual([1, 2, 3, 4]);
    });

    it('adds and edits a menu without a remark field, which RuoYi does not return', async () => {
      await open('/system/menu', '菜单管理');
      await page.getByRole('button', { name: '新增菜单' }).first().click();
      const form = dialog('新增菜单');
      await form.getByRole('radiogroup', { name: '菜单类型' }).getByText('菜单', { exact: true }).click();
      await form.getByLabel('菜单名称').fill('值班表');
      await form.getByLabel('路由地址').fill('duty');
      await form.getByLabel('组件路径').fill('duty/index');
      await form.getByLabel('权限标识').fill('duty:list');
      expect(await form.getByLabel('备注').count()).toBe(0);
      await save('新增菜单');
      await page
        .getByRole('row', { name: /值班表/ })
        .getByRole('button', { name: '修改' })
        .click();
      await dialog('修改菜单').getByLabel('权限标识').fill('');
      await save('修改菜单');
      expect(ruoyi.db.menus.find(({ menuName }) => menuName === '值班表')).toMatchObject({
        ...{ perms: '', path: 'duty', component: 'duty/index', menuType: 'C', isFrame: '1', isCache: '0', visible: '0' },
      });
    });
  });

  describe('dictionaries and settings', () => {
    it('adds, clears and deletes dictionary entries', async () => {
      await open('/system/dict?dictType=sys_user_sex', '字典管理');
      for (const [label, value] of [
        ['甲', '8'],
        ['乙', '9'],
      ] as const) {
        await page.getByRole('button', { name: '新增字典数据' }).first().click();
        const form = dialog('新增字典数据');
        await form.getByLabel('字典标签').fill(label);
        await form.getByLabel('字典键值').fill(value);
        await form.getByLabel('备注').fill('旧');
        await save('新增字典数据');
        await row(new RegExp(label)).waitFor();
      }
      await row(/甲/).getByRole('button', { name: '修改' }).click();
      await dialog('修改字典数据').getByLabel('备注').fill('');
      await save('修改字典数据');
      expect(ruoyi.db.dictData.find(({ dictLabel }) => dictLabel === '甲')).toMatchObject({
        remark: '',
        dictType: 'sys_user_sex',
        dictValue: '8',
      });
      for (const name of ['甲', '乙']) await row(new RegExp(name)).getByRole('checkbox').check();
      await page.getByRole('button', { name: '删除 2 条' }).click();
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
      await row(/甲/).waitFor({ state: 'hidden' });
      expect(ruoyi.db.dictData.filter(({ dictType }) => dictType === 'sys_user_sex')).toHaveLength(3);
    });

    it('edits a setting with a control for its type', async () => {
      await open('/system/config?configKey=registerUser', '参数设置');
      await row(/注册/).getByRole('button', { name: '修改' }).click();
      await dialog('修改参数').getByRole('switch').click();
      await save('修改参数');
      expect(bodyOf('PUT', '/system/config')).toMatchObject({
        configKey: 'sys.account.registerUser',
        configValue: 'true',
        configType: 'Y',
      });
    });
  });

  describe('the user account', () => {
    it('shows the data that RuoYi has, and no unsupported list', async () => {
      await open('/account/center', '个人中心');
      await waitForText(page, '超级管理员');
      await waitForText(page, '董事长');
      expect(await page.getByRole('tab', { name: /任务|通知|登录/ }).count()).toBe(0);
      await open('/account/settings?tab=sessions', '个人设置');
      expect(await page.locator('.account-tabs').getByRole('tab').allTextContents()).toEqual(['个人信息', '修改密码']);
      expect(await page.getByText('登录设备').count()).toBe(0);
    });

    it('clears the phone number', async () => {
      const form = page.locator('.account-form').locator('visible=true');
      await form.getByLabel('手机号码').fill('');
      await form.getByRole('button', { name: /保\s*存/ }).click();
      await waitForText(page, '已保存');
      expect(findUser('admin')).toMatchObject({ phonenumber: '', email: 'ry@163.com', nickName: '若依' });
    });

    it('accepts a password of 5 to 20 characters and does not mention other devices', async () => {
      await open('/account/settings?tab=password', '个人设置');
      const form = page.locator('.account-form').locator('visible=true');
      await form.getByText('5 到 20 个字符').first().waitFor();
      expect(await textOf(form)).not.toMatch(/常见密码|不含用户名/);
      const changePassword = async (old: string, next: string) => {
        await form.getByLabel('旧密码').fill(old);
        await form.getByLabel('新密码', { exact: true }).fill(next);
        await form.getByLabel('再次输入新密码').fill(next);
        await form.getByRole('button', { name: '修改密码' }).click();
      };
      await changePassword(RUOYI_ACCOUNTS.admin.password, 'seven quiet rivers meet here');
      await form.getByText('密码的格式不对；应为 5 到 20 个字符').waitFor();
      expect(ruoyi.requestsOf('PUT /system/user/profile/updatePwd').length).toBe(0);
      await changePassword('wrong-one', 'river7');
      await waitForText(page, '修改密码失败，旧密码错误');
      await changePassword(RUOYI_ACCOUNTS.admin.password, 'river7');
      await waitForText(page, /密码已修改/);
      expect(await page.getByText(/其他设备|重新登录/).count()).toBe(0);
      expect(findUser('admin').password).toBe('river7');
      findUser('admin').password = RUOYI_ACCOUNTS.admin.password;
    });
  });

  describe('signing in', () => {
    it('reports an expired session on page load and returns to the page after sign-in', async () => {
      await open('/system/post', '岗位管理');
      const token = await page.evaluate(() => JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}').value as string);
      await page.request.post(`${ruoyi.url}/api/logout`, { headers: { Authorization: `Bearer ${token}` } });
      await page.reload();
      await page.waitForURL('**/user/login?redirect=**');
      await page.getByRole('alert').filter({ hasText: '登录状态已过期，请重新登录' }).waitFor();
      await page.getByLabel('用户名', { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
      await page.getByLabel('密码', { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
      await page.getByRole('button', { name: '登录' }).click();
      await page.waitForURL('**/system/post');
      await heading('岗位管理');
    });

    it('marks the captcha when it is wrong, and the password when that is wrong', async () => {
      const captchaServer = await startRuoYi({ captcha: true });
      const { page: guestPage } = await newVisitor(browser);
      await guestPage.goto(`${captchaServer.url}/user/login`);
      await guestPage.getByRole('button', { name: '换一张验证码图片' }).locator('img').waitFor();
      const attempt = async (password: string, code: string) => {
        await guestPage.getByLabel('用户名', { exact: true }).fill('admin');
        await guestPage.getByLabel('密码', { exact: true }).fill(password);
        await guestPage.getByLabel('验证码', { exact: true }).fill(code);
        await guestPage.getByRole('button', { name: '登录' }).click();
      };
      const waitForInvalid = (name: string) =>
        guestPage.getByLabel(name, { exact: true }).and(guestPage.locator('[aria-invalid=true]')).waitFor();
      await attempt('admin123', '8');
      await guestPage.getByRole('alert').filter({ hasText: '验证码错误' }).waitFor();
      await waitForInvalid('验证码');
      await attempt('wrong-one', CAPTCHA_CODE);
      await guestPage.getByRole('alert').filter({ hasText: '密码错误' }).waitFor();
      await waitForInvalid('密码');
      await guestPage.context().close();
      await captchaServer.stop();
    });

    it('validates registration with the RuoYi rules and reports when it is closed', async () => {
      const captchaServer = await startRuoYi({ captcha: true });
      const { page: guestPage, faults } = await newVisitor(browser);
      await guestPage.goto(`${captchaServer.url}/register.html`);
      const register = async (name: string, password: string, code = CAPTCHA_CODE) => {
        await guestPage.getByLabel('用户名', { exact: true }).fill(name);
        await guestPage.getByLabel('密码', { exact: true }).fill(password);
        await guestPage.getByLabel('再次输入密码').fill(password);
        await guestPage.getByLabel('验证码', { exact: true }).fill(code);
        await guestPage.getByRole('button', { name: '注册' }).click();
      };
      const waitForAlert = (sentence: string) => guestPage.getByRole('alert').filter({ hasText: sentence }).waitFor();
      await guestPage.locator('#rule', { hasText: '5 到 20 个字符' }).waitFor();
      await guestPage.locator('#name-rule', { hasText: '2 到 20 个字符' }).waitFor();
      const setting = captchaServer.db.configs.find(({ configKey }) => configKey === 'sys.account.registerUser');
      await register('newcomer', 'abcd');
      await waitForAlert('密码的格式不对；应为 5 到 20 个字符');
      await register('x', 'river7');
      await waitForAlert('用户名的格式不对；应为 2 到 20 个字符');
      await register('newcomer', 'river7');
      await guestPage.getByText('系统没有开放注册').waitFor();
      expect(await guestPage.getByRole('button', { name: '注册' }).count()).toBe(0);
      await guestPage.reload();
      const client = ruoyiClient(captchaServer.url);
      const { uuid } = await client.send('GET /captchaImage');
      const { token } = await client.send('POST /login', { json: { ...RUOYI_ACCOUNTS.admin, uuid, code: CAPTCHA_CODE } });
      client.useToken(String(token));
      expect(await client.send('PUT /system/config', { json: { ...setting, configValue: 'true' } })).toMatchObject({ code: 200 });
      await register('newcomer', 'river7', '8');
      await waitForAlert('验证码错误');
      await register('admin', 'river7');
      await waitForAlert('注册账号已存在');
      await register('newcomer', 'river7');
      await guestPage.waitForURL('**/user/login');
      await waitForAlert('账号已开通');
      expect(captchaServer.db.users.at(-1)).toMatchObject({ userName: 'newcomer', password: 'river7' });
      expect(faults).toEqual([]);
      await captchaServer.stop();
    });
  });

  describe('a user with few permissions', () => {
    it('hides the edit button without the read permission, because saving would remove roles', async () => {
      const limited = await startRuoYi({
        commonPermissions: ['system:user:list', 'system:user:edit', 'system:role:list', 'system:role:edit'],
      });
      const { page: guestPage, faults } = await newVisitor(browser);
      await signIn(guestPage, limited, RUOYI_ACCOUNTS.ry);
      await guestPage.goto(`${limited.url}/system/user`);
      await guestPage.getByRole('row', { name: /ry/ }).waitFor();
      expect(await guestPage.getByRole('button', { name: '修改' }).count()).toBe(0);
      await guestPage.getByRole('row', { name: /ry/ }).getByRole('button', { name: '若依', exact: true }).click();
      const facts = guestPage.getByRole('dialog').locator('.record-view');
      await facts.getByText('ry@qq.com').waitFor();
      expect(await textOf(facts)).not.toMatch(/角色|岗位|初始密码/);
      expect(faults).toEqual([]);
      expect(limited.missing).toEqual([]);
      await limited.stop();
    });
  });

  describe('on a phone and in English', () => {
    it('renders every page without errors or overflow', async () => {
      const { page: phone, faults } = await newVisitor(browser, 390);
      await signIn(phone, ruoyi, RUOYI_ACCOUNTS.admin);
      for (const language of ['zh-CN', 'en-US']) {
        await phone.evaluate((storedLanguage) => localStorage.setItem('suyuan.language', JSON.stringify(storedLanguage)), language);
        for (const path of [
          ...['/index', '/system/user', '/system/role', '/system/role/authUser?roleId=2', '/system/dept', '/system/post', '/system/menu'],
          ...['/system/dict', '/system/dict?dictType=sys_user_sex', '/system/config', '/account/center', '/account/settings'],
        ]) {
          await phone.goto(`${ruoyi.url}${path}`);
          await phone.getByRole('heading', { level: 1 }).locator('visible=true').waitFor();
          await phone.waitForLoadState('networkidle');
          expect(await textOf(phone.locator('body')), path).not.toMatch(BROKEN);
          const overflow = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          expect(overflow, `${path} ${language}`).toBeLessThanOrEqual(0);
        }
      }
      expect(faults).toEqual([]);
      await phone.context().close();
    });
  });
});
