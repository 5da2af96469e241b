import { appendFileSync, closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';

/** End of the chain, stored outside the database to detect truncation or an older backup. */
interface Checkpoint {
  seal: number;
  /** Hex. */
  hash: string;
}

/** A checkpoint is due after this many milliseconds or rows. */
const MAX_AGE_MS = 60_000;
const MAX_ROWS = 1000;

const fileOf = (dataDir: string) => path.join(dataDir, 'operlog.checkpoints');

const lastWritten = new Map<string, { seal: number; time: number }>();
const pendingEnds = new Map<string, Checkpoint>();

/** Stores the end of the chain in memory, and in the file if a checkpoint is due. */
export function recordCheckpoint(dataDir: string, { seal, hash }: { seal: number; hash: Buffer }): void {
  pendingEnds.set(dataDir, { seal, hash: hash.toString('hex') });
  writeCheckpoint(dataDir);
}

/**
 * Writes the last stored end if due: the first time, after `MAX_AGE_MS`, after `MAX_ROWS`, or with `force`. Called periodically too, so that the last
 * rows before a quiet period are covered.
 */
export function writeCheckpoint(dataDir: string, force = false): void {
  const end = pendingEnds.get(dataDir);
  if (!end) return;
  const last = lastWritten.get(dataDir);
  if (!force && last && end.seal - last.seal < MAX_ROWS && Date.now() - last.time < MAX_AGE_MS) return;
  appendFileSync(fileOf(dataDir), `${JSON.stringify({ ...end, time: new Date().toISOString() })}\n`, { flush: true });
  lastWritten.set(dataDir, { seal: end.seal, time: Date.now() });
  pendingEnds.delete(dataDir);
}

/** All checkpoints by seal number. Truncated lines are skipped. More than one hash for a seal indicates a breach. */
export function readCheckpoints(dataDir: string): Map<number, Set<string>> {
  const hashesBySeal = new Map<number, Set<string>>();
  for (const line of linesOf(fileOf(dataDir))) {
    try {
      const { seal, hash } = JSON.parse(line) as Checkpoint;
      hashesBySeal.set(seal, (hashesBySeal.get(seal) ?? new Set()).add(hash));
    } catch {
      // partially written
    }
  }
  return hashesBySeal;
}

/** The newest checkpoint, if any. Reads only the end, because the file grows without limit. */
export function readLastCheckpoint(dataDir: string): Checkpoint | undefined {
  const size = statSync(fileOf(dataDir), { throwIfNoEntry: false })?.size;
  if (!size) return undefined;
  const file = openSync(fileOf(dataDir), 'r');
  try {
    const tail = Buffer.alloc(Math.min(size, 1000));
    readSync(file, tail, 0, tail.length, size - tail.length);
    // the last line may be partially written, and the first may be cut by the read
    const lines = tail
      .toString()
      .split('\n')
      .slice(size > tail.length ? 1 : 0, -1);
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
