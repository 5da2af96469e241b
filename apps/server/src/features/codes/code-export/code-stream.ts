import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Db } from '../../../platform/db/database.types.ts';
import * as queries from './code-export.queries.ts';
import { bytesFrom, type CodeFile, linesWithin } from './code-file.ts';

/** Bytes that wait for a slow reader. */
const AHEAD = 1024 * 1024;
/** Milliseconds between two notes of how far a download is. */
const NOTE = 3000;

/** Bytes [start, end) of a file. */
export interface Part {
  start: number;
  end: number;
}

/** Downloads under way in this process, by export: how to note how far one is, and how to end it. */
const underway = new Map<number, { noted(): Promise<unknown>; leave(): void }>();

/** Sees to it that the database knows how far the download of an export is that is under way. */
export const noted = async (exportId: number) => underway.get(exportId)?.noted();

/**
 * Streams a part of a file at the reader's pace. Whatever reaches the end of the file is hashed from its beginning, and sealed
 * before the last bytes go out: of two downloads only one is whole. `onClose` ends the export once they have. Whoever comes
 * later takes the place of who is under way.
 */
export function codeStream(db: Db, exportId: number, file: CodeFile, { start, end }: Part) {
  const whole = end === file.bytes;
  let at = start;
  let sealed = false;
  let left = false;
  let closing: Promise<unknown> | undefined;

  const note = (settled = false) => queries.progress(db, exportId, { lines: linesWithin(file, at), bytes: at, settled });
  const self = {
    noted: () => closing ?? note(),
    leave() {
      left = true;
    },
  };
  underway.get(exportId)?.leave();
  underway.set(exportId, self);

  async function close(arrived: boolean) {
    if (sealed && arrived) return queries.finish(db, exportId);
    if (sealed) await queries.unseal(db, exportId);
    // who took its place had this noted
    return left ? undefined : note(arrived);
  }

  async function* made() {
    const hash = whole ? createHash('sha256') : undefined;
    let position = hash ? 0 : start;
    let noted = performance.now();
    for (const bytes of bytesFrom(file, position)) {
      // who has sealed it has it whole, and is not stopped on the last steps
      if (left && !sealed) throw new Error('downloaded elsewhere');
      hash?.update(bytes);
      const past = position + bytes.length;
      const chunk = bytes.subarray(Math.max(0, start - position), end - position);
      if (hash && past === file.bytes) {
        const sealing = { bytes: file.bytes, sha256: hash.digest('hex'), resumed: start > 0 };
        if (!(await queries.seal(db, exportId, sealing))) throw new Error('downloaded elsewhere');
        sealed = true;
      }
      position = past;
      if (chunk.length > 0) {
        // counted before it goes: whoever has it asks for what comes after
        at += chunk.length;
        yield chunk;
      }
      if (position >= end) return;
      if (performance.now() - noted > NOTE) {
        noted = performance.now();
        await note();
      }
      // a reader on the same machine never makes us wait: without this nobody else would have a turn
      await others();
    }
  }

  return {
    body: Readable.from(made(), { objectMode: false, highWaterMark: AHEAD }),
    async onClose(arrived: boolean) {
      closing = close(arrived).finally(() => underway.get(exportId) === self && underway.delete(exportId));
      await closing;
    },
  };
}
