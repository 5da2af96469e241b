import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, type ConsoleMessage, chromium, type LaunchOptions, type Page } from '@playwright/test';
import type { Suyuan } from './suyuan-process.ts';
import { t } from './text.ts';

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
  // a page of a test does not live long enough for the optimising compilers to pay off
  '--js-flags=--no-opt --no-maglev --single-threaded',
];

/** Debian's Chromium without background network requests. Throws at launch if there is none; scripts/test.mjs installs one. */
export const chromiumOptions: LaunchOptions = {
  executablePath: executablePaths.find((candidate) => candidate && existsSync(candidate)) ?? 'chromium',
  args: chromiumFlags,
  env: environmentWithoutClock(),
};

/** Pages do not finish loading under libfaketime; `shiftClock` gives them the time instead. */
function environmentWithoutClock() {
  const { LD_PRELOAD: _, ...env } = process.env;
  return env as Record<string, string>;
}

/** `remembering` enables the back/forward cache. */
export const openBrowser = ({ remembering: backForwardCache = false } = {}): Promise<Browser> =>
  chromium.launch({ ...chromiumOptions, ...(backForwardCache && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }) });

/** Chinese, no animations, because tests click before they end. */
export const visitorOptions = {
  locale: 'zh-CN',
  timezoneId: 'Asia/Shanghai',
  viewport: { width: 1440, height: 900 },
  acceptDownloads: true,
  // each new visitor would download the build a second time
  serviceWorkers: 'block',
  contextOptions: { reducedMotion: 'reduce' },
} as const;

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
    return `── ${page.url()}\n${text.replace(/\n+/g, ' · ').slice(0, 1200)}\n${calls.join('\n')}`;
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

/** Answers the session watch as a server without one. Runs in the page, because a route in the browser disables its cache. */
function answerSessionWatch(pattern: string) {
  const realFetch = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    new RegExp(pattern).test(String(input)) ? Promise.resolve(Response.json({ code: 404 })) : realFetch(input, init);
}

export interface VisitorOptions extends BrowserContextOptions {
  /** Pixels, default 1440. */
  width?: number;
  /** Whether requests of the session watch reach the server, default false: it never completes and would block idle detection. */
  sessionWatch?: boolean;
}

/** A new visitor: empty storage, Chinese, no animations. */
export async function newVisitor(browser: Browser, options: VisitorOptions = {}, faults: string[] = []): Promise<Visitor> {
  const { width = 1440, sessionWatch = false, ...contextOptions } = options;
  const { contextOptions: defaults, ...rest } = visitorOptions;
  const context = await browser.newContext({
    ...rest,
    ...defaults,
    viewport: { width, height: width < 600 ? 844 : 900 },
    ...contextOptions,
  });
  if (clockOffset !== 0) await context.addInitScript(shiftClock, clockOffset);
  if (!sessionWatch) await context.addInitScript(answerSessionWatch, SESSION_WATCH.source);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  monitoredPages.push(monitor(page));
  page.on('pageerror', (error) => faults.push(String(error)));
  // the console repeats what a busy server refuses
  const isFault = (message: ConsoleMessage) => message.type() === 'error' && !message.text().includes('status of 503');
  page.on('console', (message) => isFault(message) && faults.push(message.text()));
  return { page, faults };
}

export async function signIn({ page }: Visitor, { consoleUrl, passwords }: Suyuan, userName: string) {
  await page.goto(`${consoleUrl}/user/login`);
  await page.getByLabel(t('account.username'), { exact: true }).fill(userName);
  await page.getByLabel(t('account.password'), { exact: true }).fill(passwords[userName] ?? '');
  await page.getByRole('button', { name: t('account.signIn') }).click();
  await page.waitForURL(`${consoleUrl}/index`);
}

/** Waits for visible text; hidden tabs stay in the document. */
export const waitForText = (page: Page, text: string | RegExp) => page.getByText(text).locator('visible=true').first().waitFor();
