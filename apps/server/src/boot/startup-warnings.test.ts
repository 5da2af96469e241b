import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe.skipIf(process.platform === 'win32')('open file limit', () => {
  const script = `
    import { fileLimitWarning } from ${JSON.stringify(path.join(import.meta.dirname, 'startup-warnings.ts'))};
    console.log(fileLimitWarning(2));`;
  const warningAt = async (files: number) => {
    const limited = ['-c', `ulimit -n ${files}; exec "$0" --input-type=module -e "$1"`, process.execPath, script];
    return (await promisify(execFile)('/bin/sh', limited)).stdout.trim();
  };

  it('logs a warning with the supported connections and the required limit when it is too low', async () => {
    expect(await warningAt(1024)).toContain('最多可打开 1024 个文件，大约 824 个连接；站点最多接受 8000 个连接');
    expect(await warningAt(1024)).toContain('raise the limit (LimitNOFILE or ulimit -n) to 8200');
  });

  it('logs no warning when it is sufficient', async () => {
    expect(await warningAt(8200)).toBe('undefined');
  });
});

it('reports a full disk under the lock of the data folder in one line', async () => {
  const script = `
    import { DatabaseSync } from 'node:sqlite';
    import { runUntilStopped } from ${JSON.stringify(path.join(import.meta.dirname, 'lifetime.ts'))};
    runUntilStopped(async () => new DatabaseSync(':memory:').exec('pragma max_page_count = 1; create table one (id)'));`;
  const failure = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]).catch((error) => error);
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringMatching(/^数据库或磁盘出错：database or disk is full.*free space.*\n$/) });
});
