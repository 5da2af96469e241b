import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as sessionService from '../features/identity/session/session.service.ts';
import type { Db } from '../platform/db/db.ts';
import { cloneDatabase } from '../test/database.ts';
import { insertRole, insertUser } from '../test/factories.ts';
import { type RedisServer, startRedis } from '../test/redis.ts';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { until } from '../test/until.ts';

/** Two consoles, two public servers and a worker as separate processes, with one PostgreSQL and one Redis. */
describe('replicas', () => {
  let db: Db;
  let redis: RedisServer;
  let folder: string;
  let closeDatabase: () => Promise<void>;
  const running: Record<string, ServerProcess> = {};

  const createUser = async (permissions: string[]) => {
    const { userId } = await insertUser(db, { deptId: 100 });
    const { roleId } = await insertRole(db, userId, permissions, '1');
    const { token } = await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
    return { userId, roleId, token };
  };
  const serverNamed = (name: string) => {
    const server = running[name];
    if (!server) throw new Error(`there is no ${name}`);
    return server;
  };
  const callApi = async (name: string, token: string, url: string, method = 'GET', body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const reply = await fetch(`http://127.0.0.1:${serverNamed(name).port}/api${url}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return reply.json();
  };
  /** Sends `count` requests, a few at once. */
  const inBatches = async <T>(count: number, send: (index: number) => Promise<T>) => {
    const answers: T[] = [];
    for (let from = 0; from < count; from += 8)
      answers.push(...(await Promise.all(Array.from({ length: Math.min(8, count - from) }, (_, index) => send(from + index)))));
    return answers;
  };
  const verify = async (name: string, code: string) => {
    const body = JSON.stringify({ code });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(`http://127.0.0.1:${serverNamed(name).publicPort}/v1/verifications`, { method: 'POST', headers, body })).status;
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'suyuan-replicas-'));
    const masterKey = path.join(folder, 'master.key');
    writeFileSync(masterKey, randomBytes(32), { mode: 0o600 });
    const clone = await cloneDatabase();
    ({ db } = clone);
    closeDatabase = clone.close;
    redis = await startRedis();
    const shared = { DATABASE_URL: clone.url, REDIS_URL: redis.url, MASTER_KEY_FILE: masterKey, CAPTCHA_ENABLED: 'on' };
    // sequential: five concurrent starts overload a small machine
    for (const [name, ROLE] of Object.entries({ one: 'console', two: 'console', left: 'public', right: 'public', worker: 'worker' }))
      running[name] = await startServer(path.join(folder, 'data'), { ...shared, ROLE });
  }, 600_000);
  afterAll(async () => {
    await Promise.all(Object.values(running).map((server) => server.end()));
    await redis.end();
    await closeDatabase();
    rmSync(folder, { recursive: true, force: true });
  });

  it('share sessions, and refuse an ended session on all replicas from the next request on', async () => {
    const operator = await createUser(['monitor:online:list', 'monitor:online:forceLogout']);
    const person = await createUser([]);
    for (const name of ['one', 'two']) expect((await callApi(name, person.token, '/getInfo')).code).toBe(200);
    const { rows } = await callApi('one', operator.token, '/monitor/online/list?pageSize=500');
    const names = await db.selectFrom('users').select('userName').where('userId', '=', person.userId).executeTakeFirstOrThrow();
    const session = rows.find(({ userName }: { userName: string }) => userName === names.userName);
    expect((await callApi('one', operator.token, `/monitor/online/${session.tokenId}`, 'DELETE')).code).toBe(200);
    for (const name of ['two', 'one']) expect((await callApi(name, person.token, '/getInfo')).code).toBe(401);
    const other = await createUser([]);
    for (const name of ['one', 'two']) expect((await callApi(name, other.token, '/getInfo')).code).toBe(200);
    await callApi('two', other.token, '/logout', 'POST');
    for (const name of ['one', 'two']) expect((await callApi(name, other.token, '/getInfo')).code).toBe(401);
  });

  it('refuse ended sessions on a replica that was frozen meanwhile', async () => {
    const people = [await createUser([]), await createUser([])];
    const { child } = serverNamed('two');
    for (const { token } of people) for (const name of ['one', 'two']) expect((await callApi(name, token, '/getInfo')).code).toBe(200);
    child.kill('SIGSTOP');
    try {
      for (const { token } of people) await callApi('one', token, '/logout', 'POST');
    } finally {
      child.kill('SIGCONT');
    }
    for (const { token } of people) expect((await callApi('two', token, '/getInfo')).code).toBe(401);
  });

  it('apply a permission change on all replicas from the next request on', async () => {
    const administrator = await sessionService.open(db, { userId: 1, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
    const { userId, roleId, token } = await createUser(['monitor:cache:list']);
    for (const name of ['one', 'two']) expect((await callApi(name, token, '/monitor/cache/getNames')).code).toBe(200);
    const cancelled = await callApi('one', administrator.token, '/system/role/authUser/cancel', 'PUT', { userId, roleId });
    expect(cancelled.code).toBe(200);
    for (const name of ['two', 'one']) expect((await callApi(name, token, '/monitor/cache/getNames')).code).toBe(403);
  });

  it('share rate limits, for the console and the verification site', async () => {
    const pictures = await inBatches(80, (index) => callApi(index % 2 ? 'one' : 'two', '', '/captchaImage'));
    // 40 each are below the limit of one process, so a refusal proves a shared count. A slow Redis lets a few pass
    const captchaCount = pictures.filter(({ code }) => code === 200).length;
    expect([captchaCount >= 60, captchaCount < 80]).toEqual([true, true]);
    const statuses = await inBatches(50, (index) => verify(index % 2 ? 'left' : 'right', `NOT-OURS-${index}`));
    const verifiedCount = statuses.filter((status) => status === 200).length;
    expect([verifiedCount >= 30, verifiedCount < 50]).toEqual([true, true]);
    expect(statuses.filter((status) => status === 429)).toHaveLength(50 - verifiedCount);
  });

  it('invalidate caches together and see changes of each other', async () => {
    const keeper = await createUser(['monitor:cache:list', 'monitor:cache:remove', 'system:dict:edit']);
    const labels = () =>
      Promise.all(
        ['one', 'two'].map(async (name) => (await callApi(name, keeper.token, '/system/dict/data/type/sys_yes_no')).data[0].dictLabel),
      );
    expect(await labels()).toEqual(['是', '是']);
    const [{ dictCode }] = (await callApi('one', keeper.token, '/system/dict/data/type/sys_yes_no')).data;
    await callApi('one', keeper.token, '/system/dict/data', 'PUT', { dictCode, dictLabel: '对' });
    // earlier than the cache expires after ten seconds
    await until(async () => expect(await labels()).toEqual(['对', '对']), 8);
    const keys = async (name: string) => (await callApi(name, keeper.token, '/monitor/cache/getKeys/rate_limit')).data as string[];
    expect((await keys('one')).length).toBeGreaterThan(0);
    expect(await keys('two')).toEqual(await keys('one'));
    expect((await callApi('two', keeper.token, '/monitor/cache/clearCacheName/rate_limit:', 'DELETE')).code).toBe(200);
    await until(async () => expect(await verify('left', 'NOT-OURS-AGAIN')).toBe(200));
  });

  it('list every process, and run a requested job once', async () => {
    const operator = await createUser(['monitor:server:list', 'monitor:job:list', 'monitor:job:changeStatus']);
    await until(async () => (await callApi('one', operator.token, '/monitor/server/processes')).data.length === 5);
    const { jobId } = await db.selectFrom('job').select('jobId').where('invokeTarget', '=', 'upkeep.expired').executeTakeFirstOrThrow();
    expect((await callApi('two', operator.token, '/monitor/job/run', 'PUT', { jobId })).code).toBe(200);
    const runs = () => db.selectFrom('jobLog').select('status').where('jobId', '=', jobId).where('endTime', 'is not', null).execute();
    await until(async () => (await runs()).length > 0);
    expect(await runs()).toMatchObject([{ status: '0' }]);
  });

  it('continue alone without Redis, and together when it is back', async () => {
    const person = await createUser(['monitor:cache:list']);
    // metrics do not query Redis
    const state = async (name: string) => {
      const metrics = await (await fetch(`http://127.0.0.1:${serverNamed(name).publicPort}/metrics`)).text();
      return /^suyuan_cache_state\{state="(\w+)"\} 1$/m.exec(metrics)?.[1];
    };
    await redis.end();
    for (const name of ['one', 'two']) expect((await callApi(name, person.token, '/getInfo')).code).toBe(200);
    expect(await verify('right', 'NOT-OURS-ALONE')).toBe(200);
    await until(async () => (await callApi('one', person.token, '/monitor/cache')).data.state === 'lost');
    await until(
      async () => (await db.selectFrom('notice').select('noticeId').where('noticeTitle', '=', '共享缓存连不上').execute()).length === 1,
    );
    await until(async () => (await state('left')) === 'lost');
    redis = await redis.restart();
    await until(async () => (await state('left')) === 'there');
    await until(async () => (await callApi('one', person.token, '/monitor/cache')).data.state === 'there');
  });
});
