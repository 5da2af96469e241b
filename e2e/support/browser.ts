import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';

const places = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium, as root and without a call home; `remembering` keeps pages for the back button as people's browsers do. */
export function openBrowser({ remembering = false } = {}): Promise<Browser> {
  const executablePath = places.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error('no Chromium found; scripts/test.mjs installs one');
  return chromium.launch({ executablePath, args: quiet, ...(remembering && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }) });
}

export interface Visitor {
  page: Page;
  /** What went wrong in the page's scripts so far: empty at the end of every journey. */
  faults: string[];
}

/** A new visitor: own storage, Chinese, `width` pixels wide. */
export async function newVisitor(browser: Browser, width = 1440, more: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height: width < 600 ? 844 : 900 },
    acceptDownloads: true,
    ...more,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000); // a busy machine is slow, not wrong
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return { page, faults };
}

/** Signs in as one of the printed accounts and waits for the home page. */
export async function signIn({ page }: Visitor, { consoleUrl, passwords }: Product, userName: string) {
  await page.goto(`${consoleUrl}/user/login`);
  await page.getByLabel('用户名', { exact: true }).fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(passwords[userName] ?? '');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`${consoleUrl}/index`);
}

/** Waits until a text is to be seen; tabs behind the one in front keep theirs in the document. */
export const seen = (page: Page, text: string | RegExp) => page.getByText(text).locator('visible=true').first().waitFor();
