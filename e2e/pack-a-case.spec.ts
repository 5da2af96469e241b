import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IssuedBatch, issueBatch } from './support/batch.ts';
import { newVisitor, openBrowser, seen, signIn, type Visitor } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

describe('packing a case', () => {
  let product: Product;
  let browser: Browser;
  let batch: IssuedBatch;
  let desk: Visitor;
  let shopper: Visitor;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    [desk, shopper] = [await newVisitor(browser), await newVisitor(browser, 390)];
    // milk goes 24 to a case
    batch = await issueBatch(product, 'PACK-1', 60);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
    await signIn(desk, product, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  async function verdict(ordinal: number) {
    await shopper.page.goto(`${product.publicUrl}/c/${batch.codes[ordinal - 1]}`);
    return shopper.page.getByRole('heading', { level: 1 }).textContent();
  }

  it('says by scanning what is in it, instead of what the packaging put there', async () => {
    const { page } = desk;
    await page.goto(`${product.consoleUrl}/manage/code?batchId=${batch.batchId}&level=2`);
    await seen(page, '箱 1');
    await page.getByRole('row').filter({ hasText: '箱 1' }).getByRole('link').first().click();
    await seen(page, '24 / 24 单品');
    await page.getByRole('button', { name: /^装\s*箱$/ }).click();
    const dialog = page.getByRole('dialog', { name: '扫码装箱' });
    await dialog.getByLabel('码列表').fill([batch.codes[0], batch.codes[59], batch.codes[59], 'NOTOURS'].join('\n'));
    await seen(page, '其中 1 枚重复，只算一次');
    await dialog.getByRole('button', { name: /装\s*箱/ }).click();
    await dialog.getByText('列表里有 1 行不是本系统的码：NOTOURS').waitFor();
    await dialog.getByLabel('码列表').fill([batch.codes[0], batch.codes[59]].join('\n'));
    await dialog.getByRole('button', { name: /装\s*箱/ }).click();
    await seen(page, '已装入 2 枚，拆出 23 枚');
    await seen(page, '2 / 24 单品');
  });

  it('stops what is in it, and only that, where it is frozen', async () => {
    const { page } = desk;
    await page.getByRole('button', { name: /^冻\s*结$/ }).click();
    const question = page.getByRole('dialog', { name: /^冻结码/ });
    await question.getByLabel('原因').fill('外箱受潮');
    await question.getByRole('button', { name: /冻\s*结/ }).click();
    await seen(page, /\S 已冻结$/);
    for (const ordinal of [1, 60]) expect(await verdict(ordinal)).toBe('暂停销售');
    expect(await verdict(2)).toBe('正品');
    await page.goto(`${product.consoleUrl}/manage/code/${batch.batchId}/60`);
    await seen(page, '因为所在的箱已冻结（此前：已装箱）');
    await seen(page, '第 2 个，共 2 个');
    expect([...desk.faults, ...shopper.faults]).toEqual([]);
  });
});
