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
  room: number;
}

/** Lines of one transaction. */
interface Step {
  row: queries.ImportRow;
  lines: readonly FileLine[];
  validators: Validators;
}

/**
 * Rolls back if another worker has processed the lines.
 * @throws Superseded
 */
export async function takeLines(db: Db, { row, lines, validators }: Step): Promise<queries.ImportRow> {
  const faults: { line: number; cause: ImportCause }[] = [];
  const good = judged(row, lines, validators, faults);
  const next = await queries.lockSpace(db, validators.spaceId);
  const taken = await store(db, { row, good, validators, next, faults });
  await queries.advance(db, validators.spaceId, next + taken);
  if (faults.length > 0) await queries.insertFaults(db, row.importId, runsOf(faults));
  const now = {
    readBytes: lines.at(-1)?.next ?? row.readBytes,
    readLines: lines.at(-1)?.number ?? row.readLines,
    accepted: row.accepted + taken,
    runs: withRun(row.runs, next, taken),
  };
  if (!(await queries.moveOn(db, row.importId, row.readBytes, { ...now, runs: JSON.stringify(now.runs) }))) throw new Superseded();
  return { ...row, ...now };
}

/** Another worker has advanced the import, or it has ended. */
class Superseded extends Error {}

interface Good {
  line: number;
  hash: string;
}

/** Valid lines without duplicates within the chunk. */
function judged(
  row: queries.ImportRow,
  lines: readonly FileLine[],
  validators: Validators,
  faults: { line: number; cause: ImportCause }[],
) {
  const good = new Map<string, Good>();
  for (const { number: line, text } of lines) {
    if (row.header && line === 1) continue;
    const cell = cellOf(text, row.separator, row.columnNo);
    const cause = faultOf(text, cell, validators);
    if (cause) {
      faults.push({ line, cause });
      continue;
    }
    const hash = validators.digest(readSymbol(cell ?? '').code);
    if (good.has(hash)) faults.push({ line, cause: 'twiceInFile' });
    else good.set(hash, { line, hash });
  }
  return [...good.values()];
}

function faultOf(text: string, cell: string | undefined, { isOwn }: Validators): ImportCause | undefined {
  if (text.trim() === '') return 'blank';
  if (cell === undefined) return 'columnMissing';
  const { code } = readSymbol(cell);
  if (code === '') return 'blank';
  if (code.length > codeSpaceService.LONGEST) return 'tooLong';
  if (!codeSpaceService.isForeignText(code)) return 'signs';
  return isOwn(code) ? 'ours' : undefined;
}

/** Returns the number of new codes. Digests that exist become faults. */
async function store(
  db: Db,
  given: { row: queries.ImportRow; good: Good[]; validators: Validators; next: number; faults: { line: number; cause: ImportCause }[] },
): Promise<number> {
  const { row, validators, next, faults } = given;
  const { spaceId } = validators;
  const room = Math.max(0, validators.room - row.accepted);
  const hashes = given.good.map(({ hash }) => hash);
  if (hashes.length <= room) {
    // usually all are new, so insert first without a lookup
    const whole = await inSavepoint(db, false, async () => {
      if ((await queries.insertCodes(db, spaceId, hashes, next)) < hashes.length) throw new SomeKnown();
      return true;
    }).catch((error: unknown) => {
      if (error instanceof SomeKnown) return false;
      throw error;
    });
    if (whole) return hashes.length;
  }
  const serials = await codeSpaceService.findSerials(db, spaceId, hashes);
  const isOwn = (serial: number) => row.runs.some(([from, count]) => serial >= from && serial < from + count);
  const fresh: string[] = [];
  for (const { line, hash } of given.good) {
    const serial = serials.get(hash);
    if (serial !== undefined) faults.push({ line, cause: isOwn(serial) ? 'twiceInFile' : 'known' });
    else if (fresh.length === room) faults.push({ line, cause: 'beyondQuantity' });
    else fresh.push(hash);
  }
  if (fresh.length > 0) await queries.insertCodes(db, spaceId, fresh, next);
  return fresh.length;
}

class SomeKnown extends Error {}

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
