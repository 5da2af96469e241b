import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startSuyuan } from './suyuan-process.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Data folder after the first start, with sample data, and the printed passwords. */
    firstStart: { dataDir: string; passwords: Record<string, string> };
  }
}

/** Performs the first start once per run; tests use copies of its data folder. */
export default async function (project: TestProject) {
  // the parent folder must be accessible to other accounts, or the database uses another location
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-first-'));
  const suyuan = await startSuyuan({}, dataDir);
  await suyuan.stopProcess();
  project.provide('firstStart', { dataDir, passwords: suyuan.passwords });
  return () => rmSync(dataDir, { recursive: true, force: true });
}
