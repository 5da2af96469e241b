import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Who holds a data folder: a server with its addresses, or an operator's command that will soon be done. */
export interface Holder {
  pid: number;
  kind: 'server' | 'command';
  addresses: string[];
}

interface FolderLock {
  /** Takes back what was said of the holder: whoever wants the folder waits for it rather than giving up. */
  leave(): void;
  release(): void;
}

const note = (dataDir: string) => path.join(dataDir, 'running.json');

/**
 * Takes a data folder for this process alone; undefined if another process has it. The lock is the operating system's on a
 * SQLite file, so it ends with its process, however that ends, and nothing stale is ever left.
 */
export function takeFolder(dataDir: string, holder: Holder): FolderLock | undefined {
  const lockFile = path.join(dataDir, 'lock');
  // Not touched when it is there: closing any handle of it would drop a lock that this process holds.
  if (!existsSync(lockFile)) writeFileSync(lockFile, '', { flag: 'a', mode: 0o600 });
  const file = new DatabaseSync(lockFile);
  try {
    file.exec('pragma busy_timeout = 0; begin exclusive');
  } catch (error) {
    file.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined;
    throw error;
  }
  writeFileSync(note(dataDir), JSON.stringify(holder), { mode: 0o600 });
  return {
    leave: () => rmSync(note(dataDir), { force: true }),
    release() {
      rmSync(note(dataDir), { force: true });
      file.close();
    },
  };
}

/** Who holds a folder that `takeFolder` found taken; undefined in the instant before it has said so, and while it leaves. */
export function holderOf(dataDir: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(note(dataDir), 'utf8'));
  } catch {
    return undefined;
  }
}

const sqliteBusy = 5;
