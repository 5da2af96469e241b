import type { Locator, Page, Route } from '@playwright/test';
import { signIn as signInByForm } from './support/browser.ts';
import { issueBatch } from './support/issue-batch.ts';
import { choosePage } from './support/menu.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const phone = { width: 390, hasTouch: true };

test.describe('the console on a phone, 390 px wide', () => {
  test('signs in', async ({ openPage, suyuan, faults }) => {
    const page = await openPage(phone);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await expectReachable(page, page.getByRole('button', { name: t('account.signIn') }));
    await signInByForm({ page, faults }, suyuan, 'approver');
    expect(faults).toEqual([]);
  });

  test('shows home and navigates with its menu', async ({ signIn, faults }) => {
    const page = await signIn('approver', '/index', phone);
    await expectReachable(page, page.getByRole('button', { name: t('shell.menuOpen') }));
    await page.getByRole('button', { name: t('shell.menuOpen') }).click();
    await choosePage(page, t('shell.menu.manage.supplier'));
    await page.getByRole('heading', { level: 1, name: t('manage.supplier.title') }).waitFor();
    expect(faults).toEqual([]);
  });

  test('lists suppliers as cards, five of them on the first screen, with all filters in a drawer', async ({ signIn, faults }) => {
    const page = await signIn('approver', '/manage/supplier', phone);
    const cards = page.getByRole('listitem').filter({ has: page.getByTestId('card-name') });
    await expectReachable(page, cards.filter({ hasText: '云岭牧场乳业有限公司' }));
    await expect(page.getByRole('table')).toHaveCount(0);
    const fifth = (await cards.nth(4).boundingBox()) ?? { y: 844, height: 1 };
    expect(fifth.y + fifth.height).toBeLessThanOrEqual(844);
    await page.getByRole('button', { name: t('kit.filters', { count: 0 }) }).click();
    await page.getByRole('dialog').getByLabel(t('manage.supplier.supplierCode'), { exact: true }).fill('YL-DAIRY');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('kit.search') })
      .click();
    await expect(cards).toHaveCount(1);
    await cards.click();
    await page.getByRole('heading', { level: 1, name: '云岭牧场乳业有限公司' }).waitFor();
    // in two lines between the buttons of the header
    const title = page.getByRole('navigation', { name: t('shell.breadcrumb') }).locator('[aria-current=page]');
    await expect(title).toHaveText('云岭牧场乳业有限公司');
    // less than a line is hidden
    expect(await title.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThan(9);
    expect(faults).toEqual([]);
  });

  test('has the groups of settings in a line above them', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/system/config', phone);
    await page
      .getByRole('navigation', { name: t('kit.formParts') })
      .getByRole('button', { name: t('system.config.group.files') })
      .click();
    await expect(page.getByRole('heading', { level: 2, name: t('system.config.group.files') })).toBeInViewport();
    expect(faults).toEqual([]);
  });

  test('groups digits of page numbers, and pages by button or number', async ({ signIn, suyuan, faults }) => {
    const page = await signIn('approver', '/index', phone);
    const respondWithManyPages = async (route: Route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), total: 123_450 } });
    };
    // aborted requests have no response
    await page.route('**/api/manage/supplier/list*', (route) => respondWithManyPages(route).catch(() => undefined));
    await page.goto(`${suyuan.consoleUrl}/manage/supplier?page=1200`);
    await page.getByText('/ 12,345', { exact: true }).waitFor();
    const number = page.getByRole('textbox', { name: t('kit.pageNum') });
    await expect(number).toHaveValue('1,200');
    await page.getByRole('button', { name: t('kit.pageAfter') }).click();
    await page.waitForURL(/[?&]page=1201/);
    await number.fill('9 876');
    await number.press('Enter');
    await page.waitForURL(/[?&]page=9876/);
    await expect(number).toHaveValue('9,876');
    expect(faults).toEqual([]);
  });

  test('wraps a long title of a notice to two lines, and cuts the reason of a blacklist entry rather than its type', async ({
    signIn,
    apiAs,
    suyuan,
    faults,
  }) => {
    const admin = await apiAs('admin');
    const noticeTitle = '手机上一行放不下的公告标题'.repeat(3);
    await admin.must('POST', '/system/notice', { noticeTitle, noticeType: '2', noticeContent: '<p>正文</p>', status: '0' });
    const page = await signIn('admin', '/system/notice', phone);
    const title = page.getByRole('button', { name: noticeTitle, exact: true });
    const box = (await title.boundingBox())!;
    expect(box.x + box.width).toBeLessThan(390);
    // two lines of 24 pixels
    expect(box.height).toBeGreaterThan(40);
    expect(box.height).toBeLessThanOrEqual(50);
    await page.goto(`${suyuan.consoleUrl}/manage/blacklist`);
    const type = page
      .locator('dd')
      .filter({ hasText: t('manage.blacklist.kind.code') })
      .first();
    expect(await type.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    expect(faults).toEqual([]);
  });

  test('lists batches with an approve button', async ({ signIn, faults }) => {
    const page = await signIn('approver', '/manage/batch?state=pending', phone);
    await expectReachable(page, page.getByRole('button', { name: t('manage.batch.do.approve') }).first());
    expect(faults).toEqual([]);
  });

  test('shows a batch with its next step and selects a range', async ({ signIn, suyuan, faults }) => {
    const { batchId } = await issueBatch(suyuan, 'PHONE-1', 100);
    const page = await signIn('approver', `/manage/batch/${batchId}`, phone);
    await expectReachable(page, page.getByRole('button', { name: t('manage.batch.do.activate'), exact: true }));
    await expectReachable(page, page.getByRole('button', { name: t('kit.moreOf', { name: 'PHONE-1' }) }));
    await page.getByRole('button', { name: t('manage.batch.chooseRange') }).click();
    const range = page.getByRole('group', { name: t('manage.batch.range') });
    for (const end of ['from', 'to'] as const) await range.getByLabel(t(`manage.batch.${end}`), { exact: true }).fill('10');
    await expectReachable(page, range.getByRole('button', { name: t('manage.batch.do.activate') }));
    expect(faults).toEqual([]);
  });

  test('shows a code with its actions', async ({ signIn, suyuan, faults }) => {
    const { batchId } = await issueBatch(suyuan, 'PHONE-2', 10);
    const page = await signIn('approver', `/manage/code/${batchId}/7`, phone);
    await page.getByRole('button', { name: pattern('kit.moreOf', { name: '.+' }) }).click();
    await expectReachable(page, page.getByRole('menuitem', { name: t('manage.batch.do.freeze') }));
    expect(faults).toEqual([]);
  });

  test('marks stopped goods and returns to the previous page when a page becomes empty', async ({ signIn, suyuan, faults }) => {
    const { batchId, approver } = await issueBatch(suyuan, 'PHONE-3', 50);
    const [dealer] = (await approver.must('GET', '/manage/dispatch/dealers/list')).data;
    const { dispatchId } = (await approver.must('POST', '/manage/dispatch', { kind: 'out', toId: dealer.channelBusinessId })).data;
    for (let from = 1; from <= 41; from += 2)
      await approver.must('PUT', `/manage/dispatch/${dispatchId}/lines`, { batchId, level: 0, from, to: from });
    const page = await signIn('approver', `/manage/dispatch/${dispatchId}`, phone);
    const cards = page.getByTestId('sub-cards').getByRole('listitem');
    await expect(cards.nth(19)).toHaveCSS('box-shadow', /inset/);
    await page.getByRole('button', { name: t('kit.pageAfter') }).click();
    await expect(cards).toHaveCount(1);
    await cards.getByRole('button').click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await expect(cards).toHaveCount(20);
    expect(faults).toEqual([]);
  });

  test('leaves the search field its width next to the buttons of a list', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/channelBusiness', phone);
    const search = page.getByPlaceholder(t('manage.channelBusiness.channelBusinessName'));
    await expectReachable(page, search);
    expect((await search.boundingBox())?.width).toBeGreaterThan(100);
    expect(faults).toEqual([]);
  });

  test('fits the calendar of a date range', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/manage/diversion', phone);
    await page.locator('.ant-picker-range input').first().click();
    const days = page.locator('.ant-picker-panel:visible');
    await expect(days).toHaveCount(2);
    for (const month of await days.all()) await expectReachable(page, month.getByRole('cell', { name: '15', exact: true }));
    expect(faults).toEqual([]);
  });

  test('shows the default period while its scans load', async ({ signIn, suyuan }) => {
    const page = await signIn('admin', undefined, phone);
    await page.route('**/diversion/matrix*', () => {});
    await page.goto(`${suyuan.consoleUrl}/manage/diversion`);
    const days = page.locator('.ant-picker-range input');
    await expect(days).toHaveCount(2);
    for (const day of await days.all()) await expect(day).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  });

  test('steps names of a tree to the right, and shows the figures of a pressed one', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/digit/category', phone);
    const name = (text: string) => page.getByTestId('card-name').getByRole('button', { name: text, exact: true });
    const startOf = async (text: string) => (await name(text).boundingBox())?.x ?? 0;
    await name('乌龙茶').waitFor();
    expect(await startOf('乌龙茶')).toBeGreaterThan(await startOf('茶叶'));
    await name('茶叶').click();
    await expect(page.getByRole('heading', { name: t('digit.catalogue.figures', { name: '茶叶' }) })).toBeInViewport();
    expect(faults).toEqual([]);
  });

  test('leaves out the menu of states without records', async ({ signIn, suyuan, faults }) => {
    const page = await signIn('planner', undefined, phone);
    for (const [recalled, menus] of [
      [0, 0],
      [2, 1],
    ] as const) {
      await page.route('**/batch/stateCounts*', (route) => route.fulfill({ json: { code: 200, data: { active: 3, recalled } } }));
      await page.goto(`${suyuan.consoleUrl}/manage/batch`);
      await page.getByRole('tab', { name: new RegExp(`^${t('kit.all')}\\s*${3 + recalled}$`) }).waitFor();
      await expect(page.getByRole('button', { name: t('kit.moreStates') })).toHaveCount(menus);
    }
    expect(faults).toEqual([]);
  });

  test('fits a form', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/supplier', phone);
    const addSupplier = t('kit.addNoun', { noun: t('manage.supplier') });
    await page.getByRole('button', { name: addSupplier }).click();
    await expectReachable(page, page.getByRole('region', { name: addSupplier }).getByRole('button', { name: t('kit.save') }));
    expect(faults).toEqual([]);
  });
});

/** Waits for a control. Checks that it is within the width and that the page does not scroll sideways. */
async function expectReachable(page: Page, control: Locator) {
  await control.scrollIntoViewIfNeeded();
  await control.click({ trial: true });
  const { x, width } = (await control.boundingBox()) ?? { x: -1, width: 0 };
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(390);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}
