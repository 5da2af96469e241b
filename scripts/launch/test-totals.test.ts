import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { browserFailures, browserTally, readTally } from './test-totals.mjs';

describe('totals of a test run', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suyuan-tally-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const tally = (report: object, code: number) => {
    const file = path.join(folder, 'report.json');
    writeFileSync(file, JSON.stringify({ numPassedTests: 0, numFailedTests: 0, testResults: [], ...report }));
    return readTally(file, code);
  };

  it('match the report', () => {
    expect(tally({ numPassedTests: 5 }, 0)).toEqual({ passed: 5, failed: 0 });
    const results = [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] }];
    expect(tally({ numPassedTests: 5, numFailedTests: 2, testResults: results }, 1)).toEqual({ passed: 5, failed: 2 });
  });

  it('count a file that failed to load', () => {
    expect(tally({ numPassedTests: 5, testResults: [{ status: 'failed', assertionResults: [] }] }, 1)).toEqual({ passed: 5, failed: 1 });
  });

  it('never report success for a failed run, an empty run or a missing report', () => {
    expect(tally({ numPassedTests: 5 }, 1)).toEqual({ passed: 5, failed: 1 });
    expect(tally({}, 0)).toEqual({ passed: 0, failed: 1 });
    expect(readTally(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe('totals of the browser tests', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suyuan-tally-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const report = (stats: object, suites: object[] = []) => {
    const file = path.join(folder, 'report.json');
    writeFileSync(file, JSON.stringify({ stats: { expected: 0, skipped: 0, unexpected: 0, flaky: 0, ...stats }, suites, errors: [] }));
    return file;
  };

  it('count a test that passed at its second attempt as failed', () => {
    expect(browserTally(report({ expected: 5, skipped: 2 }), 0)).toEqual({ passed: 5, failed: 0 });
    expect(browserTally(report({ expected: 5, unexpected: 1, flaky: 1 }), 1)).toEqual({ passed: 5, failed: 2 });
  });

  it('never report success for a failed run, an empty run or a missing report', () => {
    expect(browserTally(report({ expected: 5 }), 1)).toEqual({ passed: 5, failed: 1 });
    expect(browserTally(report({}), 0)).toEqual({ passed: 0, failed: 1 });
    expect(browserTally(path.join(folder, 'none.json'), 0)).toEqual({ passed: 0, failed: 1 });
  });

  it('name each failed test with the first lines of its error and what it printed', () => {
    const results = [{ error: { message: '\u001b[31mexpected 1\u001b[39m\nto be 2' }, stdout: [{ text: '── /index\n' }] }, {}];
    const spec = { file: 'dealers.spec.ts', title: 'adds a dealer', tests: [{ status: 'flaky', results }] };
    const passed = { file: 'dealers.spec.ts', title: 'renews a contract', tests: [{ status: 'expected', results: [{}] }] };
    const file = report({ expected: 1, flaky: 1 }, [{ suites: [{ specs: [spec, passed] }] }]);
    expect(browserFailures(file)).toEqual(['dealers.spec.ts › adds a dealer (flaky): expected 1 to be 2\n── /index\n']);
  });
});
