import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

/** Result of a search: number of items checked, and one message per fault. */
export interface Search {
  checkedCount: number;
  faults: string[];
}

/** File texts by repository path. */
export function textsOf(...patterns: string[]): Map<string, string> {
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).map((file) => file.replaceAll(path.sep, '/'));
  return new Map([...new Set(files)].sort().map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** Sources of the product without tests. */
export const productSources = new Map(
  [...textsOf('{packages,apps}/*/{src,build}/**/*.{ts,tsx}', 'apps/*/*.{ts,html}')].filter(([file]) => !file.includes('.test.')),
);

/** String literals of a source. Templates are split at backquotes, because they may be nested. */
export const textsIn = (source: string): string[] => [
  ...[...source.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map(([, single, double = '']) => single ?? double),
  ...source.split('`').slice(1, -1),
];
