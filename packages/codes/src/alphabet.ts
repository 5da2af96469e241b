/** Douglas Crockford's base 32: the digits and the letters without I, L, O and U. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Name of the digits that a rule writes its codes in. */
export type Alphabet = 'base32' | 'decimal';

/** What `valueOf` answers for a character outside the alphabet. */
export const NO_DIGIT = 255;

/** How many digits the alphabet has. */
export const radixOf = (alphabet: Alphabet): 10 | 32 => (alphabet === 'decimal' ? 10 : 32);

/** The alphabet's digits, lowest first. */
export const digitsOf = (alphabet: Alphabet): string => CROCKFORD.slice(0, radixOf(alphabet));

/** Values by ASCII code, `NO_DIGIT` elsewhere. */
export function digitValues(alphabet: Alphabet): Uint8Array {
  const values = new Uint8Array(128).fill(NO_DIGIT);
  for (const [value, digit] of [...digitsOf(alphabet)].entries()) values[digit.charCodeAt(0)] = value;
  return values;
}

/** Writes `value` with exactly `count` digits; higher ones are dropped. */
export function toDigits(value: number, count: number, alphabet: Alphabet): string {
  const radix = radixOf(alphabet);
  let text = '';
  for (let rest = value; text.length < count; rest = Math.floor(rest / radix)) text = CROCKFORD.charAt(rest % radix) + text;
  return text;
}
