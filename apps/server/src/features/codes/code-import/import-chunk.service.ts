import { readSymbol } from '@suyuan/codes';
import type { ImportCause } from '@suyuan/contract';
import type { Db } from '../../../platform/db/database.types.ts';
import { inSavepoint } from '../../../platform/db/transaction.ts';
import * as codeSpaceService from '../code-space/code-space.service.ts';
import * as queries from './code-import.queries.ts';
import { cellOf, type FileLine } from './import-lines.ts';

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
  if (!(await queries.advanceImport(db, row.importId, row.readBytes, { ...progress, runs: JSON.stringify(progress.runs) }))) throw new Superseded();
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
  input: { row: queries.ImportRow; validLines: ValidLine[]; validators: Validators; nextSerial: number; faults: { line: number; cause: ImportCause }[] },
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
