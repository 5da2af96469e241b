import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { FIXED_PAGES, flawsOf, startWalker } from './support/page-walker.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

/** The walk of `ruoyi-pages.spec.ts` on our own server with sample data. */
describe('every page on the Suyuan server', () => {
  let browser: Browser;
  let suyuan: Suyuan;

  beforeAll(async () => {
    [browser, suyuan] = await Promise.all([openBrowser(), startSuyuan({ ENGLISH_ENABLED: 'on' })]);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  for (const username of ['admin', 'planner'])
    for (const [width, language] of [
      [1440, 'zh-CN'],
      [390, 'zh-CN'],
      [1440, 'en-US'],
      [390, 'en-US'],
    ] as const)
      it(`opens for ${username}, ${width} px wide, in ${language}, without errors`, async () => {
        const account = { username, password: suyuan.passwords[username] ?? '' };
        const walker = await startWalker(browser, { url: suyuan.consoleUrl }, { account, width, language });
        const menu = await walker.page.evaluate(async () => {
          const { value } = JSON.parse(localStorage.getItem('suyuan.accessToken') ?? '{}');
          const answer = await fetch('/api/getRouters', { headers: { authorization: `Bearer ${value}` } });
          return (await answer.json()).data;
        });
        const pages = [...pagesIn(menu), ...FIXED_PAGES];
        expect(pages.length).toBeGreaterThan(25);
        expect(await flawsOf(walker, pages)).toEqual([]);
      });
});

interface Route {
  path: string;
  component?: string;
  children?: Route[];
}

const pagesIn = (routes: Route[], parent = ''): string[] =>
  routes.flatMap(({ path, children }) => {
    const fullPath = path.startsWith('/') ? path : `${parent}/${path}`;
    if (children) return pagesIn(children, fullPath);
    return /^\w+:/.test(path) ? [] : [fullPath];
  });
