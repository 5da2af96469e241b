import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeriver, lineOf, REFUSED, sameWidth } from './derive.ts';
import { BATCH } from './prf.ts';
import { type CodeShape, capacityOf, DEFAULT_SHAPE } from './shape.ts';

const key = Buffer.alloc(16, 'bulk');
const deriver = createDeriver(DEFAULT_SHAPE, key);
const shapes: CodeShape[] = [
  DEFAULT_SHAPE,
  { prefix: 'SY', alphabet: 'base32', serialDigits: 7, tagDigits: 5, checkCharacter: true },
  { prefix: '', alphabet: 'decimal', serialDigits: 10, tagDigits: 10, checkCharacter: false },
  { prefix: 'A', alphabet: 'decimal', serialDigits: 11, tagDigits: 9, checkCharacter: true },
];

function linesOf(
  codeDeriver: ReturnType<typeof createDeriver>,
  from: number,
  count: number,
  line = lineOf(codeDeriver.shape, [{ slot: 'code' }, { text: '\n' }]),
) {
  const target = Buffer.alloc(count * line.stride + 1, '!');
  expect(codeDeriver.fill(target, from, count, line)).toBe(count * line.stride);
  expect(target.at(-1)).toBe('!'.charCodeAt(0));
  return target
    .toString('utf8', 0, count * line.stride)
    .split('\n')
    .slice(0, -1);
}

describe.each(shapes)('bulk codes of $alphabet, $serialDigits and $tagDigits digits', (shape) => {
  const shapeDeriver = createDeriver(shape, key);

  it('equal the codes derived one by one, for any start and length', () => {
    const run = fc.tuple(fc.maxSafeNat(), fc.integer({ min: 1, max: 40 }));
    fc.assert(
      fc.property(run, ([start, count]) => {
        const from = start % (capacityOf(shape) - count);
        expect(linesOf(shapeDeriver, from, count)).toEqual(Array.from({ length: count }, (_, i) => shapeDeriver.code(from + i)));
      }),
    );
  });

  it('are correct across chunk boundaries and at the end of the space', () => {
    const from = capacityOf(shape) - 2 * BATCH - 3;
    const lines = linesOf(shapeDeriver, from, 2 * BATCH + 3);
    for (const i of [0, BATCH - 1, BATCH, 2 * BATCH - 1, 2 * BATCH, 2 * BATCH + 2]) expect(lines[i]).toBe(shapeDeriver.code(from + i));
  });

  it('decode in bulk as one by one, and other texts are rejected', () => {
    const good = linesOf(shapeDeriver, 1_000_000, BATCH + 100);
    const texts = good.map((text, i) => (i % 3 === 0 ? text.replace(/.$/, text.endsWith('0') ? '1' : '0') : text));
    texts.splice(5, 4, '', 'x', '0'.repeat(10_000), '码');
    const answers = shapeDeriver.decodeMany(texts);
    expect([...answers]).toEqual(texts.map((text) => shapeDeriver.decode(text) ?? REFUSED));
    expect(answers.filter((answer) => answer === REFUSED).length).toBeGreaterThan(BATCH / 3);
  });
});

describe('line of bulk codes', () => {
  it('may end with any line ending', () => {
    const line = lineOf(DEFAULT_SHAPE, [{ slot: 'code' }, { text: '\r\n' }]);
    expect(linesOf(deriver, 5, 3, line)).toEqual([5, 6, 7].map((serial) => `${deriver.code(serial)}\r`));
  });

  it('contains ordinal, code, link and PIN next to text of any script', () => {
    const line = lineOf(DEFAULT_SHAPE, [
      { slot: 'ordinal', digits: 12 },
      { text: ',' },
      { slot: 'code' },
      { text: ',https://例.example/c/' },
      { slot: 'code' },
      { text: ',' },
      { slot: 'pin', digits: 5 },
      { text: ',批次\n' },
    ]);
    const target = Buffer.alloc(line.stride * 3);
    deriver.fill(target, 41, 3, line, 99_999_999_998);
    const expected = [0, 1, 2].map((i) => {
      const code = deriver.code(41 + i);
      return `${String(99_999_999_998 + i).padStart(12, '0')},${code},https://例.example/c/${code},${deriver.pin(41 + i, 5)},批次\n`;
    });
    expect(target.toString()).toBe(expected.join(''));
  });

  it('may omit the code, and codes may follow each other without a separator', () => {
    const packed = lineOf(DEFAULT_SHAPE, [{ slot: 'code' }]);
    const target = Buffer.alloc(48);
    deriver.fill(target, 0, 3, packed);
    expect(target.toString()).toBe([0, 1, 2].map((serial) => deriver.code(serial)).join(''));
    const pins = lineOf(DEFAULT_SHAPE, [{ slot: 'pin', digits: 4 }, { text: ';' }]);
    deriver.fill(target, 0, 2, pins);
    expect(target.toString('latin1', 0, 10)).toBe(`${deriver.pin(0, 4)};${deriver.pin(1, 4)};`);
  });

  it('is not written beyond its target, its space or its ordinals', () => {
    const target = Buffer.alloc(33);
    expect(() => deriver.fill(target, 0, 2)).toThrow(RangeError);
    expect(() => deriver.fill(target, 2 ** 40 - 1, 2, lineOf(DEFAULT_SHAPE, [{ slot: 'code' }]))).toThrow(RangeError);
    expect(() => deriver.fill(target, 0, 2, lineOf(DEFAULT_SHAPE, [{ slot: 'ordinal', digits: 2 }]), 99)).toThrow(RangeError);
    expect(() => lineOf(DEFAULT_SHAPE, [{ slot: 'pin', digits: 13 }])).toThrow(RangeError);
    expect(target.every((byte) => byte === 0)).toBe(true);
    expect(deriver.fill(target, 2 ** 40 - 1, 0)).toBe(0);
  });

  it('without padding comes in runs of equal width', () => {
    expect([sameWidth(1, 1000), sameWidth(10, 1000), sameWidth(995, 3), sameWidth(0, 50)]).toEqual([9, 90, 3, 10]);
  });
});
