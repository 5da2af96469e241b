import { type Alphabet, CROCKFORD } from './alphabet.ts';

const ZERO = 48;
const crockford = Uint8Array.from(CROCKFORD, (digit) => digit.charCodeAt(0));

/** `value` is below 2^31. Writes exactly `digits` ASCII digits. */
type PutDigits = (target: Uint8Array, at: number, digits: number, value: number) => void;

/** Division by a constant compiles to a multiplication. Each radix therefore has a separate function. */
export function putDecimal(target: Uint8Array, at: number, digits: number, value: number): void {
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

export const digitWriterOf = (alphabet: Alphabet): PutDigits => (alphabet === 'decimal' ? putDecimal : putBase32);
