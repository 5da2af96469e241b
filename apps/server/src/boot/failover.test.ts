import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanId } from '../features/scans/verification/scan-id.ts';
import { connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/db.ts';
import { issueCodes } from '../test/issued-codes.ts';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { canStream, startPair } from '../test/standby.ts';
import { openTcpProxy, type TcpProxy } from '../test/tcp-proxy.ts';
import { startTestServer } from '../test/test-server.ts';
import { until } from '../test/until.ts';

/** Two Debian PostgreSQL servers with streaming replication, and a proxy that leads to the primary. */
describe.runIf(process.env.SUYUAN_LONG === '1' && canStream)('database failover', () => {
  let pair: Awaited<ReturnType<typeof startPair>>;
  let proxy: TcpProxy;
  let server: ServerProcess;
  let folder: string;
  let db: Db;
  let code: (ordinal: number) => string;
  const closing: (() => unknown)[] = [];

  const ready = async () => (await fetch(`http://127.0.0.1:${server.publicPort}/ready`)).text();
  const scan = async (ordinal: number, scanId: string) => {
    const reply = await fetch(`http://127.0.0.1:${server.publicPort}/v1/verifications`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ code: code(ordinal), scanId }),
    });
    await reply.arrayBuffer();
    return reply.status;
  };
  const captcha = async () => (await (await fetch(`http://127.0.0.1:${server.port}/api/captchaImage`)).json()) as { problem?: string };

  beforeAll(async () => {
    pair = await startPair();
    closing.push(() => pair.stop());
    proxy = await openTcpProxy(pair.first.port);
    closing.push(() => proxy.close());
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-failover-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const masterKey = randomBytes(32);
    writeFileSync(path.join(folder, 'master.key'), masterKey, { mode: 0o600 });
    server = await startServer(folder, { DATABASE_URL: pair.url(proxy.port), MASTER_KEY_FILE: path.join(folder, 'master.key') });
    closing.push(() => server.end());
    const { installation, close } = await startTestServer();
    closing.push(close);
    db = connect(pair.url(pair.first.port), { max: 2 });
    ({ code } = await issueCodes({ ...installation, db, masterKey }, { count: 1000 }));
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });

  it('loses no acknowledged scan, reports the wait, and continues after the standby is promoted', async () => {
    const acceptedScans = new Set<string>();
    const statuses = new Map<number, number>();
    let isRunning = true;
    let next = 0;
    const consumer = async () => {
      while (isRunning) {
        const [ordinal, scanId] = [next++ % 1000, createScanId()];
        // retry with the same scan ID, as the verification page does
        while (isRunning && !acceptedScans.has(scanId)) {
          const status = await scan(ordinal, scanId).catch(() => 0);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 200 && status < 300) acceptedScans.add(scanId);
          else await wait(100);
        }
      }
    };
    const consumers = Array.from({ length: 8 }, consumer);
    await until(() => acceptedScans.size > 200);
    const killedAt = performance.now();
    pair.first.kill();
    await until(async () => (await ready()).includes('数据库没有回答'));

    // the proxy switches before the promotion: a read-only database is reported as busy, and by name in readiness
    proxy.redirect(pair.second.port);
    await until(async () => (await ready()).includes('连接到主库'));
    expect((await captcha()).problem).toBe('busy');
    await pair.second.promote();
    const promotedAt = performance.now();
    const before = acceptedScans.size;
    await until(() => acceptedScans.size > before);
    const recoveredAt = performance.now();
    await until(async () => !(await ready()).includes('连接到主库'));
    await until(() => acceptedScans.size > before + 200);
    isRunning = false;
    await Promise.all(consumers);
    console.log(
      `failover: ${acceptedScans.size} scans answered, ${Math.round(promotedAt - killedAt)} ms until the second was the primary, first answer ${Math.round(recoveredAt - promotedAt)} ms later`,
      Object.fromEntries(statuses),
    );
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);

    const after = connect(pair.url(pair.second.port), { max: 2 });
    closing.push(() => after.destroy());
    const { length } = await after
      .selectFrom('scan')
      .select('scanId')
      .where('scanId', 'in', [...acceptedScans])
      .execute();
    expect(length).toBe(acceptedScans.size);
    // the listener reconnects to the new primary
    const { listening } = await after
      .selectFrom('pg_stat_activity' as never)
      .select(({ fn }) => fn.countAll<number>().as('listening'))
      .where('query' as never, 'ilike', 'listen%' as never)
      .executeTakeFirstOrThrow();
    expect(listening).toBeGreaterThan(0);
  });
});
