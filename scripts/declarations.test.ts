import { execFile } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
/** A copy of the contract as deep as the original, because it imports texts by relative paths, in a folder that no other test reads. */
const copy = path.join(root, `.launch/planted${process.pid}`);
const server = 'apps/server/src/features/partners/dealer/';
const page = 'apps/console/src/features/partners/dealer/';

/** Type errors of a feature and a page, compiled with the copy. */
async function typeErrors(): Promise<string[]> {
  const config = path.join(copy, 'tsconfig.json');
  const paths = { '@suyuan/contract': ['./src/index.ts'], '@suyuan/contract/*': ['./src/*.ts'] };
  const compilerOptions = { lib: ['ES2024', 'ESNext.Iterator', 'DOM', 'DOM.Iterable'], jsx: 'react-jsx', noEmit: true, paths };
  const files = [`${server}dealer.routes.ts`, `${page}dealer-tree-view.tsx`].map((file) => path.join(root, file));
  writeFileSync(config, JSON.stringify({ extends: path.join(root, 'tsconfig.base.json'), compilerOptions, files }));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const output = await promisify(execFile)(process.execPath, [tsc, '--project', config, '--pretty', 'false'], { cwd: root }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
  return output.split('\n').filter((line) => line.startsWith(server) || line.startsWith(page));
}

function rename(from: string, to: string) {
  const file = path.join(copy, 'src/partners/dealer.ts');
  const source = readFileSync(file, 'utf8');
  const result = source.replace(new RegExp(`\\b${from}\\b`, 'g'), to);
  expect(result, from).not.toBe(source);
  writeFileSync(file, result);
}

beforeAll(() => cpSync(path.join(root, 'packages/contract'), copy, { recursive: true, filter: (file) => !file.includes('node_modules') }));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('a request that is renamed in the contract compiles neither on the server nor on the console, nor does a renamed field', async () => {
  rename('dealerTree', 'dealerHierarchy');
  rename('more', 'isTruncated');
  const errors = await typeErrors();
  for (const [folder, name] of [
    [server, 'dealerTree'],
    [server, 'more'],
    [page, 'dealerTree'],
    [page, 'more'],
  ] as const)
    expect(
      errors.filter((error) => error.startsWith(folder) && error.includes(name)),
      `${folder} ${name}`,
    ).not.toEqual([]);
}, 600_000);

it('a step that is renamed in the life cycle compiles neither with its handler nor with its dialog', async () => {
  rename('resume', 'restart');
  const errors = await typeErrors();
  for (const file of [`${server}dealer-life-cycle.service.ts`, `${page}use-dealer-actions.tsx`])
    expect(
      errors.filter((error) => error.startsWith(file) && error.includes('resume')),
      file,
    ).not.toEqual([]);
}, 600_000);
