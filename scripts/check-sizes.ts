import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Checks the built console against size budgets in compressed kB. */

const dist = path.join(import.meta.dirname, '../apps/console/dist');

/** The limit for home is 190 kB. The lower budget detects antd controls before the main content. */
const budgets = { signInHtml: 8, homeScript: 130, page: 60, shared: 100 };

/** Larger for a reason: loaded separately, after the page. */
const exceptions: { name: RegExp; limit: number; why: string }[] = [
  { name: /^controls-/, limit: 160, why: 'the controls that nearly every page is made of, in one file' },
  { name: /^(rich-text|editor)/, limit: 160, why: 'the rich-text editor' },
  { name: /^api-viewer/, limit: 345, why: 'the viewer of API documents, a library as it comes' },
  { name: /^(echarts|charts?)/, limit: 170, why: 'the charting engine' },
];

const kB = (file: string) => {
  const plain = path.join(dist, file);
  return statSync(existsSync(`${plain}.br`) ? `${plain}.br` : plain).size / 1000;
};

/** Scripts in the HTML: entry, scripts before the first paint, and preloads. */
const scriptsOf = (html: string) =>
  new Set([...html.matchAll(/<(?:script[^>]*src|link rel="modulepreload"[^>]*href)="\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!));

const faults: string[] = [];
const checkBudget = (label: string, size: number, limit: number) => {
  if (size > limit) faults.push(`${label} is ${size.toFixed(1)} kB; ${limit} kB is the budget`);
};

const pages = readdirSync(dist).filter((file) => file.endsWith('.html'));
for (const page of pages) checkBudget(page, kB(page), budgets.signInHtml);

const home = scriptsOf(readFileSync(path.join(dist, 'index.html'), 'utf8'));
const homeSize = [...home].reduce((sum, file) => sum + kB(file), 0);
checkBudget(`the script before home's content (${home.size} files)`, homeSize, budgets.homeScript);
if (home.size < 3) faults.push('index.html names no scripts: nothing was measured');

const chunks = readdirSync(path.join(dist, 'assets')).filter((file) => file.endsWith('.js') && !home.has(`assets/${file}`));
let largest = 0;
for (const file of chunks) {
  const size = kB(`assets/${file}`);
  const exception = exceptions.find(({ name }) => name.test(file));
  const isPage = /-page-/.test(file);
  if (isPage) largest = Math.max(largest, size);
  checkBudget(exception ? `${file} (${exception.why})` : file, size, exception?.limit ?? (isPage ? budgets.page : budgets.shared));
}
if (largest === 0) faults.push('no separate page was found');

for (const fault of faults) console.error(`✗ ${fault}`);
console.log(`sizes: home ${homeSize.toFixed(1)} kB of script, ${chunks.length} other chunks, the largest page ${largest.toFixed(1)} kB`);
process.exitCode = faults.length > 0 ? 1 : 0;
