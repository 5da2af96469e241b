import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The end of the chain at some moment, kept outside the database so that a shortened or older one is noticed. */
export interface Checkpoint {
  seal: number;
  /** Hex. */
  hash: string;
}

/** A minute, in milliseconds, and a thousand rows: a checkpoint is due at whichever comes first. */
const AGE = 60_000;
const ROWS = 1000;

const fileOf = (dataDir: string) => path.join(dataDir, 'operlog.checkpoints');

const noted = new Map<string, { seal: number; time: number }>();

/** Appends the end of the chain to the file of checkpoints where one is due: the first time, after a minute, after a thousand rows. */
export function noteCheckpoint(dataDir: string, { seal, hash }: { seal: number; hash: Buffer }): void {
  const last = noted.get(dataDir);
  if (last && seal - last.seal < ROWS && Date.now() - last.time < AGE) return;
  const line = JSON.stringify({ seal, hash: hash.toString('hex'), time: new Date().toISOString() });
  appendFileSync(fileOf(dataDir), `${line}\n`, { flush: true });
  noted.set(dataDir, { seal, time: Date.now() });
}

/** The furthest checkpoint of the file; a line that was cut off by a crash counts as none. */
export function latestCheckpoint(dataDir: string): Checkpoint | undefined {
  let text: string;
  try {
    text = readFileSync(fileOf(dataDir), 'utf8');
  } catch {
    return undefined;
  }
  for (const line of text.trimEnd().split('\n').reverse()) {
    try {
      return JSON.parse(line) as Checkpoint;
    } catch {
      // written only in part
    }
  }
  return undefined;
}
