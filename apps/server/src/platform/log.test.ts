import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleApp } from '../boot/app.ts';
import { publicApp } from '../boot/public-app.ts';
import { supervisionApp } from '../boot/supervision.ts';
import { cloneDatabase } from '../test/database.ts';
import { type ServerProcess, startServer } from '../test/server-process.ts';
import { startTestServer } from '../test/test-server.ts';
import { until } from '../test/until.ts';

describe('log output', () => {
  let folder: string;
  let clone: Awaited<ReturnType<typeof cloneDatabase>>;
  let server: ServerProcess | undefined;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-log-'));
    writeFileSync(path.join(folder, 'master.key'), randomBytes(32), { mode: 0o600 });
    clone = await cloneDatabase();
  });
  afterAll(async () => {
    await server?.end();
    await clone.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('has an ID for each request, which every site returns', async () => {
    const { installation, close } = await startTestServer();
    for (const make of [consoleApp, publicApp, supervisionApp]) {
      const app = await make(installation);
      const [one, other] = [await app.inject('/live'), await app.inject('/no/such/path')].map(({ headers }) => headers['x-request-id']);
      expect(one).toMatch(/^[0-9a-f]{8}$/);
      expect(other).not.toBe(one);
      await app.close();
    }
    await close();
  });

  it('is JSON with one line per event, also in a worker without requests', async () => {
    server = await startServer(path.join(folder, 'data'), {
      DATABASE_URL: clone.url,
      MASTER_KEY_FILE: path.join(folder, 'master.key'),
      ROLE: 'worker',
    });
    const { printed } = server;
    // hide the table that sealing reads each second
    await sql`alter table audit_log rename to elsewhere`.execute(clone.owner);
    const lines = () => printed().split('\n').slice(0, -1);
    await until(() => lines().some((line) => line.includes('audit_log')));
    await sql`alter table elsewhere rename to audit_log`.execute(clone.owner);
    const entries = lines()
      .filter((line) => line.includes('audit_log'))
      .map((line) => JSON.parse(line));
    expect(entries[0]).toMatchObject({ level: 50, part: 'worker', pid: server.child.pid, err: { code: '42P01' } });
    expect(entries[0].msg).toContain('audit_log');
  });
});
