import { type Alphabet, CROCKFORD } from './alphabet.ts';

const ZERO = 48;
const crockford = Uint8Array.from(CROCKFORD, (digit) => digit.charCodeAt(0));

/** Writes `value` below 2^31 with exactly `digits` digits of ASCII into `target` from `at` on. */
type PutDigits = (target: Uint8Array, at: number, digits: number, value: number) => void;

/** Division by a literal compiles to a multiplication, hence one function for each radix. */
export function putDecimal(target: Uint8Array, at: number, digits: number, value: number): void {
  let rest = value | 0;
  for (let next = at + digits - 1; next >= at; next--) {
    const tens = (rest / 10) | 0;
    target[next] = ZERO + rest - tens * 10;
    rest = tens;
  }
}

function putBase32(target: Uint8Array, at: number, digits: number, value: number): void {
  // The halves of the default shape, written out: whole lines come a sixth faster.
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

/** What writes digits of the alphabet into bytes. */
export const putterOf = (alphabet: Alphabet): PutDigits => (alphabet === 'decimal' ? putDecimal : putBase32);
