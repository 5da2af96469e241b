import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import type { Installation } from './installation.ts';
import type { Limits } from './limits.ts';

/** The default limits with shorter times. */
const shortLimits: Partial<Limits> = {
  headersTimeout: 2000,
  keepAliveTimeout: 500,
  checkInterval: 100,
  connections: 160,
  upload: { bytes: 64, within: 2000 },
  download: { bytes: 65_536, within: 2000 },
};

describe('client that blocks resources', () => {
  let server: TestServer;
  let port: number;
  const open = async (from = '127.0.0.1', to = port) => {
    const socket = connect({ port: to, host: '127.0.0.1', localAddress: from });
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  const connectionsOf = (app: Awaited<ReturnType<typeof consoleApp>>): Promise<number> =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)));
  /** Also what came before a reset, which follows if the client still sends. */
  const readToEnd = (socket: Socket) =>
    new Promise<string>((resolve) => {
      let received = '';
      socket.on('data', (part) => (received += part));
      socket.on('close', () => resolve(received));
    });
  const post = (length: string) => `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${length}\r\n\r\n`;

  beforeAll(async () => {
    server = await startTestServer();
    const app = await consoleApp({ ...server.installation, limits: shortLimits });
    app.get('/endless', { config: { access: 'anonymous' } }, (_request, reply) => reply.send(Buffer.alloc(64 * 1024 * 1024)));
    port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    return async () => {
      await app.close();
      await server.close();
    };
  });

  it('is disconnected when it sends or reads too slowly, or sends nothing', async () => {
    const [silent, blank, head, body, reader, complete] = await Promise.all([open(), open(), open(), open(), open(), open()]);
    head.write('GET /live HTTP/1.1\r\nx-drop: ');
    body.write(post('content-length: 5000'));
    reader.write('GET /endless HTTP/1.1\r\nhost: x\r\n\r\n');
    complete.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n');
    const drops = setInterval(() => {
      blank.write('\r\n');
      head.write('.');
      body.write(' ');
    }, 100);
    const [completeReply, , ...late] = await Promise.all([
      readToEnd(complete),
      readToEnd(body),
      readToEnd(silent),
      readToEnd(blank),
      readToEnd(head),
    ]);
    clearInterval(drops);
    expect(late.map((reply) => reply.split('\r\n')[0])).toEqual(late.map(() => 'HTTP/1.1 408 Request Timeout'));
    expect(completeReply).toContain('{"status":"ok"}');
    // a reader that does not read gets no error response
    const cut = async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).match(/cause="slow\w+"} 1/g);
    await expect.poll(cut).toHaveLength(2);
    reader.destroy();
  });

  it('gets at most an eighth of the connections, which leaves room for others', async () => {
    // with the default times: the silent connections stay
    const app = await consoleApp({ ...server.installation, limits: { connections: 160 } });
    const own = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
    const flood = await Promise.all(Array.from({ length: 25 }, () => open('127.0.0.1', own)));
    await expect.poll(() => flood.filter(({ closed }) => closed).length).toBe(5);
    const other = await open('127.0.0.2', own);
    other.write('GET /live HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
    expect(await readToEnd(other)).toContain('{"status":"ok"}');
    for (const socket of flood) socket.destroy();
    await expect.poll(() => connectionsOf(app)).toBe(0);
    await app.close();
  });

  it.each<[trust: string, Installation['trustProxy'], cut: number]>([
    ['no proxy', false, 5],
    ['one proxy at any address', 1, 0],
    ['the proxy of the client', ['127.0.0.3/32'], 0],
    ['a proxy at another address', ['127.0.0.9'], 5],
  ])('is disconnected beyond its share when the site trusts %s', async (_trust, trustProxy, cut) => {
    const app = await consoleApp({ ...server.installation, limits: { connections: 160 }, trustProxy });
    const { port: other } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    const flood = await Promise.all(Array.from({ length: 25 }, () => open('127.0.0.3', Number(other))));
    await expect.poll(() => connectionsOf(app)).toBe(25 - cut);
    await expect.poll(() => flood.filter(({ closed }) => closed).length).toBe(cut);
    for (const socket of flood) socket.destroy();
    await app.close();
  });

  it.each([
    ['a body of a gigabyte', `${post('content-length: 1073741824')}{`, 413],
    ['a body without an end', `${post('transfer-encoding: chunked')}100000\r\n${' '.repeat(0x100000)}\r\n10\r\n${' '.repeat(16)}\r\n`, 413],
    ['a head of 17 000 characters', `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['two lengths', `${post('content-length: 5\r\ncontent-length: 6')}{}`, 400],
    ['a length and chunks', `${post('content-length: 5\r\ntransfer-encoding: chunked')}0\r\n\r\n`, 400],
    ['a hundred thousand brackets', `${post('content-length: 200000')}${'['.repeat(100_000)}${']'.repeat(100_000)}`, 200],
  ])('is rejected early with %s', async (_what, bytes, status) => {
    const socket = await open();
    socket.write(bytes);
    const [line] = await once(socket, 'data');
    expect(String(line).split('\r\n')[0]).toContain(`HTTP/1.1 ${status} `);
    socket.destroy();
  });

  it('cannot block the database: statements, locks, transactions and pool waits have time limits', async () => {
    const { rows } = await sql<{ limits: string }>`
      select concat_ws(' ', current_setting('statement_timeout'), current_setting('lock_timeout'),
        current_setting('idle_in_transaction_session_timeout')) as limits`.execute(server.db);
    expect(rows[0]?.limits).toBe('30s 5s 30s');
  });
});
