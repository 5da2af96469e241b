import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { chooseRowAction } from './support/lists.ts';
import { choosePage } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const noun = t('manage.supplier');
const addForm = (page: Page) => page.getByRole('region', { name: t('kit.addNoun', { noun }) });
const editForm = (page: Page) => page.getByRole('region', { name: t('kit.editNoun', { noun }) });
const field = (page: Page, name: 'supplierCode' | 'supplierName' | 'gln' | 'contactName') =>
  addForm(page).getByLabel(t(`manage.supplier.${name}`), { exact: true });
const openAddForm = (page: Page) => page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
const pressSave = (page: Page) =>
  addForm(page)
    .getByRole('button', { name: t('kit.save') })
    .click();
const pressCancel = (page: Page) =>
  addForm(page)
    .getByRole('button', { name: t('kit.cancel') })
    .click();
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const linkTo = (page: Page, name: string) => page.locator('tbody').getByRole('link', { name, exact: true });

const addSupplier = (planner: Api, supplierCode: string, supplierName: string, fields: object = {}) =>
  planner.must('POST', '/manage/supplier', { supplierCode, supplierName, ...fields });

test.describe('supplier management', () => {
  test('shows the error for an invalid GLN at its field, with the expected format', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/supplier');
    await openAddForm(page);
    await field(page, 'supplierCode').fill('GLN-001');
    await field(page, 'supplierName').fill('码错牧场');
    await field(page, 'gln').fill('6990016890019');
    await pressSave(page);
    const error = t('issue.gln', { field: t('manage.supplier.gln') });
    await addForm(page).getByText(error).waitFor();
    await expect(field(page, 'gln')).toHaveAccessibleDescription(new RegExp(error));
    await expect(field(page, 'gln')).toBeFocused();
    // before blur, a corrected value clears the error
    await field(page, 'gln').fill('');
    await addForm(page).getByText(error).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('saves with Ctrl+S and opens the new supplier', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/supplier');
    await openAddForm(page);
    await field(page, 'supplierCode').fill('KEY-001');
    await field(page, 'supplierName').fill('试验牧场');
    await field(page, 'contactName').fill('王试验');
    await page.keyboard.press('Control+S');
    await addForm(page).waitFor({ state: 'hidden' });
    await waitForNotice(page, t('kit.saved'));
    await waitForHeading(page, '试验牧场');
    await choosePage(page, t('manage.supplier.title'));
    await linkTo(page, '试验牧场').waitFor();
    expect(faults).toEqual([]);
  });

  test('offers a supplier for batches only after approval, with a link from the batch form', async ({ signIn, apiAs, suyuan, faults }) => {
    await addSupplier(await apiAs('planner'), 'DRAFT-001', '待批牧场');
    const page = await signIn('planner', '/manage/batch');
    await page.getByRole('button', { name: t('shell.newBatch') }).click();
    const batch = page.getByRole('dialog', { name: t('shell.newBatch') });
    await batch.getByText(t('manage.batch.offered.suppliers')).waitFor();
    const supplier = batch.getByLabel(t('manage.batch.supplierId'), { exact: true });
    await supplier.fill('待批牧场');
    const emptyOption = page.locator('.ant-select-item-empty').locator('visible=true');
    await emptyOption
      .filter({ hasText: t('kit.noMatch') })
      .filter({ hasText: t('manage.batch.offered.suppliers') })
      .waitFor();
    await supplier.fill('');
    await batch.getByLabel(t('manage.batch.batchNo')).focus();
    await expect(page.getByText(t('kit.noMatch')).locator('visible=true')).toHaveCount(0);
    const drafts = pattern('manage.batch.offered.others', { count: '\\d+', state: t('manage.supplier.state.draft') });
    await batch.getByRole('link', { name: drafts }).click();
    await page.waitForURL(`${suyuan.consoleUrl}/manage/supplier?state=draft`);
    await linkTo(page, '待批牧场').waitFor();
    expect(faults).toEqual([]);
  });

  test('shows the error for a duplicate code at its field and keeps the input', async ({ signIn, apiAs, faults }) => {
    await addSupplier(await apiAs('planner'), 'TWICE-001', '第一家');
    const page = await signIn('planner', '/manage/supplier');
    await openAddForm(page);
    await field(page, 'supplierCode').fill('TWICE-001');
    await field(page, 'supplierName').fill('第二家');
    await pressSave(page);
    const error = t('problem.supplierCodeTaken', { supplierCode: 'TWICE-001' });
    await addForm(page).getByText(error).waitFor();
    await expect(field(page, 'supplierCode')).toHaveAccessibleDescription(new RegExp(error));
    await expect(field(page, 'supplierName')).toHaveValue('第二家');
    expect(faults).toEqual([]);
  });

  test('asks for confirmation before unsaved changes are discarded', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/supplier');
    await openAddForm(page);
    await field(page, 'supplierName').fill('第三家');
    await pressCancel(page);
    const question = page.getByRole('dialog').filter({ hasText: t('kit.unsavedAsk') });
    await question.getByRole('button', { name: t('kit.goOnEditing') }).click();
    await question.waitFor({ state: 'hidden' });
    await expect(field(page, 'supplierName')).toHaveValue('第三家');
    await pressCancel(page);
    await question.getByRole('button', { name: t('kit.discard') }).click();
    await addForm(page).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('edits a supplier', async ({ signIn, apiAs, faults }) => {
    await addSupplier(await apiAs('planner'), 'EDIT-001', '改名牧场', { contactName: '李试验' });
    const page = await signIn('planner', '/index');
    await choosePage(page, t('manage.supplier.title'));
    await waitForHeading(page, t('manage.supplier.title'));
    await chooseRowAction(page.getByRole('row').filter({ hasText: '改名牧场' }), t('kit.edit'));
    await editForm(page).getByLabel(t('manage.supplier.supplierName'), { exact: true }).fill('改名牧场二');
    await editForm(page)
      .getByRole('button', { name: t('kit.save') })
      .click();
    await waitForHeading(page, '改名牧场二');
    await page.getByRole('tab', { name: t('manage.supplier.facts') }).click();
    await page.getByText('李试验').waitFor();
    await choosePage(page, t('manage.supplier.title'));
    await waitForHeading(page, t('manage.supplier.title'));
    await linkTo(page, '改名牧场二').waitFor();
    expect(faults).toEqual([]);
  });

  test('opens the form of a new supplier from a choice without any', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/batch');
    await page.route('**/api/manage/supplier/list?*', (route) => route.fulfill({ json: { code: 200, msg: '', rows: [], total: 0 } }));
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.batch') }) }).click();
    const batchForm = page.getByRole('dialog', { name: t('kit.addNoun', { noun: t('manage.batch') }) });
    await batchForm.getByLabel(t('manage.batch.supplierId'), { exact: true }).click();
    await page.getByRole('link', { name: t('kit.addNoun', { noun }) }).click();
    await field(page, 'supplierName').waitFor();
    expect(new URL(page.url()).pathname).toBe('/manage/supplier/new');
    expect(faults).toEqual([]);
  });

  test('clones a supplier under a new code and rejects a duplicate code', async ({ signIn, apiAs, faults }) => {
    await addSupplier(await apiAs('planner'), 'CLONE-001', '原样牧场');
    const page = await signIn('planner', '/manage/supplier');
    await page.getByRole('button', { name: t('kit.moreOf', { name: '原样牧场' }) }).click();
    await page.getByRole('menuitem', { name: t('manage.supplier.clone') }).click();
    const dialog = page.getByRole('dialog', { name: t('manage.supplier.clone.title', { name: '原样牧场' }) });
    await expect(dialog.getByLabel(t('manage.supplier.supplierCode'))).toBeFocused();
    await dialog.getByLabel(t('manage.supplier.supplierCode')).fill('CLONE-001');
    await dialog.getByLabel(t('manage.supplier.supplierName')).fill('照样农场');
    await dialog.getByRole('button', { name: t('manage.supplier.clone') }).click();
    await dialog.getByText(t('problem.supplierCodeTaken', { supplierCode: 'CLONE-001' })).waitFor();
    await dialog.getByLabel(t('manage.supplier.supplierCode')).fill('CLONE-002');
    await dialog.getByRole('button', { name: t('manage.supplier.clone') }).click();
    await waitForHeading(page, '照样农场');
    await waitForNotice(page, t('manage.supplier.cloned', { name: '照样农场' }));
    await page.getByRole('button', { name: t('manage.supplier.do.submit') }).waitFor();
    expect(faults).toEqual([]);
  });

  test('finds a supplier by part of its name and stores the filter in the URL', async ({ signIn, apiAs, faults }) => {
    await addSupplier(await apiAs('planner'), 'FIND-001', '难寻牧场');
    const page = await signIn('planner', '/manage/supplier');
    await page.getByRole('search').getByLabel(t('manage.supplier.supplierName')).fill('寻牧');
    await page.getByRole('button', { name: t('kit.search') }).click();
    await waitForText(page, t('kit.total', { total: 1 }));
    await linkTo(page, '难寻牧场').waitFor();
    expect(new URL(page.url()).searchParams.get('supplierName')).toBe('寻牧');
    expect(faults).toEqual([]);
  });

  test('deletes a supplier after a confirmation that names it', async ({ signIn, apiAs, faults }) => {
    await addSupplier(await apiAs('planner'), 'GONE-001', '多余牧场');
    const page = await signIn('planner', `/manage/supplier?supplierName=${encodeURIComponent('多余牧场')}`);
    await page.getByRole('button', { name: t('kit.moreOf', { name: '多余牧场' }) }).click();
    await page.getByRole('menuitem', { name: t('kit.remove') }).click();
    const question = page.getByRole('dialog', { name: t('kit.removeAsk', { name: '多余牧场' }) });
    await question.getByRole('button', { name: t('kit.remove') }).click();
    await waitForText(page, t('kit.emptyFiltered', { noun: t('manage.supplier.many') }));
    expect(faults).toEqual([]);
  });

  test('shows a 401 from a proxy for a write, a read and a download, and keeps the session', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/supplier');
    // notices end at once
    await page.clock.install();
    const total = page.getByText(pattern('kit.total', { total: '\\d+' })).locator('visible=true');
    const totalBefore = (await total.textContent()) ?? '';
    await openAddForm(page);
    await field(page, 'supplierCode').fill('E2E-401');
    await field(page, 'supplierName').fill('没有保存的牧场');
    const supplierUrls = /\/api\/manage\/supplier(\/(list|export).*)?$/;
    await page.route(supplierUrls, (route) => route.fulfill({ status: 401, json: { code: 401, msg: 'x' } }));
    const notice = page
      .getByText(t('kit.statusWrong', { status: '401' }))
      .locator('visible=true')
      .first();
    const expectUnauthorised = async (action: () => Promise<void>) => {
      await action();
      await notice.waitFor();
      await page.clock.fastForward(60_000);
      await notice.waitFor({ state: 'hidden' });
    };
    await expectUnauthorised(() => pressSave(page));
    await pressCancel(page);
    await page.getByRole('button', { name: t('kit.discard') }).click();
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await expectUnauthorised(() => press(t('kit.refresh')));
    await expectUnauthorised(() => press(t('kit.export')));
    await expect(page.getByText(t('kit.sessionOver'))).toHaveCount(0);
    await page.unroute(supplierUrls);
    const listed = page.waitForResponse((response) => response.url().includes('/api/manage/supplier/list') && response.ok());
    await press(t('kit.refresh'));
    await listed;
    await expect(total).toHaveText(totalBefore);
    await expect(linkTo(page, '没有保存的牧场')).toHaveCount(0);
  });
});

test('shows the primary button of an empty list once', async ({ signIn }) => {
  const page = await signIn('planner');
  await page.route('**/api/manage/supplier/list*', (route) => route.fulfill({ json: { code: 200, msg: '', rows: [], total: 0 } }));
  await page.goto(new URL('/manage/supplier', page.url()).href);
  await page.getByText(t('kit.empty', { noun: t('manage.supplier.many') })).waitFor();
  const addButtons = page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.supplier') }) });
  await expect(addButtons).toHaveCount(2);
  await expect(addButtons.and(page.locator('.ant-btn-primary'))).toHaveCount(1);
});
