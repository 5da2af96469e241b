import type { Readable } from 'node:stream';
import { CODE_LIST_BYTES, MAX_LINES } from '@suyuan/contract';
import type { FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/http/context.ts';
import type { UploadedFile } from '../../../platform/http/imported-file.ts';
import { isWorkbook, readLines, type SheetLimits } from '../../../platform/http/spreadsheet.ts';
import { Problem } from '../../../platform/problem.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as codeService from '../code/code.service.ts';
import { cellsOf, delimiterOf, type Encoding, isTitle } from './list-text.ts';

/** Compressed size in bytes. */
const WORKBOOK_BYTES = 52_428_800;
const WORKBOOK_LIMITS: SheetLimits = { filledRows: MAX_LINES, lastRow: MAX_LINES, columns: 50, unpackedBytes: 268_435_456 };
/** Bytes from which the columns are detected. */
const DETECTION_BYTES = 65_536;
/** Lines searched for codes. */
const DETECTION_LINES = 50;
const NEWLINE = 0x0a;

type StoredFile = Awaited<ReturnType<typeof fileService.generate>>;

/** Uploaded, but not yet queued. */
export interface ListFile {
  storedFile: StoredFile;
  fileName: string;
  encoding: Encoding;
  delimiter: string | null;
  codeColumn: number;
  titled: boolean;
  total: number;
}

/**
 * Streams the file to storage and detects its format. Only a workbook is held in memory.
 * @throws fileMissing, fileUnreadable, listEmpty, listTooLong, listWithoutCodes, fileTooLarge, sheetTooComplex, busy
 */
export async function receiveList(ctx: Context, request: FastifyRequest, signal: AbortSignal): Promise<ListFile> {
  if (!request.isMultipart()) throw new Problem('fileMissing');
  const part = await request.file({ limits: { fileSize: CODE_LIST_BYTES, files: 1, fields: 0 }, throwFileSizeLimit: false });
  if (!part) throw new Problem('fileMissing');
  const fileName = part.filename.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '').slice(0, 100) || 'list.txt';
  const parts = part.file.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const scan: FileScan = { head: Buffer.alloc(0), utf8: true, newlines: 0, bytes: 0, last: 0 };
  const limited = rejectTruncated(part.file, parts);
  const fileType = { originalName: fileName, ending: 'txt', type: 'text/plain; charset=utf-8' };
  const storedFile = await fileService.generate(ctx.installation, scanChunks(toTextLines(limited, fileName, signal), scan), fileType);
  try {
    const encoding = encodingOf(scan);
    const total = scan.newlines + (scan.bytes > 0 && scan.last !== NEWLINE ? 1 : 0);
    if (scan.bytes === 0) throw new Problem('listEmpty');
    if (encoding !== 'utf-16le' && scan.head.includes(0)) throw listUnreadable(fileName);
    if (total > MAX_LINES) throw listTooLong();
    return { storedFile, fileName, encoding, total, ...(await columnOf(ctx, scan.head, encoding, fileName)) };
  } catch (error) {
    await fileService.discardReceived(ctx, [storedFile]);
    throw error;
  }
}

const listUnreadable = (file: string, cause?: Error) =>
  new Problem('fileUnreadable', { file, expected: ['csv', 'txt', 'xlsx'] }, { cause });

const listTooLong = () => new Problem('listTooLong', { max: MAX_LINES, size: `${CODE_LIST_BYTES / 1024 / 1024} MB` });

async function* rejectTruncated(file: Readable & { truncated?: boolean }, parts: AsyncIterable<Buffer>) {
  yield* parts;
  if (file.truncated) throw listTooLong();
}

interface FileScan {
  head: Buffer;
  utf8: boolean;
  newlines: number;
  bytes: number;
  last: number;
}

async function* scanChunks(source: AsyncIterable<Buffer>, scan: FileScan) {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const validate = (chunk?: Buffer) => {
    if (!scan.utf8) return;
    try {
      chunk ? utf8.decode(chunk, { stream: true }) : utf8.decode();
    } catch {
      scan.utf8 = false;
    }
  };
  for await (const chunk of source) {
    if (scan.head.length < DETECTION_BYTES) scan.head = Buffer.concat([scan.head, chunk.subarray(0, DETECTION_BYTES - scan.head.length)]);
    validate(chunk);
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) scan.newlines++;
    scan.bytes += chunk.length;
    scan.last = chunk.at(-1) ?? scan.last;
    yield chunk;
  }
  validate();
}

function encodingOf({ head, utf8 }: FileScan): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return utf8 ? 'utf-8' : 'gb18030';
}

/** Converts the first sheet of a workbook to tab-separated lines and preserves row numbers. */
async function* toTextLines(source: AsyncIterable<Buffer>, name: string, signal: AbortSignal): AsyncGenerator<Buffer> {
  const iterator = source[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done) return;
  const remaining = { [Symbol.asyncIterator]: () => iterator };
  if (!isWorkbook(first.value)) {
    yield first.value;
    yield* remaining;
    return;
  }
  const chunks = [first.value];
  let bytes = first.value.length;
  for await (const chunk of remaining) {
    bytes += chunk.length;
    if (bytes > WORKBOOK_BYTES) throw new Problem('fileTooLarge', { max: '50 MB' });
    chunks.push(chunk);
  }
  try {
    yield* sheetLines({ name, bytes: Buffer.concat(chunks), signal });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (error.problem === 'fileRowsTooMany') throw listTooLong();
    if (error.problem === 'fileUnreadable') throw listUnreadable(name, error);
    throw error;
  }
}

const cellText = (value: unknown) => (value instanceof Date ? '' : String(value ?? '').replace(/[\t\r\n]+/g, ' '));

async function* sheetLines(file: UploadedFile): AsyncGenerator<Buffer> {
  let next = 1;
  for await (const rows of readLines(file, 'xlsx', WORKBOOK_LIMITS)) {
    const lines: string[] = [];
    for (const { row, cells } of rows) {
      for (; next < row; next++) lines.push('');
      lines.push(cells.map(cellText).join('\t'));
      next = row + 1;
    }
    yield Buffer.from(`${lines.join('\n')}\n`);
  }
}

/** The titled column, or else the first column with one of our codes. */
async function columnOf(ctx: Context, head: Buffer, encoding: Encoding, fileName: string) {
  const text = new TextDecoder(encoding === 'utf-16le' ? 'utf-16le' : encoding).decode(head).replace(/^\uFEFF/, '');
  const lines = text.split(/\r\n|\n|\r/).slice(0, DETECTION_LINES);
  if (lines.every((line) => line.trim() === '')) throw new Problem('listEmpty');
  const delimiter = delimiterOf(lines);
  const rows = lines.map((line) => cellsOf(line, delimiter));
  const titledColumn = rows[0]?.findIndex(isTitle) ?? -1;
  if (titledColumn >= 0) return { delimiter, codeColumn: titledColumn, titled: true };
  const columnCount = Math.min(Math.max(...rows.map(({ length }) => length)), 50);
  if (columnCount === 1) return { delimiter, codeColumn: 0, titled: false };
  for (let codeColumn = 0; codeColumn < columnCount; codeColumn++) {
    const cells = rows.map((cells) => cells[codeColumn] ?? '').filter((cell) => cell !== '');
    const places = await codeService.locateAll(ctx.db, ctx.installation, cells);
    if (places.some(Boolean)) return { delimiter, codeColumn, titled: false };
  }
  throw new Problem('listWithoutCodes', { file: fileName });
}
