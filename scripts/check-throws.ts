import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { problems } from '../packages/contract/src/problems.ts';

/** Checks that each name after `@throws` in the server is a problem of the contract, an error class, or a function whose errors propagate. */

const root = path.join(import.meta.dirname, '..');
const THROWN = /@throws ([^\n]*(?:\n \* [^\n@]*)*)/g;
const DECLARED = /\b(?:function\*?|const|class) (\w+)/g;
const SOURCES = ['packages/{codes,contract,forms}/src/**/*.ts', 'apps/server/src/**/*.ts'];

const texts = new Map(
  SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => [file, readFileSync(path.join(root, file), 'utf8')]),
);
const knownNames = new Set(Object.keys(problems));
for (const text of texts.values()) for (const [, name = ''] of text.matchAll(DECLARED)) knownNames.add(name);

const faults: string[] = [];
let count = 0;
for (const [file, text] of texts) {
  // packages define their own faults
  if (!file.startsWith('apps/server/')) continue;
  for (const [, names = ''] of text.matchAll(THROWN))
    for (const [name] of names.matchAll(/^[A-Z]\w+|\b[a-z]+(?:[A-Z]\w*)+/g)) {
      count++;
      if (!knownNames.has(name)) faults.push(`${file} throws ${name}, which is neither a problem nor an error`);
    }
}

for (const fault of faults) console.error(`✗ ${fault}`);
console.log(`throws: ${count} names after @throws are known`);
process.exitCode = faults.length > 0 || count < 100 ? 1 : 0;
