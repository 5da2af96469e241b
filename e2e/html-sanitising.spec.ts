import path from 'node:path';
import { harmlessHtml, htmlAttacks } from '@suyuan/contract/test/html-attacks';
import { build } from 'vite';
import { safeHtml } from '../apps/server/src/platform/html/safe-html.ts';
import { test as base, expect } from './support/test.ts';

const ORIGIN = 'http://console.test/';

interface RenderResult {
  /** Texts that ran a script. */
  ran: string[];
  /** Requests to other origins. */
  externalUrls: string[];
  html: string[];
}

interface Fixtures {
  /** Renders each text separately, raw or sanitised by the console, and waits for side effects. */
  renderTexts(texts: readonly string[], sanitise: boolean): Promise<RenderResult>;
}

const test = base.extend<Fixtures, { consoleSanitiser: string }>({
  /** Bundled to run in a page. */
  consoleSanitiser: [
    async ({}, use) => {
      const entry = path.join(import.meta.dirname, '../apps/console/src/ui/safe-html.ts');
      const built = await build({
        configFile: false,
        logLevel: 'silent',
        build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'sanitiser' } },
      });
      const [first] = Array.isArray(built) ? built : [built];
      if (!first || !('output' in first)) throw new Error('the sanitiser was not built');
      await use(first.output[0].code);
    },
    { scope: 'worker' },
  ],
  renderTexts: async ({ page, consoleSanitiser }, use) => {
    const externalUrls: string[] = [];
    await page.route('**/*', (route) => {
      const url = route.request().url();
      if (url === ORIGIN) return route.fulfill({ contentType: 'text/html', body: '<!doctype html><body>' });
      if (!url.startsWith(ORIGIN)) externalUrls.push(url);
      return route.abort();
    });
    page.on('dialog', (dialog) => dialog.dismiss());
    await page.goto(ORIGIN);
    await page.addScriptTag({ content: consoleSanitiser });
    await use(async (texts, sanitise) => {
      const { ran, html } = await page.evaluate(renderEach, { texts, sanitise, ORIGIN });
      return { ran, html, externalUrls };
    });
  },
});

/** Runs in the page. */
async function renderEach({ texts, sanitise, ORIGIN: origin }: { texts: readonly string[]; sanitise: boolean; ORIGIN: string }) {
  const world = globalThis as unknown as { attacked: () => void; sanitiser: { safeHtml: (html: string) => string } };
  // A later request has failed, so the earlier ones have too, and the handlers of their errors have run.
  const afterPictures = () =>
    new Promise((resolve) => {
      const picture = new Image();
      picture.onerror = resolve;
      picture.src = `${origin}missing.png`;
    });
  const ran: string[] = [];
  const html: string[] = [];
  for (const text of texts) {
    let attacked = false;
    world.attacked = () => (attacked = true);
    const container = document.createElement('div');
    container.innerHTML = sanitise ? world.sanitiser.safeHtml(text) : text;
    html.push(container.innerHTML);
    document.body.append(container);
    await afterPictures();
    for (const element of container.querySelectorAll('*')) {
      for (const event of ['click', 'mouseover', 'focus', 'error', 'load', 'toggle', 'animationstart'])
        element.dispatchEvent(new Event(event));
    }
    await afterPictures();
    container.remove();
    if (attacked) ran.push(text);
  }
  return { ran, html };
}

test.describe('untrusted HTML in a real browser', () => {
  test('runs scripts when it is not sanitised', async ({ renderTexts }) => {
    const { ran, externalUrls } = await renderTexts(
      htmlAttacks.filter((attack) => !/formaction|<form|<meta|<base|<iframe|<frame/i.test(attack)),
      false,
    );
    expect(ran.length).toBeGreaterThan(100);
    expect(externalUrls.some((url) => url.includes('evil.example'))).toBe(true);
  });

  test('runs and loads nothing after the console sanitises it', async ({ renderTexts }) => {
    expect(await renderTexts(htmlAttacks, true)).toMatchObject({ ran: [], externalUrls: [] });
  });

  test('runs and loads nothing after the server sanitises it', async ({ renderTexts }) => {
    expect(await renderTexts(htmlAttacks.map(safeHtml), false)).toMatchObject({ ran: [], externalUrls: [] });
  });

  test('keeps harmless HTML, with links in new windows', async ({ renderTexts }) => {
    const { html } = await renderTexts(harmlessHtml, true);
    const own = html.map((text) => text.replaceAll(' target="_blank"', '').replaceAll(' rel="noopener noreferrer"', ''));
    expect(own).toEqual(harmlessHtml);
    expect(html.join('')).toContain('target="_blank" rel="noopener noreferrer"');
  });
});
