import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { waitForNotice } from './support/notices.ts';
import type { Suyuan } from './support/suyuan-process.ts';
import { test as base, expect } from './support/test.ts';
import { pattern, t } from './support/text.ts';

interface Batches {
  /** An active batch of 60 units. The sample's milk has 24 units per case. */
  activeBatch(batchNo: string): Promise<IssuedBatch>;
  /** An active batch whose first case has only the units 1 and 60. */
  packedBatch(batchNo: string): Promise<IssuedBatch>;
  /** The same with the case frozen. */
  frozenBatch(batchNo: string): Promise<IssuedBatch>;
}

const test = base.extend<{ batches: Batches }>({
  batches: async ({ suyuan, apiAs }, use) => {
    const activeBatch = async (batchNo: string) => {
      const batch = await issueBatch(suyuan, batchNo, 60);
      await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
      return batch;
    };
    const packedBatch = async (batchNo: string) => {
      const batch = await activeBatch(batchNo);
      const admin = await apiAs('admin');
      await admin.must('PUT', '/manage/code/pack', { container: `#${batch.batchId}-2-1`, codes: [batch.codes[0], batch.codes[59]] });
      return batch;
    };
    const frozenBatch = async (batchNo: string) => {
      const batch = await packedBatch(batchNo);
      const admin = await apiAs('admin');
      await admin.must('PUT', '/manage/code/freeze', { batchId: batch.batchId, level: 2, from: 1, to: 1, reason: '外箱受潮' });
      return batch;
    };
    await use({ activeBatch, packedBatch, frozenBatch });
  },
});

const unitsOf = (count: number) => t('manage.code.containerOfMost', { count, capacity: 24, level: t('manage.code.level.0') });
async function chooseCodeAction(page: Page, name: string) {
  await page.getByRole('button', { name: pattern('kit.moreOf', { name: '.+' }) }).click();
  await page.getByRole('menuitem', { name }).click();
}

const verificationUrl = ({ publicUrl }: Suyuan, { codes }: IssuedBatch, ordinal: number) => `${publicUrl}/c/${codes[ordinal - 1]}`;

