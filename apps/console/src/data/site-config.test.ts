import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const html = (status = 200) => new Response('<!doctype html>', { status, headers: { 'content-type': 'text/html' } });

describe('config.json', () => {
  const stored = new Map<string, string>();
  const warn = vi.fn();
  beforeEach(() => {
    stored.clear();
    warn.mockClear();
    vi.resetModules();
    vi.stubGlobal('suyuanSiteConfig', undefined);
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.spyOn(console, 'warn').mockImplementation(warn);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  const start = () => import('./site-config.ts');
  const serve = (answer: () => Response | Promise<Response>) => vi.stubGlobal('fetch', async () => answer());

  it('is not applied before its first load', async () => {
    const { apiUrl, siteConfig, preferredLanguage } = await start();
    expect([apiUrl('/getInfo'), siteConfig(), preferredLanguage()]).toEqual(['/api/getInfo', { apiPrefix: '/api' }, 'zh-CN']);
  });

  it('is stored and applied immediately at the next visit', async () => {
    const config = { apiPrefix: '/prod-api/', title: '溯源', brand: '某公司', language: 'en-US', registerLink: true };
    serve(() => Response.json(config));
    const first = await start();
    await first.loadSiteConfig();
    expect(first.apiUrl('/login')).toBe('/prod-api/login');
    vi.resetModules();
    const next = await start();
    expect(next.siteConfig()).toEqual({ ...config, apiPrefix: '/prod-api' });
    expect(next.preferredLanguage()).toBe('en-US');
    stored.set('suyuan.language', '"zh-CN"');
    expect(next.preferredLanguage()).toBe('zh-CN');
    expect(warn).not.toHaveBeenCalled();
  });

  it('reports unknown fields and invalid values, and keeps the others', async () => {
    const { parseSiteConfig } = await start();
    for (const apiPrefix of ['prod-api', '/', '', '//evil.cn', '/a/../b', 'https://a.cn/b', '/a b', 7])
      expect(parseSiteConfig({ apiPrefix }, warn), String(apiPrefix)).toEqual({ apiPrefix: '/api' });
    warn.mockClear();
    const wrong = { title: '', brand: 7, language: 'fr', registerLink: 'yes', colour: 'red', apiPrefix: '/a/b-c.d' };
    expect(parseSiteConfig(wrong, warn)).toEqual({ apiPrefix: '/a/b-c.d' });
    const warnings = warn.mock.calls.map(([text]) => String(text));
    expect(warnings).toHaveLength(5);
    for (const name of ['title', 'brand', 'language', 'registerLink', 'colour'])
      expect(
        warnings.some((text) => text.includes(`"${name}"`)),
        name,
      ).toBe(true);
    for (const input of [null, [], 'text', 7]) expect(parseSiteConfig(input, warn)).toEqual({ apiPrefix: '/api' });
  });

  it.each([
    ['a 404', () => html(404)],
    ['the index.html of a static host', () => html()],
    ['an empty object', () => Response.json({})],
  ])('falls back to the defaults when the host answers %s', async (_, answer) => {
    stored.set('suyuan.config', '{"apiPrefix":"/old","title":"旧"}');
    serve(answer);
    const { siteConfig, loadSiteConfig } = await start();
    const changed = vi.fn();
    await loadSiteConfig(changed);
    expect([siteConfig(), stored.size]).toEqual([{ apiPrefix: '/api' }, 0]);
    expect(changed).toHaveBeenCalledOnce();
    expect(warn).not.toHaveBeenCalled();
  });

  it.each([
    ['the host does not answer', () => Promise.reject(new TypeError('lost'))],
    ['a proxy answers 502', () => html(502)],
    ['it is not JSON', () => new Response('{ "title": ')],
  ])('stays as stored when %s', async (_, answer) => {
    stored.set('suyuan.config', '{"apiPrefix":"/old"}');
    serve(answer);
    const { apiUrl, loadSiteConfig } = await start();
    const changed = vi.fn();
    await loadSiteConfig(changed);
    expect([apiUrl('/x'), changed.mock.calls.length]).toEqual(['/old/x', 0]);
  });

  it('can be awaited, and resolves at once when no load is pending', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    serve(() => promise);
    const { apiUrl, loadSiteConfig, siteConfigLoaded } = await start();
    await siteConfigLoaded();
    void loadSiteConfig();
    const pendingUrl = siteConfigLoaded().then(() => apiUrl('/x'));
    resolve(Response.json({ apiPrefix: '/prod-api' }));
    expect(await pendingUrl).toBe('/prod-api/x');
  });

  it('ignores damaged storage', async () => {
    stored.set('suyuan.config', '{');
    expect((await start()).siteConfig()).toEqual({ apiPrefix: '/api' });
  });
});

describe('URL of a stored file', () => {
  it('uses the prefix of this site, regardless of which console stored the file', async () => {
    vi.resetModules();
    vi.stubGlobal('localStorage', { getItem: () => '{"apiPrefix":"/prod-api"}' });
    const { fileUrl, filePath, apiPath } = await import('./site-config.ts');
    const path = '/profile/upload/2026/01/31/a.png';
    for (const address of [path, `/api${path}`, `/prod-api${path}`, `/dev-api${path}`]) {
      expect(fileUrl(address)).toBe(`/prod-api${path}`);
      expect(filePath(address)).toBe(path);
    }
    for (const address of ['https://a.cn/b.png', 'http://a.cn/profile/b.png', '//a.cn/b.png', 'data:image/png;base64,AA', 'blob:x'])
      expect(fileUrl(address)).toBe(address);
    expect([apiPath('/api/system/dept/list'), apiPath('/prod-api/x'), apiPath('/system/api/x')]).toEqual([
      '/system/dept/list',
      '/x',
      '/system/api/x',
    ]);
    vi.unstubAllGlobals();
  });
});
