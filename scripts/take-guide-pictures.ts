import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { type Api, api, tokenOf } from '../e2e/support/api.ts';
import { newVisitor, openBrowser } from '../e2e/support/browser.ts';

/**
 * Takes the pictures of the user guide from a running product with sample data, in the language of its sample.
 *
 *   npm run pictures -- guide --url http://127.0.0.1:8080 --password … --language zh-CN
 */
const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: {
    url: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    language: { type: 'string', default: 'zh-CN' },
  },
});
if (!options.url || !options.password) throw new Error('--url and --password say which product, and as whom');
const { url, user, password, language } = { ...options, url: options.url, password: options.password };

const firstOf = async (client: Api, list: string) => (await client.must('GET', `${list}&pageNum=1&pageSize=1`)).rows?.[0] ?? {};

/** Pictures by file name, with the page of each. */
const pictures: Record<string, (client: Api) => string | Promise<string>> = {
  home: () => '/index',
  batches: () => '/manage/batch',
  'print-orders': () => '/manage/handover',
  shipment: async (client) => `/manage/dispatch/${(await firstOf(client, '/manage/dispatch/list?state=shipped')).dispatchId}`,
  'trace-records': () => '/manage/traceability',
  case: async (client) => `/manage/codeCase/${(await firstOf(client, '/manage/codeCase/list?state=assigned')).caseId}`,
  dealers: () => '/manage/channelBusiness',
  scans: () => '/manage/codeRecord',
  users: () => '/system/user',
};

/** The page without menu, header and tabs. */
const pageArea = { x: 256, y: 96, width: 1184, height: 740 };

/** The screenshot as WebP, a third of the PNG. */
async function webpOf(page: Page, png: Buffer): Promise<Buffer> {
  const dataUrl = await page.evaluate(
    async (source) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: bitmap.width, height: bitmap.height });
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
      return canvas.toDataURL('image/webp', 0.8);
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64');
}

const to = path.join(import.meta.dirname, '../docs/guide/pictures', language);
mkdirSync(to, { recursive: true });
const token = await tokenOf(url, user, password);
const browser = await openBrowser();
const { page } = await newVisitor(browser, { width: 1440, locale: language, reducedMotion: 'reduce', bypassCSP: true });
await page.setViewportSize({ width: 1440, height: 900 });
await page.addInitScript(
  (entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify(value));
  },
  { 'suyuan.language': language, 'suyuan.accessToken': { value: token, expires: Date.now() + 86_400_000 } },
);
const blank = await browser.newPage();
for (const [name, pathOf] of Object.entries(pictures)) {
  await page.goto(url + (await pathOf(api(url, token))));
  await page.locator('h1').locator('visible=true').first().waitFor();
  await page.waitForLoadState('networkidle');
  const png = await page.screenshot({ animations: 'disabled', clip: pageArea });
  writeFileSync(path.join(to, `${name}.webp`), await webpOf(blank, png));
}
await browser.close();
console.log(`${Object.keys(pictures).length} pictures in ${to}`);
