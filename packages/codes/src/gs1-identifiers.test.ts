import { describe, expect, it } from 'vitest';
import { gs1Format, gs1IdentifierAt } from './element-string.ts';

describe('application identifiers', () => {
  it('are no prefixes of one another, and are found in the text', () => {
    const all = Array.from({ length: 10_000 }, (_, number) => String(number)).flatMap((digits) =>
      [2, 3, 4].filter((length) => digits.length <= length).map((length) => digits.padStart(length, '0')),
    );
    const identifiers = [...new Set(all)].filter((identifier) => gs1Format(identifier));
    expect(identifiers.length).toBeGreaterThan(450);
    for (const identifier of identifiers) {
      expect(identifiers.filter((other) => other !== identifier && other.startsWith(identifier))).toEqual([]);
      expect(gs1IdentifierAt(`x${identifier}1`, 1)).toBe(identifier);
    }
  });

  it('have the formats of the General Specifications', () => {
    expect([gs1Format('01')?.length, gs1Format('17')?.length, gs1Format('3103')?.length, gs1Format('414')?.length]).toEqual([14, 6, 6, 13]);
    expect([gs1Format('10')?.length, gs1Format('422')?.length, gs1Format('8006')?.length]).toEqual([undefined, undefined, undefined]);
    expect(gs1Format('253')?.isValid('6901234567892ABC')).toBe(true);
    expect(gs1Format('253')?.isValid('690123456789')).toBe(false);
    expect(gs1Format('255')?.isValid('6901234567892ABC')).toBe(false);
    expect(gs1Format('21')?.isValid('#')).toBe(false);
    for (const identifier of ['04', '09', '14', '38', '5000', '9000']) expect(gs1Format(identifier)).toBeUndefined();
  });
});
