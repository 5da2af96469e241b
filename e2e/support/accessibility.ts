import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The default blue, whose contrast of 3.2:1 is the only exception. */
const BLUE = /#1890ff/i;

/** Serious and critical axe findings, one line each. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.evaluate(settleAnimations);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: { run(): Promise<AxeResults> } }).axe.run());
  const severe = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  return severe.flatMap(({ id, nodes }) =>
    nodes
      .filter((node) => id !== 'color-contrast' || !BLUE.test(JSON.stringify(node.any)))
      .map(({ html, failureSummary = '' }) => `${id}: ${html.slice(0, 160)} ${failureSummary.split('\n')[1]?.trim()}`),
  );
}

/** Waits until the page is rendered and its finite animations and colour transitions have ended. */
async function settleAnimations(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
  await Promise.allSettled(finite.map(({ finished }) => finished));
}
