import { type Alphabet, radixOf } from './alphabet.ts';

/**
 * Splits a number of d digits into ⌈d/2⌉ high and ⌊d/2⌋ low digits. Each half is below 2^20, so sums of halves are small integers and
 * never become doubles.
 */
export interface Halves {
  readonly highDigits: number;
  readonly lowDigits: number;
  /** Upper bounds of the halves: r^⌈d/2⌉ and r^⌊d/2⌋. */
  readonly high: number;
  readonly low: number;
  /** 2^32 modulo each bound, computed once because the modulo operation is slow. */
  readonly highCarry: number;
  readonly lowCarry: number;
}

const WORD = 2 ** 32;

/** The high half has the extra digit of an odd count. */
export function halvesOf(alphabet: Alphabet, digits: number): Halves {
  const radix = radixOf(alphabet);
  const highDigits = Math.ceil(digits / 2);
  const lowDigits = Math.floor(digits / 2);
  const high = radix ** highDigits;
  const low = radix ** lowDigits;
  return { highDigits, lowDigits, high, low, highCarry: WORD % high, lowCarry: WORD % low };
}

export const upperWord = (value: number): number => Math.floor(value / WORD) >>> 0;
export const lowerWord = (value: number): number => value >>> 0;

/**
 * Exact remainder of a 64-bit integer for `modulus` ≤ 2^20. No intermediate value reaches 2^53, below which the rounded-down quotient
 * of doubles is exact.
 * @param carry 2^32 modulo `modulus`
 */
export function remainder(upper: number, lower: number, modulus: number, carry: number): number {
  if ((modulus & (modulus - 1)) === 0) return lower & (modulus - 1);
  const sum = (upper - Math.floor(upper / modulus) * modulus) * carry + lower;
  return sum - Math.floor(sum / modulus) * modulus;
}

/** Compares two numbers below 2^53 in constant time. */
export const isSame = (one: number, other: number): boolean =>
  ((upperWord(one) ^ upperWord(other)) | (lowerWord(one) ^ lowerWord(other))) === 0;
