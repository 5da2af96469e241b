import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads the true totals from Vitest's JSON report. A file that could not even be loaded counts as one failure, and so do a run
 * that says it failed without naming a test, one that left no report, and one without any test.
 */
export function readTally(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const unloaded = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed)).length;
  const failed = numFailedTests + unloaded;
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

const isFailed = ({ status }) => status === 'failed';

/** Each failed test with the first line of what it met, for the end of a long output. */
export function failures(report) {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(isFailed).map(({ fullName, failureMessages: [met = ''] }) => `${fullName}: ${met.split('\n', 4).join(' ')}`),
  );
}
