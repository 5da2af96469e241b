import { defineConfig } from 'vitest/config';

const setUp = { globalSetup: ['apps/server/src/test/global-setup.ts'], setupFiles: ['apps/server/src/test/report-servers.ts'] };

/** Tests of process-wide state, such as counters and caches. Other files in the same process or on the same cluster would disturb them. */
const alone = ['apps/server/src/features/monitoring/database-stats/*.test.ts', 'apps/server/src/platform/cache/*.test.ts'];

/** Milliseconds after which a test hangs. A busy machine takes its time, and a Citus cluster several transactions for each write. */
const LIMIT_MS = 240_000;

/** Unit and server tests; browser tests have e2e/playwright.config.ts. */
export default defineConfig({
  test: {
    testTimeout: LIMIT_MS,
    hookTimeout: LIMIT_MS,
    expect: { poll: { timeout: 60_000 } },
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
      { extends: true, test: { name: 'process', include: alone, sequence: { groupOrder: 1 }, ...setUp } },
    ],
  },
});
