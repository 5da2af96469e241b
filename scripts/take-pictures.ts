import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import { accessibilityViolations } from '../e2e/support/accessibility.ts';
import { api, tokenOf } from '../e2e/support/api.ts';
import { newVisitor, openBrowser } from '../e2e/support/browser.ts';
import { type Capture, listCaptures } from './pictures/captures.ts';
import { createContactSheets } from './pictures/contact-sheets.ts';
import { findLayoutFaults } from './pictures/layout-faults.ts';
import { applyState, type State, states } from './pictures/states.ts';

/**
 * Captures and measures every page of a running product at three widths, in light and dark, in both languages and in four states.
 * Opening the verification page is a scan, so use it only with sample data.
 *
 *   npm run pictures -- --url http://127.0.0.1:8080 --password … [--public http://127.0.0.1:8081] [--user admin] [--to pictures]
 *     [--page '^system'] [--width 1440,1024,390] [--scheme light,dark] [--language zh-CN,en-US] [--state full,empty,loading,failing]
 *     [--quick]   without the accessibility check, which takes longest
 *
 * `--page` is a pattern for names in the report; a dialog has the page's name, `+` and a suffix. Each page opens once per language and
 * state, as the only tab, and stays open while size and scheme change. Writes are blocked, so forms can be submitted safely.
 */
const { values: options } = parseArgs({
  options: {
    url: { type: 'string' },
    public: { type: 'string' },
    user: { type: 'string', default: 'admin' },
    password: { type: 'string' },
    to: { type: 'string', default: 'pictures' },
    page: { type: 'string', default: '' },
    width: { type: 'string', default: '1440,1024,390' },
    scheme: { type: 'string', default: 'light,dark' },
    language: { type: 'string', default: 'zh-CN,en-US' },
    state: { type: 'string', default: states.join() },
    quick: { type: 'boolean', default: false },
  },
});
if (!options.url || !options.password) throw new Error('--url and --password say which product, and as whom');
const { url, user, password, to } = { ...options, url: options.url, password: options.password };

interface Look {
  language: string;
  state: State;
}

const widths = options.width.split(',').map(Number);
const schemes = options.scheme.split(',').map((scheme) => (scheme === 'dark' ? ('dark' as const) : ('light' as const)));
/** Sizes and schemes captured in sequence. */
const sizes = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));
const looks = options.language.split(',').flatMap((language) => readStates().map((state): Look => ({ language, state })));

function readStates() {
  const requestedStates = options.state.split(',');
  return states.filter((state) => requestedStates.includes(state));
}

/** A new visitor; signed in if there is a token. The colour scheme is emulated, so that it can change in place. */
async function visitorFor(browser: Browser, { language }: Look, token?: string): Promise<MonitoredPage> {
  const look = { locale: language, reducedMotion: 'reduce', bypassCSP: true } as const;
  const { page, faults } = await newVisitor(browser, { width: widths[0] ?? 1440, ...look, serviceWorkers: 'block' });
  const session = token && { 'suyuan.accessToken': { value: token, expires: Date.now() + 86_400_000 } };
  // without any route the browser would send the writes that `applyState` holds back
  await page.context().route(/\/api\//, (route) => route.fallback());
  await page.addInitScript(
    (entries) => {
      sessionStorage.removeItem('suyuan.tabs');
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, JSON.stringify(value));
    },
    { 'suyuan.scheme': 'system', 'suyuan.language': language, ...session },
  );
  const apiText = { text: '' };
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      response.text().then(
        (text) => {
          apiText.text += text;
        },
        () => undefined,
      );
  });
  return { page, faults, apiText, loadedUrl: undefined };
}

/** Waits until the page is idle, or for a fixed time in states that never finish: a record page has no title while it loads. */
async function settle(page: Page, state: State) {
  await page
    .locator('h1, [role=alert]')
    .locator('visible=true')
    .first()
    .waitFor({ timeout: state === 'loading' ? 2000 : 15_000 })
    .catch(() => undefined);
  if (state === 'loading') return page.waitForTimeout(1200);
  await page.waitForLoadState('networkidle', { timeout: 6000 }).catch(() => undefined);
  await page.waitForTimeout(350);
}

interface MonitoredPage {
  page: Page;
  /** Script errors since the last read. */
  faults: string[];
  apiText: { text: string };
  /** URL of the loaded page while it is unmodified. */
  loadedUrl: string | undefined;
}

const report: string[] = [];
const files: string[] = [];

