import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { now } from '../../../platform/db/clock.ts';
import type { Installation } from '../../../platform/http/installation.ts';
import { timeOf } from '../../../platform/shanghai.ts';
import { backup } from './backup.service.ts';

/** Where a job puts backups, below the data folder. */
const FOLDER = 'backups';

/** Names that sort by time, so that the oldest are known without a look inside. */
const NAME = /^suyuan-\d{8}-\d{6}\.zip$/;
/** What a backup under way is called, and one whose process was killed. */
const PARTIAL = /^suyuan-\d{8}-\d{6}\.zip\.partial$/;
/** A day, in milliseconds, after which nobody writes a partial one any more. */
const ABANDONED = 86_400_000;

/** Makes a backup without the master key beside the earlier ones, and removes all but the newest `keep`. */
export async function makeOne(installation: Installation, keep: number): Promise<{ name: string; bytes: number; removed: number }> {
  const folder = path.join(installation.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweep(folder);
  const name = `suyuan-${moment()}.zip`;
  const { bytes } = await backup(installation, path.join(folder, name), false);
  // beside the one just made, which stays whatever the others are called
  const others = (await readdir(folder)).filter((each) => NAME.test(each) && each !== name).sort();
  const outlived = others.slice(0, Math.max(0, others.length - Math.max(0, keep - 1)));
  for (const each of outlived) await rm(path.join(folder, each), { force: true });
  return { name, bytes, removed: outlived.length };
}

/** Removes what killed processes left half written: it would fill the disk and be of use to nobody. */
async function sweep(folder: string) {
  for (const each of (await readdir(folder)).filter((name) => PARTIAL.test(name))) {
    const file = path.join(folder, each);
    const { mtimeMs } = await stat(file);
    if (mtimeMs < Date.now() - ABANDONED) await rm(file, { force: true });
  }
}

/** Now in Asia/Shanghai, as `20260131-020000`. */
const moment = () => timeOf(now()).replace(/[-:]/g, '').replace(' ', '-');
