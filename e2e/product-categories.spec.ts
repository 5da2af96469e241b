import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { chooseRowAction } from './support/lists.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const DOT = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function chooseMore(page: Page, name: string, action: string) {
  await row(page, name)
    .getByRole('button', { name: t('kit.moreOf', { name }) })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

test.describe('categories, products and the product gallery', () => {
  test('adds a subcategory, moves it by keyboard and disables its branch', async ({ signIn, apiAs, faults }) => {
    const { data } = await (await apiAs('planner')).must('GET', '/digit/category/list');
    const categories = data as { catalogueId: number; parentId: number; catalogueName: string; orderNum: number }[];
    const nextBelow = (name?: string) => {
      const { catalogueId = 0 } = categories.find(({ catalogueName }) => catalogueName === name) ?? {};
      return String(Math.max(...categories.filter(({ parentId }) => parentId === catalogueId).map(({ orderNum }) => orderNum)) + 1);
    };
    const page = await signIn('planner', '/digit/category');
    await chooseRowAction(row(page, '茶叶'), t('digit.catalogue.addBelow'));
    const form = page.getByRole('dialog');
    const order = form.getByLabel(t('digit.catalogue.orderNum'));
    await expect(order).toHaveValue(nextBelow('茶叶'));
    const chooseParent = async (name: string) => {
      await form.getByLabel(t('digit.catalogue.parentId')).click();
      await page.locator('.ant-select-tree-title').getByText(name, { exact: true }).click();
    };
    await chooseParent(t('digit.catalogue.root'));
    await expect(order).toHaveValue(nextBelow());
    await chooseParent('茶叶');
    await expect(order).toHaveValue(nextBelow('茶叶'));
    await form.getByLabel(t('digit.catalogue.catalogueName')).fill('花茶');
    await form.getByLabel(t('digit.category.catalogueCode')).fill('TEA-FLOWER');
    await form.getByRole('button', { name: t('kit.save') }).click();
    await form.waitFor({ state: 'hidden' });
    await row(page, '花茶').waitFor();

    await page.getByRole('button', { name: t('kit.order.handle', { name: '花茶' }) }).press('ArrowUp');
    await page.getByRole('button', { name: t('kit.order.save') }).click();
    await waitForNotice(page, pattern('kit.order.saved', { count: '\\d+' }));

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
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.batch') }) }).click();
    await expect(page.getByRole('dialog')).toContainText('纯牛奶 1 升');

    await page.goto(`${suyuan.consoleUrl}/business/category?words=${encodeURIComponent('纯牛奶')}`);
    await page.getByRole('link', { name: '纯牛奶 1 升' }).waitFor();
    await page.getByRole('link', { name: '纯牛奶 250 毫升' }).click();
    await waitForHeading(page, '纯牛奶 250 毫升');
    await waitForText(page, t('manage.category.figure.funnel'));
    expect(faults).toEqual([]);
  });

  test('removes a picture while another one uploads', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/category/new');
    const input = page.locator('input[type=file]').first();
    const picture = (place: number) => page.getByRole('img', { name: t('manage.category.picture.place', { place }) });
    await input.setInputFiles({ name: '点.png', mimeType: 'image/png', buffer: DOT });
    await picture(1).waitFor();
    const removedUrl = await picture(1).getAttribute('src');
    const uploadGate = Promise.withResolvers<void>();
    await page.route('**/api/common/upload', async (route) => {
      await uploadGate.promise;
      await route.continue();
    });
    const uploaded = page.waitForResponse('**/api/common/upload');
    await input.setInputFiles({ name: '又一点.png', mimeType: 'image/png', buffer: DOT });
    await page.getByRole('button', { name: t('manage.category.picture.remove', { place: 1 }) }).click();
    await expect(picture(1)).toHaveCount(0);
    uploadGate.resolve();
    await uploaded;
    await expect(picture(1)).toBeVisible();
    await expect(picture(1)).not.toHaveAttribute('src', removedUrl ?? '');
    await expect(picture(2)).toHaveCount(0);
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

  test('says what is missing when data does not load, and loads it on retry', async ({ signIn, suyuan, faults }) => {
    const page = await signIn('planner', '/index');
    await page.route(/\/api\/(manage\/(codeRule|category)|digit\/category)\/list/, (route) =>
      route.fulfill({ status: 500, headers: { 'x-request-id': '4f0c12ab' }, json: { code: 500, msg: '维护中' } }),
    );
    await page.goto(`${suyuan.consoleUrl}/manage/category`);
    const reason = page.getByRole('alert').filter({ hasText: t('kit.failed') });
    for (const text of [t('kit.statusWrong', { status: '500' }), '维护中', `${t('kit.requestId')} 4f0c12ab`])
      await expect(reason).toContainText(text);

    await page.goto(`${suyuan.consoleUrl}/manage/category/new`);
    for (const field of ['codeRuleId', 'catalogueId'] as const) {
      await page.getByLabel(t(`manage.category.${field}`), { exact: true }).click();
      await page.getByText(t('kit.optionsFailed')).locator('visible=true').waitFor();
      await page.keyboard.press('Escape');
    }
    await page.unrouteAll();
    await page.getByLabel(t('manage.category.catalogueId'), { exact: true }).click();
    await page
      .getByRole('button', { name: t('kit.retry') })
      .locator('visible=true')
      .click();
    await page.getByText('茶叶', { exact: true }).locator('visible=true').waitFor();
    expect(faults.filter((fault) => !fault.includes('status of 500'))).toEqual([]);
  });
});
