import { FIXED_PAGES, flawsOf, startWalker, walksFor } from './support/page-walker.ts';
import { expect, test } from './support/test.ts';

interface Route {
  path: string;
  component?: string;
  children?: Route[];
}

const pagesIn = (routes: Route[], parent = ''): string[] =>
  routes.flatMap(({ path, children }) => {
    const fullPath = path.startsWith('/') ? path : `${parent.replace(/\/$/, '')}/${path}`;
    if (children) return pagesIn(children, fullPath);
    return /^\w+:/.test(path) ? [] : [fullPath];
  });

/** The walk of `ruoyi-pages.spec.ts` on our own server with sample data. */
test.describe('every page on the Suyuan server', () => {
  test.use({ environment: { ENGLISH_ENABLED: 'on' } });
  // the walker opens its own pages
  test.afterEach(async ({ browser }) => {
    for (const context of browser.contexts()) await context.close();
  });

  // `fixed-routes.spec.ts` opens each page of the administrator
  for (const { user: username, width, language, tag } of walksFor(['admin', 'planner'], ['planner 390 en-US']))
    test(`opens for ${username}, ${width} px wide, in ${language}, without errors`, { tag }, async ({ suyuan, apiAs, browser }) => {
      const account = { username, password: suyuan.passwords[username] ?? '' };
      const walker = await startWalker(browser, { url: suyuan.consoleUrl }, { account, width, language });
      const { data: menu } = await (await apiAs(username)).must('GET', '/getRouters');
      const pages = [...pagesIn(menu), ...FIXED_PAGES];
      expect(pages.length).toBeGreaterThan(25);
      expect(await flawsOf(walker, pages)).toEqual([]);
    });
});
