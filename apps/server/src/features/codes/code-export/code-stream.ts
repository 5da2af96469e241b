import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Db } from '../../../platform/db/database.types.ts';
import * as queries from './code-export.queries.ts';
import { bytesFrom, type CodeFile, linesWithin } from './code-file.ts';

/** Bytes buffered for a slow reader. */
const AHEAD = 1024 * 1024;
/** Milliseconds between progress records. */
const NOTE = 3000;

/** Bytes [start, end) of a file. */
export interface Part {
  start: number;
  end: number;
}

/** By export. `noted` records progress, `leave` ends the stream. */
const underway = new Map<number, { noted(): Promise<unknown>; leave(): void }>();

/** Records the progress of the active download. */
export const noted = async (exportId: number) => underway.get(exportId)?.noted();

/**
 * A part that reaches the end hashes the whole file and is sealed before its last bytes, so only one download completes. A later download
 * replaces the current one. `onClose` completes the export.
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
    // the replacing download has already recorded the progress
    return left ? undefined : note(arrived);
  }

  async function* made() {
    const hash = whole ? createHash('sha256') : undefined;
    let position = hash ? 0 : start;
    let noted = performance.now();
    for (const bytes of bytesFrom(file, position)) {
      // a sealed download is complete and must not be aborted
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
        // count before sending: a resume starts after this chunk
        at += chunk.length;
        yield chunk;
      }
      if (position >= end) return;
      if (performance.now() - noted > NOTE) {
        noted = performance.now();
        await note();
      }
      // a local reader never causes backpressure, so yield to other requests explicitly
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
