import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Installation } from '../../../http/installation.ts';
import { backup } from './backup.service.ts';

/** Where a job puts backups, below the data folder. */
const FOLDER = 'backups';

/** Names that sort by time, so that the oldest are known without a look inside. */
const NAME = /^suyuan-\d{8}-\d{6}\.zip$/;

/** Makes a backup without the master key beside the earlier ones, and removes all but the newest `keep`. */
export async function makeOne(installation: Installation, keep: number): Promise<{ name: string; bytes: number; removed: number }> {
  const folder = path.join(installation.dataDir, FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `suyuan-${moment()}.zip`;
  const { bytes } = await backup(installation, path.join(folder, name), false);
  const old = (await readdir(folder)).filter((each) => NAME.test(each)).sort();
  const outlived = old.slice(0, Math.max(0, old.length - keep));
  for (const each of outlived) await rm(path.join(folder, each), { force: true });
  return { name, bytes, removed: outlived.length };
}

/** Now in Asia/Shanghai, as `20260131-020000`. */
const moment = () => new Date().toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' }).replace(/[-:]/g, '').replace(' ', '-');
