import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Suyuan } from './suyuan-process.ts';

const executablePaths = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's Chromium without background network requests. `remembering` enables the back/forward cache. */
export function openBrowser({ remembering: backForwardCache = false } = {}): Promise<Browser> {
  const executablePath = executablePaths.find((candidate) => candidate && existsSync(candidate));
  if (!executablePath) throw new Error('no Chromium found; scripts/test.mjs installs one');
  // pages do not finish loading under libfaketime; shiftClock gives them the time instead
  const { LD_PRELOAD: _, ...env } = process.env;
  return chromium.launch({
    executablePath,
    args: chromiumFlags,
    env,
    ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
  });
}

export interface Visitor {
  page: Page;
  /** Script errors so far; must be empty at the end of a test. */
  faults: string[];
}

interface MonitoredPage {
  page: Page;
  /** The last twelve API calls with their results. */
  calls: string[];
}

const monitoredPages: MonitoredPage[] = [];

function monitor(page: Page): MonitoredPage {
  const calls: string[] = [];
  const recordCall = (line: string) => {
    calls.push(line);
    if (calls.length > 12) calls.shift();
  };
  const isCall = (url: string) => url.includes('/api/') || url.includes('/v1/');
  page.on(
    'requestfailed',
    (request) => isCall(request.url()) && recordCall(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (!isCall(response.url())) return;
    const prefix = `${response.request().method()} ${response.url()} ${response.status()}`;
    response.text().then(
      (text) => recordCall(`${prefix} ${text.slice(0, 120)}`),
      () => recordCall(prefix),
    );
  });
  return { page, calls };
}

/** Content and recent requests of every open page, captured at the time of a failure. */
export async function describePages(): Promise<string> {
  const openPages = monitoredPages.filter(({ page }) => !page.isClosed());
  const descriptions = openPages.map(async ({ page, calls }) => {
    const text = await page
      .evaluate(() =>
        [...document.querySelectorAll<HTMLElement>('[role=dialog], [role=alert], body')]
          // biome-ignore lint/performance/useDomNodeTextContent: what is to be seen, in its order; dialogs come first
          .map((part) => part.innerText.slice(0, 900))
          .join('\n'),
      )
      .catch(() => '');
    return `── ${page.url()}\n${text.replace(/\n+/g, ' · ').slice(0, 2400)}\n${calls.join('\n')}`;
  });
  return (await Promise.all(descriptions)).join('\n');
}

/** The long poll that a visible page always has open. */
export const SESSION_WATCH = /\/api\/account\/session\/watch/;

/** Milliseconds between the run's clock and the machine's (`npm test -- --at`). */
const clockOffset = 1000 * Number.parseInt(process.env.FAKETIME ?? '0', 10);

/** Shifts the page's `Date`. Runs in the page. */
function shiftClock(offset: number) {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values) => Reflect.construct(target, values.length > 0 ? values : [RealDate.now() + offset]),
    apply: () => new RealDate(RealDate.now() + offset).toString(),
    get: (target, name) => (name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name)),
  });
}

/** A new visitor: empty storage, Chinese, `width` pixels, no animations, because tests click before they end. */
export async function newVisitor(browser: Browser, width = 1440, options: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height: width < 600 ? 844 : 900 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
    ...options,
  });
  if (clockOffset !== 0) await context.addInitScript(shiftClock, clockOffset);
  // the session watch never completes and would block idle detection; tests of the watch override this route
  await context.route(SESSION_WATCH, (route) => route.fulfill({ json: { code: 404 } }));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000); // tolerate a slow machine
  monitoredPages.push(monitor(page));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return { page, faults };
}

export async function signIn({ page }: Visitor, { consoleUrl, passwords }: Suyuan, userName: string) {
  await page.goto(`${consoleUrl}/user/login`);
  await page.getByLabel('用户名', { exact: true }).fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(passwords[userName] ?? '');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`${consoleUrl}/index`);
}

/** Waits for visible text; hidden tabs stay in the document. */
export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).locator('visible=true').first().waitFor();
