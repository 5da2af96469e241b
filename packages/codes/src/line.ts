import type { LinePositions } from './columns.ts';
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

/** @throws RangeError unless `digits` is an integer from 1 to `most` */
export function assertDigits(digits: number, max: number): void {
  if (!Number.isInteger(digits) || digits < 1 || digits > max) throw new RangeError(`1 to ${max} digits`);
}

/** How many of `count` consecutive numbers have as many digits as `first`. Unpadded lines are filled in such runs. */
export const sameWidth = (first: number, count: number): number => Math.min(count, 10 ** String(first).length - first);

/** Doubles the copied length at each step. */
export function repeatTemplate({ template }: Line, { target, at, stride, count }: LinePositions): void {
  const end = at + stride * count;
  target.set(template, at);
  for (let done = stride; at + done < end; done *= 2) target.copyWithin(at + done, at, Math.min(at + done, end - done));
}
