import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readTally } from './test-totals.mjs';

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
