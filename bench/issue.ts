import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { runningDatabaseUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { startIssuingSetup } from './issuing-setup.ts';
import { type Measurement, median, print, residentMiB } from './measurement.ts';

const BILLION = 1_000_000_000;
/** Lines of the measured download; the file of a billion codes has 17 GB. */
const EXPORTED_LINES = 100_000_000;
/** Rows of the rival, which would take hours for the full count. */
const BASELINE_ROWS = 1_000_000;

/** Issues a billion codes and streams their file over HTTP. */
export async function run(report: (figure: Measurement) => void) {
  const setup = await startIssuingSetup();
  try {
    const runs = [];
    for (let round = 0; round < 5; round++) runs.push(await setup.issue(`BENCH-${round}`, BILLION));
    const baselineRate = await baselineCopyRate((await runningDatabaseUrls(setup.suyuan.dataDir))?.ownerUrl ?? '');
    const seconds = median(runs.map((each) => each.seconds));
    const baseline = { name: 'COPY of random codes with a unique index, extrapolated', value: BILLION / baselineRate };
    report({ name: 'issue a batch of 10⁹ codes', value: seconds, unit: 's', aim: 1, lowerIsBetter: true, baseline });
    const stored = await bytesStored((await runningDatabaseUrls(setup.suyuan.dataDir))?.ownerUrl ?? '');
    report({ name: 'bytes stored per code', value: stored / (5 * BILLION), unit: 'bytes', aim: 0.001, lowerIsBetter: true });
    await measureExport(setup, runs[0]?.batchId ?? 0, report);
  } finally {
    await setup.suyuan.stop();
  }
}

async function measureExport(
  { suyuan, admin }: Awaited<ReturnType<typeof startIssuingSetup>>,
  batchId: number,
  report: (figure: Measurement) => void,
) {
  const exportResponse = await admin.must('PUT', `/manage/batch/${batchId}/exportCodes`, { format: 'txt', from: 1, to: EXPORTED_LINES });
  let firstHalfPeak = 0;
  const start = performance.now();
  const response = await fetch(suyuan.consoleUrl + exportResponse.data.url);
  let bytes = 0;
  let firstByteMs = 0;
  let secondHalfPeak = 0;
  let chunkCount = 0;
  for await (const chunk of response.body ?? []) {
    firstByteMs ||= performance.now() - start;
    bytes += chunk.length;
    if (++chunkCount % 1000 !== 0) continue;
    // memory is flat if the second half of the file needs no more than the first
    if (bytes < EXPORTED_LINES * 8.5) firstHalfPeak = Math.max(firstHalfPeak, residentMiB(suyuan.pid));
    else secondHalfPeak = Math.max(secondHalfPeak, residentMiB(suyuan.pid));
  }
  const seconds = (performance.now() - start) / 1000;
  const lines = bytes / (EXPORTED_LINES * 19 === bytes ? 19 : 17);
  report({ name: 'export over HTTP, plain lines', value: lines / seconds, unit: 'codes/s', aim: 5_000_000 });
  report({ name: 'time to first byte of the export', value: firstByteMs / 1000, unit: 's', aim: 0.2, lowerIsBetter: true });
  report({
    name: 'memory growth in the second half of 10⁸ lines',
    value: Math.max(0, secondHalfPeak - firstHalfPeak),
    unit: 'MiB',
    aim: 32,
    lowerIsBetter: true,
  });
}

/** Rows per second of the rival: random codes copied into a table with a unique index. */
async function baselineCopyRate(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create table bench_rival (code text primary key)');
  const lines = function* () {
    for (let row = 0; row < BASELINE_ROWS; row += 1000)
      yield Array.from({ length: 1000 }, () => `${randomBytes(10).toString('hex').toUpperCase()}\n`).join('');
  };
  const start = performance.now();
  await pipeline(Readable.from(lines()), client.query(copyFrom('copy bench_rival from stdin')));
  const seconds = (performance.now() - start) / 1000;
  await client.query('drop table bench_rival');
  await client.end();
  return BASELINE_ROWS / seconds;
}

/** Bytes of all tables that grow with issuing, after five batches of a billion. */
async function bytesStored(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    "select sum(pg_total_relation_size(oid))::float8 as n from pg_class where relname in ('batch_range', 'code_segment')",
  );
  await client.end();
  return rows[0].n;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
