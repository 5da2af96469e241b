import type { Page } from '@playwright/test';
import { accessibilityViolations } from './support/accessibility.ts';
import type { VisitorOptions } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import type { Suyuan } from './support/suyuan-process.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

/** axe runs in the page. */
const options: VisitorOptions = { bypassCSP: true };

async function waitUntilLoaded(page: Page) {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** A batch of 1000 codes, of which the first half is active. */
async function issueHalfActiveBatch(suyuan: Suyuan, batchNo: string): Promise<IssuedBatch> {
  const batch = await issueBatch(suyuan, batchNo, 1000);
  await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, { to: 500 });
  return batch;
}

test.describe('accessibility checks', () => {
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('pass on the sign-in page', async ({ openPage, suyuan }) => {
    const page = await openPage(options);
    await page.goto(`${suyuan.consoleUrl}/user/login`);
    await waitUntilLoaded(page);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('pass on home', async ({ signIn }) => {
    const page = await signIn('planner', '/index', options);
    await waitUntilLoaded(page);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('pass in a list, its form and its confirmation', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/supplier', options);
    await waitUntilLoaded(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    const newSupplier = t('kit.addNoun', { noun: t('manage.supplier') });
    await page.getByRole('button', { name: newSupplier }).click();
    const form = page.getByRole('region', { name: newSupplier });
    await form.getByLabel(t('manage.supplier.supplierCode')).fill('NO-NAME');
    await form.getByRole('button', { name: t('kit.save') }).click();
    await page.getByText(t('issue.required', { field: t('manage.supplier.supplierName') })).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await form.getByRole('button', { name: t('kit.cancel') }).click();
    await page.getByRole('button', { name: t('kit.goOnEditing') }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('give the focus to the first enabled field of a dialog, and back to the button that opened it', async ({ signIn, suyuan }) => {
    const page = await signIn('admin', '/manage/handover');
    const addOrder = page.getByRole('button', { name: t('manage.handover.do.ask') }).first();
    await addOrder.click();
    await expect(page.getByRole('dialog').getByLabel(t('manage.handover.batchId'))).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(addOrder).toBeFocused();
    await page.goto(`${suyuan.consoleUrl}/system/dict?dictType=sys_user_sex`);
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('system.dictData') }) }).click();
    await expect(page.getByRole('dialog').getByLabel(t('system.dictData.dictLabel'))).toBeFocused();
  });

  test('work with the keyboard alone: a menu opens a dialog, and closing returns the focus', async ({ signIn, apiAs }) => {
    const supplier = { supplierCode: 'KEYS-1', supplierName: '只用键盘', grade: 'A' };
    await (await apiAs('planner')).must('POST', '/manage/supplier', supplier);
    const page = await signIn('planner', '/manage/supplier?supplierCode=KEYS-1');
    const display = page.getByRole('button', { name: t('kit.display') });
    await display.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('dialog', { name: t('kit.display') }).locator(':focus')).toHaveCount(1);
    await page.getByRole('button', { name: t('kit.view.save') }).press('Enter');
    await page.getByLabel(t('kit.view.name')).fill('键盘');
    await page.getByLabel(t('kit.view.name')).press('Enter');
    await expect(display).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: t('shell.palette.field') }).press('Escape');
    await expect(display).toBeFocused();

    const viewMenu = page.getByRole('button', { name: t('kit.view.moreOf', { name: '键盘' }) });
    await viewMenu.press('Enter');
    const rename = page.getByRole('menuitem', { name: t('kit.view.rename') });
    await expect(rename).toBeFocused();
    await rename.press('Enter');
    // the same Enter does not press the dialog's close button
    await expect(page.getByLabel(t('kit.view.name'))).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(viewMenu).toBeFocused();
    await viewMenu.press('Enter');
    await expect(rename).toBeFocused();
    await rename.press('Enter');
    await page.getByLabel(t('kit.view.name')).fill('改名');
    await page.getByLabel(t('kit.view.name')).press('Enter');
    const views = page.getByRole('navigation', { name: t('kit.views') });
    await expect(views.getByRole('link', { name: '改名' })).toBeFocused();
    await page.getByRole('button', { name: t('kit.view.moreOf', { name: '改名' }) }).press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: t('kit.view.moreOf', { name: '改名' }) })).toBeFocused();
  });

  test('pass in the rule editor', async ({ signIn }) => {
    const page = await signIn('planner', '/manage/codeRule', options);
    await waitUntilLoaded(page);
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.codeRule') }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('img', { name: pattern('manage.codeRule.stripOf', { text: '.+' }) })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('pass on the batch page and on the code page', async ({ signIn, suyuan }) => {
    const { batchId, batchNo } = await issueHalfActiveBatch(suyuan, 'READ-1');
    const page = await signIn('planner', `/manage/batch/${batchId}`, options);
    await test.step('pass on the batch page', async () => {
      await waitUntilLoaded(page);
      await page.getByRole('img', { name: t('manage.batch.barOf', { batchNo, count: '1,000' }) }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    });
    await test.step('pass on the code page', async () => {
      await page.goto(`${suyuan.consoleUrl}/manage/code/${batchId}/1`);
      await waitUntilLoaded(page);
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });

  test('pass on the verification pages', async ({ openPage, suyuan }) => {
    const { codes } = await issueHalfActiveBatch(suyuan, 'READ-2');
    const page = await openPage({ ...options, width: 390 });
    for (const path of ['/', `/c/${codes[0]}`, `/c/${codes[999]}`, '/c/NONSENSE']) {
      await page.goto(suyuan.publicUrl + path);
      expect(await accessibilityViolations(page), path).toEqual([]);
    }
  });
});
