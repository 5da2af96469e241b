import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Suyuan } from './product.ts';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
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
  // pages do not finish loading under libfaketime; shiftClock gives them the time instead
  const { LD_PRELOAD: _, ...env } = process.env;
  return chromium.launch({ executablePath, args: quiet, env, ...(remembering && { ignoreDefaultArgs: ['--disable-back-forward-cache'] }) });
}

export interface Visitor {
  page: Page;
  /** What went wrong in the page's scripts so far: empty at the end of every journey. */
  faults: string[];
}

interface Watched {
  page: Page;
  /** Calls of the API and what came of them, the newest twelve. */
  calls: string[];
}

/** Every page that this file's journeys opened. */
const watched: Watched[] = [];

function watch(page: Page): Watched {
  const calls: string[] = [];
  const note = (line: string) => {
    calls.push(line);
    if (calls.length > 12) calls.shift();
  };
  const isCall = (url: string) => url.includes('/api/') || url.includes('/v1/');
  page.on(
    'requestfailed',
    (request) => isCall(request.url()) && note(`${request.method()} ${request.url()}: ${request.failure()?.errorText}`),
  );
  page.on('response', (response) => {
    if (!isCall(response.url())) return;
    const begun = `${response.request().method()} ${response.url()} ${response.status()}`;
    response.text().then(
      (text) => note(`${begun} ${text.slice(0, 120)}`),
      () => note(begun),
    );
  });
  return { page, calls };
}

/** What every open page shows and asked last: said where a journey fails, since a second look finds another moment. */
export async function describePages(): Promise<string> {
  const open = watched.filter(({ page }) => !page.isClosed());
  const told = open.map(async ({ page, calls }) => {
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
  return (await Promise.all(told)).join('\n');
}

/** The question that a page in sight always has under way. */
export const SESSION_WATCH = /\/api\/account\/session\/watch/;

/** Milliseconds by which the run's clock is ahead of the machine's (`npm test -- --at`). */
const clockOffset = 1000 * Number.parseInt(process.env.FAKETIME ?? '0', 10);

/** Shifts what a page's scripts read as the present. Runs in the page. */
function shiftClock(offset: number) {
  const RealDate = Date;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values) => Reflect.construct(target, values.length > 0 ? values : [RealDate.now() + offset]),
    apply: () => new RealDate(RealDate.now() + offset).toString(),
    get: (target, name) => (name === 'now' ? () => RealDate.now() + offset : Reflect.get(target, name)),
  });
}

/** A new visitor: own storage, Chinese, `width` pixels wide, no animations: a test clicks so fast that it misses what moves. */
export async function newVisitor(browser: Browser, width = 1440, more: BrowserContextOptions = {}): Promise<Visitor> {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width, height: width < 600 ? 844 : 900 },
    acceptDownloads: true,
    reducedMotion: 'reduce',
    ...more,
  });
  if (clockOffset !== 0) await context.addInitScript(shiftClock, clockOffset);
  // a page that waits for word of its session is never without a question under way; a journey that is about it lets the question through
  await context.route(SESSION_WATCH, (route) => route.fulfill({ json: { code: 404 } }));
  const page = await context.newPage();
  page.setDefaultTimeout(30_000); // a busy machine is slow, not wrong
  watched.push(watch(page));
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  return { page, faults };
}

/** Signs in as one of the printed accounts and waits for the home page. */
export async function signIn({ page }: Visitor, { consoleUrl, passwords }: Suyuan, userName: string) {
  await page.goto(`${consoleUrl}/user/login`);
  await page.getByLabel('用户名', { exact: true }).fill(userName);
  await page.getByLabel('密码', { exact: true }).fill(passwords[userName] ?? '');
  await page.getByRole('button', { name: '登录' }).click();
  await page.waitForURL(`${consoleUrl}/index`);
}

/** Waits until a text is to be seen; tabs behind the one in front keep theirs in the document. */
export const seen = (page: Page, text: string | RegExp) => page.getByText(text).locator('visible=true').first().waitFor();
