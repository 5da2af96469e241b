import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The process that holds a data folder: a server with its addresses, or a short command. */
export interface Holder {
  pid: number;
  kind: 'server' | 'command';
  addresses: string[];
}

interface FolderLock {
  /** Clears the holder's entry, so that other processes wait for the folder instead of failing. */
  leave(): void;
  release(): void;
}

const holderFile = (dataDir: string) => path.join(dataDir, 'running.json');

/** Undefined if another process holds the folder. The lock on a SQLite file ends with its process, so it is never stale. */
export function takeFolder(dataDir: string, holder: Holder): FolderLock | undefined {
  const lockFile = path.join(dataDir, 'lock');
  // Never touch an existing file: closing any handle of it drops the lock of this process.
  if (!existsSync(lockFile)) writeFileSync(lockFile, '', { flag: 'a', mode: 0o600 });
  const file = new DatabaseSync(lockFile);
  try {
    file.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  writeFileSync(holderFile(dataDir), JSON.stringify(holder), { mode: 0o600 });
  return {
    leave: () => rmSync(holderFile(dataDir), { force: true }),
    release() {
      rmSync(holderFile(dataDir), { force: true });
      file.close();
    },
  };
}

/** Undefined just after locking and while the holder leaves. */
export function holderOf(dataDir: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(holderFile(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

const sqliteBusy = 5;
