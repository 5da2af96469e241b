import type { FormDoc } from '@suyuan/forms';
import type { Browser, Page } from 'playwright-core';
import { newVisitor, openBrowser, signIn } from '../e2e/support/browser.ts';
import { type Suyuan, startSuyuan } from '../e2e/support/product.ts';
import type { Figure } from './figure.ts';

/** Limit in milliseconds of main-thread time per key press, rendering included. */
const AIM = 100;
const PRESSES = 10;

/** Cost of a key press in the designer with a large and a small form. Measures CPU time, so a busy machine gives the same result. */
export async function pageFigures(large: FormDoc, small: FormDoc, report: (figure: Figure) => void) {
  const suyuan = await startSuyuan();
  const browser = await openBrowser();
  try {
    const [many, few] = [await visit(browser, suyuan, large), await visit(browser, suyuan, small)];
    for (const name of Object.keys(many) as (keyof typeof many)[])
      report({
        name: `${name}, ${large.fields.length} components`,
        value: many[name],
        unit: 'ms',
        aim: name === 'opened' ? 3000 : AIM,
        lowIsGood: true,
        rival: { name: `with ${small.fields.length}`, value: few[name] },
      });
  } finally {
    await browser.close();
    await suyuan.stop();
  }
}

async function visit(browser: Browser, suyuan: Suyuan, doc: FormDoc) {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signIn(visitor, suyuan, 'admin');
  await page.evaluate(keep, JSON.stringify(doc));
  const clock = await clockOf(page);
  await page.goto(`${suyuan.consoleUrl}/form`);
  await page
    .getByRole('treeitem')
    .nth(doc.fields.length - 1)
    .waitFor({ timeout: 120_000 });
  const opened = await clock();
  await page
    .getByRole('treeitem')
    .nth(Math.floor(doc.fields.length / 2))
    .click({ position: { x: 3, y: 3 } });
  const pressed = async (key: string) => {
    const before = await clock();
    for (let count = 0; count < PRESSES; count++) await page.keyboard.press(key);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0))));
    return ((await clock()) - before) / PRESSES;
  };
  const walked = await pressed('ArrowDown');
  const moved = await pressed('Alt+ArrowDown');
  await page.getByLabel('标题', { exact: true }).first().focus();
  const typed = await pressed('a');
  await page.context().close();
  return { opened, 'a component chosen by a key': walked, 'one moved by a key': moved, 'a letter typed into a label': typed };
}

function keep(text: string) {
  const doc = JSON.parse(text);
  const kept = { drawingItems: doc.fields, DRAWING_ITEMS_VERSION: doc.version, idGlobal: doc.idSeq, treeNodeId: 100, formConf: doc.form };
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(`suyuan.${key}`, JSON.stringify(value));
}

/** CPU milliseconds of the page's main thread since its start. */
async function clockOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
}
