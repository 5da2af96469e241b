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
const ROUNDS = 1000;
/** Bytes of key stream per call, a multiple of the block size. */
const STRETCH = 65_536;

const derived = promisify(pbkdf2);

/** A salt must not be reused: two files with the same key stream reveal each other. */
export async function newFileKeys(password: string): Promise<FileKeys> {
  const salt = randomBytes(16);
  const keys = await derived(password, salt, ROUNDS, 66, 'sha1');
  return { salt, cipher: keys.subarray(0, 32), seal: keys.subarray(32, 64), check: keys.subarray(64) };
}

/** Salt, password check, ciphertext, first ten bytes of the HMAC. */
export async function* sealed(body: AsyncIterable<Uint8Array>, keys: FileKeys): AsyncGenerator<Buffer> {
  yield Buffer.concat([keys.salt, keys.check]);
  const lay = counting(keys.cipher);
  const seal = createHmac('sha1', keys.seal);
  for await (const part of body) {
    const laid = lay(part);
    seal.update(laid);
    yield laid;
  }
  yield seal.digest().subarray(0, 10);
}

/** A little-endian counter from 1, which Node's CTR ciphers do not support. */
function counting(key: Buffer): (part: Uint8Array) => Buffer {
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  let block = 1;
  let stream: Uint8Array = new Uint8Array();
  let used = 0;
  const goOn = (wanted: number) => {
    const counters = Buffer.alloc(Math.min(STRETCH, Math.ceil(wanted / 16) * 16));
    for (let at = 0; at < counters.length; at += 16, block++) {
      counters.writeUInt32LE(block % 2 ** 32, at);
      counters.writeUInt32LE(Math.floor(block / 2 ** 32), at + 4);
    }
    [stream, used] = [cipher.update(counters), 0];
  };
  return (part) => {
    const laid = Buffer.allocUnsafe(part.length);
    for (let at = 0; at < part.length; ) {
      if (used === stream.length) goOn(part.length - at);
      const past = Math.min(part.length, at + stream.length - used);
      for (; at < past; at++, used++) laid[at] = (part[at] ?? 0) ^ (stream[used] ?? 0);
    }
    return laid;
  };
}
