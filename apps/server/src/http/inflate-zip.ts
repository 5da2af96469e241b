import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

/** Files that one archive may hold, and bytes that they may come to together. */
const ENTRIES = 1000;
const BYTES = 50 * 1024 * 1024;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const STORED = 0;
const DEFLATED = 8;

/** An archive that says or holds more than anybody may unpack here. */
export class ZipTooLarge extends Error {}

interface Entry {
  name: Buffer;
  bytes: Buffer;
}

/**
 * Unpacks an archive within hard limits and answers it as one whose entries are stored as they are. Sizes that it declares are not
 * believed: inflating stops where the limit is reached, and whoever reads the answer has nothing left to inflate.
 * @param most bytes that its entries may come to together
 * @throws ZipTooLarge, or any error where it is no archive
 */
export async function inflateZip(archive: Buffer, most = BYTES): Promise<Buffer> {
  const entries: Entry[] = [];
  let left = most;
  for (const { name, method, packed } of directory(archive)) {
    const bytes = await unpack(method, packed, left);
    left -= bytes.length;
    entries.push({ name, bytes });
  }
  return store(entries);
}

async function unpack(method: number, packed: Buffer, left: number): Promise<Buffer> {
  if (method === STORED && packed.length <= left) return packed;
  if (method === STORED || left === 0) throw new ZipTooLarge();
  if (method !== DEFLATED) throw new Error(`method ${method}`);
  try {
    return await inflate(packed, { maxOutputLength: left });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw new ZipTooLarge('', { cause: error });
    throw error;
  }
}

/** The entries that the directory at the archive's end names; what lies outside the archive is a RangeError. */
function directory(archive: Buffer) {
  const end = archive.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || archive.readUInt32LE(end) !== END) throw new Error('no directory');
  const count = archive.readUInt16LE(end + 10);
  if (count > ENTRIES) throw new ZipTooLarge();
  let at = archive.readUInt32LE(end + 16);
  return Array.from({ length: count }, () => {
    if (archive.readUInt32LE(at) !== CENTRAL) throw new Error('no entry');
    const method = archive.readUInt16LE(at + 10);
    const size = archive.readUInt32LE(at + 20);
    const nameLength = archive.readUInt16LE(at + 28);
    const local = archive.readUInt32LE(at + 42);
    const name = archive.subarray(at + 46, at + 46 + nameLength);
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (archive.readUInt32LE(local) !== LOCAL) throw new Error('no file');
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    if (start + size > archive.length) throw new RangeError('past the end');
    return { name, method, packed: archive.subarray(start, start + size) };
  });
}

/** An archive of `entries` as they are, with names in UTF-8. */
function store(entries: Entry[]): Buffer {
  const files: Buffer[] = [];
  const index: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(bytes.length, 14);
    fields.writeUInt32LE(bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    files.push(signature(LOCAL), fields, name, bytes);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    index.push(signature(CENTRAL), Buffer.from([20, 0]), fields, place, name);
    offset += 30 + name.length + bytes.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(
    index.reduce((sum, part) => sum + part.length, 0),
    8,
  );
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, ...index, signature(END), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
