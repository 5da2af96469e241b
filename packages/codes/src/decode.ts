import type { Cipheriv } from 'node:crypto';
import { columnOf, subtractFrom } from './columns.ts';
import { halvesOf, isSame } from './halves.ts';
import { parserOf } from './parse.ts';
import { MASK, prf, TAG } from './prf.ts';
import { BATCH, prfMany, sharedScratch } from './prf-many.ts';
import { type CodeShape, capacityOf } from './shape.ts';

/** Bulk result for an invalid code. */
export const REFUSED = -1;

/** Undefined for an invalid code. Tags are compared in constant time. */
export function decoder(cipher: Cipheriv, shape: CodeShape): (text: string) => number | undefined {
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
export function bulkDecoder(cipher: Cipheriv, shape: CodeShape): (texts: readonly string[]) => Float64Array {
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
