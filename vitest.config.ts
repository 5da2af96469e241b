import { defineConfig } from 'vitest/config';

const setUp = { globalSetup: ['apps/server/src/test/global-setup.ts'] };

/** Tests of what a whole process counts or keeps for itself, which other files in the same process would disturb. */
const alone = ['apps/server/src/features/monitoring/database-stats/*.test.ts', 'apps/server/src/platform/cache/*.test.ts'];

/** Unit and server tests; the browser journeys have a configuration of their own. */
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // long enough for a busy machine: what is waited for is there or comes
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
      // each file has a database of its own; loading the whole server anew for each would take as long as its tests do
      { extends: true, test: { name: 'server', include: ['apps/server/**/*.test.ts'], exclude: alone, isolate: false, ...setUp } },
      { extends: true, test: { name: 'process', include: alone, ...setUp } },
    ],
  },
});
