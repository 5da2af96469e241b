import type { Locator } from '@playwright/test';
import { FIXED_PAGES, flawsOf, MENU_PAGES, startWalker, type Walker, walksFor } from './support/page-walker.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import { type Outage, type RuoYi, type RuoYiOptions, startRuoYi } from './support/ruoyi/server.ts';
import { test as base, expect } from './support/test.ts';
import { english, t } from './support/text.ts';

interface Fixtures {
  ruoyiOptions: RuoYiOptions;
  /** A RuoYi server with an imported table, if it has the generator. */
  ruoyi: RuoYi;
  walk(options?: Parameters<typeof startWalker>[2]): Promise<Walker>;
}

const test = base.extend<Fixtures>({
  ruoyiOptions: [{}, { option: true }],
  ruoyi: async ({ ruoyiOptions }, use) => {
    const ruoyi = await startRuoYi(ruoyiOptions);
    const client = ruoyiClient(ruoyi.url);
    await client.signIn('admin');
    if (!ruoyiOptions.without?.includes('gen')) await client.send('POST /tool/gen/importTable?tables=sys_post&tplWebType=element-plus');
    ruoyi.missing.splice(0);
    await use(ruoyi);
    await ruoyi.stop();
  },
  walk: async ({ browser, ruoyi }, use) => {
    await use((options) => startWalker(browser, ruoyi, options));
    for (const context of browser.contexts()) await context.close();
  },
});

const LONG = process.env.SUYUAN_LONG === '1';

const missingOf = ({ missing }: RuoYi) => missing.map(({ method, path }) => `${method} ${path}`);

const pagesOf = ({ db }: RuoYi) => [...MENU_PAGES, ...FIXED_PAGES, ...db.genTables.map(({ tableId }) => `/gen/edit?tableId=${tableId}`)];

/** Pages whose rows open a record dialog, and those with a form dialog. */
const WITH_RECORD = [
  ...['user', 'role', 'menu', 'dept', 'post', 'config', 'log/operlog', 'log/logininfor'].map((name) => `/system/${name}`),
  '/monitor/job',
];
const WITH_FORM = WITH_RECORD.filter((path) => !path.includes('/log/'));

test.describe('every page on a plain RuoYi server', () => {
  for (const { tag, ...options } of walksFor(['admin', 'ry'] as const, ['admin 1440 zh-CN', 'ry 390 en-US'])) {
    const { user, width, language } = options;
    test(`opens for ${user}, ${width} px wide, in ${language}, without errors or unsupported requests`, { tag }, async ({
      ruoyi,
      walk,
    }) => {
      const walker = await walk(options);
      expect(await flawsOf(walker, pagesOf(ruoyi))).toEqual([]);
      expect(missingOf(ruoyi)).toEqual([]);
    });
  }

  test.describe('with few permissions', () => {
    test.use({ ruoyiOptions: { commonPermissions: ['system:user:list', 'system:notice:list', 'tool:gen:list', 'monitor:job:list'] } });

    test('opens for a user with few permissions, without errors or unsupported requests', async ({ ruoyi, walk }) => {
      const walker = await walk({ user: 'ry' });
      expect(await flawsOf(walker, pagesOf(ruoyi))).toEqual([]);
      expect(missingOf(ruoyi)).toEqual([]);
      expect(ruoyi.requests.filter(({ code }) => code !== 200).map(({ path }) => path)).toEqual([]);
    });
  });

  test('appears in the menu or is a fixed page', async ({ walk }) => {
    const { page } = await walk();
    const menu = page.getByRole('navigation', { name: t('shell.menu') });
    const closed = menu.locator('button[aria-expanded=false]');
    while ((await closed.count()) > 0) await closed.first().click();
    const links = menu.locator('a:not([target])');
    const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    expect(paths.toSorted()).toEqual(MENU_PAGES.toSorted());
  });

  for (const [width, language, editing, long] of [
    [1440, 'zh-CN', t('kit.edit'), false],
    [1440, 'en-US', english('kit.edit'), true],
    [390, 'zh-CN', t('kit.edit'), true],
  ] as const)
    test(`opens records and forms of each list, ${width} px wide, in ${language}, without errors`, { tag: long ? '@long' : [] }, async ({
      ruoyi,
      walk,
    }) => {
      const walker = await walk({ width, language });
      const { page } = walker;
      const flaws: string[] = [];
      const checkDialog = async (opener: Locator, label: string) => {
        await opener.locator('visible=true').first().click();
        await page.locator('[role=dialog]:visible').first().waitFor();
        await walker.settle();
        flaws.push(...(await walker.findFlaws()).map((flaw) => `${label}: ${flaw}`));
        await page.keyboard.press('Escape');
        await page.locator('[role=dialog]:visible').first().waitFor({ state: 'hidden' });
      };
      const main = page.locator('#main');
      for (const path of WITH_RECORD) {
        await walker.open(path);
        await checkDialog(main.locator('button.text-link.font-medium'), `${path} record`);
        if (WITH_FORM.includes(path)) await checkDialog(main.getByRole('button', { name: editing, exact: true }), `${path} form`);
      }
      expect([...flaws, ...(await walker.notices()), ...walker.faults]).toEqual([]);
      expect(missingOf(ruoyi)).toEqual([]);
    });

  test('sends no unsupported request in ten idle minutes', async ({ ruoyi, walk }) => {
    const walker = await walk({ clock: true });
    for (const path of ['/monitor/server', '/monitor/cache', '/monitor/online', '/monitor/job', '/index']) {
      await walker.open(path);
      const before = ruoyi.requests.length;
      for (let minute = 0; minute < 10; minute++) {
        await walker.page.clock.runFor(60_000);
        await walker.settle();
      }
      expect(missingOf(ruoyi), path).toEqual([]);
      expect(
        ruoyi.requests.slice(before).filter(({ code }) => code !== 200),
        path,
      ).toEqual([]);
    }
    expect([...(await walker.notices()), ...walker.faults]).toEqual([]);
  });
});

