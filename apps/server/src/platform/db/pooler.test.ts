import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cloneDatabase } from '../../test/database.ts';
import { freePort } from '../../test/free-port.ts';
import { issueCodes } from '../../test/issued-codes.ts';
import { type ServerProcess, startServer } from '../../test/server-process.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { until } from '../../test/until.ts';
import { withAdvisoryLock } from './advisory-lock.ts';
import { connect, directUrlOf, isPooled, onSession } from './connect.ts';
import type { Db } from './db.ts';
import { checkPoolerSessions, checkSameDatabase } from './session-settings.ts';

const BOUNCER = '/usr/sbin/pgbouncer';

describe('connection pooler', () => {
  let server: TestServer;
  const open: Db[] = [];

  beforeAll(async () => {
    server = await startTestServer();
    return async () => {
      for (const db of open) await db.destroy();
      await server.close();
    };
  });

  /** Simulates a pooler: its sessions ignore startup options. */
  const connectPooled = (poolUrl: string) => {
    const db = connect(server.url, { max: 2, poolUrl });
    open.push(db);
    return db;
  };

  it('is rejected when its session settings differ, with the statements that correct them', async () => {
    const poolUrl = `${server.url}?application_name=pooler`;
    const refusal = await checkPoolerSessions(connectPooled(poolUrl)).catch((error: Error) => error.message);
    expect(refusal).toContain('DATABASE_POOL_URL');
    const fixes = /alter role .*';/.exec(refusal ?? '')?.[0] ?? '';
    expect(fixes).toContain("set statement_timeout = '30000'");
    for (const fix of fixes.split('; ')) await sql.raw(fix).execute(server.db);
    expect(await checkPoolerSessions(connectPooled(poolUrl))).toBeUndefined();
    const unreachableUrl = Object.assign(new URL(server.url), { port: '1' }).href;
    await expect(checkPoolerSessions(connectPooled(unreachableUrl))).rejects.toThrow('连不上 DATABASE_POOL_URL 指定的连接池');
  });

  it('is rejected when it leads to another database than the direct address', async () => {
    const poolUrl = `${server.url}?application_name=pooler`;
    const samePool = connectPooled(poolUrl);
    expect(await onSession(samePool, (direct) => checkSameDatabase('DATABASE_POOL_URL', samePool, direct))).toBeUndefined();
    const { url, close } = await cloneDatabase();
    const otherPool = connectPooled(url);
    await expect(onSession(otherPool, (direct) => checkSameDatabase('DATABASE_POOL_URL', otherPool, direct))).rejects.toThrow(
      '两个不同的数据库',
    );
    await otherPool.destroy();
    await close();
  });

  it('is bypassed by work that needs its own session', async () => {
    const unreachableUrl = Object.assign(new URL(server.url), { port: '1' }).href;
    const [one, other] = [connectPooled(unreachableUrl), connectPooled(unreachableUrl)];
    expect([isPooled(one), isPooled(server.db), directUrlOf(one)]).toEqual([true, false, server.url]);
    let concurrentRuns = 0;
    const work = async () => {
      expect(++concurrentRuns).toBe(1);
      await sql`select pg_sleep(0.05)`.execute(server.db);
      concurrentRuns--;
    };
    await Promise.all([withAdvisoryLock(one, 'turn', work), withAdvisoryLock(other, 'turn', work)]);
  });
});

/** PgBouncer in transaction mode, if Debian's package is installed. */
describe.runIf(process.env.SUYUAN_LONG === '1' && existsSync(BOUNCER))('PgBouncer', () => {
  let server: TestServer;
  let folder: string;
  let bouncer: ChildProcess;
  let running: ServerProcess;
  let code: string;

  const start = () => {
    // PgBouncer refuses to run as root
    const { uid, gid } = { uid: 65_534, gid: 65_534 };
    return spawn(BOUNCER, [path.join(folder, 'pgbouncer.ini')], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) });
  };
  const verdict = async () => {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(`http://127.0.0.1:${running.publicPort}/v1/verifications`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code }),
    });
    return (await reply.json()).verdict;
  };
  const ready = async () => (await fetch(`http://127.0.0.1:${running.publicPort}/ready`)).status;

  beforeAll(async () => {
    server = await startTestServer();
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-pooler-'));
    chmodSync(folder, 0o777);
    const masterKey = randomBytes(32);
    writeFileSync(path.join(folder, 'master.key'), masterKey, { mode: 0o600 });
    code = (await issueCodes({ ...server.installation, masterKey }, { count: 10 })).code(3);
    for (const [name, value] of [
      ['statement_timeout', '30s'],
      ['lock_timeout', '5s'],
      ['idle_in_transaction_session_timeout', '30s'],
      ['jit', 'off'],
      ['timezone', 'Asia/Shanghai'],
    ])
      await sql
        .raw(`alter role current_user in database ${new URL(server.url).pathname.slice(1)} set ${name} = '${value}'`)
        .execute(server.db);
    const { hostname, port: databasePort, username, password, pathname } = new URL(server.url);
    const port = await freePort();
    // fewer sessions than client connections: each session serves many transactions
    writeFileSync(
      path.join(folder, 'pgbouncer.ini'),
      `[databases]
suyuan = host=${hostname} port=${databasePort} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
`,
    );
    bouncer = start();
    running = await until(() =>
      startServer(path.join(folder, 'data'), {
        DATABASE_URL: server.url,
        DATABASE_POOL_URL: `postgres://suyuan:any@127.0.0.1:${port}/suyuan`,
        MASTER_KEY_FILE: path.join(folder, 'master.key'),
      }),
    );
  });
  afterAll(async () => {
    await running?.end();
    bouncer?.kill('SIGKILL');
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('shares four sessions between two sites and a worker, without losing a scan', async () => {
    const verdicts = await Promise.all(Array.from({ length: 100 }, verdict));
    expect(verdicts.filter((each) => each === undefined)).toEqual([]);
    expect(await ready()).toBe(200);
    const { n } = await server.db
      .selectFrom('scan')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(n).toBe(100);
  });

  it('reports the database as down while the pooler is frozen or dead, and recovers afterwards', async () => {
    bouncer.kill('SIGSTOP');
    await until(async () => expect(await ready()).toBe(503));
    bouncer.kill('SIGCONT');
    await until(async () => expect(await ready()).toBe(200));
    bouncer.kill('SIGKILL');
    await until(async () => expect(await ready()).toBe(503));
    bouncer = start();
    await until(async () => expect(await verdict()).toMatch(/genuine|alreadyVerified/));
  });
});
