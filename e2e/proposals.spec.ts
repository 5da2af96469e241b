import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { t } from './support/text.ts';

const noun = t('manage.batch');
const form = (page: Page) => page.getByRole('dialog', { name: t('kit.addNoun', { noun }) });
const field = (page: Page, name: 'batchNo' | 'categoryId' | 'quantity' | 'madeDate' | 'supplierId' | 'expiryDate' | 'codeRuleId') =>
  form(page).getByLabel(t(`manage.batch.${name}`), { exact: true });
const save = (page: Page) =>
  form(page)
    .getByRole('button', { name: t('kit.save') })
    .click();
const selected = (page: Page, name: 'supplierId' | 'codeRuleId') =>
  form(page).locator('.ant-select', { has: page.getByLabel(t(`manage.batch.${name}`), { exact: true }) });

test('proposes the number, supplier and derived values of a batch, and the next number once it is taken', async ({
  signIn,
  apiAs,
  faults,
}) => {
  const planner = await apiAs('planner');
  const page = await signIn('planner', '/manage/batch');
  await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
  await expect(field(page, 'batchNo')).toHaveValue(/^\d{8}[A-Z]$/);
  const visibleItems = form(page).locator('.ant-form-item').locator('visible=true');
  await expect(visibleItems).toHaveCount(5);
  await form(page)
    .getByText(/^(Ctrl\+|⌘)S/)
    .waitFor();

  await field(page, 'categoryId').fill('安溪铁观音');
  await page.locator('.ant-select-item-option-active', { hasText: '安溪铁观音' }).locator('visible=true').waitFor();
  await field(page, 'categoryId').press('Enter');
  await expect(selected(page, 'supplierId')).toContainText('茶');
  await field(page, 'madeDate').fill('2025-01-31');
  await field(page, 'madeDate').press('Tab');
  await expect(field(page, 'batchNo')).toHaveValue('20250131A');
  await field(page, 'quantity').fill('100');
  await form(page)
    .getByRole('button', { name: t('kit.moreSettings') })
    .click();
  await expect(selected(page, 'codeRuleId')).toContainText(/./);
  await expect(field(page, 'expiryDate')).toHaveValue(/^202[67]-\d\d-\d\d$/);
  await field(page, 'expiryDate').fill('2025-01-30');
  await field(page, 'expiryDate').press('Tab');
  await form(page)
    .getByRole('button', { name: t('kit.moreSettings') })
    .click();
  await expect(field(page, 'expiryDate')).toBeHidden();

  await test.step('an error in the folded part opens it', async () => {
    await save(page);
    await form(page)
      .getByText(t('problem.batchDaysWrong', { expiryDate: '2025-01-30', madeDate: '2025-01-31' }))
      .waitFor();
    await expect(field(page, 'expiryDate')).toBeFocused();
    await field(page, 'expiryDate').fill('2027-01-31');
    await field(page, 'expiryDate').press('Tab');
  });

  await test.step('a number that was taken meanwhile is replaced at its field', async () => {
    const { rows: products = [] } = await planner.must('GET', `/manage/category/list?categoryName=${encodeURIComponent('安溪铁观音')}`);
    const { rows: suppliers = [] } = await planner.must('GET', '/manage/supplier/list?state=approved');
    const other = { batchNo: '20250131A', categoryId: products[0].categoryId, supplierId: suppliers[0].supplierId };
    await planner.must('POST', '/manage/batch', { ...other, quantity: 1, madeDate: '2025-01-31' });
    await save(page);
    await form(page)
      .getByText(t('kit.proposalTaken', { taken: '20250131A', next: '20250131B' }))
      .waitFor();
    await expect(field(page, 'batchNo')).toHaveValue('20250131B');
    await save(page);
    await page.getByRole('heading', { level: 1, name: '20250131B' }).waitFor();
  });
  expect(faults).toEqual([]);
});

test('asks for the code rule at once if the product has none', async ({ signIn, apiAs, faults }) => {
  const planner = await apiAs('planner');
  const product = { categoryCode: 'NO-RULE', categoryName: '没有码规则的茶' };
  const { rows = [] } = await planner.must('GET', '/manage/category/list?categoryCode=MILK-250');
  await planner.must('POST', '/manage/category', { ...product, catalogueId: rows[0].catalogueId });
  const page = await signIn('planner', '/manage/batch');
  await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
  await expect(field(page, 'codeRuleId')).toBeHidden();
  await field(page, 'categoryId').fill('没有码规则的茶');
  await page.locator('.ant-select-item-option-active', { hasText: '没有码规则的茶' }).locator('visible=true').waitFor();
  await field(page, 'categoryId').press('Enter');
  await expect(field(page, 'codeRuleId')).toBeVisible();
  await expect(form(page).getByRole('button', { name: t('kit.moreSettings') })).toHaveAttribute('aria-expanded', 'false');
  await save(page);
  await form(page)
    .getByText(t('issue.unchosen', { field: t('manage.batch.codeRuleId') }))
    .waitFor();
  expect(faults).toEqual([]);
});

test('says at the field that no number was proposed, until one is entered', async ({ signIn, faults }) => {
  const page = await signIn('planner', '/manage/batch');
  await page.route('**/api/manage/batch/proposal*', (route) => route.fulfill({ json: { code: 500, msg: 'broken' } }));
  await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
  const hint = form(page).getByText(t('kit.proposalFailed'));
  await hint.waitFor();
  await field(page, 'batchNo').fill('20250131Z');
  await field(page, 'batchNo').press('Tab');
  await expect(hint).toBeHidden();
  expect(faults).toEqual([]);
});
