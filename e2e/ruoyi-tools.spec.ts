// Over 300 lines: all tests use the tools of one RuoYi server.
import type { Locator, Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { expectNoFilter } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import type { GenTable } from './support/ruoyi/records.ts';
import { RUOYI_ACCOUNTS, type RuoYi, type RuoYiOptions, startRuoYi } from './support/ruoyi/server.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
interface Fixtures {
  ruoyiOptions: RuoYiOptions;
  /** Whose page `page` is. */
  account: keyof typeof RUOYI_ACCOUNTS;
  ruoyi: RuoYi;
  /** Imports a table into the generator, by API. */
  importTable(name: string): Promise<GenTable>;
}

/** Each test has its own server, which starts in milliseconds. */
const test = base.extend<Fixtures>({
  ruoyiOptions: [{}, { option: true }],
  account: ['admin', { option: true }],
  ruoyi: async ({ ruoyiOptions }, use) => {
    const ruoyi = await startRuoYi(ruoyiOptions);
    await use(ruoyi);
    await ruoyi.stop();
  },
  importTable: async ({ ruoyi: { url, db } }, use) => {
    const admin = ruoyiClient(url);
    await admin.signIn('admin');
    await use(async (name) => {
      await admin.send(`POST /tool/gen/importTable?tables=${name}&tplWebType=element-ui`);
      return db.genTables.find(({ tableName }) => tableName === name)!;
    });
  },
  page: async ({ account, openPage, ruoyi: { url }, ruoyiOptions: { prefix } }, use) => {
    const { token: value } = await ruoyiClient(url, prefix).send('POST /login', { json: RUOYI_ACCOUNTS[account] });
    const token = { name: 'suyuan.accessToken', value: JSON.stringify({ value, expires: Date.now() + 86_400_000 }) };
    await use(await openPage({ baseURL: url, storageState: { cookies: [], origins: [{ origin: url, localStorage: [token] }] } }));
  },
});

const bell = (page: Page) => page.getByRole('button', { name: t('shell.bell'), exact: true });
const unreadBell = (page: Page, count: number) => page.getByRole('button', { name: t('shell.bellUnread', { count }) });
const bellList = (page: Page) => page.getByRole('dialog', { name: t('shell.bell'), exact: true });
const press = (scope: Page | Locator, button: string) => scope.getByRole('button', { name: button }).click();
const visibleButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true');
const confirmDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true }).click();
const idsOf = (notices: { noticeId: number }[]) => notices.map(({ noticeId }) => noticeId).toSorted();
const rowOf = (page: Page, table: string) => page.getByRole('row').filter({ hasText: table });

