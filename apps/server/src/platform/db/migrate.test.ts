import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueCodes } from '../../test/issued-codes.ts';
import { openPublicSite, type PublicSite } from '../../test/public-site.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { until } from '../../test/until.ts';
import { migrate } from './migrate.ts';
import type { Migration } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';

/** Exceeds the lock timeouts of a migration and of a scan. */
const REPORT_SECONDS = 7;

describe('schema change during a long report', () => {
  let server: TestServer;
  let site: PublicSite;
  let codes: Awaited<ReturnType<typeof issueCodes>>;
  let ordinal = 0;

  beforeAll(async () => {
    server = await startTestServer();
    site = await openPublicSite(server.installation);
    codes = await issueCodes(server.installation, { count: 10_000 });
    await site.verify(codes.code(9999));
    return async () => {
      await site.close();
      await server.close();
    };
  });

  /** A session that reads scans in an open transaction. */
  async function openReport() {
    const client = new pg.Client({ connectionString: server.url, application_name: 'yearly report' });
    await client.connect();
    await client.query('begin');
    await client.query('select count(*) from scan');
    return { end: () => client.query('commit').finally(() => client.end()) };
  }

  /** Scans ten times a second while `work` runs. Returns the scans that failed. `work` can ask how many have an answer. */
  async function scanDuring(work: (countAnswered: () => number) => Promise<unknown>) {
    const answers: Promise<number>[] = [];
    let answered = 0;
    const scan = async () => {
      const { status } = await site.verify(codes.code(ordinal++));
      answered++;
      return status;
    };
    const timer = setInterval(() => answers.push(scan()), 100);
    await work(() => answered).finally(() => clearInterval(timer));
    return (await Promise.all(answers)).filter((status) => status !== 200);
  }

  it('lets scans through between attempts, reports the wait, and completes after the report', async () => {
    const addColumn: Migration = { up: (db) => sql`alter table scan add column note text`.execute(db).then(() => {}) };
    const available = { ...migrations, '9001-test': addColumn };
    const messages: string[] = [];
    const report = await openReport();
    let applied: string[] = [];
    const failed = await scanDuring(async (countAnswered) => {
      const migrating = migrate(server.db, { available, report: (message) => messages.push(message) });
      await wait(REPORT_SECONDS * 1000);
      // a scan waits for one attempt, not for the report
      await until(() => expect(countAnswered()).toBeGreaterThan(10));
      await report.end();
      applied = await migrating;
    });
    expect(applied).toEqual(['9001-test']);
    expect(failed).toEqual([]);
    expect(messages[0]).toMatch(
      /^数据库结构升级在等表 scan 的锁：占用者是 PostgreSQL 进程 \d+（yearly report.*第 1 次.* \/ the migration waits/,
    );
    expect(messages.length).toBeGreaterThan(1);
    expect((await sql`select note from scan limit 1`.execute(server.db)).rows).toHaveLength(1);
  });

  it('waits for another migrating process, and then finds the work complete', async () => {
    const slow: Migration = { up: (db) => sql`select pg_sleep(1.5)`.execute(db).then(() => {}) };
    const available = { ...migrations, '9001-test': slow, '9002-test': slow };
    const messages: string[] = [];
    const run = () => migrate(server.db, { available, report: (message) => messages.push(message) });
    const results = await Promise.all([run(), run()]);
    expect(results.toSorted((one, other) => one.length - other.length)).toEqual([[], ['9002-test']]);
    expect(messages).toEqual([expect.stringContaining('另一个进程正在升级数据库结构')]);
  });

  it('creates the partition of another month without blocking the report or a scan', async () => {
    const report = await openReport();
    // the report ends later: a blocked statement would fail
    const failed = await scanDuring(() => sql`select ensure_scan_partition(now() + interval '7 months')`.execute(server.db));
    expect(failed).toEqual([]);
    await report.end();
    const { rows } = await sql<{ indexes: number; parents: number }>`
      with latest as (select inhrelid from pg_inherits where inhparent = 'scan'::regclass order by inhrelid desc limit 1)
      select (select count(*)::int from pg_index where indrelid = 'scan'::regclass) as parents,
        (select count(*)::int from pg_index i join pg_inherits h on h.inhrelid = i.indexrelid where i.indrelid = (select inhrelid from latest)) as indexes`.execute(
      server.db,
    );
    expect(rows[0]?.indexes).toBe(rows[0]?.parents);
  });
});
