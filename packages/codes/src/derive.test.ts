import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alphabet, digitsOf } from './alphabet.ts';
import { createDeriver, spaceKey } from './derive.ts';
import { normalise } from './normalise.ts';
import { type CodeShape, capacityOf, DEFAULT_SHAPE, lengthOf, matchesShape } from './shape.ts';

const masterKey = Buffer.alloc(32, 'suyuan');
const key = spaceKey(masterKey, 1, 0);
const deriver = createDeriver(DEFAULT_SHAPE, key);

const most = { base32: 8, decimal: 12 } as const;
const alphabet = fc.constantFrom<Alphabet>('base32', 'decimal');
/** Shapes with tags long enough that a test run never guesses one. */
const shape: fc.Arbitrary<CodeShape> = alphabet.chain((name) =>
  fc.record({
    prefix: fc.constantFrom('', '0', 'SY', 'Z9XQ'),
    alphabet: fc.constant(name),
    serialDigits: fc.integer({ min: 1, max: most[name] }),
    tagDigits: fc.constant(most[name]),
    checkCharacter: fc.boolean(),
  }),
);
const shapeAndSerial = fc.tuple(shape, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })).map(([codeShape, place]) => ({
  shape: codeShape,
  serial: Math.floor(place * capacityOf(codeShape)),
}));
const serial = fc.maxSafeNat().map((number) => number % capacityOf(DEFAULT_SHAPE));

describe('derived code', () => {
  it('decodes to its serial, in any shape', () => {
    fc.assert(
      fc.property(shapeAndSerial, (sample) => {
        const { code, decode } = createDeriver(sample.shape, key);
        const text = code(sample.serial);
        expect(text).toHaveLength(lengthOf(sample.shape));
        expect(matchesShape(sample.shape, text)).toBe(true);
        expect(decode(text)).toBe(sample.serial);
      }),
    );
  });

  it('is rejected when any character changes', () => {
    const change = fc.tuple(shapeAndSerial, fc.nat(), fc.nat());
    fc.assert(
      fc.property(change, ([sample, place, choice]) => {
        const { code, decode } = createDeriver(sample.shape, key);
        const text = code(sample.serial);
        const at = place % text.length;
        const others = digitsOf('base32').replace(text.charAt(at), '');
        expect(decode(text.slice(0, at) + others.charAt(choice % others.length) + text.slice(at + 1))).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('accepts look-alike characters for digits', () => {
    fc.assert(
      fc.property(serial, (number) => {
        const typedCode = deriver.code(number).replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
        expect(deriver.decode(normalise(`${typedCode.slice(0, 4)}-${typedCode.slice(4, 8)} ${typedCode.slice(8)}`))).toBe(number);
      }),
    );
  });

  it('is rejected in another epoch, in another space and under another master key', () => {
    const strangers = [spaceKey(masterKey, 1, 1), spaceKey(masterKey, 2, 0), spaceKey(Buffer.alloc(32, 'other'), 1, 0)];
    const others = strangers.map((stranger) => createDeriver(DEFAULT_SHAPE, stranger));
    fc.assert(
      fc.property(serial, (number) => {
        const text = deriver.code(number);
        for (const other of others) expect(other.decode(text)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('rejects any text that is not a code', () => {
    for (const text of [
      '',
      '0',
      ' ',
      '0'.repeat(16),
      'Z'.repeat(16),
      '0'.repeat(10_000),
      '\0'.repeat(16),
      '码'.repeat(16),
      `${deriver.code(7)}\n`,
    ])
      expect(deriver.decode(text), text.slice(0, 20)).toBeUndefined();
  });

  it('is not derived from a serial outside the shape', () => {
    for (const number of [-1, 2 ** 40, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => deriver.code(number)).toThrow(RangeError);
  });
});

describe('deriver', () => {
  it('rejects a shape or a key that the formula does not support', () => {
    expect(() => createDeriver({ ...DEFAULT_SHAPE, serialDigits: 9 }, key)).toThrow('serialDigitsOutOfRange');
    expect(() => createDeriver({ ...DEFAULT_SHAPE, prefix: 'IO' }, key)).toThrow('prefixHasLookAlike');
    expect(() => createDeriver(DEFAULT_SHAPE, masterKey)).toThrow(RangeError);
    expect(() => spaceKey(key, 1, 0)).toThrow(RangeError);
    expect(() => spaceKey(masterKey, 1.5, 0)).toThrow(RangeError);
  });
});

describe('PIN', () => {
  it('is verified, and any other PIN is rejected', () => {
    fc.assert(
      fc.property(serial, fc.integer({ min: 1, max: 12 }), fc.nat(9), (number, digits, wrong) => {
        const pin = deriver.pin(number, digits);
        expect(pin).toMatch(new RegExp(`^[0-9]{${digits}}$`));
        expect(deriver.isPin(number, digits, pin)).toBe(true);
        const other = `${pin.slice(0, -1)}${wrong}`;
        expect(deriver.isPin(number, digits, other)).toBe(other === pin);
        for (const text of ['', `0${pin}`, ` ${pin}`, `${pin}.0`, '1e3', 'x'.repeat(digits)])
          expect(deriver.isPin(number, digits, text)).toBe(false);
      }),
    );
  });

  it('has one to twelve digits', () => {
    for (const digits of [0, 13, 1.5]) expect(() => deriver.pin(1, digits)).toThrow(RangeError);
  });
});
