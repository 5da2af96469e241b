import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import * as sessionService from '../apps/server/src/features/identity/session/session.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { api } from '../e2e/support/api.ts';
import { startSuyuan } from '../e2e/support/suyuan-process.ts';
import { type Measurement, print, residentMiB } from './measurement.ts';

const USERS = 10_000;
const CONNECTIONS = 16;
const SECONDS = 5;
/** Seconds before each measurement. The list of users is compiled over its first ten seconds. */
const WARM_UP = 15;
/** Requests before memory is measured; fewer for a short run. */
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 100_000);

interface Call {
  path: string;
  /** Required ratio of its rate to the rival's. */
  requiredRatio: number;
  /** Milliseconds. */
  p99: number;
}

const calls: Record<string, Call> = {
  getInfo: { path: '/getInfo', requiredRatio: 0.5, p99: 15 },
  getRouters: { path: '/getRouters', requiredRatio: 0.5, p99: 15 },
  'dictionary by type': { path: '/system/dict/data/type/sys_normal_disable', requiredRatio: 0.5, p99: 15 },
  'user list, a page of 10': { path: '/system/user/list?pageNum=3&pageSize=10', requiredRatio: 0.2, p99: 40 },
};

/**
 * Common office requests: 10 000 users and the product's own menus. The rival is a bare Fastify route that reads one user by a
 * prepared statement, in a separate process on the same database.
 */
export async function run(report: (figure: Measurement) => void): Promise<void> {
  // without what a first start loads to draw the pictures of the sample
  const suyuan = await startSuyuan({ SAMPLE_DATA: 'off' });
  const { url = '', ownerUrl = '' } = (await runningDatabaseUrls(suyuan.dataDir)) ?? {};
  const db = connect(ownerUrl, { max: 4 });
  const rival = await startRival(url || ownerUrl);
  try {
    const userId = await populate(db);
    const { token } = await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
    const client = api(suyuan.consoleUrl, token);
    // garbage of the start is collected after two seconds
    await wait(3000);
    report({ name: 'resident memory, idle', value: residentMiB(suyuan.pid), unit: 'MiB' });
    await runLoad(rival.url, token, { seconds: 2 });
    for (const [name, call] of Object.entries(calls)) {
      await client.must('GET', call.path);
      const url = `${suyuan.consoleUrl}/api${call.path}`;
      await runLoad(url, token, { seconds: WARM_UP });
      // before and after, since the speed of a shared machine varies
      const before = await runLoad(rival.url, token, { seconds: 3 });
      const result = await runLoad(url, token);
      const after = await runLoad(rival.url, token, { seconds: 3 });
      if (result.refused > 0) throw new Error(`${name}: ${result.refused} requests were refused`);
      const rivalRate = (before.rate + after.rate) / 2;
      const baseline = { name: 'bare route, one statement', value: rivalRate, requiredRatio: call.requiredRatio };
      const aim = call.p99 / 1000;
      report({ name: `${name}, requests`, value: result.rate, unit: '/s', baseline });
      report({ name: `${name}, p99 with ${CONNECTIONS} connections`, value: result.p99 / 1000, unit: 's', aim, lowerIsBetter: true });
    }
    const amount = Math.ceil(REQUESTS / Object.keys(calls).length);
    for (const { path } of Object.values(calls)) await runLoad(`${suyuan.consoleUrl}/api${path}`, token, { amount });
    const name = `resident memory after ${REQUESTS} requests`;
    report({ name, value: residentMiB(suyuan.pid), unit: 'MiB', aim: 260, lowerIsBetter: true });
  } finally {
    rival.child.kill();
    await db.destroy();
    await suyuan.stop();
  }
}

interface LoadResult {
  rate: number;
  /** Latency percentile in milliseconds. */
  p99: number;
  refused: number;
}

async function runLoad(url: string, token: string, { seconds = SECONDS, amount = 0 } = {}): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'system-load.mjs');
  const args = [url, token, CONNECTIONS, seconds, amount].map(String);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...args]);
  return JSON.parse(stdout);
}

async function startRival(databaseUrl: string): Promise<{ child: ChildProcess; url: string }> {
  const program = path.join(import.meta.dirname, 'office-rival.mjs');
  const child = spawn(process.execPath, [program, databaseUrl], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, url: String(url).trim() };
}

/** Adds the users and returns one who sees all of them, by a role that grants every menu of the product. */
async function populate(db: Db): Promise<number> {
  const statements: RawBuilder<unknown>[] = [
    sql`insert into role (role_id, role_name, role_key, role_sort, data_scope) values (10000, 'office', 'office', 9, '1')`,
    sql`insert into role_menu (role_id, menu_id) select 10000, menu_id from menu`,
    sql`insert into users (user_id, user_name, nick_name, password, dept_id)
      select 100000 + n, 'bench' || n, 'bench' || n, '-', 103 from generate_series(1, ${USERS}::int) n`,
    sql`insert into user_role (user_id, role_id) select 100000 + n, 10000 from generate_series(1, ${USERS}::int) n`,
    sql`insert into user_post (user_id, post_id) select 100000 + n, 1 from generate_series(1, ${USERS}::int) n`,
    sql`vacuum analyze`,
  ];
  for (const statement of statements) await statement.execute(db);
  return 100_001;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
