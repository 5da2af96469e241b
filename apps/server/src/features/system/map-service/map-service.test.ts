import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { createPass, isPass } from './map-access.ts';

describe('map service', () => {
  let server: TestServer;
  let clerk: Client;
  const requestedUrls: URL[] = [];
  /** Vendor stub: returns `body` and records the requests. */
  const vendor = (body: BodyInit, init: ResponseInit = { headers: { 'content-type': 'application/json' } }) =>
    vi.stubGlobal('fetch', async (url: URL) => {
      requestedUrls.push(url);
      return new Response(body, init);
    });
  const account = { key: 'ourkey0123', securityCode: 'c0de5ecret99' };
  const path = async () => (await clerk.get('/common/map')).body.data.servicePath as string;
  /** Requests outside the API, like a browser without a token. */
  const visit = async (url: string) => {
    const { statusCode: status, headers, body } = await server.app.inject({ method: 'GET', url });
    return { status, headers, body };
  };
  const requestMap = async (mapPath: string) => visit(`${await path()}/${mapPath}`);

  beforeAll(async () => {
    server = await startTestServer();
    clerk = await server.as([]);
    return () => server.close();
  });
  beforeEach(() => {
    server.installation.amap = account;
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    requestedUrls.length = 0;
  });

  it('is unavailable while no key is configured', async () => {
    server.installation.amap = undefined;
    expect((await clerk.get('/common/map')).body).not.toHaveProperty('data');
    expect((await visit('/map/frame')).status).toBe(404);
    vendor('{}');
    const pass = createPass(server.installation.masterKey, Date.now());
    expect((await visit(`/map/${pass}/_AMapService/v3/place/text`)).status).toBe(404);
    expect(requestedUrls).toEqual([]);
  });

  it('returns its key to any signed-in user, and its security code to no client', async () => {
    const { body } = await clerk.get('/common/map');
    expect(body.data).toEqual({ amapKey: account.key, servicePath: expect.stringMatching(/^\/map\/[\w-]+\/_AMapService$/) });
    expect(JSON.stringify(body)).not.toContain(account.securityCode);
    expect((await server.stranger.get('/common/map')).body.code).toBe(401);
    server.installation.amap = { key: 'old0key0', securityCode: undefined };
    expect((await clerk.get('/common/map')).body.data).toEqual({ amapKey: 'old0key0', servicePath: null });
  });

  it('allows the vendor hosts only in its own frame, without eval', async () => {
    const { status, headers } = await visit('/map/frame');
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain('https://webapi.amap.com');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).toMatch(/sandbox allow-scripts allow-same-origin$/);
    expect(headers['permissions-policy']).toContain('geolocation=()');
    expect(policy).not.toMatch(/'unsafe-eval'|script-src[^;]*'unsafe-inline'/);
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    const other = await visit('/map/elsewhere');
    expect(String(other.headers['content-security-policy'])).not.toContain('amap');
  });

  it('forwards requests with the configured key and code, regardless of client values', async () => {
    vendor('{"status":"1"}');
    const { status, body } = await requestMap('v3/assistant/inputtips?keywords=%E6%AD%A6%E6%B1%89&key=stolen&jscode=guessed&s=rsv3');
    expect([status, body]).toEqual([200, '{"status":"1"}']);
    expect(requestedUrls.map(String)).toEqual([
      `https://restapi.amap.com/v3/assistant/inputtips?keywords=%E6%AD%A6%E6%B1%89&s=rsv3&key=${account.key}&jscode=${account.securityCode}`,
    ]);
  });

  it('calls the vendor hosts only with permitted paths', async () => {
    vendor('{}');
    for (const wrong of [
      'v3/place/textx',
      'v3/weather/weatherInfo',
      '../v3/place/text',
      'v3/place/../../etc',
      '%2F%2Fevil.example/v3/place/text',
      '@evil.example/v3/place/text',
      'v3/place/text%00',
      'v3/direction/driving?callback=alert(1)//',
      `v3/place/text?keywords=${'x'.repeat(4001)}`,
    ])
      expect([wrong, (await requestMap(wrong)).status]).toEqual([wrong, 404]);
    expect(requestedUrls).toEqual([]);
    expect((await requestMap('v4/map/styles?styleid=light')).status).toBe(200);
    expect((await requestMap('v3/direction/driving?strategy=0&callback=jsonp_1_')).status).toBe(200);
    expect(requestedUrls.map(({ host }) => host)).toEqual(['webapi.amap.com', 'restapi.amap.com']);
  });

  it('rejects a missing, forged or expired pass', async () => {
    vendor('{}');
    const { masterKey } = server.installation;
    const old = createPass(masterKey, Date.now() - 13 * 60 * 60 * 1000);
    const later = createPass(masterKey, Date.now()).replace(/^[^-]+/, 'zzzzzzz');
    for (const pass of ['x', old, later, `${old}x`]) {
      expect(isPass(masterKey, pass, Date.now())).toBe(false);
      expect((await visit(`/map/${pass}/_AMapService/v3/place/text`)).status).toBe(404);
    }
    expect(requestedUrls).toEqual([]);
  });

  it('responds as data or script and never as a page, and reports vendor failures', async () => {
    vendor('<script>attacked()</script>', { headers: { 'content-type': 'text/html' } });
    const page = await requestMap('v3/place/text');
    expect(page.headers['content-type']).toContain('text/plain');
    expect(page.headers['x-content-type-options']).toBe('nosniff');
    vendor('jsonp_1_({})', { headers: { 'content-type': 'text/html' } });
    expect((await requestMap('v3/place/text?callback=jsonp_1_')).headers['content-type']).toContain('text/javascript');
    vendor('no', { status: 500 });
    expect((await requestMap('v3/place/text')).status).toBe(502);
    vendor(new Uint8Array(4 * 1024 * 1024 + 1));
    expect((await requestMap('v3/place/text')).status).toBe(502);
    vi.stubGlobal('fetch', () => Promise.reject(new Error('no such host')));
    expect((await requestMap('v3/place/text')).status).toBe(502);
  });
});
