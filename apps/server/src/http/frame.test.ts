import { beforeAll, describe, expect, it } from 'vitest';
import { consoleApp } from '../app.ts';
import { startTestServer, type TestServer } from '../test/test-server.ts';
import type { Installation } from './installation.ts';

describe('the frame of the console', () => {
  let server: TestServer;
  /** How many of `count` pictures one peer is given; `forwarded` writes the header of each request. */
  const given = async (trustProxy: Installation['trustProxy'], count: number, forwarded: (index: number) => string) => {
    const app = await consoleApp({ ...server.installation, trustProxy });
    let passed = 0;
    for (let index = 0; index < count; index++) {
      const headers = { 'x-forwarded-for': forwarded(index) };
      const reply = await app.inject({ method: 'GET', url: '/api/captchaImage', remoteAddress: '10.0.0.9', headers });
      if (reply.statusCode === 200) passed++;
    }
    await app.close();
    return passed;
  };

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it.each<[string, Installation['trustProxy'], string]>([
    ['no proxy', false, ''],
    ['one proxy', 1, '203.0.113.7'],
    ['two proxies', 2, '203.0.113.7, 10.0.0.8'],
    ['proxies by address', ['10.0.0.0/8'], '203.0.113.7, 10.0.0.8'],
  ])('takes a visitor behind %s for the same whatever address they write before it', async (_title, trustProxy, told) => {
    expect(await given(trustProxy, 70, (index) => `198.51.100.${index}${told && `, ${told}`}`)).toBe(60);
  });

  it('tells apart the visitors that the proxy names', async () => {
    expect(await given(1, 70, (index) => `203.0.113.${index}`)).toBe(70);
    expect(await given(2, 70, (index) => `203.0.113.${index}, 10.0.0.8`)).toBe(70);
  });
});
