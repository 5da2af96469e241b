import type { Page } from '@playwright/test';
import type { Api } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { choosePage } from './support/menu.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { accounts, pattern, t } from './support/text.ts';

const form = (page: Page) => page.getByRole('region', { name: t('kit.addNoun', { noun: t('manage.channelBusiness') }) });
const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function fillNames(page: Page, code: string, name: string) {
  await form(page).getByLabel(t('manage.channelBusiness.channelBusinessCode'), { exact: true }).fill(code);
  await form(page).getByLabel(t('manage.channelBusiness.channelBusinessName'), { exact: true }).fill(name);
}

const save = (page: Page) =>
  form(page)
    .getByRole('button', { name: t('kit.save') })
    .click();

/** Creates a draft and returns its id. */
async function addDealer(admin: Api, code: string, name: string, fields: object = {}): Promise<number> {
  const input = { channelBusinessCode: code, channelBusinessName: name, ...fields };
  return (await admin.must('POST', '/manage/channelBusiness', input)).data.channelBusinessId;
}

test.describe('dealers', () => {
  test('adds a subdealer within the authorised regions of its parent, found by typing', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/manage/channelBusiness');
    await rowOf(page, '粤鲜达华南总代')
      .getByRole('button', { name: t('kit.moreOf', { name: '粤鲜达华南总代' }) })
      .click();
    await page.getByRole('menuitem', { name: t('manage.channelBusiness.addBelow') }).click();
    await fillNames(page, 'GD-GZ', '羊城乳品广州分销');
    const regions = form(page).getByLabel(t('manage.channelBusiness.regions'), { exact: true });
    await regions.click();
    await regions.fill('杭州');
    await waitForText(page, t('kit.noMatch'));
    await regions.fill('广州');
    await page.getByRole('treeitem', { name: '广州市' }).locator('.ant-select-tree-checkbox').click();
    await page.keyboard.press('Escape');
    await save(page);
    await waitForHeading(page, '羊城乳品广州分销');
    await choosePage(page, t('manage.channelBusiness.title'));
    await rowOf(page, '羊城乳品广州分销').getByText('广州市 · 广东').waitFor();
    expect(faults).toEqual([]);
  });

  test('shows the number of dealers, and says that a truncated tree is not complete', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/manage/channelBusiness');
    await waitForText(page, pattern('manage.channelBusiness.total', { total: '\\d+' }));
    await page.route('**/api/manage/channelBusiness/tree', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, more: true } } });
    });
    await page.getByRole('button', { name: t('kit.refresh') }).click();
    await waitForText(page, pattern('manage.channelBusiness.more', { count: '\\d+' }));
    expect(faults).toEqual([]);
  });

  test('selects regions on the map and warns about exclusive regions of other dealers', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/manage/channelBusiness');
    await page.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.channelBusiness') }) }).click();
    await fillNames(page, 'GD-02', '岭南商贸');
    await form(page)
      .getByRole('button', { name: t('manage.channelBusiness.byMap') })
      .click();
    const map = page.getByRole('dialog', { name: t('manage.channelBusiness.mapTitle') });
    await map.getByRole('button', { name: /^广东/ }).click();
    await map.getByText('广东省', { exact: true }).waitFor();
    await map.getByRole('button', { name: t('kit.confirm') }).click();
    const exclusive = t('manage.channelBusiness.exclusive');
    await form(page)
      .getByText(t('manage.channelBusiness.overlapOf', { name: '粤鲜达华南总代', exclusive, regions: '广东省' }))
      .waitFor();
    await save(page);
    await waitForHeading(page, '岭南商贸');
    await page.getByRole('tab', { name: t('manage.channelBusiness.regions') }).waitFor();
    await waitForText(page, t('manage.channelBusiness.overlapHint'));
    expect(faults).toEqual([]);
  });

  test('authorises a dealer for a product that only a search finds', async ({ signIn, apiAs, faults }) => {
    const admin = await apiAs('admin');
    const { rows: [listed, found] = [] } = await admin.must('GET', '/manage/category/list?pageSize=2');
    const id = await addDealer(admin, 'GD-04', '珠江百货', { categoryIds: [listed.categoryId] });
    const page = await signIn('admin', `/manage/channelBusiness/${id}/edit`);
    await page.route('**/api/manage/category/list?*', async (route) => {
      if (route.request().url().includes('categoryName=')) return route.continue();
      await route.fulfill({ json: { code: 200, msg: '', rows: [], total: 0 } });
    });
    await page.reload();
    const field = page.getByLabel(t('manage.channelBusiness.categoryIds'));
    await waitForText(page, listed.categoryName);
    await field.fill(found.categoryName);
    await page.getByRole('option', { name: found.categoryName }).waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('kit.save') }).click();
    await waitForHeading(page, '珠江百货');
    const { data } = await admin.must('GET', `/manage/channelBusiness/${id}`);
    expect(data.categoryIds).toEqual([listed.categoryId, found.categoryId].toSorted((a, b) => a - b));
    expect(faults).toEqual([]);
  });

  test('refuses to let users approve their own record, with a reason', async ({ signIn, apiAs, faults }) => {
    const id = await addDealer(await apiAs('admin'), 'GD-03', '岭南百货');
    const page = await signIn('admin', `/manage/channelBusiness/${id}`);
    await page.getByRole('button', { name: t('manage.channelBusiness.do.submit') }).click();
    await waitForNotice(page, t('manage.channelBusiness.stepDone', { name: '岭南百货', step: t('manage.channelBusiness.step.submit') }));
    await waitForText(page, t('kit.needsOther'));
    await page.goto(new URL('/manage/channelBusiness?channelBusinessName=岭南百货', page.url()).href);
    await rowOf(page, '岭南百货')
      .getByRole('button', { name: t('kit.moreOf', { name: '岭南百货' }) })
      .click();
    await expect(page.getByRole('menuitem', { name: t('kit.remove'), exact: true })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: t('manage.channelBusiness.do.approve') })).toHaveCount(0);
    const refusal = await (await apiAs('admin')).call('PUT', `/manage/channelBusiness/${id}/approve`, {});
    expect(refusal.msg).toBe(t('problem.dealerSelfApproved'));
    await (await apiAs('approver')).must('PUT', `/manage/channelBusiness/${id}/approve`, {});
    await page.reload();
    await page
      .getByRole('list', { name: t('manage.channelBusiness.life') })
      .getByText(accounts.approver)
      .waitFor();
    expect(faults).toEqual([]);
  });

  test('explains before the termination of a dealer that its sub-dealers come first', async ({ signIn, apiAs, faults }) => {
    const { rows = [] } = await (await apiAs('admin')).must('GET', '/manage/channelBusiness/list?state=active&pageSize=100');
    const { channelBusinessId, channelBusinessName } = rows.find(({ childCount }: { childCount: number }) => childCount > 0);
    const page = await signIn('admin', `/manage/channelBusiness/${channelBusinessId}`);
    await page.getByRole('button', { name: t('kit.moreOf', { name: channelBusinessName }) }).click();
    await page.getByRole('menuitem', { name: t('manage.channelBusiness.do.terminate'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: t('manage.channelBusiness.ask.terminate', { name: channelBusinessName }) });
    await dialog.getByText(t('manage.channelBusiness.ask.terminate.blocked')).waitFor();
    await expect(dialog.getByRole('button', { name: t('manage.channelBusiness.do.terminate') })).toBeDisabled();
    await expect(dialog.getByLabel(t('common.field.reason'))).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('clones a dealer as a draft at the same place, and explains its statistics', async ({ signIn, apiAs, faults }) => {
    const admin = await apiAs('admin');
    const parent = (await admin.must('GET', '/manage/channelBusiness/list?channelBusinessCode=GD-00')).rows?.[0];
    await addDealer(admin, 'GD-FS', '禅城乳品佛山分销', { parentId: parent.channelBusinessId, regionCodes: ['440600'] });
    const page = await signIn('admin', '/manage/channelBusiness');
    await rowOf(page, '禅城乳品佛山分销')
      .getByRole('button', { name: t('kit.moreOf', { name: '禅城乳品佛山分销' }) })
      .click();
    await page.getByRole('menuitem', { name: t('manage.channelBusiness.clone') }).click();
    const dialog = page.getByRole('dialog', { name: t('manage.channelBusiness.clone.title', { name: '禅城乳品佛山分销' }) });
    await dialog.getByLabel(t('manage.channelBusiness.channelBusinessCode')).fill('GD-FS-2');
    await dialog.getByLabel(t('manage.channelBusiness.channelBusinessName')).fill('禅城乳品南海分销');
    await dialog.getByRole('button', { name: t('manage.channelBusiness.clone') }).click();
    await waitForHeading(page, '禅城乳品南海分销');
    await page.getByRole('button', { name: t('manage.channelBusiness.do.submit') }).waitFor();
    await page.getByRole('link', { name: '粤鲜达华南总代' }).click();
    await waitForHeading(page, '粤鲜达华南总代');
    // figures that load meanwhile move the word away from the pointer
    await expect(async () => {
      await page.getByText(t('manage.channelBusiness.figure.coverDays')).locator('visible=true').first().hover();
      await page.getByRole('tooltip').getByText(t('manage.channelBusiness.tip.coverDays')).waitFor({ timeout: 5000 });
    }).toPass({ timeout: 60_000 });
    const rank = pattern('manage.channelBusiness.rankOf', { rank: '\\d+', count: '\\d+' });
    await page.getByRole('link', { name: rank }).locator('visible=true').click();
    await page.waitForURL(/\/manage\/diversion/);
    expect(faults).toEqual([]);
  });

  test('links from an expiring document to the supplier and saves a new document', async ({ signIn, faults }) => {
    const page = await signIn('admin', '/manage/expiry');
    const total = page.getByText(pattern('kit.total', { total: '\\d+' })).locator('visible=true');
    const countBefore = Number((await total.textContent())?.replace(/\D/g, ''));
    const noun = t('manage.supplierPaper');
    const contract = page.getByRole('row').filter({ hasText: '冷链代工合同' });
    await contract.getByRole('button', { name: t('manage.expiry.renew.contract') }).click();
    const renewal = page.getByRole('dialog', { name: t('kit.addNoun', { noun }) });
    await expect(renewal.getByLabel(t('manage.supplierPaper.paperName'), { exact: true })).toHaveValue('冷链代工合同');
    await page.keyboard.press('Escape');
    await renewal.waitFor({ state: 'hidden' });
    await contract.getByRole('button', { name: '冷链代工合同' }).click();
    await page.getByRole('tab', { name: t('manage.supplier.papers') }).waitFor();
    await page.getByRole('button', { name: t('kit.addNoun', { noun }) }).click();
    const certificateForm = page.getByRole('dialog', { name: t('kit.addNoun', { noun }) });
    const name = certificateForm.getByLabel(t('manage.supplierPaper.paperName'), { exact: true });
    await name.fill('食品生产许可证');
    const expiryDate = certificateForm.getByLabel(t('manage.supplierPaper.validTo'), { exact: true });
    const calendar = page.locator('.ant-picker-dropdown:visible');
    await expiryDate.fill('2099-02-30');
    for (const key of ['Enter', 'Control+s']) {
      await expiryDate.press(key);
      await certificateForm.getByText(t('issue.day', { field: t('manage.supplierPaper.validTo') })).waitFor();
      await expect(expiryDate).toHaveValue('2099-02-30');
    }
    // focus and blur change no value
    await name.focus();
    await expiryDate.focus();
    await name.focus();
    await expect(expiryDate).toHaveValue('2099-02-30');
    // Enter accepts a date and keeps the form open
    await expiryDate.fill('2099-12-01');
    await calendar.waitFor();
    await expiryDate.press('Enter');
    await expect(calendar).toBeHidden();
    await expect(certificateForm).toBeVisible();
    await expect(expiryDate).toHaveValue('2099-12-01');
    // a picked date replaces incomplete input
    await expiryDate.press('Tab');
    await expiryDate.fill('2099-12-');
    await calendar.getByTitle('2099-12-30').click();
    await expect(expiryDate).toHaveValue('2099-12-30');
    await expiryDate.fill(' 2099-12-31 ');
    await expiryDate.press('Control+s');
    await expect(certificateForm).toBeHidden();
    await page.getByRole('cell', { name: /2099-12-31/ }).waitFor();
    // the new document replaces the expired one of the same name
    await choosePage(page, t('manage.expiry.title'));
    await page.getByRole('button', { name: t('kit.refresh') }).click();
    await expect(total).toHaveText(t('kit.total', { total: countBefore - 1 }));
    expect(faults).toEqual([]);
  });

  test('renews an expired contract from the list and the page, which resumes the dealer', async ({ signIn, faults }) => {
    const name = '齐鲁商贸山东经销';
    const page = await signIn('admin', '/manage/channelBusiness');
    const renew = t('manage.channelBusiness.do.renew');
    await rowOf(page, name).getByRole('button', { name: renew }).click();
    const drawer = page.getByRole('dialog', { name: t('manage.channelBusiness.renewTitle', { name }) });
    await drawer.getByRole('button', { name: t('kit.cancel') }).click();
    await drawer.waitFor({ state: 'hidden' });
    await rowOf(page, name).getByRole('link', { name }).click();
    await waitForText(page, pattern('manage.channelBusiness.lapsed', { day: '\\d{4}-\\d\\d-\\d\\d' }));
    await expect(page.getByRole('button', { name: t('manage.channelBusiness.do.resume') })).toHaveCount(0);
    await page.getByRole('button', { name: renew }).click();
    const newEndDate = drawer.getByLabel(t('manage.channelBusiness.newContractTo'));
    const contractTo = '2026-01-02';
    await newEndDate.fill(contractTo);
    await newEndDate.press('Tab');
    await drawer.getByRole('button', { name: renew }).click();
    const past = drawer.getByText(t('problem.contractEndPast', { contractTo }));
    await past.or(drawer.getByText(pattern('problem.contractDaysWrong', { contractTo, contractFrom: '.+' }))).waitFor();
    await newEndDate.fill('2099-12-31');
    await newEndDate.press('Tab');
    await drawer.getByRole('button', { name: renew }).click();
    await drawer.waitFor({ state: 'hidden' });
    await waitForText(page, '2099-12-31');
    await page.getByRole('button', { name: renew }).waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });
});
