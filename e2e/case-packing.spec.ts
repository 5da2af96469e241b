import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type IssuedBatch, issueBatch } from './support/issue-batch.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('packing a case', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let batch: IssuedBatch;
  let staff: Visitor;
  let consumer: Visitor;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    [staff, consumer] = [await newVisitor(browser), await newVisitor(browser, 390)];
    // the sample's milk has 24 units per case
    batch = await issueBatch(suyuan, 'PACK-1', 60);
    await batch.approver.must('PUT', `/manage/batch/${batch.batchId}/activate`, {});
    await signIn(staff, suyuan, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  async function readVerdict(ordinal: number) {
    await consumer.page.goto(`${suyuan.publicUrl}/c/${batch.codes[ordinal - 1]}`);
    return consumer.page.getByRole('heading', { level: 1 }).textContent();
  }

  it('replaces the planned content of a case with the scanned codes', async () => {
    const { page } = staff;
    await page.goto(`${suyuan.consoleUrl}/manage/code?batchId=${batch.batchId}&level=2`);
    await waitForText(page, '箱 1');
    await page.getByRole('row').filter({ hasText: '箱 1' }).getByRole('link').first().click();
    await waitForText(page, '24 / 24 单品');
    await page.getByRole('button', { name: /^装\s*箱$/ }).click();
    const dialog = page.getByRole('dialog', { name: '扫码装箱' });
    await dialog.getByLabel('码列表').fill([batch.codes[0], batch.codes[59], batch.codes[59], 'NOTOURS'].join('\n'));
    await waitForText(page, '其中 1 枚重复，只算一次');
    await dialog.getByRole('button', { name: /装\s*箱/ }).click();
    await dialog.getByText('列表里有 1 行不是本系统的码：NOTOURS').waitFor();
    await dialog.getByLabel('码列表').fill([batch.codes[0], batch.codes[59]].join('\n'));
    await dialog.getByRole('button', { name: /装\s*箱/ }).click();
    await waitForText(page, '已装入 2 枚，拆出 23 枚');
    await waitForText(page, '2 / 24 单品');
  });

  it('freezes a case with its content only', async () => {
    const { page } = staff;
    await page.getByRole('button', { name: /^冻\s*结$/ }).click();
    const question = page.getByRole('dialog', { name: /^冻结码/ });
    await question.getByLabel('原因').fill('外箱受潮');
    await question.getByRole('button', { name: /冻\s*结/ }).click();
    await waitForText(page, /\S 已冻结$/);
    for (const ordinal of [1, 60]) expect(await readVerdict(ordinal)).toBe('暂停销售');
    expect(await readVerdict(2)).toBe('正品');
    await page.goto(`${suyuan.consoleUrl}/manage/code/${batch.batchId}/60`);
    await waitForText(page, '因为所在的箱已冻结（此前：已装箱）');
    await waitForText(page, '第 2 个，共 2 个');
    // the unit and its case have the same state
    expect(await page.locator('.code-frames').getByText('已冻结').count()).toBe(2);
    expect([...staff.faults, ...consumer.faults]).toEqual([]);
  });

  it('shows the same numbers in the bar, the legend and the batch list', async () => {
    const { page } = staff;
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batch.batchId}`);
    const legend = page.getByRole('button', { name: /^已冻结/ });
    await legend.filter({ hasText: '其中 2 枚随容器' }).waitFor();
    await page.getByRole('img', { name: /PACK-1/ }).waitFor();
    const bar = page.locator('.bar-track');
    const { x, y, width } = (await bar.boundingBox())!;
    await page.mouse.move(x + 1, y + 20);
    await page.locator('.bar-tip', { hasText: '已冻结' }).getByText('本码：已装箱').waitFor();
    await page.mouse.move(x + width / 2, y + 20);
    await page.locator('.bar-tip', { hasText: '已激活' }).waitFor();
    await legend.click();
    await waitForText(page, '共 2 条');
    await page.goto(`${suyuan.consoleUrl}/manage/batch?batchNo=PACK-1`);
    await page.getByRole('img', { name: '已激活 58、已冻结 2' }).waitFor();
    expect(staff.faults).toEqual([]);
  });

  it('lists the codes of all batches without a filter', async () => {
    const { page } = staff;
    const readTotal = async () =>
      Number(((await page.locator('.ant-pagination-total-text').first().textContent()) ?? '').replace(/\D/g, ''));
    await page.goto(`${suyuan.consoleUrl}/manage/code`);
    await waitForText(page, '全部批次，最近发码的在前');
    await waitForText(page, batch.codes[0]!.slice(0, 4));
    const allCount = await readTotal();
    expect(allCount).toBeGreaterThan(1_000_000);
    await page.goto(`${suyuan.consoleUrl}/manage/code?batchId=${batch.batchId}&status=frozen`);
    await waitForText(page, /符合筛选的码，批次\s*PACK-1/);
    await waitForText(page, '共 2 条');
    expect(staff.faults).toEqual([]);
  });

  it('finds a unit by its full code and masks the code without the export permission', async () => {
    const planner = await newVisitor(browser);
    const { page } = planner;
    await signIn(planner, suyuan, 'planner');
    const code = batch.codes[1] ?? '';
    await page.goto(`${suyuan.consoleUrl}/manage/code?code=${code}`);
    const row = page.getByRole('row').filter({ hasText: 'PACK-1' });
    await row.waitFor();
    expect(await row.getByRole('link').first().textContent()).toMatch(new RegExp(`^[*\\s]{12,}${code.slice(-4)}$`));
    await row.getByRole('link').first().click();
    await waitForText(page, '只显示末四位；查看整码需要“导出码”权限');
    expect(await page.locator('.code-hero').innerHTML()).not.toContain(code.slice(4, -4));
    expect(await page.getByRole('button', { name: '导出码' }).count()).toBe(0);
    expect(planner.faults).toEqual([]);
  });

  it('counts a scanned unit as outside even if nothing was shipped', async () => {
    const { page } = staff;
    await page.goto(`${suyuan.consoleUrl}/manage/recallImpact?batchId=${batch.batchId}`);
    await waitForText(page, '3 枚码被扫过，但没有发货或售出记录：货已在外面，流向未登记');
    await waitForText(page, '流向未知，只被扫过');
    expect(await page.getByText('看不到有货在外面').count()).toBe(0);
    await page.getByRole('link', { name: '看码记录' }).click();
    await page.waitForURL(`**/manage/codeRecord?batchId=${batch.batchId}&inspection=0`);
    await waitForText(page, '共 3 条');
    await page.goto(`${suyuan.consoleUrl}/manage/batch/${batch.batchId}`);
    expect(staff.faults).toEqual([]);
  });
});
