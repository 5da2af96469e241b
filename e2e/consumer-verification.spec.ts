import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pollUntil } from './support/api.ts';
import { newVisitor, openBrowser, signIn, waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('verification of a code by a consumer', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    batch = await issueBatch(suyuan, 'SHOP-1', 200);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  const newConsumer = (options = {}) => newVisitor(browser, 390, options);

  it('accepts a typed code with look-alike characters, spaces and lower case, without JavaScript', async () => {
    const { page } = await newConsumer({ javaScriptEnabled: false });
    const code = batch.codes.slice(10).find((text) => /0/.test(text) && /1/.test(text)) ?? '';
    const typedCode = code.replaceAll('0', 'O').replaceAll('1', 'l').toLowerCase();
    await page.goto(suyuan.publicUrl);
    await page.getByLabel('输入包装上的码').fill(` ${typedCode.replace(/(.{4})(?=.)/g, '$1-')} `);
    await page.getByRole('button', { name: '查询' }).click();
    await page.getByRole('heading', { level: 1, name: '正品' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/c/${code}`);
    await page.getByRole('heading', { level: 2, name: '纯牛奶 250 毫升' }).waitFor();
    await page.getByText('就是这一次').waitFor();
  });

  it('serves the page in less than 30 kB, without other hosts or inline scripts', async () => {
    const { page, faults } = await newConsumer();
    const requestedUrls: string[] = [];
    let bytes = 0;
    page.on('request', (request) => requestedUrls.push(request.url()));
    page.on('response', async (response) => {
      const { responseBodySize, responseHeadersSize } = await response.request().sizes();
      bytes += responseBodySize + responseHeadersSize;
    });
    await page.goto(`${suyuan.publicUrl}/c/${batch.codes[1]}`, { waitUntil: 'networkidle' });
    await pollUntil(async () => bytes, Boolean);
    expect(bytes).toBeLessThan(30 * 1024);
    expect(requestedUrls.filter((url) => new URL(url).origin !== suyuan.publicUrl)).toEqual([]);
    expect(await page.locator('script').evaluateAll((all) => all.map((script) => script.outerHTML))).toEqual([
      '<script src="/page.js" defer=""></script>',
    ]);
    expect(faults).toEqual([]);
  });

  it('shows a second consumer the first verification and does not count reloads', async () => {
    const code = batch.codes[2];
    const firstConsumer = await newConsumer();
    await firstConsumer.page.goto(`${suyuan.publicUrl}/c/${code}`);
    await firstConsumer.page.getByRole('heading', { level: 1, name: '正品' }).waitFor();
    for (let reloads = 0; reloads < 2; reloads++) {
      await firstConsumer.page.reload();
      await firstConsumer.page.getByRole('heading', { level: 1, name: '正品' }).waitFor();
    }
    const secondConsumer = await newConsumer({ userAgent: 'another browser' });
    await secondConsumer.page.goto(`${suyuan.publicUrl}/c/${code}`);
    await secondConsumer.page.getByRole('heading', { level: 1, name: '已验证过' }).waitFor();
    await secondConsumer.page.getByText('这是第 2 次验证').waitFor();
    expect(await secondConsumer.page.locator('dl > div', { hasText: '首次验证' }).textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d/);
    const { rows } = await batch.approver.must('GET', `/manage/codeRecord/list?code=${code}`);
    expect(rows?.map(({ sessionNo }) => sessionNo).sort()).toEqual([1, 1, 1, 2]);
  });

  it('returns the same page for a code with one wrong character as for random text', async () => {
    const { page } = await newConsumer();
    const code = batch.codes[3] ?? '';
    const changedCode = (code[0] === 'Z' ? 'Y' : 'Z') + code.slice(1);
    const pages: string[] = [];
    for (const text of [changedCode, '0000', 'no code at all']) {
      const response = await page.goto(`${suyuan.publicUrl}/c/${encodeURIComponent(text)}`);
      pages.push((await response?.text()) ?? '');
      await page.getByRole('heading', { level: 1, name: '没有查到' }).waitFor();
    }
    expect(new Set(pages).size).toBe(1);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('button', { name: 'Check' }).waitFor();
  });

  it('limits requests for unknown codes and still answers valid ones', async () => {
    const { page } = await newConsumer();
    const fetchCode = (text: string) => fetch(`${suyuan.publicUrl}/c/${text}`);
    const answers = await Promise.all(Array.from({ length: 31 }, (_, at) => fetchCode(`GUESS${at}`)));
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(20);
    const limited = answers.find(({ status }) => status === 429);
    expect(Number(limited?.headers.get('retry-after'))).toBeGreaterThan(0);
    await page.goto(`${suyuan.publicUrl}/c/GUESS31`);
    await page.getByRole('heading', { level: 1, name: '查询太频繁' }).waitFor();
    await page.getByText(/^查询不存在的码过于频繁；\d+ 秒后再试$/).waitFor();
    await page.goto(`${suyuan.publicUrl}/c/${batch.codes[4]}`);
    await page.getByRole('heading', { level: 1, name: '正品' }).waitFor();
  });

  it('locks the PIN after five wrong attempts, and staff can unlock it', async () => {
    const rule = { ruleName: '刮开码', prefix: 'PN', alphabet: 'base32', serialDigits: 8, tagDigits: 8, pinDigits: 6 };
    const pinBatch = await issueBatch(suyuan, 'SHOP-PIN', 10, rule);
    await pinBatch.approver.must('PUT', `/manage/batch/${pinBatch.batchId}/activate`, {});
    const code = pinBatch.codes[0] ?? '';
    const consumer = await newConsumer();
    await consumer.page.goto(`${suyuan.publicUrl}/c/${code}`);
    for (let attempt = 0; attempt < 6; attempt++) {
      await consumer.page.getByLabel('刮开码').fill('000000');
      await consumer.page.getByRole('button', { name: '核对' }).click();
      await consumer.page.getByText(attempt < 5 ? '刮开码不对' : '这个码今天输错太多次，已锁定').waitFor();
    }
    const staff = await newVisitor(browser);
    await signIn(staff, suyuan, 'admin');
    await staff.page.goto(`${suyuan.consoleUrl}/manage/code/${pinBatch.batchId}/1`);
    await waitForText(staff.page, /刮开码输错太多次，已锁定到/);
    await staff.page.getByRole('button', { name: '解锁刮开码' }).click();
    const question = staff.page.getByRole('dialog');
    await question.getByRole('textbox').fill('顾客出示了包装');
    await question.getByRole('button', { name: '解锁刮开码' }).click();
    await waitForText(staff.page, /的刮开码已解锁，可以再核对/);
    await staff.page.getByText(/刮开码输错太多次，已锁定到/).waitFor({ state: 'hidden' });
    await consumer.page.goto(`${suyuan.publicUrl}/c/${code}`);
    await consumer.page.getByLabel('刮开码').fill('000001');
    await consumer.page.getByRole('button', { name: '核对' }).click();
    await consumer.page.getByText('刮开码不对').waitFor();
    expect(staff.faults).toEqual([]);
  });
});
