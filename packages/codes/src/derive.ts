import { toDigits } from './alphabet.ts';
import { bulkDecoder, decoder } from './decode.ts';
import { filler } from './fill.ts';
import { halvesOf, isSame } from './halves.ts';
import { assertDigits, type Line, MAX_PIN_DIGITS, lineOf } from './line.ts';
import { checkCharacterOf } from './luhn.ts';
import { blockCipher, MASK, PIN, prf, TAG } from './prf.ts';
import { type CodeShape, capacityOf } from './shape.ts';
import { formulaFault } from './shape-fault.ts';

export { REFUSED } from './decode.ts';
export { type Line, type LinePart, lineOf, sameWidth } from './line.ts';
export { spaceKey } from './space-key.ts';

/** Encodes and decodes the codes of one space in one key epoch. */
export interface Deriver {
  readonly shape: CodeShape;
  /** @throws RangeError for a serial that the shape cannot hold */
  code(serial: number): string;
  /** Undefined when the normalised `text` is not a code of this space and epoch. */
  decode(text: string): number | undefined;
  /** About ten times as fast as `decode`. Invalid texts yield `REFUSED`. */
  decodeMany(texts: readonly string[]): Float64Array;
  /**
   * Writes `count` lines for consecutive serials to the start of `target`. Returns the bytes written.
   * @param line built by `lineOf`; absent: the code and a line feed
   * @param ordinal first value of the line's ordinals
   * @throws RangeError where the serials exceed the shape, or the lines the target or their ordinals' digits
   */
  fill(target: Uint8Array, from: number, count: number, line?: Line, ordinal?: number): number;
  /** 1 to 12 decimal digits, independent of the alphabet. */
  pin(serial: number, digits: number): string;
  /** Compares a PIN in constant time. */
  isPin(serial: number, digits: number, text: string): boolean;
}

/**
 * Formula: `tag = F(1, serial)`, `masked = serial + F(2, tag)`. Text: prefix, masked, tag, check character.
 * @param key 16 bytes, from `spaceKey`
 * @throws RangeError for a shape or key that the formula does not work with
 */
export function createDeriver(shape: CodeShape, key: Uint8Array): Deriver {
  const fault = formulaFault(shape);
  if (fault) throw new RangeError(fault.fault);
  const { alphabet, prefix, serialDigits, tagDigits } = shape;
  const cipher = blockCipher(key);
  const f = prf(cipher);
  const capacity = capacityOf(shape);
  const serialHalves = halvesOf(alphabet, serialDigits);
  const tagHalves = halvesOf(alphabet, tagDigits);
  const codeLine = lineOf(shape, [{ slot: 'code' }, { text: '\n' }]);
  const fillLines = filler(cipher, shape);

  function assertSerials(serial: number, count = 1) {
    const isWithinCapacity = Number.isSafeInteger(serial) && Number.isSafeInteger(count) && serial >= 0 && count >= 0 && serial + count <= capacity;
    if (!isWithinCapacity) throw new RangeError(`the space holds serials 0 to ${capacity - 1}`);
  }

  return {
    shape,
    code(serial) {
      assertSerials(serial);
      const tag = f(TAG, serial, tagHalves);
      const masked = (serial + f(MASK, tag, serialHalves)) % capacity;
      const text = prefix + toDigits(masked, serialDigits, alphabet) + toDigits(tag, tagDigits, alphabet);
      return shape.checkCharacter ? text + checkCharacterOf(text, alphabet) : text;
    },
    decode: decoder(cipher, shape),
    decodeMany: bulkDecoder(cipher, shape),
    fill(target, from, count, line = codeLine, ordinal = 0) {
      assertSerials(from, count);
      const bytes = count * line.stride;
      if (bytes > target.length) throw new RangeError('the lines do not fit the target');
      if (!(ordinal >= 0) || line.ordinals.some(({ digits }) => ordinal + count > 10 ** digits))
        throw new RangeError('the ordinals have too few digits');
      fillLines(target, count, { from, ordinal, line });
      return bytes;
    },
    pin(serial, digits) {
      assertSerials(serial);
      return toDigits(f(PIN, serial, pinHalves(digits)), digits, 'decimal');
    },
    isPin(serial, digits, text) {
      assertSerials(serial);
      const expected = f(PIN, serial, pinHalves(digits));
      return text.length === digits && /^[0-9]+$/.test(text) && isSame(Number(text), expected);
    },
  };
}

function pinHalves(digits: number) {
  assertDigits(digits, MAX_PIN_DIGITS);
  return halvesOf('decimal', digits);
}
