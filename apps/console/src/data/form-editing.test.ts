import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { reloadRecord } from './form-editing.ts';

async function runReload(answer: { data: string | undefined; error: Error | null }) {
  const calls: string[] = [];
  const refetch = async () => {
    calls.push('fetched');
    return answer;
  };
  const clear = () => calls.push('cleared');
  await reloadRecord({ refetch }, clear, (data) => calls.push(`filled with ${data}`));
  return calls;
}

it('clears the form changes after the record arrives, and then fills in the record', async () => {
  expect(await runReload({ data: 'the record', error: null })).toEqual(['fetched', 'cleared', 'filled with the record']);
});

it('leaves the form unchanged when the reload fails, even with an older record in the cache', async () => {
  expect(await runReload({ data: undefined, error: new Error('no network') })).toEqual(['fetched']);
  expect(await runReload({ data: 'the older one', error: new Error('no network') })).toEqual(['fetched']);
  expect(await runReload({ data: undefined, error: null })).toEqual(['fetched']);
});

it('reloads a stale record with the same function in every form', () => {
  const source = path.resolve(import.meta.dirname, '..');
  const files = globSync('**/*.tsx', { cwd: source }).map((file) => readFileSync(path.join(source, file), 'utf8'));
  const reloads = files.flatMap((text) => [...text.matchAll(/<StaleRecord onLoad=\{([^}]*)\}/g)].map(([, handler]) => handler));
  expect(reloads.length).toBeGreaterThan(5);
  expect(reloads.filter((handler) => !/^(\w+\.)?reload$/.test(handler ?? ''))).toEqual([]);
});
