import { createCipheriv, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createDeflateRaw, deflateRawSync } from 'node:zlib';
import { now } from '../../../platform/db/clock.ts';
import { SHANGHAI_OFFSET } from '../../../platform/shanghai-time.ts';

/** WinZip AE-2 with AES-256. */
interface FileKeys {
  salt: Buffer;
  cipher: Buffer;
  seal: Buffer;
  /** Two bytes that detect a wrong password. */
  check: Buffer;
}

/** PBKDF2 iterations, fixed by the format. */
const ITERATIONS = 1000;
/** Bytes of key stream per call, a multiple of the block size. */
const KEY_STREAM_BYTES = 65_536;

const deriveKey = promisify(pbkdf2);

/** A salt must not be reused: two files with the same key stream reveal each other. */
async function newFileKeys(password: string): Promise<FileKeys> {
  const salt = randomBytes(16);
  const keys = await deriveKey(password, salt, ITERATIONS, 66, 'sha1');
  return { salt, cipher: keys.subarray(0, 32), seal: keys.subarray(32, 64), check: keys.subarray(64) };
}

/** Salt, password check, ciphertext, first ten bytes of the HMAC. */
async function* encryptEntry(body: AsyncIterable<Uint8Array>, keys: FileKeys): AsyncGenerator<Buffer> {
  yield Buffer.concat([keys.salt, keys.check]);
  const encrypt = createCtrCipher(keys.cipher);
  const seal = createHmac('sha1', keys.seal);
  for await (const part of body) {
    const ciphertext = encrypt(part);
    seal.update(ciphertext);
    yield ciphertext;
  }
  yield seal.digest().subarray(0, 10);
}

/** A little-endian counter from 1, which Node's CTR ciphers do not support. */
function createCtrCipher(key: Buffer): (part: Uint8Array) => Buffer {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  let block = 1;
  let stream: Uint8Array = new Uint8Array();
  let used = 0;
  const extendKeyStream = (byteCount: number) => {
    const counters = Buffer.alloc(Math.min(KEY_STREAM_BYTES, Math.ceil(byteCount / 16) * 16));
    for (let index = 0; index < counters.length; index += 16, block++) {
      counters.writeUInt32LE(block % 2 ** 32, index);
      counters.writeUInt32LE(Math.floor(block / 2 ** 32), index + 4);
    }
    [stream, used] = [cipher.update(counters), 0];
  };
  return (part) => {
    const ciphertext = Buffer.allocUnsafe(part.length);
    for (let index = 0; index < part.length; ) {
      if (used === stream.length) extendKeyStream(part.length - index);
      const end = Math.min(part.length, index + stream.length - used);
      for (; index < end; index++, used++) ciphertext[index] = (part[index] ?? 0) ^ (stream[used] ?? 0);
    }
    return ciphertext;
  };
}

/** Bytes are generated on demand. */
export interface Entry {
  name: string;
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  isCompressed: boolean;
}

/** Approximate bytes per chunk. A smaller entry is compressed in one call. */
const CHUNK_BYTES = 65_536;
/** Entries whose directory records are merged into one buffer. */
const ENTRIES_PER_BUFFER = 1000;

/** Encrypted, data descriptor after the data, UTF-8 names. */
const FLAGS = 0b1000_0000_1001;
/** ZIP version 5.1: AES and ZIP64. */
const VERSION = 51;
/** The value is in the ZIP64 extra field. */
const ZIP64_MARKER = 0xffff_ffff;

/** A streamed WinZip AE-2 archive. Its directory takes about 100 bytes of memory per entry. File names are not encrypted. */
export const archiveOf = (entries: AsyncIterable<Entry>, password: string): AsyncGenerator<Uint8Array> =>
  rechunk(writeEntries(entries, password));

