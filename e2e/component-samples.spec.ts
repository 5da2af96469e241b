import path from 'node:path';
import type { Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import { freePort } from '../apps/server/src/platform/db/embedded/postmaster.ts';
import { accessibilityViolations } from './support/accessibility.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

const LONG = process.env.SUYUAN_LONG === '1';

/** Starts the server of the samples once, and returns its URL. The console there uses the API at `apiUrl`. */
type StartSamples = (apiUrl: string) => Promise<string>;

const test = base.extend<object, { startSamples: StartSamples }>({
  startSamples: [
    async ({}, use) => {
      let server: ViteDevServer | undefined;
      let url = '';
      await use(async (apiUrl) => {
        if (server) return url;
        const port = await freePort();
        url = `http://127.0.0.1:${port}`;
        server = await createServer({
          root: path.join(import.meta.dirname, '../apps/console'),
          server: { host: '127.0.0.1', port, strictPort: true, proxy: { '/api': apiUrl } },
        });
        await server.listen();
        return url;
      });
      await server?.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  /** The samples are not in the build; the development server serves them. */
  suyuan: async ({ suyuan, startSamples }, use) => use({ ...suyuan, consoleUrl: await startSamples(suyuan.consoleUrl) }),
  /** The development server transforms all modules of the first page when it is opened. */
  openPage: async ({ openPage }, use) => {
    await use(async (options) => {
      const page = await openPage(options);
      page.setDefaultTimeout(120_000);
      page.setDefaultNavigationTimeout(120_000);
      return page;
    });
  },
});

const waitForSamples = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor();

async function samplePaths(page: Page): Promise<string[]> {
  const list = page.getByRole('navigation', { name: t('kit.story') }).getByRole('link');
  await list.first().waitFor();
  const paths = await list.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThanOrEqual(9);
  return paths;
}

async function openSample(page: Page, url: string) {
  await page.goto(url);
  await waitForSamples(page);
  await page.getByRole('heading', { level: 2 }).first().waitFor();
}

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test.describe('the component samples', () => {
  test('have separate URLs outside the menu and pass layout and accessibility checks', async ({ faults, signIn, suyuan }) => {
    const page = await signIn('admin', '/kit', { bypassCSP: true });
    await waitForSamples(page);
    await expect(page.getByRole('menuitem', { name: t('shell.page.kit') })).toHaveCount(0);
    const paths = await samplePaths(page);
    for (const path of LONG ? paths : paths.slice(0, 4)) {
      await openSample(page, suyuan.consoleUrl + path);
      expect(await accessibilityViolations(page), path).toEqual([]);
      expect(await overflowOf(page), path).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => overflowOf(page), { message: `${path} on a phone` }).toBeLessThanOrEqual(0);
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    expect(faults).toEqual([]);
  });

  test('report an unknown component', async ({ faults, signIn }) => {
    const page = await signIn('admin', '/kit/nothing');
    await page.getByText(t('kit.story.unknown')).waitFor();
    expect(faults).toEqual([]);
  });

  test('find a tree node by typing, except in collapsed branches', async ({ faults, signIn }) => {
    const page = await signIn('admin', '/kit/tree');
    const [suppliers, branch] = [t('shell.menu.manage.supplier'), t('shell.menu.masterData')];
    await page.getByLabel(t('kit.story.name')).fill('供应商');
    await page.getByRole('treeitem', { name: suppliers }).click();
    await page.locator('form').getByText(suppliers).locator('visible=true').first().waitFor();
    await expect(page.getByRole('cell', { name: suppliers })).not.toHaveCount(0);
    await page.getByRole('button', { name: t('kit.tree.close', { name: branch }) }).press('Enter');
    await page.getByRole('button', { name: t('kit.tree.open', { name: branch }) }).waitFor();
    await expect(page.getByRole('cell', { name: suppliers })).toHaveCount(0);
    expect(faults).toEqual([]);
  });

  test('send both ends of a date range and of a number range as parameters', async ({ signIn }) => {
    const page = await signIn('admin', '/kit/filters');
    await page.getByPlaceholder(t('kit.range.least')).fill('3');
    await page.getByPlaceholder(t('kit.range.most')).fill('9');
    await page.getByLabel(t('common.field.createTime')).fill('2026-11-01');
    await page.keyboard.press('Enter');
    await page.locator('input[date-range=end]').first().fill('2026-11-20');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: t('kit.search') }).click();
    const sentParameters = page.locator('code').filter({ hasText: 'endTime' });
    for (const part of ['params[beginTime]=2026-11-01', 'params[endTime]=2026-11-20', 'batchCountFrom=3', 'batchCountTo=9'])
      await expect(sentParameters).toContainText(part);
  });
});
