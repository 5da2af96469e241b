import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { openTcpProxy } from '../../test/tcp-proxy.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { connect } from '../db/connect.ts';
import { isSilent, onSilence, startHeartbeat } from '../db/heartbeat.ts';

describe('overloaded site', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('rejects ordinary requests with a retry time, and still serves scans and sign-in', async () => {
    const clerk = await server.as(['manage:supplier:list']);
    const lockHolder = new pg.Client({ connectionString: server.url });
    lockHolder.on('error', () => {});
    await lockHolder.connect();
    await lockHolder.query('begin; lock table supplier in access exclusive mode');
    onTestFinished(() => lockHolder.end());
    const url = '/api/manage/supplier/list';
    const headers = { authorization: `Bearer ${clerk.token}` };
    const site = await openPublicSite(server.installation);
    const ask = async () => server.app.inject({ method: 'GET', url, headers });
    const waiting = Array.from({ length: 65 }, ask);
    await expect.poll(async () => (await ask()).statusCode).toBe(503);
    const shedResponse = await ask();
    expect(shedResponse.json()).toMatchObject({ code: 503, problem: 'busy', msg: '系统繁忙，这次没有完成；稍后重试' });
    expect(Number(shedResponse.headers['retry-after'])).toBeGreaterThan(0);
    expect(shedResponse.headers['x-content-type-options']).toBe('nosniff');
    expect((await server.app.inject({ method: 'GET', url: '/live' })).statusCode).toBe(200);
    expect((await site.verify('NOT-OURS')).body.verdict).toBe('unknown');
    await lockHolder.query('rollback');
    const served = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
    expect(served.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64);
    await site.close();
  });

  it('reports a silent database within seconds, also to waiting requests, and recovers with it', async () => {
    const clerk = await server.as(['manage:supplier:list']);
    const proxy = await openTcpProxy(Number(new URL(server.url).port));
    const db = connect(Object.assign(new URL(server.url), { port: proxy.port }).href, { max: 5 });
    const heartbeat = startHeartbeat(db);
    const app = await consoleApp({ ...server.installation, db });
    const headers = { authorization: `Bearer ${clerk.token}` };
    const ask = () => app.inject({ method: 'GET', url: '/api/manage/supplier/list', headers });
    expect((await ask()).json()).toMatchObject({ code: 200 });
    proxy.set('held');
    const pendingResponse = await ask();
    expect([pendingResponse.statusCode, pendingResponse.headers['retry-after'], pendingResponse.json().problem]).toEqual([
      503,
      '5',
      'busy',
    ]);
    // a browser that opens a file's URL gets the same status and Retry-After, with a sentence
    const opened = await app.inject({ url: '/api/common/download/resource?resource=x', headers: { ...headers, accept: 'text/html' } });
    expect([opened.statusCode, opened.headers['retry-after'], opened.headers['content-type']]).toEqual([
      503,
      '5',
      'text/plain; charset=utf-8',
    ]);
    expect(isSilent(db)).toBe(true);
    expect((await ask()).statusCode).toBe(503);
    // a client that is still sending receives the response too
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    for (let upload = 0; upload < 5; upload++) {
      const form = new FormData();
      form.append('file', new Blob([Buffer.alloc(8_000_000, 'text ')]), 'long.txt');
      const shedUpload = await fetch(`${origin}/api/common/upload`, { method: 'POST', body: form, headers });
      expect([shedUpload.status, shedUpload.headers.get('connection')]).toEqual([503, 'keep-alive']);
    }
    const ready = await app.inject({ method: 'GET', url: '/ready' });
    expect([ready.statusCode, ready.json().parts.database.ok]).toEqual([503, false]);
    proxy.set('open');
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
    await heartbeat.stop();
    await app.close();
    await db.destroy();
    await proxy.close();
  });

  it('does not mistake its own pause for a silent database', async () => {
    // both ends of the connection pause
    const proxy = await openTcpProxy(Number(new URL(server.url).port));
    const db = connect(Object.assign(new URL(server.url), { port: proxy.port }).href, { max: 1 });
    const silences: boolean[] = [];
    const heartbeat = startHeartbeat(db);
    const unsubscribe = onSilence(db, () => silences.push(isSilent(db)));
    await new Promise((resolve) => setImmediate(resolve));
    const end = performance.now() + 2500;
    while (performance.now() < end);
    await sql`select pg_sleep(1)`.execute(db);
    expect(silences).toEqual([]);
    unsubscribe();
    await heartbeat.stop();
    await db.destroy();
    await proxy.close();
  });

  it.runIf(process.env.SUYUAN_LONG === '1')('does not treat an overloaded pooler as a dead one', async () => {
    // the pooler's one session is busy with the work, so the heartbeat queues behind it
    const proxy = await openTcpProxy(Number(new URL(server.url).port), 1);
    const poolUrl = Object.assign(new URL(server.url), { port: proxy.port }).href;
    const db = connect(server.url, { max: 1, poolUrl });
    const work = () => sql`select pg_sleep(0.1)`.execute(db);
    await work();
    const heartbeat = startHeartbeat(db);
    const silences: boolean[] = [];
    for (let turn = 0; turn < 60; turn++) {
      await work();
      silences.push(isSilent(db));
    }
    expect(silences).not.toContain(true);
    proxy.set('held');
    await expect.poll(() => isSilent(db)).toBe(true);
    for (let turn = 0; turn < 60; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      silences[turn] = isSilent(db);
    }
    expect(silences).not.toContain(false);
    await heartbeat.stop();
    await proxy.close();
    await db.destroy();
  });
});
