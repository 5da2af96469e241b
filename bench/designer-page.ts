import type { FormDoc } from '@suyuan/forms';
import type { Browser, Page } from 'playwright-core';
import { newVisitor, openBrowser, signIn } from '../e2e/support/browser.ts';
import { type Product, startProduct } from '../e2e/support/product.ts';
import { type Figure, median } from './figure.ts';

/** Milliseconds from a key to the painted frame: what the browsers' makers call good for the slowest of a visit is 200. */
const AIM = 100;
const PRESSES = 30;

/** The page of the designer with a large form and with a small one, in the same run: what a key costs until it is seen. */
export async function pageFigures(large: FormDoc, small: FormDoc, report: (figure: Figure) => void) {
  const product = await startProduct();
  const browser = await openBrowser();
  try {
    const [many, few] = [await visit(browser, product, large), await visit(browser, product, small)];
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
    await product.stop();
  }
}

async function visit(browser: Browser, product: Product, doc: FormDoc) {
  const visitor = await newVisitor(browser);
  const { page } = visitor;
  await signIn(visitor, product, 'admin');
  await page.evaluate(keep, JSON.stringify(doc));
  const start = performance.now();
  await page.goto(`${product.consoleUrl}/form`);
  await page
    .getByRole('treeitem')
    .nth(doc.fields.length - 1)
    .waitFor();
  const opened = performance.now() - start;
  await page
    .getByRole('treeitem')
    .nth(Math.floor(doc.fields.length / 2))
    .click({ position: { x: 3, y: 3 } });
  const walked = await pressed(page, 'ArrowDown');
  const moved = await pressed(page, 'Alt+ArrowDown');
  await page.getByLabel('标题', { exact: true }).first().focus();
  const typed = await pressed(page, 'a');
  await page.context().close();
  return { opened, 'a component chosen by a key': walked, 'one moved by a key': moved, 'a letter typed into a label': typed };
}

/** Puts a draft where the browser keeps it. */
function keep(text: string) {
  const doc = JSON.parse(text);
  const kept = { drawingItems: doc.fields, DRAWING_ITEMS_VERSION: doc.version, idGlobal: doc.idSeq, treeNodeId: 100, formConf: doc.form };
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(`suyuan.${key}`, JSON.stringify(value));
}

/** Median of the milliseconds from the press to the frame behind the one that it asked for. */
async function pressed(page: Page, key: string): Promise<number> {
  const took: number[] = [];
  for (let count = 0; count < PRESSES; count++) {
    const seen = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const begin = (event: Event) => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - event.timeStamp)));
          window.addEventListener('keydown', begin, { once: true, capture: true });
        }),
    );
    await page.keyboard.press(key);
    took.push(await seen);
  }
  return median(took.slice(5));
}
