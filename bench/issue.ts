import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { guestUrls } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { openBusiness } from './business.ts';
import { type Figure, median, print } from './figure.ts';

const BILLION = 1_000_000_000;
/** Lines of the measured download; the file of a billion codes has 17 GB. */
const EXPORTED = 100_000_000;
/** Rows of the rival, which would take hours for the full count. */
const COPIED = 1_000_000;

/** Issues a billion codes and streams their file over HTTP. */
export async function run(report: (figure: Figure) => void) {
  const business = await openBusiness();
  try {
    const runs = [];
    for (let round = 0; round < 5; round++) runs.push(await business.issue(`BENCH-${round}`, BILLION));
    const copied = await copyRate((await guestUrls(business.product.dataDir))?.ownerUrl ?? '');
    const seconds = median(runs.map((each) => each.seconds));
    const rival = { name: 'COPY of random codes under a unique index, by its rate, in s', value: BILLION / copied };
    report({ name: 'issue a batch of 10⁹ codes', value: seconds, unit: 's', aim: 1, lowIsGood: true, rival });
    const stored = await bytesStored((await guestUrls(business.product.dataDir))?.ownerUrl ?? '');
    report({ name: 'bytes stored per code', value: stored / (5 * BILLION), unit: 'bytes', aim: 0.001, lowIsGood: true });
    await exported(business, runs[0]?.batchId ?? 0, report);
  } finally {
    await business.product.stop();
  }
}

async function exported(
  { product: suyuan, admin }: Awaited<ReturnType<typeof openBusiness>>,
  batchId: number,
  report: (figure: Figure) => void,
) {
  const asked = await admin.must('PUT', `/manage/batch/${batchId}/exportCodes`, { format: 'txt', from: 1, to: EXPORTED });
  let settled = 0;
  const start = performance.now();
  const response = await fetch(suyuan.consoleUrl + asked.data.url);
  let bytes = 0;
  let first = 0;
  let most = 0;
  let parts = 0;
  for await (const part of response.body ?? []) {
    first ||= performance.now() - start;
    bytes += part.length;
    if (++parts % 1000 !== 0) continue;
    // memory is flat if the second half of the file needs no more than the first
    if (bytes < EXPORTED * 8.5) settled = Math.max(settled, resident(suyuan.pid));
    else most = Math.max(most, resident(suyuan.pid));
  }
  const seconds = (performance.now() - start) / 1000;
  const lines = bytes / (EXPORTED * 19 === bytes ? 19 : 17);
  report({ name: 'export over HTTP, plain lines', value: lines / seconds, unit: 'codes/s', aim: 5_000_000 });
  report({ name: 'first byte of its file', value: first / 1000, unit: 's', aim: 0.2, lowIsGood: true });
  report({
    name: 'memory that the second half of 10⁸ lines adds',
    value: Math.max(0, most - settled),
    unit: 'MiB',
    aim: 32,
    lowIsGood: true,
  });
}

const resident = (pid: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;

/** Rows per second of the rival: random codes copied into a table with a unique index. */
async function copyRate(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('create table bench_rival (code text primary key)');
  const lines = function* () {
    for (let row = 0; row < COPIED; row += 1000)
      yield Array.from({ length: 1000 }, () => `${randomBytes(10).toString('hex').toUpperCase()}\n`).join('');
  };
  const start = performance.now();
  await pipeline(Readable.from(lines()), client.query(copyFrom('copy bench_rival from stdin')));
  const seconds = (performance.now() - start) / 1000;
  await client.query('drop table bench_rival');
  await client.end();
  return COPIED / seconds;
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
