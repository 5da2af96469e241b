import type { Request } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { waitForNotice } from './support/notices.ts';
import type { Suyuan } from './support/suyuan-process.ts';
import { expect, test } from './support/test.ts';
import { english, pattern, t } from './support/text.ts';

test.describe('verification of a code by a consumer', () => {
  const issueActiveBatch = async (suyuan: Suyuan, batchNo: string, quantity: number, rule?: object): Promise<IssuedBatch> => {
    const batch = await issueBatch(suyuan, batchNo, quantity, rule);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
    return batch;
  };

  test('accepts a typed code with look-alike characters, spaces and lower case, without JavaScript', async ({ suyuan, openPage }) => {
    const { codes } = await issueActiveBatch(suyuan, 'SHOP-TYPED', 200);
    const code = codes.find((text) => /0/.test(text) && /1/.test(text)) ?? '';
    const typedCode = code.replaceAll('0', 'O').replaceAll('1', 'l').toLowerCase();
    const page = await openPage({ width: 390, javaScriptEnabled: false });
    await page.goto(suyuan.publicUrl);
    await page.getByLabel(t('verify.enter')).fill(` ${typedCode.replace(/(.{4})(?=.)/g, '$1-')} `);
    await page.getByRole('button', { name: t('verify.enter.submit') }).click();
    await page.getByRole('heading', { level: 1, name: t('verify.genuine.title') }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/c/${code}`);
    await page.getByRole('heading', { level: 2, name: '纯牛奶 250 毫升' }).waitFor();
    await page.getByText(t('verify.firstNow')).waitFor();
  });

  test('serves the page in less than 30 kB, without other hosts or inline scripts', async ({ suyuan, openPage, faults }) => {
    const { codes } = await issueActiveBatch(suyuan, 'SHOP-SIZE', 1);
    const page = await openPage({ width: 390 });
    const requestedUrls: string[] = [];
    const sizes: ReturnType<Request['sizes']>[] = [];
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('response', (response) => sizes.push(response.request().sizes()));
    await page.goto(`${suyuan.publicUrl}/c/${codes[0]}`, { waitUntil: 'networkidle' });
    let bytes = 0;
    for (const { responseBodySize, responseHeadersSize } of await Promise.all(sizes)) bytes += responseBodySize + responseHeadersSize;
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(30 * 1024);
    expect(requestedUrls.filter((url) => new URL(url).origin !== suyuan.publicUrl)).toEqual([]);
    expect(await page.locator('script').evaluateAll((all) => all.map((script) => script.outerHTML))).toEqual([
      '<script src="/page.js" defer=""></script>',
    ]);
    expect(faults).toEqual([]);
  });

  test('shows a second consumer the first verification and does not count reloads', async ({ suyuan, openPage }) => {
    const { approver, codes } = await issueActiveBatch(suyuan, 'SHOP-SECOND', 1);
    const code = codes[0] ?? '';
    const firstConsumer = await openPage({ width: 390 });
    await firstConsumer.goto(`${suyuan.publicUrl}/c/${code}`);
    const verdict = firstConsumer.getByRole('heading', { level: 1, name: t('verify.genuine.title') });
    await verdict.waitFor();
    for (let reloads = 0; reloads < 2; reloads++) {
      await firstConsumer.reload();
      await verdict.waitFor();
    }
    const secondConsumer = await openPage({ width: 390, userAgent: 'another browser' });
    await secondConsumer.goto(`${suyuan.publicUrl}/c/${code}`);
    await secondConsumer.getByRole('heading', { level: 1, name: t('verify.alreadyVerified.title') }).waitFor();
    await secondConsumer.getByText(t('verify.alreadyVerified.lead', { sessions: 2 })).waitFor();
    await expect(secondConsumer.locator('dl > div', { hasText: t('verify.first') })).toHaveText(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    const { rows } = await approver.must('GET', `/manage/codeRecord/list?code=${code}`);
    expect(rows?.map(({ sessionNo }) => sessionNo).sort()).toEqual([1, 1, 1, 2]);
  });

  test('returns the same page for a code with one wrong character as for random text', async ({ suyuan, openPage }) => {
    const { codes } = await issueActiveBatch(suyuan, 'SHOP-WRONG', 1);
    const code = codes[0] ?? '';
    const changedCode = (code[0] === 'Z' ? 'Y' : 'Z') + code.slice(1);
    const page = await openPage({ width: 390 });
    const pages: string[] = [];
    for (const text of [changedCode, '0000', 'no code at all']) {
      const response = await page.goto(`${suyuan.publicUrl}/c/${encodeURIComponent(text)}`);
      pages.push((await response?.text()) ?? '');
      await page.getByRole('heading', { level: 1, name: t('verify.unknown.title') }).waitFor();
    }
    expect(new Set(pages).size).toBe(1);
    await page.getByRole('link', { name: t('verify.switch') }).click();
    await page.getByRole('button', { name: english('verify.enter.submit') }).waitFor();
  });

  test('locks the PIN after five wrong attempts, and staff can unlock it', async ({ suyuan, openPage, signIn, faults }) => {
    const rule = { ruleName: '刮开码', prefix: 'PN', alphabet: 'base32', serialDigits: 8, tagDigits: 8, pinDigits: 6 };
    const { batchId, codes } = await issueActiveBatch(suyuan, 'SHOP-PIN', 10, rule);
    const consumer = await openPage({ width: 390 });
    await consumer.goto(`${suyuan.publicUrl}/c/${codes[0]}`);
    const enterPin = async (pin: string) => {
      await consumer.getByLabel(t('verify.pin.label')).fill(pin);
      // until the next page has loaded, this one shows the answer to the PIN before
      const answered = consumer.waitForEvent('load');
      await consumer.getByRole('button', { name: t('verify.pin.submit') }).click();
      await answered;
    };
    for (let attempt = 0; attempt < 6; attempt++) {
      await enterPin('000000');
      await consumer.getByText(t(attempt < 5 ? 'verify.pin.wrong' : 'verify.pin.locked')).waitFor();
    }
    const staff = await signIn('admin', `/manage/code/${batchId}/1`);
    await waitForText(staff, t('manage.code.pinLockedUntil'));
    await staff.getByRole('button', { name: t('manage.code.unlockPin') }).click();
    const question = staff.getByRole('dialog');
    await question.getByLabel(t('common.field.reason')).fill('顾客出示了包装');
    await question.getByRole('button', { name: t('manage.code.unlockPin') }).click();
    await waitForNotice(staff, pattern('manage.code.unlockPin.done', { code: '.*' }));
    await staff.getByText(t('manage.code.pinLockedUntil')).waitFor({ state: 'hidden' });
    await consumer.goto(`${suyuan.publicUrl}/c/${codes[0]}`);
    await enterPin('000001');
    await consumer.getByText(t('verify.pin.wrong')).waitFor();
    expect(faults).toEqual([]);
  });

  test.describe('of an address that guesses', () => {
    test.use({ ownServer: true });

    test('limits requests for unknown codes and still answers valid ones', async ({ suyuan, openPage }) => {
      const { codes } = await issueActiveBatch(suyuan, 'SHOP-GUESS', 1);
      const fetchCode = (text: string) => fetch(`${suyuan.publicUrl}/c/${text}`);
      const answers = await Promise.all(Array.from({ length: 31 }, (_, at) => fetchCode(`GUESS${at}`)));
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
      const limited = answers.find(({ status }) => status === 429);
      expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
      const page = await openPage({ width: 390 });
      await page.goto(`${suyuan.publicUrl}/c/GUESS31`);
      await page.getByRole('heading', { level: 1, name: t('verify.limited.title') }).waitFor();
      await page.getByText(pattern('problem.unknownLimited', { seconds: '\\d+' })).waitFor();
      await page.goto(`${suyuan.publicUrl}/c/${codes[0]}`);
      await page.getByRole('heading', { level: 1, name: t('verify.genuine.title') }).waitFor();
    });
  });

  test('keeps the input of a report when the language changes', async ({ suyuan: { publicUrl }, openPage, faults }) => {
    const page = await openPage({ width: 390 });
    await page.goto(`${publicUrl}/report`);
    await page.getByLabel(t('verify.enter')).fill('ABC123');
    await page.getByLabel(t('verify.report.words')).fill('瓶盖松');
    await page.getByRole('link', { name: t('verify.switch') }).click();
    await expect(page.getByLabel(english('verify.report.words'))).toHaveValue('瓶盖松');
    await expect(page.getByLabel(english('verify.enter'))).toHaveValue('ABC123');
    await page.goto(`${publicUrl}/report`);
    await expect(page.getByLabel(t('verify.report.words'))).toHaveValue('');
    expect(faults).toEqual([]);
  });
});
