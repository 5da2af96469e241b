import { type Alphabet, CROCKFORD, radixOf } from './alphabet.ts';
import type { LinePositions } from './columns.ts';
import { doubledDigit } from './luhn.ts';

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const digits = ascii(CROCKFORD);

/** Checksum contribution by ASCII code, in single and doubled positions. */
function weightsOf(alphabet: Alphabet) {
  const radix = radixOf(alphabet);
  const single = new Uint8Array(256);
  const doubled = new Uint8Array(256);
  for (const [value, code] of digits.entries()) {
    single[code] = value % radix;
    doubled[code] = doubledDigit(value % radix, radix);
  }
  return { radix, single, doubled };
}

const weights = { base32: weightsOf('base32'), decimal: weightsOf('decimal') };

/** `length` includes the check character. */
export function putCheckCharacters(alphabet: Alphabet, length: number, { target, at, stride, count }: LinePositions): void {
  const { radix, single, doubled } = weights[alphabet];
  for (let i = 0, from = at; i < count; i++, from += stride) {
    const last = from + length - 1;
    let sum = 0;
    for (let next = last - 1; next >= from; next -= 2) sum += doubled[target[next]!]!;
    for (let next = last - 2; next >= from; next -= 2) sum += single[target[next]!]!;
    const over = sum % radix;
    target[last] = digits[over === 0 ? 0 : radix - over]!;
  }
}
