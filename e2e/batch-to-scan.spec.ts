import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { choosePage } from './support/menu.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

/** Quantity of the README's walkthrough. */
const QUANTITY = 10_000_000;
const BATCH_NO = 'E2E-20261120';

test('takes a batch of ten million codes from planning to the first scan', async ({ suyuan, signIn, openPage, faults }) => {
  const planner = await signIn('planner');
  const approver = await signIn('approver');
  const openBatches = async (page: Page) => {
    await choosePage(page, t('shell.menu.manage.batch'));
    // home also links recent batches and a new one, until the list is in front
    await page.getByRole('heading', { level: 1, name: t('manage.batch.title') }).waitFor();
  };

  await test.step('lets the sample planner plan a batch of ten million codes and submit it', async () => {
    await openBatches(planner);
    await planner.getByRole('button', { name: t('kit.addNoun', { noun: t('manage.batch') }) }).click();
    const form = planner.getByRole('dialog');
    await form.getByLabel(t('manage.batch.batchNo')).fill(BATCH_NO);
    await selectOption(planner, t('manage.batch.categoryId'), '纯牛奶 250 毫升');
    await selectOption(planner, t('manage.batch.supplierId'), '云岭牧场乳业有限公司');
    await form.getByLabel(t('manage.batch.quantity')).fill(String(QUANTITY));
    await form.getByLabel(t('manage.batch.madeDate')).fill(new Date().toISOString().slice(0, 10));
    await form.getByLabel(t('manage.batch.madeDate')).press('Tab');
    const saved = planner.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/manage/batch') && response.ok(),
    );
    await form.getByRole('button', { name: t('kit.save') }).click();
    expect(await (await saved).json()).toMatchObject({ code: 200 });
    await planner.getByRole('heading', { level: 1, name: BATCH_NO }).waitFor();
    await planner.getByRole('button', { name: t('manage.batch.do.submit') }).click();
    await waitForText(planner, t('manage.batch.state.pending'));
  });

  await test.step('lets the sample approver approve it and issue its codes', async () => {
    await openBatches(approver);
    await approver.getByRole('link', { name: BATCH_NO }).click();
    await approver.getByRole('heading', { level: 1, name: BATCH_NO }).waitFor();
    await runStep(approver, t('manage.batch.do.approve'));
    await runStep(approver, t('manage.batch.do.issue'));
    await stepButton(approver, t('manage.batch.do.activate')).waitFor();
    await expect(approver.getByRole('button', { name: t('manage.batch.do.exportCodes') })).toHaveCount(0);
  });

  const code = await test.step('exports ten million unique codes, one per line, to users with the export permission', async () => {
    const admin = await signIn('admin', new URL(approver.url()).pathname);
    await admin
      .getByRole('button', { name: t('manage.batch.do.exportCodes') })
      .first()
      .click();
    const downloading = admin.waitForEvent('download');
    await admin
      .getByRole('dialog')
      .getByRole('button', { name: pattern('manage.codeExport.download', { count: '.*' }) })
      .click();
    let lines = 0;
    let fortySecond = '';
    for await (const line of createInterface({ input: createReadStream(await (await downloading).path()) })) {
      if (lines++ === 41) fortySecond = line;
    }
    expect(lines).toBe(QUANTITY);
    expect(fortySecond).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
    return fortySecond;
  });

  await test.step('shows a consumer that a code is not yet activated', async () => {
    const consumer = await openPage({ width: 390 });
    await consumer.goto(`${suyuan.publicUrl}/c/${code}`);
    await consumer.getByRole('heading', { level: 1, name: t('verify.notActivated.title') }).waitFor();
  });

  await test.step('activates the batch and shows consumers that the goods are genuine', async () => {
    await runStep(approver, t('manage.batch.do.activate'));
    await stepButton(approver, t('manage.dispatch.begin')).waitFor();
    const consumer = await openPage({ width: 390 });
    await consumer.goto(`${suyuan.publicUrl}/c/${code}`);
    await consumer.getByText('纯牛奶 250 毫升').first().waitFor();
    expect(await consumer.title()).toContain(t('verify.genuine.title'));
  });

  await test.step('shows the scan in the console', async () => {
    await choosePage(approver, t('shell.menu.manage.codeRecord'));
    await approver
      .getByRole('row', { name: new RegExp(`${t('manage.codeRecord.verdict.genuine')}.*${BATCH_NO}`) })
      .first()
      .waitFor();
  });

  expect(faults).toEqual([]);
});

const stepButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function runStep(page: Page, name: string) {
  await stepButton(page, name).click();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}

async function selectOption(page: Page, label: string, option: string) {
  const form = page.getByRole('dialog');
  const field = form.getByLabel(label);
  const selectedLabel = form
    .locator('.ant-select', { has: page.getByLabel(label) })
    .locator('.ant-select-content', { hasText: new RegExp(`^${option}`) });
  const matchingOption = page
    .locator('.ant-select-item-option-active', { hasText: new RegExp(`^${option}`) })
    .locator('visible=true')
    .first();
  await field.click();
  await field.fill(option);
  await matchingOption.waitFor();
  await field.press('Enter');
  await selectedLabel.waitFor();
}
