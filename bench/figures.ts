import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { consoleApp } from '../apps/server/src/boot/app.ts';
import * as sampleService from '../apps/server/src/features/devtools/sample/sample.service.ts';
import * as figureService from '../apps/server/src/features/insights/figure/figure.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import type { Db } from '../apps/server/src/platform/db/db.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { testPostgres } from '../apps/server/src/test/postgres.ts';
import { benchInstallation, signIn } from './installation.ts';
import { type Measurement, median, percentile, print, secondsOf } from './measurement.ts';

/** Scans in the sample. The aims apply to `BENCH_SCANS=10000000`. */
const SCANS = Number(process.env.BENCH_SCANS ?? 1_000_000);
const BILLION = 1_000_000_000;
/** Shipped units, in the maximum number of ranges that a batch stores as rows, and the number of dealers. */
const SHIPPED_UNITS = 1_000_000;
const RANGES = 100_000;
const DEALERS = 200;
const REPETITIONS = 15;

/** Queries on the large sample: home page, recall impact of a batch, their lists, and paging of scans. */
export async function run(report: (figure: Measurement) => void) {
  const postgres = await testPostgres();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  const db = connect(postgres.url);
  try {
    await migrate(db);
    const installation = benchInstallation(db, dataDir);
    await sampleService.loadSample(installation);
    const [batchId = 0] = await sampleService.loadLarge(installation, { codes: BILLION, scans: SCANS });
    await shipFirstUnits(db, batchId);
    await sql`vacuum analyze`.execute(db);
    const app = await consoleApp(installation);
    const token = await signIn(db);
    const get = async (url: string) => {
      const reply = await app.inject({ url: `/api${url}`, headers: { authorization: `Bearer ${token}` } });
      const body = reply.json();
      if (body.code !== 200) throw new Error(`${url}: ${body.msg}`);
      return body;
    };
    const scans = `${(SCANS / 1e6).toFixed(0)} million scans`;
    const { data } = await get(`/manage/recallImpact/${batchId}/summary`);
    // scanned units without a shipment are out too
    const shipped = data.out - data.untracked;
    if (shipped !== SHIPPED_UNITS || data.dealerCount !== DEALERS)
      throw new Error(`the impact is wrong: ${shipped} shipped units with ${data.dealerCount} dealers`);
    report(
      await measureMedian(`recall impact, ${SHIPPED_UNITS} shipped units in ${RANGES} ranges`, 2, () =>
        get(`/manage/recallImpact/${batchId}/summary`),
      ),
    );
    report(
      await measureMedian('recall impact list, any page', 2, () =>
        get(`/manage/recallImpact/list?batchId=${batchId}&pageNum=${1 + Math.floor(Math.random() * 9000)}`),
      ),
    );
    report(
      await measureMedian(
        `figures of home, ${scans}`,
        0.2,
        () => get('/manage/figure/home?days=90'),
        'sum of the scans',
        () => sumScans(db),
      ),
    );
    report(await measureMedian('figures of a province by city', 0.2, () => get('/manage/figure/regions?days=90&regionCode=440000')));
    report(await measureMedian('batch list, one page', 0.2, () => get('/manage/batch/list?pageNum=1&pageSize=20')));
    report(
      await measureMedian(`suspect scans among ${scans}, one page`, 0.2, () =>
        get('/manage/codeRecord/list?verdict=suspect&pageNum=1&pageSize=20'),
      ),
    );
    const randomPage = (rows: number) => `pageNum=${1 + Math.floor(Math.random() * (rows / 10))}&pageSize=10`;
    report(await measureP95(`any page of ${scans}, p95`, () => get(`/manage/codeRecord/list?${randomPage(SCANS)}`)));
    report(await measureP95('any page of 10⁹ codes, p95', () => get(`/manage/code/list?batchId=${batchId}&${randomPage(BILLION)}`)));
    const start = performance.now();
    await figureService.rebuild(db);
    report({ name: 'rebuild the figures', value: SCANS / ((performance.now() - start) / 1000), unit: 'scans/s' });
    await app.close();
  } finally {
    await db.destroy();
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Ships the first units of a batch to dealers in turn, one range each. */
async function shipFirstUnits(db: Db, batchId: number) {
  await sql`insert into dealer (channel_business_code, channel_business_name, state, create_by)
    select 'BENCH-' || n, '渠道商 ' || n, 'active', (select min(user_id) from users) from generate_series(1, ${DEALERS}) n`.execute(db);
  await sql`insert into dealer_region select channel_business_id, '440000' from dealer where channel_business_code like 'BENCH-%'`.execute(
    db,
  );
  const [first] = (
    await sql<{
      id: number;
    }>`select min(channel_business_id) as id from dealer where channel_business_code like 'BENCH-%'`.execute(db)
  ).rows;
  await db.transaction().execute(async (tx) => {
    await sql`delete from code_segment where batch_id = ${batchId}`.execute(tx);
    await sql`insert into code_segment (batch_id, ordinal_from, count, status, holder_id)
      select ${batchId}, n * ${SHIPPED_UNITS / RANGES}::bigint, ${SHIPPED_UNITS / RANGES}::bigint, 'shipped', ${first?.id}::bigint + n % ${DEALERS} from generate_series(0, ${RANGES - 1}) n`.execute(
      tx,
    );
    await sql`insert into code_segment (batch_id, ordinal_from, count, status) values (${batchId}, ${SHIPPED_UNITS}, ${BILLION - SHIPPED_UNITS}, 'activated')`.execute(
      tx,
    );
  });
}

/** The rival: daily sums of the last 90 days from the scans, without rollups. */
const sumScans = (db: Db) =>
  sql`select scan_time::date, verdict, region_code, count(*) from scan where scan_time >= current_date - 89 group by 1, 2, 3`.execute(db);

/** 95th percentile of 100 requests, in seconds. */
async function measureP95(name: string, request: () => Promise<unknown>): Promise<Measurement> {
  return { name, value: percentile(await secondsOf(100, request), 0.95), unit: 's', aim: 0.2, lowerIsBetter: true };
}

async function measureMedian(
  name: string,
  aim: number,
  request: () => Promise<unknown>,
  baselineName?: string,
  baselineRequest?: () => Promise<unknown>,
): Promise<Measurement> {
  return {
    name,
    value: median(await secondsOf(REPETITIONS, request)),
    unit: 's',
    aim,
    lowerIsBetter: true,
    ...(baselineName && baselineRequest && { baseline: { name: baselineName, value: median(await secondsOf(3, baselineRequest)) } }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
