import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { type Api, pollUntil } from './support/api.ts';
import { waitForText } from './support/browser.ts';
import { expect, test } from './support/test.ts';
import { pattern, t } from './support/text.ts';

const scanCount = (approver: Api) => async () => (await approver.must('GET', '/manage/figure/home?days=7')).data.scans.value as number;

const figure = (page: Page, name: string) => page.getByRole('figure', { name, exact: true });

const showTable = (page: Page, name: string) =>
  figure(page, name)
    .getByRole('button', { name: t('kit.figure.asTable') })
    .click();

test.describe('statistics', () => {
  // the statistics follow the scans of the sample data after the start
  test.beforeEach(async ({ apiAs }) => {
    await pollUntil(scanCount(await apiAs('approver')), (count) => count > 0, 120);
  });
  test.afterEach(({ faults }) => expect(faults).toEqual([]));

  test('counts a scan within seconds and explains each statistic', async ({ signIn, apiAs, suyuan }) => {
    const readScanCount = scanCount(await apiAs('approver'));
    const before = await readScanCount();
    await fetch(`${suyuan.publicUrl}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: '2222222222222222' }),
    });
    expect(await pollUntil(readScanCount, (count) => count > before)).toBe(before + 1);
    const page = await signIn('approver');
    await page.getByRole('link', { name: new RegExp(`^${t('manage.figure.scans')} `) }).waitFor();
    await page.getByText(t('manage.figure.firstRate'), { exact: true }).focus();
    await waitForText(page, t('manage.figure.firstRate.how'));
  });

  test('opens a province by keyboard, shows the data table of a chart and exports it', async ({ signIn }) => {
    const page = await signIn('approver');
    const map = figure(page, t('manage.figure.ask.map'));
    await map.getByRole('button', { name: /^北京/ }).focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
    await expect(page.locator(':focus')).toHaveAttribute('aria-label', /^(?!北京)/);
    await page.keyboard.press('Enter');
    await map.getByRole('button', { name: t('kit.map.country') }).click();
    await showTable(page, t('manage.figure.ask.map'));
    await expect.poll(() => map.getByRole('row').count()).toBeGreaterThan(10);
    const downloading = page.waitForEvent('download');
    await map.getByRole('button', { name: t('kit.figure.export') }).click();
    const csv = await readFile(await (await downloading).path(), 'utf8');
    expect(csv.split('\r\n')[0]).toBe(`\uFEFF${t('kit.figure.place')},${t('manage.figure.suspectRate')}`);
  });

  test('marks today as incomplete and links from a table value to its list', async ({ signIn, apiAs, suyuan }) => {
    const approver = await apiAs('approver');
    // hourly figures lag behind daily ones
    const readHours = async () => (await approver.must('GET', '/manage/figure/hours')).data as { today: number }[];
    const scansToday = (await approver.must('GET', '/manage/figure/home?days=7')).data.byDay.at(-1).scans as number;
    await pollUntil(readHours, (hours) => hours.reduce((sum, { today }) => sum + today, 0) >= scansToday);
    const page = await signIn('approver');
    await showTable(page, t('manage.figure.ask.days'));
    const today = figure(page, t('manage.figure.ask.days')).getByRole('row').last();
    await expect(today.getByRole('rowheader')).toHaveText(pattern('kit.figure.soFar', { name: '\\d\\d-\\d\\d' }));
    await showTable(page, t('manage.figure.ask.hours'));
    const value = figure(page, t('manage.figure.ask.hours')).getByRole('link').first();
    const total = Number(await value.textContent());
    await value.click();
    await page.waitForURL(/manage\/codeRecord\?beginTime=\d{4}-\d\d-\d\d\+\d\d%3A00%3A00&endTime=[^&]+%3A59%3A59&inspection=0/);
    await waitForText(page, t('kit.total', { total }));

    await page.goto(`${suyuan.consoleUrl}/index`);
    await showTable(page, t('manage.figure.ask.regions'));
    await figure(page, t('manage.figure.ask.regions')).getByRole('link').first().click();
    await page.waitForURL(/manage\/codeRecord\?(regionCode=\d{6}|unplaced=1)&beginTime=/);
  });

  test('lists at most five provinces by suspect rate, without empty space below the map', async ({ signIn }) => {
    const page = await signIn('approver');
    const worstRegions = page.getByRole('list', { name: t('manage.figure.worstRegions') }).getByRole('listitem');
    await worstRegions.first().waitFor();
    const rates = (await worstRegions.allTextContents()).map((text) => Number(/([\d.]+)%/.exec(text)?.[1]));
    expect(rates.length).toBeLessThanOrEqual(5);
    expect(rates).toEqual(rates.toSorted((one, other) => other - one));
    const map = figure(page, t('manage.figure.ask.map'));
    await map.getByRole('button', { name: /^北京/ }).waitFor();
    const emptyHeight = () =>
      map.evaluate((element) => {
        const card = element.closest('.card') as HTMLElement;
        const end = Math.max(...[...card.children].map((child) => child.getBoundingClientRect().bottom));
        return card.getBoundingClientRect().bottom - end;
      });
    await expect.poll(emptyHeight).toBeLessThan(60);
  });

  test('lists what waits for the user on home, and opens it', async ({ signIn }) => {
    const page = await signIn('approver');
    const work = page.getByRole('list', { name: t('shell.work'), exact: true });
    await expect(work.getByRole('listitem')).toHaveCount(4);
    await page.getByRole('button', { name: pattern('shell.work.more', { count: '\\d+' }) }).click();
    await expect.poll(() => work.getByRole('listitem').count()).toBeGreaterThan(4);
    await work
      .getByRole('link', { name: new RegExp(`^${t('shell.work.do.scanCase')}: `) })
      .first()
      .click();
    await page.waitForURL(/manage\/codeCase\/\d+$/);
  });

  test('shows the first steps before the first batch with codes, and the sample data until dismissed', async ({ signIn, suyuan }) => {
    const page = await signIn('admin', '/account/center');
    await page.route('**/api/manage/batch/list?*', (route) => route.fulfill({ json: { code: 200, msg: '', total: 0, rows: [] } }));
    await page.goto(`${suyuan.consoleUrl}/index`);
    const first = page.locator('section', { has: page.getByRole('heading', { name: t('shell.first') }) });
    await expect(first.getByRole('listitem')).toHaveCount(7);
    // the sample data has rules, users, suppliers and products
    await expect(first.getByText(t('shell.first.done'))).toHaveCount(4);
    await expect(page.getByRole('region', { name: t('manage.figure') })).toHaveCount(0);
    await page.getByText(t('tool.sample.ribbon'), { exact: true }).waitFor();
    await page.getByRole('button', { name: t('tool.sample.ribbon.dismiss') }).click();
    await expect(page.getByText(t('tool.sample.ribbon'), { exact: true })).toHaveCount(0);
    await first.getByRole('link', { name: t('shell.first.batch.do') }).click();
    await page.getByRole('dialog', { name: t('shell.newBatch') }).waitFor();
  });

  test('links from a statistic to its list', async ({ signIn }) => {
    const page = await signIn('approver');
    await page.getByRole('link', { name: new RegExp(`^${t('manage.figure.suspect')} `) }).click();
    await page.waitForURL(/manage\/codeRecord\?verdict=suspect&beginTime=\d{4}-\d\d-\d\d&endTime=/);
    await page.getByRole('heading', { level: 1, name: t('manage.codeRecord.title') }).waitFor();
  });

  test('shows the distribution of a batch, also on a phone', async ({ signIn, apiAs }) => {
    const [batch] = (await (await apiAs('approver')).must('GET', '/manage/batch/list?state=active&pageSize=1')).rows ?? [];
    const page = await signIn('approver', `/manage/recallImpact?batchId=${batch.batchId}`, { width: 390 });
    await page.getByRole('heading', { level: 1, name: t('manage.recallImpact.title') }).waitFor();
    await page.getByRole('figure', { name: t('manage.recallImpact.ask.map') }).waitFor();
    await waitForText(page, t('manage.recallImpact.runs'));
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
