import { createCipheriv, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

/** Keys of one file of an archive: WinZip AE-2 with AES-256. */
export interface FileKeys {
  salt: Buffer;
  cipher: Buffer;
  seal: Buffer;
  /** Two bytes by which a wrong password is known. */
  check: Buffer;
}

/** Rounds that the format lays down. */
const ROUNDS = 1000;
/** Bytes of the stream that is laid over a file's, at most at a time: whole blocks. */
const STRETCH = 65_536;

const derived = promisify(pbkdf2);

/** Keys of a file from a salt of its own: two files under one salt would give each other away. */
export async function newFileKeys(password: string): Promise<FileKeys> {
  const salt = randomBytes(16);
  const keys = await derived(password, salt, ROUNDS, 66, 'sha1');
  return { salt, cipher: keys.subarray(0, 32), seal: keys.subarray(32, 64), check: keys.subarray(64) };
}

/** A file's bytes as the archive holds them: salt, check, what is encrypted, and ten bytes of its seal. */
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

/** Counter mode as WinZip has it, its counter from 1 with the little end first, which no cipher of Node's does. */
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
