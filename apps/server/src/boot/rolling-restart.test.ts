import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createScanId } from '../features/scans/verification/scan-id.ts';
import { freePort } from '../platform/db/embedded/postmaster.ts';
import { issueCodes } from '../test/issued-codes.ts';
import { hasNginx, startNginx } from '../test/nginx.ts';
import { runServer, type ServerProcess, until } from '../test/server-process.ts';
import { startTestServer, type TestServer } from '../test/test-server.ts';

const ROUNDS = 3;
/** Milliseconds between two scans: 100 a second. */
const PACE = 10;

/** nginx with the documented configuration in front of two processes on one PostgreSQL. */
describe.runIf(process.env.SUYUAN_LONG === '1' && hasNginx)('rolling restart behind nginx', { timeout: 600_000 }, () => {
  let server: TestServer;
  let folder: string;
  let proxy: Awaited<ReturnType<typeof startNginx>>;
  let code: (ordinal: number) => string;
  const ports: { port: number; publicPort: number }[] = [];
  const running: ServerProcess[] = [];

  const start = async (index: number) => {
    const { port, publicPort } = ports[index]!;
    const process = await runServer(path.join(folder, `data ${index}`), {
      DATABASE_URL: server.url,
      MASTER_KEY_FILE: path.join(folder, 'master.key'),
      TRUST_PROXY: 'on',
      // as with DATABASE_URL: nginx sends requests to the restarted process before the other closes
      DRAIN_SECONDS: '5',
      PORT: String(port),
      PUBLIC_PORT: String(publicPort),
    });
    running[index] = process;
    await until(async () => (await fetch(`http://127.0.0.1:${publicPort}/ready`).catch(() => undefined))?.status === 200);
  };

  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-rolling-'));
    const masterKey = randomBytes(32);
    writeFileSync(path.join(folder, 'master.key'), masterKey, { mode: 0o600 });
    ({ code } = await issueCodes({ ...server.installation, masterKey }, { count: 100_000 }));
    for (let index = 0; index < 2; index++) {
      ports.push({ port: await freePort(), publicPort: await freePort() });
      await start(index);
    }
    proxy = await startNginx([ports[0]!, ports[1]!]);
  }, 300_000);
  afterAll(async () => {
    await proxy?.stop();
    for (const process of running) await process.end('SIGKILL');
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('fails no request at 100 scans per second, and counts each scan once', async () => {
    const outcomes = new Map<string, number>();
    const send = async (kind: string, url: string, init?: RequestInit) => {
      const outcome = await fetch(url, init).then(
        async (reply) => {
          await reply.arrayBuffer();
          return reply.status;
        },
        (error: Error) => String(error.cause ?? error),
      );
      outcomes.set(`${kind} ${outcome}`, (outcomes.get(`${kind} ${outcome}`) ?? 0) + 1);
    };
    const sent: Promise<void>[] = [];
    let next = 0;
    const timer = setInterval(() => {
      const [ordinal, headers] = [next++, { 'content-type': 'application/json' }];
      const body = JSON.stringify({ code: code(ordinal), scanId: createScanId(), device: `device-${ordinal}` });
      sent.push(send('scan', `${proxy.publicUrl}/v1/verifications`, { method: 'POST', headers, body }));
      if (ordinal % 5 === 0)
        sent.push(
          send('page', `${proxy.publicUrl}/c/${code(50_000 + ordinal)}`),
          send('console', `${proxy.consoleUrl}/api/public/settings`),
        );
    }, PACE);
    try {
      for (let round = 0; round < ROUNDS; round++) {
        for (let index = 0; index < 2; index++) {
          expect(await running[index]?.end('SIGTERM')).toBe(0);
          await start(index);
        }
      }
    } finally {
      clearInterval(timer);
    }
    await Promise.all(sent);
    const reasons = [...proxy.errors().matchAll(/(?<=\d: \*\d+ ).*?(?= while|,)/g)].map(([reason]) => reason);
    const countByReason = Object.fromEntries(
      [...new Set(reasons)].map((reason) => [reason, reasons.filter((each) => each === reason).length]),
    );
    console.log('rolling restarts:', JSON.stringify({ ...Object.fromEntries(outcomes), passedOn: countByReason }));
    expect(Object.fromEntries(outcomes)).toEqual({ 'scan 200': next, 'page 200': expect.any(Number), 'console 200': expect.any(Number) });
    expect(next).toBeGreaterThan(200);
    const { count } = await server.db
      .selectFrom('scan')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('channel', '=', 'api')
      .executeTakeFirstOrThrow();
    expect(count).toBe(next);
  });
});
