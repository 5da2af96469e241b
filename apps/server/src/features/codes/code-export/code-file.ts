import { lengthOf, ssccOf } from '@suyuan/codes';
import { type Line, type LinePart, lineOf, sameWidth } from '@suyuan/codes/derive';
import type { DerivedRange } from '../code/code.service.ts';

/** Bytes per chunk, small enough not to block other requests. */
const CHUNK_BYTES = 256 * 1024;

export interface FileLayout {
  head: string;
  /** `digits` of ordinals is ignored: they have their natural width. */
  parts: (LinePart | ContainerPart | SsccPart)[];
}

/** The container around a code holds `size` codes of the line's level. */
export interface ContainerPart {
  slot: 'container';
  level: number;
  size: number;
}

/** The container holds `size` codes of the line's level. Without `level` and `size`, the SSCC of the line itself. */
export interface SsccPart {
  slot: 'sscc';
  level?: number;
  size?: number;
}

const SSCC_DIGITS = 18;

/** Ordinals from 0. */
interface SsccRange {
  ordinalFrom: number;
  count: number;
  prefix: string;
  serialFrom: number;
}

/** Data for the container columns. */
interface ContainerData {
  /** By level. */
  containerRanges?: ReadonlyMap<number, readonly DerivedRange[]>;
  /** Of the level in the layout. */
  ssccRanges?: readonly SsccRange[];
}

/** `offset`: offset in the line. The container spans `size` lines. */
interface ContainerColumn<Range = DerivedRange> {
  offset: number;
  size: number;
  ranges: readonly Range[];
}

/** Lines of equal length: one range of serials, ordinals of equal width. */
interface LineBlock {
  range: DerivedRange;
  serialFrom: number;
  /** From 1. */
  ordinal: number;
  count: number;
  line: Line;
  containers: readonly ContainerColumn[];
  ssccs: readonly ContainerColumn<SsccRange>[];
  /** Offset of the first byte in the file. */
  offset: number;
  linesBefore: number;
}

/** A virtual file: any byte can be generated on demand. */
export interface CodeFile {
  head: Uint8Array;
  blocks: LineBlock[];
  bytes: number;
}

/**
 * The ordinals [from, from + count) count from 0.
 * @param containerData data for the container columns
 */
export function buildCodeFile(
  { head, parts }: FileLayout,
  ranges: readonly DerivedRange[],
  { from, count }: { from: number; count: number },
  containerData: ContainerData = {},
): CodeFile {
  const headBytes = Buffer.from(head);
  const blocks: LineBlock[] = [];
  let offset = headBytes.length;
  let linesBefore = 0;
  for (const range of ranges) {
    const end = Math.min(range.ordinalFrom + range.count, from + count);
    for (let next = Math.max(range.ordinalFrom, from); next < end; ) {
      const lines = sameWidth(next + 1, end - next);
      const { line, containers, ssccs } = layOutLine(range, parts, String(next + 1).length, containerData);
      blocks.push({
        range,
        serialFrom: range.serialFrom + next - range.ordinalFrom,
        ordinal: next + 1,
        count: lines,
        line,
        containers,
        ssccs,
        offset,
        linesBefore,
      });
      offset += lines * line.stride;
      linesBefore += lines;
      next += lines;
    }
  }
  return { head: headBytes, blocks, bytes: offset };
}

