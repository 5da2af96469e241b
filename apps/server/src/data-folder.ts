import { accessSync, constants, existsSync, mkdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, reasonOf } from './refusal.ts';

/**
 * Makes the data folder if it is not there, proves that it can be written, and answers its real path. What this process writes from
 * here on is for its own account only.
 */
export function prepareDataFolder(dataDir: string): string {
  process.umask(0o077);
  try {
    makeLevels(dataDir);
    const real = realpathSync(dataDir);
    accessSync(real, constants.W_OK | constants.X_OK);
    const probe = path.join(real, `.write-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
    return real;
  } catch (cause) {
    throw new Refusal(
      `数据目录 DATA_DIR ${dataDir} 不可写：${reasonOf(cause)}；换一个可写的文件夹`,
      'DATA_DIR cannot be written: name a folder that can be',
      {
        cause,
      },
    );
  }
}

/** Makes a folder and those above it, one by one: below /proc, `recursive` would try for ever. */
function makeLevels(folder: string): void {
  if (existsSync(folder)) return;
  makeLevels(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process that starts at this moment was quicker.
    if (!existsSync(folder)) throw error;
  }
}
