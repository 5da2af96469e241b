import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { publicApp } from '../apps/server/src/boot/public-app.ts';
import * as sampleService from '../apps/server/src/features/devtools/sample/sample.service.ts';
import type { Verifier } from '../apps/server/src/features/scans/verification/verification.service.ts';
import { connect, onOwner } from '../apps/server/src/platform/db/connect.ts';
import { openEmbedded } from '../apps/server/src/platform/db/embedded/embedded.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import type { Installation } from '../apps/server/src/platform/http/installation.ts';
import { issueCodes } from '../apps/server/src/test/issued-codes.ts';
import { type Figure, print } from './figure.ts';
import { benchInstallation } from './installation.ts';
import { oneStatement } from './verify-rival.ts';

const CODES = 400_000;
const CONNECTIONS = 64;
const SECONDS = 10;
/** Scans in the optional large sample, with 10⁹ codes; default none. */
const LOADED = Number(process.env.BENCH_SCANS ?? 0);

interface Seen {
  rate: number;
  p50: number;
  p99: number;
  ok: number;
  refused: number;
}

/** Durable verifications over HTTP, with the load generator on the same cores. PostgreSQL uses the product's settings, fsync included. */
export async function run(report: (figure: Figure) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  // the database runs as another account and must traverse the folder
  chmodSync(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  mkdirSync(dataDir);
  const embedded = await openEmbedded({ dataDir, say: () => {}, lost: (error) => console.error(error) });
  const db = connect(embedded.url, { max: 20, ownerUrl: embedded.ownerUrl });
  try {
    await migrate(db);
    const installation = benchInstallation(db, dataDir);
    if (LOADED > 0) {
      await sampleService.loadSample(installation);
      await sampleService.loadLarge(installation, { codes: 1_000_000_000, scans: LOADED });
      await onOwner(db, (owner) => sql`vacuum analyze`.execute(owner));
    }
    // test factories derive unique names from the process id; otherwise an ordinary batch
    const { code } = await issueCodes(installation, { count: 3 * CODES });
    const ask = async (from: number, seconds: number, verifier?: Verifier): Promise<Seen> => {
      const file = path.join(folder, `codes-${from}`);
      writeFileSync(file, Array.from({ length: CODES }, (_, index) => code(from + index)).join('\n'));
      const app = await publicApp(installation, verifier);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const load = path.join(import.meta.dirname, 'verify-load.mjs');
      const { stdout } = await promisify(execFile)(process.execPath, [load, url, file, `${CONNECTIONS}`, `${seconds}`]);
      await app.close();
      return JSON.parse(stdout);
    };
    // the warm-up takes as long as the measurement
    await ask(0, SECONDS);
    const before = await counted(db);
    const ours = await ask(CODES, SECONDS);
    const after = await counted(db);
    const applied = after.scans - before.scans;
    if (applied !== after.records - before.records)
      throw new Error(`${applied} scans were counted and ${after.records - before.records} filed`);
    // autocannon aborts the last request of each connection: counted by the server, but not acknowledged
    if (ours.refused > 0 || applied < ours.ok || applied > ours.ok + CONNECTIONS)
      throw new Error(`${ours.ok} scans were acknowledged, ${applied} counted, ${ours.refused} refused`);
    report({ name: 'WAL of a scan, page images included', value: (after.wal - before.wal) / applied, unit: 'bytes' });
    const rival = await ask(2 * CODES, SECONDS, oneStatement(installation));
    const name = 'one statement and commit a scan';
    report({
      name: 'verify over HTTP, counted and durable',
      value: ours.rate,
      unit: 'scans/s',
      aim: 5000,
      rival: { name, value: rival.rate, times: 2 },
    });
    report({
      name: `the same, p99 of ${CONNECTIONS} callers`,
      value: ours.p99 / 1000,
      unit: 's',
      aim: 0.05,
      lowIsGood: true,
      rival: { name, value: rival.p99 / 1000 },
    });
  } finally {
    await db.destroy();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Counted {
  scans: number;
  records: number;
  /** WAL bytes since the start of the database, page images included. Sessions report with a delay of at most a second. */
  wal: number;
}

async function counted(db: Installation['db']): Promise<Counted> {
  const { rows } = await sql<Counted>`
    select coalesce((select sum(scans) from scan_state), 0) as scans, (select count(*) from scan) as records,
      (select wal_bytes from pg_stat_wal) as wal`.execute(db);
  return rows[0] ?? { scans: 0, records: 0, wal: 0 };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run(print);
