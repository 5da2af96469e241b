import { describe, expect, it } from 'vitest';
import { digitalLinkPath } from './digital-link.ts';

describe('Digital Link path', () => {
  it('contains the GTIN in 14 digits, then the lot, then the serial', () => {
    expect(digitalLinkPath({ gtin: '4006381333931', lot: 'L26-11', serial: 'TD0W5AHTV94E1V3M' })).toBe(
      '/01/04006381333931/10/L26-11/21/TD0W5AHTV94E1V3M',
    );
    expect(digitalLinkPath({ gtin: '4006381333931', serial: '1' })).toBe('/01/04006381333931/21/1');
    expect(digitalLinkPath({ gtin: '4006381333931' })).toBe('/01/04006381333931');
  });

  it('escapes characters that a path does not allow', () => {
    expect(digitalLinkPath({ gtin: '4006381333931', lot: "A/B?%'" })).toBe('/01/04006381333931/10/A%2FB%3F%25%27');
  });

  it('rejects an invalid GTIN, lot or serial', () => {
    expect(() => digitalLinkPath({ gtin: '4006381333932' })).toThrow(RangeError);
    for (const lot of ['', '批', 'A'.repeat(21), '.', '..'])
      expect(() => digitalLinkPath({ gtin: '4006381333931', lot })).toThrow(RangeError);
  });
});
