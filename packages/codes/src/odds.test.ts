import { describe, expect, it } from 'vitest';
import { type CodeShape, DEFAULT_SHAPE, EU_FLOOR, minTagDigits, oddsOf } from './shape.ts';

const decimal = (tagDigits: number): CodeShape => ({ ...DEFAULT_SHAPE, alphabet: 'decimal', tagDigits });

describe('forgery odds', () => {
  it('are 32^-8 for a guess at the default tag, with the verdict good', () => {
    const odds = oddsOf({ shape: DEFAULT_SHAPE, epochs: 1, issued: 1e9 });
    expect(odds).toEqual({ aimed: 2 ** -40, blind: 1e9 * 2 ** -80, verdict: 'good' });
  });

  it('grow with the accepted epochs, without a warning for the default', () => {
    expect(oddsOf({ shape: DEFAULT_SHAPE, epochs: 4, issued: 0 })).toEqual({ aimed: 2 ** -38, blind: 0, verdict: 'good' });
  });

  it('refuse a rule above one in ten thousand, and accept a rule at this limit', () => {
    expect(oddsOf({ shape: decimal(4), epochs: 1, issued: 1 })).toMatchObject({ aimed: EU_FLOOR, verdict: 'warned' });
    expect(oddsOf({ shape: decimal(4), epochs: 2, issued: 1 }).verdict).toBe('refused');
    expect(oddsOf({ shape: decimal(3), epochs: 1, issued: 1 }).verdict).toBe('refused');
  });

  it('warn about a tag shorter than the default', () => {
    expect(oddsOf({ shape: { ...DEFAULT_SHAPE, tagDigits: 7 }, epochs: 1, issued: 1 }).verdict).toBe('warned');
  });

  it('agree with the minimum tag digits of a shape', () => {
    for (const alphabet of ['base32', 'decimal'] as const) {
      const tagDigits = minTagDigits(alphabet);
      expect(oddsOf({ shape: { ...DEFAULT_SHAPE, alphabet, tagDigits }, epochs: 1, issued: 1 }).verdict).not.toBe('refused');
      expect(oddsOf({ shape: { ...DEFAULT_SHAPE, alphabet, tagDigits: tagDigits - 1 }, epochs: 1, issued: 1 }).verdict).toBe('refused');
    }
  });
});
