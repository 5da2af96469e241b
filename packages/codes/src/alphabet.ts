/** Base 32 by Douglas Crockford: digits and letters without I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export type Alphabet = 'base32' | 'decimal';

/** Value of a character outside the alphabet. */
export const NO_DIGIT = 255;

export const radixOf = (alphabet: Alphabet): 10 | 32 => (alphabet === 'decimal' ? 10 : 32);

export const digitsOf = (alphabet: Alphabet): string => CROCKFORD.slice(0, radixOf(alphabet));

/** Indexed by ASCII code. `NO_DIGIT` outside the alphabet. */
export function digitValues(alphabet: Alphabet): Uint8Array {
  const values = new Uint8Array(128).fill(NO_DIGIT);
  for (const [value, digit] of [...digitsOf(alphabet)].entries()) values[digit.charCodeAt(0)] = value;
  return values;
}

/** Writes `value` with exactly `count` digits. Higher digits are dropped. */
export function toDigits(value: number, count: number, alphabet: Alphabet): string {
  const radix = radixOf(alphabet);
  let text = '';
  for (let rest = value; text.length < count; rest = Math.floor(rest / radix)) text = CROCKFORD.charAt(rest % radix) + text;
  return text;
}
