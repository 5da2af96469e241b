import type { Browser, Page, Request } from 'playwright-core';
import { newVisitor, SESSION_WATCH, type Visitor } from './browser.ts';
import { RUOYI_ACCOUNTS } from './ruoyi/server.ts';

export const MENU_PAGES = [
  ...['user', 'role', 'menu', 'dept', 'post', 'dict', 'config', 'notice', 'log/operlog', 'log/logininfor'].map((name) => `/system/${name}`),
  ...['online', 'job', 'druid', 'server', 'cache', 'cacheList'].map((name) => `/monitor/${name}`),
  ...['build', 'gen', 'swagger'].map((name) => `/tool/${name}`),
];

export const FIXED_PAGES = [
  ...['/index', '/account/center', '/account/settings', '/account/settings?tab=password', '/form', '/parser', '/parser?from=paste'],
  ...['/tinymce', '/AMapView', '/monitor/job/log', '/system/role/authUser?roleId=2', '/system/notice/form'],
  ...['/system/notice/form?noticeId=1', '/gen/edit', '/404', '/no/such/page'],
];

type Language = 'zh-CN' | 'en-US';

interface WalkerOptions {
  user?: keyof typeof RUOYI_ACCOUNTS;
  /** An account of our own server. Its session watch never completes and is excluded from idle detection. */
  own?: { username: string; password: string };
  width?: number;
  language?: Language;
  /** Whether the test controls the page's clock. */
  clock?: boolean;
}

export interface Walker extends Visitor {
  /** Navigates within the console without a reload, and waits for the complete page. */
  open(path: string): Promise<void>;
  /** Waits until no request is pending and the page has rendered. */
  settle(): Promise<void>;
  flaws(): Promise<string[]>;
  toasts(): Promise<string[]>;
}

/** Records every notice. Runs in the page. */
function recordToasts() {
  const kept: string[] = [];
  (globalThis as { toasts?: string[] }).toasts = kept;
  const isToast = '.ant-message-notice, .ant-notification-notice';
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof HTMLElement)) continue;
        const found = node.matches(isToast) ? node : node.querySelector<HTMLElement>(isToast);
        // biome-ignore lint/performance/useDomNodeTextContent: what is to be seen
        if (found) kept.push(found.innerText);
      }
  }).observe(document, { childList: true, subtree: true });
}

/** Resolves once the page has finished rendering. Runs in the page. */
const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 }));

/** Patterns that must not appear: missing values, untranslated keys, unexpected failures. */
const BROKEN = /\bundefined\b|\bNaN\b|\[object |Cannot (read|invoke)|Invalid [Dd]ate|No static resource|\bnull\b/;
const BARE_KEY = /(?<![\w./:-])(system|monitor|tool|shell|kit|account)\.[a-z]\w*(\.\w+)+/;

/** English in server data, which the console does not translate. */
const FOREIGN = /Java HotSpot\(TM\)[^\n]*|OpenJDK[^\n]*|Vue [23] Element \w+( TypeScript)?|Windows \d+|[\w.]*Exception[^\n]*/g;
const SENTENCE = /[A-Za-z]{2,}(?:[ ,]+[A-Za-z]{2,}){3,}/;

/** Visible text without field values. Runs in the page. */
const visibleText = () => {
  const parts = [...document.querySelectorAll<HTMLElement>('.header, .sider, #main, [role=dialog], .ant-drawer, .ant-dropdown')];
  return (
    parts
      .filter((part) => part.checkVisibility())
      // biome-ignore lint/performance/useDomNodeTextContent: what is to be seen
      .map((part) => part.innerText)
      .join('\n')
  );
};

export async function startWalker(browser: Browser, { url }: { url: string }, options: WalkerOptions = {}): Promise<Walker> {
  const { user = 'admin', own, width = 1440, language = 'zh-CN', clock = false } = options;
  const visitor = await newVisitor(browser, width);
  const { page } = visitor;
  if (!own) await page.context().unroute(SESSION_WATCH);
  await page.context().addInitScript(recordToasts);
  await page.context().addInitScript((chosen) => localStorage.setItem('suyuan.language', JSON.stringify(chosen)), language);
  const underWay = new Set<Request>();
  page.on('request', (request) => underWay.add(request));
  page.on('requestfinished', (request) => underWay.delete(request));
  page.on('requestfailed', (request) => underWay.delete(request));
  const settle = async () => {
    const deadline = Date.now() + 60_000;
    for (let calm = 0; calm < 3; ) {
      if (Date.now() > deadline) throw new Error(`no answer: ${[...underWay].map((request) => request.url())}`);
      await new Promise((resolve) => setTimeout(resolve, 60));
      if (!clock) await page.evaluate(idle); // a clock that the test controls does not advance here
      calm = underWay.size > 0 ? 0 : calm + 1;
    }
  };
  if (clock) await page.clock.install();
  await page.goto(`${url}/user/login`);
  const { username, password } = own ?? RUOYI_ACCOUNTS[user];
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/index');
  await heading(page).waitFor();
  return {
    ...visitor,
    settle,
    async open(path) {
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await settle();
      await heading(page).waitFor();
      await page.locator('#main .ant-spin-spinning, #main [aria-busy=true]').locator('visible=true').first().waitFor({ state: 'hidden' });
    },
    async flaws() {
      const text = await page.evaluate(visibleText);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const crashed = (await page.locator('.broken-details').locator('visible=true').count()) > 0 ? ['crashed'] : [];
      const english = language === 'zh-CN' ? text.replace(FOREIGN, '').match(SENTENCE) : null;
      const found = [text.match(BROKEN), text.match(BARE_KEY), english].flatMap((match) => (match ? [around(text, match[0])] : []));
      return [...crashed, ...found, ...(wide > 1 ? [`${wide} pixels too wide`] : [])];
    },
    toasts: () => page.evaluate(() => (globalThis as { toasts?: string[] }).toasts ?? []),
  };
}

/** The title of the visible page, or its error. */
const heading = (page: Page) => page.locator('#main').locator('h1, [role=alert]').locator('visible=true').first();

function around(text: string, flaw: string): string {
  const at = Math.max(text.indexOf(flaw), 0);
  return `“${flaw}” in “${text.slice(Math.max(0, at - 60), at + flaw.length + 60).replaceAll('\n', ' · ')}”`;
}

export async function flawsOf(walker: Walker, pages: readonly string[]): Promise<string[]> {
  const flaws: string[] = [];
  for (const path of pages) {
    await walker.open(path);
    flaws.push(...(await walker.flaws()).map((flaw) => `${path}: ${flaw}`));
  }
  return [...flaws, ...(await walker.toasts()).map((toast) => `toast: ${toast}`), ...walker.faults];
}
