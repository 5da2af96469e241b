import type { Places } from './columns.ts';
import { type CodeShape, lengthOf } from './shape.ts';

/** Most digits of a PIN. */
export const LONGEST_PIN = 12;
const LONGEST_ORDINAL = 15;

/** One part of a line: bytes that stay, or a value that changes from code to code. */
export type LinePart =
  | { text: string }
  | { slot: 'code' }
  /** The second code, in 1 to 12 decimal digits. */
  | { slot: 'pin'; digits: number }
  /** A number that counts up by one from line to line, padded with zeros to `digits`, 1 to 15. */
  | { slot: 'ordinal'; digits: number };

/** A line of fixed length, ready to be copied; offsets are from the line's start. */
export interface Line {
  /** Bytes of a line. */
  stride: number;
  /** The line with its texts in place, the code's prefix among them. */
  template: Uint8Array;
  codesAt: readonly number[];
  pins: readonly { at: number; digits: number }[];
  ordinals: readonly { at: number; digits: number }[];
}

/** Lays out a line, say `[{slot:'code'}, {text:'\r\n'}]`; texts are UTF-8 and may be of any length. */
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
      assertDigits(part.digits, part.slot === 'pin' ? LONGEST_PIN : LONGEST_ORDINAL);
      (part.slot === 'pin' ? pins : ordinals).push({ at, digits: part.digits });
      bytes.push(Buffer.alloc(part.digits, '0'));
    }
    at += bytes.at(-1)?.length ?? 0;
  }
  return { stride: at, template: Buffer.concat(bytes), codesAt, pins, ordinals };
}

/** Refuses a number of digits outside 1 to `most`. */
export function assertDigits(digits: number, most: number): void {
  if (!Number.isInteger(digits) || digits < 1 || digits > most) throw new RangeError(`1 to ${most} digits`);
}

/** Of `count` numbers from `first` on, how many have as many digits as the first: lines without padding are filled in such runs. */
export const sameWidth = (first: number, count: number): number => Math.min(count, 10 ** String(first).length - first);

/** Puts the line's template into all of `lines`, each copy twice as long as the one before. */
export function repeatTemplate({ template }: Line, { target, at, stride, count }: Places): void {
  const end = at + stride * count;
  target.set(template, at);
  for (let done = stride; at + done < end; done *= 2) target.copyWithin(at + done, at, Math.min(at + done, end - done));
}
