import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { publicApp } from '../apps/server/src/boot/public-app.ts';
import * as sampleService from '../apps/server/src/features/devtools/sample/sample.service.ts';
import type { Verifier } from '../apps/server/src/features/scans/verification/verification.service.ts';
import { connect, onOwner } from '../apps/server/src/platform/db/connect.ts';
import { openEmbedded } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import type { Installation } from '../apps/server/src/platform/http/installation.ts';
import { issueCodes } from '../apps/server/src/test/issued-codes.ts';
import { benchInstallation } from './installation.ts';
import { type Measurement, print } from './measurement.ts';
import { createOneStatementVerifier } from './verify-baseline.ts';
import { CONNECTIONS, verifyAll } from './verify-load.ts';

const CODES = 400_000;
/** Scans in the optional large sample, with 10⁹ codes; default none. */
const LARGE_SAMPLE_SCANS = Number(process.env.BENCH_SCANS ?? 0);

/** Durable verifications over HTTP, with the load generator on the same cores. PostgreSQL uses the product's settings, fsync included. */
export async function run(report: (figure: Measurement) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  // the database runs as another account and must traverse the folder
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const embedded = await openEmbedded({ dataDir, print: () => {}, onFailure: (error) => console.error(error) });
  const db = connect(embedded.url, { max: 20, ownerUrl: embedded.ownerUrl });
  try {
    await migrate(db);
    const installation = benchInstallation(db, dataDir);
    if (LARGE_SAMPLE_SCANS > 0) {
      await sampleService.loadSample(installation);
      await sampleService.loadLarge(installation, { codes: 1_000_000_000, scans: LARGE_SAMPLE_SCANS });
      await onOwner(db, (owner) => sql`vacuum analyze`.execute(owner));
    }
    // test factories derive unique names from the process id; otherwise an ordinary batch
    const { code } = await issueCodes(installation, { count: 3 * CODES });
    const measureVerifications = async (from: number, verifier?: Verifier) => {
      const app = await publicApp(installation, verifier);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const codes = Array.from({ length: CODES }, (_, index) => code(from + index));
      const result = await verifyAll(url, codes, folder);
      await app.close();
      return result;
    };
    // the warm-up takes as long as the measurement
    await measureVerifications(0);
    const before = await readCounters(db);
    const result = await measureVerifications(CODES);
    const after = await readCounters(db);
    const scanCount = after.scans - before.scans;
    if (scanCount !== after.records - before.records)
      throw new Error(`${scanCount} scans were counted and ${after.records - before.records} recorded`);
    // wrk aborts the last request of each connection, also of the warm-up: counted by the server, but not acknowledged
    if (result.refused > 0 || scanCount < result.ok || scanCount > result.ok + 2 * CONNECTIONS)
      throw new Error(`${result.ok} scans were acknowledged, ${scanCount} counted, ${result.refused} refused`);
    report({ name: 'WAL per scan, including page images', value: (after.wal - before.wal) / scanCount, unit: 'bytes' });
    const baseline = await measureVerifications(2 * CODES, createOneStatementVerifier(installation));
    const name = 'one statement and commit per scan';
    report({
      name: 'verify over HTTP, counted and durable',
      value: result.rate,
      unit: 'scans/s',
      aim: 5000,
      baseline: { name, value: baseline.rate, requiredRatio: 2 },
    });
    report({
      name: `verify over HTTP, p99 with ${CONNECTIONS} connections`,
      value: result.p99 / 1000,
      unit: 's',
      aim: 0.05,
      lowerIsBetter: true,
      baseline: { name, value: baseline.p99 / 1000 },
    });
  } finally {
    await db.destroy();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Counters {
  scans: number;
  records: number;
  /** WAL bytes since the start of the database, page images included. Sessions report with a delay of at most a second. */
  wal: number;
}

async function readCounters(db: Installation['db']): Promise<Counters> {
  const { rows } = await sql<Counters>`
    select coalesce((select sum(scans) from scan_state), 0) as scans, (select count(*) from scan) as records,
      (select wal_bytes from pg_stat_wal) as wal`.execute(db);
  return rows[0] ?? { scans: 0, records: 0, wal: 0 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
