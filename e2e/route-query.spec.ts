import type { Page } from '@playwright/test';
import { waitForText } from './support/browser.ts';
import { test as base, expect } from './support/test.ts';
import { t } from './support/text.ts';

/** Fake of the vendor's script: records its use, and requests services as the real one does. */
const FAKE_MAP_SCRIPT = `
const world = window;
world.used = { maps: [], drives: [] };
const fetchJson = async (path, query) => (await fetch(world._AMapSecurityConfig.serviceHost + path + '?' + new URLSearchParams(query))).json();
world.AMap = {
  DrivingPolicy: { LEAST_TIME: 0, LEAST_FEE: 1 },
  Map: class { constructor(container, options) {
    world.used.maps.push({ container, ...options });
    document.getElementById(container).append(Object.assign(document.createElement('p'), { textContent: '厂商地图' }));
  } },
  AutoComplete: class {
    constructor({ city }) { this.city = city; }
    search(keywords, callback) { fetchJson('/v3/assistant/inputtips', { keywords, city: this.city }).then((result) => callback('complete', result)); }
  },
  Driving: class {
    constructor({ map, ...options }) { this.options = options; }
    clear() {}
    search(points, callback) {
      world.used.drives.push({ ...this.options, points });
      if (points.some(({ keyword }) => keyword === '火星')) return callback('no_data', {});
      callback('complete', { routes: [{ distance: 838400, time: 30420, steps: [{ instruction: '沿沪蓉高速行驶', distance: 800000 }] }] });
    }
  },
};
world[new URL(document.currentScript.src).searchParams.get('callback')]();
`;

interface RecordedUse {
  maps: Record<string, unknown>[];
  drives: Record<string, unknown>[];
}

const test = base.extend<{
  /** Requests of all pages to the vendor, or to its service through the server. */
  vendorRequests: URL[];
}>({
  vendorRequests: async ({}, use) => use([]),
  openPage: async ({ openPage, vendorRequests }, use) => {
    await use(async (options) => {
      const page = await openPage(options);
      await page.route(/amap\.com|_AMapService/, (route) => {
        const url = new URL(route.request().url());
        vendorRequests.push(url);
        if (url.pathname === '/maps') return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: FAKE_MAP_SCRIPT });
        return route.fulfill({ json: { tips: [{ name: '武汉站', district: '湖北省武汉市洪山区' }] } });
      });
      return page;
    });
  },
});
test.use({ environment: { AMAP_KEY: 'standinkey01', AMAP_SECURITY_CODE: 'c0deofnobody' } });

const waitForMap = (page: Page) => page.frameLocator('iframe[src="/map/frame"]').getByText('厂商地图').waitFor();
const mapFrame = (page: Page) => page.frames().find((each) => each.url().endsWith('/map/frame'));

test.describe('a route between two places', () => {
  test('requests a route from the map vendor when a key is set: 3D, level 8, nationwide, least time', async ({
    signIn,
    suyuan,
    vendorRequests,
    faults,
  }) => {
    const page = await signIn('planner');
    await page.getByRole('navigation', { name: t('shell.tabs') }).waitFor();
    expect(vendorRequests).toEqual([]);
    await page.goto(`${suyuan.consoleUrl}/AMapView`);
    await waitForMap(page);
    expect(vendorRequests[0]?.searchParams.get('key')).toBe('standinkey01');

    await page.getByLabel(t('shell.frame.map.start')).pressSequentially('武汉');
    await page.locator('.ant-select-item-option', { hasText: '湖北省武汉市洪山区' }).click();
    await page.getByLabel(t('shell.frame.map.end')).fill('上海');
    await page.getByRole('button', { name: t('shell.frame.map.query') }).click();
    await waitForText(page, t('shell.frame.map.drive', { km: 838, time: '8:27' }));
    await waitForText(page, '沿沪蓉高速行驶');
    const recordedUse = await mapFrame(page)?.evaluate(() => (globalThis as unknown as { used: RecordedUse }).used);
    expect(recordedUse?.maps).toEqual([expect.objectContaining({ viewMode: '3D', zoom: 8, center: [114.3, 30.59] })]);
    expect(recordedUse?.drives).toEqual([
      {
        city: '全国',
        policy: 0,
        points: [
          { keyword: '武汉站', city: '全国' },
          { keyword: '上海', city: '全国' },
        ],
      },
    ]);
    const serviceRequests = vendorRequests.filter(({ pathname }) => pathname.includes('_AMapService'));
    expect(serviceRequests.length).toBeGreaterThan(0);
    expect(serviceRequests.every(({ origin, search }) => origin === suyuan.consoleUrl && !search.includes('jscode'))).toBe(true);
    expect(faults).toEqual([]);
  });

  test('reports that the vendor has no route', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/AMapView?start=上海&end=火星');
    await waitForText(page, t('shell.frame.map.noWay', { start: '上海', end: '火星' }));
    expect(faults).toEqual([]);
  });

  test('blocks the script of the vendor on console pages, and popups in its frame', async ({ signIn, faults }) => {
    const page = await signIn('planner', '/AMapView');
    await waitForMap(page);
    const loadResult = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const script = Object.assign(document.createElement('script'), { src: 'https://webapi.amap.com/maps?v=2.0' });
          script.onload = () => resolve('came');
          script.onerror = () => resolve('refused');
          document.head.append(script);
        }),
    );
    expect(loadResult).toBe('refused');
    const frame = mapFrame(page);
    expect(frame).toBeDefined();
    expect(await frame?.evaluate(() => globalThis.open('/index'))).toBeNull();
    expect(faults.filter((fault) => !/Content Security Policy|sandboxed frame/.test(fault))).toEqual([]);
  });
});
