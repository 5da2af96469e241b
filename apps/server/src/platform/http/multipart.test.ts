import { Agent, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { collectErrorLog, type LogLine } from '../../test/error-log.ts';
import { openPublicSite, type PublicSite } from '../../test/public-site.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';

const form = (boundary = '; boundary=b') => ({ 'content-type': `multipart/form-data${boundary}` });
const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\ncontent-type: text/plain\r\n\r\n';

/** Malformed multipart bodies by fault. */
const broken: Record<string, { headers: Record<string, string>; payload: string }> = {
  'without a boundary': { headers: form(''), payload: `${head}x\r\n--b--\r\n` },
  'with another boundary': { headers: form('; boundary=other'), payload: `${head}x\r\n--b--\r\n` },
  'cut off within a file': { headers: form(), payload: `${head}x` },
  'cut off within the headers of a part': { headers: form(), payload: head.slice(0, 40) },
  'cut off after a field': { headers: form(), payload: '--b\r\ncontent-disposition: form-data; name="code"\r\n\r\nABC\r\n' },
  'with bytes that have no file name': {
    headers: form(),
    payload: '--b\r\ncontent-disposition: form-data; name="file"\r\ncontent-type: application/octet-stream\r\n\r\nx\r\n--b--\r\n',
  },
  'with an endless boundary': { headers: form(`; boundary=${'b'.repeat(300)}`), payload: `--${'b'.repeat(300)}\r\n` },
  'with a field named as a prototype': {
    headers: form(),
    payload: '--b\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nx\r\n--b--\r\n',
  },
  'with more fields than any form': {
    headers: form(),
    payload: `${'--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(60)}--b--\r\n`,
  },
};

describe('malformed multipart form', () => {
  let server: TestServer;
  let app: Awaited<ReturnType<typeof consoleApp>>;
  let site: PublicSite;
  let admin: Client;
  let errorLines: LogLine[];

  beforeAll(async () => {
    server = await startTestServer();
    admin = await server.as([]);
    await server.db.insertInto('userRole').values({ userId: admin.userId, roleId: 1 }).execute();
    const installation = { ...server.installation, logLevel: 'error' };
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

  afterEach(() => void errorLines.splice(0));

  it.each(Object.keys(broken))('is rejected with a message by every upload route: %s', async (title) => {
    const { headers, payload } = broken[title] as (typeof broken)[string];
    await app.ready();
    const routeTable = app.routeTable.filter(({ config }) => config.described?.parts);
    expect(routeTable.length).toBeGreaterThan(15);
    for (const { method, url } of routeTable) {
      const about = `${String(method)} ${url}`;
      const reply = await app.inject({
        method: String(method) as 'POST',
        url: url.replace(/:\w+/g, '1'),
        payload,
        headers: { ...headers, authorization: `Bearer ${admin.token}` },
      });
      const { code, msg, problem, status, detail } = reply.json();
      expect([400, 404, 413, 500], `${about} ${reply.body}`).toContain(code ?? status);
      expect(problem, about).not.toBe('unexpected');
      expect(msg ?? detail, about).toMatch(/[\u4e00-\u9fff]{4}/);
    }
    expect(errorLines).toEqual([]);
  });

  it.each(Object.keys(broken))('is rejected with a page by the report form: %s', async (title) => {
    const { status, headers, text } = await site.call({ method: 'POST', url: '/report', ...(broken[title] as (typeof broken)[string]) });
    expect([title, status < 500 && status >= 400, headers['content-type']]).toEqual([title, true, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<h1/);
    expect(errorLines).toEqual([]);
  });

  it('logs nothing when the client disconnects midway', async () => {
    for (const [each, url, token] of [
      [app, '/api/common/upload', admin.token],
      [app, '/api/system/user/profile/avatar', admin.token],
      [app, '/api/manage/supplier/importData', admin.token],
      [app, '/api/manage/codeList/freeze', admin.token],
      [site.app, '/report', ''],
    ] as const) {
      if (!each.server.listening) await each.listen({ port: 0, host: '127.0.0.1' });
      await new Promise<void>((resolve) => {
        const lines = [
          `POST ${url} HTTP/1.1`,
          'host: x',
          `authorization: Bearer ${token}`,
          'content-type: multipart/form-data; boundary=b',
          'content-length: 90000',
        ];
        const socket = connect((each.server.address() as AddressInfo).port, '127.0.0.1', () => {
          socket.write(`${lines.join('\r\n')}\r\n\r\n${head}${'x'.repeat(20_000)}`);
          setTimeout(() => socket.resetAndDestroy(), 200);
        });
        socket.on('close', () => setTimeout(resolve, 200)).on('error', () => undefined);
      });
    }
    expect(errorLines).toEqual([]);
  });

  it('leaves the connection usable for the next request after a partial read', async () => {
    for (const [each, url, name] of [
      [app, '/api/common/upload', 'a.exe'],
      [app, '/api/common/upload', 'a.png'],
      [app, '/api/system/user/profile/avatar', 'a.txt'],
      [app, '/api/manage/supplier/importData', 'a.xlsx'],
      [site.app, '/report', 'a.txt'],
    ] as const) {
      if (!each.server.listening) await each.listen({ port: 0, host: '127.0.0.1' });
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = (method: string, path: string, body?: Buffer) =>
        new Promise<number>((resolve, reject) => {
          const { port } = each.server.address() as AddressInfo;
          const headers = { ...form(), authorization: `Bearer ${admin.token}`, ...(body && { 'content-length': body.length }) };
          const sent = request({ agent, method, path, port, host: '127.0.0.1', headers, timeout: 60_000 }, (answer) => {
            answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
          });
          sent.on('timeout', () => sent.destroy(new Error(`no answer to ${path} after ${url} ${name}`))).on('error', reject);
          sent.end(body);
        });
      await send(
        'POST',
        url,
        Buffer.concat([Buffer.from(head.replace('a.txt', name)), Buffer.alloc(4_000_000, 'text '), Buffer.from('\r\n--b--\r\n')]),
      );
      expect([url, name, await send('GET', each === app ? '/api/captchaImage' : '/')]).toEqual([url, name, 200]);
      agent.destroy();
    }
  });
});
