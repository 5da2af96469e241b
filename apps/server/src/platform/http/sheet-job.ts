import { parseCsv } from 'hucre/csv';
import { JobRefusal, serveJobs } from '../threads/serve-jobs.ts';
import { ZipTooLarge } from './inflate-zip.ts';
import type { Cell } from './workbook-parts.ts';
import { workbookRows } from './workbook-rows.ts';

/** Runs in the spreadsheet thread, which loads nothing else of the server. */

/** A row that is not blank, with its spreadsheet number from 1. */
export interface SheetLine {
  row: number;
  cells: Cell[];
}

export interface SheetJob {
  bytes: Uint8Array;
  format: 'xlsx' | 'csv';
  /** Maximum rows below the first that are not blank. */
  filledRows: number;
  /** Maximum row number. */
  lastRow: number;
  /** Cells read per row. */
  columns: number;
  /** Maximum bytes of the inflated workbook, and of all its cells. */
  unpackedBytes: number;
}

/** Rows per part, received within a millisecond or two. */
const PART_ROWS = 200;
/** Minimum bytes of a cell. */
const CELL_BYTES = 8;

serveJobs<SheetJob, SheetLine[]>(async (job, { send, isCancelled }) => {
  let part: SheetLine[] = [];
  let [filled, bytes] = [0, 0];
  for await (const { row, values } of rowsOf(job)) {
    if (isCancelled()) return;
    const cells = trimTrailingBlanks(values, job.columns);
    if (cells.length === 0) continue;
    if (row > 1) filled++;
    if (filled > job.filledRows || row > job.lastRow) throw new JobRefusal('rows');
    for (const cell of cells) bytes += CELL_BYTES + (typeof cell === 'string' ? cell.length : 0);
    if (bytes > job.unpackedBytes) throw new JobRefusal('unpacked');
    part.push({ row, cells });
    if (part.length === PART_ROWS) {
      await send(part);
      part = [];
    }
  }
  if (part.length > 0) await send(part);
});

async function* rowsOf({ bytes, format, columns, unpackedBytes }: SheetJob): AsyncGenerator<{ row: number; values: Cell[] }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (format === 'csv') {
    if (file.includes(0)) throw new JobRefusal('unreadable');
    for (const [index, values] of parseCsv(csvText(file)).entries()) yield { row: index + 1, values: values as Cell[] };
    return;
  }
  try {
    yield* workbookRows(file, columns, unpackedBytes);
  } catch (cause) {
    throw new JobRefusal(cause instanceof ZipTooLarge ? 'unpacked' : 'unreadable', { cause });
  }
}

/** UTF-8, else GB 18030, which includes GBK, as Chinese spreadsheet programs save it. */
function csvText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** A row without trailing blank cells. */
function trimTrailingBlanks(values: Cell[], columns: number): Cell[] {
  let end = Math.min(values.length, columns);
  while (end > 0 && isBlank(values[end - 1])) end--;
  return values.slice(0, end);
}

const isBlank = (value: Cell | undefined) => value === null || value === undefined || (typeof value === 'string' && value.trim() === '');
