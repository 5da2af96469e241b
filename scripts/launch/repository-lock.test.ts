import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

it('runs launchers of one repository one at a time, and continues when one is killed', async () => {
  const repository = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'suyuan 轮 ')));
  cpSync(import.meta.dirname, path.join(repository, 'scripts/launch'), { recursive: true });
  const diary = path.join(repository, 'diary');
  writeFileSync(diary, '');
  const turn = JSON.stringify(path.join(repository, 'scripts/launch/repository-lock.mjs'));
  const script = `import { appendFileSync } from 'node:fs';
    const { inTurn } = await import(${turn});
    await inTurn(async () => {
      appendFileSync(${JSON.stringify(diary)}, 'in ');
      await new Promise((resolve) => setTimeout(resolve, Number(process.argv[1])));
      appendFileSync(${JSON.stringify(diary)}, 'out ');
    });`;
  const launch = (duration: number) =>
    spawn(process.execPath, ['--input-type=module', '-e', script, String(duration)], { stdio: 'ignore' });

  const stuck = launch(60_000);
  while (readFileSync(diary, 'utf8') !== 'in ') await new Promise((resolve) => setTimeout(resolve, 20));
  const others = [1, 2, 3].map(() => launch(500)); // long enough for the processes to contend for the lock
  stuck.kill('SIGKILL');
  await Promise.all(others.map((each) => once(each, 'exit')));
  expect(readFileSync(diary, 'utf8')).toBe('in in out in out in out ');
  rmSync(repository, { recursive: true });
});
