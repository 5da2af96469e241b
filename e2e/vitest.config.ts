import { defineConfig } from 'vitest/config';

/** Browser tests. Each file has its own server and database; two files run at a time. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: ['support/first-start.ts'],
    setupFiles: ['support/on-failure.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // tolerate a slow machine
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
