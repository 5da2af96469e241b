import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { publicApp } from '../apps/server/src/boot/public-app.ts';
import * as sampleService from '../apps/server/src/features/devtools/sample/sample.service.ts';
import * as figureService from '../apps/server/src/features/insights/figure/figure.service.ts';
import { connect } from '../apps/server/src/platform/db/connect.ts';
import { move } from '../apps/server/src/platform/db/distribute.ts';
import { readLayout } from '../apps/server/src/platform/db/layout.ts';
import { migrate } from '../apps/server/src/platform/db/migrate.ts';
import { canDistribute, startCitus } from '../apps/server/src/test/citus.ts';
import { issueCodes } from '../apps/server/src/test/issued-codes.ts';
import { benchInstallation } from './installation.ts';
import type { Measurement } from './measurement.ts';
import { verifyAll } from './verify-load.ts';

const CODES = 200_000;
/** Scans that are moved. */
const SCANS = Number(process.env.BENCH_SCANS ?? 1_000_000);

/** Verification on one PostgreSQL and on a coordinator with two workers, all on this machine, and the move between them. */
export async function run(report: (figure: Measurement) => void): Promise<void> {
  if (!canDistribute) return console.log('skipped: no PostgreSQL in /usr/lib/postgresql has Citus');
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-bench-'));
  const citus = await startCitus({ shared_buffers: '256MB', max_wal_size: '4GB' });
  const db = connect(citus.url, { max: 20 });
  try {
    await migrate(db);
    await readLayout(db);
    const installation = benchInstallation(db, folder);
    const { code } = await issueCodes(installation, { count: 4 * CODES });
    const measure = async (round: number) => {
      const app = await publicApp(installation);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const before = citus.processorSeconds();
      const codes = Array.from({ length: CODES }, (_, index) => code(round * CODES + index));
      const result = await verifyAll(url, codes, folder);
      const after = citus.processorSeconds();
      await app.close();
      const [coordinator, workers] = [0, 1].map((index) => (((after[index] ?? 0) - (before[index] ?? 0)) / result.ok) * 1e6);
      return { ...result, coordinator: coordinator ?? 0, workers: workers ?? 0 };
    };
    await measure(0);
    const single = await measure(1);
    report({ name: 'one PostgreSQL', value: single.rate, unit: 'scans/s' });
    report({ name: 'processor time on one PostgreSQL', value: single.coordinator, unit: 'µs/scan' });

    await sampleService.loadSample(installation);
    await sampleService.loadLarge(installation, { codes: 10 * SCANS, scans: SCANS });
    await figureService.follow(db);
    for (const layout of ['cluster', 'single', 'cluster'] as const) {
      const start = performance.now();
      const { scans } = await db.connection().execute((session) => move(session, layout));
      const seconds = (performance.now() - start) / 1000;
      report({ name: layout === 'cluster' ? `distribute ${scans} scans` : `undistribute ${scans} scans`, value: seconds, unit: 's' });
    }
    await readLayout(db);
    await measure(2);
    const cluster = await measure(3);
    report({ name: 'two workers', value: cluster.rate, unit: 'scans/s' });
    report({ name: 'two workers, p99', value: cluster.p99, unit: 'ms' });
    report({ name: 'processor time on the coordinator', value: cluster.coordinator, unit: 'µs/scan' });
    report({ name: 'processor time on the workers', value: cluster.workers, unit: 'µs/scan' });
  } finally {
    await db.destroy();
    await citus.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
