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
 * says what can be measured of each. Opening the shopper's page is a scan: it is for a product with sample data, never for a real one.
 *
 *   npm run pictures -- --url http://127.0.0.1:8080 --password … [--public http://127.0.0.1:8081] [--user admin] [--to pictures]
 *     [--page '^system'] [--width 1440,1024,390] [--scheme light,dark] [--language zh-CN,en-US] [--state full,empty,loading,failing]
 *     [--quick]   without the search for barriers, which takes longest
 *
 * `--page` is a pattern for names, which the report lists. Each picture is of a page opened anew, alone among the tabs.
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
  scheme: string;
  language: string;
  state: State;
}

const widths = asked.width.split(',').map(Number);
const looks = asked.language
  .split(',')
  .flatMap((language) => asked.scheme.split(',').flatMap((scheme) => readStates().map((state): Look => ({ language, scheme, state }))));

function readStates() {
  const named = asked.state.split(',');
  return states.filter((state) => named.includes(state));
}

async function visitorFor(browser: Browser, { scheme, language }: Look) {
  const look = { locale: language, colorScheme: scheme === 'dark' ? 'dark' : 'light', reducedMotion: 'reduce', bypassCSP: true } as const;
  const visitor = await newVisitor(browser, widths[0], { ...look, serviceWorkers: 'block' });
  const kept = { 'suyuan.scheme': scheme, 'suyuan.language': language };
  await visitor.page.addInitScript((given) => {
    sessionStorage.removeItem('suyuan.tabs');
    for (const [key, value] of Object.entries(given)) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  return visitor;
}

async function signIn(page: Page) {
  await page.goto(`${url}/user/login`);
  await page.fill('#username', user);
  await page.fill('#password', password);
  await page.click('#go');
  await page.waitForURL(/\/index$/);
}

/** The page at rest: its words are there, nothing is asked any more, or enough time has gone by for what never comes. */
async function settle(page: Page, state: State) {
  await page
    .locator('h1, [role=alert]')
    .first()
    .waitFor({ timeout: 15_000 })
    .catch(() => undefined);
  if (state === 'loading') return page.waitForTimeout(1200);
  await page.waitForLoadState('networkidle', { timeout: 6000 }).catch(() => undefined);
  await page.waitForTimeout(350);
}

const report: string[] = [];
const files: string[] = [];

/** One sight in one look: a picture and a line of faults for each width. */
async function take(page: Page, sight: Sight, look: Look, told: { text: string }, faults: string[]) {
  const site = sight.site === 'shopper' ? asked.public : url;
  if (site === undefined) return;
  const words = look.language === 'en-US' ? enUS : zhCN;
  for (const [place, width] of widths.entries()) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await page.goto(site + sight.path, { waitUntil: 'commit' });
    await settle(page, look.state);
    if (sight.open && !(await sight.open(page, words).catch(() => false))) return;
    await page.waitForTimeout(look.state === 'loading' ? 200 : 450);
    const file = `${sight.name}-${width}-${look.scheme}-${look.language.slice(0, 2)}-${look.state}.png`;
    await page.screenshot({ path: path.join(to, file), animations: 'disabled' });
    files.push(file);
    const found = await measuredFaults(page, look.language === 'en-US' && sight.site !== 'shopper', told.text);
    if (!asked.quick && place === 0 && look.state === 'full') found.push(...(await barriers(page)));
    found.push(...faults.splice(0).filter((line) => look.state !== 'failing' || !line.includes('status of 500')));
    if (found.length > 0) report.push(`${file}\n${[...new Set(found)].map((line) => `  ${line}`).join('\n')}`);
  }
}

mkdirSync(to, { recursive: true });
const all = await sights(api(url, await tokenOf(url, user, password)));
const chosen = all.filter(({ name }) => new RegExp(asked.page).test(name));
console.log(`${chosen.length} of ${all.length} sights, ${looks.length} looks, ${widths.length} widths`);
const browser = await openBrowser();
for (const look of looks) {
  const guest = await visitorFor(browser, look);
  const staff = await visitorFor(browser, look);
  const told = { text: '' };
  staff.page.on('response', (response) => {
    if (response.url().includes('/api/'))
      response.text().then(
        (text) => {
          told.text += text;
        },
        () => undefined,
      );
  });
  await signIn(staff.page);
  await putInState(staff.page.context(), look.state);
  for (const sight of chosen) {
    const { page, faults } = sight.site === 'console' ? staff : guest;
    if (sight.site !== 'console' && look.state !== 'full') continue;
    await take(page, sight, look, told, faults).catch((error) => report.push(`${sight.name}: ${String(error).split('\n')[0]}`));
  }
  for (const { page } of [guest, staff]) await page.context().close();
  console.log(`${look.scheme} ${look.language} ${look.state}: ${files.length} pictures so far`);
}
await browser.close();
files.sort();
const sheets = await laySheets(to, files);
writeFileSync(path.join(to, 'faults.txt'), `${all.map(({ name }) => name).join(' ')}\n\n${report.join('\n')}\n`);
console.log(`${files.length} pictures on ${sheets.length} sheets in ${to}; ${report.length} of them with faults, in faults.txt`);
