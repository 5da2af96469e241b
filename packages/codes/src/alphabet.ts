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

const crockford = digitValues('base32');

/**
 * Luhn formula modulo r (ISO/IEC 7812-1 Annex B, with r for 10). Detects every single wrong character and every swap of neighbours
 * except the lowest digit with the highest. Each character counts with its Crockford value modulo r. In decimal rules, A in a prefix
 * counts as 0, B as 1, Z as 1.
 */
export const checkCharacterOf = (text: string, alphabet: Alphabet): string =>
  CROCKFORD.charAt(checkValue(text, text.length, radixOf(alphabet)));

export const hasCheckCharacter = (text: string, alphabet: Alphabet): boolean =>
  text.length > 1 && text.charCodeAt(text.length - 1) === CROCKFORD.charCodeAt(checkValue(text, text.length - 1, radixOf(alphabet)));

function checkValue(text: string, length: number, radix: number): number {
  let sum = 0;
  for (let at = length - 1, doubled = true; at >= 0; at--, doubled = !doubled) {
    const charCode = text.charCodeAt(at);
    const value = charCode < 128 ? crockford[charCode]! % radix : 0;
    sum += doubled ? doubledDigit(value, radix) : value;
  }
  return (radix - (sum % radix)) % radix;
}

/** Doubles `value` and adds the two digits of the result. */
export function doubledDigit(value: number, radix: number): number {
  const doubled = 2 * value;
  return doubled < radix ? doubled : doubled - radix + 1;
}
