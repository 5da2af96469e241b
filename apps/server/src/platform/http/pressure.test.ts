import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { openLine } from '../../test/line.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { connect } from '../db/connect.ts';
import { isSilent, startPulse } from '../db/pulse.ts';

describe('a site with too much to do', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('sends the usual away with a time to come again, and serves scans and the way in meanwhile', async () => {
    const clerk = await server.as(['manage:supplier:list']);
    const held = new pg.Client({ connectionString: server.url });
    held.on('error', () => {});
    await held.connect();
    await held.query('begin; lock table supplier in access exclusive mode');
    onTestFinished(() => held.end());
    const url = '/api/manage/supplier/list';
    const headers = { authorization: `Bearer ${clerk.token}` };
    const site = await openPublicSite(server.installation);
    const ask = async () => server.app.inject({ method: 'GET', url, headers });
    const waiting = Array.from({ length: 65 }, ask);
    await expect.poll(async () => (await ask()).statusCode, { timeout: 20_000 }).toBe(503);
    const away = await ask();
    expect(away.json()).toMatchObject({ code: 503, problem: 'busy', msg: '系统繁忙，这次没有完成；稍后重试' });
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
    expect(away.headers['x-content-type-options']).toBe('nosniff');
    expect((await server.app.inject({ method: 'GET', url: '/live' })).statusCode).toBe(200);
    expect((await site.verify('NOT-OURS')).body.verdict).toBe('unknown');
    await held.query('rollback');
    const served = (await Promise.all(waiting)).map(({ statusCode }) => statusCode);
    expect(served.filter((status) => status === 200).length).toBeGreaterThanOrEqual(64);
    await site.close();
  });

  it('tells everybody within seconds that the database is silent, those who wait already too, and goes on when it speaks again', async () => {
    const clerk = await server.as(['manage:supplier:list']);
    const line = await openLine(Number(new URL(server.url).port));
    const db = connect(Object.assign(new URL(server.url), { port: line.port }).href, { max: 5 });
    const pulse = startPulse(db);
    const app = await consoleApp({ ...server.installation, db });
    const headers = { authorization: `Bearer ${clerk.token}` };
    const ask = () => app.inject({ method: 'GET', url: '/api/manage/supplier/list', headers });
    expect((await ask()).json()).toMatchObject({ code: 200 });
    line.set('held');
    const waited = await ask();
    expect([waited.statusCode, waited.headers['retry-after'], waited.json().problem]).toEqual([503, '5', 'busy']);
    // a browser that opens a file's URL gets the same status and Retry-After, with a sentence
    const opened = await app.inject({ url: '/api/common/download/resource?resource=x', headers: { ...headers, accept: 'text/html' } });
    expect([opened.statusCode, opened.headers['retry-after'], opened.headers['content-type']]).toEqual([
      503,
      '5',
      'text/plain; charset=utf-8',
    ]);
    expect(isSilent(db)).toBe(true);
    expect((await ask()).statusCode).toBe(503);
    const ready = await app.inject({ method: 'GET', url: '/ready' });
    expect([ready.statusCode, ready.json().parts.database.ok]).toEqual([503, false]);
    line.set('open');
    await expect.poll(async () => (await ask()).statusCode).toBe(200);
    await pulse.stop();
    await app.close();
    await db.destroy();
    await line.close();
  });

  it.runIf(process.env.SUYUAN_LONG === '1')(
    'does not take a pooler with too much to do for one that is gone',
    { timeout: 60_000 },
    async () => {
      // the pooler's one session is busy with the work, so the pulse queues behind it
      const line = await openLine(Number(new URL(server.url).port), 1);
      const poolUrl = Object.assign(new URL(server.url), { port: line.port }).href;
      const db = connect(server.url, { max: 1, poolUrl });
      const work = () => sql`select pg_sleep(0.1)`.execute(db);
      await work();
      const pulse = startPulse(db);
      const told: boolean[] = [];
      for (let turn = 0; turn < 60; turn++) {
        await work();
        told.push(isSilent(db));
      }
      expect(told).not.toContain(true);
      line.set('held');
      await expect.poll(() => isSilent(db), { timeout: 20_000 }).toBe(true);
      for (let turn = 0; turn < 60; turn++) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        told[turn] = isSilent(db);
      }
      expect(told).not.toContain(false);
      await pulse.stop();
      await line.close();
      await db.destroy();
    },
  );
});
