import { expect, it } from 'vitest';
import { impactCountText } from './confirm-modal.tsx';
import { formatDelay } from './format-amount.ts';
import { formatInputNumber, groupDigits, parseNumber } from './number-format.ts';

const formatWithIntl = (value: number) => new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 }).format(value);

it('groups digits like Intl, without Intl for whole numbers', () => {
  const integers = [0, 7, 999, 1000, -1000, 123_456, 1_000_000_000, Number.MAX_SAFE_INTEGER];
  for (const value of [...integers, 0.5, -1234.5678, 2 ** 60, Number.NaN]) expect(groupDigits(value)).toBe(formatWithIntl(value));
  expect(groupDigits(1_234_567)).toBe('1,234,567');
});

it('shows delays from two days on in days', () => {
  const t = ((key: string, { hours, days }: { hours?: number; days?: number }) => `${hours ?? days} ${key.split('.').at(-1)}`) as never;
  const delays = [0, 47.9, 48, 100, 236, 1000, null].map((hours) => formatDelay(t, hours));
  expect(delays).toEqual(['0 hours', '47.9 hours', '2 days', '4.2 days', '9.8 days', '42 days', '—']);
});

it('shows exact counts in a confirmation, except scanned codes beyond their limit', () => {
  expect(impactCountText('out', 130_990)).toBe('130,990');
  expect(impactCountText('scanned', 100_000)).toBe('100,000');
  expect(impactCountText('scanned', 100_001)).toBe('100,000+');
});

it('does not use Intl for whole numbers', () => {
  const IntlNumberFormat = Intl.NumberFormat;
  // @ts-expect-error it must not be used here
  Intl.NumberFormat = undefined;
  try {
    expect(groupDigits(4_200)).toBe('4,200');
  } finally {
    Intl.NumberFormat = IntlNumberFormat;
  }
});

it.each([
  ['1\u00a0000', 1000],
  ['1 000', 1000],
  ['1,000', 1000],
  ['12,345,678.5', 12_345_678.5],
  ["1'000", 1000],
  ['１，０００', 1000],
  ['－５．６７８', -5.678],
  ['1000.00', 1000],
  ['1 000．5', 1000.5],
  ['12。', 12],
  ['.5', 0.5],
  ['−3', -3],
  ['+7', 7],
  ['-0', 0],
  ['1E+05', 100_000],
  ['￥5.00', 5],
  [' 12 个月', 12],
  ['12\n', 12],
  ['¥ 1,280.50', 1280.5],
  ['120.5°', 120.5],
  ['999999999999999999999', 1e21],
  ['', null],
  [' \u3000', null],
])('parses the number in %j', (input, number) => {
  expect(parseNumber(input)).toBe(number);
});

it.each([
  'abc',
  '-',
  '.',
  '1.2.3',
  '12,34',
  '3-5',
  '1/2',
  '12:30',
  '0x1F',
  '12kg',
  '1e999',
  '五',
  '5万',
  '1.2 万',
  '3 亿',
  '5千',
  '10²',
  '0,125',
  '0,12',
  '1,2345',
  '12\t34',
  '12\n34',
])('leaves %j unchanged', (input) => {
  expect(parseNumber(input)).toBe(input);
});

it.each([
  [5, { fixed: 2 }, '5.00'],
  [-5.678, { fixed: 2 }, '-5.678'],
  ['5.5', { fixed: 2 }, '5.50'],
  [1_234_567, { grouped: true }, groupDigits(1_234_567)],
  [1000.25, { grouped: true }, '1000.25'],
  [999, {}, '999'],
  ['abc', { grouped: true, fixed: 2 }, 'abc'],
  [undefined, { grouped: true }, ''],
])('formats %j without rounding', (value, options, expected) => {
  expect(formatInputNumber(value, options)).toBe(expected);
});
