import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, pollUntil, tokenOf } from './support/api.ts';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('statistics', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let approver: Visitor;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    approver = await newVisitor(browser);
    await signIn(approver, suyuan, 'approver');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('counts a scan within seconds and explains each statistic', async () => {
    const { page } = approver;
    const approverApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? ''));
    const readScanCount = async () => (await approverApi.must('GET', '/manage/figure/home?days=7')).data.scans.value as number;
    const before = await pollUntil(readScanCount, (value) => value > 0);
    await fetch(`${suyuan.publicUrl}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: '2222222222222222' }),
    });
    expect(await pollUntil(readScanCount, (value) => value > before)).toBe(before + 1);
    const tile = page.getByRole('link', { name: /^扫码 / });
    await tile.waitFor();
    await page.getByText('首扫率', { exact: true }).focus();
    await waitForText(page, /首次扫码 ÷ 我们的码的全部扫码/);
  });

  it('opens a province by keyboard, shows the data table of a chart and exports it', async () => {
    const { page } = approver;
    const map = page.getByRole('figure', { name: '哪些地区的可疑扫码多？' });
    await map.getByRole('button', { name: /^北京/ }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
    const name = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    expect(name).not.toMatch(/^北京/);
    await page.keyboard.press('Enter');
    await map.getByRole('button', { name: '回到全国' }).click();
    await map.getByRole('button', { name: /^看表格/ }).click();
    expect(await map.getByRole('row').count()).toBeGreaterThan(10);
    const [file] = await Promise.all([page.waitForEvent('download'), map.getByRole('button', { name: /^导出数据/ }).click()]);
    expect(readFileSync(await file.path(), 'utf8')).toMatch(/^\uFEFF地区,可疑率\r\n/);
  });

  it('marks today as incomplete and links from a table value to its list', async () => {
    const { page } = approver;
    const home = `${suyuan.consoleUrl}/index`;
    const approverApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? ''));
    // hourly figures lag behind daily ones, and the open page shows data from before the scan
    const readHours = async () => (await approverApi.must('GET', '/manage/figure/hours')).data as { today: number }[];
    const scansToday = (await approverApi.must('GET', '/manage/figure/home?days=7')).data.byDay.at(-1).scans as number;
    await pollUntil(readHours, (hours) => hours.reduce((sum, { today }) => sum + today, 0) >= scansToday);
    await page.goto(home);
    const daysFigure = page.getByRole('figure', { name: '扫码在增加吗？', exact: true });
    await daysFigure.getByRole('button', { name: /^看表格/ }).click();
    const today = daysFigure.getByRole('row').last();
    expect(await today.getByRole('rowheader').textContent()).toMatch(/^\d\d-\d\d（今天截至现在）$/);
    const hoursFigure = page.getByRole('figure', { name: '今天什么时候有人扫码？' });
    await hoursFigure.getByRole('button', { name: /^看表格/ }).click();
    const value = hoursFigure.getByRole('link').first();
    const count = Number(await value.textContent());
    await value.click();
    await page.waitForURL(/manage\/codeRecord\?beginTime=\d{4}-\d\d-\d\d\+\d\d%3A00%3A00&endTime=[^&]+%3A59%3A59&inspection=0/);
    await page
      .getByText(count === 0 ? /没有符合/ : new RegExp(`共 ${count} 条`))
      .first()
      .waitFor();

    await page.goto(home);
    await page
      .getByRole('figure', { name: '哪些地区扫得最多？' })
      .getByRole('button', { name: /^看表格/ })
      .click();
    await page.getByRole('figure', { name: '哪些地区扫得最多？' }).getByRole('link').first().click();
    await page.waitForURL(/manage\/codeRecord\?(regionCode=\d{6}|unplaced=1)&beginTime=/);
    await page.goto(home);
  });

  it('lists at most five provinces by suspect rate, without empty space below the map', async () => {
    const { page } = approver;
    await page.goto(`${suyuan.consoleUrl}/index`);
    const worstRegions = page.getByRole('list', { name: '可疑率最高的地区' }).getByRole('listitem');
    await worstRegions.first().waitFor();
    const rates = (await worstRegions.allTextContents()).map((text) => Number(/([\d.]+)%/.exec(text)?.[1]));
    expect(rates.length).toBeLessThanOrEqual(5);
    expect(rates).toEqual(rates.toSorted((one, other) => other - one));
    const map = page.getByRole('figure', { name: '哪些地区的可疑扫码多？' });
    await map.getByRole('button', { name: /^北京/ }).waitFor();
    const emptyHeight = await map.evaluate((figure) => {
      const card = figure.closest('.card') as HTMLElement;
      const end = Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom));
      return card.getBoundingClientRect().bottom - end;
    });
    expect(emptyHeight).toBeLessThan(60);
  });

  it('links from a statistic to its list', async () => {
    const { page } = approver;
    await page.getByRole('link', { name: /^可疑扫码 / }).click();
    await page.waitForURL(/manage\/codeRecord\?verdict=suspect&beginTime=\d{4}-\d\d-\d\d&endTime=/);
    await page.getByRole('heading', { level: 1, name: '码记录' }).waitFor();
  });

  it('shows the distribution of a batch, also on a phone', async () => {
    const { page } = approver;
    const approverApi = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', suyuan.passwords.approver ?? ''));
    const [batch] = (await approverApi.must('GET', '/manage/batch/list?state=active&pageSize=1')).rows ?? [];
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${suyuan.consoleUrl}/manage/recallImpact?batchId=${batch.batchId}`);
    await page.getByRole('heading', { level: 1, name: '召回影响' }).waitFor();
    await page.getByRole('figure', { name: '哪里扫过这个批次？' }).waitFor();
    await waitForText(page, '在外码段');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(approver.faults).toEqual([]);
  });
});
