import { defineConfig } from 'vitest/config';

/** Journeys in a real browser, each file against a server and a database of its own, two files at a time. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.spec.ts'],
    globalSetup: ['support/first-start.ts'],
    setupFiles: ['support/on-failure.ts'],
    testTimeout: 300_000,
    hookTimeout: 120_000,
    // a machine that is busy shows it later: what is waited for is there or comes
    expect: { poll: { timeout: 10_000 } },
    pool: 'forks',
    maxWorkers: 2,
  },
});
