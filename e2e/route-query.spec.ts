import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newVisitor, openBrowser, signIn, type Visitor, waitForText } from './support/browser.ts';
import { type Suyuan, startSuyuan } from './support/suyuan-process.ts';

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

describe('a route between two places', () => {
  let suyuan: Suyuan;
  let browser: Browser;
  let planner: Visitor;
  const requests: URL[] = [];

  beforeAll(async () => {
    [suyuan, browser] = await Promise.all([startSuyuan({ AMAP_KEY: 'standinkey01', AMAP_SECURITY_CODE: 'c0deofnobody' }), openBrowser()]);
    planner = await newVisitor(browser);
    const { page } = planner;
    await page.route(/amap\.com|_AMapService/, (route) => {
      const url = new URL(route.request().url());
      requests.push(url);
      if (url.pathname === '/maps') return route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: FAKE_MAP_SCRIPT });
      return route.fulfill({ json: { tips: [{ name: '武汉站', district: '湖北省武汉市洪山区' }] } });
    });
    await signIn(planner, suyuan, 'planner');
  });
  afterAll(async () => {
    await browser?.close();
    await suyuan?.stop();
  });

  it('requests a route from the map vendor when a key is set: 3D, level 8, nationwide, least time', async () => {
    const { page } = planner;
    expect(requests).toEqual([]);
    await page.goto(`${suyuan.consoleUrl}/AMapView`);
    const frame = page.frameLocator('iframe[src="/map/frame"]');
    await frame.getByText('厂商地图').waitFor();
    expect(requests[0]?.searchParams.get('key')).toBe('standinkey01');

    await page.getByLabel('起点').pressSequentially('武汉');
    await page.locator('.ant-select-item-option', { hasText: '湖北省武汉市洪山区' }).click();
    await page.getByLabel('终点').fill('上海');
    await page.getByRole('button', { name: '查询路线' }).click();
    await waitForText(page, '驾车约 838 公里，约 8:27 小时（时:分），用时最少');
    await waitForText(page, '沿沪蓉高速行驶');
    const mapFrame = page.frames().find((each) => each.url().endsWith('/map/frame'));
    const recordedUse = await mapFrame?.evaluate(() => (globalThis as unknown as { used: RecordedUse }).used);
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
    const serviceRequests = requests.filter(({ pathname }) => pathname.includes('_AMapService'));
    expect(serviceRequests.length).toBeGreaterThan(0);
    expect(serviceRequests.every(({ origin, search }) => origin === suyuan.consoleUrl && !search.includes('jscode'))).toBe(true);
    expect(planner.faults).toEqual([]);
  });

  it('reports that the vendor has no route', async () => {
    const { page } = planner;
    await page.goto(`${suyuan.consoleUrl}/AMapView?start=上海&end=火星`);
    await waitForText(page, '查不到“上海”到“火星”的驾车路线');
  });

  it('blocks the script of the vendor on console pages, and popups in its frame', async () => {
    const { page } = planner;
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
    const mapFrame = page.frames().find((each) => each.url().endsWith('/map/frame'));
    expect(await mapFrame?.evaluate(() => globalThis.open('/index'))).toBeNull();
    expect(planner.faults.filter((fault) => !/Content Security Policy|sandboxed frame/.test(fault))).toEqual([]);
  });
});
