import { write } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { droppedLines } from './metrics.ts';

/** Maximum characters of pending lines; further lines are dropped and counted. */
const MOST = 4 * 1024 * 1024;
/** Milliseconds before retrying a reader without room. */
const AGAIN = 50;

type Write = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * Writes lines asynchronously, one write at a time. A synchronous pipe would block every request when its reader, such as a log collector,
 * hangs.
 */
export function lineStream(writeOut: Write, most = MOST) {
  let waiting: string[] = [];
  let length = 0;
  let under: Buffer | undefined;

  function next() {
    if (under === undefined && waiting.length > 0) {
      under = Buffer.from(waiting.join(''));
      waiting = [];
      length = 0;
    }
    if (under === undefined) return;
    writeOut(under, (error, written) => {
      if (error?.code === 'EAGAIN') return void setTimeout(next, AGAIN);
      // a full pipe accepts a part; without a reader the lines are dropped
      if (error) droppedLines.inc(linesIn(under));
      const left = error ? undefined : under?.subarray(written);
      under = left?.length ? left : undefined;
      next();
    });
  }

  return {
    write(line: string) {
      if (length + line.length > most) return void droppedLines.inc();
      length += line.length;
      waiting.push(line);
      if (under === undefined) next();
    },
    /** Resolves when all is written or after `milliseconds`, so that a hung reader does not delay the exit. */
    async drained(milliseconds: number) {
      const begun = performance.now();
      while (under !== undefined && performance.now() - begun < milliseconds) await wait(5);
    },
  };
}

const linesIn = (bytes: Buffer | undefined) => bytes?.toString().match(/\n/g)?.length ?? 0;

/** Standard output. */
export const logStream = lineStream((bytes, done) => write(1, bytes, done));
