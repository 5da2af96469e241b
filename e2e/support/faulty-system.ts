import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { test as base, expect } from '@playwright/test';
import pg from 'pg';
import * as sealService from '../../apps/server/src/features/system/audit-log/seal.service.ts';
import { connect } from '../../apps/server/src/platform/db/connect.ts';
import type { Db } from '../../apps/server/src/platform/db/db.ts';
import { freePort } from '../../apps/server/src/platform/db/embedded/postmaster.ts';
import { openTcpProxy, type TcpProxy } from '../../apps/server/src/test/tcp-proxy.ts';
import { type Api, api, pollUntil, tokenOf } from './api.ts';
import { collectGarbage } from './collect-garbage.ts';
import { mountSmallDisk, startDatabase, startRedis } from './fault-injection.ts';
import { issueBatch } from './issue-batch.ts';
import { createRequestHistory, type LoadStats } from './request-history.ts';
import { firstStartOfRun, type Suyuan, startSuyuan } from './suyuan-process.ts';

/** Full size has longer faults and checks time limits; the short run waits for states only. */
const LONG = process.env.SUYUAN_LONG === '1';
export const waitSeconds = (short: number, long: number) => new Promise((resolve) => setTimeout(resolve, (LONG ? long : short) * 1000));

export interface Fault {
  /** Lasts until `repair`. */
  break(): Promise<unknown> | unknown;
  repair?(): Promise<unknown> | unknown;
  /** Expected `/ready` status during the fault, if deterministic. */
  ready?: 503;
  /** The process is dead or frozen for a while, so requests may get no response. */
  isUnresponsive?: boolean;
}

/** Idle memory of the process in MB. */
interface Memory {
  heap: number;
  resident: number;
}

export const commandLine = path.join(import.meta.dirname, '../../apps/server/src/boot/commands/suyuan.ts');

/** The product on its own database, cache and disk, each of which can be broken. Every request to it is recorded. */
export class FaultySystem {
  readonly passwords = firstStartOfRun().passwords;
  readonly database: Awaited<ReturnType<typeof startDatabase>>;
  readonly redis: Awaited<ReturnType<typeof startRedis>>;
  /** Between the product and the database. */
  readonly proxy: TcpProxy;
  /** Of the product's own files; undefined if the account cannot mount one. */
  readonly disk: ReturnType<typeof mountSmallDisk>;
  readonly masterKey: Buffer;
  settings: Record<string, string> = {};
  suyuan!: Suyuan;
  token = '';
  history!: ReturnType<typeof createRequestHistory>;
  readonly planner: Api = {
    call: (...args) => this.#impatientApi().call(...args),
    must: (...args) => this.#impatientApi().must(...args),
  };
  #ownerDb: Db;
  #inspectorPort = 0;
  #openFiles = 0;
  #memory: Memory = { heap: 0, resident: 0 };
  #results: Record<string, string | number>[] = [];

  private constructor(database: FaultySystem['database'], redis: FaultySystem['redis'], proxy: TcpProxy) {
    this.database = database;
    this.redis = redis;
    this.proxy = proxy;
    this.disk = mountSmallDisk(160);
    this.masterKey = readFileSync(path.join(database.dataDir, 'master.key'));
    this.#ownerDb = connect(database.ownerUrl, { max: 2 });
  }

  /** The refusals of a broken system are part of its tests. */
  #impatientApi = () => api(this.suyuan.consoleUrl, this.token, { impatient: true });

  static async open(): Promise<FaultySystem> {
    const [database, redis] = await Promise.all([startDatabase(firstStartOfRun().dataDir), startRedis()]);
    const system = new FaultySystem(database, redis, await openTcpProxy(Number(new URL(database.url).port)));
    await system.#prepare();
    return system;
  }

