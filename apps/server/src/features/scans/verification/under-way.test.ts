import { expect, it } from 'vitest';
import { underWay } from './under-way.ts';

it('tells a lot that another one under way has one of its codes, until the last of them has left', () => {
  const { enter } = underWay();
  const first = enter(['a', 'b', 'b']);
  expect(first.met).toBe(false);
  const second = enter(['b', 'c']);
  expect(second.met).toBe(true);
  expect(enter(['d']).met).toBe(false);
  first.leave();
  expect(enter(['a']).met).toBe(false);
  expect(enter(['b']).met).toBe(true);
});
