import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FIRST_START, startSuyuan } from './suyuan-process.ts';

/** Performs the first start once per run; tests use copies of its data folder. */
export default async function () {
  // the parent folder must be accessible to other accounts, or the database uses another location
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-first-'));
  const suyuan = await startSuyuan({}, dataDir);
  await suyuan.stopProcess();
  process.env[FIRST_START] = JSON.stringify({ dataDir, passwords: suyuan.passwords });
  return () => rmSync(dataDir, { recursive: true, force: true });
}
