import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { enUS } from '@suyuan/contract/words/en-US';
import { zhCN } from '@suyuan/contract/words/zh-CN';
import type { Browser, Page } from 'playwright-core';
import { api, tokenOf } from '../e2e/support/api.ts';
import { barriers } from '../e2e/support/barriers.ts';
import { newVisitor, openBrowser } from '../e2e/support/browser.ts';
import { measuredFaults } from './pictures/faults.ts';
import { type Sight, sights } from './pictures/pages.ts';
import { laySheets } from './pictures/sheets.ts';
import { putInState, type State, states } from './pictures/states.ts';

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
const { values: asked } = parseArgs({
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
if (!asked.url || !asked.password) throw new Error('--url and --password say which product, and as whom');
const { url, user, password, to } = { ...asked, url: asked.url, password: asked.password };

interface Look {
  language: string;
  state: State;
}

const widths = asked.width.split(',').map(Number);
const schemes = asked.scheme.split(',').map((scheme) => (scheme === 'dark' ? ('dark' as const) : ('light' as const)));
/** Sizes and schemes captured in sequence. */
const sizes = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));
const looks = asked.language.split(',').flatMap((language) => readStates().map((state): Look => ({ language, state })));

function readStates() {
  const named = asked.state.split(',');
  return states.filter((state) => named.includes(state));
}

/** A new visitor; signed in if there is a token. The colour scheme is emulated, so that it can change in place. */
async function visitorFor(browser: Browser, { language }: Look, token?: string): Promise<Watched> {
  const look = { locale: language, reducedMotion: 'reduce', bypassCSP: true } as const;
  const { page, faults } = await newVisitor(browser, widths[0], { ...look, serviceWorkers: 'block' });
  const session = token && { 'suyuan.accessToken': { value: token, expires: Date.now() + 86_400_000 } };
  await page.addInitScript(
    (given) => {
      sessionStorage.removeItem('suyuan.tabs');
      for (const [key, value] of Object.entries(given)) localStorage.setItem(key, JSON.stringify(value));
    },
    { 'suyuan.scheme': 'system', 'suyuan.language': language, ...session },
  );
  const told = { text: '' };
  page.on('response', (response) => {
    if (response.url().includes('/api/'))
      response.text().then(
        (text) => {
          told.text += text;
        },
        () => undefined,
      );
  });
  return { page, faults, told, standing: undefined };
}

/** Waits until the page is idle, or for a fixed time in states that never finish. */
async function settle(page: Page, state: State) {
  await page
    .locator('h1, [role=alert]')
    .locator('visible=true')
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined);
  if (state === 'loading') return page.waitForTimeout(1200);
  await page.waitForLoadState('networkidle', { timeout: 6000 }).catch(() => undefined);
  await page.waitForTimeout(350);
}

interface Watched {
  page: Page;
  /** Script errors since the last read. */
  faults: string[];
  told: { text: string };
  /** URL of the loaded page while it is unmodified. */
  standing: string | undefined;
}

const report: string[] = [];
const files: string[] = [];

/** One capture in one language and state, at every size. Opens the page unless `standing` has it already. */
async function take(sight: Sight, look: Look, watched: Watched) {
  const site = sight.site === 'shopper' ? asked.public : url;
  if (site === undefined) return;
  const { page } = watched;
  await show(page, sizes[0]);
  const place = site + (sight.once?.shift() ?? sight.path);
  if (watched.standing !== place) {
    await page.goto(place, { waitUntil: 'commit' });
    await settle(page, look.state);
  }
  watched.standing = undefined;
  const outcome = (await sight.open?.(page, look.language === 'en-US' ? enUS : zhCN)) ?? 'shown';
  if (outcome === 'absent' || !sight.open) watched.standing = place;
  if (outcome !== 'shown') return outcome;
  for (const size of sizes) await picture(sight, look, size, watched);
  return outcome;
}

type Size = (typeof sizes)[number];

async function show(page: Page, size: Size | undefined) {
  if (!size) return;
  await page.emulateMedia({ colorScheme: size.scheme });
  await page.setViewportSize({ width: size.width, height: size.width < 600 ? 844 : 900 });
}

/** A screenshot with a report line of its faults. */
async function picture(sight: Sight, look: Look, size: Size, { page, told, faults }: Watched) {
  await show(page, size);
  await page.waitForTimeout(300);
  const file = `${sight.name}-${size.width}-${size.scheme}-${look.language.slice(0, 2)}-${look.state}.png`;
  await page.screenshot({ path: path.join(to, file), animations: 'disabled' });
  files.push(file);
  const found = await measuredFaults(page, look.language === 'en-US' && sight.site !== 'shopper', told.text);
  if (!asked.quick && size.width === widths[0] && look.state === 'full') found.push(...(await barriers(page)));
  found.push(...faults.splice(0).filter((line) => look.state !== 'failing' || !line.includes('status of 500')));
  if (found.length > 0) report.push(`${file}\n${[...new Set(found)].map((line) => `  ${line}`).join('\n')}`);
}

/** Captures grouped by page, so that a page reloads only after an interaction. */
const byPage = (some: Sight[]) => [...Map.groupBy(some, ({ site, path: address }) => site + address).values()];

/** Dialogs absent in one capture are absent in all. */
const absent = new Set<string>();

/** All captures of one language and state. Failures are reported and skipped. */
async function takeLook(browser: Browser, look: Look) {
  const guest = await visitorFor(browser, look);
  const staff = await visitorFor(browser, look, token);
  await putInState(staff.page.context(), look.state);
  // dialogs are captured once; forms, which may load data, in every state
  const wanted = ({ site, open, name }: Sight) => look.state === 'full' || (site === 'console' && (!open || name.endsWith('+primary')));
  for (const sight of byPage(chosen.filter(wanted)).flat()) {
    // skip the third action if there was no second one
    const row = sight.name.replace(/\d+$/, '');
    if (absent.has(row)) continue;
    const watched = sight.site === 'console' ? staff : guest;
    const outcome = await take(sight, look, watched).catch((error) => {
      watched.standing = undefined;
      report.push(`${sight.name} ${look.language} ${look.state}: ${String(error).split('\n')[0]}`);
    });
    if (outcome === 'absent' && look.state === 'full') absent.add(row);
  }
  for (const { page } of [guest, staff]) await page.context().close();
}

mkdirSync(to, { recursive: true });
const token = await tokenOf(url, user, password);
const all = await sights(api(url, token));
const chosen = all.filter(({ name }) => new RegExp(asked.page).test(name));
console.log(`${chosen.length} of ${all.length} sights, ${looks.length} looks, ${widths.length} widths`);
let browser = await openBrowser();
for (const look of looks) {
  await takeLook(browser, look).catch(async (error) => {
    report.push(`${look.language} ${look.state}: ${String(error).split('\n')[0]}`);
    await browser.close().catch(() => undefined);
    browser = await openBrowser();
  });
  console.log(`${look.language} ${look.state}: ${files.length} pictures so far`);
}
await browser.close();
files.sort();
const sheets = await laySheets(to, files);
const names = all.filter(({ open }) => !open).map(({ name }) => name);
writeFileSync(path.join(to, 'faults.txt'), `${names.join(' ')}\n\n${report.join('\n')}\n`);
console.log(`${files.length} pictures on ${sheets.length} sheets in ${to}; ${report.length} of them with faults, in faults.txt`);
