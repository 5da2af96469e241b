// Over 250 lines: every fault is checked against the same invariants on one running product.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect as dial, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import * as sealService from '../apps/server/src/features/system/audit-log/seal.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { openTcpProxy, type TcpProxy } from '../apps/server/src/test/tcp-proxy.ts';
import { type Api, api, pollUntil, tokenOf } from './support/api.ts';
import { collectGarbage } from './support/collect-garbage.ts';
import { createClock, failDiskSync, mountSmallDisk, startDatabase, startRedis } from './support/fault-injection.ts';
import { issueBatch } from './support/issue-batch.ts';
import { createRequestHistory, type LoadStats } from './support/request-history.ts';
import { freePort, type Suyuan, startSuyuan } from './support/suyuan-process.ts';

/** Full size has longer faults and checks time limits; the short run waits for states only. */
const LONG = process.env.SUYUAN_LONG === '1';
const waitSeconds = (short: number, long: number) => new Promise((resolve) => setTimeout(resolve, (LONG ? long : short) * 1000));

interface Fault {
  /** Lasts until `repair`. */
  break(): Promise<unknown> | unknown;
  repair(): Promise<unknown> | unknown;
  /** Expected `/ready` status during the fault, if deterministic. */
  ready?: 503;
  /** The process is dead or frozen for a while, so requests may get no response. */
  isUnresponsive?: boolean;
}

const commandLine = path.join(import.meta.dirname, '../apps/server/src/boot/commands/suyuan.ts');

