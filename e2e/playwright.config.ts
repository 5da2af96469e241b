import { defineConfig } from '@playwright/test';
import { chromiumOptions, visitorOptions } from './support/browser.ts';

/** Two files run at a time, each with its own server and database. A retry only records a trace: a test that needs one fails the run. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  globalSetup: './support/first-start.ts',
  workers: 2,
  forbidOnly: true,
  // `npm test -- --long` runs them too
  ...(process.env.SUYUAN_LONG !== '1' && { grepInvert: /@long/ }),
  retries: 1,
  failOnFlakyTests: true,
  // the limits only end a test that hangs: a busy machine takes its time
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : [['list']],
  use: {
    ...visitorOptions,
    launchOptions: chromiumOptions,
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    trace: 'on-first-retry',
  },
});