/** Container columns are placeholders. */
function layOutLine(
  { deriver: { shape } }: DerivedRange,
  parts: FileLayout['parts'],
  digits: number,
  { containerRanges = new Map(), ssccRanges = [] }: ContainerData,
) {
  const containers: ContainerColumn[] = [];
  const ssccs: LineBlock['ssccs'][number][] = [];
  const fixed: LinePart[] = [];
  for (const part of parts) {
    if ('slot' in part && part.slot === 'sscc') {
      ssccs.push({ offset: lineOf(shape, fixed).stride, size: part.size ?? 1, ranges: ssccRanges });
      fixed.push({ text: ' '.repeat(SSCC_DIGITS) });
      continue;
    }
    if (!('slot' in part) || part.slot !== 'container') {
      fixed.push('slot' in part && part.slot === 'ordinal' ? { ...part, digits } : part);
      continue;
    }
    const ranges = containerRanges.get(part.level) ?? [];
    if (ranges[0]) containers.push({ offset: lineOf(shape, fixed).stride, size: part.size, ranges });
    fixed.push({ text: ranges[0] ? '0'.repeat(lengthOf(ranges[0].deriver.shape)) : '' });
  }
  return { line: lineOf(shape, fixed), containers, ssccs };
}

/** `ordinal` of the first line counts from 0. */
function writeSsccs(chunk: Buffer, { offset, size, ranges }: ContainerColumn<SsccRange>, stride: number, ordinal: number, lines: number) {
  for (const { ordinalFrom, count, prefix, serialFrom } of ranges) {
    const first = Math.max(ordinalFrom, Math.floor(ordinal / size));
    const last = Math.min(ordinalFrom + count - 1, Math.floor((ordinal + lines - 1) / size));
    for (let container = first; container <= last; container++) {
      const sscc = ssccOf(prefix, serialFrom + container - ordinalFrom);
      const end = Math.min(ordinal + lines, (container + 1) * size);
      for (let next = Math.max(ordinal, container * size); next < end; next++)
        chunk.write(sscc, (next - ordinal) * stride + offset, 'latin1');
    }
  }
}

/** `ordinal` of the first line counts from 0. */
function writeContainers(chunk: Uint8Array, { offset, size, ranges }: ContainerColumn, stride: number, ordinal: number, lines: number) {
  for (const { ordinalFrom, count, serialFrom, deriver } of ranges) {
    const first = Math.max(ordinalFrom, Math.floor(ordinal / size));
    const last = Math.min(ordinalFrom + count - 1, Math.floor((ordinal + lines - 1) / size));
    if (last < first) continue;
    const line = lineOf(deriver.shape, [{ slot: 'code' }]);
    const codes = Buffer.allocUnsafe((last - first + 1) * line.stride);
    deriver.fill(codes, serialFrom + first - ordinalFrom, last - first + 1, line);
    const end = Math.min(ordinal + lines, (last + 1) * size);
    for (let next = Math.max(ordinal, first * size); next < end; next++) {
      const from = (Math.floor(next / size) - first) * line.stride;
      codes.copy(chunk, (next - ordinal) * stride + offset, from, from + line.stride);
    }
  }
}

/** Each chunk is a new buffer. */
export function* bytesFrom(file: CodeFile, start: number): Generator<Uint8Array> {
  if (start < file.head.length) yield file.head.subarray(start);
  for (const { range, serialFrom, ordinal, count, line, containers, ssccs, offset } of file.blocks) {
    const linesPerChunk = Math.max(1, Math.floor(CHUNK_BYTES / line.stride));
    let next = Math.max(0, Math.floor((start - offset) / line.stride));
    while (next < count) {
      const lines = Math.min(linesPerChunk, count - next);
      const chunk = Buffer.allocUnsafeSlow(lines * line.stride);
      range.deriver.fill(chunk, serialFrom + next, lines, line, ordinal + next);
      for (const column of containers) writeContainers(chunk, column, line.stride, ordinal - 1 + next, lines);
      for (const column of ssccs) writeSsccs(chunk, column, line.stride, ordinal - 1 + next, lines);
      const skipped = Math.max(0, start - offset - next * line.stride);
      yield skipped ? chunk.subarray(skipped) : chunk;
      next += lines;
    }
  }
}

/** Counts only complete lines. */
export function linesWithin({ blocks }: CodeFile, bytes: number): number {
  const block = blocks.findLast(({ offset }) => offset <= bytes);
  return block ? block.linesBefore + Math.min(block.count, Math.floor((bytes - block.offset) / block.line.stride)) : 0;
}
