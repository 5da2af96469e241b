import type { Locator, Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { chooseRowAction } from './support/lists.ts';
import { choosePage } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { t } from './support/text.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

const button = (page: Page, name: string) => page.getByRole('button', { name }).locator('visible=true');
const title = (page: Page) => page.getByPlaceholder(t('system.notice.titlePlaceholder')).locator('visible=true');
const editor = (page: Page) => page.locator('.ProseMirror').locator('visible=true');
const pictureInput = (page: Page) => page.getByRole('toolbar', { name: t('shell.editor') }).locator('input[type=file]');

/** An element's layout size, unaffected by its opening animation. */
const sizeOf = (element: Locator) =>
  element.evaluate((node) => ({ width: (node as HTMLElement).offsetWidth, height: (node as HTMLElement).offsetHeight }));

const addNotice = async (admin: Api, noticeTitle: string, fields: object = {}): Promise<number> => {
  const { data } = await admin.must('POST', '/system/notice', { noticeTitle, noticeType: '1', noticeContent: '<p>x</p>', ...fields });
  return data.noticeId;
};

/** Leaves the welcome notice only. Alarms, cases, expiries and watches could add notices at any moment. */
async function stopSystemNotices(admin: Api) {
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

test.describe('notices', () => {
  test('creates a notice with bold text, a table and an uploaded picture', async ({ suyuan: { consoleUrl }, signIn, faults }) => {
    const page = await signIn('admin', '/system/notice');
    const picture = editor(page).locator('img[src^="/api/profile/upload/"]');
    await button(page, t('kit.addNoun', { noun: t('system.notice') })).click();
    await title(page).fill('国庆放假安排');
    await editor(page).click();
    await page.keyboard.type('放假');
    await page.keyboard.press('Control+b');
    await page.keyboard.type('七天');
    await page.keyboard.press('Control+b');
    await button(page, t('editor.table')).click();
    await button(page, t('editor.tableOf', { rows: 2, columns: 2 })).click();
    await expect(editor(page)).toBeFocused();
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
    await pictureInput(page).setInputFiles({ name: '点.png', mimeType: 'image/png', buffer: DOT });
    await waitForText(page, t('editor.uploading', { count: 1 }));
    uploadGate.resolve();
    await picture.waitFor();
    await button(page, t('editor.source')).click();
    expect(await page.getByRole('textbox', { name: t('editor.source') }).inputValue()).toContain('<strong>七天</strong>');
    await button(page, t('editor.source')).click();
    await editor(page).locator('th', { hasText: '日期' }).waitFor();

    await test.step('keeps the text and its undo history while another tab is active', async () => {
      await choosePage(page, t('shell.menu.system.notice'));
      await editor(page).waitFor({ state: 'hidden' });
      await page.goBack();
      await editor(page).locator('th', { hasText: '日期' }).waitFor();
      await button(page, t('editor.undo')).click();
      await button(page, t('editor.redo')).click();
      await picture.waitFor();
    });

    await test.step('shows a preview and publishes the notice', async () => {
      await button(page, t('system.notice.preview')).click();
      const window = page.getByRole('dialog');
      await window.locator('strong', { hasText: '七天' }).waitFor();
      expect((await sizeOf(page.locator('.ant-modal'))).width).toBe(900);
      await page.keyboard.press('Escape');
      await window.waitFor({ state: 'hidden' });
      await button(page, t('system.notice.publish')).click();
      const drawer = page.getByRole('dialog', { name: t('system.notice.publishTitle') });
      await drawer.getByRole('button', { name: t('system.notice.publish') }).click();
      await page.waitForURL(`${consoleUrl}/system/notice`);
      await page.getByRole('button', { name: '国庆放假安排', exact: true }).waitFor();
    });

    await test.step('starts the next notice with an empty editor', async () => {
      await button(page, t('kit.addNoun', { noun: t('system.notice') })).click();
      await expect(title(page)).toHaveValue('');
      await expect(editor(page)).toHaveText('');
    });
    expect(faults).toEqual([]);
  });

  test('has the same words in the heading, the tab and the title of the window', async ({
    suyuan: { consoleUrl },
    apiAs,
    signIn,
    faults,
  }) => {
    const noticeId = await addNotice(await apiAs('admin'), '停电通知');
    const page = await signIn('admin', '/system/notice/form');
    const tab = page.getByRole('navigation', { name: t('shell.tabs') }).locator('[aria-current=page]');
    const expectTitle = async (heading: string, name: string) => {
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await expect(tab).toHaveText(name);
      await expect(page).toHaveTitle(`${t('shell.menu.system.notice')} · ${name} - ${t('shell.title')}`);
    };
    await expectTitle(t('system.notice.write'), t('system.notice.write'));
    await page.goto(`${consoleUrl}/system/notice/form?noticeId=${noticeId}`);
    await expectTitle(t('system.notice.change'), `${t('system.notice.change')} 停电通知`);
    expect(faults).toEqual([]);
  });

  test('rejects a picture of 2 MB before the upload', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/system/notice/form');
    let uploadCount = 0;
    page.on('request', (request) => request.url().endsWith('/common/upload') && uploadCount++);
    const large = { name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2_097_152) };
    await pictureInput(page).setInputFiles(large);
    await waitForNotice(page, t('editor.pictureLimit'));
    expect(uploadCount).toBe(0);
    expect(faults).toEqual([]);
  });

  test('reports a failed upload with its reason', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/system/notice/form');
    const wrong = { name: 'wrong.png', mimeType: 'image/png', buffer: Buffer.from('<script>') };
    await pictureInput(page).setInputFiles(wrong);
    await waitForNotice(page, t('editor.uploadFailed', { reason: t('problem.fileContentWrong', { file: 'wrong.png' }) }));
    await page.route('**/api/common/upload', (route) => route.fulfill({ json: { code: 403, msg: '不许传' } }), { times: 1 });
    await pictureInput(page).setInputFiles(wrong);
    await waitForNotice(page, t('editor.uploadFailed', { reason: '不许传' }));
    expect(faults).toEqual([]);
  });

  test('lists the users who have read a notice', async ({ apiAs, signIn, faults }) => {
    const [admin, planner] = [await apiAs('admin'), await apiAs('planner')];
    const noticeId = await addNotice(admin, '仓库盘点');
    await planner.must('POST', `/system/notice/markRead?noticeId=${noticeId}`);
    const page = await signIn('admin', '/system/notice');
    const row = page.getByRole('row').filter({ hasText: '仓库盘点' });
    await chooseRowAction(row, t('system.notice.readers'));
    const window = page.getByRole('dialog', { name: t('system.notice.readersOf', { title: '仓库盘点' }) });
    await window.getByRole('cell', { name: 'planner' }).waitFor();
    await window.getByText(t('system.notice.readCount', { count: 1 })).waitFor();
    expect(faults).toEqual([]);
  });

  test('hides the bell and the page without the permission', async ({ suyuan: { consoleUrl }, signIn }) => {
    const page = await signIn('planner');
    await page.getByRole('button', { name: t('account.task') }).waitFor();
    await expect(page.getByRole('button', { name: t('shell.bell') })).toHaveCount(0);
    await page.goto(`${consoleUrl}/system/notice/form?noticeId=1`);
    await waitForText(page, t('shell.noRight', { right: 'system:notice:edit' }));
    await expect(page.locator('.ProseMirror')).toHaveCount(0);
  });

  test.describe('at the bell', () => {
    // all notices of the server count
    test.use({ ownServer: true });

    test('lists unread notices at the bell by type, five at a time, until all are listed', async ({ apiAs, signIn, faults }) => {
      const admin = await apiAs('admin');
      await stopSystemNotices(admin);
      for (let count = 1; count <= 7; count++) await addNotice(admin, `第 ${count} 条`);
      // a closed notice does not notify
      await addNotice(admin, '已关闭的', { status: '1' });

      const page = await signIn('admin');
      const list = page.getByRole('dialog', { name: t('shell.bell'), exact: true });
      const more = list.getByRole('button', { name: t('system.notice.more') });
      const rows = list.locator('li button').filter({ hasNotText: t('system.notice.more') });
      const welcome = list.getByText('欢迎使用溯源防伪系统');
      await page.getByRole('button', { name: t('shell.bellUnread', { count: 8 }) }).click();
      await list.getByText('第 7 条').waitFor();
      await expect(rows).toHaveCount(5);
      expect((await sizeOf(list)).width).toBe(300);
      await more.click();
      await expect(rows).toHaveCount(7);
      await expect(more).toHaveCount(0);
      expect((await sizeOf(list.getByRole('list'))).height).toBeLessThanOrEqual(300);
      await list.getByRole('tab', { name: t('dict.sys_notice_type.2') }).click();
      await welcome.waitFor();
      await expect(rows).toHaveCount(1);

      await test.step('opens a notice in a dialog of 900 px with its type and marks it as read', async () => {
        await welcome.click();
        const window = page.getByRole('dialog');
        await window.getByText('从哪里开始').waitFor();
        await window
          .getByTestId('dictionary-tag')
          .filter({ hasText: t('dict.sys_notice_type.2') })
          .waitFor();
        expect((await sizeOf(page.locator('.ant-modal').locator('visible=true'))).width).toBe(900);
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: t('shell.bellUnread', { count: 7 }) }).click();
        // each opening starts with the first type and its first page
        await list.getByRole('tab', { name: t('dict.sys_notice_type.1'), selected: true }).waitFor();
        await expect(rows).toHaveCount(5);
        await expect(more).toHaveCount(1);
        await list.getByRole('button', { name: t('system.notice.allRead') }).click();
        await page.getByRole('button', { name: t('shell.bell'), exact: true }).waitFor();
      });
      expect(faults).toEqual([]);
    });
  });
});
