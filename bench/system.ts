import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import * as sessionService from '../apps/server/src/features/identity/session/session.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { api } from '../e2e/support/api.ts';
import { startSuyuan } from '../e2e/support/suyuan-process.ts';
import { type Measurement, print } from './measurement.ts';

const USERS = 10_000;
const ROLES = 500;
const MENUS = 2000;
const DEPTS = 1000;
const CONNECTIONS = 16;
const SECONDS = 5;

/**
 * Common staff requests in a large organisation: 10 000 users, 500 roles, 2 000 menus, 1 000 departments. The user's data scope is one
 * branch.
 */
export async function run(report: (figure: Measurement) => void) {
  const suyuan = await startSuyuan();
  const db = connect((await runningDatabaseUrls(suyuan.dataDir))?.ownerUrl ?? '', { max: 4 });
  try {
    const { userId } = await populate(db);
    const { token } = await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
    const client = api(suyuan.consoleUrl, token);
    const calls = {
      'user list': '/system/user/list?pageNum=3&pageSize=10',
      'user list, a name': '/system/user/list?userName=bench77&pageSize=10',
      getInfo: '/getInfo',
      getRouters: '/getRouters',
      'dictionary by type': '/system/dict/data/type/sys_normal_disable',
    };
    for (const [name, call] of Object.entries(calls)) {
      await client.must('GET', call);
      const { rate, p97, p99, refused } = await runLoad(`${suyuan.consoleUrl}/api${call}`, token);
      if (refused > 0) throw new Error(`${name}: ${refused} requests were refused`);
      const comparison =
        name === 'user list' ? { baseline: { name: 'one statement per row, no HTTP', value: await rowByRowRate(db) } } : {};
      report({ name: `${name}, requests`, value: rate, unit: '/s', ...comparison });
      // the aim applies to p95; autocannon reports p97.5
      report({ name: `${name}, p97.5 with ${CONNECTIONS} connections`, value: p97 / 1000, unit: 's', aim: 0.2, lowerIsBetter: true });
      report({ name: `${name}, p99`, value: p99 / 1000, unit: 's' });
    }
  } finally {
    await db.destroy();
    await suyuan.stop();
  }
}

interface LoadResult {
  rate: number;
  /** Latency percentiles in milliseconds. */
  p97: number;
  p99: number;
  refused: number;
}

async function runLoad(url: string, token: string): Promise<LoadResult> {
  const program = path.join(import.meta.dirname, 'system-load.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, token, String(CONNECTIONS), String(SECONDS)]);
  return JSON.parse(stdout);
}

/** The rival: user pages per second with separate queries for each row's department and roles. */
async function rowByRowRate(db: Db): Promise<number> {
  let pages = 0;
  const end = performance.now() + 2000;
  while (performance.now() < end) {
    const users = await db.selectFrom('users').selectAll().orderBy('userId').limit(10).offset(20).execute();
    for (const user of users) {
      await db.selectFrom('department').selectAll().where('deptId', '=', user.deptId).execute();
      await db
        .selectFrom('userRole')
        .innerJoin('role', 'role.roleId', 'userRole.roleId')
        .selectAll()
        .where('userId', '=', user.userId)
        .execute();
    }
    await db.selectFrom('users').select(sql<number>`count(*)`.as('total')).execute();
    pages++;
  }
  return pages / 2;
}

/** Populates the organisation. Returns a user in one branch whose role grants every page. */
async function populate(db: Db): Promise<{ userId: number }> {
  const statements: RawBuilder<unknown>[] = [
    sql`insert into department (dept_id, dept_name, parent_id, ancestors) select 10000 + n, 'bench' || n, 100, '{100}' from generate_series(0, 19) n`,
    sql`insert into department (dept_id, dept_name, parent_id, ancestors)
      select 20000 + n, 'bench' || n, 10000 + n % 20, array[100, 10000 + n % 20] from generate_series(1, ${DEPTS}::int) n`,
    sql`insert into menu (menu_id, menu_name, parent_id, path, component, menu_type, perms)
      select 100000 + n, 'bench' || n, case when n % 10 = 0 then 1 else 100000 + n / 10 * 10 end, 'bench' || n, 'bench/' || n,
        case when n % 10 = 0 then 'C' else 'F' end, 'bench:page' || n || ':list' from generate_series(1, ${MENUS}::int) n`,
    sql`insert into role (role_id, role_name, role_key, role_sort, data_scope)
      select 10000 + n, 'bench' || n, 'bench' || n, n, '4' from generate_series(1, ${ROLES}::int) n`,
    sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from role, menu where role_id = 10001 or (role_id > 10001 and menu_id % 40 = role_id % 40)`,
    sql`insert into users (user_id, user_name, nick_name, password, dept_id)
      select 100000 + n, 'bench' || n, 'bench' || n, '-', 20000 + n % ${DEPTS}::int + 1 from generate_series(1, ${USERS}::int) n`,
    sql`insert into user_role (user_id, role_id) select 100000 + n, 10001 + (n * k) % ${ROLES}::int from generate_series(1, ${USERS}::int) n, generate_series(1, 2) k on conflict do nothing`,
    sql`insert into users (user_id, user_name, nick_name, password, dept_id) values (99999, 'bench', 'bench', '-', 10001)`,
    sql`insert into user_role (user_id, role_id) values (99999, 10001), (99999, 10002), (99999, 10003)`,
    sql`analyze`,
  ];
  for (const statement of statements) await statement.execute(db);
  return { userId: 99_999 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