test.describe('tools, notices and home on a RuoYi server', () => {
  test.afterEach('has sent only requests that the server supports', ({ ruoyi, faults }) => {
    expect([ruoyi.missing.map(({ path }) => path), faults]).toEqual([[], []]);
  });

  test('shows the newest notices and the menu pages at home', async ({ ruoyi, page }) => {
    await page.goto('/index');
    const main = page.locator('#main');
    await main.getByRole('heading', { name: t('system.notice.title') }).waitFor();
    for (const { noticeTitle } of ruoyi.db.notices) await waitForText(page, noticeTitle);
    await main.getByRole('link', { name: t('shell.menu.system.user') }).waitFor();
    await expect(main.getByText(t('shell.noActions'))).toHaveCount(0);
  });

  test('shows the newest open notices at the bell and marks exactly the unread ones as read', async ({ ruoyi, page }) => {
    const [closed, ...open] = ruoyi.db.notices;
    closed!.status = '1';
    await page.goto('/index');
    await unreadBell(page, open.length).click();
    const list = bellList(page);
    await list.getByText(open[0]!.noticeTitle).waitFor();
    await expect(list.getByText(closed!.noticeTitle)).toHaveCount(0);
    await list.getByText(open[0]!.noticeTitle).click();
    await page.getByRole('dialog').filter({ hasText: open[0]!.noticeTitle }).last().waitFor();
    await page.keyboard.press('Escape');
    await unreadBell(page, open.length - 1).click();
    await press(list, t('system.notice.allRead'));
    await expect(list.getByRole('button', { name: t('system.notice.allRead') })).toBeHidden();
    const markedIds = ruoyi.requestsOf('POST /system/notice/markReadAll').map(({ query }) => query.ids?.split(',').map(Number).toSorted());
    expect(markedIds).toEqual([idsOf(open.slice(1))]);
    expect(idsOf(ruoyi.db.noticeReads)).toEqual(idsOf(open));
  });

  test.describe('with few permissions', () => {
    test.use({ ruoyiOptions: { commonPermissions: ['system:user:list'] }, account: 'ry' });

    test('shows the bell without the list permission, and keeps notices unread that cannot be opened', async ({ ruoyi, page }) => {
      const { notices } = ruoyi.db;
      await page.goto('/index');
      await unreadBell(page, notices.length).click();
      await bellList(page).getByText(notices[0]!.noticeTitle).click();
      // RuoYi shows the notice text only to users with the query permission
      await page.getByRole('dialog').getByText(t('kit.code403')).waitFor();
      await page.reload();
      await expect(unreadBell(page, notices.length)).toBeVisible();
      expect(ruoyi.requestsOf('POST /system/notice/markRead')).toEqual([]);
      expect(ruoyi.requestsOf('GET /system/notice/list')).toEqual([]);
    });
  });

  test('saves a complete notice record, keeps it when unchanged, and clears its text', async ({ ruoyi, page }) => {
    const [notice] = ruoyi.db.notices;
    const before = { ...notice! };
    await page.goto('/system/notice');
    await page.getByRole('button', { name: notice!.noticeTitle, exact: true }).waitFor();
    await expectNoFilter(page, t('common.field.status'));
    await page.getByRole('button', { name: t('kit.moreOf', { name: notice!.noticeTitle }) }).click();
    // RuoYi does not record readers before 3.9.3
    await expect(page.locator('.ant-dropdown').getByRole('menuitem')).toHaveText([t('kit.remove')]);
    await page.goto(`/system/notice/form?noticeId=${notice!.noticeId}`);
    await page.locator('.ProseMirror', { hasText: /\S/ }).locator('visible=true').click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    await visibleButton(page, t('system.notice.publish')).click();
    await confirmDialog(page, t('system.notice.publish'));
    await waitForNotice(page, t('system.notice.published'));
    const { updateBy, updateTime } = notice!;
    expect(notice).toEqual({ ...before, noticeContent: '', updateBy, updateTime });
  });

  test.describe('with another API prefix', () => {
    test.use({ ruoyiOptions: { prefix: '/prod-api', config: { apiPrefix: '/prod-api' } } });

    test('stores notice pictures with the API prefix, without a host', async ({ ruoyi, page }) => {
      await page.goto('/system/notice/form');
      await page.getByLabel(t('system.notice.noticeTitle')).fill('放假通知');
      const toolbar = page.getByRole('toolbar', { name: t('shell.editor') });
      await toolbar.locator('input[type=file]').setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: DOT });
      await page.locator('.ProseMirror img[src^="/prod-api/profile/upload/"]').waitFor();
      await page.getByRole('button', { name: t('system.notice.publish'), exact: true }).click();
      await confirmDialog(page, t('system.notice.publish'));
      await page.getByRole('button', { name: '放假通知', exact: true }).click();
      await expect(page.getByRole('dialog').locator('img')).toHaveJSProperty('naturalWidth', 1);
      const stored = ruoyi.db.notices.find(({ noticeTitle }) => noticeTitle === '放假通知');
      expect(stored?.noticeContent).toContain('src="/prod-api/profile/upload/');
    });
  });

  test('imports the selected tables for the selected kind of pages', async ({ ruoyi, page }) => {
    await page.goto('/tool/gen');
    const importButton = page.getByRole('button', { name: t('tool.gen.importTables') });
    await importButton.first().click();
    const drawer = page.getByRole('dialog', { name: t('tool.gen.importTables') });
    await drawer.getByText('Vue 2 Element UI').click();
    for (const name of ['sys_post', 'sys_dept']) await drawer.getByRole('checkbox', { name: t('kit.selectOne', { name }) }).check();
    await press(drawer, t('tool.gen.importCount', { count: 2 }));
    await page.getByRole('button', { name: 'sys_post', exact: true }).waitFor();
    const imported = ruoyi.db.genTables.map(({ tableName, tplWebType }) => `${tableName} ${tplWebType}`);
    expect(imported.toSorted()).toEqual(['sys_dept element-ui', 'sys_post element-ui']);
  });

  test('previews the templates, downloads an archive, and shows why no files are written', async ({ importTable, page }) => {
    const table = await importTable('sys_post');
    await page.goto('/tool/gen');
    await page.getByRole('button', { name: 'sys_post', exact: true }).click();
    const preview = page.getByRole('dialog', { name: t('tool.gen.previewOf', { tableName: 'sys_post' }) });
    await preview.getByRole('button', { name: /controller\.java/ }).click();
    await preview.locator('.cm-content', { hasText: 'class SysPost' }).waitFor();
    await page.keyboard.press('Escape');
    await expect(preview).toBeHidden();
    const generate = rowOf(page, 'sys_post').getByRole('button', { name: t('tool.gen.generate') });
    const downloading = page.waitForEvent('download');
    await generate.click();
    expect((await downloading).suggestedFilename()).toMatch(/\.zip$/);
    table.genType = '1';
    await page.reload();
    await generate.click();
    await waitForNotice(page, '【系统预设】不允许生成文件覆盖到本地');
  });

  test('saves table settings and options, and keeps them when saved unchanged', async ({ importTable, page }) => {
    const table = await importTable('sys_dept');
    await page.goto(`/gen/edit?tableId=${table.tableId}`);
    await page.getByRole('tab', { name: t('tool.gen.tab.generation') }).click();
    await page.getByText(t('tool.gen.tplCategory.tree'), { exact: true }).click();
    for (const [label, column] of [
      [t('tool.gen.treeCode'), 'dept_id'],
      [t('tool.gen.treeParentCode'), 'parent_id'],
      [t('tool.gen.treeName'), 'dept_name'],
    ] as const) {
      await page.getByLabel(label, { exact: true }).click();
      await page.keyboard.type(column);
      await page.keyboard.press('Enter');
    }
    await page.getByLabel(t('tool.gen.parentMenuId')).click();
    await page.keyboard.type('系统工具');
    await page.locator('.ant-select-tree-title', { hasText: '系统工具' }).click();
    await page.getByRole('tab', { name: t('tool.gen.tab.columns') }).click();
    for (const [label, option] of [
      [t('tool.gen.htmlType'), t('tool.gen.htmlType.radio')],
      [t('tool.gen.dictType'), 'sys_normal_disable'],
    ] as const) {
      await page.getByLabel(`dept_name ${label}`).click();
      await page.locator('.ant-select-item-option', { hasText: option }).locator('visible=true').click();
    }
    await visibleButton(page, t('kit.save')).click();
    await page.waitForURL(/\/tool\/gen$/);
    const options = { treeCode: 'dept_id', treeParentCode: 'parent_id', treeName: 'dept_name', parentMenuId: 3 };
    expect(JSON.parse(table.options ?? '')).toMatchObject(options);
    const saved = structuredClone(table);
    await page.goto(`/gen/edit?tableId=${table.tableId}`);
    await visibleButton(page, t('kit.save')).click();
    await page.waitForURL(/\/tool\/gen$/);
    expect({ ...table, updateTime: null }).toEqual({ ...saved, updateTime: null });
  });

  test('synchronises the structure of a table after confirmation', async ({ importTable, ruoyi: { db }, page }) => {
    const { tableId } = await importTable('sys_post');
    db.databaseTables.find(({ tableName }) => tableName === 'sys_post')!.columns.push(['post_level', 'int(4)', '级别']);
    await page.goto('/tool/gen');
    await press(rowOf(page, 'sys_post'), t('kit.moreOf', { name: 'sys_post' }));
    await page.getByRole('menuitem', { name: t('tool.gen.sync') }).click();
    await confirmDialog(page, t('tool.gen.sync'));
    await waitForNotice(page, t('tool.gen.syncedAll', { tableName: 'sys_post' }));
    expect(db.genColumns).toContainEqual(expect.objectContaining({ tableId, columnName: 'post_level' }));
  });

  test('creates tables by SQL for administrators', async ({ ruoyi, page }) => {
    await page.goto('/tool/gen');
    await press(page, t('tool.gen.create'));
    const window = page.getByRole('dialog', { name: t('tool.gen.create') });
    const sql =
      "create table goods_price (\n  price_id bigint not null comment '编号',\n  price_name varchar(30) comment '名称'\n) comment = '价格表';";
    await window.getByLabel(t('tool.gen.sql')).fill(sql);
    await press(window, t('tool.gen.create'));
    await page.getByRole('button', { name: 'goods_price', exact: true }).waitFor();
    expect(ruoyi.requestsOf('POST /tool/gen/createTable').map(({ query }) => query)).toEqual([{ sql, tplWebType: 'element-plus' }]);
  });

  test('embeds the Swagger pages of the server', async ({ page }) => {
    await page.goto('/tool/swagger');
    const embedded = page.frameLocator(`iframe[title=${t('tool.swagger.title')}]`);
    await embedded.getByText('Swagger UI').waitFor();
  });

  test('hides server forms in the form designer', async ({ page }) => {
    await page.goto('/tool/build');
    await waitForText(page, t('tool.build.purpose.plain'));
    for (const name of [t('tool.build.server.keep'), t('tool.build.server.open')])
      await expect(page.getByRole('button', { name }), name).toHaveCount(0);
  });

  test('opens the palette, exports lists, downloads the import template and changes the avatar', async ({ ruoyi, page }) => {
    await page.goto('/index');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: t('shell.palette') });
    await palette.getByRole('combobox').fill('登录日志');
    await palette.getByRole('option', { name: '登录日志' }).first().click();
    await page.waitForURL('**/system/log/logininfor');
    for (const [path, call] of [
      ['/system/user', 'POST /system/user/export'],
      ['/system/log/logininfor', 'POST /monitor/logininfor/export'],
      ['/monitor/job', 'POST /monitor/job/export'],
    ] as const) {
      await page.goto(path);
      const downloading = page.waitForEvent('download');
      await visibleButton(page, t('kit.export')).click();
      expect((await downloading).suggestedFilename(), path).toMatch(/\.xlsx$/);
      expect(ruoyi.requestsOf(call), call).toHaveLength(1);
    }
    await page.goto('/system/user');
    await visibleButton(page, t('kit.import')).click();
    const downloading = page.waitForEvent('download');
    await confirmDialog(page, t('kit.template'));
    expect((await downloading).suggestedFilename()).toMatch(/\.xlsx$/);
    await page.goto('/account/settings');
    await page.getByLabel(t('account.avatarFile')).setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: DOT });
    await confirmDialog(page, t('account.avatarUse'));
    await page.locator('header img[src^="/api/profile/"]').waitFor();
  });
});

