import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { consoleApp } from '../../../boot/app.ts';
import { cacheOf, cacheState, readCached, shareCache, subscribeToInvalidations } from '../../../platform/cache/cache.ts';
import { readShared, renewStamp, writeShared } from '../../../platform/cache/shared-cache.ts';
import { connect } from '../../../platform/db/connect.ts';
import type { Db } from '../../../platform/db/db.ts';
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts';
import { type RedisServer, startRedis } from '../../../test/redis.ts';
import { type Client, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { until } from '../../../test/until.ts';

describe('shared cache', () => {
  let redis: RedisServer;
  let server: TestServer;
  let operator: Client;
  let other: Db;
  const stateChanges: string[] = [];
  const closers: (() => Promise<unknown>)[] = [];
  const shared = (db: Db) => {
    const { shared: together } = cacheOf(db);
    if (!together) throw new Error('nothing is shared');
    return together;
  };
  const countPassed = async (db: Db, caller: string, count: number) => {
    const outcomes = await Promise.allSettled(Array.from({ length: count }, () => consumeRateLimit(db, 'login', 10, caller)));
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  beforeAll(async () => {
    redis = await startRedis();
    server = await startTestServer();
    other = connect(server.url, { max: 4 });
    for (const db of [server.db, other]) {
      const cache = await shareCache(db, redis.url, server.installation.masterKey, (state) => void stateChanges.push(state));
      closers.push(() => cache.close());
    }
    const line = subscribeToInvalidations(other);
    closers.unshift(() => line.close());
    operator = await server.as(['monitor:cache:list', 'monitor:cache:remove', 'system:dict:edit', 'system:dict:add']);
  });
  afterAll(async () => {
    await server.app.close();
    for (const close of closers) await close();
    await other.destroy();
    await server.close();
    await redis.end();
  });

  it('counts a caller of both processes as one', async () => {
    expect((await countPassed(server.db, '198.51.100.1', 7)) + (await countPassed(other, '198.51.100.1', 7))).toBe(10);
    expect(await countPassed(other, '198.51.100.2', 12)).toBe(10);
  });

  it('is read by a second process before the database', async () => {
    const read = vi.fn(async () => ['read once']);
    expect(await readCached(server.db, 'sys_dict', 'shared_one', read)).toEqual(['read once']);
    expect(await readCached(other, 'sys_dict', 'shared_one', read)).toEqual(['read once']);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('rejects values read before a change', async () => {
    const cached = await readShared(shared(server.db), 'sys_dict', 'raced');
    await renewStamp(shared(other), 'sys_dict');
    await writeShared(shared(server.db), 'sys_dict', 'raced', { stamp: cached?.stamp ?? '', value: 'old' });
    expect(await readShared(shared(other), 'sys_dict', 'raced')).toMatchObject({ hit: false });
  });

  it('reflects a change within moments, in every process', async () => {
    const second = await consoleApp({ ...server.installation, db: other });
    closers.unshift(() => second.close());
    const headers = { authorization: `Bearer ${operator.token}` };
    const label = async (app: FastifyInstance) =>
      (await app.inject({ url: '/api/system/dict/data/type/sys_yes_no', headers })).json().data[0].dictLabel;
    const labels = () => Promise.all([server.app, second].map(label));
    expect(await labels()).toEqual(['是', '是']);
    const { dictCode } = (await operator.get('/system/dict/data/type/sys_yes_no')).body.data[0];
    await operator.put('/system/dict/data', { dictCode, dictLabel: '对' });
    // earlier than the cache expires after ten seconds
    await until(async () => expect(await labels()).toEqual(['对', '对']), 8);
  });

  it('is displayed on the same pages: metrics, keys and values', async () => {
    await readCached(other, 'sys_dict', 'seen', async () => ['seen']);
    await countPassed(server.db, '198.51.100.9', 2);
    const { data } = (await operator.get('/monitor/cache')).body;
    expect(data).toMatchObject({ state: 'there', info: { redis_mode: 'standalone', redis_version: expect.stringMatching(/^\d/) } });
    expect(data.info).not.toHaveProperty('executable');
    expect(data.commandStats.map(({ name }: { name: string }) => name)).toContain('mget');
    const names = (await operator.get('/monitor/cache/getNames')).body.data;
    expect(names.find(({ cacheName }: { cacheName: string }) => cacheName === 'sys_dict:')).toMatchObject({ place: 'shared' });
    expect((await operator.get('/monitor/cache/getKeys/sys_dict')).body.data).toContain('sys_dict:seen');
    const value = (await operator.get('/monitor/cache/getValue/sys_dict/seen')).body.data;
    expect(value).toMatchObject({ cacheKey: 'seen', left: expect.any(Number), size: expect.any(Number) });
    expect(JSON.parse(value.cacheValue)).toEqual(['seen']);
    const limit = (await operator.get(`/monitor/cache/getValue/rate_limit/${encodeURIComponent('login:198.51.100.9')}`)).body.data;
    expect(JSON.parse(limit.cacheValue)).toHaveLength(2);
  });

  it('is cleared in every process when one process clears it', async () => {
    const read = vi.fn(async () => 'anew');
    await readCached(server.db, 'sys_config', 'cleared', read);
    await readCached(other, 'sys_config', 'cleared', read);
    await operator.delete('/monitor/cache/clearCacheName/sys_config:');
    await until(async () => {
      await readCached(other, 'sys_config', 'cleared', read);
      expect(read).toHaveBeenCalledTimes(2);
    });
    await countPassed(other, '198.51.100.3', 10);
    await operator.delete('/monitor/cache/clearCacheName/rate_limit:');
    await until(async () => expect(await countPassed(other, '198.51.100.3', 1)).toBe(1));
  });

  it('may freeze, die and return: each process works alone, logs it once, and shares again', async () => {
    stateChanges.length = 0;
    redis.child.kill('SIGSTOP');
    expect(await countPassed(server.db, '198.51.100.4', 15)).toBe(10);
    expect(await readCached(other, 'sys_dict', 'frozen', async () => 'read')).toBe('read');
    expect(cacheState(server.db)).toBe('lost');
    expect((await operator.get('/monitor/cache')).body.data).toMatchObject({ state: 'lost', info: { redis_mode: 'standalone' } });
    redis.child.kill('SIGCONT');
    // without any request
    await until(() => expect([cacheState(server.db), cacheState(other)]).toEqual(['there', 'there']));
    await redis.end();
    expect((await operator.get('/system/dict/data/type/sys_yes_no')).body.code).toBe(200);
    redis = await redis.restart();
    await until(async () => {
      await countPassed(server.db, '198.51.100.5', 1);
      await countPassed(other, '198.51.100.5', 1);
      expect([cacheState(server.db), cacheState(other)]).toEqual(['there', 'there']);
    });
    expect(stateChanges.filter((state) => state === 'lost').length).toBeLessThanOrEqual(4);
    expect((await countPassed(server.db, '198.51.100.6', 8)) + (await countPassed(other, '198.51.100.6', 8))).toBe(10);
  });
});
