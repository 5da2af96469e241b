import type { Cipheriv } from 'node:crypto';
import { type Alphabet, CROCKFORD, doubledDigit, radixOf } from './alphabet.ts';
import { addTo, copyInLines, countUp, type LinePositions, putColumn, putOrdinals } from './columns.ts';
import { halvesOf } from './halves.ts';
import { BATCH, MASK, PIN, prfMany, sharedScratch, TAG } from './prf.ts';
import { type CodeShape, lengthOf } from './shape.ts';

export const MAX_PIN_DIGITS = 12;
const MAX_ORDINAL_DIGITS = 15;

export type LinePart =
  | { text: string }
  | { slot: 'code' }
  | { slot: 'pin'; digits: number }
  /** Counter that increases by one per line, zero-padded to 1 to 15 digits. */
  | { slot: 'ordinal'; digits: number };

/** Line of fixed length. Offsets are relative to the start of the line. */
export interface Line {
  stride: number;
  /** Line with all constant text, including the code prefix. */
  template: Uint8Array;
  codesAt: readonly number[];
  pins: readonly { at: number; digits: number }[];
  ordinals: readonly { at: number; digits: number }[];
}

/** E.g. `[{slot:'code'}, {text:'\r\n'}]`. Text is UTF-8 of any length. */
export function lineOf(shape: CodeShape, parts: readonly LinePart[]): Line {
  const codesAt: number[] = [];
  const pins: { at: number; digits: number }[] = [];
  const ordinals: { at: number; digits: number }[] = [];
  const bytes: Buffer[] = [];
  let at = 0;
  for (const part of parts) {
    if ('text' in part) bytes.push(Buffer.from(part.text));
    else if (part.slot === 'code') {
      codesAt.push(at);
      bytes.push(Buffer.from(shape.prefix.padEnd(lengthOf(shape), '0')));
    } else {
      assertDigits(part.digits, part.slot === 'pin' ? MAX_PIN_DIGITS : MAX_ORDINAL_DIGITS);
      (part.slot === 'pin' ? pins : ordinals).push({ at, digits: part.digits });
      bytes.push(Buffer.alloc(part.digits, '0'));
    }
    at += bytes.at(-1)?.length ?? 0;
  }
  return { stride: at, template: Buffer.concat(bytes), codesAt, pins, ordinals };
}

/** @throws RangeError unless `digits` is an integer from 1 to `max` */
export function assertDigits(digits: number, max: number): void {
  if (!Number.isInteger(digits) || digits < 1 || digits > max) throw new RangeError(`1 to ${max} digits`);
}

/** How many of `count` consecutive numbers have as many digits as `first`. Unpadded lines are filled in such runs. */
export const sameWidth = (first: number, count: number): number => Math.min(count, 10 ** String(first).length - first);

/** Doubles the copied length at each step. */
function repeatTemplate({ template }: Line, { target, at, stride, count }: LinePositions): void {
  const end = at + stride * count;
  target.set(template, at);
  for (let done = stride; at + done < end; done *= 2) target.copyWithin(at + done, at, Math.min(at + done, end - done));
}

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const digits = ascii(CROCKFORD);

/** Checksum contribution by ASCII code, in single and doubled positions. */
function weightsOf(alphabet: Alphabet) {
  const radix = radixOf(alphabet);
  const single = new Uint8Array(256);
  const doubled = new Uint8Array(256);
  for (const [value, code] of digits.entries()) {
    single[code] = value % radix;
    doubled[code] = doubledDigit(value % radix, radix);
  }
  return { radix, single, doubled };
}

const weights = { base32: weightsOf('base32'), decimal: weightsOf('decimal') };

/** `length` includes the check character. */
function putCheckCharacters(alphabet: Alphabet, length: number, { target, at, stride, count }: LinePositions): void {
  const { radix, single, doubled } = weights[alphabet];
  for (let i = 0, from = at; i < count; i++, from += stride) {
    const last = from + length - 1;
    let sum = 0;
    for (let next = last - 1; next >= from; next -= 2) sum += doubled[target[next]!]!;
    for (let next = last - 2; next >= from; next -= 2) sum += single[target[next]!]!;
    const over = sum % radix;
    target[last] = digits[over === 0 ? 0 : radix - over]!;
  }
}

interface FillRun {
  from: number;
  ordinal: number;
  line: Line;
}

type Fill = (target: Uint8Array, count: number, run: FillRun) => void;

export function filler(cipher: Cipheriv, shape: CodeShape): Fill {
  const serialHalves = halvesOf(shape.alphabet, shape.serialDigits);
  const tagHalves = halvesOf(shape.alphabet, shape.tagDigits);
  const length = lengthOf(shape);

  function putCodes(lines: LinePositions, codesAt: readonly number[]) {
    const { serials, tags, masks } = sharedScratch();
    const [first, ...copies] = codesAt.map((offset) => lines.at + offset);
    if (first === undefined) return;
    prfMany(cipher, TAG, serials, serialHalves, tags, tagHalves, lines.count);
    prfMany(cipher, MASK, tags, tagHalves, masks, serialHalves, lines.count);
    addTo(masks, serials, serialHalves, lines.count);
    const at = first + shape.prefix.length;
    putColumn(shape.alphabet, masks, serialHalves, { ...lines, at });
    putColumn(shape.alphabet, tags, tagHalves, { ...lines, at: at + shape.serialDigits });
    if (shape.checkCharacter) putCheckCharacters(shape.alphabet, length, { ...lines, at: first });
    for (const copy of copies) copyInLines({ ...lines, at: copy }, first, length);
  }

  function putPins(lines: LinePositions, digits: number) {
    const { serials, masks: pins } = sharedScratch();
    const halves = halvesOf('decimal', digits);
    prfMany(cipher, PIN, serials, serialHalves, pins, halves, lines.count);
    putColumn('decimal', pins, halves, lines);
  }

  return (target, total, { from, ordinal, line }) => {
    for (let done = 0; done < total; done += BATCH) {
      const lines = { target, at: done * line.stride, stride: line.stride, count: Math.min(BATCH, total - done) };
      countUp(sharedScratch().serials, serialHalves, from + done, lines.count);
      repeatTemplate(line, lines);
      putCodes(lines, line.codesAt);
      for (const { at, digits } of line.pins) putPins({ ...lines, at: lines.at + at }, digits);
      for (const { at, digits } of line.ordinals) putOrdinals(ordinal + done, digits, { ...lines, at: lines.at + at });
    }
  };
}
