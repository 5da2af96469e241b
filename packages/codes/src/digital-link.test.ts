import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { digitalLinkPath, parseDigitalLink } from './digital-link.ts';

const cset82 = '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const value = fc
  .array(fc.constantFrom(...cset82), { minLength: 1, maxLength: 20 })
  .map((characters) => characters.join(''))
  .filter((text) => !/^\.{1,2}$/.test(text));

describe('a Digital Link path', () => {
  it('names the GTIN in fourteen digits, then the lot, then the serial', () => {
    expect(digitalLinkPath({ gtin: '4006381333931', lot: 'L26-11', serial: 'TD0W5AHTV94E1V3M' })).toBe(
      '/01/04006381333931/10/L26-11/21/TD0W5AHTV94E1V3M',
    );
    expect(digitalLinkPath({ gtin: '4006381333931', serial: '1' })).toBe('/01/04006381333931/21/1');
    expect(digitalLinkPath({ gtin: '4006381333931' })).toBe('/01/04006381333931');
  });

  it('gives back what it was made of, also when it went through a URL', () => {
    const parts = fc.record({ lot: value, serial: value }, { requiredKeys: [] });
    fc.assert(
      fc.property(parts, (qualifiers) => {
        const link = { gtin: '04006381333931', ...qualifiers };
        const path = digitalLinkPath(link);
        expect(parseDigitalLink(path)).toEqual(link);
        expect(parseDigitalLink(new URL(path, 'https://id.example').pathname)).toEqual(link);
      }),
    );
  });

  it('escapes what a path may not hold', () => {
    expect(digitalLinkPath({ gtin: '4006381333931', lot: "A/B?%'" })).toBe('/01/04006381333931/10/A%2FB%3F%25%27');
  });

  it('is read with a short GTIN and with a slash at its end', () => {
    expect(parseDigitalLink('/01/4006381333931/21/A1/')).toEqual({ gtin: '04006381333931', serial: 'A1' });
  });

  it('is not made of what is no GTIN, lot or serial', () => {
    expect(() => digitalLinkPath({ gtin: '4006381333932' })).toThrow(RangeError);
    for (const lot of ['', '批', 'A'.repeat(21), '.', '..'])
      expect(() => digitalLinkPath({ gtin: '4006381333931', lot })).toThrow(RangeError);
  });

  it('is none with a wrong check digit, a wrong order, broken escapes or overlong parts', () => {
    const gtin = '/01/04006381333931';
    const wrong = [
      '',
      '/',
      '/01/',
      '/01/04006381333932',
      '/01/400638133393',
      `${gtin}/21/A/10/B`,
      `${gtin}/21/`,
      `${gtin}/21/%`,
      `${gtin}/21/%E6%89`,
    ];
    const overlong = [
      `${gtin}/21/${'A'.repeat(21)}`,
      `${gtin}/21/${'A'.repeat(10_000)}`,
      `${gtin}//21/A`,
      `${gtin}/21/A%00`,
      `${gtin}/99/A`,
      `${gtin}/21/A\n`,
    ];
    for (const path of [...wrong, ...overlong]) expect(parseDigitalLink(path), path.slice(0, 60)).toBeUndefined();
  });
});
