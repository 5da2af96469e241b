import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { connect } from '../platform/db/connect.ts';
import { readLayout, setDistributed } from '../platform/db/layout.ts';
import { migrate } from '../platform/db/migrate.ts';
import type { Installation } from '../platform/http/installation.ts';
import { gauge, registry } from '../platform/http/metrics.ts';
import { testPostgres } from '../test/postgres.ts';
import { startTestServer, type TestServer } from '../test/test-server.ts';
import { until } from '../test/until.ts';
import { consoleApp } from './app.ts';
import { publicApp } from './public-app.ts';
import { supervisionApp } from './supervision.ts';

describe('supervision endpoints', () => {
  let server: TestServer;
  const sites = { console: consoleApp, public: publicApp, 'health port': supervisionApp };
  const request = async (site: keyof typeof sites, url: string, overrides: Partial<Installation> = {}, from = {}) => {
    const app = await sites[site]({ ...server.installation, ...overrides });
    const reply = await app.inject({ method: 'GET', url, ...from });
    await app.close();
    return reply;
  };
  const unready = async (overrides: Partial<Installation> = {}) => {
    const { statusCode, headers, body } = await request('console', '/ready', overrides);
    const { parts } = JSON.parse(body) as { parts: Record<string, { ok: boolean; message?: string }> };
    const wrong = Object.entries(parts).flatMap(([name, { ok, message }]) => (ok ? [] : [`${name}: ${message}`]));
    return { statusCode, retry: headers['retry-after'], wrong, body };
  };

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it.each(Object.keys(sites) as (keyof typeof sites)[])('are served by the %s', async (site) => {
    expect((await request(site, '/live')).json()).toEqual({ status: 'ok' });
    const ready = await request(site, '/ready');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      {
        status: 'ok',
        parts: { database: { ok: true }, migrations: { ok: true }, key: { ok: true }, disk: { ok: true }, files: { ok: true } },
      },
    ]);
    const metrics = await request(site, '/metrics');
    expect(metrics.headers['content-type']).toContain('text/plain; version=0.0.4');
    for (const name of [
      'suyuan_http_request_seconds',
      'suyuan_pool_connections{state="waiting"}',
      'suyuan_scans_total',
      'nodejs_eventloop_lag',
    ])
      expect(metrics.body).toContain(name);
  });

  it('report failed checks without secrets', async () => {
    await server.db.insertInto('installation').values({ name: 'masterKey', value: 'of another' }).execute();
    await sql`delete from kysely_migration where name = '0001-baseline'`.execute(server.owner);
    const wrong = await unready({ files: { ...server.installation.files, isAvailable: () => Promise.reject(new Error('at 10.1.1.1')) } });
    expect([wrong.statusCode, wrong.retry]).toEqual([503, '5']);
    expect(wrong.wrong).toEqual([
      expect.stringMatching(/^migrations: 缺少 1 次结构升级/),
      expect.stringMatching(/^key: 主密钥不属于这个数据库/),
      expect.stringMatching(/^files: 文件存储没有回答/),
    ]);
    expect(wrong.body).not.toMatch(/10\.1\.1\.1|postgres:|\/tmp/);
    await sql`insert into kysely_migration (name, timestamp) values ('0001-baseline', now()::text)`.execute(server.owner);
    await server.db.deleteFrom('installation').where('name', '=', 'masterKey').execute();
  });

  it('stay ready without the file store, and not ready without the data folder', async () => {
    const files = { ...server.installation.files, isAvailable: async () => false };
    expect(await unready({ files })).toMatchObject({ statusCode: 200, wrong: [expect.stringContaining('files')] });
    const missingDir = `${server.installation.dataDir}-gone`;
    rmSync(missingDir, { recursive: true, force: true });
    expect(await unready({ dataDir: missingDir })).toMatchObject({ statusCode: 503, wrong: [expect.stringContaining('disk')] });
  });

  it('report a missing synchronous standby on /ready and /metrics, and stay ready', async () => {
    const postgres = await testPostgres();
    const owner = connect(postgres.url, { max: 1 });
    const db = connect(postgres.appUrl, { max: 3, ownerUrl: postgres.url });
    const readStandbyState = async () => ({
      ready: await unready({ db }),
      metric: /^suyuan_synchronous_standby_missing (\d)$/m.exec((await request('console', '/metrics', { db })).body)?.[1],
    });
    try {
      await migrate(db);
      // the tests may run on a cluster, this database is none
      await readLayout(db);
      expect(await readStandbyState()).toMatchObject({ ready: { statusCode: 200, wrong: [] }, metric: '0' });
      expect(await unready({ db, isStandbyRequired: true })).toMatchObject({
        statusCode: 200,
        wrong: [expect.stringMatching(/^standby: /)],
      });
      await sql`alter system set synchronous_standby_names = 'second'`.execute(owner);
      await sql`select pg_reload_conf()`.execute(owner);
      await until(async () => (await readStandbyState()).metric === '1');
      expect((await readStandbyState()).ready).toMatchObject({
        statusCode: 200,
        wrong: [expect.stringMatching(/^standby: 没有同步备库在接收数据/)],
      });
    } finally {
      await Promise.all([db.destroy(), owner.destroy()]);
      await postgres.stop();
      setDistributed(inject('workerUrls').length > 0);
    }
  });

  it('omit a metric that is unavailable instead of reporting zero', async () => {
    gauge('suyuan_test_unasked', 'Nothing.', [], () => []);
    gauge('suyuan_test_failed', 'Nothing.', [], () => Promise.reject(new Error('the database is gone')));
    gauge('suyuan_test_known', 'Something.', [], () => [{ value: 7 }]);
    const lines = (await registry.metrics()).split('\n').filter((line) => line.startsWith('suyuan_test_'));
    expect(lines).toEqual(['suyuan_test_known 7']);
    for (const name of ['unasked', 'failed', 'known']) registry.removeSingleMetric(`suyuan_test_${name}`);
  });

  it('report memory and processor time like the operating system', async () => {
    const { body } = await request('console', '/metrics');
    const metricValue = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1]);
    const { rss, heapTotal, external } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const expectNear = (value: number, expected: number) => expect(Math.abs(value / expected - 1)).toBeLessThan(0.5);
    expectNear(metricValue('process_resident_memory_bytes'), rss);
    expectNear(metricValue('process_heap_bytes'), heapTotal + external);
    expect(metricValue('process_heap_bytes')).toBeLessThan(metricValue('process_resident_memory_bytes'));
    expectNear(metricValue('process_cpu_user_seconds_total'), user / 1e6);
    expectNear(metricValue('process_cpu_seconds_total'), (user + system) / 1e6);
    expect(Math.abs(Date.now() / 1000 - process.uptime() - metricValue('process_start_time_seconds'))).toBeLessThan(2);
    expect(metricValue('process_open_fds')).toBeLessThan(metricValue('process_max_fds'));
  });

  it('expose metrics to this machine or with the token, and to no proxy', async () => {
    const status = async (overrides: Partial<Installation>, from: object) =>
      (await request('console', '/metrics', overrides, from)).statusCode;
    expect(await status({}, { remoteAddress: '10.0.0.9' })).toBe(403);
    expect(await status({}, { headers: { 'x-forwarded-for': '203.0.113.7' } })).toBe(403);
    expect(await status({ trustProxy: 1 }, { headers: { 'x-forwarded-for': '127.0.0.1' } })).toBe(403);
    const metricsToken = randomBytes(16).toString('hex');
    const authorization = `Bearer ${metricsToken}`;
    expect(await status({ metricsToken }, {})).toBe(403);
    expect(await status({ metricsToken }, { headers: { authorization: `${authorization}0` } })).toBe(403);
    expect(await status({ metricsToken }, { remoteAddress: '10.0.0.9', headers: { authorization } })).toBe(200);
  });

  it('count requests by route, not by URL', async () => {
    const app = await consoleApp(server.installation);
    await app.inject({ method: 'GET', url: '/api/manage/supplier/4711' });
    await app.inject({ method: 'GET', url: '/api/who/knows/this' });
    const { body } = await app.inject({ method: 'GET', url: '/metrics' });
    await app.close();
    expect(body).toContain('suyuan_http_request_seconds_count{method="GET",route="/api/manage/supplier/:id",status="2xx"}');
    expect(body).not.toMatch(/supplier\/4711|who\/knows/);
  });
});
