import { randomInt } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { sql } from 'kysely';
import { consoleApp } from '../apps/server/src/boot/app.ts';
import * as archiveQueries from '../apps/server/src/features/scans/archive/scan-archive.queries.ts';
import * as archiveService from '../apps/server/src/features/scans/archive/scan-archive.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { inTransaction } from '../apps/server/src/platform/db/transaction.ts';
import { testPostgres } from '../apps/server/src/test/postgres.ts';
import { benchInstallation, signIn } from './installation.ts';
import { type Measurement, percentile, print, secondsOf } from './measurement.ts';

/** Scans of the archived month. */
const SCANS = Number(process.env.BENCH_ARCHIVE_SCANS ?? 10_000_000);
/** Months that are generated as files only, and scans in each: 25 of 40 million are 10⁹. */
const MONTHS = Number(process.env.BENCH_ARCHIVE_MONTHS ?? 0);
const MONTH_SCANS = Number(process.env.BENCH_ARCHIVE_MONTH_SCANS ?? 40_000_000);
const BATCHES = 1000;
const CODES = 1_000_000;
/** Scans of a device within minutes, each of another code of one batch. `1` is the worst case. */
const SCANS_OF_DEVICE = Number(process.env.BENCH_ARCHIVE_DEVICE ?? 3);
const REQUESTS = 100;
const MONTH = '2024-01';

/** Archive, pages and restore of one month, and pages over generated months. */
export async function run(report: (figure: Measurement) => void) {
  const postgres = await testPostgres();
  const dataDir = mkdtempSync(path.join(process.env.BENCH_FOLDER ?? tmpdir(), 'suyuan-bench-archive-'));
  const db = connect(postgres.url);
  try {
    await migrate(db);
    await sql`update setting set config_value = '0' where config_key = 'suyuan.scan.keepAddressDays'`.execute(db);
    const installation = benchInstallation(db, dataDir);
    const app = await consoleApp(installation);
    let token = '';
    const get = async (url: string) => {
      const body = (await app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } })).json();
      if (body.code !== 200) throw new Error(`${url}: ${body.msg}`);
      return body;
    };
    if (SCANS > 0) {
      await insertMonth(db);
      const [seconds = 0] = await secondsOf(1, () => archiveService.archiveMonth(installation, MONTH));
      report({ name: `archive of a month of ${SCANS} scans`, value: seconds, unit: 's', aim: 600, lowerIsBetter: true });
      const row = await db.selectFrom('scanArchive').select(['bytes', 'scans']).executeTakeFirstOrThrow();
      report({ name: '  bytes per scan', value: row.bytes / row.scans, unit: 'B', aim: 30, lowerIsBetter: true });
      token = await signIn(db);
      await reportPages(report, get, [MONTH], SCANS);
    }
    if (MONTHS > 0) {
      const months = await generateMonths(db, path.join(dataDir, 'files'));
      // a session of before would have expired
      token = await signIn(db);
      await reportPages(report, get, months, MONTHS * MONTH_SCANS);
    }
    if (SCANS > 0) {
      const [seconds = 0] = await secondsOf(1, () => archiveService.restoreMonth(installation, MONTH));
      report({ name: `restore of a month of ${SCANS} scans`, value: seconds, unit: 's', aim: 600, lowerIsBetter: true });
    }
    await app.close();
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function reportPages(report: (figure: Measurement) => void, get: (url: string) => Promise<unknown>, months: string[], scans: number) {
  const list = '/manage/codeRecord/list?pageSize=10';
  const name = (what: string) => `${what}, ${scans} archived scans, p95`;
  const day = () => `${months[randomInt(months.length)]}-${String(1 + randomInt(28)).padStart(2, '0')}`;
  const from = () => `params[beginTime]=${day()}`;
  const kinds: [string, () => string][] = [
    ['any page of all scans', () => `${list}&pageNum=${1 + randomInt(scans / 10)}`],
    ['any page of one day', () => `${list}&params[beginTime]=${day()}&params[endTime]=${day()}&pageNum=${1 + randomInt(100)}`],
    ['any page of suspect scans', () => `${list}&verdict=suspect&${from()}&pageNum=${1 + randomInt(1000)}`],
    ['scans of one code', () => `${list}&batchId=${1 + randomInt(BATCHES)}&ordinal=${1 + randomInt(CODES)}`],
    ['first page of a region', () => `${list}&regionCode=330000`],
  ];
  for (const [what, url] of kinds) report(await measurePages(name(what), () => get(url())));
}

/** 95th percentile of `REQUESTS` sequential requests after two others. */
async function measurePages(name: string, request: () => Promise<unknown>): Promise<Measurement> {
  await secondsOf(2, request);
  return { name, value: percentile(await secondsOf(REQUESTS, request), 0.95), unit: 's', aim: 1, lowerIsBetter: true };
}