test.describe('a RuoYi server that fails, is older or lacks a module', () => {
  const outages: [name: string, outage: Outage, message: string, long: boolean][] = [
    ['404', 404, t('kit.statusWrong', { status: 404 }), true],
    ['502', 502, t('kit.statusWrong', { status: 502 }), false],
    ['gone', 'gone', t('kit.networkDown'), false],
    ['html', 'html', t('kit.webPage', { prefix: '/api' }), true],
  ];
  for (const [name, outage, message, long] of outages)
    test(`shows one message while the server fails with ${name}, and recovers`, { tag: long ? '@long' : [] }, async ({ ruoyi, walk }) => {
      const walker = await walk();
      const messageOnPage = walker.page.locator('#main').getByText(message).locator('visible=true').first();
      await walker.open('/system/post');
      ruoyi.setOutage(outage);
      const flaws: string[] = [];
      for (const path of ['/system/user', '/system/dept', '/system/notice', '/monitor/job', '/tool/gen', '/account/center']) {
        await walker.open(path);
        await messageOnPage.waitFor();
        flaws.push(...(await walker.findFlaws()).map((flaw) => `${path}: ${flaw}`));
      }
      await walker.page.reload();
      await walker.page.getByRole('navigation', { name: t('shell.menu') }).waitFor();
      await walker.open('/system/post');
      await messageOnPage.waitFor();
      expect([...flaws, ...(await walker.notices())]).toEqual([]);
      ruoyi.setOutage(undefined);
      await walker.page.getByText('董事长').locator('visible=true').waitFor({ timeout: 90_000 });
      await walker.open('/system/user');
      await expect(walker.page.getByText(t('kit.total', { total: 2 })).locator('visible=true')).toBeVisible();
    });

  test.describe('on RuoYi 3.8', () => {
    test.use({ ruoyiOptions: { version: '3.8' } });

    test('shows every page on RuoYi 3.8 without errors and tries newer requests once', async ({ ruoyi, walk }) => {
      const walker = await walk();
      expect(await flawsOf(walker, pagesOf(ruoyi))).toEqual([]);
      expect(missingOf(ruoyi)).toEqual(['GET /system/notice/listTop']);
    });
  });

  for (const [module, address, long] of [
    ['job', '/monitor/job/log', false],
    ['gen', '/gen/edit?tableId=6', true],
  ] as const)
    test.describe(`without ${module}`, () => {
      test.use({ ruoyiOptions: { without: [module] } });

      test(`reports a missing module ${module} and shows the other pages`, { tag: long ? '@long' : [] }, async ({ ruoyi, walk }) => {
        const walker = await walk();
        // other pages do not call the module; at full size they open too
        const pages = [...MENU_PAGES, ...FIXED_PAGES].filter((path) => LONG || /^\/(index|monitor|tool)/.test(path));
        const others = pages.filter((path) => !path.includes(module));
        expect(await flawsOf(walker, others)).toEqual([]);
        expect(missingOf(ruoyi)).toEqual([]);
        await walker.open(address);
        await walker.page.locator('#main').getByText(t('kit.notOffered')).locator('visible=true').waitFor();
        expect([...(await walker.findFlaws()), ...(await walker.notices()), ...walker.faults]).toEqual([]);
      });
    });
});