async function* writeEntries(entries: AsyncIterable<Entry>, password: string): AsyncGenerator<Uint8Array> {
  const time = dosTime(new Date(now() + SHANGHAI_OFFSET));
  const directory: Buffer[] = [];
  let lines: Buffer[] = [];
  let count = 0;
  let offset = 0;
  // derive the next keys while the entry is rendered
  let nextKeys = newFileKeys(password);
  for await (const { name, body, isCompressed } of entries) {
    const keys = await nextKeys;
    nextKeys = newFileKeys(password);
    const nameBytes = Buffer.from(name);
    const method = isCompressed ? 8 : 0;
    const shared = fields(
      [2, VERSION],
      [2, FLAGS],
      [2, 99],
      [4, time],
      [4, 0],
      [4, ZIP64_MARKER],
      [4, ZIP64_MARKER],
      [2, nameBytes.length],
    );
    const head = Buffer.concat([fields([4, 0x04034b50]), shared, fields([2, 31]), nameBytes, ...[zip64Field(0, 0), aesField(method)]]);
    yield head;
    let [plainBytes, bytes] = [0, 0];
    const plain = async function* () {
      for await (const part of body) {
        plainBytes += part.length;
        yield part;
      }
    };
    for await (const part of encryptEntry(isCompressed ? deflate(plain()) : plain(), keys)) {
      bytes += part.length;
      yield part;
    }
    const descriptor = fields([4, 0x08074b50], [4, 0], [8, bytes], [8, plainBytes]);
    yield descriptor;
    lines.push(
      fields([4, 0x02014b50], [2, VERSION]),
      shared,
      fields([2, 39], [2, 0], [2, 0], [2, 0], [4, 0], [4, ZIP64_MARKER]),
      nameBytes,
      ...[zip64Field(plainBytes, bytes, offset), aesField(method)],
    );
    offset += head.length + bytes + descriptor.length;
    if (++count % ENTRIES_PER_BUFFER === 0) {
      directory.push(Buffer.concat(lines));
      lines = [];
    }
  }
  directory.push(Buffer.concat(lines));
  yield* directory;
  const directoryBytes = directory.reduce((sum, { length }) => sum + length, 0);
  yield fields(
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, count],
    [8, count],
    [8, directoryBytes],
    [8, offset],
  );
  yield fields([4, 0x07064b50], [4, 0], [8, offset + directoryBytes], [4, 1]);
  yield fields([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, ZIP64_MARKER], [4, ZIP64_MARKER], [2, 0]);
}

/** Little endian. */
function fields(...numbers: [bytes: 2 | 4 | 8, value: number][]): Buffer {
  const all = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of numbers) {
    if (bytes === 8) all.writeBigUInt64LE(BigInt(value), at);
    else all.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return all;
}

const zip64Field = (...values: number[]) => fields([2, 1], [2, 8 * values.length], ...values.map((value): [8, number] => [8, value]));
/** AE-2, AES-256, and the compression method. */
const aesField = (method: number) =>
  Buffer.concat([fields([2, 0x9901], [2, 7], [2, 2]), Buffer.from('AE\x03', 'latin1'), fields([2, method])]);

/** Shanghai time with a resolution of two seconds. @param shifted the time plus Shanghai's offset from UTC */
const dosTime = (shifted: Date) =>
  (((shifted.getUTCFullYear() - 1980) << 25) |
    ((shifted.getUTCMonth() + 1) << 21) |
    (shifted.getUTCDate() << 16) |
    (shifted.getUTCHours() << 11) |
    (shifted.getUTCMinutes() << 5) |
    (shifted.getUTCSeconds() >> 1)) >>>
  0;

/** A short entry is compressed synchronously, which leaves no stream behind. */
async function* deflate(body: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first: Uint8Array[] = [];
  let bytes = 0;
  while (bytes < CHUNK_BYTES) {
    const { value, done } = await body.next();
    if (done) {
      yield deflateRawSync(Buffer.concat(first), { level: 1 });
      return;
    }
    first.push(value);
    bytes += value.length;
  }
  const all = async function* () {
    yield* first;
    yield* body;
  };
  // an error at either end destroys the other, and the reader receives it from its own end
  yield* pipeline(Readable.from(all(), { objectMode: false }), createDeflateRaw({ level: 1 }), () => undefined);
}

async function* rechunk(bytes: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let chunks: Uint8Array[] = [];
  let length = 0;
  for await (const part of bytes) {
    chunks.push(part);
    length += part.length;
    if (length < CHUNK_BYTES) continue;
    yield chunks.length === 1 ? part : Buffer.concat(chunks);
    [chunks, length] = [[], 0];
  }
  if (length > 0) yield Buffer.concat(chunks);
}
