import { lengthOf, ssccOf } from '@suyuan/codes';
import { type Line, type LinePart, lineOf, sameWidth } from '@suyuan/codes/derive';
import type { DerivedRange } from '../code/code.service.ts';

/** Bytes made at a time: enough to be quick, little enough to let others have their turn. */
const CHUNK = 256 * 1024;

/** What stands in a file: its first bytes, and the parts of each line after them. */
export interface FileLayout {
  head: string;
  /** The digits of ordinals are as many as each has; `digits` of them says nothing here. */
  parts: (LinePart | ContainerPart | SsccPart)[];
}

/** The code of a container around a code, which holds `size` codes of the line's level. */
export interface ContainerPart {
  slot: 'container';
  level: number;
  size: number;
}

/** The SSCC of the container of a level that a code is in, which holds `size` codes of the line's level; absent both: of the line itself. */
export interface SsccPart {
  slot: 'sscc';
  level?: number;
  size?: number;
}

const SSCC_DIGITS = 18;

/** SSCCs of a run of containers, ordinals from 0. */
interface SsccRange {
  ordinalFrom: number;
  count: number;
  prefix: string;
  serialFrom: number;
}

/** What lines name beside their own code. */
interface Beside {
  /** Ranges of the containers around, by their level. */
  around?: ReadonlyMap<number, readonly DerivedRange[]>;
  /** SSCCs of the level that the layout names. */
  ssccs?: readonly SsccRange[];
}

/** Where the code or the SSCC of a container that holds `size` lines stands in a line, and what makes it. */
interface ContainerPlace<Range = DerivedRange> {
  at: number;
  size: number;
  ranges: readonly Range[];
}

/** Lines of one length: one range of serials, ordinals of one width. */
interface Piece {
  range: DerivedRange;
  serialFrom: number;
  /** From 1. */
  ordinal: number;
  count: number;
  line: Line;
  containers: readonly ContainerPlace[];
  ssccs: readonly ContainerPlace<SsccRange>[];
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

/**
 * Lays out the file of ordinals [from, from + count), counted from 0; its length follows without making it.
 * @param beside what the layout names beside the codes
 */
export function layOut(
  { head, parts }: FileLayout,
  ranges: readonly DerivedRange[],
  { from, count }: { from: number; count: number },
  beside: Beside = {},
): CodeFile {
  const headBytes = Buffer.from(head);
  const pieces: Piece[] = [];
  let at = headBytes.length;
  let linesBefore = 0;
  for (const range of ranges) {
    const past = Math.min(range.ordinalFrom + range.count, from + count);
    for (let next = Math.max(range.ordinalFrom, from); next < past; ) {
      const lines = sameWidth(next + 1, past - next);
      const { line, containers, ssccs } = placed(range, parts, String(next + 1).length, beside);
      pieces.push({
        range,
        serialFrom: range.serialFrom + next - range.ordinalFrom,
        ordinal: next + 1,
        count: lines,
        line,
        containers,
        ssccs,
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

/** A line whose ordinals have so many digits, with room for codes of containers, and where that is. */
function placed(
  { deriver: { shape } }: DerivedRange,
  parts: FileLayout['parts'],
  digits: number,
  { around = new Map(), ssccs: given = [] }: Beside,
) {
  const containers: ContainerPlace[] = [];
  const ssccs: Piece['ssccs'][number][] = [];
  const fixed: LinePart[] = [];
  for (const part of parts) {
    if ('slot' in part && part.slot === 'sscc') {
      ssccs.push({ at: lineOf(shape, fixed).stride, size: part.size ?? 1, ranges: given });
      fixed.push({ text: ' '.repeat(SSCC_DIGITS) });
      continue;
    }
    if (!('slot' in part) || part.slot !== 'container') {
      fixed.push('slot' in part && part.slot === 'ordinal' ? { ...part, digits } : part);
      continue;
    }
    const ranges = around.get(part.level) ?? [];
    if (ranges[0]) containers.push({ at: lineOf(shape, fixed).stride, size: part.size, ranges });
    fixed.push({ text: ranges[0] ? '0'.repeat(lengthOf(ranges[0].deriver.shape)) : '' });
  }
  return { line: lineOf(shape, fixed), containers, ssccs };
}

/** Writes the SSCC of its container into each of `lines` lines, of which the first has `ordinal`, from 0. */
function putSsccs(chunk: Buffer, { at, size, ranges }: ContainerPlace<SsccRange>, stride: number, ordinal: number, lines: number) {
  for (const { ordinalFrom, count, prefix, serialFrom } of ranges) {
    const first = Math.max(ordinalFrom, Math.floor(ordinal / size));
    const last = Math.min(ordinalFrom + count - 1, Math.floor((ordinal + lines - 1) / size));
    for (let container = first; container <= last; container++) {
      const sscc = ssccOf(prefix, serialFrom + container - ordinalFrom);
      const past = Math.min(ordinal + lines, (container + 1) * size);
      for (let next = Math.max(ordinal, container * size); next < past; next++) chunk.write(sscc, (next - ordinal) * stride + at, 'latin1');
    }
  }
}

/** Writes the code of its container into each of `lines` lines, of which the first has `ordinal`, from 0. */
function putContainers(chunk: Uint8Array, { at, size, ranges }: ContainerPlace, stride: number, ordinal: number, lines: number) {
  for (const { ordinalFrom, count, serialFrom, deriver } of ranges) {
    const first = Math.max(ordinalFrom, Math.floor(ordinal / size));
    const last = Math.min(ordinalFrom + count - 1, Math.floor((ordinal + lines - 1) / size));
    if (last < first) continue;
    const line = lineOf(deriver.shape, [{ slot: 'code' }]);
    const codes = Buffer.allocUnsafe((last - first + 1) * line.stride);
    deriver.fill(codes, serialFrom + first - ordinalFrom, last - first + 1, line);
    const past = Math.min(ordinal + lines, (last + 1) * size);
    for (let next = Math.max(ordinal, first * size); next < past; next++) {
      const from = (Math.floor(next / size) - first) * line.stride;
      codes.copy(chunk, (next - ordinal) * stride + at, from, from + line.stride);
    }
  }
}

/** The bytes of a file from `start` on, some at a time, each a buffer of its own. */
export function* bytesFrom(file: CodeFile, start: number): Generator<Uint8Array> {
  if (start < file.head.length) yield file.head.subarray(start);
  for (const { range, serialFrom, ordinal, count, line, containers, ssccs, at } of file.pieces) {
    const atOnce = Math.max(1, Math.floor(CHUNK / line.stride));
    let next = Math.max(0, Math.floor((start - at) / line.stride));
    while (next < count) {
      const lines = Math.min(atOnce, count - next);
      const chunk = Buffer.allocUnsafeSlow(lines * line.stride);
      range.deriver.fill(chunk, serialFrom + next, lines, line, ordinal + next);
      for (const place of containers) putContainers(chunk, place, line.stride, ordinal - 1 + next, lines);
      for (const place of ssccs) putSsccs(chunk, place, line.stride, ordinal - 1 + next, lines);
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
