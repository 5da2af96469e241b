import { readFileSync } from 'node:fs';
import type { Download, Page } from '@playwright/test';
import { readSymbols } from '../apps/server/src/test/barcode-reader.ts';
import { unzip } from '../apps/server/src/test/unzip.ts';
import type { Api } from './support/api.ts';
import { waitForNotice } from './support/notices.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

/** An active batch of the sample data. */
const sampleBatch = async (admin: Api): Promise<{ batchId: number; batchNo: string }> =>
  (await admin.must('GET', '/manage/batch/list?state=active')).rows?.[0];

const addOrder = t('manage.handover.do.ask');

/** Requests an order for twelve PNG labels. Returns its id. */
async function requestOrder(admin: Api, recipient: string): Promise<number> {
  const { batchId } = await sampleBatch(admin);
  return (await admin.must('PUT', `/manage/batch/${batchId}/handOver`, { recipient, kind: 'png', from: 1, to: 12 })).data.handoverId;
}

async function openOrder(page: Page, recipient: string) {
  await page
    .getByRole('row', { name: new RegExp(recipient) })
    .getByRole('link')
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: new RegExp(t('manage.handover.detail', { handoverId: '\\d+' })) }).waitFor();
}

const contentOf = async (download: Download) => readFileSync(await download.path());

