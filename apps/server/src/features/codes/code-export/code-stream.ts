import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { LinePart } from '@suyuan/codes/derive';
import { type ExportColumn, levelNames } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import * as queries from './code-export.queries.ts';
import { bytesFrom, type CodeFile, type ContainerPart, type FileLayout, linesWithin, type SsccPart } from './code-file.ts';

interface ColumnValues {
  batchNo: string;
  gtin: string | null;
  madeDate: string;
  expiryDate: string | null;
  pinDigits: number;
  /** The part of a symbol before the code. */
  payloadPrefix: string;
  /** Packaging levels around the codes. */
  containers: readonly Omit<ContainerPart, 'slot'>[];
  /** Level of the SSCC column. Undefined: no SSCCs. */
  sscc: Required<Omit<SsccPart, 'slot'>> | undefined;
}

interface ExportFormat {
  format: 'txt' | 'csv';
  columns: readonly ExportColumn[];
  header?: boolean | undefined;
  bom?: boolean | undefined;
}

const CODE: LinePart = { slot: 'code' };

/** TXT has one code per line. CSV follows RFC 4180. */
export function fileLayout({ format, columns, header, bom }: ExportFormat, values: ColumnValues): FileLayout {
  if (format === 'txt') return { head: '', parts: [CODE, { text: '\n' }] };
  const cells = columns.map((column) => cellOf(column, values));
  return {
    head: `${bom ? '\u{feff}' : ''}${header ? `${columns.join(',')}\r\n` : ''}`,
    parts: [...cells.flatMap((cell, index) => (index ? [{ text: ',' }, ...cell] : cell)), { text: '\r\n' }],
  };
}

/** A missing value gives an empty cell. */
function cellOf(column: ExportColumn, { payloadPrefix, pinDigits, containers, sscc, ...values }: ColumnValues): FileLayout['parts'] {
  switch (column) {
    case 'ordinal':
      return [{ slot: 'ordinal', digits: 1 }];
    case 'code':
      return [CODE];
    case 'payload': {
      const [before, after] = quoted(payloadPrefix) === payloadPrefix ? [payloadPrefix, ''] : [quoted(payloadPrefix).slice(0, -1), '"'];
      return [{ text: before }, CODE, { text: after }];
    }
    case 'pin':
      return pinDigits ? [{ slot: 'pin', digits: pinDigits }] : [];
    case 'box':
    case 'case':
    case 'pallet': {
      const container = containers.find(({ level }) => levelNames[level] === column);
      return container ? [{ slot: 'container', ...container }] : [];
    }
    case 'sscc':
      return sscc ? [{ slot: 'sscc', level: sscc.level, size: sscc.size }] : [];
    default:
      return [{ text: quoted(values[column] ?? '') }];
  }
}

/** Printers need the exact text, so nothing is added against formulas. */
const quoted = (text: string) => (/[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Bytes buffered for a slow reader. */
const BUFFER_BYTES = 1024 * 1024;
/** Milliseconds between progress records. */
const PROGRESS_INTERVAL_MS = 3000;

/** Bytes [start, end) of a file. */
export interface ByteRange {
  start: number;
  end: number;
}

/** By export. */
const activeStreams = new Map<number, { recordProgress(): Promise<unknown>; end(): void }>();

/** Records the progress of the active download. */
export const recordProgress = async (exportId: number) => activeStreams.get(exportId)?.recordProgress();

/**
 * A part that reaches the end hashes the whole file and is sealed before its last bytes, so only one download completes. A later download
 * replaces the current one. `onClose` completes the export.
 */
export function codeStream(db: Db, exportId: number, file: CodeFile, { start, end }: ByteRange) {
  const reachesEnd = end === file.bytes;
  let progressOffset = start;
  let sealed = false;
  let isReplaced = false;
  let closing: Promise<unknown> | undefined;

  const saveProgress = (isDelivered = false) =>
    queries.progress(db, exportId, { lines: linesWithin(file, progressOffset), bytes: progressOffset, isDelivered });
  const stream = {
    recordProgress: () => closing ?? saveProgress(),
    end() {
      isReplaced = true;
    },
  };
  activeStreams.get(exportId)?.end();
  activeStreams.set(exportId, stream);

  async function close(arrived: boolean) {
    if (sealed && arrived) return queries.finish(db, exportId);
    if (sealed) await queries.unseal(db, exportId);
    // the replacing download has already recorded the progress
    return isReplaced ? undefined : saveProgress(arrived);
  }

  async function* generateChunks() {
    const hash = reachesEnd ? createHash('sha256') : undefined;
    let position = hash ? 0 : start;
    let lastRecordedAt = performance.now();
    for (const bytes of bytesFrom(file, position)) {
      // a sealed download is complete and must not be aborted
      if (isReplaced && !sealed) throw new Error('downloaded elsewhere');
      hash?.update(bytes);
      const nextOffset = position + bytes.length;
      const chunk = bytes.subarray(Math.max(0, start - position), end - position);
      if (hash && nextOffset === file.bytes) {
        const sealing = { bytes: file.bytes, sha256: hash.digest('hex'), resumed: start > 0 };
        if (!(await queries.seal(db, exportId, sealing))) throw new Error('downloaded elsewhere');
        sealed = true;
      }
      position = nextOffset;
      if (chunk.length > 0) {
        // count before sending: a resume starts after this chunk
        progressOffset += chunk.length;
        yield chunk;
      }
      if (position >= end) return;
      if (performance.now() - lastRecordedAt > PROGRESS_INTERVAL_MS) {
        lastRecordedAt = performance.now();
        await saveProgress();
      }
      // a local reader never causes backpressure, so yield to other requests explicitly
      await yieldToEventLoop();
    }
  }

  return {
    body: Readable.from(generateChunks(), { objectMode: false, highWaterMark: BUFFER_BYTES }),
    async onClose(arrived: boolean) {
      closing = close(arrived).finally(() => activeStreams.get(exportId) === stream && activeStreams.delete(exportId));
      await closing;
    },
  };
}
