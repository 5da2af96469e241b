import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { now } from '../../../platform/db/clock.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { timeOf } from '../../../platform/shanghai.ts';
import { backup } from './backup.service.ts';

const FOLDER = 'backups';

/** Names sort by time. */
const NAME = /^suyuan-\d{8}-\d{6}\.zip$/;
/** A backup in progress or left by a killed process. */
const PARTIAL = /^suyuan-\d{8}-\d{6}\.zip\.partial$/;
/** Milliseconds (a day) after which a partial backup counts as abandoned. */
const ABANDONED_AFTER_MS = 86_400_000;

/** Makes a backup without the master key and removes all but the newest `keep`. */
export async function makeScheduledBackup(installation: Installation, keep: number): Promise<{ name: string; bytes: number; removed: number }> {
  const folder = path.join(installation.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeAbandoned(folder);
  const name = `suyuan-${timestamp()}.zip`;
  const { bytes } = await backup(installation, path.join(folder, name), false);
  // always keep the new backup, even if other names sort later
  const others = (await readdir(folder)).filter((each) => NAME.test(each) && each !== name).sort();
  const expired = others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)));
  for (const each of expired) await rm(path.join(folder, each), { force: true });
  return { name, bytes, removed: expired.length };
}

/** Removes partial backups of killed processes, which would fill the disk. */
async function removeAbandoned(folder: string) {
  for (const each of (await readdir(folder)).filter((name) => PARTIAL.test(name))) {
    const file = path.join(folder, each);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(file, { force: true });
  }
}

/** Current time in Asia/Shanghai as `20260131-020000`. */
const timestamp = () => timeOf(now()).replace(/[-:]/g, '').replace(' ', '-');
