import { type Alphabet, radixOf } from './alphabet.ts';

/**
 * A number of d digits as its high ⌈d/2⌉ and low ⌊d/2⌋ digits: each half is below 2^20, so sums of halves are small integers,
 * which the engine adds without ever making a double.
 */
export interface Halves {
  readonly highDigits: number;
  readonly lowDigits: number;
  /** What the halves count up to: r^⌈d/2⌉ and r^⌊d/2⌋. */
  readonly high: number;
  readonly low: number;
  /** What 2^32 is modulo each of them; computed once, since the engine is slow at it. */
  readonly highCarry: number;
  readonly lowCarry: number;
}

const WORD = 2 ** 32;

/** How numbers of so many digits are cut in two; the high half has the odd digit. */
export function halvesOf(alphabet: Alphabet, digits: number): Halves {
  const radix = radixOf(alphabet);
  const highDigits = Math.ceil(digits / 2);
  const lowDigits = Math.floor(digits / 2);
  const high = radix ** highDigits;
  const low = radix ** lowDigits;
  return { highDigits, lowDigits, high, low, highCarry: WORD % high, lowCarry: WORD % low };
}

/** Upper 32 bits of a number below 2^53. */
export const upperWord = (value: number): number => Math.floor(value / WORD) >>> 0;
/** Lower 32 bits of it. */
export const lowerWord = (value: number): number => value >>> 0;

/**
 * The 64-bit integer of two unsigned words modulo `modulus` ≤ 2^20, exact: nothing on the way reaches 2^53, below which the floor of a
 * quotient of doubles is the quotient's floor.
 * @param carry 2^32 modulo `modulus`
 */
export function remainder(upper: number, lower: number, modulus: number, carry: number): number {
  if ((modulus & (modulus - 1)) === 0) return lower & (modulus - 1);
  const sum = (upper - Math.floor(upper / modulus) * modulus) * carry + lower;
  return sum - Math.floor(sum / modulus) * modulus;
}

/** Tells whether two numbers below 2^53 are equal, in the same time wherever they differ. */
export const isSame = (one: number, other: number): boolean =>
  ((upperWord(one) ^ upperWord(other)) | (lowerWord(one) ^ lowerWord(other))) === 0;
