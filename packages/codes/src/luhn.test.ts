import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alphabet, checkCharacterOf, digitsOf, hasCheckCharacter } from './alphabet.ts';

const alphabets = ['base32', 'decimal'] as const;
const textOf = (alphabet: Alphabet) =>
  fc.array(fc.constantFrom(...digitsOf(alphabet)), { minLength: 1, maxLength: 23 }).map((digits) => digits.join(''));
const checked = (text: string, alphabet: Alphabet) => text + checkCharacterOf(text, alphabet);

describe.each(alphabets)('check character of %s', (alphabet) => {
  it('accepts a correct check character', () => {
    fc.assert(
      fc.property(textOf(alphabet), (text) => {
        expect(hasCheckCharacter(checked(text, alphabet), alphabet)).toBe(true);
      }),
    );
  });

  it('detects every single wrong character', () => {
    const change = fc.tuple(textOf(alphabet), fc.nat(), fc.constantFrom(...digitsOf(alphabet)));
    fc.assert(
      fc.property(change, ([text, place, digit]) => {
        const right = checked(text, alphabet);
        const at = place % right.length;
        fc.pre(right[at] !== digit);
        expect(hasCheckCharacter(right.slice(0, at) + digit + right.slice(at + 1), alphabet)).toBe(false);
      }),
    );
  });

  it('detects swapped neighbours, except the lowest with the highest digit', () => {
    const [lowest, highest] = [digitsOf(alphabet).at(0), digitsOf(alphabet).at(-1)];
    fc.assert(
      fc.property(textOf(alphabet), fc.nat(), (text, place) => {
        const right = checked(text, alphabet);
        const at = place % (right.length - 1);
        const [one, other] = [right.charAt(at), right.charAt(at + 1)];
        fc.pre(one !== other && !([one, other].includes(lowest!) && [one, other].includes(highest!)));
        expect(hasCheckCharacter(right.slice(0, at) + other + one + right.slice(at + 2), alphabet)).toBe(false);
      }),
    );
  });
});

describe('check character', () => {
  it('equals the payment card check digit for decimal digits', () => {
    expect(checkCharacterOf('7992739871', 'decimal')).toBe('3');
  });

  it('reads letters of a decimal prefix by their Crockford value modulo ten', () => {
    expect(checkCharacterOf('ABZ123', 'decimal')).toBe(checkCharacterOf('011123', 'decimal'));
  });

  it('is missing in an empty text and in a single character', () => {
    expect(hasCheckCharacter('', 'base32')).toBe(false);
    expect(hasCheckCharacter('0', 'base32')).toBe(false);
  });
});
