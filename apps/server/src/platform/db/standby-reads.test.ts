import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { consoleApp } from '../../boot/app.ts';
import { supervisionApp } from '../../boot/supervision.ts';
import * as storedCodes from '../../features/codes/code-space/stored-codes.service.ts';
import { insertBatch } from '../../test/factories.ts';
import { canStream, type Pair, startPair } from '../../test/standby.ts';
import { openTcpProxy, type TcpProxy } from '../../test/tcp-proxy.ts';
import { type Client, startTestServer, type TestServer } from '../../test/test-server.ts';
import { until } from '../../test/until.ts';
import { hearsOthers } from '../cache/cache.ts';
import { connect } from './connect.ts';
import { isTransientError } from './database-errors.ts';
import type { Db } from './db.ts';
import { startHeartbeat } from './heartbeat.ts';
import { listen, notifyChannel } from './listen.ts';
import { migrate } from './migrate.ts';
import { openStandby, standbyStats } from './standby-reads.ts';

if (!canStream) console.log('reads from a standby are not tested: PostgreSQL with pg_basebackup is not installed (Debian: postgresql)');

/** A primary and a standby, and two processes that read from the standby. */
describe.runIf(canStream)('reads from a standby', () => {
  let pair: Pair;
  let server: TestServer;
  let standbyDb: Db;
  let other: Db;
  let listOnOther: (client: Client, url: string) => Promise<{ total: number }>;
  let user: Client;
  /** Leads to the standby. */
  let way: TcpProxy;
  const closing: (() => unknown)[] = [];
  const LAG_BOUND = 1000;

  const reads = (db: Db) => standbyStats(db)?.reads ?? expect.fail('no standby');
  const isUp = (db: Db) => standbyStats(db)?.isUp;
  const permissions = ['list', 'query', 'add', 'remove', 'export'].map((each) => `system:post:${each}`);
  let posts = 0;
  const addPost = () => user.post('/system/post', { postCode: `p${++posts}`, postName: `岗位${posts}`, postSort: 1, status: '0' });
  const listed = async () => (await user.get('/system/post/list')).body.total as number;
  /** Repeats a list until the standby answers it: own writes and late positions lead to the primary. */
  const readFromStandby = (db: Db, list: () => Promise<unknown>) =>
    until(async () => {
      const before = reads(db).standby;
      await list();
      expect(reads(db).standby).toBeGreaterThan(before);
    });
  const pauseReplay = async () => {
    await sql`select pg_wal_replay_pause()`.execute(standbyDb);
    onTestFinished(async () => void (await sql`select pg_wal_replay_resume()`.execute(standbyDb)));
  };

  beforeAll(async () => {
    pair = await startPair({ isSynchronous: false });
    closing.push(() => pair.stop());
    const [url, standbyUrl] = [pair.url(pair.first.port), pair.url(pair.second.port)];
    const db = connect(url, { max: 20 });
    await migrate(db);
    const close = async () => void (await db.destroy());
    server = await startTestServer(async () => ({ db, url, owner: db, ownerUrl: url, close }));
    closing.push(() => server.close());
    other = connect(url, { max: 5 });
    closing.push(() => other.destroy());
    standbyDb = connect(standbyUrl, { max: 1 });
    closing.push(() => standbyDb.destroy());
    const otherApp = await consoleApp({ ...server.installation, db: other });
    closing.push(() => otherApp.close());
    listOnOther = async ({ token }, path) =>
      (await otherApp.inject({ method: 'GET', url: `/api${path}`, headers: { authorization: `Bearer ${token}` } })).json();
    way = await openTcpProxy(pair.second.port);
    closing.push(() => way.close());
    for (const each of [db, other]) {
      const standby = openStandby(each, pair.url(way.port), { max: 4, lagBound: LAG_BOUND, hearsWrites: () => hearsOthers(each) });
      closing.push(() => standby.stop());
    }
    user = await server.as(permissions);
    await until(() => expect([isUp(db), isUp(other)]).toEqual([true, true]));
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it('answer lists, exports and figures, but no record and no page about the servers', async () => {
    await readFromStandby(server.db, listed);
    await readFromStandby(server.db, () => user.post('/system/post/export', 'pageNum=1'));
    const analyst = await server.as(['manage:figure:list', 'monitor:druid:list', 'system:post:query']);
    await readFromStandby(server.db, () => analyst.get('/manage/figure/home?days=7'));
    const before = reads(server.db);
    expect((await analyst.get('/monitor/druid/activity')).body.code).toBe(200);
    expect((await analyst.get('/system/post/1')).body.code).toBe(200);
    expect(reads(server.db)).toEqual(before);
  });

  it('write nothing in any list', async () => {
    const lists = server.app.routeTable.flatMap(({ method, url, access }) =>
      method === 'GET' && !/[:*]/.test(url) && typeof access === 'object' && /^(?!monitor:).*:list$/.test(access.permission)
        ? [{ url, permission: access.permission }]
        : [],
    );
    expect(lists.length).toBeGreaterThan(50);
    const reader = await server.as(lists.map(({ permission }) => permission));
    const { repeated } = reads(server.db);
    // a standby that is late leaves lists to the primary
    await until(async () => {
      const { standby } = reads(server.db);
      // without a parameter that it requires, a list refuses before it reads
      for (const { url } of lists) await server.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${reader.token}` } });
      expect(reads(server.db).standby).toBeGreaterThan(standby + 40);
    });
    expect(reads(server.db).repeated).toBe(repeated);
  });

  it('see what their user wrote, also through another process, while the standby is behind', async () => {
    await readFromStandby(server.db, listed);
    await readFromStandby(other, () => listOnOther(user, '/system/post/list'));
    await pauseReplay();
    for (let round = 0; round < 5; round++) {
      const before = await listed();
      expect((await addPost()).body.code).toBe(200);
      expect((await listOnOther(user, '/system/post/list')).total).toBe(before + 1);
      expect(await listed()).toBe(before + 1);
    }
    expect((await sql`select from post where post_code like 'p%'`.execute(standbyDb)).rows.length).toBeLessThan(posts);
  });

  it('leave a standby that is further behind than the bound, and return', async () => {
    const reader = await server.as(permissions);
    const total = async () => (await reader.get('/system/post/list')).body.total as number;
    await readFromStandby(server.db, total);
    const before = await total();
    await pauseReplay();
    await addPost();
    // within the bound, another user may see the older list
    await until(async () => expect(await total()).toBe(before + 1));
    await until(() => expect(standbyStats(server.db)?.lag).toBeGreaterThan(LAG_BOUND));
    const { behind } = reads(server.db);
    await total();
    expect(reads(server.db).behind).toBe(behind + 1);
    const app = await supervisionApp(server.installation);
    const metrics = (await app.inject('/metrics')).body;
    await app.close();
    expect(Number(/^suyuan_replica_lag_seconds (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(LAG_BOUND / 1000);
    expect(Number(/^suyuan_replica_reads\{target="standby"\} (\S+)$/m.exec(metrics)?.[1])).toBeGreaterThan(0);
    await sql`select pg_wal_replay_resume()`.execute(standbyDb);
    await readFromStandby(server.db, total);
  });

  it('look up imported codes on the primary, because scans share the query', async () => {
    const { db, installation } = server;
    const spaceId = await storedCodes.storedSpaceId(db);
    await db.updateTable('codeSpace').set({ nextSerial: 100 }).where('spaceId', '=', spaceId).execute();
    const { batchId } = await insertBatch(db);
    await db.insertInto('batchRange').values({ batchId, level: 0, ordinalFrom: 0, spaceId, epoch: 1, serialFrom: 0, count: 100 }).execute();
    await sql`select ensure_scan_partition(now())`.execute(db);
    await sql`insert into scan (scan_id, scan_time, verdict, batch_id, level, ordinal, session_no, device, channel)
      select (left(uuid7_floor(now())::text, 14) || '7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, now(), 'genuine', ${batchId}, 0, n, 1, '\\x00', 'page'
      from generate_series(0, 99) n`.execute(db);
    const analyst = await server.as(['manage:codeRecord:list']);
    const digest = storedCodes.foreignDigest(installation, spaceId);
    let serial = 0;
    await readFromStandby(db, () => analyst.get('/manage/codeRecord/list'));
    await readFromStandby(db, async () => {
      await pauseReplay();
      const text = `IMPORTED-${++serial}`;
      await db
        .insertInto('storedCode')
        .values({ spaceId, hash: digest(text), serial })
        .execute();
      const { total } = (await analyst.get(`/manage/codeRecord/list?code=${text}`)).body;
      await sql`select pg_wal_replay_resume()`.execute(standbyDb);
      expect(total).toBe(1);
    });
  });

  it('go to the primary when the standby is frozen, even in the middle of a list', async () => {
    await readFromStandby(server.db, listed);
    way.set('held');
    const before = reads(server.db).repeated;
    expect(await listed()).toBeGreaterThan(0);
    await until(() => expect(isUp(server.db)).toBe(false));
    expect(reads(server.db).repeated + reads(server.db).behind).toBeGreaterThan(before);
    way.set('open');
    await readFromStandby(server.db, listed);
  });

  it('go to the primary when the standby is lost', async () => {
    await readFromStandby(server.db, listed);
    pair.second.kill();
    for (let round = 0; round < 20; round++) expect((await user.get('/system/post/list')).body.code).toBe(200);
    await until(() => expect(isUp(server.db)).toBe(false));
    const app = await supervisionApp(server.installation);
    onTestFinished(() => app.close());
    const ready = (await app.inject('/ready')).json();
    expect([ready.parts.replica?.ok, ready.parts.replica?.optional]).toEqual([false, true]);
    const { gone } = reads(server.db);
    expect(await listed()).toBeGreaterThan(0);
    expect(reads(server.db).gone).toBe(gone + 1);
  });

  it('return when the standby is back', async () => {
    // processes of the killed server may still be ending
    await until(() => pair.second.start());
    await readFromStandby(server.db, listed);
  });

  it('ignore the standby of another database', async () => {
    const standbyUrl = pair.url(pair.second.port);
    const [right, wrong] = ['suyuan', 'postgres'].map((name) => connect(Object.assign(new URL(server.url), { pathname: `/${name}` }).href));
    for (const db of [wrong!, right!]) {
      const standby = openStandby(db, standbyUrl, { max: 1, lagBound: LAG_BOUND, hearsWrites: () => true });
      onTestFinished(() => standby.stop().then(() => db.destroy()));
    }
    await until(() => expect(isUp(right!)).toBe(true));
    expect(isUp(wrong!)).toBe(false);
  });

  it('leave a database of several hosts that follows the primary', async () => {
    const proxy = await openTcpProxy(pair.first.port);
    closing.push(() => proxy.close());
    const hosts = `127.0.0.1:${pair.second.port},127.0.0.1:${proxy.port}`;
    const db = connect(`postgres://suyuan@${hosts}/suyuan?target_session_attrs=read-write`, { max: 3 });
    closing.push(() => db.destroy());
    const heartbeat = startHeartbeat(db);
    closing.push(() => heartbeat.stop());
    const received: (string | undefined)[] = [];
    const listener = listen(db, 'hosts', (payload) => received.push(payload));
    closing.push(() => listener.close());
    const notify = (payload: string) => notifyChannel(db, 'hosts', payload);
    await until(() => expect(received).toEqual([undefined]));
    await notify('before');
    await until(() => expect(received).toEqual([undefined, 'before']));
    // as after a power loss: the host answers nothing, and connections remain open
    proxy.set('held');
    const unanswered = expect(notify('lost')).rejects.toSatisfy(isTransientError);
    await pair.second.promote();
    await unanswered;
    await until(async () => {
      await notify('after');
      expect(received).toContain('after');
    });
  });
});
