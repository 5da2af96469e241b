import { hkdfSync, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Db } from '../platform/db/db.ts';
import { findInstallationValue, recordInstallationValue } from '../platform/db/installation-value.ts';
import type { Installation } from '../platform/http/installation.ts';
import { OperatorError, reasonOf } from '../platform/operator-error.ts';

/** The key file does not match the codes of this database. */
export class MasterKeyMismatch extends OperatorError {
  override readonly name = 'MasterKeyMismatch';

  constructor() {
    super(
      '主密钥文件不属于这个数据库：用它验不出已发的码；放回原来的密钥文件（MASTER_KEY_FILE），或换用原来的数据库',
      'the master key does not belong to this database; put back the key file that its codes were made with',
    );
  }
}

/** Derived under a label that no code key uses, so it reveals nothing. */
export const fingerprintOf = (masterKey: Buffer) =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'suyuan/fingerprint/v1', 16)).toString('hex');

/**
 * Records the key's fingerprint at the first start, and compares it at later starts.
 * @throws MasterKeyMismatch
 */
export async function ensureMasterKey({ db, masterKey }: Pick<Installation, 'db' | 'masterKey'>): Promise<void> {
  const fingerprint = fingerprintOf(masterKey);
  if ((await recordInstallationValue(db, 'masterKey', fingerprint)) !== fingerprint) throw new MasterKeyMismatch();
}

const length = 32;

const generatedKeyFiles = new Set<string>();

/** True if this process generated the key, so no earlier code depends on it. */
export const isGeneratedByThisProcess = (file: string): boolean => generatedKeyFiles.has(path.resolve(file));

/** Creates the first key of a new database. @throws OperatorError if codes may depend on an earlier key */
export async function createMasterKey(db: Db, file: string): Promise<Buffer> {
  if (await findInstallationValue(db, 'masterKey'))
    throw new OperatorError(
      `主密钥文件 ${file} 不见了，没有它验不出已发的码；从另存的副本或带 --key 的备份放回`,
      `the master key ${file} is missing, and no code verifies without it; put it back from your copy or from a backup with --key`,
    );
  makeKey(file);
  return readMasterKey(file);
}

export function readMasterKey(file: string): Buffer {
  let key: Buffer;
  let mode: number;
  try {
    mode = statSync(file).mode;
    key = readFileSync(file);
  } catch (cause) {
    throw new OperatorError(
      `读不到主密钥文件 ${file}：${reasonOf(cause)}；检查路径和权限`,
      'MASTER_KEY_FILE must name a readable file of 32 bytes',
      { cause },
    );
  }
  if (key.length !== length) {
    throw new OperatorError(
      `主密钥文件 ${file} 有 ${key.length} 字节；应恰好 32 字节`,
      `the master key must be 32 bytes; name such a file, made by head -c 32 /dev/urandom`,
    );
  }
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new OperatorError(`主密钥文件 ${file} 可被其他账户访问；执行 chmod 600`, `others can open the master key; chmod 600 the file`);
  }
  return key;
}

/** Writes a temporary file and links it, so that concurrent processes read the same key. */
function makeKey(file: string) {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, randomBytes(length), { mode: 0o600, flush: true });
    linkSync(draft, file);
    generatedKeyFiles.add(path.resolve(file));
  } catch (error) {
    if (!statSync(file, { throwIfNoEntry: false })) {
      throw new OperatorError(
        `无法写入主密钥文件 ${file}：${reasonOf(error)}；检查目录的权限`,
        'the master key cannot be written; look at the rights of its folder',
        { cause: error },
      );
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Atomic. Returns the backup of the former key, because codes may depend on it; undefined if there was none or it is the same. */
export function replaceKey(file: string, key: Buffer): string | undefined {
  const former = statSync(file, { throwIfNoEntry: false }) && readFileSync(file);
  if (former?.equals(key)) return undefined;
  const backupFile = former && `${file}.${fingerprintOf(former)}`;
  const tempFile = `${file}.${process.pid}`;
  try {
    writeFileSync(tempFile, key, { mode: 0o600, flush: true });
    if (backupFile && !statSync(backupFile, { throwIfNoEntry: false })) linkSync(file, backupFile);
    renameSync(tempFile, file);
    syncFolder(path.dirname(file));
  } finally {
    rmSync(tempFile, { force: true });
  }
  return backupFile;
}

/** Flushes directory entries to disk. */
function syncFolder(folder: string) {
  if (process.platform === 'win32') return;
  const open = openSync(folder, 'r');
  try {
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
}
