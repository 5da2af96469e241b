import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCset82 } from './digital-link.ts';
import { type Gs1KeyLength, gs1CheckDigit, isGs1Key, ssccCapacity, ssccOf, toGtin14 } from './gs1-key.ts';

/** Published examples of GS1 and its member organisations. */
const published: [string, Gs1KeyLength][] = [
  ['96385074', 8],
  ['036000291452', 12],
  ['614141000036', 12],
  ['4006381333931', 13],
  ['6291041500213', 13],
  ['0614141000005', 13],
  ['10614141000415', 14],
  ['106141412345678908', 18],
];

const digits = (length: number) => fc.array(fc.nat(9), { minLength: length, maxLength: length }).map((list) => list.join(''));

describe('GS1 key', () => {
  it.each(published)('%s is valid with %i digits', (key, length) => {
    expect(isGs1Key(key, length)).toBe(true);
    for (const other of [8, 12, 13, 14, 18] as const) expect(isGs1Key(key, other)).toBe(other === length);
  });

  it('is invalid with any other digit in any position', () => {
    const change = fc.tuple(fc.constantFrom<Gs1KeyLength>(8, 12, 13, 14, 18), digits(17), fc.nat(), fc.nat(9));
    fc.assert(
      fc.property(change, ([length, body, place, digit]) => {
        const key = body.slice(18 - length) + gs1CheckDigit(body.slice(18 - length));
        expect(isGs1Key(key, length)).toBe(true);
        const at = place % length;
        fc.pre(key[at] !== String(digit));
        expect(isGs1Key(key.slice(0, at) + digit + key.slice(at + 1), length)).toBe(false);
      }),
    );
  });

  it('contains digits only', () => {
    for (const text of ['', '4006381333932', '400638133393', '400638133393X', ' 400638133393', '٤٠٠٦٣٨١٣٣٣٩٣١', '4006381333931\n'])
      expect(isGs1Key(text, 13), text).toBe(false);
  });
});

describe('GTIN', () => {
  it('converts any length to 14 digits', () => {
    expect(toGtin14('96385074')).toBe('00000096385074');
    expect(toGtin14('614141000036')).toBe('00614141000036');
    expect(toGtin14('4006381333931')).toBe('04006381333931');
    expect(toGtin14('10614141000415')).toBe('10614141000415');
  });

  it('is invalid with a wrong check digit, another length or other characters', () => {
    for (const text of ['4006381333932', '106141412345678908', '', '0', 'abcdefgh']) expect(toGtin14(text), text).toBeUndefined();
  });

  it('builds an SSCC from a prefix and a serial', () => {
    expect(ssccOf('10614141', 234_567_890)).toBe('106141412345678908');
    expect(isGs1Key(ssccOf('0690123456789', 9999), 18)).toBe(true);
    expect(ssccCapacity('0690123456789')).toBe(10_000);
    expect(() => ssccOf('0690123456789', 10_000)).toThrow(RangeError);
  });
});

describe('lot', () => {
  it('has one to twenty characters of set 82', () => {
    const cset82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
    expect(cset82).toHaveLength(82);
    const visible = Array.from({ length: 256 }, (_, unit) => String.fromCharCode(unit));
    expect(visible.filter((character) => isCset82(character)).join('')).toBe(cset82);
    expect(['', 'A'.repeat(20), 'A'.repeat(21), '批1', 'A\n'].map(isCset82)).toEqual([false, true, false, false, false]);
  });
});
