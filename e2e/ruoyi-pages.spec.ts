import type { Browser, Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { FIXED_PAGES, flawsOf, MENU_PAGES, startWalker } from './support/page-walker.ts';
import { ruoyiClient } from './support/ruoyi/client.ts';
import { type RuoYi, type RuoYiOptions, startRuoYi } from './support/ruoyi/server.ts';

const missingOf = ({ missing }: RuoYi) => missing.map(({ method, path }) => `${method} ${path}`);

async function startServer(options: RuoYiOptions = {}): Promise<RuoYi> {
  const ruoyi = await startRuoYi(options);
  const client = ruoyiClient(ruoyi.url);
  await client.signIn('admin');
  await client.send('POST /tool/gen/importTable?tables=sys_post&tplWebType=element-plus');
  ruoyi.missing.splice(0);
  return ruoyi;
}

const pagesOf = ({ db }: RuoYi) => [...MENU_PAGES, ...FIXED_PAGES, ...db.genTables.map(({ tableId }) => `/gen/edit?tableId=${tableId}`)];

/** Pages whose rows open a record dialog, and those with a form dialog. */
const WITH_RECORD = [
  ...['user', 'role', 'menu', 'dept', 'post', 'config', 'log/operlog', 'log/logininfor'].map((name) => `/system/${name}`),
  '/monitor/job',
];
const WITH_FORM = WITH_RECORD.filter((path) => !path.includes('/log/'));

describe('every page on a plain RuoYi server', () => {
  let browser: Browser;
  let ruoyi: RuoYi;

  beforeAll(async () => {
    [browser, ruoyi] = await Promise.all([openBrowser(), startServer()]);
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    ruoyi.missing.splice(0);
  });
  afterAll(async () => {
    await browser?.close();
    await ruoyi?.stop();
  });

  for (const user of ['admin', 'ry'] as const)
    for (const width of [1440, 390])
      for (const language of ['zh-CN', 'en-US'] as const)
        it(`opens for ${user}, ${width} px wide, in ${language}, without errors or unsupported requests`, async () => {
          const walker = await startWalker(browser, ruoyi, { user, width, language });
          expect(await flawsOf(walker, pagesOf(ruoyi))).toEqual([]);
          expect(missingOf(ruoyi)).toEqual([]);
        });

  it('opens for a user with few permissions, without errors or unsupported requests', async () => {
    const limited = await startServer({
      commonPermissions: ['system:user:list', 'system:notice:list', 'tool:gen:list', 'monitor:job:list'],
    });
    const walker = await startWalker(browser, limited, { user: 'ry' });
    expect(await flawsOf(walker, pagesOf(limited))).toEqual([]);
    expect(missingOf(limited)).toEqual([]);
    expect(limited.requests.filter(({ code }) => code !== 200).map(({ path }) => path)).toEqual([]);
    await limited.stop();
  });

  it('appears in the menu or is a fixed page', async () => {
    const { page } = await startWalker(browser, ruoyi);
    const menu = page.getByRole('navigation', { name: '主菜单' });
    const closed = menu.locator('button[aria-expanded=false]');
    while ((await closed.count()) > 0) await closed.first().click();
    const links = menu.locator('a:not([target])');
    const paths = await links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname));
    expect(paths.toSorted()).toEqual(MENU_PAGES.toSorted());
  });

  for (const [width, language, editing] of [
    [1440, 'zh-CN', '修改'],
    [1440, 'en-US', 'Edit'],
    [390, 'zh-CN', '修改'],
  ] as const)
    it(`opens records and forms of each list, ${width} px wide, in ${language}, without errors`, async () => {
      const walker = await startWalker(browser, ruoyi, { width, language });
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
        await checkDialog(main.locator('button.row-link-strong'), `${path} record`);
        if (WITH_FORM.includes(path)) await checkDialog(main.getByRole('button', { name: editing, exact: true }), `${path} form`);
      }
      expect([...flaws, ...(await walker.toasts()), ...walker.faults]).toEqual([]);
      expect(missingOf(ruoyi)).toEqual([]);
    });

  it('sends no unsupported request in ten idle minutes', async () => {
    const walker = await startWalker(browser, ruoyi, { clock: true });
    for (const path of ['/monitor/server', '/monitor/cache', '/monitor/online', '/monitor/job', '/index']) {
      await walker.open(path);
      const before = ruoyi.requests.length;
      for (let half = 0; half < 20; half++) {
        await walker.page.clock.runFor(30_000);
        await walker.settle();
      }
      expect(missingOf(ruoyi), path).toEqual([]);
      expect(
        ruoyi.requests.slice(before).filter(({ code }) => code !== 200),
        path,
      ).toEqual([]);
    }
    expect([...(await walker.toasts()), ...walker.faults]).toEqual([]);
  });
});

