import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { holderOf, takeFolder } from './lock.ts';

const holder = { pid: process.pid, kind: 'server' as const, addresses: ['http://127.0.0.1:8080'] };

it('locks a folder for one process until it releases the lock or dies', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'suyuan 锁 '));
  const script = `const { takeFolder } = await import(${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))});
    takeFolder(process.argv[1], { pid: process.pid, kind: 'command', addresses: [] }); console.log('mine'); setInterval(() => {}, 1000);`;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(other.stdout, 'data');
  expect(takeFolder(folder, holder)).toBeUndefined();
  expect(holderOf(folder)).toMatchObject({ pid: other.pid, kind: 'command' });

  other.kill('SIGKILL');
  await once(other, 'exit');
  const lock = takeFolder(folder, holder);
  expect(lock).toBeDefined();
  expect(holderOf(folder)).toEqual(holder);
  expect(takeFolder(folder, holder)).toBeUndefined();
  lock?.release();
  expect(holderOf(folder)).toBeUndefined();
  rmSync(folder, { recursive: true });
});
