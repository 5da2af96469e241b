import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Refusal, reasonOf } from '../platform/refusal.ts';

/** Creates the data folder and returns its real path. Sets the umask, so that new files are private to this account. */
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
    const owner = otherOwner(dataDir);
    if (owner !== undefined && (cause as NodeJS.ErrnoException).code === 'EACCES')
      throw new Refusal(
        `数据目录 DATA_DIR ${dataDir} 不可写：它属于 ${owner}；以 ${owner} 的账号启动，或执行 chown -R 把它交给当前账号`,
        `DATA_DIR belongs to ${owner}: start as that account, or chown -R it to this one`,
        { cause },
      );
    throw new Refusal(
      `数据目录 DATA_DIR ${dataDir} 不可写：${reasonOf(cause)}；换一个可写的文件夹`,
      'DATA_DIR cannot be written: name a folder that can be',
      {
        cause,
      },
    );
  }
}

/** The owner of a folder, if it exists and belongs to another account. */
function otherOwner(folder: string): string | undefined {
  const uid = uidOf(folder);
  if (uid === undefined || uid === process.getuid?.()) return undefined;
  try {
    const account = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.split(':')[2] === String(uid));
    return account?.split(':')[0] ?? `uid ${uid}`;
  } catch {
    return `uid ${uid}`;
  }
}

/** Also undefined below a folder that this account cannot enter. */
function uidOf(folder: string): number | undefined {
  try {
    return statSync(folder).uid;
  } catch {
    return undefined;
  }
}

/** Creates parent folders one by one, because `recursive` never returns below /proc. */
function makeLevels(folder: string): void {
  if (existsSync(folder)) return;
  makeLevels(path.dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // A concurrent process created it first.
    if (!existsSync(folder)) throw error;
  }
}
