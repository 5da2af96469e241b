// Over 300 lines: every verdict is one page of one site, and each is checked as a whole.
import { htmlAttacks } from '@suyuan/contract/test/html-attacks';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../../test/issued-codes.ts';
import { nextAddress, openPublicSite, type PublicSite } from '../../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { previewVerification } from '../verification/verification.service.ts';

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50';

describe('verification page', () => {
  let server: TestServer;
  let site: PublicSite;
  let goods: Awaited<ReturnType<typeof issueCodes>>;
  let next = 0;
  const freshCode = () => goods.code(next++);
  const open = (url: string, headers: Record<string, string> = {}, ip?: string) => site.open(url, { 'user-agent': phone, ...headers }, ip);
  const submit = (url: string, payload = '', cookie = '', ip = nextAddress()) =>
    site.call({
      method: 'POST',
      url,
      payload,
      remoteAddress: ip,
      headers: { 'user-agent': phone, 'content-type': 'application/x-www-form-urlencoded', ...(cookie && { cookie }) },
    });
  const scansOf = async (code: string) => (await previewVerification(server.installation, code)).code?.scans ?? 0;
  const sessionsOf = async (code: string) => (await previewVerification(server.installation, code)).code?.sessions ?? 0;
  const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie'] ?? '').split(';')[0] ?? '';

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    goods = await issueCodes(server.installation, {
      categoryName: '<img src=x onerror=alert(1)>"\'牛奶',
      intro: '</style></p><script>alert(2)</script>',
      gtin: '09506000134352',
      expiryDate: '2099-01-01',
    });
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it('shows the verdict, the product and the batch, in Chinese and in English', async () => {
    const code = freshCode();
    const { status, headers, text } = await open(`/c/${code}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    for (const fragment of ['<h1>正品</h1>', '就是这一次', goods.batchNo, '2099-01-01', '顶点标签', code.replace(/(.{4})(?=.)/g, '$1 ')]) {
      expect(text).toContain(fragment);
    }
    // as printed below the barcode, without the padding of AI 01
    expect(text).toContain('>9506000134352<');
    const english = await open(`/c/${code}`, { 'accept-language': 'fr, en-GB;q=0.8, zh;q=0.5' });
    expect(english.text).toContain('<html lang="en-US">');
    expect(english.text).toContain('<h1>Scanned before</h1>');
    expect((await open(`/c/${code}?lang=zh`, { 'accept-language': 'en' })).text).toContain('<h1>已验证过</h1>');
  });

  it('escapes product names and texts', async () => {
    const { text } = await open(`/c/${freshCode()}`);
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;牛奶');
    expect(text).not.toMatch(/<img|<script(?! src="\/page\.js" defer><\/script>)/);
  });

  it('stays below 30 kB, and loads and runs only its own script', async () => {
    const pages = await Promise.all([`/c/${freshCode()}`, '/', '/c/NOTOURS', '/nowhere'].map((url) => open(url)));
    for (const { text, headers } of pages) {
      expect(Buffer.byteLength(text)).toBeLessThan(30_000);
      expect(text).not.toMatch(
        /<script(?! src="\/page\.js" defer><\/script>)|<[^>]*\s(?:on\w+=|style=)|\s(?:src|href|action)="(?!\/|\?|#)/,
      );
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
  });

  describe('of a product with more content', () => {
    const picture = (name: string) => `/profile/upload/2026/11/21/${name.repeat(32)}.png`;
    const issueWithStory = async (content: { story: string | null; attributes?: number }) => {
      const codes = await issueCodes(server.installation, { categoryName: '高原红茶' });
      await server.db
        .updateTable('product')
        .from('batch')
        .set({
          story: content.story,
          pictures: [picture('a'), picture('b'), picture('c')],
          videoUrl: 'https://video.example/tea?a=1&b="2',
          attributes: JSON.stringify(
            [...Array(content.attributes ?? 1).keys()].map((n) => ({ name: `香型${n}`, value: `<b>松烟香</b>`.repeat(10) })),
          ),
        })
        .whereRef('batch.categoryId', '=', 'product.categoryId')
        .where('batch.batchId', '=', codes.batchId)
        .execute();
      return codes;
    };
    const activeContent =
      /<script(?! src="\/page\.js" defer><\/script>)|<[^>]*\s(?:on\w+|style|srcdoc)\s*=|\s(?:href|src)="\s*(?:javascript|data|vbscript):|<(?:iframe|object|embed|math|base|link rel="style)/i;

    it('shows story, pictures, facts and video below the verdict, in both languages', async () => {
      const story = `<h1 style="position:fixed">产地</h1><p onclick="attacked()">海拔 <b>1800</b> 米<img src="/api${picture('d')}" alt="茶园" width="600"><img src="https://evil.example/x.png"><a href="https://brand.example">官网</a></p><script>attacked()</script>`;
      const { code } = await issueWithStory({ story });
      const { text } = await open(`/c/${code(0)}`);
      expect(text).toContain('<h2 id="about">关于这件商品</h2>');
      expect(text).toContain('<h3>产地</h3><p>海拔 <b>1800</b> 米');
      expect(text).toContain(`<img src="${picture('d')}" alt="茶园" width="600" loading="lazy" />`);
      expect(text).toContain('<a href="https://brand.example" rel="nofollow noopener noreferrer">官网</a>');
      for (const name of ['b', 'c']) expect(text).toContain(`<a href="${picture(name)}"><img src="${picture(name)}"`);
      expect(text.split(picture('a'))).toHaveLength(2);
      expect(text).toContain('<dt>香型0</dt><dd>&lt;b&gt;松烟香');
      expect(text).toContain('<a href="https://video.example/tea?a=1&amp;b=&quot;2" rel="nofollow noopener noreferrer">看视频</a>');
      expect(text).not.toMatch(/evil\.example|attacked/);
      expect(text).not.toMatch(activeContent);
      expect(text.indexOf('id="about"')).toBeGreaterThan(text.indexOf('与包装上印的对照'));
      expect(Buffer.byteLength(text)).toBeLessThan(30_000);
      expect((await open(`/c/${code(0)}`, { 'accept-language': 'en' })).text).toContain('<h2 id="about">About this product</h2>');
    });

    it('shows neither promotional content nor the staff reason below a recall', async () => {
      const { code, batchId } = await issueWithStory({ story: '<p>回甘悠长</p>' });
      await server.db.updateTable('batch').set({ state: 'recalled', stateReason: '菌落总数超标' }).where('batchId', '=', batchId).execute();
      const { text } = await open(`/c/${code(0)}`);
      expect(text).toContain('<dt>香型0</dt>');
      expect(text).not.toMatch(/回甘悠长|看视频|菌落/);
      expect(text).toContain('在本页底部告诉厂家');
    });

    it('moves long content to a separate page, which counts no scan and contains no attack', async () => {
      const { code } = await issueWithStory({
        story: `${'长'.repeat(10_000)}${htmlAttacks.join('').replaceAll('\0', '')}`,
        attributes: 30,
      });
      const { text } = await open(`/c/${code(0)}?lang=en`);
      expect(Buffer.byteLength(text)).toBeLessThan(30_000);
      const link = /href="(\/about\?scan=[^"]+)"/.exec(text)?.[1]?.replace('&amp;', '&') ?? '';
      expect(link).toContain('&lang=en');
      const aboutPage = await open(link);
      expect(aboutPage).toMatchObject({ status: 200, text: expect.stringContaining('It is not the result of a check') });
      expect(aboutPage.text).toContain('长'.repeat(10_000));
      expect(aboutPage.text).toContain('<dt>香型29</dt>');
      expect(aboutPage.text).not.toMatch(activeContent);
      for (const [, source] of aboutPage.text.matchAll(/<img[^>]* src="([^"]*)"/g)) expect(source).toMatch(/^\/profile\/upload\//);
      expect(await scansOf(code(0))).toBe(1);
      for (const url of ['/about', '/about?scan=x', `/about?scan=${crypto.randomUUID()}`]) expect((await open(url)).status).toBe(404);
    });
  });

  it('allows its own style sheet by digest', async () => {
    const { text, headers } = await open('/');
    const styles = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? '';
    const digest = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(styles))).toString('base64');
    expect(headers['content-security-policy']).toContain(`'sha256-${digest}'`);
  });

  it('treats a reload as the same visit, with its cookie and without one', async () => {
    const code = freshCode();
    const address = nextAddress();
    const first = await open(`/c/${code}`, {}, address);
    expect(first.headers['set-cookie']).toMatch(/^device=[\w-]{22}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Lax$/);
    const cookie = cookieOf(first.headers);
    const second = await open(`/c/${code}`, { cookie }, address);
    expect(second.headers['set-cookie']).toBeUndefined();
    await open(`/c/${code}`, { cookie }, nextAddress());
    await open(`/c/${code}`, {}, address);
    expect(await sessionsOf(code)).toBe(1);
    expect(await scansOf(code)).toBe(4);
    await open(`/c/${code}`, {}, nextAddress());
    expect(await sessionsOf(code)).toBe(2);
  });

  it('counts no HEAD, prefetch, link preview or robot, and shows them no verdict', async () => {
    const code = freshCode();
    const url = `/c/${code}`;
    const unattended: Record<string, string>[] = [
      { 'sec-purpose': 'prefetch' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'x-moz': 'prefetch' },
      { 'x-purpose': 'preview' },
      ...[
        'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)',
        'facebookexternalhit/1.1',
        'WhatsApp/2.23.20.0',
        'TelegramBot (like TwitterBot)',
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'Mozilla/5.0 (iPhone) Bytespider; https://zhanzhang.toutiao.com/',
        'DingTalkBot-LinkService/1.0',
      ].map((agent) => ({ 'user-agent': agent })),
    ];
    for (const headers of unattended) {
      const reply = await open(url, headers);
      expect(reply.status).toBe(200);
      expect(reply.text).toContain('<h1>查看验证结果</h1>');
      expect(reply.text).not.toContain(code);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    const head = await site.call({ method: 'HEAD', url, headers: { 'user-agent': phone } });
    expect({ status: head.status, text: head.text }).toEqual({ status: 200, text: '' });
    expect(await scansOf(code)).toBe(0);
    expect((await open(url)).text).toContain('<h1>正品</h1>');
  });

  it('shows the verdict after a click on the preview button', async () => {
    const code = freshCode();
    expect((await submit(`/c/${code}`)).text).toContain('<h1>正品</h1>');
    expect(await scansOf(code)).toBe(1);
  });

  it('counts people with robot-like phone names after a click on the button', async () => {
    const { text } = await open(`/c/${freshCode()}`, { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG) Chrome/130 Mobile' });
    expect(text).toContain('<form class="card" method="post">');
  });

  it('accepts GS1 Digital Links, and reports a code with a foreign GTIN as suspect', async () => {
    expect((await open(`/01/09506000134352/10/${goods.batchNo}/21/${freshCode()}`)).text).toContain('<h1>正品</h1>');
    expect((await open(`/01/09506000134352/21/${freshCode()}?17=991231`)).text).toContain('<h1>正品</h1>');
    expect((await open(`/01/09506000134352/22/2A/21/${freshCode()}`)).text).toContain('<h1>正品</h1>');
    expect((await open(`/01/09506000134352/22/2A/10/${goods.batchNo}/21/${freshCode()}`)).text).toContain('<h1>正品</h1>');
    for (const path of ['/C', '/01/09506000134352/235', '/8006/095060001343520102/21'])
      expect((await open(`${path}/${freshCode()}`)).text).toContain('<h1>正品</h1>');
    expect((await open(`/01/09506000134352/22/2A/10/OTHER/21/${freshCode()}`)).text).toContain('<h1>有异常，需要留意</h1>');
    const foreign = await open(`/01/04012345000009/21/${freshCode()}`);
    expect(foreign.text).toContain('<h1>有异常，需要留意</h1>');
    expect(foreign.text).toContain('这个码属于另一种商品');
  });

  it('explains a case code, and states that a logistic unit number proves nothing', async () => {
    const cases = await issueCodes(server.installation, { level: 2, count: 5, categoryName: '箱装奶' });
    const { text } = await open(`/c/${cases.code(0)}`);
    expect(text).toContain('<h1>正品</h1>');
    expect(text).toContain('这是整箱的码，箱里每件商品另有自己的码。');
    expect((await open(`/c/${freshCode()}`)).text).not.toContain('整箱的码');
    const number = '106141412345678908';
    expect(await open(`/00/${number}`)).toMatchObject({ status: 200, text: expect.stringContaining('<h1>这是物流编号</h1>') });
    expect((await open(`/00/${number}?lang=en`)).text).toContain('This is a shipping number');
    expect(await open('/00/106141412345678909')).toMatchObject({ status: 400 });
    // typed like a code, but it is an SSCC, which the page explains
    for (const input of [number, `(00)${number}`]) {
      const page = await open(`/c/${encodeURIComponent(input)}`);
      expect(page.text).toContain('<h1>没有查到</h1>');
      expect(page.text).toContain('物流编号（SSCC），不能用来验证真伪');
    }
  });

  it('returns its links to resolvers on request, without counting', async () => {
    const code = freshCode();
    const url = `/01/09506000134352/21/${code}`;
    for (const reply of [await open(`${url}?linkType=linkset`), await open(url, { accept: 'application/linkset+json' })]) {
      expect(reply.headers['content-type']).toContain('application/linkset+json');
      const [links] = reply.body.linkset;
      expect(links.anchor).toBe(`https://t.example.cn${url}`);
      expect(links['https://ref.gs1.org/voc/pip'][0].href).toBe(`https://t.example.cn${url}`);
    }
    expect(await scansOf(code)).toBe(0);
    expect((await open('/.well-known/gs1resolver')).body).toMatchObject({
      resolverRoot: 'https://t.example.cn',
      supportedPrimaryKeys: ['01'],
    });
  });

  it('serves the page for its declared link types, and returns 404 for others', async () => {
    const url = `/01/09506000134352/21/${freshCode()}`;
    const code = url.slice(url.lastIndexOf('/') + 1);
    for (const type of ['gs1:recipeInfo', 'https://ref.gs1.org/voc/recipeInfo', 'nonsense', 'gs1:pip&linkType=gs1:recipeInfo']) {
      expect(await open(`${url}?linkType=${type}`)).toMatchObject({ status: 404, text: expect.stringContaining('<h1>没有这个页面</h1>') });
    }
    expect(await scansOf(code)).toBe(0);
    for (const type of [
      '',
      'pip',
      'gs1:pip',
      'https://gs1.org/voc/pip',
      'https%3A%2F%2Fref.gs1.org%2Fvoc%2Ftraceability',
      'gs1:defaultLink',
    ]) {
      expect((await open(`${url}?linkType=${type}`)).status).toBe(200);
    }
    expect(await scansOf(code)).toBe(6);
  });

  it('redirects a typed code or pasted link to its own URL, and never to another site', async () => {
    const code = freshCode();
    const redirects: [string, string][] = [
      [code.toLowerCase(), `/c/${code}`],
      [` ${code.slice(0, 4)}-${code.slice(4)} `, `/c/${code}`],
      [`https://evil.example/c/${code}`, `/c/${code}`],
      [`https://id.example/01/09506000134352/10/A%2F1/21/${code}`, `/01/09506000134352/10/A%2F1/21/${code}`],
      ['//evil.example', '/c/%2F%2FEV11.EXAMP1E'],
      [`]d2010950600013435210A/1\u001d21${code}`, `/01/09506000134352/10/A%2F1/21/${code}`],
      [`(01)09506000134352(21)${code}`, `/01/09506000134352/21/${code}`],
      ['https://id.gs1.org/00/106141412345678908', '/00/106141412345678908'],
      ['106141412345678908', '/c/106141412345678908'],
    ];
    for (const [input, location] of redirects) {
      const { status, headers } = await open(`/c?code=${encodeURIComponent(input)}`);
      expect({ status, location: headers.location }).toEqual({ status: 303, location });
    }
    expect((await open(`/c?code=${code}&lang=en`)).headers.location).toBe(`/c/${code}?lang=en`);
    expect(await scansOf(code)).toBe(0);
    for (const url of ['/c', '/c/', '/c?code=', '/c?code=%20']) {
      expect(await open(url)).toMatchObject({ status: 200, text: expect.stringContaining('没有看到码') });
    }
  });

  it('returns the same page for every foreign text, with an input form', async () => {
    const texts = ['1', 'NOTOURS', '%00%1b%5b31m', '%F0%9F%98%80', 'x'.repeat(10_000), '..%2f..%2fetc', encodeURIComponent('<script>')];
    const pages = await Promise.all(texts.map((text) => open(`/c/${text}`)));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.text).toContain('<h1>没有查到</h1>');
    expect(pages[0]?.text).toContain('<form class="card" action="/c" method="get">');
    for (const url of ['/c/%E0%A4', '/nowhere', '/01/09506000134352']) {
      expect(await open(url)).toMatchObject({ status: 404, text: expect.stringContaining('<h1>没有这个页面</h1>') });
    }
  });

  it('reports that an address has requested too many unknown codes', async () => {
    const address = nextAddress();
    for (let count = 0; count < 30; count++) await open(`/c/NOTOURS${count}`, {}, address);
    const { status, headers, text } = await open('/c/NOTOURS', {}, address);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(text).toContain('<h1>查询太频繁</h1>');
    expect((await open(`/c/${freshCode()}`, {}, address)).text).toContain('<h1>正品</h1>');
  });

  it('compares the PIN within the same visit, and locks it after five wrong ones', async () => {
    const { code, pin } = await issueCodes(server.installation, { pinDigits: 4 });
    const url = `/c/${code(0)}`;
    const address = nextAddress();
    const first = await open(url, {}, address);
    expect(first.text).toContain('pattern="[0-9]{4}"');
    const cookie = cookieOf(first.headers);
    const wrong = pin(0) === '0000' ? '1111' : '0000';
    const texts: string[] = [];
    for (const attempt of [pin(0), wrong, wrong, wrong, wrong, wrong, pin(0)])
      texts.push((await submit(url, `pin=${attempt}`, cookie, address)).text);
    const outcomes = texts.map((text) => /刮开码正确|刮开码不对|已锁定/.exec(text)?.[0]);
    expect(outcomes).toEqual(['刮开码正确', ...Array(5).fill('刮开码不对'), '已锁定']);
    expect(texts.every((text) => text.includes('<h1>正品</h1>'))).toBe(true);
    expect(await sessionsOf(code(0))).toBe(1);
  });

  it.each(['recalled', 'frozen', 'void'] as const)('asks for no PIN of a code that is %s, and says what to do instead', async (state) => {
    const { code, pin } = await issueCodes(server.installation, { pinDigits: 4, state });
    const { text } = await open(`/c/${code(0)}`);
    expect(text).toContain(`<p class="advice">${server.installation.translate['zh-CN'](`verify.${state}.advice`)}</p>`);
    expect(text).not.toContain('刮开');
    // a page that was open before offers the form
    expect((await submit(`/c/${code(0)}`, `pin=${pin(0)}`)).text).not.toContain('刮开');
  });

  it('keeps the result of a PIN when the language is switched, and takes no attempt for it', async () => {
    const { code, pin } = await issueCodes(server.installation, { pinDigits: 4 });
    const url = `/c/${code(0)}`;
    const address = nextAddress();
    const cookie = cookieOf((await open(url, {}, address)).headers);
    const wrong = pin(0) === '0000' ? '1111' : '0000';
    const enter = async (entered: string) => (await submit(url, `pin=${entered}`, cookie, address)).text;
    const switched = async (page: string) => {
      const [, query, submittedPin] =
        /<form method="post" action="([^"]+)"><input type="hidden" name="pin" value="(\d+)">/.exec(page) ?? [];
      return (await submit(`${url}${query}`, `pin=${submittedPin}`, cookie, address)).text;
    };
    expect(await switched(await enter(pin(0)))).toContain('You are the first to use it');
    for (let attempt = 1; attempt <= 5; attempt++) expect(await enter(wrong)).not.toContain('type="hidden" name="pin"');
    expect(await switched(await enter(wrong))).toContain('Too many wrong PINs');
  });

  it('serves the files that browsers, robots and probes request', async () => {
    expect((await open('/robots.txt')).text).toContain('Disallow: /c/');
    expect((await open('/favicon.ico')).headers['content-type']).toBe('image/svg+xml');
    expect((await open('/live')).body).toEqual({ status: 'ok' });
    expect(await open('/v1/nothing')).toMatchObject({ status: 404, body: { status: 404, title: '没有这个地址' } });
    expect((await open('/', { 'accept-language': 'en' })).text).toContain('Type the code on the pack');
  });
});
