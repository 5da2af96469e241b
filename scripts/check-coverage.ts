import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Checks `docs/specification-coverage.md`: every row names its implementation and a test, the files exist, and the quoted test titles
 * are in their files.
 */

const root = path.join(import.meta.dirname, '..');
const document = readFileSync(path.join(root, 'docs/specification-coverage.md'), 'utf8');
const faults: string[] = [];
let rows = 0;

/** Compares letters and digits only, because titles may be split strings or contain typographic marks. */
const normalise = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
const texts = new Map<string, string>();

function textOf(file: string): string | undefined {
  const cached = texts.get(file);
  if (cached !== undefined) return cached;
  const full = path.join(root, file);
  if (!existsSync(full) || statSync(full).isDirectory()) return undefined;
  const text = titlesIn(readFileSync(full, 'utf8'));
  texts.set(file, text);
  return text;
}

/** First arguments of `it` and `describe` in a file. Comments do not count. */
function titlesIn(source: string): string {
  const calls = source.matchAll(/\b(?:it|describe|test)\b(?:\.\w+(?:\((?:[^()]|\([^()]*\))*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g);
  return normalise([...calls].map(([, , title]) => title).join(' | '));
}

for (const [index, line] of document.split('\n').entries()) {
  if (!line.startsWith('| ') || line.startsWith('| ---') || line.startsWith('| Says')) continue;
  const where = `line ${index + 1}`;
  const [statement = '', implementation = '', test = ''] = line
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
  rows++;
  if (!statement || !implementation || !test) faults.push(`${where}: a row has three cells, none of them empty`);
  for (const [, file = ''] of implementation.matchAll(/`([^`]+)`/g))
    if (!existsSync(path.join(root, file))) faults.push(`${where}: there is no ${file}`);
  const quoted = [...test.matchAll(/`([^`]+)`((?: “[^”]+”)*)/g)];
  if (quoted.length === 0) faults.push(`${where}: names no test`);
  for (const [, file = '', titles = ''] of quoted) {
    const text = textOf(file);
    if (text === undefined) faults.push(`${where}: there is no file ${file}`);
    else if (!titles) faults.push(`${where}: ${file} is named without a test of it`);
    else
      for (const [, title = ''] of titles.matchAll(/“([^”]+)”/g))
        if (!text.includes(normalise(title))) faults.push(`${where}: ${file} has no test “${title}”`);
  }
}
if (rows < 100) faults.push(`${rows} rows are fewer than the specification has sentences`);

for (const fault of faults) console.error(`✗ ${fault}`);
console.log(`coverage: ${rows} rows of the specification, each with its place and its test`);
process.exitCode = faults.length > 0 ? 1 : 0;
