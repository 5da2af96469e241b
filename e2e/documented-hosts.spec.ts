import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type DocumentedHost, readCodeBlock, startDocumentedHost, webServers } from './support/documented-host.ts';
import { CAPTCHA_CODE } from './support/ruoyi/routes-account.ts';
import { RUOYI_ACCOUNTS, type RuoYi, startRuoYi } from './support/ruoyi/server.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

interface HostFixtures {
  webServer: 'nginx' | 'caddy';
  ruoyi: RuoYi;
  host: DocumentedHost;
}

const test = base.extend<HostFixtures>({
  webServer: ['nginx', { option: true }],
  ruoyi: async ({}, use) => {
    // RuoYi's server has its API at the root
    const ruoyi = await startRuoYi({ captcha: true, prefix: '' });
    await use(ruoyi);
    await ruoyi.stop();
  },
  host: async ({ webServer, ruoyi }, use) => {
    const host = await startDocumentedHost(webServer, new URL(ruoyi.url).host, JSON.parse(readCodeBlock('json')));
    await use(host);
    await host.stop();
  },
});

test.describe('the documentation for RuoYi servers', () => {
  test('has the same configurations in both languages', () => {
    const blocks = (file: string) => {
      const text = readFileSync(path.join(import.meta.dirname, '../docs', file), 'utf8');
      return [...text.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, block]) => [language, block?.replaceAll(/^\s*#.*\n/gm, '')]);
    };
    expect(blocks('ruoyi-server.zh-CN.md')).toEqual(blocks('ruoyi-server.md'));
  });
});

/** The configurations in docs/ruoyi-server.md, verbatim. */
for (const name of ['nginx', 'caddy'] as const)
  test.describe(`the documented configuration of ${name}`, { tag: '@long' }, () => {
    test.skip(!webServers[name], `${name} is not installed`);
    test.use({ webServer: name });

    test('serves the pages, compressed files, and the API without its prefix', async ({ ruoyi, host }) => {
      const get = (address: string, headers?: Record<string, string>) => request(host.url + address, headers);
      for (const address of ['/', '/index', '/system/user', '/login']) expect((await get(address)).text, address).toContain('id="root"');
      for (const address of ['/login.html', '/user/login']) expect((await get(address)).text, address).toContain('id="captcha"');
      const indexResponse = await get('/index');
      expect(indexResponse.headers.get('cache-control')).toBe('no-cache');
      const [, script = ''] = /href="(\/assets\/[^"]+\.js)"/.exec(indexResponse.text) ?? [];
      const scriptResponse = await get(script, { 'accept-encoding': 'gzip' });
      expect([scriptResponse.status, scriptResponse.headers.get('cache-control'), scriptResponse.headers.get('content-encoding')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
        'gzip',
      ]);
      expect(scriptResponse.headers.get('content-type')).toContain('javascript');
      expect((await get('/assets/none.js')).status).toBe(404);
      expect(JSON.parse((await get('/config.json')).text)).toMatchObject({ apiPrefix: '/prod-api' });
      expect(JSON.parse((await get('/prod-api/captchaImage')).text)).toMatchObject({ code: 200 });
      expect(JSON.parse((await get('/v3/api-docs')).text)).toBeInstanceOf(Object);
      const apiCalls = ruoyi.requests.map(({ method, path: address }) => `${method} ${address}`);
      expect(apiCalls).toEqual(['GET /captchaImage', 'GET /v3/api-docs']);
    });

    test('opens the console, and lets RuoYi-Vue3 replace it again', async ({ openPage, host }) => {
      const page = await openPage({ serviceWorkers: 'allow' });
      await page.goto(`${host.url}/system/user`);
      await page.waitForURL('**/user/login?redirect=**');
      await page.goto(`${host.url}/user/login`);
      await signIn(page);
      await expect(page).toHaveTitle(/ - 茶叶溯源$/);
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready;
        while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
      });
      // restore the old console, with the documented service worker in its folder
      renameSync(host.root, `${host.root}.new`);
      mkdirSync(host.root);
      writeFileSync(path.join(host.root, 'index.html'), '<!doctype html><title>RuoYi-Vue3</title><p>the old console</p>');
      writeFileSync(path.join(host.root, 'service-worker.js'), readCodeBlock('js'));
      await page.goto(`${host.url}/index`);
      await page.getByText('the old console').waitFor();
      const leftovers = await page.evaluate(async () => [await caches.keys(), (await navigator.serviceWorker.getRegistrations()).length]);
      expect(leftovers).toEqual([[], 0]);
    });
  });

async function request(url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(url, { headers, redirect: 'manual' });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

async function signIn(page: Page) {
  await page
    .getByRole('button', { name: t('account.captchaRenew') })
    .locator('img[src^="data:image"]')
    .waitFor();
  await page.getByLabel(t('account.username'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.username);
  await page.getByLabel(t('account.password'), { exact: true }).fill(RUOYI_ACCOUNTS.admin.password);
  await page.getByLabel(t('account.captcha'), { exact: true }).fill(CAPTCHA_CODE);
  await page.getByRole('button', { name: t('account.signIn') }).click();
  await page.waitForURL('**/index');
  await page.getByRole('heading', { level: 1, name: '若依' }).waitFor();
}
