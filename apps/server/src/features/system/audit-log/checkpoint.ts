import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** The end of the chain at some moment, kept outside the database so that a shortened or older one is noticed. */
interface Checkpoint {
  seal: number;
  /** Hex. */
  hash: string;
}

/** A minute, in milliseconds, and a thousand rows: a checkpoint is due at whichever comes first. */
const AGE = 60_000;
const ROWS = 1000;

const fileOf = (dataDir: string) => path.join(dataDir, 'operlog.checkpoints');

const noted = new Map<string, { seal: number; time: number }>();
const ends = new Map<string, Checkpoint>();

/** Takes the end of the chain for the file of checkpoints, and writes it there where one is due. */
export function noteCheckpoint(dataDir: string, { seal, hash }: { seal: number; hash: Buffer }): void {
  ends.set(dataDir, { seal, hash: hash.toString('hex') });
  writeCheckpoint(dataDir);
}

/**
 * Writes the end that was taken last, where one is due: the first time, after a minute, after a thousand rows, or `now`. To be asked for
 * also while nothing is logged: the last rows of a busy hour are as good as the first of the next.
 */
export function writeCheckpoint(dataDir: string, now = false): void {
  const end = ends.get(dataDir);
  if (!end) return;
  const last = noted.get(dataDir);
  if (!now && last && end.seal - last.seal < ROWS && Date.now() - last.time < AGE) return;
  appendFileSync(fileOf(dataDir), `${JSON.stringify({ ...end, time: new Date().toISOString() })}\n`, { flush: true });
  noted.set(dataDir, { seal: end.seal, time: Date.now() });
  ends.delete(dataDir);
}

/** Every checkpoint of the file, by its seal; a line that was cut off by a crash counts as none. One seal has one hash, or something is wrong. */
export function checkpoints(dataDir: string): Map<number, Set<string>> {
  const known = new Map<number, Set<string>>();
  for (const line of linesOf(fileOf(dataDir))) {
    try {
      const { seal, hash } = JSON.parse(line) as Checkpoint;
      known.set(seal, (known.get(seal) ?? new Set()).add(hash));
    } catch {
      // written only in part
    }
  }
  return known;
}

/** The newest checkpoint of the file; undefined where there is none. Reads its end alone: the file grows for ever. */
export function lastCheckpoint(dataDir: string): Checkpoint | undefined {
  const size = statSync(fileOf(dataDir), { throwIfNoEntry: false })?.size;
  if (!size) return undefined;
  const file = openSync(fileOf(dataDir), 'r');
  try {
    const end = Buffer.alloc(Math.min(size, 1000));
    readSync(file, end, 0, end.length, size - end.length);
    // the last line may have been written only in part, and the first is read only in part
    const lines = end
      .toString()
      .split('\n')
      .slice(size > end.length ? 1 : 0, -1);
    return lines.length > 0 ? JSON.parse(lines.at(-1) ?? '') : undefined;
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return [];
  }
}