test.describe('print orders', () => {
  test('tells users without the export permission who can request a print order', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/manage/handover');
    await page.getByText(t('manage.handover.begin.who')).waitFor();
    await expect(page.getByRole('button', { name: addOrder })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('requests a print order for a batch with a sample label', async ({ signIn, apiAs, faults }) => {
    const { batchNo } = await sampleBatch(await apiAs('admin'));
    const page = await signIn('admin', '/manage/handover');
    await page.getByRole('button', { name: addOrder }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(t('manage.handover.batchId')).fill(batchNo);
    await page.locator('.ant-select-item-option', { hasText: batchNo }).click();
    const recipient = dialog.getByLabel(t('manage.handover.recipient'));
    await expect(recipient).toBeFocused();
    await recipient.fill('旅程印务');
    await dialog.getByText(t('manage.handover.kind.png')).click();
    await dialog.getByRole('img', { name: t('manage.handover.preview') }).waitFor();
    await dialog.getByLabel(t('manage.handover.to')).fill('12');
    await dialog.getByRole('button', { name: t('manage.handover.askDo', { count: '12' }) }).click();
    await waitForNotice(page, t('manage.handover.requested'));
    await page.waitForURL(/\/manage\/handover\/\d+$/);
    await page.getByText('旅程印务').locator('visible=true').first().waitFor();
    expect(faults).toEqual([]);
  });

  test('requests a refused order again with its values, and closes the form for good', async ({ signIn, apiAs, faults }) => {
    const handoverId = await requestOrder(await apiAs('admin'), '再来印务');
    await (await apiAs('approver')).must('PUT', `/manage/handover/${handoverId}/refuse`, { reason: '数量不对' });
    const page = await signIn('admin', `/manage/handover/${handoverId}`);
    await page.getByRole('button', { name: t('manage.handover.do.again') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel(t('manage.handover.recipient'))).toHaveValue('再来印务');
    await expect(dialog.getByRole('radio', { name: t('manage.handover.kind.png') })).toBeChecked();
    await dialog.getByRole('button', { name: t('kit.cancel') }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await page
      .getByRole('link', { name: t('manage.handover.ofBatch') })
      .locator('visible=true')
      .waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.goBack();
    await page.getByRole('button', { name: t('manage.handover.do.again') }).click();
    await dialog.getByLabel(t('manage.handover.to')).fill('9');
    await dialog.getByRole('button', { name: t('manage.handover.askDo', { count: '9' }) }).click();
    await page.waitForURL((url) => /\/handover\/\d+$/.test(url.pathname) && !url.pathname.endsWith(`/${handoverId}`));
    await page.getByText('9 (#1–9)').locator('visible=true').waitFor();
    await page.goBack();
    await page
      .getByRole('link', { name: t('manage.handover.ofBatch') })
      .locator('visible=true')
      .waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('links from the batch to its print orders, filtered by batch number', async ({ signIn, apiAs, faults }) => {
    const admin = await apiAs('admin');
    const { batchId, batchNo } = await sampleBatch(admin);
    await requestOrder(admin, '连线印务');
    const page = await signIn('admin', `/manage/batch/${batchId}`);
    await page.getByRole('tab', { name: t('manage.batch.files') }).click();
    await page
      .getByRole('link', { name: t('manage.handover.ofBatch') })
      .locator('visible=true')
      .last()
      .click();
    await page.waitForURL(`**/manage/handover?batchId=${batchId}`);
    await page
      .getByTestId('filter-tags')
      .filter({ hasText: t('kit.pair', { what: t('manage.handover.batchId'), which: batchNo }) })
      .locator('visible=true')
      .waitFor();
    await page.getByRole('row', { name: /连线印务/ }).waitFor();
    expect(faults).toEqual([]);
  });

  test('exports case codes separately, by their own ordinals', async ({ signIn, apiAs, faults }) => {
    const { batchId } = await sampleBatch(await apiAs('admin'));
    const page = await signIn('admin', `/manage/batch/${batchId}`);
    await page.getByRole('tab', { name: t('manage.batch.files') }).click();
    await page
      .getByRole('button', { name: t('manage.batch.do.exportCodes') })
      .locator('visible=true')
      .last()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByRole('radiogroup', { name: t('manage.codeExport.level') })
      .getByText(pattern('manage.codeExport.level.count', { level: t('manage.category.level.2'), count: '.+' }))
      .click();
    await dialog.getByLabel(t('manage.codeExport.to')).fill('7');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: t('manage.codeExport.download', { count: '7' }) }).click();
    const lines = (await contentOf(await downloading)).toString().trim().split('\n');
    expect(new Set(lines).size).toBe(7);
    await dialog.waitFor({ state: 'hidden' });
    expect(faults).toEqual([]);
  });

  test('requires a second person for the release, and only that person sees the password', async ({ signIn, apiAs, faults }) => {
    const handoverId = await requestOrder(await apiAs('admin'), '两人印务');
    const page = await signIn('approver', '/manage/handover?state=pending');
    await openOrder(page, '两人印务');
    await page.getByRole('button', { name: t('manage.handover.do.release'), exact: true }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('manage.handover.do.release') })
      .click();
    await page.getByRole('button', { name: t('manage.handover.do.password') }).waitFor();
    // the requester can download, but sees no password
    const requester = await signIn('admin', `/manage/handover/${handoverId}`);
    await requester.getByRole('button', { name: t('manage.handover.do.link'), exact: true }).waitFor();
    await expect(requester.getByRole('button', { name: t('manage.handover.do.password') })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('lets the requester download the archive, which opens with the password', async ({ signIn, apiAs, faults }) => {
    const handoverId = await requestOrder(await apiAs('admin'), '下载印务');
    await (await apiAs('approver')).must('PUT', `/manage/handover/${handoverId}/release`, {});
    const page = await signIn('admin', `/manage/handover?recipient=${encodeURIComponent('下载印务')}`);
    await openOrder(page, '下载印务');
    await page.getByRole('button', { name: t('manage.handover.do.link'), exact: true }).click();
    const downloading = page.waitForEvent('download');
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('manage.handover.do.link') })
      .click();
    const archive = await contentOf(await downloading);
    await page.getByText(t('manage.handover.state.done')).locator('visible=true').first().waitFor();

    const approverPage = await signIn('approver', `/manage/handover/${handoverId}`);
    await approverPage.getByRole('button', { name: t('manage.handover.do.password') }).click();
    const dialog = approverPage.getByRole('dialog');
    const password = (await dialog.locator('.mono-text').textContent()) ?? '';
    await dialog.getByRole('button', { name: t('manage.handover.passwordSaved') }).click();
    await dialog.waitFor({ state: 'hidden' });
    const files = unzip(archive, password);
    expect(files.size).toBe(13);
    const { firstCode } = JSON.parse(files.get('manifest.json')?.toString() ?? '');
    const [payload] = await readSymbols(files.get('01.png') ?? Buffer.alloc(0));
    expect(payload?.endsWith(firstCode)).toBe(true);
    expect(faults).toEqual([]);
  });
});
