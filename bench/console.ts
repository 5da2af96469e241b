import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { newVisitor, openBrowser } from '../e2e/support/browser.ts';
import { type Suyuan, startSuyuan } from '../e2e/support/suyuan-process.ts';
import { type Measurement, median, print } from './measurement.ts';

/** Fast 3G as in DevTools: 1.6 Mbit/s down and 750 kbit/s up, minus 10 %. */
const FAST_3G = { offline: false, downloadThroughput: (1.6 * 1024 * 1024 * 0.9) / 8, uploadThroughput: (750 * 1024 * 0.9) / 8 };
/** Request latency in milliseconds: a typical round trip, and the DevTools preset. */
const LATENCIES = { '150 ms': 150, '562 ms': 562.5 };
const ROUNDS = 3;
const CONTENT_SELECTOR = 'main li a[href^="/manage/batch/"]';

/**
 * Sign-in and home page on a slow network and CPU. Cold, and warm in a new tab with the build in the service worker. Only `/api`
 * requests then use the network.
 */
export async function run(report: (figure: Measurement) => void) {
  const suyuan = await startSuyuan();
  const browser = await openBrowser();
  try {
    for (const [latencyLabel, latency] of Object.entries(LATENCIES)) {
      const visits: Awaited<ReturnType<typeof measureVisit>>[] = [];
      for (let round = 0; round < ROUNDS; round++) visits.push(await measureVisit(browser, suyuan, latency));
      const medianOf = (name: keyof (typeof visits)[number]) => median(visits.map((each) => each[name]));
      report({
        name: `sign-in usable, Fast 3G, 4× slower CPU, ${latencyLabel}`,
        value: medianOf('signIn'),
        unit: 's',
        aim: 0.9,
        lowerIsBetter: true,
      });
      report({ name: `home, cold, ${latencyLabel}`, value: medianOf('home'), unit: 's', aim: 3.2, lowerIsBetter: true });
      report({ name: `home, warm, ${latencyLabel}`, value: medianOf('warm'), unit: 's', aim: 1, lowerIsBetter: true });
      report({ name: 'HTML of the sign-in page, compressed', value: medianOf('html'), unit: 'kB', aim: 8, lowerIsBetter: true });
      report({ name: 'script of home, compressed', value: medianOf('script'), unit: 'kB', aim: 190, lowerIsBetter: true });
    }
  } finally {
    await browser.close();
    await suyuan.stop();
  }
}

async function measureVisit(browser: Browser, { consoleUrl, passwords }: Suyuan, latency: number) {
  const coldPage = await slowPage(browser, latency);
  const signIn = await secondsUntilVisible(coldPage, `${consoleUrl}/user/login`, '#go:enabled');
  const html = await encodedKilobytes(coldPage, 'navigation');
  await coldPage.getByLabel('用户名', { exact: true }).fill('admin');
  await coldPage.getByLabel('密码', { exact: true }).fill(passwords.admin ?? '');
  await coldPage.getByRole('button', { name: '登录' }).click();
  await coldPage.waitForURL(`${consoleUrl}/index`, { waitUntil: 'commit' });
  const storageState = await coldPage.context().storageState();
  await coldPage.context().close();

  const signedInPage = await slowPage(browser, latency, storageState);
  const home = await secondsUntilVisible(signedInPage, `${consoleUrl}/index`, CONTENT_SELECTOR);
  const script = await encodedKilobytes(signedInPage, 'script');
  await signedInPage.evaluate(() => navigator.serviceWorker.ready.then(({ scope }) => scope));
  const warmTab = await throttle(await signedInPage.context().newPage(), latency);
  await signedInPage.close();
  const warm = await secondsUntilVisible(warmTab, `${consoleUrl}/index`, CONTENT_SELECTOR);
  const isServedByWorker = await warmTab.evaluate(() => navigator.serviceWorker.controller !== null);
  if (!isServedByWorker) throw new Error('the warm start was not answered by the service worker');
  await warmTab.context().close();
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
  return throttle(page, latency);
}

async function throttle(page: Page, latency: number): Promise<Page> {
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
async function secondsUntilVisible(page: Page, address: string, selector: string): Promise<number> {
  await page.addInitScript((target) => {
    const checkFrame = () => {
      if (!document.querySelector(target)) return requestAnimationFrame(checkFrame);
      return requestAnimationFrame(() => performance.mark('bench-shown')); // the frame with the element is painted before the next one starts
    };
    requestAnimationFrame(checkFrame);
  }, selector);
  await page.goto(address, { waitUntil: 'commit' });
  const paintTime = await page.waitForFunction(() => performance.getEntriesByName('bench-shown')[0]?.startTime);
  return Number(await paintTime.jsonValue()) / 1000;
}

const encodedKilobytes = (page: Page, kind: 'navigation' | 'script') =>
  page.evaluate((entryKind) => {
    const entries = performance.getEntriesByType(entryKind === 'navigation' ? 'navigation' : 'resource') as PerformanceResourceTiming[];
    const matches = entryKind === 'navigation' ? entries : entries.filter(({ name }) => name.endsWith('.js'));
    return matches.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) / 1024;
  }, kind);

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
