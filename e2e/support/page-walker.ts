import type { Browser, Page, Request } from '@playwright/test';
import { newVisitor, type Visitor } from './browser.ts';
import { readNotices, recordNotices } from './notices.ts';
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

interface Walk<User> {
  user: User;
  width: 1440 | 390;
  language: Language;
  tag: string | string[];
}

/** Every combination of user, width and language. All but `usual`, e.g. `admin 1440 zh-CN`, run at full size only. */
export const walksFor = <User extends string>(users: readonly User[], usual: readonly string[]): Walk<User>[] =>
  users
    .flatMap((user) =>
      ([1440, 390] as const).flatMap((width) => (['zh-CN', 'en-US'] as const).map((language) => ({ user, width, language }))),
    )
    .map((walk) => ({ ...walk, tag: usual.includes(`${walk.user} ${walk.width} ${walk.language}`) ? [] : '@long' }));

interface WalkerOptions {
  user?: keyof typeof RUOYI_ACCOUNTS;
  /** An account of our own server. Its session watch never completes and is excluded from idle detection. */
  account?: { username: string; password: string };
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
  findFlaws(): Promise<string[]>;
  /** Texts of the notices so far. */
  notices(): Promise<string[]>;
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
  const parts = [
    ...document.querySelectorAll<HTMLElement>(
      '[data-testid=top-bar] > header, [data-testid=side-menu], #main, [role=dialog], .ant-drawer, .ant-dropdown',
    ),
  ];
  return (
    parts
      .filter((part) => part.checkVisibility())
      // biome-ignore lint/performance/useDomNodeTextContent: what is to be seen
      .map((part) => part.innerText)
      .join('\n')
  );
};

export async function startWalker(browser: Browser, { url }: { url: string }, options: WalkerOptions = {}): Promise<Walker> {
  const { user = 'admin', account, width = 1440, language = 'zh-CN', clock = false } = options;
  const visitor = await newVisitor(browser, { width, sessionWatch: !account });
  const { page } = visitor;
  await page.context().addInitScript(recordNotices);
  await page.context().addInitScript((storedLanguage) => localStorage.setItem('suyuan.language', JSON.stringify(storedLanguage)), language);
  const pendingRequests = new Set<Request>();
  page.on('request', (request) => pendingRequests.add(request));
  page.on('requestfinished', (request) => pendingRequests.delete(request));
  page.on('requestfailed', (request) => pendingRequests.delete(request));
  const settle = async () => {
    const deadline = Date.now() + 60_000;
    for (let idleChecks = 0; idleChecks < 3; ) {
      if (Date.now() > deadline) throw new Error(`no answer: ${[...pendingRequests].map((request) => request.url())}`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      if (!clock) await page.evaluate(idle); // a clock that the test controls does not advance here
      idleChecks = pendingRequests.size > 0 ? 0 : idleChecks + 1;
    }
  };
  if (clock) await page.clock.install();
  await page.goto(`${url}/user/login`);
  const { username, password } = account ?? RUOYI_ACCOUNTS[user];
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
    async findFlaws() {
      const text = await page.evaluate(visibleText);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const crash = (await page.getByTestId('error-details').locator('visible=true').count()) > 0 ? ['crashed'] : [];
      const untranslated = language === 'zh-CN' ? text.replace(FOREIGN, '').match(SENTENCE) : null;
      const matches = [text.match(BROKEN), text.match(BARE_KEY), untranslated].flatMap((match) =>
        match ? [excerptAround(text, match[0])] : [],
      );
      return [...crash, ...matches, ...(overflow > 1 ? [`${overflow} pixels too wide`] : [])];
    },
    notices: () => readNotices(page),
  };
}

/** The title of the visible page, or its error. */
const heading = (page: Page) => page.locator('#main').locator('h1, [role=alert]').locator('visible=true').first();

function excerptAround(text: string, flaw: string): string {
  const start = Math.max(text.indexOf(flaw), 0);
  return `“${flaw}” in “${text.slice(Math.max(0, start - 60), start + flaw.length + 60).replaceAll('\n', ' · ')}”`;
}

export async function flawsOf(walker: Walker, pages: readonly string[]): Promise<string[]> {
  const flaws: string[] = [];
  for (const path of pages) {
    await walker.open(path);
    flaws.push(...(await walker.findFlaws()).map((flaw) => `${path}: ${flaw}`));
  }
  return [...flaws, ...(await walker.notices()).map((notice) => `notice: ${notice}`), ...walker.faults];
}
