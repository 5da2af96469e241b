import { type Cipheriv, hkdfSync } from 'node:crypto';
import { checkCharacterOf, digitValues, hasCheckCharacter, NO_DIGIT, radixOf, toDigits } from './alphabet.ts';
import { type Column, columnOf, subtractFrom } from './columns.ts';
import { assertDigits, filler, type Line, lineOf, MAX_PIN_DIGITS } from './fill.ts';
import { halvesOf, isSame } from './halves.ts';
import { BATCH, blockCipher, MASK, PIN, prf, prfMany, sharedScratch, TAG } from './prf.ts';
import { type CodeShape, capacityOf, formulaFault, lengthOf } from './shape.ts';

/** Returns false and writes nothing if `text` does not fit the shape. */
type Parse = (text: string, i: number, masked: Column, tags: Column) => boolean;

const NONE = -1;

/** A rejected text is invalid under every key. */
function parserOf(shape: CodeShape): Parse {
  const { prefix, alphabet, serialDigits, tagDigits, checkCharacter } = shape;
  const values = digitValues(alphabet);
  const radix = radixOf(alphabet);
  const length = lengthOf(shape);
  const serial = halvesOf(alphabet, serialDigits);
  const tag = halvesOf(alphabet, tagDigits);
  const tagAt = prefix.length + serialDigits;

  function readDigits(text: string, at: number, digits: number): number {
    let value = 0;
    for (let next = at; next < at + digits; next++) {
      const unit = text.charCodeAt(next);
      const digit = unit < 128 ? values[unit]! : NO_DIGIT;
      if (digit === NO_DIGIT) return NONE;
      value = value * radix + digit;
    }
    return value;
  }

  return (text, i, masked, tags) => {
    if (text.length !== length || !text.startsWith(prefix)) return false;
    const maskedHigh = readDigits(text, prefix.length, serial.highDigits);
    const maskedLow = readDigits(text, prefix.length + serial.highDigits, serial.lowDigits);
    const tagHigh = readDigits(text, tagAt, tag.highDigits);
    const tagLow = readDigits(text, tagAt + tag.highDigits, tag.lowDigits);
    if (maskedHigh === NONE || maskedLow === NONE || tagHigh === NONE || tagLow === NONE) return false;
    if (checkCharacter && !hasCheckCharacter(text, alphabet)) return false;
    masked.high[i] = maskedHigh;
    masked.low[i] = maskedLow;
    tags.high[i] = tagHigh;
    tags.low[i] = tagLow;
    return true;
  };
}

/** Bulk result for an invalid code. */
export const REFUSED = -1;

/** Undefined for an invalid code. Tags are compared in constant time. */
function decoder(cipher: Cipheriv, shape: CodeShape): (text: string) => number | undefined {
  const parse = parserOf(shape);
  const f = prf(cipher);
  const serialHalves = halvesOf(shape.alphabet, shape.serialDigits);
  const tagHalves = halvesOf(shape.alphabet, shape.tagDigits);
  const capacity = capacityOf(shape);
  const masked = columnOf(1);
  const tags = columnOf(1);
  return (text) => {
    if (!parse(text, 0, masked, tags)) return undefined;
    const tag = tags.high[0]! * tagHalves.low + tags.low[0]!;
    const difference = masked.high[0]! * serialHalves.low + masked.low[0]! - f(MASK, tag, serialHalves);
    const serial = difference < 0 ? difference + capacity : difference;
    return isSame(f(TAG, serial, tagHalves), tag) ? serial : undefined;
  };
}

/** Bulk variant of `decoder`. Invalid texts yield `REFUSED`. */
function bulkDecoder(cipher: Cipheriv, shape: CodeShape): (texts: readonly string[]) => Float64Array {
  const parse = parserOf(shape);
  const serialHalves = halvesOf(shape.alphabet, shape.serialDigits);
  const tagHalves = halvesOf(shape.alphabet, shape.tagDigits);

  function decodeBatch(texts: readonly string[], results: Float64Array, from: number, count: number) {
    const { serials, tags, masks } = sharedScratch();
    for (let i = 0; i < count; i++) results[from + i] = parse(texts[from + i]!, i, serials, tags) ? 0 : REFUSED;
    prfMany(cipher, MASK, tags, tagHalves, masks, serialHalves, count);
    subtractFrom(serials, masks, serialHalves, count);
    const expected = masks;
    prfMany(cipher, TAG, serials, serialHalves, expected, tagHalves, count);
    for (let i = 0; i < count; i++) {
      const difference = (expected.high[i]! ^ tags.high[i]!) | (expected.low[i]! ^ tags.low[i]!);
      const serial = serials.high[i]! * serialHalves.low + serials.low[i]!;
      if (results[from + i] !== REFUSED) results[from + i] = difference === 0 ? serial : REFUSED;
    }
  }

  return (texts) => {
    const results = new Float64Array(texts.length);
    for (let from = 0; from < texts.length; from += BATCH) decodeBatch(texts, results, from, Math.min(BATCH, texts.length - from));
    return results;
  };
}

/**
 * HKDF-SHA256 (RFC 5869) of the 32-byte master key, without salt. Returns 16 bytes.
 * @throws RangeError for a master key of another length, or numbers that are not whole
 */
export function spaceKey(masterKey: Uint8Array, spaceId: number, epoch: number): Buffer {
  if (masterKey.length !== 32) throw new RangeError('a master key has 32 bytes');
  if (!Number.isSafeInteger(spaceId) || !Number.isSafeInteger(epoch)) throw new RangeError('space and epoch are whole numbers');
  return Buffer.from(hkdfSync('sha256', masterKey, '', `suyuan/code/v1|${spaceId}|${epoch}`, 16));
}

export { type Line, type LinePart, lineOf, sameWidth } from './fill.ts';

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
    const isWithinCapacity =
      Number.isSafeInteger(serial) && Number.isSafeInteger(count) && serial >= 0 && count >= 0 && serial + count <= capacity;
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
