import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';

const inlineScript = "document.title = 'on';";
const script = 'export const answer = 42;'.repeat(40);

describe('console site', () => {
  let server: TestServer;
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ method: 'GET', url, headers });

  beforeAll(async () => {
    server = await startTestServer();
    const folder = server.installation.consoleDir;
    mkdirSync(path.join(folder, 'assets'), { recursive: true });
    for (const [file, content] of [
      ['index.html', '<title>app</title>'],
      ['login.html', `<title>sign in</title><script>${inlineScript}</script><script src="/assets/main-abc.js"></script>`],
      ['register.html', '<title>register</title>'],
      ['mark.svg', '<svg/>'],
      ['config.json', '{}'],
      ['service-worker.js', 'const BUILD={};'],
      ['assets/main-abc.js', script],
    ] as const) {
      writeFileSync(path.join(folder, file), content);
    }
    writeFileSync(path.join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script));
    writeFileSync(path.join(folder, 'assets/main-abc.js.gz'), gzipSync(script));
    return () => server.close();
  });

  it('serves the app at every path that is not a file, without caching', async () => {
    for (const url of ['/', '/index', '/manage/batch/7?x=1', '/users', '/user/loginx']) {
      const { statusCode, body, headers } = await get(url);
      expect([url, statusCode, body]).toEqual([url, 200, '<title>app</title>']);
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers.etag).toBeTruthy();
    }
  });

  it('answers health checks of other systems with 404 and the paths to use', async () => {
    for (const url of ['/health', '/healthz/', '/livez', '/readyz?verbose', '/actuator/health']) {
      const { statusCode, body } = await get(url);
      expect([url, statusCode, body]).toEqual([url, 404, '404: /live, /ready']);
    }
  });

  it('serves the static registration page, and redirects its folder to the sign-in page', async () => {
    expect((await get('/user/register?redirect=%2Fmanage')).body).toBe('<title>register</title>');
    for (const url of ['/user', '/user/']) {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([302, '/user/login']);
    }
  });

  it('serves the static sign-in page', async () => {
    const { body, headers } = await get('/user/login?redirect=%2Fmanage');
    expect(body).toContain('<title>sign in</title>');
    const digest = createHash('sha256').update(inlineScript).digest('base64');
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'sha256-[^']+'(;|$)/);
    expect(headers['content-security-policy']).toContain(`'sha256-${digest}'`);
  });

  it('serves the pages before sign-in also as files, as on a static host', async () => {
    const { body, headers } = await get('/login.html?redirect=%2Fmanage');
    expect(body).toBe((await get('/user/login')).body);
    expect(headers['content-security-policy']).toContain("'sha256-");
    expect((await get('/register.html')).body).toBe('<title>register</title>');
  });

  it('serves the site configuration without caching', async () => {
    const { body, headers } = await get('/config.json');
    expect([body, headers['content-type'], headers['cache-control']]).toEqual([
      '{}',
      expect.stringContaining('json'),
      expect.stringContaining('max-age=0'),
    ]);
  });

  it('allows no inline script in other responses', async () => {
    for (const url of ['/index', '/user/register', '/mark.svg'])
      expect((await get(url)).headers['content-security-policy']).toMatch(/script-src 'self'(;|$)/);
    expect((await get('/api/captchaImage')).headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });

  it('caches content-hashed files permanently, in the encoding that the browser accepts', async () => {
    const small = await get('/assets/main-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringMatching(/accept-encoding/i) });
    expect(small.headers['cache-control']).toMatch(/max-age=31536000, immutable/);
    expect(small.headers['content-type']).toContain('javascript');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(script);
    expect((await get('/assets/main-abc.js', { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip');
    const plain = await get('/assets/main-abc.js');
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, script]);
  });

  it('serves the service worker without caching, or an unregistering one when it is disabled', async () => {
    const workerResponse = await get('/service-worker.js');
    expect([workerResponse.body, workerResponse.headers['cache-control']]).toEqual(['const BUILD={};', 'no-cache']);
    const appWithoutWorker = await consoleApp({ ...server.installation, serviceWorker: false });
    const removalScript = await appWithoutWorker.inject({ url: '/service-worker.js' });
    await appWithoutWorker.close();
    expect(removalScript.headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/javascript; charset=utf-8' });
    expect(removalScript.body).toMatch(/caches\.delete[\s\S]*registration\.unregister/);
  });

  it('returns the request ID of its log', async () => {
    const [one, other] = [await get('/api/no/such/path'), await get('/index')].map(({ headers }) => headers['x-request-id']);
    expect(one).toMatch(/^[0-9a-f]{8}$/);
    expect(other).not.toBe(one);
  });

  it('returns 304 to a browser that has the file', async () => {
    const { headers } = await get('/mark.svg');
    expect((await get('/mark.svg', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
  });

  it('returns 404 for a missing file instead of the app, and never leaves its folder', async () => {
    expect((await get('/assets/old-xyz.js')).statusCode).toBe(404);
    expect((await get('/nothing.png')).statusCode).toBe(404);
    expect((await get('/assets/%2e%2e/%2e%2e/etc/passwd')).body).not.toContain('root:');
    expect((await get('/..%2f..%2fmaster.key')).statusCode).not.toBe(200);
  });

  it('never answers for the API', async () => {
    const { statusCode, headers, body } = await get('/api/no/such/path');
    expect([statusCode, headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toEqual({ code: 404, msg: '没有这个地址' });
  });
});