describe('faults of infrastructure', { timeout: 180_000 }, () => {
  let database: Awaited<ReturnType<typeof startDatabase>>;
  let redis: Awaited<ReturnType<typeof startRedis>>;
  let line: TcpProxy;
  let disk: ReturnType<typeof mountSmallDisk>;
  let suyuan: Suyuan;
  let planner: Api;
  let token: string;
  let history: ReturnType<typeof createRequestHistory>;
  let ownerDb: Db;
  let settings: Record<string, string>;
  let openFiles: number;
  /** Idle memory of the process in MB: heap and total. */
  let memory: { heap: number; resident: number };
  let masterKey: Buffer;
  /** Inspector port for forced garbage collection, at full size. */
  let inspector: number;
  const results: Record<string, string | number>[] = [];

  const status = async (url: string) => (await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined))?.status ?? 0;
  const live = () => status(`${suyuan.consoleUrl}/live`);
  const ready = () => status(`${suyuan.consoleUrl}/ready`);
  const waitUntilReady = () => pollUntil(ready, (answer) => answer === 200);
  const readMetric = async (name: string) => {
    const text = await (await fetch(`${suyuan.consoleUrl}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((row) => row.startsWith(`${name} `))
        ?.slice(name.length + 1) ?? 0,
    );
  };
  const sql = async <Row extends object>(text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: database.ownerUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<Row>(text, values);
    await client.end();
    return rows;
  };
  const start = async () => {
    suyuan = await startSuyuan(settings, disk?.place ?? settings.OWN_FOLDER);
    await waitUntilReady();
  };
  const command = (args: string[], extraEnv: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [commandLine, ...args], {
      env: { ...process.env, ...settings, DATA_DIR: suyuan.dataDir, ...extraEnv },
    }).then(
      ({ stdout }) => stdout,
      ({ code, stderr }) => `${code} ${stderr}`,
    );
  /** Another database of the same server, for both roles. */
  const databaseUrls = (name: string) => {
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    return { DATABASE_URL: at(database.url), DATABASE_OWNER_URL: at(database.ownerUrl) };
  };
  const megabytes = async (name: string) => Math.round((await readMetric(name)) / 1024 / 1024);
  const memoryNow = async () => {
    await collectGarbage(inspector);
    return { heap: await megabytes('nodejs_heap_size_used_bytes'), resident: await megabytes('process_resident_memory_bytes') };
  };

  beforeAll(async () => {
    const { dataDir, passwords } = inject('firstStart');
    [database, redis] = await Promise.all([startDatabase(dataDir), startRedis()]);
    line = await openTcpProxy(Number(new URL(database.url).port));
    disk = mountSmallDisk(160);
    masterKey = readFileSync(path.join(database.dataDir, 'master.key'));
    settings = {
      DATABASE_URL: Object.assign(new URL(database.url), { port: line.port }).href,
      DATABASE_OWNER_URL: Object.assign(new URL(database.ownerUrl), { port: line.port }).href,
      MASTER_KEY_FILE: path.join(database.dataDir, 'master.key'),
      OWN_FOLDER: path.join(database.dataDir, 'own'),
      ...(redis && { REDIS_URL: redis.url }),
    };
    inspector = await freePort();
    if (LONG) settings.NODE_OPTIONS = `--inspect=127.0.0.1:${inspector}`;
    ownerDb = connect(database.ownerUrl, { max: 2 });
    await start();
    const { codes } = await issueBatch({ ...suyuan, passwords }, 'FAULT-1', 200);
    token = await tokenOf(suyuan.consoleUrl, 'planner', passwords.planner ?? '');
    planner = {
      call: (...args) => api(suyuan.consoleUrl, token).call(...args),
      must: (...args) => api(suyuan.consoleUrl, token).must(...args),
    };
    history = createRequestHistory(() => suyuan, token, codes);
    const stop = history.load(10);
    await pollUntil(
      async () => history.scans.length,
      (count) => count > 30,
    );
    await stop();
    openFiles = await readMetric('process_open_fds');
    if (LONG) memory = await memoryNow();
  });
  afterAll(async () => {
    console.table(results);
    await suyuan?.stopProcess();
    await ownerDb?.destroy();
    await line?.close();
    await redis?.kill();
    await database?.remove();
    disk?.remove();
  });

  /** Breaks something under load, repairs it, and compares the data with the acknowledgements. */
  async function runFault(name: string, fault: Fault) {
    const stop = history.load();
    await waitSeconds(0.2, 2);
    try {
      await fault.break();
      if (!fault.isUnresponsive) expect(await live()).toBe(200);
      if (fault.ready) await pollUntil(ready, (answer) => answer === 503);
    } finally {
      await fault.repair();
    }
    const repairTime = performance.now();
    await waitUntilReady();
    await pollUntil(history.write, Boolean);
    await pollUntil(history.scan, Boolean);
    const recoveryMs = performance.now() - repairTime;
    const stats = await stop();
    await history.settle();
    await checkInvariants(name, stats, recoveryMs, fault.isUnresponsive);
  }

  /** Invariants after every fault. */
  async function checkInvariants(name: string, stats: LoadStats, recoveryMs: number, isUnresponsive = false) {
    results.push({
      fault: name,
      answers: stats.responses,
      none: stats.broken,
      'longest ms': Math.round(stats.slowestMs),
      'back ms': Math.round(recoveryMs),
    });
    expect(stats.unexpected, name).toEqual([]);
    if (!isUnresponsive) expect(stats.broken, name).toBe(0);
    if (LONG)
      expect([stats.slowestMs < (isUnresponsive ? 60_000 : 6000), recoveryMs < 15_000], `${name} ${stats.slowestMs} ${recoveryMs}`).toEqual(
        [true, true],
      );
    // each acknowledged write exists, and each key had one effect
    const [supplierCount] = await sql<{ n: number }>("select count(*)::int as n from supplier where supplier_code like 'F-%'");
    expect(supplierCount?.n, name).toBe(history.writes.length);
    const ids = history.scans.map((scan) => scan.name);
    const [recordCount] = await sql<{ n: number }>('select count(*)::int as n from scan where scan_id = any($1::uuid[])', [ids]);
    expect(recordCount?.n, name).toBe(ids.length);
    // totals agree
    const [sums] = await sql<{ scans: number; records: number }>(`
      select (select coalesce(sum(scans), 0)::int from scan_state join batch using (batch_id) where batch_no = 'FAULT-1') as scans,
        (select count(*)::int from scan join batch using (batch_id) where batch_no = 'FAULT-1') as records`);
    expect(sums?.scans, name).toBe(sums?.records);
    const incompleteBatches = await sql(`select b.batch_no from batch b where state in ('issued', 'active') and quantity <>
      (select coalesce(sum(count), 0) from batch_range r where r.batch_id = b.batch_id and level = 0)`);
    expect(incompleteBatches, name).toEqual([]);
    // the log's hash chain is intact
    await sealService.sealWaiting({ db: ownerDb, masterKey, dataDir: database.dataDir });
    expect((await sealService.verifyChain({ db: ownerDb, masterKey, dataDir: database.dataDir })).breach, name).toBeUndefined();
    // no partial files, waiting connections or leaked file descriptors
    const uploadsFolder = path.join(suyuan.dataDir, 'files-arriving');
    await pollUntil(
      async () => (readdirSync(suyuan.dataDir).includes('files-arriving') ? readdirSync(uploadsFolder).length : 0),
      (left) => left === 0,
    );
    await pollUntil(
      () => readMetric('suyuan_pool_connections{state="waiting"}'),
      (waiting) => waiting === 0,
    );
    await pollUntil(
      () => readMetric('process_open_fds'),
      (open) => open <= openFiles * 1.1 + 40,
    );
    if (LONG) {
      const now = await pollUntil(memoryNow, ({ heap, resident }) => heap <= memory.heap * 1.1 && resident <= memory.resident * 1.25);
      Object.assign(results.at(-1) ?? {}, { 'heap MB': now.heap, 'resident MB': now.resident });
    }
    for (const secret of [
      token,
      ...[database.url, database.ownerUrl].map((url) => new URL(url).password),
      masterKey.toString('hex'),
      masterKey.toString('base64'),
    ])
      expect(suyuan.output().includes(secret), name).toBe(false);
  }

  const noRepair = { repair: () => {} };
  const backendQuery = (condition: string) =>
    `select pid from pg_stat_activity where application_name = 'suyuan' and pid <> pg_backend_pid() ${condition}`;

  it('loses nothing when all database connections are terminated', () =>
    runFault('connections ended', {
      ...noRepair,
      break: () => sql(`select pg_terminate_backend(pid) from (${backendQuery('')}) as mine`),
    }));

  it('loses nothing when one database process is killed, which restarts all of them', () =>
    runFault('backend killed', {
      ...noRepair,
      async break() {
        const [{ pid } = { pid: 0 }] = await sql<{ pid: number }>(backendQuery('limit 1'));
        process.kill(pid, 'SIGKILL');
      },
    }));

  it('loses nothing when the database is killed', () =>
    runFault('database killed', {
      ...noRepair,
      async break() {
        const oldPid = database.postmaster();
        process.kill(oldPid, 'SIGKILL');
        await pollUntil(
          async () => database.postmaster(),
          (pid) => pid !== 0 && pid !== oldPid,
        );
      },
    }));

  it('fails fast while the database is frozen, and counts nothing twice afterwards', () =>
    runFault('database frozen', {
      ready: 503,
      async break() {
        database.signal('SIGSTOP');
        await waitSeconds(3, 60);
      },
      repair: () => database.signal('SIGCONT'),
    }));

  it('fails fast while the database refuses connections', () =>
    runFault('database refuses', {
      ready: 503,
      async break() {
        line.set('refused');
        await waitSeconds(1, 20);
      },
      repair: () => line.set('open'),
    }));

  it('fails fast while the database does not respond', () =>
    runFault('black hole', {
      ready: 503,
      async break() {
        line.set('held');
        await waitSeconds(3, 60);
      },
      repair: () => line.set('open'),
    }));

  it('does not accept a truncated response', () =>
    runFault('cut bytes', {
      async break() {
        line.set('cutting');
        await waitSeconds(0.5, 5);
      },
      repair: () => line.set('open'),
    }));

  it('is only slower on a slow connection', () =>
    runFault('slow line', {
      async break() {
        line.delay(100);
        await waitSeconds(1, 20);
      },
      repair: () => line.delay(0),
    }));

  it('continues scans while a table is locked', async () => {
    const lockHolder = new pg.Client({ connectionString: database.ownerUrl });
    await lockHolder.connect();
    await runFault('long transaction', {
      async break() {
        await lockHolder.query('begin; lock table supplier in access exclusive mode');
        // longer than the cache lifetime of batch data
        await waitSeconds(6, 20);
        await pollUntil(history.scan, Boolean, 10);
      },
      repair: () => lockHolder.end(),
    });
  });

  it.runIf(process.getuid?.() === 0)('reports a full database disk, continues reads and scans, and recovers', async (context) => {
    const small = mountSmallDisk(24, database.owner);
    if (!small) return context.skip();
    await sql(`create tablespace small location '${small.place}'`);
    await sql('alter table supplier set tablespace small');
    await runFault('database disk full', {
      async break() {
        small.fill();
        const full = { supplierName: '故'.repeat(100) };
        await pollUntil(
          () =>
            planner.call('POST', '/manage/supplier', {
              ...full,
              supplierCode: `X-${Math.random().toString(36).slice(2, 12).toUpperCase()}`,
            }),
          ({ problem }) => problem === 'storageFull',
        );
        await planner.must('GET', '/manage/supplier/list?pageNum=1&pageSize=10');
        await pollUntil(history.scan, Boolean);
      },
      repair: () => small.clear(),
    });
    await sql('alter table supplier set tablespace pg_default');
    await sql('drop tablespace small');
    small.remove();
  });

  it.runIf(process.getuid?.() === 0)('refuses an upload without disk space, keeps no partial file, and is not ready', async (context) => {
    if (!disk) return context.skip();
    const full = disk;
    const uploadFile = async () => {
      const form = new FormData();
      form.append('file', new Blob([Buffer.alloc(2_000_000, 'text ')]), 'long.txt');
      const reply = await fetch(`${suyuan.consoleUrl}/api/common/upload`, {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      });
      return (await reply.json()) as { code: number; problem?: string };
    };
    await runFault('own disk full', {
      ready: 503,
      async break() {
        full.fill();
        expect(await uploadFile()).toMatchObject({ problem: 'storageFull' });
      },
      repair: () => full.clear(),
    });
    expect(await uploadFile()).toMatchObject({ code: 200 });
  });

  it('reports a file with changed bytes', async () => {
    const form = new FormData();
    form.append('file', new Blob(['the bytes as they were']), 'whole.txt');
    const response = await fetch(`${suyuan.consoleUrl}/api/common/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
    const { fileName } = (await response.json()) as { fileName: string };
    const file = path.join(suyuan.dataDir, 'files', fileName.slice('/profile/'.length));
    const runCheck = () => command(['check']);
    writeFileSync(file, 'the bytes as they wene');
    expect(await runCheck()).toMatch(new RegExp(`^1 .*${path.basename(file)} \\(内容变了 changed\\)`, 's'));
    writeFileSync(file, 'the bytes as they were');
    expect(await runCheck()).not.toContain('changed');
  });

  it.runIf(process.platform === 'linux')('works without the cache, and uses it again after a restart', async (context) => {
    const cache = redis;
    if (!cache) return context.skip();
    await runFault('cache gone', {
      async break() {
        await cache.kill();
        await planner.must('GET', '/manage/supplier/list?pageNum=1&pageSize=10');
        await waitSeconds(0.5, 20);
      },
      repair: cache.start,
    });
  });

  it.runIf(LONG)('applies one of twenty identical requests and rejects a reused idempotency key', async () => {
    const body = { supplierCode: 'T-TWENTY', supplierName: '二十次' };
    const key = { 'idempotency-key': 'twenty' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => planner.call('POST', '/manage/supplier', body, key)));
    // a request that waited too long for the first one is refused without effect
    const served = answers.filter(({ problem }) => problem !== 'busy');
    // a stored response has the same content, possibly with another key order
    for (const answer of served) expect(answer).toEqual(served[0]);
    expect(served[0]).toMatchObject({ code: 200 });
    expect(await sql("select from supplier where supplier_code = 'T-TWENTY'")).toHaveLength(1);
    expect(await planner.call('POST', '/manage/supplier', { ...body, supplierName: '别的' }, key)).toMatchObject({
      problem: 'idempotencyKeyReused',
    });
  });

  it.runIf(LONG)('tolerates clients that disconnect, send slowly or come in large numbers', async () => {
    const { port } = new URL(suyuan.consoleUrl);
    const sockets: Socket[] = [];
    const openSocket = (bytes: string) => {
      const socket = dial(Number(port), '127.0.0.1').on('error', () => {});
      socket.write(bytes);
      sockets.push(socket);
      return socket;
    };
    const requestHead = `POST /api/common/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
    let dripTimer: NodeJS.Timeout;
    await runFault('vanishing, slow and many clients', {
      async break() {
        for (let count = 0; count < 20; count++) openSocket(requestHead + 'text '.repeat(10_000));
        for (let count = 0; count < 100; count++) openSocket('GET /live HTTP/1.1\r\nhost: x\r\nx-drop: ');
        for (let count = 0; count < 100; count++)
          openSocket('POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{');
        for (let count = 0; count < 600; count++) openSocket('');
        dripTimer = setInterval(() => {
          for (const socket of sockets.slice(20, 220)) socket.write('.');
        }, 200);
        await waitSeconds(1, 20);
        await pollUntil(
          () => planner.call('GET', '/manage/supplier/list?pageNum=1&pageSize=10'),
          ({ code }) => code === 200,
        );
        await pollUntil(history.scan, Boolean);
      },
      repair() {
        clearInterval(dripTimer);
        for (const socket of sockets) socket.destroy();
      },
    });
  });

  it.runIf(LONG)('sheds excess load, serves the rest, accepts sign-ins and scans, and recovers', async () => {
    const { passwords } = inject('firstStart');
    // a separate process, so that the test's own load does not delay the measurement
    const duration = 60;
    const startLoad = () =>
      promisify(execFile)(process.execPath, [
        path.join(import.meta.dirname, '../node_modules/autocannon/autocannon.js'),
        ...['--json', '--connections', '400', '--duration', String(duration), '--timeout', '30'],
        ...['--headers', `authorization: Bearer ${token}`],
        `${suyuan.consoleUrl}/api/manage/supplier/list?pageNum=1&pageSize=100`,
      ]);
    let loadRun: ReturnType<typeof startLoad>;
    await runFault('three times too much', {
      async break() {
        loadRun = startLoad();
        await waitSeconds(2, 40);
        await pollUntil(history.scan, Boolean);
        expect(await tokenOf(suyuan.consoleUrl, 'approver', passwords.approver ?? '')).toMatch(/\S{20,}/);
      },
      repair: () => loadRun,
    });
    const { statusCodeStats, errors } = JSON.parse((await loadRun!).stdout) as { statusCodeStats: Record<string, unknown>; errors: number };
    expect(Object.keys(statusCodeStats).filter((status) => !['200', '429', '503'].includes(status))).toEqual([]);
    expect([Object.keys(statusCodeStats).includes('200'), errors]).toEqual([true, 0]);
  });

  it.runIf(LONG)('continues after its process was frozen', () =>
    runFault('process frozen', {
      isUnresponsive: true,
      async break() {
        process.kill(suyuan.pid, 'SIGSTOP');
        await waitSeconds(2, 30);
      },
      repair: () => process.kill(suyuan.pid, 'SIGCONT'),
    }),
  );

  it.runIf(LONG)('completes running requests on SIGTERM and loses nothing', () =>
    runFault('asked to end', { isUnresponsive: true, break: () => suyuan.stopProcess(), repair: start }),
  );

  it.runIf(LONG)('issues a batch completely and once when its process is killed', async () => {
    const { passwords } = inject('firstStart');
    const approver = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', passwords.approver ?? ''));
    const { rows: [batch] = [] } = await planner.must('GET', '/manage/batch/list?batchNo=FAULT-1');
    const { categoryId, supplierId, madeDate } = batch;
    const { batchId } = (
      await planner.must('POST', '/manage/batch', { batchNo: 'FAULT-2', categoryId, supplierId, quantity: 1_000_000, madeDate })
    ).data;
    await planner.must('PUT', `/manage/batch/${batchId}/submit`, {});
    for (const step of ['approve', 'issue']) await approver.must('PUT', `/manage/batch/${batchId}/${step}`, {});
    await runFault('process killed', { isUnresponsive: true, break: () => process.kill(suyuan.pid, 'SIGKILL'), repair: start });
    await pollUntil(
      () => planner.call('GET', `/manage/batch/${batchId}`),
      ({ data }) => data?.state === 'issued',
    );
    const [issued] = await sql<{ n: number }>('select sum(count)::int as n from batch_range where batch_id = $1 and level = 0', [batchId]);
    expect(issued?.n).toBe(1_000_000);
  });

  it.runIf(LONG && process.platform === 'linux')('loses nothing when one disk write fails', async (context) => {
    let hasFailed = false;
    await runFault('fdatasync fails', {
      ...noRepair,
      async break() {
        const before = database.pids();
        hasFailed = await failDiskSync(before);
        // PostgreSQL then ends all processes except the postmaster and recovers from its WAL
        if (hasFailed)
          await pollUntil(
            async () => database.pids(),
            (pids) => pids.length > 1 && !pids.slice(1).some((pid) => before.includes(pid)),
          );
      },
    });
    if (!hasFailed) context.skip();
  });

  it.runIf(LONG && process.platform === 'linux')(
    'uses the clock of the database when its own clock jumps or differs',
    { timeout: 900_000 },
    async (context) => {
      const clock = createClock();
      if (!clock) return context.skip();
      const { passwords } = inject('firstStart');
      const [originalSettings, password] = [settings, passwords.approver ?? ''];
      await suyuan.stopProcess();
      settings = { ...settings, ...clock.environment };
      try {
        await start();
        const endedSession = api(suyuan.consoleUrl, await tokenOf(suyuan.consoleUrl, 'approver', password));
        await endedSession.must('DELETE', '/logout');
        for (const difference of ['+1h', '-1h', '+10m', '-10m', '+12y', '-20y'])
          await runFault(`clock ${difference}`, {
            async break() {
              clock.set(difference);
              await waitSeconds(1, 5);
              // active sessions continue, ended ones stay ended, and users can sign in
              await planner.must('GET', '/getInfo');
              expect(await endedSession.call('GET', '/getInfo')).toMatchObject({ code: 401 });
              expect(await tokenOf(suyuan.consoleUrl, 'approver', password)).toMatch(/\S{20,}/);
            },
            repair: () => clock.set('+0'),
          });
      } finally {
        await suyuan.stopProcess();
        settings = originalSettings;
        await start();
      }
    },
  );

  it.runIf(LONG)('reports an older backup before the same codes are issued twice', { timeout: 900_000 }, async () => {
    const archive = path.join(database.dataDir, 'older.zip');
    expect(await command(['backup', archive])).toContain('已备份');
    const stop = history.load(10);
    const writesBefore = history.writes.length;
    await pollUntil(
      async () => history.writes.length,
      (count) => count > writesBefore + 5,
    );
    await stop();
    await pollUntil(
      () => sql('select from audit_log_unsealed limit 1'),
      (waiting) => waiting.length === 0,
    );
    // the seal is written to the folder at shutdown
    await suyuan.stopProcess();
    await sql('create database older');
    const olderDatabase = databaseUrls('older');
    try {
      expect(await command(['restore', archive], olderDatabase)).toMatch(/已恢复 .*key rotate/s);
      expect(await command(['check'], olderDatabase)).toMatch(/^1 .*检查点/s);
      suyuan = await startSuyuan({ ...settings, ...olderDatabase }, suyuan.dataDir);
      expect(suyuan.output()).toMatch(/数据库比数据目录里的检查点旧.*key rotate/);
    } finally {
      await suyuan.stopProcess();
      await start();
    }
    expect(suyuan.output()).not.toContain('检查点');
    await history.settle();
  });

  it.runIf(LONG)('continues when its log output is not read', { timeout: 600_000 }, () =>
    runFault('log unread', {
      async break() {
        suyuan.setOutputReading(false);
        // each is refused and logged
        for (let wave = 0; wave < 100; wave++)
          await Promise.all(Array.from({ length: 20 }, () => planner.call('GET', '/monitor/operlog/list?pageSize=1')));
        await pollUntil(history.write, Boolean);
        await pollUntil(history.scan, Boolean);
      },
      repair: () => suyuan.setOutputReading(true),
    }),
  );

  it.runIf(LONG)('creates one schema when two processes migrate an empty database at the same time', async () => {
    await sql('create database twice');
    const newDatabase = databaseUrls('twice');
    const migrate = (name: string) =>
      promisify(execFile)(process.execPath, [commandLine, 'migrate'], {
        env: { ...process.env, ...newDatabase, DATA_DIR: path.join(database.dataDir, name), MASTER_KEY_FILE: settings.MASTER_KEY_FILE },
      });
    await Promise.all([migrate('one'), migrate('two')]);
    const db = connect(newDatabase.DATABASE_URL, { max: 1 });
    const { n } = await db
      .selectFrom('menu')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    await db.destroy();
    expect(Number(n)).toBeGreaterThan(100);
  });
});
