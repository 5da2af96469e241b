import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

/** An element's layout size, unaffected by its opening animation. */
const sizeOf = (element: Locator) =>
  element.evaluate((node) => ({ width: (node as HTMLElement).offsetWidth, height: (node as HTMLElement).offsetHeight }));

/** Leaves the welcome notice only. Alarms, cases, expiries and watches could add notices at any moment. */
async function stopSystemNotices(admin: ReturnType<typeof api>) {
  const { rows: alarms = [] } = await admin.must('GET', '/system/config/list?configKey=suyuan.monitor.&pageSize=50');
  for (const row of alarms) await admin.must('PUT', '/system/config', { ...row, configValue: '0' });
  const { rows: reasons = [] } = await admin.must('GET', '/system/config/list?configKey=suyuan.case.noticeReasons');
  for (const row of reasons) await admin.must('PUT', '/system/config', { ...row, configValue: '' });
  const { rows: jobs = [] } = await admin.must('GET', '/monitor/job/list?pageSize=50');
  for (const { jobId, invokeTarget } of jobs)
    if (/^(expiry|scan)\./.test(String(invokeTarget))) await admin.must('PUT', '/monitor/job/changeStatus', { jobId, status: '1' });
  const { rows: notices = [] } = await admin.must('GET', '/system/notice/list?pageSize=50');
  const others = notices.filter(({ noticeTitle }) => noticeTitle !== '欢迎使用溯源防伪系统').map(({ noticeId }) => noticeId);
  if (others.length > 0) await admin.must('DELETE', `/system/notice/${others.join(',')}`);
}

