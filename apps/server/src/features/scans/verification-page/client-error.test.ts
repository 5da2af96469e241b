import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPublicSite } from '../../../test/public-site.ts';
import { startTestServer } from '../../../test/test-server.ts';

describe('malformed HTTP request', () => {
  let port: number;
  const send = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    return text(socket);
  };

  beforeAll(async () => {
    const server = await startTestServer();
    const site = await openPublicSite(server.installation);
    port = Number(new URL(await site.app.listen({ host: '127.0.0.1', port: 0 })).port);
    return async () => {
      await site.close();
      await server.close();
    };
  });

  it.each([
    ['a link of 17 000 characters', `GET /c/${'EVIL'.repeat(4250)} HTTP/1.1\r\nhost: x\r\n\r\n`, '431 Request Header Fields Too Large'],
    [
      'a cookie of 17 000 characters',
      `GET / HTTP/1.1\r\nhost: x\r\ncookie: ${'EVIL'.repeat(4250)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['a malformed request line', 'EVIL <b>\r\n\r\n', '400 Bad Request'],
  ])('gets a short error page that echoes nothing: %s', async (_what, bytes, status) => {
    const reply = await send(bytes);
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain('content-type: text/html; charset=utf-8');
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(body).toContain('这次没有查成');
    expect(body).toContain('The check failed');
    expect(body.length).toBeLessThan(1000);
    expect(reply).not.toMatch(/EVIL|node|fastify|statusCode|^server:/im);
  });
});
