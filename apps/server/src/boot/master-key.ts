import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, reasonOf } from '../platform/refusal.ts';
import { fingerprintOf } from './master-key-match.ts';

const length = 32;

/** Files of keys that this process has made. */
const made = new Set<string>();

/** Tells whether this process made the key in `file`, so that nothing was ever made with it before. */
export const isKeyOfThisRun = (file: string): boolean => made.has(path.resolve(file));

/**
 * Reads the master key, from which every code is derived. `generate` makes it where there is none: only for the default place,
 * since a key that somebody named and that is missing must not be replaced by another.
 */
export function readMasterKey(file: string, generate: boolean): Buffer {
  if (generate && !statSync(file, { throwIfNoEntry: false })) makeKey(file);
  let key: Buffer;
  let mode: number;
  try {
    mode = statSync(file).mode;
    key = readFileSync(file);
  } catch (cause) {
    throw new Refusal(
      `读不到主密钥文件 ${file}：${reasonOf(cause)}；检查路径和权限`,
      'MASTER_KEY_FILE must name a readable file of 32 bytes',
      { cause },
    );
  }
  if (key.length !== length) {
    throw new Refusal(
      `主密钥文件 ${file} 有 ${key.length} 字节；应恰好 32 字节`,
      `the master key must be 32 bytes; name such a file, made by head -c 32 /dev/urandom`,
    );
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Refusal(`主密钥文件 ${file} 可被其他账户访问；执行 chmod 600`, `others can open the master key; chmod 600 the file`);
  }
  return key;
}

/** Made beside its place and linked there, so of two processes at once one makes it and both read the same. */
function makeKey(file: string) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(length), { mode: 0o600, flush: true });
    linkSync(draft, file);
    made.add(path.resolve(file));
  } catch (error) {
    if (!statSync(file, { throwIfNoEntry: false })) {
      throw new Refusal(
        `无法写入主密钥文件 ${file}：${reasonOf(error)}；检查目录的权限`,
        'the master key cannot be written; look at the rights of its folder',
        { cause: error },
      );
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Puts another key in the place of the one that is there, whole or not at all, and answers the file that keeps the former one, since codes
 * may have been made with it; undefined where there was none, or the same.
 */
export function replaceKey(file: string, key: Buffer): string | undefined {
  const former = statSync(file, { throwIfNoEntry: false }) && readFileSync(file);
  if (former?.equals(key)) return undefined;
  const kept = former && `${file}.${fingerprintOf(former)}`;
  const made = `${file}.${process.pid}`;
  try {
    writeFileSync(made, key, { mode: 0o600, flush: true });
    if (kept && !statSync(kept, { throwIfNoEntry: false })) linkSync(file, kept);
    renameSync(made, file);
    syncFolder(path.dirname(file));
  } finally {
    rmSync(made, { force: true });
  }
  return kept;
}

/** Makes the names in a folder durable. */
function syncFolder(folder: string) {
  if (process.platform === 'win32') return;
  const open = openSync(folder, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}