/** Fills the partition before it has indexes. Ids and devices are random, addresses networks, as they are after blurring. */
const insertMonth = (db: Db) =>
  inTransaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await archiveQueries.createTable(tx, MONTH);
    await sql`insert into scan_202401 (scan_id, scan_time, verdict, reason, session_no, batch_id, level, ordinal, device, ip, region, region_code, channel)
    select (lpad(to_hex(ms), 12, '0') || '7' || substr(h, 1, 3) || '8' || substr(h, 4, 15))::uuid, to_timestamp(ms / 1000.0) + (j % 8000) * interval '1 microsecond',
      case when k < 70 then 'genuine' when k < 95 then 'alreadyVerified' else 'suspect' end, case when k >= 95 then 'manySessions' end,
      1 + case when k < 70 then 0 else k % 8 end, 1 + ('x' || substr(d, 5, 7))::bit(28)::int % ${BATCHES}, 0, r / ${BATCHES} % ${CODES}, decode(d, 'hex'),
      ('112.' || (p >> 8) % 256 || '.' || p % 256 || '.0/24')::inet, null, lpad((330000 + p % 340)::text, 6, '0'), 'page'
    from (select j, ms, h, d, ('x' || substr(h, 20, 2))::bit(8)::int * 100 / 256 as k, ('x' || substr(h, 22, 8))::bit(31)::int as r, ('x' || substr(d, 1, 4))::bit(16)::int as p
      from (select j, ${Date.UTC(2024, 0, 1)}::bigint + (j * ${(31 * 86_400_000 - 1000) / SCANS}::float8)::bigint as ms, md5(j::text) as h, md5('d' || j / ${SCANS_OF_DEVICE}) as d
        from generate_series(0, ${SCANS - 1}) j) ids) made`.execute(tx);
    await archiveQueries.attach(tx, MONTH);
    await sql`insert into scan_follow (origin, tx) select 'bench', pg_snapshot_xmin(pg_current_snapshot())::text::bigint on conflict (one) do update set tx = excluded.tx`.execute(
      tx,
    );
  });

/** Files of the form that the archive writes, with scans spread evenly over batches, codes and time. */
async function generateMonths(db: Db, folder: string): Promise<string[]> {
  mkdirSync(path.join(folder, 'scanArchive'), { recursive: true });
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '2GB', threads: '2' });
  const connection = await instance.connect();
  const months: string[] = [];
  for (let index = 0; index < MONTHS; index++) {
    const start = Date.UTC(2021, 10 + index);
    const end = Date.UTC(2021, 11 + index);
    const month = new Date(start).toISOString().slice(0, 7);
    const key = `scanArchive/${month}-bench.parquet`;
    const file = path.join(folder, key);
    const days = Math.round((end - start) / 86_400_000);
    const ofDay = Math.floor(MONTH_SCANS / days);
    await connection.run(
      `copy (select ${start} + j // ${ofDay} * 86400000 + (hash(j) % 86400000)::bigint as id_ms, (hash(j + 1) % 4096)::smallint as rand_a,
          ((hash(j + 2) >> 2) | (1::ubigint << 63)) as rand_b, (hash(j) % 8000)::bigint as delay_us,
          case when k < 70 then 'genuine' when k < 95 then 'alreadyVerified' else 'suspect' end as verdict, case when k >= 95 then 'manySessions' end as reason,
          (1 + case when k < 70 then 0 else k % 8 end)::int as session_no, (1 + j % ${ofDay} * ${BATCHES} // ${ofDay})::bigint as batch_id, 0::smallint as level,
          (j % ${ofDay} * ${BATCHES} % ${ofDay} * ${CODES} // ${ofDay})::bigint as ordinal, null::varchar as code_text, unhex(d) as device,
          '02180004' || '70' || substr(d, 1, 4) || '00' as ip, lpad((330000 + p % 340)::varchar, 6, '0') || chr(9) || '\\N' as place,
          'page' as channel, null::varchar as agent, null::varchar as pin_answers, null::varchar as lng, null::varchar as lat, null::bigint as holder_id,
          null::int as accuracy, null::varchar as consumer_verdict, k < 70 as first
        from (select j, hash(j) % 100 as k, d, ('0x' || substr(d, 1, 4))::int as p
          from (select j, md5((${index} * ${MONTH_SCANS} + j // ${SCANS_OF_DEVICE})::varchar) as d from range(${ofDay * days}) t(j))))
        to '${file}' (format parquet, compression zstd, parquet_version v2, row_group_size 122880,
          dictionary_size_limit 61440, string_dictionary_page_size_limit 2457600)`,
    );
    const batches = JSON.stringify(Object.fromEntries(Array.from({ length: BATCHES }, (_, batch) => [batch + 1, [1, end - 1]])));
    await archiveQueries.insert(db, {
      ...{ month, state: 'archived', path: key, bytes: statSync(file).size, sha256: Buffer.alloc(32), scans: ofDay * days },
      ...{ digest: '0', firstScanId: null, lastScanId: null, batches },
    });
    months.push(month);
  }
  connection.closeSync();
  instance.closeSync();
  return months;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
