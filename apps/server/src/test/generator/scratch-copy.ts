import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../../../../..');

/** Copies the source to a temporary folder that shares the installed dependencies. */
export function scratchCopy(): string {
  const copy = realpathSync(mkdtempSync(path.join(tmpdir(), 'suyuan-scratch-')));
  const excluded = new Set(['node_modules', 'dist', '.git']);
  for (const name of [
    'packages',
    'apps',
    'e2e',
    'docs',
    'locales',
    'reference-data',
    'scripts',
    'package.json',
    'biome.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'vitest.config.ts',
    '.gitignore',
  ])
    cpSync(path.join(root, name), path.join(copy, name), { recursive: true, filter: (source) => !excluded.has(path.basename(source)) });
  const modules = path.join(root, 'node_modules');
  mkdirSync(path.join(copy, 'node_modules/@suyuan'), { recursive: true });
  for (const name of readdirSync(modules).filter((each) => each !== '@suyuan' && !each.startsWith('.vite')))
    symlinkSync(path.join(modules, name), path.join(copy, 'node_modules', name));
  const workspaceFolders = { codes: 'packages', contract: 'packages', forms: 'packages', console: 'apps', server: 'apps', verify: 'apps' };
  for (const [name, folder] of Object.entries(workspaceFolders))
    symlinkSync(path.join('../..', folder, name), path.join(copy, 'node_modules/@suyuan', name));
  return copy;
}

/** Runs a script in the copy. Returns its output and exit code. */
export async function runIn(
  copy: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number | null; output: string }> {
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: copy,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text;
    });
  const code = await new Promise<number | null>((done) => child.once('close', done));
  return { code, output: output.slice(-6000) };
}