test.describe('the bell on RuoYi 3.8', () => {
  test.use({ ruoyiOptions: { version: '3.8' } });

  test('lists notices by type on RuoYi 3.8, which has no read marks, and requests marks once', async ({ ruoyi, page, faults }) => {
    const [closed, ...others] = ruoyi.db.notices;
    closed!.status = '1';
    const open = others.find(({ noticeType }) => noticeType === '1');
    await page.goto('/index');
    await bell(page).click();
    const list = bellList(page);
    await list.getByText(open!.noticeTitle).click();
    await page.getByRole('dialog').filter({ hasText: open!.noticeTitle }).last().waitFor();
    await page.keyboard.press('Escape');
    await bell(page).click();
    await list.getByRole('link', { name: t('system.notice.seeAll') }).click();
    await page.getByRole('button', { name: closed!.noticeTitle, exact: true }).waitFor();
    await page.goBack();
    await page.waitForURL('**/index');
    await bell(page).click();
    await list.getByRole('tab', { name: t('system.notice.noticeType.2') }).click();
    await list.getByText(t('system.notice.noneOfType', { type: t('system.notice.noticeType.2') })).waitFor();
    await expect(list.getByText(closed!.noticeTitle)).toHaveCount(0);
    await expect(list.getByRole('button', { name: t('system.notice.allRead') })).toHaveCount(0);
    expect([ruoyi.missing.map(({ path }) => path), faults]).toEqual([['/system/notice/listTop'], []]);
  });
});
