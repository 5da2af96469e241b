// Over 250 lines: all tool pages and shared parts on one unmodified RuoYi server.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, waitForText } from './support/browser.ts';
import { startWalker, type Walker } from './support/page-walker.ts';
import { type RuoYi, startRuoYi } from './support/ruoyi/server.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

const bell = (page: Page) => page.getByRole('button', { name: /^通知/ });
const bellList = (page: Page) => page.getByRole('dialog', { name: '通知', exact: true });
const chooseRowAction = async (page: Page, row: Locator, entry: string) => {
  await row.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

describe('tools, notices and home on a RuoYi server', () => {
  let browser: Browser;
  let ruoyi: RuoYi;
  let walker: Walker;
  let page: Page;

  beforeAll(async () => {
    [browser, ruoyi] = await Promise.all([openBrowser(), startRuoYi()]);
    walker = await startWalker(browser, ruoyi);
    page = walker.page;
  });
  afterAll(async () => {
    await browser?.close();
    await ruoyi?.stop();
  });

  it('shows the newest notices and the menu pages at home', async () => {
    const main = page.locator('#main');
    await main.getByRole('heading', { name: '通知公告' }).waitFor();
    for (const { noticeTitle } of ruoyi.db.notices.filter(({ status }) => status === '0')) await waitForText(page, noticeTitle);
    await main.getByRole('link', { name: '用户管理' }).waitFor();
    expect(await main.getByText('您的角色没有可用的操作').count()).toBe(0);
  });

  it('shows the newest open notices at the bell and marks exactly the unread ones as read', async () => {
    const [closed, ...open] = ruoyi.db.notices;
    closed!.status = '1';
    await page.reload();
    await page.getByRole('button', { name: `通知，${open.length} 条未读` }).click();
    const list = bellList(page);
    await list.getByText(open[0]!.noticeTitle).waitFor();
    expect(await list.getByText(closed!.noticeTitle).count()).toBe(0);
    await list.getByText(open[0]!.noticeTitle).click();
    await page.getByRole('dialog').filter({ hasText: open[0]!.noticeTitle }).last().waitFor();
    await page.keyboard.press('Escape');
    await bell(page).click();
    await list.getByRole('button', { name: '全部已读' }).click();
    await list.getByRole('button', { name: '全部已读' }).waitFor({ state: 'hidden' });
    const unreadIds = open.slice(1).map(({ noticeId }) => String(noticeId));
    expect(ruoyi.requestsOf('POST /system/notice/markReadAll').map(({ query }) => query.ids?.split(',').toSorted())).toEqual([
      unreadIds.toSorted(),
    ]);
    expect(ruoyi.db.noticeReads.map(({ noticeId }) => noticeId).toSorted()).toEqual(open.map(({ noticeId }) => noticeId).toSorted());
    await page.keyboard.press('Escape');
    closed!.status = '0';
  });

  it('shows the bell without the list permission, and keeps notices unread that cannot be opened', async () => {
    const limited = await startRuoYi({ commonPermissions: ['system:user:list'] });
    const other = await startWalker(browser, limited, { user: 'ry' });
    await bell(other.page).click();
    await bellList(other.page).getByText(limited.db.notices[0]!.noticeTitle).click();
    // RuoYi shows the notice text only to users with the query permission
    await other.page.getByRole('dialog').getByText('当前操作没有权限').waitFor();
    await other.settle();
    expect(limited.requestsOf('POST /system/notice/markRead')).toEqual([]);
    expect(limited.requestsOf('GET /system/notice/list')).toEqual([]);
    await other.page.context().close();
    await limited.stop();
  });

  it('lists notices by type on RuoYi 3.8, which has no read marks, and requests marks once', async () => {
    const old = await startRuoYi({ version: '3.8' });
    old.db.notices[0]!.status = '1';
    const other = await startWalker(browser, old);
    await bell(other.page).click();
    const list = bellList(other.page);
    const openNotice = old.db.notices.find(({ noticeType, status }) => noticeType === '1' && status === '0');
    await list.getByText(openNotice!.noticeTitle).click();
    await other.page.getByRole('dialog').filter({ hasText: openNotice!.noticeTitle }).last().waitFor();
    await other.page.keyboard.press('Escape');
    await other.open('/system/notice');
    await other.open('/index');
    await bell(other.page).click();
    await list.getByRole('tab', { name: '公告' }).click();
    await other.settle();
    expect(await list.getByText(old.db.notices[0]!.noticeTitle).count()).toBe(0);
    expect(await list.getByRole('button', { name: '全部已读' }).count()).toBe(0);
    expect(old.missing.map(({ path }) => path)).toEqual(['/system/notice/listTop']);
    await other.page.context().close();
    await old.stop();
  });

  it('saves a complete notice record, keeps it when unchanged, and clears its text', async () => {
    await walker.open('/system/notice');
    expect(await page.getByRole('search').getByText('状态').count()).toBe(0);
    expect(await page.getByRole('button', { name: '阅读用户' }).count()).toBe(0);
    const [notice] = ruoyi.db.notices;
    const before = { ...notice! };
    await walker.open(`/system/notice/form?noticeId=${notice!.noticeId}`);
    const editor = page.locator('.notice-form [contenteditable=true]').locator('visible=true');
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await page.getByRole('button', { name: '发布', exact: true }).locator('visible=true').click();
    await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
    await waitForText(page, '公告已发布');
    const { noticeContent, updateBy: _, updateTime: __, ...rest } = notice!;
    expect(noticeContent).toBe('');
    expect(rest).toEqual({ ...before, noticeContent: undefined, updateBy: undefined, updateTime: undefined });
  });

  it('stores notice pictures with the API prefix, without a host', async () => {
    const other = await startRuoYi({ prefix: '/prod-api', config: { apiPrefix: '/prod-api' } });
    const writer = await startWalker(browser, other);
    await writer.open('/system/notice/form');
    await writer.page.getByLabel('公告标题').fill('放假通知');
    await writer.page.locator('.rich-toolbar input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
    await writer.page.locator('.notice-form img[src^="/prod-api/profile/upload/"]').waitFor();
    await writer.page.getByRole('button', { name: '发布', exact: true }).click();
    await writer.page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click();
    await writer.page.getByRole('button', { name: '放假通知', exact: true }).click();
    const picture = writer.page.getByRole('dialog').locator('img');
    await picture.waitFor();
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
    const stored = other.db.notices.find(({ noticeTitle }) => noticeTitle === '放假通知');
    expect(stored?.noticeContent).toMatch(/src="\/prod-api\/profile\/upload\//);
    await writer.page.context().close();
    await other.stop();
  });

  it('imports the selected tables for the selected kind of pages', async () => {
    await walker.open('/tool/gen');
    await page.getByRole('button', { name: '导入表' }).first().click();
    const drawer = page.getByRole('dialog', { name: '导入表' });
    await drawer.getByText('Vue 2 Element UI').click();
    await drawer.getByRole('checkbox', { name: '选择 sys_post' }).check();
    await drawer.getByRole('checkbox', { name: '选择 sys_dept' }).check();
    await drawer.getByRole('button', { name: '导入 2 张表' }).click();
    await page.getByRole('button', { name: 'sys_post', exact: true }).waitFor();
    expect(ruoyi.db.genTables.map(({ tableName, tplWebType }) => `${tableName} ${tplWebType}`).toSorted()).toEqual([
      'sys_dept element-ui',
      'sys_post element-ui',
    ]);
  });

  it('previews the templates, downloads an archive, and shows why no files are written', async () => {
    await page.getByRole('button', { name: 'sys_post', exact: true }).click();
    const preview = page.getByRole('dialog', { name: '预览“sys_post”的模块' });
    await preview.getByRole('button', { name: /controller\.java/ }).click();
    await preview.locator('.cm-content', { hasText: 'class SysPost' }).waitFor();
    await page.keyboard.press('Escape');
    await preview.waitFor({ state: 'hidden' });
    const row = page.getByRole('row', { name: /sys_post/ });
    const [file] = await Promise.all([page.waitForEvent('download'), row.getByRole('button', { name: '生成代码' }).click()]);
    expect(file.suggestedFilename()).toMatch(/\.zip$/);
    ruoyi.db.genTables.find(({ tableName }) => tableName === 'sys_post')!.genType = '1';
    await page.reload();
    await row.getByRole('button', { name: '生成代码' }).click();
    await waitForText(page, '【系统预设】不允许生成文件覆盖到本地');
  });

  it('saves table settings and options, and keeps them when saved unchanged', async () => {
    const table = ruoyi.db.genTables.find(({ tableName }) => tableName === 'sys_dept')!;
    await walker.open(`/gen/edit?tableId=${table.tableId}`);
    await page.getByRole('tab', { name: '生成信息' }).click();
    await page.getByText('树表', { exact: true }).click();
    for (const [label, column] of [
      ['树编码字段', 'dept_id'],
      ['树父编码字段', 'parent_id'],
      ['树名称字段', 'dept_name'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).click();
      await page.keyboard.type(column);
      await page.keyboard.press('Enter');
    }
    await page.getByLabel('上级菜单').click();
    await page.keyboard.type('系统工具');
    await page.locator('.ant-select-tree-title', { hasText: '系统工具' }).click();
    await page.getByRole('tab', { name: '字段信息' }).click();
    await page.getByLabel('dept_name 显示类型').click();
    await page.locator('.ant-select-item-option', { hasText: '单选框' }).locator('visible=true').click();
    await page.getByLabel('dept_name 字典类型').click();
    await page.locator('.ant-select-item-option', { hasText: 'sys_normal_disable' }).locator('visible=true').click();
    await page.getByRole('button', { name: '保存' }).locator('visible=true').click();
    await page.waitForURL(/\/tool\/gen$/);
    const options = { treeCode: 'dept_id', treeParentCode: 'parent_id', treeName: 'dept_name', parentMenuId: 3 };
    expect(JSON.parse(table.options ?? '')).toMatchObject(options);
    const saved = structuredClone(table);
    await walker.open(`/gen/edit?tableId=${table.tableId}`);
    await page.getByRole('button', { name: '保存' }).locator('visible=true').click();
    await page.waitForURL(/\/tool\/gen$/);
    expect({ ...table, updateTime: null }).toEqual({ ...saved, updateTime: null });
  });

  it('synchronises the structure of a table after confirmation', async () => {
    const table = ruoyi.db.genTables.find(({ tableName }) => tableName === 'sys_post')!;
    ruoyi.db.databaseTables.find(({ tableName }) => tableName === 'sys_post')!.columns.push(['post_level', 'int(4)', '级别']);
    await chooseRowAction(page, page.getByRole('row', { name: /sys_post/ }), '同步表结构');
    await page.getByRole('dialog').getByRole('button', { name: '同步表结构' }).click();
    await waitForText(page, '已同步“sys_post”');
    const names = ruoyi.db.genColumns.filter(({ tableId }) => tableId === table.tableId).map(({ columnName }) => columnName);
    expect(names).toContain('post_level');
  });

  it('creates tables by SQL for administrators', async () => {
    await page.getByRole('button', { name: '建表' }).click();
    const window = page.getByRole('dialog', { name: '建表' });
    const sql =
      "create table goods_price (\n  price_id bigint not null comment '编号',\n  price_name varchar(30) comment '名称'\n) comment = '价格表';";
    await window.getByLabel('建表语句').fill(sql);
    await window.getByRole('button', { name: '建表' }).click();
    await page.getByRole('button', { name: 'goods_price', exact: true }).waitFor();
    expect(ruoyi.requestsOf('POST /tool/gen/createTable').map(({ query }) => query)).toEqual([{ sql, tplWebType: 'element-plus' }]);
  });

  it('embeds the Swagger pages of the server', async () => {
    await walker.open('/tool/swagger');
    await page.frameLocator('iframe[title=系统接口]').getByText('Swagger UI').waitFor();
  });

  it('hides server forms in the form designer', async () => {
    await walker.open('/tool/build');
    await waitForText(page, '试填后导出代码');
    for (const name of ['存为表单', '打开表单']) expect(await page.getByRole('button', { name }).count(), name).toBe(0);
  });

  it('sends no request that the server does not support', () => {
    expect([ruoyi.missing.map(({ path }) => path), walker.faults]).toEqual([[], []]);
  });

  it('opens the palette, exports lists, downloads the import template and changes the avatar', async () => {
    await walker.open('/index');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill('登录日志');
    await page
      .getByRole('dialog')
      .getByRole('option', { name: /登录日志/ })
      .first()
      .click();
    await page.waitForURL('**/system/log/logininfor');
    for (const [path, call] of [
      ['/system/user', 'POST /system/user/export'],
      ['/system/log/logininfor', 'POST /monitor/logininfor/export'],
      ['/monitor/job', 'POST /monitor/job/export'],
    ] as const) {
      await walker.open(path);
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: '导出' }).locator('visible=true').click();
      expect((await downloading).suggestedFilename(), path).toMatch(/\.xlsx$/);
      expect(ruoyi.requestsOf(call), call).toHaveLength(1);
    }
    await walker.open('/system/user');
    await page.getByRole('button', { name: '导入' }).locator('visible=true').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('button', { name: '下载模板' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
    await page.keyboard.press('Escape');
    await walker.open('/account/settings');
    await page.getByLabel('选择头像图片').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: DOT });
    await page.getByRole('dialog').getByRole('button', { name: '用作头像' }).click();
    await page.locator('header img.avatar[src^="/api/profile/"]').waitFor();
    expect(ruoyi.missing).toEqual([]);
    expect(walker.faults).toEqual([]);
  });
});
