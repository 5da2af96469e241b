import { write } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { droppedLines } from './metrics.ts';

/** Characters of lines that wait while nobody takes them; what comes then is dropped and counted. */
const MOST = 4 * 1024 * 1024;
/** Milliseconds before a reader that had no room is tried again. */
const AGAIN = 50;

type Write = (bytes: Buffer, done: (error: NodeJS.ErrnoException | null, written: number) => void) => void;

/**
 * Lines on their way out, one write at a time and beside the loop: a reader that stops, such as a collector of logs that hangs, would
 * else hold up every request, since a pipe is written to by waiting.
 */
export function lineStream(writeOut: Write, most = MOST) {
  let waiting: string[] = [];
  let length = 0;
  /** What is being written. */
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
      // a pipe that fills up takes a part; one that nobody reads any more takes nothing, and keeps nobody
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
    /** Resolves when all is written, or after `milliseconds`: whoever reads no more keeps no process from its end. */
    async drained(milliseconds: number) {
      const begun = performance.now();
      while (under !== undefined && performance.now() - begun < milliseconds) await wait(5);
    },
  };
}

/** Lines that end in these bytes. */
const linesIn = (bytes: Buffer | undefined) => bytes?.toString().match(/\n/g)?.length ?? 0;

/** Standard output. */
export const logStream = lineStream((bytes, done) => write(1, bytes, done));
