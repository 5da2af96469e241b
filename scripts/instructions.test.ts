import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const files = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => name === 'node_modules' || name === 'dist' || name === 'data' });

it('has npm scripts that work in every shell: Node, one file and plain words', () => {
  const scripts = files('{.,apps/*,packages/*}/package.json').flatMap((file) =>
    Object.values((JSON.parse(read(file)).scripts ?? {}) as Record<string, string>),
  );
  expect(scripts).toContain('node scripts/start.mjs');
  expect(scripts.filter((script) => !/^node [\w./-]+( [\w-]+)*$/.test(script))).toEqual([]);
});

it('documents TypeScript commands with npx node, because the local Node may be older', () => {
  const texts = files('{.,docs/**,apps/**,packages/**,scripts/**,bench,e2e/**}/*.{md,ts,tsx,mjs}');
  expect(texts.length).toBeGreaterThan(1000);
  const plain = texts.flatMap((file) =>
    (read(file).match(/(?<!npx |[\w./-])node [\w./-]+\.ts\b/g) ?? []).map((line) => `${file}: ${line}`),
  );
  expect(plain).toEqual([]);
});

it('rejects an unknown benchmark with one message that names all, before it builds the console', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/bench.mjs'), 'nosuch'], { encoding: 'utf8' });
  expect([status, stdout + stderr]).toEqual([
    2,
    expect.stringMatching(/^没有测速“nosuch” \/ unknown benchmark “nosuch”: codes issue .*\n$/),
  ]);
});

it('rejects an unknown test name with one message, before it installs anything', () => {
  const clone = mkdtempSync(path.join(tmpdir(), 'suyuan-clone-'));
  onTestFinished(() => rmSync(clone, { recursive: true, force: true }));
  cpSync(path.join(root, 'scripts'), path.join(clone, 'scripts'), { recursive: true });
  for (const folder of ['apps', 'packages', 'e2e']) mkdirSync(path.join(clone, folder));
  const run = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(clone, 'scripts/test.mjs'), ...args], { encoding: 'utf8' });
    return [status, stdout + stderr];
  };
  expect(run('--help')).toEqual([0, expect.stringMatching(/^npm test -- \[--long\]/)]);
  expect(run('nosuchfile')).toEqual([2, '没有名称含“nosuchfile”的测试文件 / no test file has “nosuchfile” in its name\n']);
  writeFileSync(path.join(clone, 'apps/supplier.test.ts'), '');
  for (const kind of ['lint', 'e2e'])
    expect(run('--only', kind, 'supplier')).toEqual([
      2,
      `--only ${kind}：其中没有名称含“supplier”的测试 / it has no test with “supplier” in its name\n`,
    ]);
  expect(readdirSync(clone).sort()).toEqual(['apps', 'e2e', 'packages', 'scripts']);
});
