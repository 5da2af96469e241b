import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { archive, restoreMonth } from '../../boot/commands/archive.ts';
import type { CommandInput } from '../../boot/commands/command.ts';
import { distribute, undistribute } from '../../boot/commands/distribute.ts';
import * as sampleService from '../../features/devtools/sample/sample.service.ts';
import * as figureService from '../../features/insights/figure/figure.service.ts';
import { enqueueDue } from '../../features/scans/archive/scan-archive-task.service.ts';
import { createScanId } from '../../features/scans/verification/scan-id.ts';
import { canDistribute, startCitus } from '../../test/citus.ts';
import { followAllScans } from '../../test/follow-all-scans.ts';
import { issueCodes } from '../../test/issued-codes.ts';
import { openPublicSite } from '../../test/public-site.ts';
import { type ServerProcess, startServer } from '../../test/server-process.ts';
import { skipOnCluster } from '../../test/skip-on-cluster.ts';
import { startTestServer, type TestServer } from '../../test/test-server.ts';
import { until } from '../../test/until.ts';
import type { Installation } from '../http/installation.ts';
import { connect } from './connect.ts';
import type { Db } from './db.ts';
import { move } from './distribute.ts';
import { codeKeyOf, hashOf, isDistributed, readLayout, setDistributed } from './layout.ts';
import { migrate } from './migrate.ts';
import { planMigrations } from './migration-plan.ts';
import { backfill, createIndex, type Migration } from './migration-steps.ts';
import { migrations } from './migrations/index.ts';

const input: CommandInput = { values: {}, positionals: [], language: 'en-US' };
const isLong = process.env.SUYUAN_LONG === '1';
if (isLong && !canDistribute) console.log('skipped: no PostgreSQL in /usr/lib/postgresql has Citus');

describe('distribution over machines', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it.skipIf(skipOnCluster('it has Citus'))('is refused without Citus, in one sentence', async () => {
    await expect(distribute.run(server.installation, input)).rejects.toThrow('this database has no Citus 13; install it');
    await expect(undistribute.run(server.installation, input)).rejects.toThrow('this database has no Citus 13; install it');
  });

  it('leaves months on workers unarchived, and says why', async () => {
    const { db, installation } = server;
    // tasks belong to an account
    await server.as([]);
    const layout = isDistributed();
    setDistributed(true);
    onTestFinished(() => setDistributed(layout));
    await sql`select ensure_scan_partition('2024-03-15')`.execute(db);
    const reason = 'the scans are on the workers of Citus or moving, where no month is archived; bring them back by undistribute first';
    await expect(archive.run(installation, { ...input, values: { month: '2024-03' } })).rejects.toThrow(`cannot be archived: ${reason}`);
    await expect(restoreMonth.run(installation, { ...input, positionals: ['2024-03'] })).rejects.toThrow(reason);
    expect(await enqueueDue(db)).toEqual({ queued: [], blocked: [expect.objectContaining({ english: reason })] });
  });

  it('hashes a code as PostgreSQL does', async () => {
    const places = [0, 1, 2, 77].map((ordinal) => ({ batchId: 12, level: 0, ordinal }));
    const keys = [...places.map(codeKeyOf), codeKeyOf('码X'), codeKeyOf('')];
    const { rows } = await sql<{ key: number; hash: number }>`
      select ('x' || left(encode(sha256(convert_to(t, 'UTF8')), 'hex'), 13))::bit(52)::bigint as key,
        hashint8(('x' || left(encode(sha256(convert_to(t, 'UTF8')), 'hex'), 13))::bit(52)::bigint) as hash
      from unnest(array['12/0/0', '12/0/1', '12/0/2', '12/0/77', '码X', '']) with ordinality u(t, n) order by n`.execute(server.db);
    expect(keys.map((key) => ({ key, hash: hashOf(key) }))).toEqual(rows);
  });
});

/** Columns, keys and indexes of the tables that move. */
const schemaOf = async (db: Db) =>
  (
    await sql<object>`select c.relname, a.attname, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) as value,
        array(select pg_get_indexdef(i.indexrelid) from pg_index i where i.indrelid = c.oid order by 1) as indexes, c.reloptions
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relname in ('scan', 'scan_state') order by c.relname, a.attname`.execute(db)
  ).rows;

const contentsOf = async (db: Db) => {
  const { rows } = await sql<object>`
    select (select jsonb_object_agg(scan_id, jsonb_build_array(verdict, batch_id, ordinal, scan_time, encode(device, 'hex'))) from scan) as scans,
      (select jsonb_object_agg(batch_id || '/' || ordinal, jsonb_build_array(scans, sessions, first_time, recent)) from scan_state) as counters,
      (select jsonb_object_agg(h, scans) from (select hour || verdict || region_code as h, sum(scans) as scans from scan_hour group by 1) s) as hours`.execute(
    db,
  );
  return rows[0];
};