test.describe('packing a case', () => {
  test('replaces the planned content of a case with the scanned codes', async ({ batches, signIn, faults }) => {
    const { batchId, codes } = await batches.activeBatch('PACK-REPLACED');
    const page = await signIn('admin', `/manage/code?batchId=${batchId}&level=2`);
    await page
      .getByRole('row')
      .filter({ hasText: `${t('manage.code.level.2')} #1` })
      .getByRole('link')
      .first()
      .click();
    await waitForText(page, unitsOf(24));
    await chooseCodeAction(page, t('manage.code.pack'));
    const dialog = page.getByRole('dialog', { name: t('manage.code.pack.title') });
    await dialog.getByLabel(t('manage.code.codes')).fill([codes[0], codes[59], codes[59], 'NOTOURS'].join('\n'));
    await waitForText(page, t('manage.code.pack.twice', { count: 1 }));
    await dialog.getByRole('button', { name: t('manage.code.pack') }).click();
    await dialog.getByText(t('problem.codesUnreadable', { count: 1, examples: 'NOTOURS' })).waitFor();
    await dialog.getByLabel(t('manage.code.codes')).fill([codes[0], codes[59]].join('\n'));
    await dialog.getByRole('button', { name: t('manage.code.pack') }).click();
    await waitForNotice(page, t('manage.code.pack.done', { packed: 2, released: 23 }));
    await waitForText(page, unitsOf(2));
    expect(faults).toEqual([]);
  });

  test('freezes a case with its content only', async ({ suyuan, batches, signIn, openPage, faults }) => {
    const batch = await batches.packedBatch('PACK-FROZEN');
    const page = await signIn('admin', `/manage/code/${batch.batchId}/1?level=2`);
    await waitForText(page, unitsOf(2));
    await chooseCodeAction(page, t('manage.batch.do.freeze'));
    const question = page.getByRole('dialog', { name: pattern('manage.code.ask', { verb: t('manage.batch.do.freeze'), code: '.*' }) });
    await question
      .getByTestId('impact')
      .getByText(t('manage.batch.impact.content', { count: 2, text: '2' }))
      .waitFor();
    await question.getByLabel(t('common.field.reason')).fill('外箱受潮');
    await question.getByRole('button', { name: t('manage.batch.do.freeze') }).click();
    await waitForNotice(page, pattern('manage.code.acted', { code: '\\S.*', step: t('manage.batch.step.freeze') }));
    const consumer = await openPage({ width: 390 });
    for (const ordinal of [1, 60]) {
      await consumer.goto(verificationUrl(suyuan, batch, ordinal));
      await expect(consumer.getByRole('heading', { level: 1 })).toHaveText(t('verify.frozen.title'));
    }
    await consumer.goto(verificationUrl(suyuan, batch, 2));
    await expect(consumer.getByRole('heading', { level: 1 })).toHaveText(t('verify.genuine.title'));
    await page.goto(`${suyuan.consoleUrl}/manage/code/${batch.batchId}/60`);
    const [state, own] = [t('manage.code.status.frozen'), t('manage.code.status.packed')];
    await waitForText(page, t('manage.code.fromContainer', { level: t('manage.code.level.2'), state, own }));
    await waitForText(page, t('manage.code.frameOf', { level: t('manage.code.level.0'), place: 2, contains: 2 }));
    // the unit and its case have the same state
    await expect(page.getByRole('region', { name: t('manage.code.frames') }).getByText(state)).toHaveCount(2);
    expect(faults).toEqual([]);
  });

  test('shows the same numbers in the bar, the legend and the batch list', async ({ suyuan, batches, signIn, faults }) => {
    const { batchId } = await batches.frozenBatch('PACK-NUMBERS');
    const [frozen, activated, packed] = [t('manage.code.status.frozen'), t('manage.code.status.activated'), t('manage.code.status.packed')];
    const page = await signIn('admin', `/manage/batch/${batchId}`);
    const legend = page.getByRole('button', { name: new RegExp(`^${frozen}`) });
    await legend.filter({ hasText: t('manage.batch.held', { count: 2 }) }).waitFor();
    const bar = page.getByRole('img', { name: t('manage.batch.barOf', { batchNo: 'PACK-NUMBERS', count: '60' }) });
    const { width } = (await bar.boundingBox())!;
    // parts of the page that load meanwhile move the bar away from the pointer
    for (const [x, texts] of [
      [1, [frozen, `${t('manage.code.ownStatus')}${packed}`]],
      [width / 2, [activated]],
    ] as const)
      await expect(async () => {
        await bar.hover({ position: { x, y: 20 } });
        for (const text of texts) await expect(page.getByTestId('bar-tip')).toContainText(text, { timeout: 5000 });
      }).toPass({ timeout: 60_000 });
    await legend.click();
    await waitForText(page, t('kit.total', { total: 2 }));
    await page.goto(`${suyuan.consoleUrl}/manage/batch?batchNo=PACK-NUMBERS`);
    await page.getByRole('img', { name: `${activated} 58${t('kit.joint')}${frozen} 2` }).waitFor();
    expect(faults).toEqual([]);
  });

  test('opens a code by its text, and lists the codes of all batches on request', async ({ suyuan, batches, signIn, faults }) => {
    const { batchId, codes } = await batches.frozenBatch('PACK-LISTED');
    const page = await signIn('admin', '/manage/code');
    const input = page.getByRole('textbox', { name: t('manage.code.searchOne') });
    await input.fill('no-such-code');
    await input.press('Enter');
    await expect(input).toHaveAttribute('aria-invalid', 'true');
    await input.fill(codes[1] ?? '');
    await input.press('Enter');
    await page.waitForURL(`**/manage/code/${batchId}/2`);
    await page.goBack();
    await page.getByRole('link', { name: t('manage.code.listAll') }).click();
    await waitForText(page, t('manage.code.listed.all'));
    await waitForText(page, codes[0]!.slice(0, 4));
    const total = await page.locator('.ant-pagination-total-text').first().textContent();
    expect(Number(total?.replace(/\D/g, ''))).toBeGreaterThan(1_000_000);
    await page.goto(`${suyuan.consoleUrl}/manage/code?batchId=${batchId}&status=frozen`);
    await waitForText(page, `${t('manage.code.listed.ofBatchFiltered')} PACK-LISTED`);
    await waitForText(page, t('kit.total', { total: 2 }));
    expect(faults).toEqual([]);
  });

  test('leads from a batch number in the code search to the codes of the batch', async ({ batches, signIn, faults }) => {
    const { batchId } = await batches.frozenBatch('PACK-SEARCHED');
    const page = await signIn('admin', '/manage/code');
    const input = page.getByRole('textbox', { name: t('manage.code.searchOne') });
    await input.fill('pack-searched');
    await input.press('Enter');
    await waitForText(page, t('manage.code.isBatch', { batchNo: 'PACK-SEARCHED' }));
    await page.getByRole('link', { name: t('manage.code.ofBatch') }).click();
    await page.waitForURL(`**/manage/code?batchId=${batchId}`);
    await waitForText(page, t('manage.code.listed.ofBatch'));
    expect(faults).toEqual([]);
  });

  test('leads from the codes page to the batches while there are no codes', async ({ signIn, suyuan, faults }) => {
    const page = await signIn('admin', '/index');
    await page.route('**/api/manage/batch/list*', (route) => route.fulfill({ json: { code: 200, msg: '', total: 0, rows: [] } }));
    await page.goto(`${suyuan.consoleUrl}/manage/code`);
    await waitForText(page, t('manage.code.noneYet'));
    await page.getByRole('link', { name: t('manage.code.toBatches') }).click();
    await page.getByRole('heading', { level: 1, name: t('manage.batch.title') }).waitFor();
    expect(faults).toEqual([]);
  });

  test('finds a unit by its full code and masks the code without the export permission', async ({ batches, signIn, faults }) => {
    const { codes } = await batches.activeBatch('PACK-MASKED');
    const code = codes[1] ?? '';
    const page = await signIn('planner', `/manage/code?code=${code}`);
    const link = page.getByRole('row').filter({ hasText: 'PACK-MASKED' }).getByRole('link').first();
    await expect(link).toHaveText(new RegExp(`^[*\\s]{12,}${code.slice(-4)}$`));
    await link.click();
    await waitForText(page, t('manage.code.masked'));
    expect(await page.getByTestId('code-hero').innerHTML()).not.toContain(code.slice(4, -4));
    await expect(page.getByRole('button', { name: t('manage.batch.do.exportCodes') })).toHaveCount(0);

    await page.goto(new URL('/manage/code/1/1', page.url()).href);
    const containers = page.getByRole('region', { name: t('manage.code.frames') });
    await expect(containers.getByText(/^[*\s]{12,}/).first()).toBeVisible();
    await expect(containers.getByRole('button', { name: /\*{4}/ })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('counts a scanned unit as outside even if nothing was shipped', async ({ suyuan, batches, signIn, openPage, faults }) => {
    const batch = await batches.frozenBatch('PACK-OUTSIDE');
    const consumer = await openPage({ width: 390 });
    for (const ordinal of [1, 60, 2]) await consumer.goto(verificationUrl(suyuan, batch, ordinal));
    const page = await signIn('admin', `/manage/recallImpact?batchId=${batch.batchId}`);
    await waitForText(page, t('manage.recallImpact.untracked', { count: 3 }));
    await waitForText(page, t('manage.recallImpact.wayUnknown'));
    await expect(page.getByText(t('manage.recallImpact.none'))).toHaveCount(0);
    await page.getByRole('link', { name: t('manage.recallImpact.seeScans') }).click();
    await page.waitForURL(`**/manage/codeRecord?batchId=${batch.batchId}&inspection=0`);
    await waitForText(page, t('kit.total', { total: 3 }));
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batch.batchId}`);
    await page.getByRole('heading', { level: 1, name: 'PACK-OUTSIDE' }).waitFor();
    expect(faults).toEqual([]);
  });
});
