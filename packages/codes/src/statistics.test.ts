import { beforeAll, describe, expect, it } from 'vitest';
import { CROCKFORD, digitValues } from './alphabet.ts';
import { createDeriver, lineOf, REFUSED } from './derive.ts';
import { type CodeShape, DEFAULT_SHAPE, lengthOf } from './shape.ts';

const COUNT = process.env.SUYUAN_LONG === '1' ? 10_000_000 : 1_000_000;
const digitOf = digitValues('base32');
const key = Buffer.alloc(16, 'chance');
const decimal: CodeShape = { ...DEFAULT_SHAPE, alphabet: 'decimal', serialDigits: 10, tagDigits: 10 };

function consecutive(shape: CodeShape, count: number): Buffer {
  const packed = Buffer.alloc(count * lengthOf(shape));
  createDeriver(shape, key).fill(packed, 0, count, lineOf(shape, [{ slot: 'code' }]));
  return packed;
}

/** Chi-square statistic of the `radix` characters at position `at` in lines of `stride` bytes. */
function chiSquare(bytes: Buffer, stride: number, at: number, radix: number): number {
  const seen = new Map<number, number>();
  for (let place = at; place < bytes.length; place += stride) seen.set(bytes[place]!, (seen.get(bytes[place]!) ?? 0) + 1);
  const expected = bytes.length / stride / radix;
  const squares = [...seen.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
  return squares + (radix - seen.size) * expected;
}

/** Six standard deviations above the mean: a false alarm in about one in a million runs. */
const chiSquareLimit = (radix: number) => radix - 1 + 6 * Math.sqrt(2 * (radix - 1));

describe.each([DEFAULT_SHAPE, decimal])('consecutive codes of $alphabet', (shape) => {
  const radix = shape.alphabet === 'decimal' ? 10 : 32;
  const length = lengthOf(shape);
  let codes: Buffer;
  beforeAll(() => {
    codes = consecutive(shape, COUNT);
  });

  it('never collide', () => {
    expect(repeated(codes, length, radix)).toBe(0);
  });

  it('have each character in each position as often as chance predicts', () => {
    for (let at = 0; at < length; at++) expect(chiSquare(codes, length, at, radix), `place ${at}`).toBeLessThan(chiSquareLimit(radix));
  });

  it('share no more characters with the next code than unrelated codes', () => {
    let same = 0;
    for (let at = 0; at < codes.length - length; at++) if (codes[at] === codes[at + length]) same++;
    const expected = (codes.length - length) / radix;
    expect(Math.abs(same - expected)).toBeLessThan(6 * Math.sqrt(expected));
  });
});

describe.each([
  { ...DEFAULT_SHAPE, tagDigits: 2 },
  { ...decimal, tagDigits: 2 },
])('forged codes of $alphabet with two tag digits', (shape) => {
  const radix = shape.alphabet === 'decimal' ? 10 : 32;
  const deriver = createDeriver(shape, key);

  it('are accepted as often as the odds predict', () => {
    const tries = 1_000_000;
    // Codes of a foreign key are effectively random, and identical in each run.
    const forger = createDeriver(shape, Buffer.alloc(16, 'forger'));
    const line = lineOf(shape, [{ slot: 'code' }, { text: '\n' }]);
    const forged = Buffer.alloc(tries * line.stride);
    forger.fill(forged, 0, tries, line);
    const accepted = deriver
      .decodeMany(forged.toString('latin1').split('\n').slice(0, tries))
      .filter((serial) => serial !== REFUSED).length;
    const expected = tries / radix ** 2;
    expect(Math.abs(accepted - expected)).toBeLessThan(5 * Math.sqrt(expected));
  });

  it('are as many as the serials among all texts of a small space', () => {
    const small = createDeriver({ ...shape, serialDigits: 2 }, key);
    const texts = everyText(radix, 4);
    const serials = small.decodeMany(texts).filter((serial) => serial !== REFUSED);
    expect([...serials].sort((a, b) => a - b)).toEqual(Array.from({ length: radix ** 2 }, (_, serial) => serial));
  });
});

describe('PINs', () => {
  it('have each digit and each pair of digits as often as chance predicts', () => {
    const line = lineOf(DEFAULT_SHAPE, [{ slot: 'pin', digits: 6 }]);
    const pins = Buffer.alloc(line.stride * 500_000);
    createDeriver(DEFAULT_SHAPE, key).fill(pins, 0, 500_000, line);
    for (let at = 0; at < 6; at++) expect(chiSquare(pins, 6, at, 10)).toBeLessThan(chiSquareLimit(10));
    const pairs = Buffer.alloc(500_000);
    for (let i = 0; i < pairs.length; i++) pairs[i] = (pins[i * 6 + 2]! - 48) * 10 + pins[i * 6 + 3]! - 48;
    expect(chiSquare(pairs, 1, 0, 100)).toBeLessThan(chiSquareLimit(100));
  });
});

/** Counts repeated texts, compared by as many trailing characters as fit 64 bits. A random repetition is very unlikely. */
function repeated(codes: Buffer, length: number, radix: number): number {
  const digits = radix === 10 ? 9 : 6;
  const words = new Uint32Array((codes.length / length) * 2);
  const number = (from: number) => {
    let value = 0;
    for (let at = from; at < from + digits; at++) value = value * radix + digitOf[codes[at]!]!;
    return value;
  };
  for (let end = length, word = 0; end <= codes.length; end += length, word += 2) {
    words[word] = number(end - digits);
    words[word + 1] = number(end - 2 * digits);
  }
  new BigUint64Array(words.buffer).sort();
  let same = 0;
  for (let word = 2; word < words.length; word += 2) if (words[word] === words[word - 2] && words[word + 1] === words[word - 1]) same++;
  return same;
}

function everyText(radix: number, length: number): string[] {
  const digits = [...CROCKFORD.slice(0, radix)];
  return length === 0 ? [''] : everyText(radix, length - 1).flatMap((text) => digits.map((digit) => text + digit));
}
