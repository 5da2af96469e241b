import { beforeAll, describe, expect, it } from 'vitest';
import { supervisionApp } from '../../boot/supervision.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { readCached } from './cache.ts';

describe('cache metrics', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('report entries and hits by cache name, without keys', async () => {
    const read = () => readCached(server.db, 'sys_dict', 'of-the-figures', async () => 'once');
    await read();
    await read();
    const app = await supervisionApp(server.installation);
    const { body } = await app.inject('/metrics');
    await app.close();
    const metricValue = (name: string) =>
      body
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length + 1);
    expect(Number(metricValue('suyuan_cache_entries{name="sys_dict"}'))).toBeGreaterThan(0);
    for (const outcome of ['hit', 'miss'])
      expect(Number(metricValue(`suyuan_cache_answers{name="sys_dict",outcome="${outcome}"}`))).toBeGreaterThan(0);
    expect(metricValue('suyuan_cache_state{state="process"}')).toBe('1');
    expect(body).not.toContain('of-the-figures');
  });
});
