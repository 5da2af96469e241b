import { describe, expect, it } from 'vitest';
import { AI21_LENGTH, type CodeShape, capacityOf, DEFAULT_SHAPE, lengthOf, matchesShape, shapeFault } from './shape.ts';

const decimal: CodeShape = { prefix: '', alphabet: 'decimal', serialDigits: 10, tagDigits: 10, checkCharacter: false };
const faultOf = (changes: Partial<CodeShape>, most?: number) => shapeFault({ ...DEFAULT_SHAPE, ...changes }, most);

describe('shape of a code space', () => {
  it('has 16 base 32 characters by default, for 2^40 serials', () => {
    expect(lengthOf(DEFAULT_SHAPE)).toBe(16);
    expect(capacityOf(DEFAULT_SHAPE)).toBe(2 ** 40);
    expect(shapeFault(DEFAULT_SHAPE, AI21_LENGTH)).toBeUndefined();
  });

  it('may have 20 decimal digits', () => {
    expect(lengthOf(decimal)).toBe(AI21_LENGTH);
    expect(capacityOf(decimal)).toBe(1e10);
    expect(shapeFault(decimal, AI21_LENGTH)).toBeUndefined();
  });

  it('has a prefix of at most four capitals or digits, without look-alikes', () => {
    expect(faultOf({ prefix: 'SY26' })).toBeUndefined();
    expect(faultOf({ prefix: 'SY260' })).toEqual({ fault: 'prefixTooLong', params: { most: 4 } });
    for (const character of ['I', 'L', 'O', 'U', 'l'])
      expect(faultOf({ prefix: `S${character}` })).toEqual({ fault: 'prefixHasLookAlike', params: { character } });
    for (const character of ['y', '-', ' ', '码', 'é', '\n'])
      expect(faultOf({ prefix: `S${character}` })).toEqual({ fault: 'prefixHasOther', params: { character } });
  });

  it('limits numbers to exact integers: eight base 32 digits or twelve decimal digits', () => {
    for (const serialDigits of [0, -1, 9, 1.5, Number.NaN])
      expect(faultOf({ serialDigits })).toEqual({ fault: 'serialDigitsOutOfRange', params: { least: 1, most: 8 } });
    expect(faultOf({ tagDigits: 9 })).toEqual({ fault: 'tagDigitsOutOfRange', params: { least: 1, most: 8 } });
    expect(shapeFault({ ...decimal, serialDigits: 12 })).toBeUndefined();
    expect(shapeFault({ ...decimal, tagDigits: 13 })).toEqual({ fault: 'tagDigitsOutOfRange', params: { least: 1, most: 12 } });
  });

  it('has a tag that a guess hits at most once in ten thousand', () => {
    expect(faultOf({ tagDigits: 3 })).toBeUndefined();
    expect(faultOf({ tagDigits: 2 })).toEqual({ fault: 'tooFewTagDigits', params: { least: 3 } });
    expect(shapeFault({ ...decimal, tagDigits: 4 })).toBeUndefined();
    expect(shapeFault({ ...decimal, tagDigits: 3 })).toEqual({ fault: 'tooFewTagDigits', params: { least: 4 } });
  });

  it('is limited by its place: 20 characters in AI 21, otherwise 24', () => {
    expect(faultOf({ prefix: 'SY26', checkCharacter: true }, AI21_LENGTH)).toEqual({ fault: 'tooLong', params: { length: 21, most: 20 } });
    expect(faultOf({ prefix: 'SY26', checkCharacter: true })).toBeUndefined();
    const long = { ...decimal, serialDigits: 12, tagDigits: 12, checkCharacter: true };
    expect(shapeFault(long)).toEqual({ fault: 'tooLong', params: { length: 25, most: 24 } });
  });

  it('matches only texts of its prefix, length and characters', () => {
    const shape: CodeShape = { ...decimal, prefix: 'SY' };
    expect(matchesShape(shape, 'SY01234567890123456789')).toBe(true);
    for (const text of [
      '',
      'SY0123456789012345678',
      'SY012345678901234567890',
      'SX01234567890123456789',
      'SY0123456789012345678A',
      'SY0123456789012345678é',
    ])
      expect(matchesShape(shape, text), text).toBe(false);
  });
});
