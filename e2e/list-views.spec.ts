import type { Page } from '@playwright/test';
import { accessibilityViolations } from './support/accessibility.ts';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { addFilter, openDisplay } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const [supplierCode, nextExpiry] = [t('manage.supplier.supplierCode'), t('manage.supplier.nextExpiry')];
const supplierName = t('manage.supplier.supplierName');
const catalogue = t('manage.supplier.catalogueId');
const grade = t('manage.supplier.grade');
const state = t('common.field.state');
const createTime = t('common.field.createTime');
const invalidDay = t('issue.day', { field: createTime });

/** Creates suppliers with the codes `prefix`-01, -02, …, of grade A and B by turns. */
async function addSuppliers({ must }: Api, prefix: string, count: number) {
  for (let index = 1; index <= count; index++) {
    const code = `${prefix}-${String(index).padStart(2, '0')}`;
    await must('POST', '/manage/supplier', { supplierCode: code, supplierName: `整理 ${index} 号`, grade: index % 2 ? 'A' : 'B' });
  }
}

const listUrl = (search = '') => `/manage/supplier${search}`;
/** Loads the console again with the list at that query. */
async function reopen(page: Page, search = '') {
  await page.goto(new URL(listUrl(search), page.url()).href);
  await page.getByRole('button', { name: t('kit.display') }).waitFor();
}
const waitForTotal = (page: Page, total: number) => waitForText(page, t('kit.total', { total }));
const waitForRows = (page: Page) => waitForText(page, pattern('kit.total', { total: '\\d+' }));
const searchButton = (page: Page) => page.getByRole('button', { name: t('kit.search') });
const views = (page: Page) => page.getByRole('navigation', { name: t('kit.views') });
const view = (page: Page, name: string) => views(page).getByRole('link', { name });
const columnTitles = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean);
const firstColumnsAre = (page: Page, titles: string[]) =>
  expect.poll(async () => (await columnTitles(page)).slice(0, titles.length)).toEqual(titles);

async function saveView(page: Page, name: string) {
  await openDisplay(page);
  await page.getByRole('button', { name: t('kit.view.save') }).click();
  await page.getByLabel(t('kit.view.name')).fill(name);
  await page.getByLabel(t('kit.view.name')).press('Enter');
  await view(page, name).waitFor();
}

