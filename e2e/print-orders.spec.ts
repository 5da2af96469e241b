import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSymbols } from '../apps/server/src/test/barcode-reader.ts';
import { unzip } from '../apps/server/src/test/unzip.ts';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('print orders', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let requester: Visitor;
  let approver: Visitor;
  let archive: Buffer;
  let batchNo: string;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan({ ADMIN_PASSWORD: 'seven quiet rivers meet' }), openBrowser()]);
    [requester, approver] = [await newVisitor(browser), await newVisitor(browser)];
    Object.assign(suyuan.passwords, { admin: 'seven quiet rivers meet' });
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('tells users without the export permission who can request a print order', async () => {
    const { page, faults } = await newVisitor(browser);
    await signIn({ page, faults }, suyuan, 'planner');
    await page.goto(`${suyuan.consoleUrl}/manage/handover`);
    await page.getByText('移交由有“导出码”权限的同事从批次页的“导出”申请；需要移交时找他们，或由管理员在角色管理中授权').waitFor();
    expect(await page.getByRole('button', { name: '选批次移交' }).count()).toBe(0);
    expect(faults).toEqual([]);
  });

  it('requests a print order on the batch page with a sample label', async () => {
    const { page } = requester;
    await signIn(requester, suyuan, 'admin');
    await page.goto(`${suyuan.consoleUrl}/manage/handover`);
    await page.getByText('打开一个已发码的批次，在“导出”里点“移交印刷”').waitFor();
    await page.getByRole('button', { name: '选批次移交' }).click();
    await page.waitForURL('**/manage/batch?having=issued');
    await page.goto(`${suyuan.consoleUrl}/manage/batch?state=active`);
    batchNo = (await page.locator('tbody tr a').first().textContent()) ?? '';
    await page.locator('tbody tr a').first().click();
    await page.getByRole('tab', { name: /导出/ }).click();
    await page.getByRole('button', { name: '移交印刷' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('印刷厂').fill('旅程印务');
    await dialog.getByText('PNG 标签').click();
    await dialog.getByRole('img', { name: '样张' }).waitFor();
    await dialog.getByLabel('结束序号').fill('12');
    await dialog.getByRole('button', { name: '申请移交 12 枚' }).click();
    await page.getByText('已申请；等另一位同事放行').first().waitFor();
    await dialog.waitFor({ state: 'hidden' });
  });

  it('links from the batch to its print orders, filtered by batch number', async () => {
    const { page } = requester;
    const batchUrl = page.url();
    await page.getByRole('link', { name: '本批次的移交' }).locator('visible=true').last().click();
    await page.waitForURL(/\/manage\/handover\?batchId=\d+$/);
    await page
      .locator('.filter-tags', { hasText: `批次：${batchNo}` })
      .locator('visible=true')
      .waitFor();
    await page.goto(batchUrl);
  });

  it('exports case codes separately, by their own ordinals', async () => {
    const { page } = requester;
    await page.getByRole('button', { name: '导出码' }).locator('visible=true').last().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radiogroup', { name: '层级' }).getByText(/^箱/).click();
    await dialog.getByLabel('结束序号').fill('7');
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '导出并下载 7 枚' }).click();
    const lines = readFileSync((await (await downloading).path()) ?? '', 'utf8')
      .trim()
      .split('\n');
    expect(new Set(lines).size).toBe(7);
    await dialog.waitFor({ state: 'hidden' });
  });

  it('requires a second person for the release, and only that person sees the password', async () => {
    const { page } = approver;
    await signIn(approver, suyuan, 'approver');
    await page.goto(`${suyuan.consoleUrl}/manage/handover?state=pending`);
    await page
      .getByRole('row', { name: /旅程印务/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /移交 \d/ }).waitFor();
    await page.getByRole('button', { name: '放行', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: '放行' }).click();
    await page.getByRole('button', { name: '看口令' }).waitFor();
  });

  it('lets the requester download the archive, which opens with the password', async () => {
    const { page } = requester;
    await page.goto(`${suyuan.consoleUrl}/manage/handover?recipient=${encodeURIComponent('旅程印务')}`);
    await page
      .getByRole('row', { name: /旅程印务/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: /移交 \d/ }).waitFor();
    await page.getByRole('button', { name: '下载', exact: true }).click({ timeout: 60_000 });
    const downloading = page.waitForEvent('download');
    await page.getByRole('dialog').getByRole('link', { name: '下载' }).click();
    archive = readFileSync((await (await downloading).path()) ?? '');
    await page.getByText('已交付').locator('visible=true').first().waitFor();

    await approver.page.getByRole('button', { name: '看口令' }).click();
    const password = await approver.page.getByRole('dialog').locator('.mono-text').textContent();
    await closeDialog(approver.page, '已记下');
    const files = unzip(archive, password ?? '');
    expect(files.size).toBe(13);
    const { firstCode } = JSON.parse(files.get('manifest.json')?.toString() ?? '');
    const [payload] = await readSymbols(files.get('01.png') ?? Buffer.alloc(0));
    expect(payload?.endsWith(firstCode)).toBe(true);
    expect([...requester.faults, ...approver.faults]).toEqual([]);
  });
});

async function closeDialog(page: Page, name: string) {
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
}
