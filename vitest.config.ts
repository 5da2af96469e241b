import { defineConfig } from 'vitest/config';

/** Unit and server tests; the browser journeys have a configuration of their own. */
export default defineConfig({
  test: {
    include: ['packages/**/*.test.ts', 'apps/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    globalSetup: ['apps/server/src/test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // long enough for a busy machine: what is waited for is there or comes
    expect: { poll: { timeout: 30_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
