import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { migrations } from './index.ts';

it('lists every migration file once, by name and in the order of Kysely', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => /^\d{4}-.*\.ts$/.test(file));
  const names = files.map((file) => file.replace(/\.ts$/, '')).sort();
  expect(Object.keys(migrations)).toEqual(names);
  const numbers = names.map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});
