import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanId } from '../features/scans/verification/scan-id.ts';
import { connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/db.ts';
import { issueCodes } from '../test/issued-codes.ts';
import { startPatroni } from '../test/patroni.ts';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { startTestServer } from '../test/test-server.ts';
import { until } from '../test/until.ts';

const isLong = process.env.SUYUAN_LONG === '1';
if (isLong && !process.env.PATRONI)
  console.log('switchover and crash with Patroni are not tested: Patroni, etcd and HAProxy are not installed');

const WAYS = ['hosts', 'haproxy'] as const;
type Way = (typeof WAYS)[number];

/** Two processes on three PostgreSQL servers: one names the hosts, the other HAProxy. */
describe.runIf(isLong && process.env.PATRONI)('databases with Patroni', { timeout: 600_000 }, () => {
  let databases: Awaited<ReturnType<typeof startPatroni>>;
  let folder: string;
  let db: Db;
  let code: (ordinal: number) => string;
  const servers = {} as Record<Way, ServerProcess>;
  const closing: (() => unknown)[] = [];

  const ready = async (way: Way) => (await fetch(`http://127.0.0.1:${servers[way].publicPort}/ready`)).text();
  const metric = async (way: Way, name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${servers[way].publicPort}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    );
  };
  const scan = async (way: Way, ordinal: number, scanId: string) => {
    const reply = await fetch(`http://127.0.0.1:${servers[way].publicPort}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code(ordinal), scanId }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };

  /** Scans through both processes while `fault` runs, and until they are answered again. Resolves to the seconds without an answer. */
  async function scanDuring(title: string, fault: () => Promise<void>) {
    const acknowledged = { hosts: new Set<string>(), haproxy: new Set<string>() };
    const longestGap = { hosts: 0, haproxy: 0 };
    const statuses = new Map<number, number>();
    let isRunning = true;
    let next = 0;
    const consumer = async (way: Way, last: { at: number }) => {
      while (isRunning) {
        const [ordinal, scanId] = [next++ % 1000, createScanId()];
        // retry with the same scan ID, as the verification page does
        while (isRunning && !acknowledged[way].has(scanId)) {
          const status = await scan(way, ordinal, scanId).catch(() => 0);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status === 200) {
            acknowledged[way].add(scanId);
            longestGap[way] = Math.max(longestGap[way], performance.now() - last.at);
            last.at = performance.now();
          }
          await wait(status === 200 ? 20 : 100);
        }
      }
    };
    const lasts = { hosts: { at: performance.now() }, haproxy: { at: performance.now() } };
    const consumers = WAYS.flatMap((way) => Array.from({ length: 4 }, () => consumer(way, lasts[way])));
    const grow = async () => {
      const before = WAYS.map((way) => acknowledged[way].size);
      await until(() => WAYS.every((way, index) => acknowledged[way].size > (before[index] ?? 0) + 100), 90);
    };
    await grow();
    await fault();
    await grow();
    isRunning = false;
    await Promise.all(consumers);
    const all = [...acknowledged.hosts, ...acknowledged.haproxy];
    console.log(
      `${title}: ${all.length} scans acknowledged, without an answer for ${WAYS.map((way) => `${(longestGap[way] / 1000).toFixed(1)} s (${way})`).join(', ')}`,
      Object.fromEntries(statuses),
    );
    expect([...statuses.keys()].filter((status) => ![0, 200, 429, 503].includes(status))).toEqual([]);
    expect(statuses.get(0)).toBeUndefined();
    const stored = await db.selectFrom('scan').select('scanId').where('scanId', 'in', all).execute();
    expect(stored.length).toBe(all.length);
  }

  beforeAll(async () => {
    databases = await startPatroni();
    closing.push(() => databases.stop());
    const administrator = connect(databases.administrator, { max: 1 });
    await sql`create role suyuan_owner login password 'owner'`.execute(administrator);
    await sql`create role suyuan_app login password 'app'`.execute(administrator);
    await sql`grant pg_monitor to suyuan_app`.execute(administrator);
    await sql`create database suyuan owner suyuan_owner`.execute(administrator);
    await administrator.destroy();
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-patroni-servers-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const [masterKey, keyFile] = [randomBytes(32), path.join(folder, 'master.key')];
    writeFileSync(keyFile, masterKey, { mode: 0o600 });
    const { url, proxyUrl } = databases;
    const addresses = {
      hosts: { app: url('suyuan_app:app'), owner: url('suyuan_owner:owner'), read: url('suyuan_app:app', 'standby') },
      haproxy: { app: proxyUrl('suyuan_app:app'), owner: proxyUrl('suyuan_owner:owner'), read: proxyUrl('suyuan_app:app', true) },
    };
    for (const way of WAYS) {
      const { app, owner, read } = addresses[way];
      servers[way] = await startServer(path.join(folder, way), {
        ...{ DATABASE_URL: app, DATABASE_OWNER_URL: owner, DATABASE_READ_URL: read, DATABASE_STANDBY_REQUIRED: 'on' },
        MASTER_KEY_FILE: keyFile,
      });
      closing.push(() => servers[way].end('SIGKILL'));
    }
    db = connect(url('suyuan_app:app'), { max: 2 });
    closing.push(() => db.destroy());
    const { installation, close } = await startTestServer();
    closing.push(close);
    ({ code } = await issueCodes({ ...installation, db, masterKey }, { count: 1000 }));
  }, 400_000);
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it('lose no acknowledged scan in a switchover', async () => {
    await scanDuring('switchover', () => databases.switchover());
  });

  it('lose no acknowledged scan when the primary is killed', async () => {
    await until(() => databases.hasSyncStandby(), 60);
    const leader = await databases.leader();
    await scanDuring('crash', async () => {
      leader.kill();
      await until(async () => (await databases.leader().catch(() => leader)) !== leader, 60);
    });
    leader.start();
  });

  it('read lists from a standby, and report that a synchronous standby is missing', async () => {
    await until(async () => (await metric('hosts', 'suyuan_replica_lag_seconds')) < 5, 60);
    await until(async () => (await metric('haproxy', 'suyuan_replica_lag_seconds')) < 5, 60);
    await until(async () => !(await ready('hosts')).includes('"standby"'), 60);
    const leader = await databases.leader();
    const others = databases.members.filter((member) => member !== leader);
    for (const member of others) member.kill();
    await until(async () => (await metric('hosts', 'suyuan_synchronous_standby_missing')) === 1, 60);
    await until(async () => (await ready('haproxy')).includes('"standby"'), 60);
    for (const member of others) member.start();
    await until(async () => (await metric('hosts', 'suyuan_synchronous_standby_missing')) === 0, 90);
    await until(async () => !(await ready('haproxy')).includes('"standby"'), 60);
  });
});
