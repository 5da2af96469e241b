import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from './support/accessibility.ts';
import { newVisitor, openBrowser, signIn, type Visitor } from './support/browser.ts';
import { freePort, type Suyuan, startSuyuan } from './support/suyuan-process.ts';

describe('the component samples', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let admin: Visitor;
  let page: Page;
  let samplesServer: ViteDevServer;
  let samplesUrl: string;

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan(), openBrowser()]);
    admin = await newVisitor(browser, 1440, { bypassCSP: true });
    page = admin.page;
    // the samples are not in the build; the development server serves them
    const port = await freePort();
    samplesUrl = `http://127.0.0.1:${port}`;
    samplesServer = await createServer({
      root: path.join(import.meta.dirname, '../apps/console'),
      server: { host: '127.0.0.1', port, strictPort: true, proxy: { '/api': suyuan.consoleUrl } },
    });
    await samplesServer.listen();
    await signIn(admin, { ...suyuan, consoleUrl: samplesUrl }, 'admin');
  });
  afterAll(async () => {
    await browser?.close();
    await samplesServer?.close();
    await suyuan?.stop();
  });

  const open = async (address: string) => {
    await page.goto(samplesUrl + address);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  it('have separate URLs outside the menu and pass layout and accessibility checks', async () => {
    await open('/kit');
    expect(await page.getByRole('menuitem', { name: '组件样张' }).count()).toBe(0);
    const list = page.getByRole('navigation', { name: '组件样张' }).getByRole('link');
    const paths = await list.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(paths.length).toBeGreaterThanOrEqual(9);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const path of paths) {
        await open(path);
        await page.getByRole('heading', { level: 2 }).first().waitFor();
        if (width === 1440) expect(await accessibilityViolations(page), path).toEqual([]);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(admin.faults).toEqual([]);
  });

  it('report an unknown component', async () => {
    await open('/kit/nothing');
    await page.getByText('没有这个部件').waitFor();
  });

  it('find a tree node by typing, except in collapsed branches', async () => {
    await open('/kit/tree');
    await page.getByLabel('名称').fill('供应商');
    await page.getByRole('treeitem', { name: '供应商管理' }).click();
    await page.locator('form').getByText('供应商管理').locator('visible=true').first().waitFor();
    const branchToggle = page.getByRole('button', { name: '收起“防伪溯源”' });
    await branchToggle.press('Enter');
    await page.getByRole('button', { name: '展开“防伪溯源”' }).waitFor();
    expect(await page.getByRole('cell', { name: '供应商管理' }).count()).toBe(0);
  });

  it('send both ends of a date range and of a number range as parameters', async () => {
    await open('/kit/filters');
    await page.getByPlaceholder('最小').fill('3');
    await page.getByPlaceholder('最大').fill('9');
    await page.getByPlaceholder('开始日期').first().fill('2026-11-01');
    await page.keyboard.press('Enter');
    await page.getByPlaceholder('结束日期').first().fill('2026-11-20');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '查询' }).click();
    const sentParameters = page.locator('code').filter({ hasText: 'endTime' });
    const parametersText = (await sentParameters.textContent()) ?? '';
    for (const part of ['params[beginTime]=2026-11-01', 'params[endTime]=2026-11-20', 'batchCountFrom=3', 'batchCountTo=9'])
      expect(parametersText).toContain(part);
  });
});
