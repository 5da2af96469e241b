import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { newVisitor, openBrowser } from '../e2e/support/browser.ts';
import { type Suyuan, startSuyuan } from '../e2e/support/product.ts';
import { type Figure, median, print } from './figure.ts';

/** Fast 3G as in DevTools: 1.6 Mbit/s down and 750 kbit/s up, minus 10 %. */
const FAST_3G = { offline: false, downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8, uploadThroughput: (750 * 1024 * 0.9) / 8 };
/** Request latency in milliseconds: a typical round trip, and the DevTools preset. */
const WAITS = { '150 ms': 150, '562 ms, the harsher preset': 562.5 };
const ROUNDS = 3;
const CONTENT = '.batch-lines a';

/**
 * Sign-in and home page on a slow network and CPU. Cold, and warm in a new tab with the build in the service worker. Only `/api`
 * requests then use the network.
 */
export async function run(report: (figure: Figure) => void) {
  const suyuan = await startSuyuan();
  const browser = await openBrowser();
  try {
    for (const [said, latency] of Object.entries(WAITS)) {
      const seen: Awaited<ReturnType<typeof visit>>[] = [];
      for (let round = 0; round < ROUNDS; round++) seen.push(await visit(browser, suyuan, latency));
      const of = (name: keyof (typeof seen)[number]) => median(seen.map((each) => each[name]));
      report({ name: `sign-in usable, Fast 3G, 4× slower, ${said}`, value: of('signIn'), unit: 's', aim: 0.9, lowIsGood: true });
      report({ name: `home with its content, ${said}`, value: of('home'), unit: 's', aim: 3.2, lowIsGood: true });
      report({ name: `home, warm, ${said}`, value: of('warm'), unit: 's', aim: 1, lowIsGood: true });
      report({ name: 'HTML of the sign-in page, compressed', value: of('html'), unit: 'kB', aim: 8, lowIsGood: true });
      report({ name: 'script of home, compressed', value: of('script'), unit: 'kB', aim: 190, lowIsGood: true });
    }
  } finally {
    await browser.close();
    await suyuan.stop();
  }
}

async function visit(browser: Browser, { consoleUrl, passwords }: Suyuan, latency: number) {
  const cold = await slowPage(browser, latency);
  const signIn = await shownAfter(cold, `${consoleUrl}/user/login`, '#go:enabled');
  const html = await encodedKilobytes(cold, 'navigation');
  await cold.getByLabel('用户名', { exact: true }).fill('admin');
  await cold.getByLabel('密码', { exact: true }).fill(passwords.admin ?? '');
  await cold.getByRole('button', { name: '登录' }).click();
  await cold.waitForURL(`${consoleUrl}/index`, { waitUntil: 'commit' });
  const stored = await cold.context().storageState();
  await cold.context().close();

  const fresh = await slowPage(browser, latency, stored);
  const home = await shownAfter(fresh, `${consoleUrl}/index`, CONTENT);
  const script = await encodedKilobytes(fresh, 'script');
  await fresh.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope));
  const tab = await slowed(await fresh.context().newPage(), latency);
  await fresh.close();
  const warm = await shownAfter(tab, `${consoleUrl}/index`, CONTENT);
  const kept = await tab.evaluate(() => navigator.serviceWorker.controller !== null);
  if (!kept) throw new Error('the warm start was not answered by the service worker');
  await tab.context().close();
  return { signIn, html, home, script, warm };
}

async function slowPage(
  browser: Browser,
  latency: number,
  storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<Page> {
  const { page } = storageState
    ? { page: await (await browser.newContext({ locale: 'zh-CN', storageState })).newPage() }
    : await newVisitor(browser);
  return slowed(page, latency);
}

async function slowed(page: Page, latency: number): Promise<Page> {
  page.setDefaultTimeout(60_000);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.emulateNetworkConditions', { ...FAST_3G, latency });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  return page;
}

/**
 * Seconds from navigation until `selector` is rendered. The page records the frame itself: on a throttled CPU, polling from outside
 * reported up to a second too late.
 */
async function shownAfter(page: Page, address: string, selector: string): Promise<number> {
  await page.addInitScript((wanted) => {
    const look = () => {
      if (!document.querySelector(wanted)) return requestAnimationFrame(look);
      return requestAnimationFrame(() => performance.mark('bench-shown')); // the frame with the element is painted before the next one starts
    };
    requestAnimationFrame(look);
  }, selector);
  await page.goto(address, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => performance.getEntriesByName('bench-shown')[0]?.startTime);
  return Number(await shown.jsonValue()) / 1000;
}

const encodedKilobytes = (page: Page, kind: 'navigation' | 'script') =>
  page.evaluate((wanted) => {
    const entries = performance.getEntriesByType(wanted === 'navigation' ? 'navigation' : 'resource') as PerformanceResourceTiming[];
    const chosen = wanted === 'navigation' ? entries : entries.filter(({ name }) => name.endsWith('.js'));
    return chosen.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
  }, kind);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
