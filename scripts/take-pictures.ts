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
 * Takes a picture of every page of a running product at three widths, by day and by night, in both languages and in four states, and
 * says what can be measured of each. Opening the verification page is a scan: it is for a product with sample data, never for a real one.
 *
 *   npm run pictures -- --url http://127.0.0.1:8080 --password … [--public http://127.0.0.1:8081] [--user admin] [--to pictures]
 *     [--page '^system'] [--width 1440,1024,390] [--scheme light,dark] [--language zh-CN,en-US] [--state full,empty,loading,failing]
 *     [--quick]   without the search for barriers, which takes longest
 *
 * `--page` is a pattern for names, which the report lists; what opens on a page has its name, `+` and what it is. Each sight is
 * opened once in each language and state, alone among the tabs, and stands while its size and scheme change. Whatever a page would
 * change is held back, so dialogs can be sent.
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
/** How a page that stands there is looked at, one after the other. */
const sizes = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));
const looks = asked.language.split(',').flatMap((language) => readStates().map((state): Look => ({ language, state })));

function readStates() {
  const named = asked.state.split(',');
  return states.filter((state) => named.includes(state));
}

/** Somebody who has not been here before; with a token, somebody signed in. The scheme is the machine's, so that it can change in a page. */
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

/** The page at rest: its words are there, nothing is asked any more, or enough time has gone by for what never comes. */
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
  /** What went wrong in the page's scripts since somebody took it. */
  faults: string[];
  /** Everything that the server said. */
  told: { text: string };
  /** Address of the page that stands there as it came. */
  standing: string | undefined;
}

const report: string[] = [];
const files: string[] = [];

/** One sight in one look, on the page that `standing` says is there untouched: it is opened once, and a picture taken at every size. */
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

/** A picture of what stands there, and a line of its faults. */
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

/** The sights of one page beside each other, so that it is opened anew only where something was pressed. */
const byPage = (some: Sight[]) => [...Map.groupBy(some, ({ site, path: address }) => site + address).values()];

/** What a page does not have in one look, it has in none. */
const absent = new Set<string>();

/** Every sight in one look. What fails is reported, and the next one taken. */
async function takeLook(browser: Browser, look: Look) {
  const guest = await visitorFor(browser, look);
  const staff = await visitorFor(browser, look, token);
  await putInState(staff.page.context(), look.state);
  // what opens is looked at once; forms, which may ask for what they show, in every state
  const wanted = ({ site, open, name }: Sight) => look.state === 'full' || (site === 'console' && (!open || name.endsWith('+primary')));
  for (const sight of byPage(chosen.filter(wanted)).flat()) {
    // a third act is not looked for where there was no second one
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
