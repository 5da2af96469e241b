import { createRequire } from 'node:module';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

// The spreadsheet library is a dependency of the server.
const hucre: typeof import('hucre/xlsx') = createRequire(path.join(import.meta.dirname, '../apps/server/package.json'))('hucre/xlsx');

describe('user management', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let admin: Visitor;
  let page: Page;
  let password = '';

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    admin = await newVisitor(browser);
    page = admin.page;
    await signIn(admin, suyuan, 'admin');
    await page.goto(`${suyuan.consoleUrl}/system/user`);
    await page.getByRole('heading', { name: '用户管理' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const row = (name: string) => page.getByRole('row', { name });
  const chooseRowAction = async (name: string, action: string) => {
    await page.getByRole('button', { name: `“${name}”的更多操作` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };

  it('adds a user in the selected department with a generated password', async () => {
    await page.getByRole('treeitem', { name: '品质部' }).getByText('品质部').click();
    await page.getByText('部门：品质部').waitFor();
    await page.getByRole('button', { name: '新增用户' }).first().click();
    const form = page.getByRole('dialog', { name: '新增用户' });
    await form.getByLabel('姓名').fill('江晚');
    await form.getByLabel('用户名').fill('jiangwan');
    await form.getByText('强度约 79 比特').waitFor();
    password = await form.getByLabel('初始密码').inputValue();
    expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/);
    await form.getByRole('button', { name: '保存' }).click();
    await row('江晚').getByText('品质部').waitFor();
    await row('江晚').getByText('没有角色').waitFor();
  });

  it('assigns roles at once, and asks the user to change the initial password', async () => {
    await chooseRowAction('江晚', '分配角色');
    const drawer = page.getByRole('dialog', { name: '给“江晚（jiangwan）”分配角色' });
    await drawer.getByRole('checkbox', { name: '计划员' }).check();
    await drawer.getByRole('button', { name: '保存' }).click();
    await row('江晚').getByText('计划员').waitFor();
    const visitor = await newVisitor(browser);
    await signIn(visitor, { ...suyuan, passwords: { jiangwan: password } }, 'jiangwan');
    await waitForText(visitor.page, '当前密码由他人设置');
    await visitor.page.context().close();
  });

  it('resets a password, shows it once and invalidates the old one', async () => {
    await chooseRowAction('江晚', '重置密码');
    const dialog = page.getByRole('dialog', { name: '重置“江晚（jiangwan）”的密码' });
    const generatedPassword = await dialog.getByLabel('新密码').inputValue();
    expect(generatedPassword).not.toBe(password);
    await dialog.getByRole('button', { name: '重置密码' }).click();
    await dialog.getByText('密码已重置').waitFor();
    await dialog.getByText(generatedPassword).waitFor();
    // not the close icon, which has the same name and cancels the confirmation
    const footer = page.locator('.ant-modal-footer');
    await dialog.locator(footer).getByRole('button', { name: '关闭' }).click();
    await page.getByRole('dialog', { name: '关闭后不能再看到' }).locator(footer).getByRole('button', { name: '关闭' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const answer = await page.request.post(`${suyuan.consoleUrl}/api/login`, { data: { username: 'jiangwan', password } });
    expect((await answer.json()).token).toBeUndefined();
  });

  it('disables a user after confirmation by name', async () => {
    await row('江晚').getByRole('switch').click();
    const confirmation = page.getByRole('dialog', { name: '停用“江晚（jiangwan）”？' });
    await confirmation.getByText('停用后立即退出登录').waitFor();
    await confirmation.getByRole('button', { name: '停用' }).click();
    await row('江晚').getByText('停用').waitFor();
  });

  it('previews an import with and without updates of existing users', async () => {
    const titles = ['部门编号', '登录名称', '用户名称', '用户邮箱', '手机号码', '用户性别', '账号状态'];
    const rows = [
      ['104', 'jiangwan', '江晚照', '', '', '女', ''],
      ['104', 'newcomer', '新人', '', '', '', ''],
    ];
    const buffer = Buffer.from(await hucre.writeXlsx({ sheets: [{ name: 's', rows: [titles, ...rows] }] }));
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: '导入用户' });
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await dialog.locator('input[type=file]').setInputFiles({ name: 'u.xlsx', mimeType, buffer });
    await dialog.getByText('1 行可以导入，1 行有误').waitFor();
    await dialog.getByText('用户名“jiangwan”已被使用').waitFor();
    await dialog.getByRole('checkbox', { name: '更新已有用户' }).check();
    await dialog.getByText('2 行可以导入，0 行有误').waitFor();
    await dialog.getByRole('button', { name: '导入 2 行' }).click();
    await row('江晚照').waitFor();
    await row('新人').waitFor();
    expect(admin.faults).toEqual([]);
  });
});
