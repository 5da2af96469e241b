import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openEmbedded } from '../platform/db/embedded/embedded.ts';
import { isAlive, livePostmaster, stopPostmaster } from '../platform/db/embedded/postmaster.ts';

const prefix = 'suyuan-test-postgres-';

/**
 * Starts a temporary PostgreSQL for one test run, tuned for speed. Returns URLs of the superuser and the application's role (database
 * `suyuan`). `stop` removes it; the next run removes leftovers of a killed one.
 */
export async function testPostgres(): Promise<{ url: string; appUrl: string; stop(): Promise<void> }> {
  await sweep();
  const dataDir = realpathSync(mkdtempSync(path.join(os.tmpdir(), `${prefix}${process.pid}-`)));
  const server = await openEmbedded({
    dataDir,
    print: () => {},
    onFailure: (error) => console.error('the test database is lost:', error),
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      max_connections: 300,
      shared_buffers: '128MB',
      max_wal_size: '1GB',
      autovacuum: 'off',
      // loaded, but enabled only by tests that need it
      shared_preload_libraries: 'pg_stat_statements',
      'pg_stat_statements.track': 'none',
    },
  });
  return {
    url: server.ownerUrl,
    appUrl: server.url,
    async stop() {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Removes test databases of ended runs. */
async function sweep() {
  for (const name of readdirSync(os.tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const run = Number(name.slice(prefix.length).split('-')[0]);
    if (isAlive(run)) continue;
    const folder = path.join(os.tmpdir(), name);
    const cluster = path.join(folder, 'postgres');
    const postmaster = livePostmaster(cluster);
    if (postmaster) await stopPostmaster(postmaster.pid, cluster);
    rmSync(folder, { recursive: true, force: true });
  }
}
