import { expect, it } from 'vitest';
import { stepSign } from './trace-template.ts';

it('shows similar steps with the same icon, and an unnamed step with a separate icon', () => {
  expect(stepSign('shipping')).toBe(stepSign('transporting'));
  expect(stepSign('collecting')).not.toBe(stepSign('shipping'));
  expect(stepSign('')).toBe(stepSign('no-such-step'));
});
