import { expect, it, vi } from 'vitest';
import { noteStanding, showStanding } from './standing-faults.ts';

it('show the first box of a form that holds what is wrong, for as long as it does', () => {
  const [form, show, later] = [{}, vi.fn(), vi.fn()];
  const takeBack = noteStanding(form, {}, show);
  noteStanding(form, {}, later);
  expect([showStanding(form), showStanding({})]).toEqual([true, false]);
  expect([show.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
  takeBack();
  expect(showStanding(form)).toBe(true);
  expect(later).toHaveBeenCalledOnce();
});
