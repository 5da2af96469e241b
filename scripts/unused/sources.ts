import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** What one search found: how many things it looked at, and what is wrong, a sentence each. */
export interface Search {
  looked: number;
  faults: string[];
}

/** The texts of the files that fit one of `patterns`, by their path from the root of the repository. */
export function textsOf(...patterns: string[]): Map<string, string> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => file.replaceAll(path.sep, '/'));
  return new Map([...new Set(files)].sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** All sources of the product, of its tests and of its tools. */
export const sources = textsOf('{packages,apps}/*/{src,build}/**/*.{ts,tsx}', 'apps/*/*.ts', '{e2e,bench,scripts}/**/*.{ts,mjs}', '*.ts');

/** What the product itself says and draws, without its tests. */
export const product = new Map(
  [...sources, ...textsOf('apps/*/*.html')].filter(([file]) => /^(packages|apps)\//.test(file) && !file.includes('.test.')),
);

/** All texts that a source writes out; of templates each piece between two backquotes, since they lie within one another. */
export const textsIn = (source: string): string[] => [
  ...[...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, single, double = '']) => single ?? double),
  ...source.split('`').slice(1, -1),
];
