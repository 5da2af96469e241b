import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const folder = path.join(import.meta.dirname, '../docs/decisions');
const pages = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .sort();

it('gives every decision a unique number that its title repeats', () => {
  const numbers = pages.map((file) => Number(file.slice(0, 4)));
  expect(numbers).toEqual([...new Set(numbers)]);
  expect(pages.map((file) => Number(titleOf(file).split('.')[0]))).toEqual(numbers);
});

it('keeps at most 50 decisions in force', () => {
  expect(pages.length).toBeLessThanOrEqual(50);
});

it('lists every decision once in the index, with its title and ordered within its topic', () => {
  const topics = readFileSync(path.join(folder, 'README.md'), 'utf8')
    .split(/^## /m)
    .map((topic) => topic.split('\n').filter((line) => line.startsWith('- ')));
  expect(topics.flat().sort()).toEqual(pages.map((file) => `- [${titleOf(file)}](${file})`).sort());
  for (const lines of topics) {
    const numbers = lines.map((line) => Number(/\[(\d+)\./.exec(line)?.[1]));
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  }
});

it('gives every decision the sections Context, Decision and Consequences', () => {
  for (const file of pages) {
    const headings = readFileSync(path.join(folder, file), 'utf8').match(/^## .+$/gm);
    expect(headings, file).toEqual(['## Context', '## Decision', '## Consequences']);
  }
});

function titleOf(file: string): string {
  const [line = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n');
  return line.replace(/^#\s+/, '').trim();
}