describe('a RuoYi server that fails, is older or lacks a module', () => {
  const NOT_OFFERED = '此服务器没有提供这项功能';
  const outages = {
    gone: '后端接口连接异常',
    html: '系统接口 /api 返回了网页而不是数据',
    404: '系统接口 404 异常',
    502: '系统接口 502 异常',
  };
  let browser: Browser;

  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(() => browser?.close());

  for (const [name, sentence] of Object.entries(outages))
    it(`shows one message while the server fails with ${name}, and recovers`, async () => {
      const ruoyi = await startServer();
      const walker = await startWalker(browser, ruoyi);
      await walker.open('/system/post');
      ruoyi.setOutage(name === 'gone' || name === 'html' ? name : name === '404' ? 404 : 502);
      const flaws: string[] = [];
      for (const path of ['/system/user', '/system/dept', '/system/notice', '/monitor/job', '/tool/gen', '/account/center']) {
        await walker.open(path);
        await walker.page.locator('#main').getByText(sentence).locator('visible=true').first().waitFor();
        flaws.push(...(await walker.findFlaws()).map((flaw) => `${path}: ${flaw}`));
      }
      await walker.page.reload();
      await walker.page.getByRole('navigation', { name: '主菜单' }).waitFor();
      await walker.open('/system/post');
      await walker.page.locator('#main').getByText(sentence).locator('visible=true').first().waitFor();
      expect([...flaws, ...(await walker.toasts())]).toEqual([]);
      ruoyi.setOutage(undefined);
      await walker.page.getByText('董事长').locator('visible=true').waitFor({ timeout: 90_000 });
      await walker.open('/system/user');
      await walker.page.getByText('共 2 条').locator('visible=true').waitFor();
      await ruoyi.stop();
    });

  it('shows every page on RuoYi 3.8 without errors and tries newer requests once', async () => {
    const old = await startServer({ version: '3.8' });
    const walker = await startWalker(browser, old);
    expect(await flawsOf(walker, pagesOf(old))).toEqual([]);
    expect(missingOf(old)).toEqual(['GET /system/notice/listTop']);
    await old.stop();
  });

  for (const [module, address] of [
    ['job', '/monitor/job/log'],
    ['gen', '/gen/edit?tableId=6'],
  ] as const)
    it(`reports a missing module ${module} and shows the other pages`, async () => {
      const ruoyi = await startRuoYi({ without: [module] });
      const walker = await startWalker(browser, ruoyi);
      const others = [...MENU_PAGES, ...FIXED_PAGES].filter((path) => !path.includes(module));
      expect(await flawsOf(walker, others)).toEqual([]);
      expect(missingOf(ruoyi)).toEqual([]);
      await walker.open(address);
      await walker.page.locator('#main').getByText(NOT_OFFERED).locator('visible=true').waitFor();
      expect([...(await walker.findFlaws()), ...(await walker.toasts()), ...walker.faults]).toEqual([]);
      await ruoyi.stop();
    });
});
