import { type AddressInfo, connect } from 'node:net';
import type { Translate } from '@suyuan/contract';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { collectErrorLog, type LogLine } from '../../test/error-log.ts';
import { openPublicSite, type PublicSite } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { translate } from '../translations.ts';
import type { Installation } from './installation.ts';

describe('error handler', () => {
  let server: TestServer;
  let site: PublicSite;
  let app: Awaited<ReturnType<typeof consoleApp>>;
  /** Prefix of word keys whose translation fails. */
  let broken = '-';
  let errorLines: LogLine[];

  const failingTranslate =
    (translateWord: Translate): Translate =>
    (word, params) => {
      if (word.startsWith(broken)) throw new Error('a broken translation');
      return translateWord(word, params);
    };

  beforeAll(async () => {
    server = await startTestServer();
    const installation: Installation = {
      ...server.installation,
      logLevel: 'error',
      translate: { 'zh-CN': failingTranslate(translate['zh-CN']), 'en-US': failingTranslate(translate['en-US']) },
    };
    app = await consoleApp(installation);
    site = await openPublicSite(installation);
    errorLines = collectErrorLog();
    return async () => {
      vi.restoreAllMocks();
      await app.close();
      await site.close();
      await server.close();
    };
  });
  afterEach(() => {
    broken = '-';
    errorLines.length = 0;
  });
  const incidentIn = (text: string) => /[0-9a-f]{8}/.exec(text)?.[0];

  it.each([
    ['a number', 1234],
    ['letters', 'abc'],
    ['null', null],
    ['nothing', ''],
    ['nine digits', '123456789'],
    ['a list', ['1234']],
    ['digits of another script', '１２３４'],
  ])('rejects a PIN of %s with 400 and its field', async (_title, pin) => {
    for (const [language, sentence] of [
      ['zh-CN', '刮开码的格式不对；应为 1 至 8 位数字，用带引号的文字发送（数字会丢掉开头的零）'],
      ['en-US', 'PIN has an invalid format. Expected: 1 to 8 digits in quotes (a JSON number loses leading zeros).'],
    ] as const) {
      const headers = { 'accept-language': language };
      const {
        status,
        body,
        headers: sent,
      } = await site.call({ method: 'POST', url: '/v1/verifications', payload: { code: 'ABC', pin }, headers });
      expect([status, body, sent['content-type']]).toEqual([
        400,
        { type: 'about:blank#invalidInput', title: sentence, status: 400, field: 'pin' },
        'application/problem+json; charset=utf-8',
      ]);
    }
    expect(errorLines).toEqual([]);
  });

  it('reports an invalid position with the name of its field', async () => {
    const { body } = await site.call({ method: 'POST', url: '/v1/verifications', payload: { code: 'A', position: { lng: 200, lat: 0 } } });
    expect(body).toMatchObject({ status: 400, field: 'lng', title: '经度太大；不能大于 180' });
  });

  it('keeps status and field when the message of a problem fails, and logs an incident number', async () => {
    broken = 'issue.';
    const { status, body } = await site.call({ method: 'POST', url: '/v1/verifications', payload: { code: 'ABC', pin: 'abc' } });
    expect([status, body.field, body.type]).toEqual([400, 'pin', 'about:blank#invalidInput']);
    expect(body.title).toMatch(/^这句提示没能生成；把编号 [0-9a-f]{8} 告诉管理员$/);
    expect(errorLines).toMatchObject([
      { level: 50, incident: incidentIn(body.title), word: 'issue.formatHint', err: { message: 'a broken translation' } },
    ]);
  });

  it('answers in the console envelope when any translation fails', async () => {
    for (broken of ['problem.', '']) {
      errorLines.length = 0;
      const reply = await app.inject({ url: '/api/getInfo' });
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { code: 401, problem: 'notSignedIn' }]);
      expect(errorLines[0]?.incident).toBe(incidentIn(reply.json().msg));
      const unread = await app.inject({ method: 'POST', url: '/api/login', payload: '<a/>', headers: { 'content-type': 'text/xml' } });
      expect([unread.statusCode, unread.json().code]).toEqual([415, 415]);
    }
  });

  it('answers with a verification page when any translation fails', async () => {
    broken = '';
    const { status, headers, text } = await site.call({
      method: 'POST',
      url: '/c/ABC',
      payload: 'x',
      headers: { 'content-type': 'text/xml' },
    });
    expect([status, headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
    expect(errorLines.map(({ incident }) => incident)).toContain(incidentIn(text));
  });

  it('answers in plain text when it fails itself, and logs both errors', async () => {
    const failingApp = await consoleApp({ ...server.installation, logLevel: 'error' });
    const unreadable = Object.defineProperty(new Error('the first error'), 'statusCode', {
      get: () => {
        throw new Error('the second error');
      },
    });
    failingApp.get('/frail', { config: { access: 'anonymous' } }, () => Promise.reject(unreadable));
    const reply = await failingApp.inject({ url: '/frail' });
    await failingApp.close();
    const incident = incidentIn(reply.json().msg);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      {
        code: 500,
        problem: 'unexpected',
        params: { incident },
        msg: `系统出错，这次没有完成；把编号 ${incident} 告诉管理员 / Something went wrong and this was not done. Give the number ${incident} to an administrator.`,
      },
    ]);
    expect(errorLines).toMatchObject([{ level: 50, incident, err: { message: 'the second error' }, during: expect.anything() }]);
  });

  it.each(['/../package.json', '/..%2fpackage.json', '/assets/../../package.json', '/%2e%2e/package.json'])(
    'returns 404 for %s on both sites, without framework details',
    async (url) => {
      const raw = (port: number) =>
        new Promise<string>((resolve, reject) => {
          let text = '';
          const socket = connect(port, '127.0.0.1', () => socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`));
          socket
            .on('data', (part) => (text += part))
            .on('end', () => resolve(text))
            .on('error', reject);
        });
      for (const each of [app, site.app]) {
        if (!each.server.listening) await each.listen({ port: 0, host: '127.0.0.1' });
        const answer = await raw((each.server.address() as AddressInfo).port);
        expect(answer).toMatch(/^HTTP\/1.1 404 /);
        expect(answer).not.toMatch(/FST_|workspaces|Forbidden/);
      }
    },
  );

  it('sends data with a strict content policy, and pages with that of their site', async () => {
    const policyOf = async (each: PublicSite['app'], url: string) => (await each.inject({ url })).headers['content-security-policy'];
    const data = "default-src 'none'; frame-ancestors 'none'";
    for (const url of ['/api/captchaImage', '/api/getInfo', '/api/no/such/address', '/live'])
      expect([url, await policyOf(app, url)]).toEqual([url, data]);
    for (const url of ['/.well-known/gs1resolver', '/v1/nothing']) expect([url, await policyOf(site.app, url)]).toEqual([url, data]);
    expect(await policyOf(site.app, '/')).toMatch(/^default-src 'none';style-src 'sha256-/);
  });
});
