import { type Line, type LinePart, lineOf, sameWidth } from '@suyuan/codes/derive';
import type { DerivedRange } from '../code/code.service.ts';

/** Bytes made at a time: enough to be quick, little enough to let others have their turn. */
const CHUNK = 256 * 1024;

/** What stands in a file: its first bytes, and the parts of each line after them. */
export interface FileLayout {
  head: string;
  /** The digits of ordinals are as many as each has; `digits` of them says nothing here. */
  parts: LinePart[];
}

/** Lines of one length: one range of serials, ordinals of one width. */
interface Piece {
  range: DerivedRange;
  serialFrom: number;
  /** From 1. */
  ordinal: number;
  count: number;
  line: Line;
  /** Where its first byte is in the file, and how many lines come before. */
  at: number;
  linesBefore: number;
}

/** A file of codes that is nowhere: each of its bytes can be made when it is asked for. */
export interface CodeFile {
  head: Uint8Array;
  pieces: Piece[];
  bytes: number;
}

/** Lays out the file of ordinals [from, from + count), counted from 0; its length follows without making it. */
export function layOut(
  { head, parts }: FileLayout,
  ranges: readonly DerivedRange[],
  { from, count }: { from: number; count: number },
): CodeFile {
  const headBytes = Buffer.from(head);
  const pieces: Piece[] = [];
  let at = headBytes.length;
  let linesBefore = 0;
  for (const range of ranges) {
    const past = Math.min(range.ordinalFrom + range.count, from + count);
    for (let next = Math.max(range.ordinalFrom, from); next < past; ) {
      const lines = sameWidth(next + 1, past - next);
      const line = lineOf(range.deriver.shape, parts.map(widthOf(String(next + 1).length)));
      pieces.push({
        range,
        serialFrom: range.serialFrom + next - range.ordinalFrom,
        ordinal: next + 1,
        count: lines,
        line,
        at,
        linesBefore,
      });
      at += lines * line.stride;
      linesBefore += lines;
      next += lines;
    }
  }
  return { head: headBytes, pieces, bytes: at };
}

const widthOf =
  (digits: number) =>
  (part: LinePart): LinePart =>
    'slot' in part && part.slot === 'ordinal' ? { ...part, digits } : part;

/** The bytes of a file from `start` on, some at a time, each a buffer of its own. */
export function* bytesFrom(file: CodeFile, start: number): Generator<Uint8Array> {
  if (start < file.head.length) yield file.head.subarray(start);
  for (const { range, serialFrom, ordinal, count, line, at } of file.pieces) {
    const atOnce = Math.max(1, Math.floor(CHUNK / line.stride));
    let next = Math.max(0, Math.floor((start - at) / line.stride));
    while (next < count) {
      const lines = Math.min(atOnce, count - next);
      const chunk = Buffer.allocUnsafeSlow(lines * line.stride);
      range.deriver.fill(chunk, serialFrom + next, lines, line, ordinal + next);
      const skipped = Math.max(0, start - at - next * line.stride);
      yield skipped ? chunk.subarray(skipped) : chunk;
      next += lines;
    }
  }
}

/** Lines that end within the first `bytes` of a file. */
export function linesWithin({ pieces }: CodeFile, bytes: number): number {
  const piece = pieces.findLast(({ at }) => at <= bytes);
  return piece ? piece.linesBefore + Math.min(piece.count, Math.floor((bytes - piece.at) / piece.line.stride)) : 0;
}
