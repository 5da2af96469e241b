import { expect, it } from 'vitest';
import { groupDigits, groupedCount } from './numbers.ts';

/** What `Intl` makes of it, with the same mark between groups. */
const asIntl = (value: number) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }).format(value).replaceAll(',', groupDigits(1000).charAt(1));

it('group digits as Intl does, whole numbers without it', () => {
  const whole = [0, 7, 999, 1000, -1000, 123_456, 1_000_000_000, Number.MAX_SAFE_INTEGER];
  for (const value of [...whole, 0.5, -1234.5678, 2 ** 60, Number.NaN]) expect(groupDigits(value)).toBe(asIntl(value));
  expect(groupDigits(1_234_567)).toMatch(/^1\s234\s567$/);
});

it('make nothing of Intl for whole numbers', () => {
  const made = Intl.NumberFormat;
  // @ts-expect-error nobody may ask for it here
  Intl.NumberFormat = undefined;
  try {
    expect(groupDigits(4_200)).toMatch(/^4\s200$/);
  } finally {
    Intl.NumberFormat = made;
  }
});

it.each([
  ['1\u00a0000', 1000],
  ['1,000', 1000],
  ['1000.00', 1000],
  ['1 000．5', 1000],
  ['12。', 12],
  ['.5', ''],
  ['', ''],
  [undefined, ''],
])('read a count from %j, never what stands after a point', (typed, count) => {
  expect(groupedCount.parser(typed)).toBe(count);
});
