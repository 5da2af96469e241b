import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** End of the chain, stored outside the database to detect truncation or an older backup. */
interface Checkpoint {
  seal: number;
  /** Hex. */
  hash: string;
}

/** A checkpoint is due after this many milliseconds or rows. */
const AGE = 60_000;
const ROWS = 1000;

const fileOf = (dataDir: string) => path.join(dataDir, 'operlog.checkpoints');

const noted = new Map<string, { seal: number; time: number }>();
const ends = new Map<string, Checkpoint>();

/** Stores the end of the chain in memory, and in the file if a checkpoint is due. */
export function noteCheckpoint(dataDir: string, { seal, hash }: { seal: number; hash: Buffer }): void {
  ends.set(dataDir, { seal, hash: hash.toString('hex') });
  writeCheckpoint(dataDir);
}

/**
 * Writes the last stored end if due: the first time, after `AGE`, after `ROWS`, or with `now`. Called periodically too, so that the last
 * rows before a quiet period are covered.
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

/** All checkpoints by seal number. Truncated lines are skipped. More than one hash for a seal indicates a breach. */
export function checkpoints(dataDir: string): Map<number, Set<string>> {
  const known = new Map<number, Set<string>>();
  for (const line of linesOf(fileOf(dataDir))) {
    try {
      const { seal, hash } = JSON.parse(line) as Checkpoint;
      known.set(seal, (known.get(seal) ?? new Set()).add(hash));
    } catch {
      // partially written
    }
  }
  return known;
}

/** The newest checkpoint, if any. Reads only the end, because the file grows without limit. */
export function lastCheckpoint(dataDir: string): Checkpoint | undefined {
  const size = statSync(fileOf(dataDir), { throwIfNoEntry: false })?.size;
  if (!size) return undefined;
  const file = openSync(fileOf(dataDir), 'r');
  try {
    const end = Buffer.alloc(Math.min(size, 1000));
    readSync(file, end, 0, end.length, size - end.length);
    // the last line may be partially written, and the first may be cut by the read
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
