import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '../docs/decisions');
const pages = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort();

it('gives every decision a number of its own, which its title repeats', () => {
  const numbers = pages.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(pages.map((file) => Number(titleOf(file).split('.')[0]))).toEqual(numbers);
});

it('lists every decision in the index, with its title and in the order of the numbers', () => {
  const lines = readFileSync(path.join(folder, 'README.md'), 'utf8').split('\n');
  expect(lines.filter((line) => line.startsWith('- '))).toEqual(pages.map((file) => `- [${titleOf(file)}](${file})`));
});

/** The title of a page: its first line without the mark of a heading. */
function titleOf(file: string): string {
  const [line = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n');
  return line.replace(/^#\s+/, '').trim();
}
