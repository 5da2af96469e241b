import { expect, it } from 'vitest';
import { trackRunningBatches } from './micro-batch.ts';

it('tells a lot that another one under way has one of its codes, until the last of them has left', () => {
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
