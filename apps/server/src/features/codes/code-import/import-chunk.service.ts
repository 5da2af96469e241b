import { readSymbol } from '@suyuan/codes';
import type { ImportCause } from '@suyuan/contract';
import type { Db } from '../../../platform/db/db.ts';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-import.queries.ts';

/** `number` counts from 1. */
interface FileLine {
  number: number;
  text: string;
  /** Byte offset of the next line. */
  nextOffset: number;
}

const LINE_FEED = 10;

/** Decodes as Latin-1, because code characters are the same in UTF-8 and GBK, and no byte of a Chinese character equals a separator. */
export async function* linesOf(
  source: AsyncIterable<Uint8Array>,
  { from, lineNo, chunkSize }: { from: number; lineNo: number; chunkSize: number },
): AsyncGenerator<FileLine[]> {
  let remainder: Buffer = Buffer.alloc(0);
  let offset = 0;
  let number = lineNo;
  let lines: FileLine[] = [];
  for await (const chunk of source) {
    const chunkEnd = offset + chunk.length;
    const unread = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).subarray(Math.max(0, Math.min(chunk.length, from - offset)));
    offset = chunkEnd;
    if (unread.length === 0) continue;
    remainder = remainder.length > 0 ? Buffer.concat([remainder, unread]) : unread;
    let start = 0;
    for (let end = remainder.indexOf(LINE_FEED); end >= 0; end = remainder.indexOf(LINE_FEED, start)) {
      lines.push({
        number: ++number,
        text: cleanLine(remainder.toString('latin1', start, end), number),
        nextOffset: offset - remainder.length + end + 1,
      });
      start = end + 1;
      if (lines.length === chunkSize) {
        yield lines;
        lines = [];
      }
    }
    remainder = remainder.subarray(start);
    // a line this long is not a code, so keep only its beginning
    if (remainder.length > LONGEST_LINE) remainder = Buffer.concat([remainder.subarray(0, LONGEST_LINE / 2), remainder.subarray(-1)]);
  }
  if (remainder.length > 0) lines.push({ number: ++number, text: cleanLine(remainder.toString('latin1'), number), nextOffset: offset });
  if (lines.length > 0) yield lines;
}

const LONGEST_LINE = 1024 * 1024;

/** Removes the byte order mark and a trailing CR. */
const cleanLine = (line: string, number: number) => (number === 1 ? line.replace(/^\u00ef\u00bb\u00bf/, '') : line).replace(/\r$/, '');

/** Quoting follows RFC 4180. Undefined if the column does not exist. */
function cellOf(line: string, separator: string | null, column: number): string | undefined {
  if (separator === null) return line;
  if (!line.includes('"')) return line.split(separator)[column - 1];
  let cell = 1;
  let text = '';
  let isQuoted = false;
  for (let index = 0; index <= line.length; index++) {
    const character = line[index];
    if (character === undefined || (character === separator && !isQuoted)) {
      if (cell === column) return text;
      cell++;
      text = '';
    } else if (character === '"' && isQuoted && line[index + 1] === '"') {
      text += '"';
      index++;
    } else if (character === '"') isQuoted = !isQuoted;
    else text += character;
  }
  return undefined;
}

export interface Validators {
  spaceId: number;
  digest(text: string): string;
  isOwn(text: string): boolean;
  /** Codes that the batch still accepts. */
  capacity: number;
}

/** Lines of one transaction. */
interface Chunk {
  row: queries.ImportRow;
  lines: readonly FileLine[];
  validators: Validators;
}

/**
 * Rolls back if another worker has processed the lines.
 * @throws Superseded
 */
export async function importLines(db: Db, { row, lines, validators }: Chunk): Promise<queries.ImportRow> {
  const faults: { line: number; cause: ImportCause }[] = [];
  const validLines = validateLines(row, lines, validators, faults);
  const nextSerial = await queries.lockSpace(db, validators.spaceId);
  const storedCount = await storeLines(db, { row, validLines, validators, nextSerial, faults });
  await queries.advance(db, validators.spaceId, nextSerial + storedCount);
  if (faults.length > 0) await queries.insertFaults(db, row.importId, runsOf(faults));
  const progress = {
    readBytes: lines.at(-1)?.nextOffset ?? row.readBytes,
    readLines: lines.at(-1)?.number ?? row.readLines,
    accepted: row.accepted + storedCount,
    runs: withRun(row.runs, nextSerial, storedCount),
  };
  if (!(await queries.advanceImport(db, row.importId, row.readBytes, { ...progress, runs: JSON.stringify(progress.runs) })))
    throw new Superseded();
  return { ...row, ...progress };
}