describe.runIf(isLong && canDistribute)('on Citus with two workers', { timeout: 300_000 }, () => {
  let citus: Awaited<ReturnType<typeof startCitus>>;
  let installation: Installation;
  let db: Db;
  let folder: string;
  const closing: (() => unknown)[] = [];

  beforeAll(async () => {
    citus = await startCitus();
    closing.push(() => citus.stop());
    folder = mkdtempSync(path.join(tmpdir(), 'suyuan-distribution-'));
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    db = connect(citus.url, { max: 10 });
    closing.push(() => db.destroy());
    await migrate(db);
    await readLayout(db);
    const template = await startTestServer();
    closing.push(() => template.close());
    const masterKey = randomBytes(32);
    writeFileSync(path.join(folder, 'master.key'), masterKey, { mode: 0o600 });
    installation = { ...template.installation, db, masterKey };
    await sampleService.loadSample(installation, 'en-US');
    await followAllScans(db);
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
    setDistributed(false);
  });

  it('moves every scan, counter and figure to the workers, continues after an interruption, and moves them back', async () => {
    const [schema, contents] = [await schemaOf(db), await contentsOf(db)];
    expect(await distribute.run(installation, { ...input, values: { 'dry-run': true } })).toMatch(
      /scans and \d+ counters would move in about \d+ s/,
    );
    expect([await schemaOf(db), await contentsOf(db)]).toEqual([schema, contents]);

    const owner = connect(citus.url, { max: 1 });
    const interrupt = owner.connection().execute((session) =>
      move(session, 'cluster', {
        report(message) {
          if (/: \d+ scans have moved/.test(message)) throw new Error('killed');
        },
      }),
    );
    await expect(interrupt).rejects.toThrow('killed');
    await owner.destroy();
    await expect(undistribute.run(installation, input)).rejects.toThrow('a move in the other direction is not complete');
    expect(await distribute.run(installation, input)).toMatch(/done: \d+ scans/);
    await readLayout(db);
    expect(isDistributed()).toBe(true);
    const { rows: spread } = await sql<{ node: string }>`select distinct nodename || ':' || nodeport as node from citus_shards
      where table_name::text like 'scan%' and citus_table_type = 'distributed'`.execute(db);
    expect(spread).toHaveLength(2);
    expect(await contentsOf(db)).toEqual(contents);
    await expect(distribute.run(installation, input)).rejects.toThrow('the scans are on the workers already');

    const site = await openPublicSite(installation);
    const [codes, scanId] = [await issueCodes(installation, { count: 20 }), createScanId()];
    const first = await site.verify(codes.code(0), { scanId });
    expect(first.body).toMatchObject({ verdict: 'genuine' });
    expect((await site.verify(codes.code(0), { scanId })).body).toEqual(first.body);
    expect((await site.verify(codes.code(1), { scanId })).body.type).toMatch('scanIdReused');
    expect((await site.verify(codes.code(0))).body).toMatchObject({ verdict: 'alreadyVerified' });
    await site.close();
    await followAllScans(db);
    const before = await figureService.rebuild(db);
    expect(before.retained).toEqual([]);

    const after = await contentsOf(db);
    expect(await undistribute.run(installation, input)).toMatch(/done: \d+ scans/);
    await readLayout(db);
    expect(isDistributed()).toBe(false);
    expect([await schemaOf(db), await contentsOf(db)]).toEqual([schema, after]);
  });

  it('reads counters by their keys, although the batch is new and has no statistics', async () => {
    await distribute.run(installation, input);
    await readLayout(db);
    const { code, batchId } = await issueCodes(installation, { count: 5000 });
    await sql`insert into scan_state (code_key, batch_id, level, ordinal, scans)
      select code_key_of(${batchId}, 0::smallint, n, null), ${batchId}, 0, n, 1 from generate_series(100, 5000) n`.execute(db);
    const sessions = connect(citus.url, { max: 4 });
    const site = await openPublicSite({ ...installation, db: sessions });
    for (const _ of [1, 2]) await Promise.all(Array.from({ length: 40 }, (_, index) => site.verify(code(index))));
    await site.close();
    // their sessions on the workers report statistics when they end
    await sessions.destroy();
    const statement = `select sum(seq_tup_read + idx_tup_fetch) from pg_stat_user_tables where relname ~ '^scan_state_[0-9]+$'`;
    const rowsRead = async () =>
      (await sql<{ rows: number }>`select sum(result::bigint)::int as rows from run_command_on_workers(${statement})`.execute(db)).rows[0]
        ?.rows;
    await expect.poll(rowsRead, { timeout: 60_000 }).toBeGreaterThanOrEqual(40);
    expect(await rowsRead()).toBeLessThan(1000);
    await sql`delete from scan_state where batch_id = ${batchId} and ordinal >= 100`.execute(db);
  });

  it('has every acknowledged scan after a worker was killed under load, and refuses with 503 until it is back', async () => {
    if (!isDistributed()) await distribute.run(installation, input);
    await readLayout(db);
    const { code } = await issueCodes(installation, { count: 1000 });
    const server = await startServer(folder, { DATABASE_URL: citus.url, MASTER_KEY_FILE: path.join(folder, 'master.key') });
    closing.push(() => server.end());
    const acceptedScans = new Set<string>();
    const statuses = new Map<number, number>();
    let isRunning = true;
    let next = 0;
    const consumer = async () => {
      while (isRunning) {
        const [ordinal, scanId] = [next++ % 1000, createScanId()];
        while (isRunning && !acceptedScans.has(scanId)) {
          const status = await scan(server, code(ordinal), scanId).catch(() => 0);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          if (status >= 200 && status < 300) acceptedScans.add(scanId);
          else await wait(100);
        }
      }
    };
    const ready = async () => (await fetch(`http://127.0.0.1:${server.publicPort}/ready`)).text();
    const consumers = Array.from({ length: 12 }, consumer);
    await until(() => acceptedScans.size > 300);
    citus.workers[0]?.kill();
    await until(async () => (await ready()).includes('a worker does not answer'));
    const duringFault = acceptedScans.size;
    await until(() => (statuses.get(503) ?? 0) > 20);
    await citus.workers[0]?.start();
    await until(async () => (await ready()).includes('"status":"ok"'));
    const recovered = acceptedScans.size;
    await until(() => acceptedScans.size > recovered + 300);
    isRunning = false;
    await Promise.all(consumers);
    console.log(
      `worker killed: ${acceptedScans.size} scans answered, ${recovered - duringFault} during the fault`,
      Object.fromEntries(statuses),
    );
    expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
    const { length } = await db
      .selectFrom('scan')
      .select('scanId')
      .where('scanId', 'in', [...acceptedScans])
      .execute();
    expect(length).toBe(acceptedScans.size);
    const { rows } = await sql<{ scans: number; counted: number }>`select (select count(*) from scan) as scans,
      (select sum(scans) from scan_state) + (select count(*) from scan where batch_id is null) as counted`.execute(db);
    expect(rows[0]?.counted).toBe(rows[0]?.scans);
    await followAllScans(db);
  });

  it('adds columns, constraints and indexes of later migrations on each worker, and fills them in batches', async () => {
    if (!isDistributed()) await distribute.run(installation, input);
    const up: Migration['up'] = async (tx) => {
      await sql`alter table scan add column probe smallint default 1`.execute(tx);
      await sql`alter table scan add constraint scan_probe_check check (probe > 0)`.execute(tx);
      await sql`alter table scan_state add column probe smallint`.execute(tx);
    };
    const fill = backfill<string>('probe', 'scan', async (tx, position = '00000000-0000-0000-0000-000000000000') => {
      const { rows } = await sql<{ last: string | null; rows: number }>`
        select max(scan_id::text collate "C") as last, count(*)::int as rows
        from (select scan_id from scan where scan_id > ${position}::uuid order by scan_id limit 500) batch`.execute(tx);
      const [{ last = null, rows: count = 0 } = {}] = rows;
      if (last === null) return undefined;
      await sql`update scan set probe = 2 where scan_id > ${position}::uuid and scan_id <= ${last}::uuid`.execute(tx);
      return { rows: count, position: last };
    });
    const steps = [
      createIndex('scan_probe_idx', 'scan', '(probe, scan_id) where probe > 1'),
      createIndex('scan_state_probe_idx', 'scan_state', '(probe)'),
      fill,
    ];
    const available: Record<string, Migration> = { ...migrations, '9001-test': { up, steps } };
    await sql`analyze scan, scan_state`.execute(db);
    const { rows: totals } = await sql<{ scans: number }>`select count(*)::int as scans from scan`.execute(db);
    const { scans = 0 } = totals[0] ?? {};
    const { locks } = await planMigrations(db, { available, report: () => {} });
    const planned = locks.find(({ table }) => table === 'scan');
    expect(planned?.rows).toBe(scans);
    // at least 100 bytes each, with indexes
    expect(planned?.bytes).toBeGreaterThan(100 * scans);
    expect(await migrate(db, { available, report: () => {} })).toEqual(['9001-test']);
    expect((await sql`select from scan where probe is distinct from 2 limit 1`.execute(db)).rows).toEqual([]);
    const { rows: counts } = await sql<{ months: number; shards: number }>`
      select (select count(*)::int from pg_inherits where inhparent = 'scan'::regclass) as months,
        (select count(*)::int from pg_dist_shard where logicalrelid = 'scan'::regclass) as shards`.execute(db);
    const { months = 0, shards = 0 } = counts[0] ?? {};
    expect(shards).toBeGreaterThan(1);
    const onWorkers = async (name: string) => {
      const statement = `select count(*) from pg_index where indisvalid and indexrelid::regclass::text ~ '^${name}_[0-9]+$'`;
      const { rows } = await sql<{
        indexes: number;
      }>`select sum(result::int)::int as indexes from run_command_on_workers(${statement})`.execute(db);
      return rows[0]?.indexes;
    };
    expect(await onWorkers('scan_probe_idx')).toBe(shards);
    expect(await onWorkers('scan_[0-9]{6}_probe_idx')).toBe(shards * months);
    expect(await onWorkers('scan_state_probe_idx')).toBe(shards);
  });
});

async function scan(server: ServerProcess, code: string, scanId: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${server.publicPort}/v1/verifications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, scanId }),
  });
  await reply.arrayBuffer();
  return reply.status;
}
