import type { Cipheriv } from 'node:crypto';
import { addTo, copyInLines, countUp, type LinePositions, putColumn, putOrdinals } from './columns.ts';
import { halvesOf } from './halves.ts';
import { type Line, repeatTemplate } from './line.ts';
import { putCheckCharacters } from './luhn-bytes.ts';
import { MASK, PIN, TAG } from './prf.ts';
import { BATCH, prfMany, sharedScratch } from './prf-many.ts';
import { type CodeShape, lengthOf } from './shape.ts';

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