/** Another worker has advanced the import, or it has ended. */
class Superseded extends Error {}

interface ValidLine {
  line: number;
  hash: string;
}

/** Valid lines without duplicates within the chunk. */
function validateLines(
  row: queries.ImportRow,
  lines: readonly FileLine[],
  validators: Validators,
  faults: { line: number; cause: ImportCause }[],
) {
  const validLines = new Map<string, ValidLine>();
  for (const { number: line, text } of lines) {
    if (row.header && line === 1) continue;
    const cell = cellOf(text, row.separator, row.columnNo);
    const cause = faultOf(text, cell, validators);
    if (cause) {
      faults.push({ line, cause });
      continue;
    }
    const hash = validators.digest(readSymbol(cell ?? '').code);
    if (validLines.has(hash)) faults.push({ line, cause: 'twiceInFile' });
    else validLines.set(hash, { line, hash });
  }
  return [...validLines.values()];
}

function faultOf(text: string, cell: string | undefined, { isOwn }: Validators): ImportCause | undefined {
  if (text.trim() === '') return 'blank';
  if (cell === undefined) return 'columnMissing';
  const { code } = readSymbol(cell);
  if (code === '') return 'blank';
  if (code.length > codeSpaceService.MAX_FOREIGN_CODE_LENGTH) return 'tooLong';
  if (!codeSpaceService.isForeignText(code)) return 'signs';
  return isOwn(code) ? 'ours' : undefined;
}

/** Returns the number of new codes. Digests that exist become faults. */
async function storeLines(
  db: Db,
  input: {
    row: queries.ImportRow;
    validLines: ValidLine[];
    validators: Validators;
    nextSerial: number;
    faults: { line: number; cause: ImportCause }[];
  },
): Promise<number> {
  const { row, validators, nextSerial, faults } = input;
  const { spaceId } = validators;
  const capacityLeft = Math.max(0, validators.capacity - row.accepted);
  const hashes = input.validLines.map(({ hash }) => hash);
  if (hashes.length <= capacityLeft) {
    // usually all are new, so insert first without a lookup
    const isAllNew = await inSavepoint(db, false, async () => {
      if ((await queries.insertCodes(db, spaceId, hashes, nextSerial)) < hashes.length) throw new DuplicateCode();
      return true;
    }).catch((error: unknown) => {
      if (error instanceof DuplicateCode) return false;
      throw error;
    });
    if (isAllNew) return hashes.length;
  }
  const serials = await codeSpaceService.findSerials(db, spaceId, hashes);
  const isOwn = (serial: number) => row.runs.some(([from, count]) => serial >= from && serial < from + count);
  const newHashes: string[] = [];
  for (const { line, hash } of input.validLines) {
    const serial = serials.get(hash);
    if (serial !== undefined) faults.push({ line, cause: isOwn(serial) ? 'twiceInFile' : 'known' });
    else if (newHashes.length === capacityLeft) faults.push({ line, cause: 'beyondQuantity' });
    else newHashes.push(hash);
  }
  if (newHashes.length > 0) await queries.insertCodes(db, spaceId, newHashes, nextSerial);
  return newHashes.length;
}

class DuplicateCode extends Error {}

function runsOf(faults: { line: number; cause: ImportCause }[]) {
  const runs: { lineFrom: number; lineTo: number; cause: ImportCause }[] = [];
  for (const { line, cause } of faults.toSorted((a, b) => a.line - b.line)) {
    const last = runs.at(-1);
    if (last?.cause === cause && last.lineTo === line - 1) last.lineTo = line;
    else runs.push({ lineFrom: line, lineTo: line, cause });
  }
  return runs;
}

function withRun(runs: queries.Runs, from: number, count: number): queries.Runs {
  if (count === 0) return runs;
  const last = runs.at(-1);
  if (last && last[0] + last[1] === from) return [...runs.slice(0, -1), [last[0], last[1] + count]];
  return [...runs, [from, count]];
}
