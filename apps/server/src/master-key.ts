import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { Refusal, reasonOf } from './refusal.ts';

const length = 32;

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
      `the master key must be 32 bytes: head -c 32 /dev/urandom`,
    );
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new Refusal(`主密钥文件 ${file} 可被其他账户访问；执行 chmod 600`, `others can open the master key: chmod 600 the file`);
  }
  return key;
}

/** Made beside its place and linked there, so of two processes at once one makes it and both read the same. */
function makeKey(file: string) {
  const made = `${file}.${process.pid}`;
  try {
    writeFileSync(made, randomBytes(length), { mode: 0o600, flush: true });
    linkSync(made, file);
  } catch (error) {
    if (!statSync(file, { throwIfNoEntry: false })) {
      throw new Refusal(
        `无法写入主密钥文件 ${file}：${reasonOf(error)}；检查目录的权限`,
        'the master key cannot be written: look at the rights of its folder',
        { cause: error },
      );
    }
  } finally {
    rmSync(made, { force: true });
  }
}
