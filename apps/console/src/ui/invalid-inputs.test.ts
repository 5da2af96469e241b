import { expect, it, vi } from 'vitest';
import { focusFirstInvalidInput, registerInvalidInput } from './form-validation.ts';

it('focuses the first invalid field of a form while it is registered', () => {
  const [form, show, later] = [{}, vi.fn(), vi.fn()];
  const unregister = registerInvalidInput(form, {}, show);
  registerInvalidInput(form, {}, later);
  expect([focusFirstInvalidInput(form), focusFirstInvalidInput({})]).toEqual([true, false]);
  expect([show.mock.calls.length, later.mock.calls.length]).toEqual([1, 0]);
  unregister();
  expect(focusFirstInvalidInput(form)).toBe(true);
  expect(later).toHaveBeenCalledOnce();
});