/** One capture in one language and state, at every size. Opens the page unless `loadedUrl` has it already. */
async function takeCapture(capture: Capture, look: Look, monitored: MonitoredPage) {
  const site = capture.site === 'consumer' ? options.public : url;
  if (site === undefined) return;
  const { page } = monitored;
  await applySize(page, sizes[0]);
  const pageUrl = site + (capture.oneTimePaths?.shift() ?? capture.path);
  if (monitored.loadedUrl !== pageUrl) {
    await page.goto(pageUrl, { waitUntil: 'commit' });
    await settle(page, look.state);
  }
  monitored.loadedUrl = undefined;
  const outcome = (await capture.open?.(page, look.language === 'en-US' ? enUS : zhCN)) ?? 'shown';
  if (outcome === 'absent' || !capture.open) monitored.loadedUrl = pageUrl;
  if (outcome !== 'shown') return outcome;
  for (const size of sizes) await takeScreenshot(capture, look, size, monitored);
  return outcome;
}

type Size = (typeof sizes)[number];

async function applySize(page: Page, size: Size | undefined) {
  if (!size) return;
  await page.emulateMedia({ colorScheme: size.scheme });
  await page.setViewportSize({ width: size.width, height: size.width < 600 ? 844 : 900 });
}

/** A screenshot with a report line of its faults. */
async function takeScreenshot(capture: Capture, look: Look, size: Size, { page, apiText, faults }: MonitoredPage) {
  await applySize(page, size);
  await page.waitForTimeout(300);
  const file = `${capture.name}-${size.width}-${size.scheme}-${look.language.slice(0, 2)}-${look.state}.png`;
  await page.screenshot({ path: path.join(to, file), animations: 'disabled' });
  files.push(file);
  const faultLines = await findLayoutFaults(page, look.language === 'en-US' && capture.site !== 'consumer', apiText.text);
  if (!options.quick && size.width === widths[0] && look.state === 'full') faultLines.push(...(await accessibilityViolations(page)));
  faultLines.push(...faults.splice(0).filter((line) => look.state !== 'failing' || !line.includes('status of 500')));
  if (faultLines.length > 0) report.push(`${file}\n${[...new Set(faultLines)].map((line) => `  ${line}`).join('\n')}`);
}

/** Captures grouped by page, so that a page reloads only after an interaction. */
const groupByPage = (items: Capture[]) => [...Map.groupBy(items, ({ site, path: address }) => site + address).values()];

/** Dialogs absent in one capture are absent in all. */
const absent = new Set<string>();

/** All captures of one language and state. Failures are reported and skipped. */
async function captureLook(browser: Browser, look: Look) {
  const guest = await visitorFor(browser, look);
  const staff = await visitorFor(browser, look, token);
  await applyState(staff.page.context(), look.state);
  // dialogs are captured once; forms, which may load data, in every state
  const isIncluded = ({ site, open, name }: Capture) =>
    look.state === 'full' || (site === 'console' && (!open || name.endsWith('+primary')));
  for (const capture of groupByPage(captures.filter(isIncluded)).flat()) {
    // skip the third action if there was no second one
    const namePrefix = capture.name.replace(/\d+$/, '');
    if (absent.has(namePrefix)) continue;
    const monitored = capture.site === 'console' ? staff : guest;
    const outcome = await takeCapture(capture, look, monitored).catch((error) => {
      monitored.loadedUrl = undefined;
      report.push(`${capture.name} ${look.language} ${look.state}: ${String(error).split('\n')[0]}`);
    });
    if (outcome === 'absent' && look.state === 'full') absent.add(namePrefix);
  }
  for (const { page } of [guest, staff]) await page.context().close();
}

mkdirSync(to, { recursive: true });
const token = await tokenOf(url, user, password);
const allCaptures = await listCaptures(api(url, token));
const captures = allCaptures.filter(({ name }) => new RegExp(options.page).test(name));
console.log(`${captures.length} of ${allCaptures.length} sights, ${looks.length} looks, ${widths.length} widths`);
let browser = await openBrowser();
for (const look of looks) {
  await captureLook(browser, look).catch(async (error) => {
    report.push(`${look.language} ${look.state}: ${String(error).split('\n')[0]}`);
    await browser.close().catch(() => undefined);
    browser = await openBrowser();
  });
  console.log(`${look.language} ${look.state}: ${files.length} pictures so far`);
}
await browser.close();
files.sort();
const sheets = await createContactSheets(to, files);
const names = allCaptures.filter(({ open }) => !open).map(({ name }) => name);
writeFileSync(path.join(to, 'faults.txt'), `${names.join(' ')}\n\n${report.join('\n')}\n`);
console.log(`${files.length} pictures on ${sheets.length} sheets in ${to}; ${report.length} of them with faults, in faults.txt`);
