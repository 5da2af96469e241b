import { expect, it } from 'vitest';
import { trackRunningBatches } from './micro-batch.ts';

it('detects that a concurrent batch of scans contains the same code, until the last one ends', () => {
  const { enter } = trackRunningBatches();
  const first = enter(['a', 'b', 'b']);
  expect(first.hasOverlap).toBe(false);
  const second = enter(['b', 'c']);
  expect(second.hasOverlap).toBe(true);
  expect(enter(['d']).hasOverlap).toBe(false);
  first.leave();
  expect(enter(['a']).hasOverlap).toBe(false);
  expect(enter(['b']).hasOverlap).toBe(true);
});