async function chooseViewAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: t('kit.view.moreOf', { name }) }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('list views and columns', () => {
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('saves filters and order as a named view and opens the view', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'SAV', 3);
    const page = await signIn('planner', listUrl(), { bypassCSP: true });
    await page.getByLabel(supplierCode).first().fill('SAV-');
    await searchButton(page).click();
    await waitForTotal(page, 3);
    await page.getByRole('columnheader', { name: supplierCode }).click();
    await page.waitForURL(/orderBy=supplierCode/);
    await saveView(page, '整理');

    await view(page, t('kit.view.all')).click();
    await page.waitForURL(/\/manage\/supplier\??$/);
    await view(page, '整理').click();
    const readQuery = () => Object.fromEntries(new URL(page.url()).searchParams);
    await expect.poll(readQuery).toEqual({ supplierCode: 'SAV-', orderBy: 'supplierCode' });
    await waitForTotal(page, 3);
  });

  test('marks a changed view and saves the change only on request', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'CHG', 2);
    const page = await signIn('planner', listUrl('?supplierCode=CHG-&orderBy=supplierCode'), { bypassCSP: true });
    await saveView(page, '改动');
    await page.getByLabel(supplierName).first().fill('2');
    await searchButton(page).click();
    await views(page).getByText(t('kit.view.changed')).waitFor();
    await waitForTotal(page, 1);
    // not saved yet: the stored view is unchanged
    await reopen(page);
    await view(page, '改动').click();
    await waitForTotal(page, 2);
    await page.getByLabel(supplierName).first().fill('2');
    await searchButton(page).click();
    await page.getByRole('button', { name: t('kit.view.saveChange') }).click();
    await views(page).getByText(t('kit.view.changed')).waitFor({ state: 'hidden' });
    await reopen(page);
    await view(page, '改动').click();
    await waitForTotal(page, 1);
  });

  test('opens the default view when the URL has no filters, and accepts a view as a link', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'DEF', 4);
    const page = await signIn('planner', listUrl('?supplierCode=DEF-&supplierName=4'), { bypassCSP: true });
    await saveView(page, '四号');
    await chooseViewAction(page, '四号', t('kit.view.first'));
    await reopen(page);
    await page.waitForURL(/supplierName=4/);
    await waitForTotal(page, 1);
    await reopen(page, '?supplierCode=DEF-&grade=B');
    await waitForTotal(page, 2);
    expect(new URL(page.url()).search).toBe('?supplierCode=DEF-&grade=B');
  });

  test('renames and deletes a view', async ({ signIn }) => {
    const page = await signIn('planner', listUrl('?grade=A'), { bypassCSP: true });
    await saveView(page, '整理');
    await chooseViewAction(page, '整理', t('kit.view.first'));
    await chooseViewAction(page, '整理', t('kit.view.rename'));
    await page.getByLabel(t('kit.view.name')).fill('甲级');
    await page.getByLabel(t('kit.view.name')).press('Enter');
    await view(page, '甲级').waitFor();
    await expect(view(page, '整理')).toHaveCount(0);
    await chooseViewAction(page, '甲级', t('kit.view.remove'));
    await views(page).waitFor({ state: 'hidden' });
    await expect(page.getByRole('main')).toBeFocused();
    await reopen(page);
    await waitForRows(page);
    expect(new URL(page.url()).search).toBe('');
  });

  test('counts records by state for the other filters, which are removable chips', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'TAB', 3);
    const page = await signIn('planner', listUrl('?supplierCode=TAB-'));
    const tab = (name: string, count: number) => page.getByRole('tab', { name: new RegExp(`^${name}\\s*${count}$`) });
    await tab(t('manage.supplier.state.pending'), 0).waitFor();
    await tab(t('kit.all'), 3).waitFor();
    await addFilter(page, grade); // its options open at once
    await page.getByTitle(t('manage.supplier.grade.A')).click();
    await searchButton(page).click();
    await tab(t('manage.supplier.state.draft'), 2).click();
    await page.waitForURL(/state=draft/);
    await waitForTotal(page, 2);
    const chips = page.getByTestId('filter-tags').getByRole('button', { name: t('kit.clearFilter') });
    await expect(chips).toHaveCount(2);
    await chips.last().click();
    await waitForTotal(page, 3);
    await expect(chips).toHaveCount(1);
  });

  test('hides columns, reorders them by keyboard and remembers both', async ({ signIn }) => {
    const page = await signIn('planner', listUrl(), { bypassCSP: true });
    await openDisplay(page);
    await page.getByRole('checkbox', { name: catalogue }).click();
    const handle = page.getByRole('button', { name: t('kit.column.move', { name: state }) });
    await handle.focus();
    await handle.press('ArrowDown');
    await page.getByText(t('kit.column.moved', { name: state, place: '3' })).waitFor({ state: 'attached' });
    await reopen(page);
    await firstColumnsAre(page, [supplierName, nextExpiry, state, grade]);
    await (await openDisplay(page)).getByRole('button', { name: t('kit.reset') }).click();
    await firstColumnsAre(page, [supplierName, state, nextExpiry, catalogue]);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('keeps the next expiry next to a long name at 1024 px', async ({ signIn, apiAs }) => {
    const names = { supplierCode: 'WIDE-01', supplierName: 'Yunling Highlands Organic Dairy Farming Cooperative Limited' };
    await (await apiAs('planner')).must('POST', '/manage/supplier', names);
    const page = await signIn('planner', listUrl(`?supplierCode=${names.supplierCode}`));
    await page.setViewportSize({ width: 1024, height: 900 });
    await waitForTotal(page, 1);
    const kept = [supplierName, state, nextExpiry, t('kit.actions')];
    await expect.poll(() => columnTitles(page)).toEqual(expect.arrayContaining(kept));
  });

  test('keeps both of two column changes in the same frame', async ({ signIn }) => {
    const page = await signIn('planner', listUrl(), { bypassCSP: true });
    const settings = await openDisplay(page);
    await settings.getByRole('checkbox', { name: catalogue }).waitFor();
    await settings.evaluate(
      (dialog, [hidden, moved]) => {
        const columnItem = (title: string) => [...dialog.querySelectorAll('li')].find(({ textContent }) => textContent === title);
        columnItem(hidden)?.querySelector('input')?.click();
        columnItem(moved)
          ?.querySelector('button')
          ?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
      },
      [catalogue, state] as const,
    );
    await firstColumnsAre(page, [supplierName, nextExpiry, state, grade]);
  });

  test('keeps the selection across pages and acts on all selected rows', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'SEL', 14);
    const page = await signIn('planner', listUrl('?supplierCode=SEL-&orderBy=supplierCode'), { bypassCSP: true });
    for (const name of ['整理 1 号', '整理 2 号']) await page.getByRole('checkbox', { name: t('kit.selectOne', { name }) }).click();
    await page.getByRole('listitem', { name: '2' }).click();
    await page.getByRole('checkbox', { name: t('kit.selectOne', { name: '整理 13 号' }) }).click();
    const bar = page.getByRole('toolbar', { name: t('kit.selected', { count: 3 }) });
    await bar.getByText(t('kit.selectedElsewhere', { count: 2 })).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await bar.getByRole('button', { name: t('kit.removeCount', { count: 3 }) }).click();
    const question = page.getByRole('dialog').filter({ hasText: t('kit.removeManyAsk', { count: 3 }) });
    await question.getByRole('button', { name: t('kit.remove') }).click();
    await bar.waitFor({ state: 'hidden' });
    await waitForTotal(page, 11);
  });

  test('exports the filtered rows with a form post and shows three notices', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'EXP', 2);
    const page = await signIn('planner', listUrl('?supplierCode=EXP-&grade=B'), { bypassCSP: true });
    const exportRequest = page.waitForRequest(/supplier\/export$/);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: t('kit.export'), exact: true }).click();
    const request = await exportRequest;
    expect(request.headers()['content-type']).toContain('application/x-www-form-urlencoded');
    expect(Object.fromEntries(new URLSearchParams(request.postData() ?? ''))).toEqual({ supplierCode: 'EXP-', grade: 'B' });
    expect((await downloading).suggestedFilename()).toMatch(/^supplier_\d+\.xlsx$/);
    await waitForNotice(page, t('kit.downloaded'));
    await page.getByText(t('kit.downloading')).waitFor({ state: 'hidden' });

    const tooMany = { code: 500, msg: '符合条件的有 20 000 行', problem: 'exportTooLarge' };
    await page.route(/supplier\/export$/, (route) => route.fulfill({ json: tooMany }));
    await page.getByRole('button', { name: t('kit.export'), exact: true }).click();
    await waitForNotice(page, '符合条件的有 20 000 行');
  });

  test('offers to clear an invalid filter instead of a retry', async ({ signIn }) => {
    const page = await signIn('planner', listUrl('?beginTime=2026-02-30'), { bypassCSP: true });
    const failed = page.getByRole('alert').filter({ hasText: t('issue.day', { field: t('kit.beginTime') }) });
    await failed.waitFor();
    await expect(failed.getByRole('button', { name: t('kit.retry') })).toHaveCount(0);
    await failed.getByRole('button', { name: t('kit.clearFilters') }).click();
    await waitForRows(page);
    expect(new URL(page.url()).search).toBe('');
  });

  test('keeps an invalid date in its field so that it can be cleared', async ({ signIn }) => {
    const page = await signIn('planner', listUrl('?beginTime=2026-02-30'), { bypassCSP: true });
    await addFilter(page, createTime);
    const [begin, end] = [page.getByLabel(createTime), page.locator('input[date-range=end]')];
    await expect(begin).toHaveValue('2026-02-30');
    await begin.fill('');
    await end.fill('2026-02-03abc');
    await searchButton(page).click();
    await page.getByText(invalidDay).waitFor();
    await expect(end).toHaveValue('2026-02-03abc');
    await expect(begin).toHaveValue('');
    await end.fill('');
    await searchButton(page).click();
    await waitForRows(page);
    expect(new URL(page.url()).search).toBe('');
  });

  test('searches when the button moves under the pointer because an error disappears', async ({ signIn }) => {
    const page = await signIn('planner', listUrl('?beginTime=2026-02-30'), { bypassCSP: true, width: 390 });
    await page.getByRole('button', { name: t('kit.filters', { count: 1 }) }).click();
    await page.getByRole('dialog').getByText(invalidDay).waitFor();
    const readBox = async () => (await searchButton(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    let lastBox = await readBox();
    const isStill = async () => {
      const before = lastBox;
      lastBox = await readBox();
      return lastBox.y === before.y;
    };
    await expect.poll(isStill).toBe(true);
    await page.getByLabel(createTime).fill('');
    await page.mouse.move(lastBox.x + lastBox.width / 2, lastBox.y + lastBox.height / 2);
    await page.mouse.down();
    await expect.poll(async () => lastBox.y - (await readBox()).y).toBeGreaterThan(lastBox.height / 2);
    await page.mouse.up();
    await page.waitForURL(/\/manage\/supplier\??$/);
  });

  test('does not render table rows again while a filter is edited', async ({ signIn, apiAs }) => {
    await addSuppliers(await apiAs('planner'), 'ROW', 12);
    const page = await signIn('planner', listUrl('?supplierCode=ROW-&pageSize=50'), { bypassCSP: true });
    await page.getByRole('row').nth(12).waitFor();
    await page.waitForLoadState('networkidle');
    const requests: string[] = [];
    // what the page fetches when it is idle, such as notices, may come at any time
    page.on('request', (request) => {
      if (request.url().includes('/api/manage/supplier/list')) requests.push(request.url());
    });
    await page.evaluate(() => {
      const mutations = { count: 0 };
      new MutationObserver((changes) => {
        mutations.count += changes.length;
      }).observe(document.querySelector('.ant-table-wrapper') as Element, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      Object.assign(window, { mutations });
    });
    await page.getByLabel(supplierName).first().pressSequentially('一二三四五六七八九十云岭牧场乳业有限公司');
    expect(await page.evaluate(() => (window as unknown as { mutations: { count: number } }).mutations.count)).toBe(0);
    expect(requests).toEqual([]);
    // the search is the only request
    await searchButton(page).click();
    await waitForText(page, t('kit.emptyFiltered', { noun: t('manage.supplier.many') }));
    expect(requests).toHaveLength(1);
  });
});
