import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

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

/** As `readTally`, from Playwright's JSON report. A test that passed at its second attempt counts as failed. */
export function browserTally(report, code) {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const passed = stats.expected;
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed, failed: failed === 0 && (code !== 0 || passed === 0) ? 1 : failed };
}

/** Characters of a failed browser test's output in the summary. */
const OUTPUT_LENGTH = 6000;

/** As `failures`, from Playwright's JSON report, with what the test printed: the content of its pages and the end of the server's log. */
export function browserFailures(report) {
  if (!existsSync(report)) return [];
  const { suites, errors } = JSON.parse(readFileSync(report, 'utf8'));
  const specsIn = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsIn)];
  const lines = suites.flatMap(specsIn).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ status, results }) => {
        const { error, stdout = [] } = results.find((result) => result.error) ?? {};
        const output = stdout.map(({ text = '' }) => text).join('');
        return `${file} › ${title} (${status}): ${firstLines(error?.message)}${output && `\n${output.slice(0, OUTPUT_LENGTH)}`}`;
      }),
  );
  return [...lines, ...errors.map(({ message }) => firstLines(message))];
}

const firstLines = (message = '') => stripVTControlCharacters(message).split('\n', 4).join(' ');
