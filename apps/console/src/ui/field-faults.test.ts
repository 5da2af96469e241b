import { expect, it, vi } from 'vitest';
import { focusFirstFault, registerFieldFault } from './field-faults.ts';

it('show the first box of a form that holds what is wrong, for as long as it does', () => {
  const [form, show, later] = [{}, vi.fn(), vi.fn()];
  const takeBack = registerFieldFault(form, {}, show);
  registerFieldFault(form, {}, later);
  expect([focusFirstFault(form), focusFirstFault({})]).toEqual([true, false]);
  expect([show.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
  takeBack();
  expect(focusFirstFault(form)).toBe(true);
  expect(later).toHaveBeenCalledOnce();
});
