import { digitValues, NO_DIGIT, radixOf } from './alphabet.ts';
import type { Column } from './columns.ts';
import { halvesOf } from './halves.ts';
import { hasCheckCharacter } from './luhn.ts';
import { type CodeShape, lengthOf } from './shape.ts';

/** Returns false and writes nothing if `text` does not fit the shape. */
type Parse = (text: string, i: number, masked: Column, tags: Column) => boolean;

const NONE = -1;

/** A rejected text is invalid under every key. */
export function parserOf(shape: CodeShape): Parse {
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
