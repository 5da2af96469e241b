import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

describe('folder file store', () => {
  it.skipIf(process.platform === 'win32')('does not accept a truncated file when the disk is full', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'suyuan-folder-'));
    // files are limited to about ten thousand bytes: the write is short, and only its byte count shows it
    const script = `
      import { folderStore } from ${JSON.stringify(path.join(import.meta.dirname, 'folder-store.ts'))};
      const kept = folderStore(${JSON.stringify(folder)}).receive('one', (file) => file.write(Buffer.alloc(100_000)));
      console.log(await kept.then(() => 'kept', (error) => error.code));`;
    const limited = ['-c', 'ulimit -f 20; exec "$0" --input-type=module -e "$1"', process.execPath, script];
    expect((await promisify(execFile)('/bin/sh', limited)).stdout).toBe('EFBIG\n');
    expect(readdirSync(path.join(folder, 'files-arriving'))).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  });
});
