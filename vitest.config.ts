import { defineConfig } from 'vitest/config';

const setUp = { globalSetup: ['apps/server/src/test/global-setup.ts'] };

/** Tests of process-wide state, such as counters and caches. Other files in the same process would disturb them. */
const alone = ['apps/server/src/features/monitoring/database-stats/*.test.ts', 'apps/server/src/platform/cache/*.test.ts'];

/** Milliseconds for a test. On a Citus cluster each write of scans is a transaction of several servers. */
const LIMIT_MS = process.env.TEST_DATABASE_URL ? 240_000 : 60_000;

/** Unit and server tests; browser tests have e2e/playwright.config.ts. */
export default defineConfig({
  test: {
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    // long enough for a busy machine
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'units',
          include: ['packages/**/*.test.ts', 'apps/{console,verify}/**/*.test.{ts,tsx}', '{scripts,e2e}/**/*.test.ts'],
        },
      },
      // Each file has its own database. Without `isolate: false`, loading the server again would take as long as the tests.
      { extends: true, test: { name: 'server', include: ['apps/server/**/*.test.ts'], exclude: alone, isolate: false, ...setUp } },
      { extends: true, test: { name: 'process', include: alone, ...setUp } },
    ],
  },
});
