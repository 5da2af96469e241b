import { expect, it } from 'vitest';
import { stepSign } from './trace-template.ts';

it('shows steps that a shopper would call the same by one sign, and a step that nobody named by a sign of its own', () => {
  expect(stepSign('shipping')).toBe(stepSign('transporting'));
  expect(stepSign('collecting')).not.toBe(stepSign('shipping'));
  expect(stepSign('')).toBe(stepSign('no-such-step'));
});
