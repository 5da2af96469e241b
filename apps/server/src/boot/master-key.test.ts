import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readMasterKey, replaceKey } from './master-key.ts';

it('replaces the master key file as a whole and keeps a backup of the old key', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-key-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'master.key');
  const [one, other] = [randomBytes(32), randomBytes(32)];
  expect(replaceKey(file, one)).toBeUndefined();
  expect(replaceKey(file, one)).toBeUndefined();
  const backupFile = replaceKey(file, other) ?? '';
  expect(readMasterKey(file).equals(other)).toBe(true);
  expect(path.basename(backupFile)).toMatch(/^master\.key\.[0-9a-f]{32}$/);
  expect(readFileSync(backupFile).equals(one)).toBe(true);
  expect([file, backupFile].map((each) => statSync(each).mode & 0o077)).toEqual([0, 0]);
  replaceKey(file, one);
  expect(replaceKey(file, other)).toBe(backupFile);
  expect(readdirSync(folder)).toHaveLength(3);
});
