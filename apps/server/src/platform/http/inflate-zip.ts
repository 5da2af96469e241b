import { pipeline, Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';

const ENTRIES = 1000;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const STORED = 0;
const DEFLATED = 8;

export class ZipTooLarge extends Error {}

/** Remaining bytes that all entries of an archive may unpack to. */
export interface UnpackBudget {
  remaining: number;
}

export interface ZipEntry {
  method: number;
  packed: Buffer;
}

/**
 * Entries of the central directory.
 * @throws ZipTooLarge, or any error where it is no archive
 */
export function entriesOf(archive: Buffer): Map<string, ZipEntry> {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0) throw new Error('no directory');
  const count = archive.readUInt16LE(end + 10);
  if (count > ENTRIES) throw new ZipTooLarge();
  let at = archive.readUInt32LE(end + 16);
  const entries = new Map<string, ZipEntry>();
  for (let entry = 0; entry < count; entry++) {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('no entry');
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (archive.readUInt32LE(local) !== LOCAL) throw new Error('no file');
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (start + size > archive.length) throw new RangeError('past the end');
    entries.set(name, { method, packed: archive.subarray(start, start + size) });
  }
  return entries;
}

/**
 * Inflates an entry as a stream. Ignores declared sizes: stops when the budget is exhausted or the caller stops.
 * @throws ZipTooLarge, or any error where the bytes are no such stream
 */
export async function* inflateEntry({ method, packed }: ZipEntry, budget: UnpackBudget): AsyncGenerator<Buffer> {
  if (method !== STORED && method !== DEFLATED) throw new Error(`method ${method}`);
  const source = Readable.from(partsOf(packed));
  // stream errors reach the reader
  const chunks = method === STORED ? source : pipeline(source, createInflateRaw({ chunkSize: PART }), () => undefined);
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    budget.remaining -= chunk.length;
    if (budget.remaining < 0) throw new ZipTooLarge();
    yield chunk;
  }
}

const PART = 65_536;

function* partsOf(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += PART) yield bytes.subarray(at, at + PART);
}
