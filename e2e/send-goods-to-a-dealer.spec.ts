import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, api, tokenOf, until } from './support/api.ts';
import { type IssuedBatch, issueBatch } from './support/batch.ts';
import { newVisitor, openBrowser, seen, signIn, type Visitor } from './support/browser.ts';
import { type Product, startProduct } from './support/product.ts';

const QUANTITY = 40_000;

describe('sending goods to a dealer', () => {
  let product: Product;
  let browser: Browser;
  let batch: IssuedBatch;
  let approver: Visitor;
  let admin: Api;

  beforeAll(async () => {
    [product, browser] = await Promise.all([startProduct(), openBrowser()]);
    approver = await newVisitor(browser);
    batch = await issueBatch(product, 'SEND-1', QUANTITY);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
    admin = api(product.consoleUrl, await tokenOf(product.consoleUrl, 'admin', product.passwords.admin ?? ''));
    await signIn(approver, product, 'approver');
  });
  afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });

  const counts = async () => (await admin.must('GET', `/manage/batch/${batch.batchId}`)).data.statusCounts;

  it('writes a document, puts goods on it by scanning, ships it, and the dealer has them', async () => {
    const { page, faults } = approver;
    await page.goto(`${product.consoleUrl}/manage/dispatch`);
    await page.getByRole('button', { name: '新增发货单' }).click();
    const form = page.getByRole('dialog', { name: '新增发货单' });
    await form.getByLabel('接收方').click();
    await page.locator('.ant-select-item-option').first().click();
    await form.getByLabel('承运人').fill('顺丰');
    await form.getByRole('button', { name: /保\s*存/ }).click();
    await page.waitForURL(/\/manage\/dispatch\/\d+$/);
    await page.getByText('贴码', { exact: true }).click();
    await page.getByRole('textbox', { name: /^\*?\s*码/ }).fill(batch.codes.slice(0, 3).join('\n'));
    await page.getByRole('button', { name: '加货' }).click();
    await seen(page, '已加上 3 枚码');
    await page
      .getByRole('button', { name: '发出', exact: true })
      .or(page.getByRole('button', { name: /^发\s*出$/ }))
      .first()
      .click();
    await agree(page);
    await seen(page, /：发出已完成/);
    await seen(page, '在途');
    await page.getByRole('button', { name: '确认收货' }).click();
    await agree(page);
    await seen(page, '已收货');
    expect(await counts()).toEqual({ shipped: 3, activated: QUANTITY - 3 });
    expect(faults).toEqual([]);
  });

  it('freezes the codes of a pasted list, and says of the line that is none of ours why', async () => {
    const { page, faults } = approver;
    await page.goto(`${product.consoleUrl}/manage/codeList`);
    await page.getByRole('button', { name: '按清单操作' }).first().click();
    const dialog = page.getByRole('dialog', { name: '按清单操作' });
    await dialog.getByLabel('操作').click();
    await page.locator('.ant-select-item-option', { hasText: /^冻结$/ }).click();
    await dialog.getByLabel('原因').fill('外箱渗漏');
    await dialog.getByRole('textbox', { name: '码' }).fill([batch.codes[10], batch.codes[11], 'NOSUCHCODE'].join('\n'));
    await dialog.getByRole('button', { name: '开始冻结' }).click();
    await page.waitForURL(/\/manage\/codeList\/\d+$/);
    await seen(page, '不是本系统的码，或不在您的数据范围内；核对后重做');
    expect(await counts()).toMatchObject({ frozen: 2 });
    expect(faults).toEqual([]);
  });

  it('keeps a long list whole through a kill in its middle: every line once, none lost', async () => {
    const form = new FormData();
    form.append('file', new Blob([batch.codes.slice(20).join('\n')]), '冻结.txt');
    const token = await tokenOf(product.consoleUrl, 'admin', product.passwords.admin ?? '');
    const sent = await fetch(`${product.consoleUrl}/api/manage/codeList/freeze?reason=x`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { codeListId } = ((await sent.json()) as { data: { codeListId: number } }).data;
    const read = async () => (await admin.call('GET', `/manage/codeList/${codeListId}`)).data;
    await until(read, (list) => list?.done > 0);
    process.kill(product.pid, 'SIGKILL');
    product = { ...(await startProduct({}, product.dataDir)), passwords: product.passwords };
    admin = api(product.consoleUrl, await tokenOf(product.consoleUrl, 'admin', product.passwords.admin ?? ''));
    const ended = await until(read, (list) => list?.state === 'done');
    const total = QUANTITY - 20;
    expect(ended).toMatchObject({ total, done: total, doneCount: total, alreadyCount: 0, refusedCount: 0 });
    expect(await counts()).toMatchObject({ frozen: total + 2 });
  });
});

/** Consents to what is asked. */
async function agree(page: Page) {
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
