import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { chooseRowAction } from './support/lists.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function chooseMore(page: Page, name: string, action: string) {
  await row(page, name)
    .getByRole('button', { name: t('kit.moreOf', { name }) })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('categories, products and the product gallery', () => {
  test('adds a subcategory, moves it by keyboard and disables its branch', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/digit/category');
    await chooseRowAction(row(page, '茶叶'), t('digit.catalogue.addBelow'));
    const form = page.getByRole('dialog');
    await form.getByLabel(t('digit.catalogue.catalogueName')).fill('花茶');
    await form.getByLabel(t('digit.category.catalogueCode')).fill('TEA-FLOWER');
    await form.getByRole('button', { name: t('kit.save') }).click();
    await form.waitFor({ state: 'hidden' });
    await row(page, '花茶').waitFor();

    await page.getByRole('button', { name: t('kit.order.handle', { name: '花茶' }) }).press('ArrowUp');
    await page.getByRole('button', { name: t('kit.order.save') }).click();
    await waitForText(page, pattern('kit.order.saved', { count: '\\d+' }));

    await chooseMore(page, '茶叶', t('digit.catalogue.disable'));
    await waitForText(page, t('digit.catalogue.disableHint', { count: 4 }));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('digit.catalogue.disable') })
      .click();
    await row(page, '花茶').getByText(t('digit.catalogue.status.1')).waitFor();

    await chooseMore(page, '茶叶', t('digit.catalogue.enable'));
    await page.getByRole('button', { name: t('digit.catalogue.withBelow') }).click();
    await row(page, '花茶').getByText(t('digit.catalogue.status.0')).waitFor();
    await row(page, '乳制品').getByRole('button', { name: '乳制品', exact: true }).click();
    await waitForText(page, t('digit.catalogue.figures', { name: '乳制品' }));
    expect(faults).toEqual([]);
  });

  test('clones a product without its code and shows it in the gallery with statistics', async ({ signIn, suyuan, faults }) => {
    const page = await signIn('planner', '/manage/category');
    await chooseMore(page, '纯牛奶 250 毫升', t('manage.category.clone'));
    const form = page.getByRole('dialog');
    await form.getByLabel(t('manage.category.categoryCode')).fill('MILK-1000');
    await form.getByLabel(t('manage.category.categoryName')).fill('纯牛奶 1 升');
    await form.getByRole('button', { name: t('manage.category.clone') }).click();
    await waitForHeading(page, '纯牛奶 1 升');

    await page.goto(`${suyuan.consoleUrl}/business/category?words=${encodeURIComponent('纯牛奶')}`);
    await page.getByRole('link', { name: '纯牛奶 1 升' }).waitFor();
    await page.getByRole('link', { name: '纯牛奶 250 毫升' }).click();
    await waitForHeading(page, '纯牛奶 250 毫升');
    await waitForText(page, t('manage.category.figure.funnel'));
    expect(faults).toEqual([]);
  });

  test('shows batches in a calendar with links from a day to its list', async ({ signIn, apiAs, faults }) => {
    const planner = await apiAs('planner');
    const firstRow = async (path: string) => (await planner.must('GET', path)).rows?.[0];
    const { categoryId } = await firstRow('/manage/category/list?categoryCode=MILK-250');
    const { supplierId } = await firstRow('/manage/supplier/list?supplierCode=YL-DAIRY');
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
    await planner.must('POST', '/manage/batch', { batchNo: 'CAL-1', categoryId, supplierId, quantity: 5, madeDate: today });
    const page = await signIn('planner', '/manage/batch');
    await page.getByText(t('manage.batch.view.calendar'), { exact: true }).click();
    await page.getByRole('heading', { name: pattern('manage.batch.calendar.title', { month: '.+' }) }).waitFor();
    const dayLink = page.locator('td[aria-current=date]').getByRole('button');
    const someBatches = dayLink.and(page.getByText(pattern('manage.batch.calendar.count', { count: '\\d+', quantity: '.+' })));
    const moreBatches = dayLink.and(page.getByText(pattern('manage.batch.calendar.more', { count: '\\d+' })));
    await someBatches.or(moreBatches).click();
    await waitForText(page, t('manage.batch.madeBeginTime'));
    await page.getByRole('columnheader', { name: t('manage.batch.batchNo') }).waitFor();
    await row(page, 'CAL-1').waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get('madeBeginTime'), searchParams.get('madeEndTime')]).toEqual([today, today]);
    expect(faults).toEqual([]);
  });
});
