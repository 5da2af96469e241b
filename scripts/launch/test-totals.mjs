import { existsSync, readFileSync } from 'node:fs';

/**
 * Totals from Vitest's JSON report. Counts as one failure: a file that does not load, a failed run without a failed test, a missing
 * report, and a run without tests.
 */
export function readTally(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed)).length;
  const failed = numFailedTests + unloaded;
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

const isFailed = ({ status }) => status === 'failed';

/** Failed tests with the first line of their errors, for the summary. */
export function failures(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(isFailed).map(({ fullName, failureMessages: [met = ''] }) => `${fullName}: ${met.split('\n', 4).join(' ')}`),
  );
}
