import { type Alphabet, CROCKFORD } from './alphabet.ts';
import type { Halves } from './halves.ts';

const ZERO = 48;
const crockford = Uint8Array.from(CROCKFORD, (digit) => digit.charCodeAt(0));

/** `value` is below 2^31. Writes exactly `digits` ASCII digits. */
type PutDigits = (target: Uint8Array, at: number, digits: number, value: number) => void;

/** Division by a constant compiles to a multiplication. Each radix therefore has a separate function. */
function putDecimal(target: Uint8Array, at: number, digits: number, value: number): void {
  let rest = value | 0;
  for (let next = at + digits - 1; next >= at; next--) {
    const tens = (rest / 10) | 0;
    target[next] = ZERO + rest - tens * 10;
    rest = tens;
  }
}

function putBase32(target: Uint8Array, at: number, digits: number, value: number): void {
  // Unrolled for the halves of the default shape: complete lines are a sixth faster.
  if (digits === 4) {
    target[at] = crockford[(value >>> 15) & 31]!;
    target[at + 1] = crockford[(value >>> 10) & 31]!;
    target[at + 2] = crockford[(value >>> 5) & 31]!;
    target[at + 3] = crockford[value & 31]!;
    return;
  }
  let rest = value | 0;
  for (let next = at + digits - 1; next >= at; next--) {
    target[next] = crockford[rest & 31]!;
    rest >>>= 5;
  }
}

const digitWriterOf = (alphabet: Alphabet): PutDigits => (alphabet === 'decimal' ? putDecimal : putBase32);

/** Array of numbers, each split into halves. */
export interface Column {
  readonly high: Int32Array;
  readonly low: Int32Array;
}

/** Position in each of `count` lines: offset in the first line, and bytes between lines. */
export interface LinePositions {
  target: Uint8Array;
  at: number;
  stride: number;
  count: number;
}

export const columnOf = (length: number): Column => ({ high: new Int32Array(length), low: new Int32Array(length) });

/** Fills the column with consecutive numbers starting at `from`. The numbers must not exceed the range. */
export function countUp({ high, low }: Column, halves: Halves, from: number, count: number): void {
  let highHalf = Math.floor(from / halves.low);
  let lowHalf = from - highHalf * halves.low;
  for (let i = 0; i < count; i++) {
    high[i] = highHalf;
    low[i] = lowHalf;
    if (++lowHalf === halves.low) {
      lowHalf = 0;
      highHalf++;
    }
  }
}

/** Adds `other` element by element, modulo r^d. */
export function addTo({ high, low }: Column, other: Column, halves: Halves, count: number): void {
  for (let i = 0; i < count; i++) {
    const lowSum = low[i]! + other.low[i]!;
    const carry = lowSum >= halves.low ? 1 : 0;
    const highSum = high[i]! + other.high[i]! + carry;
    low[i] = carry ? lowSum - halves.low : lowSum;
    high[i] = highSum >= halves.high ? highSum - halves.high : highSum;
  }
}

/** Subtracts `other` element by element, modulo r^d. */
export function subtractFrom({ high, low }: Column, other: Column, halves: Halves, count: number): void {
  for (let i = 0; i < count; i++) {
    const lowRest = low[i]! - other.low[i]!;
    const borrow = lowRest < 0 ? 1 : 0;
    const highRest = high[i]! - other.high[i]! - borrow;
    low[i] = borrow ? lowRest + halves.low : lowRest;
    high[i] = highRest < 0 ? highRest + halves.high : highRest;
  }
}

export function putColumn(alphabet: Alphabet, { high, low }: Column, halves: Halves, { target, at, stride, count }: LinePositions): void {
  const put = digitWriterOf(alphabet);
  const { highDigits, lowDigits } = halves;
  for (let i = 0, to = at; i < count; i++, to += stride) {
    put(target, to, highDigits, high[i]!);
    put(target, to + highDigits, lowDigits, low[i]!);
  }
}

export function copyInLines({ target, at, stride, count }: LinePositions, from: number, length: number): void {
  for (let i = 0, shift = 0; i < count; i++, shift += stride) {
    for (let byte = 0; byte < length; byte++) target[at + shift + byte] = target[from + shift + byte]!;
  }
}

/** Writes consecutive numbers from `first`, zero-padded to `digits`. Splits at nine digits, because `putDecimal` is limited to 2^31. */
export function putOrdinals(first: number, digits: number, { target, at, stride, count }: LinePositions): void {
  const lowDigits = Math.min(digits, 9);
  for (let i = 0, to = at; i < count; i++, to += stride) {
    const upper = Math.floor((first + i) / 1e9);
    putDecimal(target, to, digits - lowDigits, upper);
    putDecimal(target, to + digits - lowDigits, lowDigits, first + i - upper * 1e9);
  }
}