  async #prepare() {
    const { database, redis, proxy, passwords } = this;
    const throughProxy = (url: string) => Object.assign(new URL(url), { port: proxy.port }).href;
    this.#inspectorPort = await freePort();
    this.settings = {
      DATABASE_URL: throughProxy(database.url),
      DATABASE_OWNER_URL: throughProxy(database.ownerUrl),
      MASTER_KEY_FILE: path.join(database.dataDir, 'master.key'),
      OWN_FOLDER: path.join(database.dataDir, 'own'),
      ...(redis && { REDIS_URL: redis.url }),
      ...(LONG && { NODE_OPTIONS: `--inspect=127.0.0.1:${this.#inspectorPort}` }),
    };
    await this.start();
    const { codes } = await issueBatch({ ...this.suyuan, passwords }, 'FAULT-1', 200);
    this.token = await tokenOf(this.suyuan.consoleUrl, 'planner', passwords.planner ?? '');
    this.history = createRequestHistory(() => this.suyuan, this.token, codes);
    const stop = this.history.load(10);
    await pollUntil(
      async () => this.history.scans.length,
      (count) => count > 30,
    );
    await stop();
    this.#openFiles = await this.#readMetric('process_open_fds');
    if (LONG) this.#memory = await this.#readMemory();
  }

  async start() {
    this.suyuan = await startSuyuan(this.settings, this.disk?.place ?? this.settings.OWN_FOLDER);
    await this.#waitUntilReady();
  }

  async close() {
    console.table(this.#results);
    await this.suyuan?.stopProcess();
    await this.#ownerDb.destroy();
    await this.proxy.close();
    await this.redis?.kill();
    await this.database.remove();
    this.disk?.remove();
  }

  async sql<Row extends object>(text: string, values: unknown[] = []) {
    const client = new pg.Client({ connectionString: this.database.ownerUrl });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<Row>(text, values);
    await client.end();
    return rows;
  }

  /** Output of an operator's command, or its exit code and error output. */
  command(args: string[], extraEnv: Record<string, string> = {}) {
    return promisify(execFile)(process.execPath, [commandLine, ...args], {
      env: { ...process.env, ...this.settings, DATA_DIR: this.suyuan.dataDir, ...extraEnv },
    }).then(
      ({ stdout }) => stdout,
      ({ code, stderr }) => `${code} ${stderr}`,
    );
  }

  /** Another database of the same server, for both roles. */
  databaseUrls(name: string) {
    const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href;
    return { DATABASE_URL: at(this.database.url), DATABASE_OWNER_URL: at(this.database.ownerUrl) };
  }

  /** Breaks something under load, repairs it, and compares the data with the acknowledgements. */
  async runFault(name: string, fault: Fault) {
    const { history } = this;
    const stop = history.load();
    await waitSeconds(0.2, 2);
    try {
      await fault.break();
      if (!fault.isUnresponsive) expect(await this.#status('/live')).toBe(200);
      if (fault.ready)
        await pollUntil(
          () => this.#status('/ready'),
          (status) => status === 503,
        );
    } finally {
      await fault.repair?.();
    }
    const repairTime = performance.now();
    await this.#waitUntilReady();
    await pollUntil(history.write, Boolean);
    await pollUntil(history.scan, Boolean);
    const recoveryMs = performance.now() - repairTime;
    const stats = await stop();
    await history.settle();
    await this.#checkInvariants(name, stats, recoveryMs, fault.isUnresponsive);
  }

  async #checkInvariants(name: string, stats: LoadStats, recoveryMs: number, isUnresponsive = false) {
    const result = {
      fault: name,
      answers: stats.responses,
      none: stats.broken,
      'longest ms': Math.round(stats.slowestMs),
      'back ms': Math.round(recoveryMs),
    };
    this.#results.push(result);
    expect(stats.unexpected, name).toEqual([]);
    if (!isUnresponsive) expect(stats.broken, name).toBe(0);
    // the limits are below those of a request that hangs, and above what a busy machine takes
    if (LONG)
      expect(
        [stats.slowestMs < (isUnresponsive ? 60_000 : 15_000), recoveryMs < 15_000],
        `${name} ${stats.slowestMs} ${recoveryMs}`,
      ).toEqual([true, true]);
    await this.#checkData(name);
    await this.#checkResources();
    if (LONG) {
      const limit = { heap: this.#memory.heap * 1.1, resident: this.#memory.resident * 1.25 };
      const { heap, resident } = await pollUntil(
        () => this.#readMemory(),
        (now) => now.heap <= limit.heap && now.resident <= limit.resident,
      );
      Object.assign(result, { 'heap MB': heap, 'resident MB': resident });
    }
    const { database, masterKey } = this;
    const databasePasswords = [database.url, database.ownerUrl].map((url) => new URL(url).password);
    for (const secret of [this.token, ...databasePasswords, masterKey.toString('hex'), masterKey.toString('base64')])
      expect(this.suyuan.output().includes(secret), name).toBe(false);
  }

  async #checkData(name: string) {
    const { database, history, masterKey } = this;
    // each acknowledged write exists, and each key had one effect
    const [supplierCount] = await this.sql<{ n: number }>("select count(*)::int as n from supplier where supplier_code like 'F-%'");
    expect(supplierCount?.n, name).toBe(history.writes.length);
    const ids = history.scans.map((scan) => scan.name);
    const [recordCount] = await this.sql<{ n: number }>('select count(*)::int as n from scan where scan_id = any($1::uuid[])', [ids]);
    expect(recordCount?.n, name).toBe(ids.length);
    // totals agree
    const [sums] = await this.sql<{ scans: number; records: number }>(`
      select (select coalesce(sum(scans), 0)::int from scan_state join batch using (batch_id) where batch_no = 'FAULT-1') as scans,
        (select count(*)::int from scan join batch using (batch_id) where batch_no = 'FAULT-1') as records`);
    expect(sums?.scans, name).toBe(sums?.records);
    const incompleteBatches = await this.sql(`select b.batch_no from batch b where state in ('issued', 'active') and quantity <>
      (select coalesce(sum(count), 0) from batch_range r where r.batch_id = b.batch_id and level = 0)`);
    expect(incompleteBatches, name).toEqual([]);
    // the log's hash chain is intact
    const log = { db: this.#ownerDb, masterKey, dataDir: database.dataDir };
    await sealService.sealWaiting(log);
    expect((await sealService.verifyChain(log)).breach, name).toBeUndefined();
  }

  /** No partial files, waiting connections or leaked file descriptors. */
  async #checkResources() {
    const { dataDir } = this.suyuan;
    const uploadsFolder = path.join(dataDir, 'files-arriving');
    await pollUntil(
      async () => (readdirSync(dataDir).includes('files-arriving') ? readdirSync(uploadsFolder).length : 0),
      (left) => left === 0,
    );
    await pollUntil(
      () => this.#readMetric('suyuan_pool_connections{state="waiting"}'),
      (waiting) => waiting === 0,
    );
    await pollUntil(
      () => this.#readMetric('process_open_fds'),
      (open) => open <= this.#openFiles * 1.1 + 40,
    );
  }

  #waitUntilReady() {
    return pollUntil(
      () => this.#status('/ready'),
      (status) => status === 200,
    );
  }

  /** 0 without a response. */
  async #status(address: '/live' | '/ready') {
    const response = await fetch(this.suyuan.consoleUrl + address, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    return response?.status ?? 0;
  }

  async #readMetric(name: string) {
    const text = await (await fetch(`${this.suyuan.consoleUrl}/metrics`)).text();
    const line = text.split('\n').find((row) => row.startsWith(`${name} `));
    return Number(line?.slice(name.length + 1) ?? 0);
  }

  async #readMemory(): Promise<Memory> {
    await collectGarbage(this.#inspectorPort);
    const megabytes = async (name: string) => Math.round((await this.#readMetric(name)) / 1024 / 1024);
    return { heap: await megabytes('nodejs_heap_size_used_bytes'), resident: await megabytes('process_resident_memory_bytes') };
  }
}

/** Tests of faults share one system, which each of them leaves repaired. */
export const test = base.extend<object, { system: FaultySystem }>({
  system: [
    async ({}, use) => {
      const system = await FaultySystem.open();
      await use(system);
      await system.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
