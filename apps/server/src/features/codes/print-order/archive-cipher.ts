import { createCipheriv, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** WinZip AE-2 with AES-256. */
export interface FileKeys {
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
export async function newFileKeys(password: string): Promise<FileKeys> {
  const salt = randomBytes(16);
  const keys = await deriveKey(password, salt, ITERATIONS, 66, 'sha1');
  return { salt, cipher: keys.subarray(0, 32), seal: keys.subarray(32, 64), check: keys.subarray(64) };
}

/** Salt, password check, ciphertext, first ten bytes of the HMAC. */
export async function* encryptEntry(body: AsyncIterable<Uint8Array>, keys: FileKeys): AsyncGenerator<Buffer> {
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
