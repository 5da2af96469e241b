import { write } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { droppedLines } from './metrics.ts';

/** Maximum characters of pending lines; further lines are dropped and counted. */
const MAX_PENDING = 4 * 1024 * 1024;
/** Milliseconds before retrying a reader without room. */
const RETRY_DELAY = 50;

type Write = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, bytesWritten: number) => void) => void;

/**
 * Writes lines asynchronously, one write at a time. A synchronous pipe would block every request when its reader, such as a log collector,
 * hangs.
 */
export function lineStream(writeOut: Write, maxPending = MAX_PENDING) {
  let pendingLines: string[] = [];
  let pendingLength = 0;
  let writing: Buffer | undefined;

  function writeNext() {
    if (writing === undefined && pendingLines.length > 0) {
      writing = Buffer.from(pendingLines.join(''));
      pendingLines = [];
      pendingLength = 0;
    }
    if (writing === undefined) return;
    writeOut(writing, (error, bytesWritten) => {
      if (error?.code === 'EAGAIN') return void setTimeout(writeNext, RETRY_DELAY);
      // a full pipe accepts a part; without a reader the lines are dropped
      if (error) droppedLines.inc(linesIn(writing));
      const remaining = error ? undefined : writing?.subarray(bytesWritten);
      writing = remaining?.length ? remaining : undefined;
      writeNext();
    });
  }

  return {
    write(line: string) {
      if (pendingLength + line.length > maxPending) return void droppedLines.inc();
      pendingLength += line.length;
      pendingLines.push(line);
      if (writing === undefined) writeNext();
    },
    /** Resolves when all is written or after `milliseconds`, so that a hung reader does not delay the exit. */
    async drain(milliseconds: number) {
      const startedAt = performance.now();
      while (writing !== undefined && performance.now() - startedAt < milliseconds) await wait(5);
    },
  };
}

const linesIn = (bytes: Buffer | undefined) => bytes?.toString().match(/\n/g)?.length ?? 0;

/** Standard output. */
export const logStream = lineStream((bytes, done) => write(1, bytes, done));
