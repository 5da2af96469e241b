import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../packages/contract/src/core/problem.ts';

/**
 * Holds what is called from elsewhere to a docstring: what a function answers, in which unit and order, how much at most, and what it
 * refuses. Where a name says all of it there is none to write: the verbs of the grammar in services and queries, `…Routes`, components.
 * What a docstring says is thrown must be a problem of the contract, or a function that says more.
 */

const root = path.join(import.meta.dirname, '..');
const PUBLIC = [
  'packages/{codes,contract,forms}/src/**/*.ts',
  'apps/server/src/**/*.ts',
  'apps/console/src/{kit,sign-in,worker}/**/*.{ts,tsx}',
  'apps/verify/src/**/*.ts',
];
/** Tests and what serves them, rows and words that are lists, what a program wrote. */
const LEFT_OUT = /\.test\.tsx?$|\/(test|golden|scratch|migrations|words|embedded\/bin)\/|\/database\.ts$/;
const ANSWERING = /\.(queries|service)\.ts$/;

/** What these do, ARCHITECTURE.md says once: a noun behind them says to what. */
const VERBS = /^(list|find|read|add|edit|remove|insert|update|lock|count)(?![a-z])/;
const DECLARED = /^export (?:async )?(?:function\*? (\w+)|const (\w+)[^=]*= (?:<[^>]+>)?(?:async )?(?:\(|\w+ =>))/;
const THROWN = /@throws ([^\n]*(?:\n \* [^\n@]*)*)/g;

const isNamedWhole = (file: string, name: string) =>
  /^[A-Z]/.test(name) || name.endsWith('Routes') || (ANSWERING.test(file) && VERBS.test(name));

const faults: string[] = [];
const files = PUBLIC.flatMap((pattern) => globSync(pattern, { cwd: root })).filter((file) => !LEFT_OUT.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
const known = new Set(Object.keys(problems));
for (const text of texts.values()) for (const [, name = ''] of text.matchAll(/\b(?:function\*?|const) (\w+)/g)) known.add(name);

let looked = 0;
for (const [file, text] of texts) {
  const lines = text.split('\n');
  for (const [at, line] of lines.entries()) {
    const [, called, held] = DECLARED.exec(line) ?? [];
    const name = called ?? held;
    if (name === undefined || isNamedWhole(file, name)) continue;
    looked++;
    if (!lines[at - 1]?.trimEnd().endsWith('*/')) faults.push(`${file}:${at + 1} does not say what ${name} is`);
  }
  // forms throw faults of their own
  if (!file.startsWith('apps/server/')) continue;
  for (const [, said = ''] of text.matchAll(THROWN))
    for (const [word] of said.matchAll(/\b[a-z]+(?:[A-Z]\w*)+/g))
      if (!known.has(word)) faults.push(`${file} throws ${word}, which is no problem`);
}

for (const fault of faults) console.error(`✗ ${fault}`);
console.log(`docstrings: ${looked} functions of ${files.length} files say what their names do not`);
process.exitCode = faults.length > 0 || looked < 1000 ? 1 : 0;