describe('notices', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let author: Visitor;
  let page: Page;
  const button = (name: string | RegExp) => page.getByRole('button', { name }).locator('visible=true');
  const title = () => page.getByPlaceholder('在这里写标题').locator('visible=true');
  const editor = () => page.locator('.rich-writing').locator('visible=true');
  const bell = () => page.getByRole('button', { name: /^通知(，|$)/ });
  const list = () => page.getByRole('dialog', { name: '通知', exact: true });

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    author = await newVisitor(browser);
    page = author.page;
    await signIn(author, suyuan, 'admin');
    await stopSystemNotices(api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? '')));
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('creates a notice with bold text, a table and an uploaded picture', async () => {
    await page.goto(`${suyuan.consoleUrl}/system/notice`);
    await button('新增公告').click();
    await title().fill('国庆放假安排');
    await editor().click();
    await page.keyboard.type('放假');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('七天');
    await page.keyboard.press('Control+b');
    await button('表格').click();
    await button('2 行 2 列').click();
    await page.keyboard.type('日期');
    const uploadGate = Promise.withResolvers<void>();
    await page.route(
      '**/api/common/upload',
      async (route) => {
        await uploadGate.promise;
        await route.continue();
      },
      { times: 1 },
    );
    await page.locator('.rich-toolbar input[type=file]').setInputFiles({ name: '点.png', mimeType: 'image/png', buffer: DOT });
    await waitForText(page, '正在上传 1 张图片');
    uploadGate.resolve();
    await editor().locator('img[src^="/api/profile/upload/"]').waitFor();
    await button('查看源码').click();
    expect(await page.getByRole('textbox', { name: '查看源码' }).inputValue()).toContain('<strong>七天</strong>');
    await button('查看源码').click();
    await editor().locator('th', { hasText: '日期' }).waitFor();
  });

  it('keeps the text and its undo history while another tab is active', async () => {
    await page.getByRole('menuitem', { name: '通知公告' }).click();
    await editor().waitFor({ state: 'hidden' });
    await page.goBack();
    await editor().locator('th', { hasText: '日期' }).waitFor();
    await button('撤销').click();
    await button('重做').click();
    await editor().locator('img[src^="/api/profile/upload/"]').waitFor();
  });

  it('rejects a picture of 2 MB before the upload', async () => {
    let uploadCount = 0;
    page.on('request', (request) => request.url().endsWith('/common/upload') && uploadCount++);
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) };
    await page.locator('.rich-toolbar input[type=file]').setInputFiles(large);
    await waitForText(page, '图片大小限制 2MB！');
    expect(uploadCount).toBe(0);
  });

  it('reports a failed upload with its reason', async () => {
    const wrong = { name: 'wrong.png', mimeType: 'image/png', buffer: Buffer.from('<script>') };
    await page.locator('.rich-toolbar input[type=file]').setInputFiles(wrong);
    await waitForText(page, /上传失败：文件“wrong\.png”的内容与类型不符/);
    await page.route('**/api/common/upload', (route) => route.fulfill({ json: { code: 403, msg: '不许传' } }), { times: 1 });
    await page.locator('.rich-toolbar input[type=file]').setInputFiles(wrong);
    await waitForText(page, '上传失败：不许传');
  });

  it('shows a preview and publishes the notice', async () => {
    await button('预览').click();
    const window = page.getByRole('dialog');
    await window.locator('strong', { hasText: '七天' }).waitFor();
    expect((await sizeOf(page.locator('.ant-modal'))).width).toBe(900);
    await page.keyboard.press('Escape');
    await window.waitFor({ state: 'hidden' });
    await button('发布').click();
    await page.getByRole('dialog', { name: '发布公告' }).getByRole('button', { name: '发布' }).click();
    await page.waitForURL(`${suyuan.consoleUrl}/system/notice`);
    await page.getByRole('button', { name: '国庆放假安排', exact: true }).waitFor();
  });

  it('starts the next notice with an empty editor', async () => {
    await button('新增公告').click();
    expect(await title().inputValue()).toBe('');
    await expect.poll(() => editor().textContent()).toBe('');
  });

  it('lists unread notices at the bell by type, five at a time, until all are listed', async () => {
    const admin = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'admin', suyuan.passwords.admin ?? ''));
    for (let count = 1; count <= 6; count++)
      await admin.must('POST', '/system/notice', { noticeTitle: `第 ${count} 条`, noticeType: '1', noticeContent: '<p>x</p>' });
    // a closed notice does not notify
    await admin.must('POST', '/system/notice', { noticeTitle: '已关闭的', noticeType: '1', noticeContent: '<p>x</p>', status: '1' });
    await page.goto(`${suyuan.consoleUrl}/index`);
    await page.getByRole('button', { name: '通知，8 条未读' }).click();
    await list().getByText('第 6 条').waitFor();
    const rows = () => list().locator('li button').filter({ hasNotText: '查看更多' });
    expect(await rows().count()).toBe(5);
    expect((await sizeOf(list())).width).toBe(300);
    await list().getByRole('button', { name: '查看更多' }).click();
    await expect.poll(() => rows().count()).toBe(7);
    expect(await list().getByRole('button', { name: '查看更多' }).count()).toBe(0);
    expect((await sizeOf(list().locator('.bell-rows'))).height).toBeLessThanOrEqual(300);
    await list().getByRole('tab', { name: '公告' }).click();
    await list().getByText('欢迎使用溯源防伪系统').waitFor();
    expect(await rows().count()).toBe(1);
  });

  it('opens a notice in a dialog of 900 px with its type and marks it as read', async () => {
    await list().getByText('欢迎使用溯源防伪系统').click();
    const window = page.getByRole('dialog');
    await window.getByText('从哪里开始').waitFor();
    await window.locator('.dict-tag', { hasText: '公告' }).waitFor();
    expect((await sizeOf(page.locator('.ant-modal').locator('visible=true'))).width).toBe(900);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '通知，7 条未读' }).click();
    // each opening starts with the first type and its first page
    await list().getByRole('tab', { name: '通知', selected: true }).waitFor();
    await expect.poll(() => list().locator('li button').count()).toBe(6);
    await list().getByRole('button', { name: '全部已读' }).click();
    await bell()
      .and(page.getByRole('button', { name: '通知', exact: true }))
      .waitFor();
  });

  it('lists the users who have read a notice', async () => {
    await page.goto(`${suyuan.consoleUrl}/system/notice`);
    await button('阅读用户').last().click();
    const window = page.getByRole('dialog', { name: '“欢迎使用溯源防伪系统”的已读用户' });
    await window.getByRole('cell', { name: 'admin' }).waitFor();
    await window.getByText('共 1 人已读').waitFor();
  });

  it('hides the bell and the page without the permission', async () => {
    const planner = await newVisitor(browser);
    await signIn(planner, suyuan, 'planner');
    await planner.page.getByRole('button', { name: '任务' }).waitFor();
    expect(await planner.page.getByRole('button', { name: /^通知/ }).count()).toBe(0);
    await planner.page.goto(`${suyuan.consoleUrl}/system/notice/form?noticeId=1`);
    await waitForText(planner.page, '打开这一页需要权限“system:notice:edit”；联系管理员在角色管理中授予。');
    expect(await planner.page.locator('.rich-writing').count()).toBe(0);
  });

  it('causes no script error and no violation of the content security policy', () => {
    expect(author.faults).toEqual([]);
  });
});
