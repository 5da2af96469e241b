import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { startSuyuan } from './product.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A data folder as the first start leaves it, sample and all, and the passwords that it printed. */
    firstStart: { dataDir: string; passwords: Record<string, string> };
  }
}

/** Starts the product for the first time once a run; journeys begin with a copy of what that leaves, each with its own. */
export default async function (project: TestProject) {
  // not below a folder that its owner alone may enter: the database would lie elsewhere
  const dataDir = mkdtempSync(path.join(tmpdir(), 'suyuan-first-'));
  const suyuan = await startSuyuan({}, dataDir);
  await suyuan.end();
  project.provide('firstStart', { dataDir, passwords: suyuan.passwords });
  return () => rmSync(dataDir, { recursive: true, force: true });
}
