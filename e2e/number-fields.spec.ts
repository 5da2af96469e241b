import type { Locator, Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { issueBatch } from './support/issue-batch.ts';
import { addFilter } from './support/lists.ts';
import { expect, test } from './support/test.ts';
import { english, pattern, t } from './support/text.ts';

const numberField = (within: Page | Locator, name: string) => within.getByRole('spinbutton', { name });

/** Types a text and leaves the field, which then shows it, or `expected`. */
async function type(field: Locator, text: string, expected = text) {
  await field.fill(text);
  await field.press('Tab');
  await expect(field).toHaveValue(expected);
}

const expectHidden = (page: Page, text: string) => expect(page.getByText(text).locator('visible=true')).toHaveCount(0);

const [longitude, latitude] = [t('manage.supplier.lng'), t('manage.supplier.lat')];
const [price, shelfLife] = [t('manage.category.price'), t('manage.category.shelfLife')];
const rangeEndTooLarge = t('issue.tooLarge', { field: t('manage.handover.to'), max: 1000 });

test.describe('number and text fields', () => {
  test.use({ environment: { ENGLISH_ENABLED: 'on' } });
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('keep a value outside the limits and show the limits', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/supplier/new');
    await type(numberField(page, longitude), '999');
    const tooLarge = t('issue.tooLarge', { field: longitude, max: 180 });
    await waitForText(page, tooLarge);
    await type(numberField(page, latitude), '-90.5');
    await waitForText(page, t('issue.tooSmall', { field: latitude, min: -90 }));
    await type(numberField(page, longitude), '１２０．５', '120.5');
    await expectHidden(page, tooLarge);
    await expect(numberField(page, longitude)).toHaveValue('120.5');
  });

  test('keep text that is no number and block the form', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/supplier/new');
    await type(numberField(page, latitude), '-90.5');
    await type(numberField(page, longitude), '东经 12');
    await waitForText(page, t('issue.type', { field: longitude, expected: 'number' }));
    await page.keyboard.press('Control+S');
    await waitForText(page, t('issue.required', { field: t('manage.supplier.supplierName') }));
    await waitForText(page, t('issue.tooSmall', { field: latitude, min: -90 }));
    await expect(numberField(page, longitude)).toHaveValue('东经 12');
  });

  test('keep a text that is too long and reject it instead of cutting it', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/supplier/new');
    const contact = page.getByLabel(t('manage.supplier.contactName'), { exact: true });
    await type(contact, '王'.repeat(31));
    await waitForText(page, t('issue.tooLong', { field: t('manage.supplier.contactName'), max: 30 }));
    await expect(contact).toHaveValue('王'.repeat(31));
  });

  test('show messages in English in the English console', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/supplier/new');
    await page.getByRole('button', { name: t('shell.language') }).click();
    await page.getByRole('menuitem', { name: 'English' }).click();
    await type(numberField(page, english('manage.supplier.lng')), '999');
    await waitForText(page, 'Longitude is too large. It cannot be above 180.');
    await page.getByRole('button', { name: english('shell.language') }).click();
    await page.getByRole('menuitem', { name: '简体中文' }).click();
    await waitForText(page, longitude);
  });

  test('validate the value in the displayed unit and precision', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/category/new');
    await type(numberField(page, price), '-5.678');
    await waitForText(page, t('issue.tooSmall', { field: price, min: 0 }));
    await type(numberField(page, price), '5.678');
    const tooManyPlaces = t('issue.places', { field: price, places: 2 });
    await waitForText(page, tooManyPlaces);
    await type(numberField(page, price), '￥1,234.5', '1234.50');
    await expectHidden(page, tooManyPlaces);
    await type(numberField(page, t('manage.category.netContent')), '-250');
    await waitForText(page, t('issue.tooSmall', { field: t('manage.category.netContent'), min: 0.001 }));
    await type(numberField(page, shelfLife), '1.5');
    await waitForText(page, t('issue.type', { field: shelfLife, expected: 'int' }));
  });

  test('group the digits of amounts and of settings', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/channelBusiness/new');
    await type(numberField(page, t('manage.channelBusiness.depositYuan')), '200000', '200,000');
    await page.goto(new URL('/system/config', page.url()).href);
    const idleMinutes = page.getByRole('spinbutton', { name: '无操作退出（分钟）' });
    await type(idleMinutes, '10080', '10,080');
  });

  test('stop at the limits when stepped', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/category/new');
    const field = numberField(page, shelfLife);
    await field.fill('2');
    for (let step = 0; step < 4; step++) await field.press('ArrowDown');
    await expect(field).toHaveValue('1');
    await expect(field).toHaveAttribute('aria-valuemin', '1');
    await field.fill('99999');
    await field.press('ArrowUp');
    await expect(field).toHaveValue('99,999');
    await field.press('ArrowDown');
    await expect(field).toHaveValue('36,500');
  });

  test('keep a dialog open while the value is invalid', async ({ signIn, suyuan }) => {
    const { batchId } = await issueBatch(suyuan, 'TYPED-1', 1000);
    const page = await signIn('admin', `/manage/batch/${batchId}`);
    await page.getByRole('tab', { name: t('manage.batch.files') }).click();
    await page.getByRole('button', { name: t('manage.handover.do.ask') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('manage.handover.recipient')).fill('旅程印务');
    await dialog.getByText(t('manage.handover.kind.png')).click();
    await type(numberField(dialog, t('manage.handover.sizeMm')), '4');
    const rangeEnd = numberField(dialog, t('manage.handover.to'));
    await type(rangeEnd, '1001');
    await waitForText(page, rangeEndTooLarge);
    await type(rangeEnd, '1e');
    await dialog.getByRole('button', { name: pattern('manage.handover.askDo', {}) }).click();
    await waitForText(page, t('issue.type', { field: t('manage.handover.to'), expected: 'number' }));
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: t('kit.cancel') }).click();
    await dialog.waitFor({ state: 'hidden' });
  });

  test('block an action on a range while the range is invalid', async ({ signIn, suyuan }) => {
    const { batchId } = await issueBatch(suyuan, 'TYPED-2', 1000);
    const page = await signIn('admin', `/manage/batch/${batchId}`);
    await page.getByRole('button', { name: t('manage.batch.chooseRange') }).click();
    const range = page.getByRole('group', { name: t('manage.batch.range') });
    await expect(numberField(range, t('manage.batch.from'))).toBeFocused();
    const rangeEnd = numberField(range, t('manage.batch.to'));
    await expect(range.getByRole('button', { name: t('manage.batch.do.void') })).toBeDisabled();
    await type(numberField(range, t('manage.batch.from')), '1', '1');
    await type(rangeEnd, '1000', '1,000');
    await type(rangeEnd, '2000', '2,000');
    await waitForText(page, rangeEndTooLarge);
    await range.getByRole('button', { name: t('manage.batch.do.activate') }).click();
    await expect(rangeEnd).toBeFocused();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await type(rangeEnd, '1 0 0 0', '1,000');
    await expectHidden(page, rangeEndTooLarge);
  });

  test('block a filter while the value is invalid', async ({ signIn }) => {
    const page = await signIn('admin', '/manage/codeRecord');
    await addFilter(page, t('manage.codeRecord.sessions'));
    const label = t('manage.codeRecord.sessions');
    await type(numberField(page, `${label} ${t('kit.range.least')}`), '5');
    await type(numberField(page, `${label} ${t('kit.range.most')}`), '3');
    await page.getByRole('button', { name: t('kit.search') }).click();
    await waitForText(page, t('issue.tooSmall', { field: t('kit.range.mostOf', { field: label }), min: 5 }));
    expect(new URL(page.url()).search).not.toContain('session');
  });
});
