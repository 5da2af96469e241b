import path from 'node:path';
import { harmlessHtml, htmlAttacks } from '@suyuan/contract/test/html-attacks';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { safeHtml } from '../apps/server/src/platform/html/safe-html.ts';
import { openBrowser } from './support/browser.ts';

/** The console's sanitiser, bundled to run in a page. */
async function consoleSanitiser(): Promise<string> {
  const entry = path.join(import.meta.dirname, '../apps/console/src/ui/safe-html.ts');
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'sanitiser' } },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (!first || !('output' in first)) throw new Error('the sanitiser was not built');
  return first.output[0].code;
}

interface RenderResult {
  ran: string[];
  requestedUrls: string[];
  html: string[];
}

describe('untrusted HTML in a real browser', () => {
  let browser: Browser;
  let page: Page;
  let script: string;
  let requestedUrls: string[];

  /** Renders each text separately, raw or sanitised, and waits for side effects. */
  async function renderTexts(texts: readonly string[], sanitised: boolean): Promise<RenderResult> {
    requestedUrls.length = 0;
    const { ran, html } = await page.evaluate(
      async ({ inputs, sanitise }) => {
        const world = globalThis as unknown as { attacked: () => void; sanitiser: { safeHtml: (html: string) => string } };
        const attacks: string[] = [];
        const renderedHtml: string[] = [];
        for (const text of inputs) {
          let attacked = false;
          world.attacked = () => (attacked = true);
          const container = document.createElement('div');
          container.innerHTML = sanitise ? world.sanitiser.safeHtml(text) : text;
          renderedHtml.push(container.innerHTML);
          document.body.append(container);
          await new Promise((resolve) => setTimeout(resolve, 4));
          for (const element of container.querySelectorAll('*')) {
            for (const event of ['click', 'mouseover', 'focus', 'error', 'load', 'toggle', 'animationstart'])
              element.dispatchEvent(new Event(event));
          }
          await new Promise((resolve) => setTimeout(resolve, 1));
          container.remove();
          if (attacked) attacks.push(text);
        }
        return { ran: attacks, html: renderedHtml };
      },
      { inputs: texts, sanitise: sanitised },
    );
    return { ran, requestedUrls: [...requestedUrls], html };
  }

  beforeAll(async () => {
    [browser, script] = await Promise.all([openBrowser(), consoleSanitiser()]);
    page = await browser.newPage();
    requestedUrls = [];
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === 'http://console.test/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
      requestedUrls.push(url);
      return route.abort();
    });
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.goto('http://console.test/');
    await page.addScriptTag({ content: script });
  });
  afterAll(() => browser?.close());

  it('runs scripts when it is not sanitised', async () => {
    const { ran, requestedUrls: loaded } = await renderTexts(
      htmlAttacks.filter((attack) => !/formaction|<form|<meta|<base|<iframe|<frame/i.test(attack)),
      false,
    );
    expect(ran.length).toBeGreaterThan(100);
    expect(loaded.some((url) => url.includes('evil.example'))).toBe(true);
  });

  it('runs and loads nothing after the console sanitises it', async () => {
    const { ran, requestedUrls: loaded } = await renderTexts(htmlAttacks, true);
    expect(ran).toEqual([]);
    expect(loaded.filter((url) => !url.startsWith('http://console.test/'))).toEqual([]);
  });

  it('runs and loads nothing after the server sanitises it', async () => {
    const { ran, requestedUrls: loaded } = await renderTexts(htmlAttacks.map(safeHtml), false);
    expect(ran).toEqual([]);
    expect(loaded.filter((url) => !url.startsWith('http://console.test/'))).toEqual([]);
  });

  it('keeps harmless HTML, with links in new windows', async () => {
    const { html } = await renderTexts(harmlessHtml, true);
    const own = html.map((text) => text.replaceAll(' target="_blank"', '').replaceAll(' rel="noopener noreferrer"', ''));
    expect(own).toEqual(harmlessHtml);
    expect(html.join('')).toContain('target="_blank" rel="noopener noreferrer"');
  });
});
