import type { Browser, Page } from '@playwright/test';
import type { FormDoc } from '@suyuan/forms';
import { newVisitor, openBrowser, signIn } from '../e2e/support/browser.ts';
import { type Suyuan, startSuyuan } from '../e2e/support/suyuan-process.ts';
import type { Measurement } from './measurement.ts';

/** Limit in milliseconds of main-thread time per key press, rendering included. */
const LIMIT_MS = 100;
const KEY_PRESSES = 10;

/** Cost of a key press in the designer with a large and a small form. Measures CPU time, so a busy machine gives the same result. */
export async function measureDesignerPage(large: FormDoc, small: FormDoc, report: (figure: Measurement) => void) {
  const suyuan = await startSuyuan();
  const browser = await openBrowser();
  try {
    const [largeCosts, smallCosts] = [await measureDesigner(browser, suyuan, large), await measureDesigner(browser, suyuan, small)];
    for (const name of Object.keys(largeCosts) as (keyof typeof largeCosts)[])
      report({
        name: `${name}, form of ${large.fields.length}`,
        value: largeCosts[name],
        unit: 'ms',
        aim: name === 'open the form' ? 3000 : LIMIT_MS,
        lowerIsBetter: true,
        baseline: { name: `form of ${small.fields.length}`, value: smallCosts[name] },
      });
  } finally {
    await browser.close();
    await suyuan.stop();
  }
}

async function measureDesigner(browser: Browser, suyuan: Suyuan, doc: FormDoc) {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signIn(visitor, suyuan, 'admin');
  await page.evaluate(storeDraft, JSON.stringify(doc));
  const readCpuTime = await cpuClock(page);
  await page.goto(`${suyuan.consoleUrl}/form`);
  await page
    .getByRole('treeitem')
    .nth(doc.fields.length - 1)
    .waitFor({ timeout: 120_000 });
  const openCost = await readCpuTime();
  await page
    .getByRole('treeitem')
    .nth(Math.floor(doc.fields.length / 2))
    .click({ position: { x: 3, y: 3 } });
  const measureKey = async (key: string) => {
    const before = await readCpuTime();
    for (let count = 0; count < KEY_PRESSES; count++) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    return ((await readCpuTime()) - before) / KEY_PRESSES;
  };
  const arrowCost = await measureKey('ArrowDown');
  const moveCost = await measureKey('Alt+ArrowDown');
  await page.getByLabel('标题', { exact: true }).first().focus();
  const typeCost = await measureKey('a');
  await page.context().close();
  return {
    'open the form': openCost,
    'select a component by key': arrowCost,
    'move a component by key': moveCost,
    'type a letter into a label': typeCost,
  };
}

function storeDraft(text: string) {
  const doc = JSON.parse(text);
  const draft = { drawingItems: doc.fields, DRAWING_ITEMS_VERSION: doc.version, idGlobal: doc.idSeq, treeNodeId: 100, formConf: doc.form };
  for (const [key, value] of Object.entries(draft)) localStorage.setItem(`suyuan.${key}`, JSON.stringify(value));
}

/** CPU milliseconds of the page's main thread since its start. */
async function cpuClock(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}
