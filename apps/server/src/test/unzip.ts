import { createCipheriv, createHmac, pbkdf2Sync } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';

/**
 * Reads an archive by its specification (PKWARE APPNOTE, WinZip AES encryption AE-2), independently of the writer. Returns file contents by
 * name.
 * @throws where the password is wrong or a byte was changed
 */
export function unzip(zip: Buffer, password: string): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const entries = zip.readUInt16LE(end + 10);
  // zip64 for large counts or offsets
  const wide = zip.lastIndexOf(Buffer.from('PK\x06\x06', 'latin1'));
  let at = wide >= 0 ? Number(zip.readBigUInt64LE(wide + 48)) : zip.readUInt32LE(end + 16);
  const count = wide >= 0 ? Number(zip.readBigUInt64LE(wide + 32)) : entries;
  for (let entry = 0; entry < count; entry++) {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('no entry where one is announced');
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength);
    const extra = extrasOf(zip.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength));
    let packed = zip.readUInt32LE(at + 20);
    let place = zip.readUInt32LE(at + 42);
    const large = extra.get(0x0001);
    let next = 0;
    if (zip.readUInt32LE(at + 24) === 0xffffffff) next += 8;
    if (packed === 0xffffffff && large) {
      packed = Number(large.readBigUInt64LE(next));
      next += 8;
    }
    if (place === 0xffffffff && large) place = Number(large.readBigUInt64LE(next));
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28);
    const aes = extra.get(0x9901);
    if (aes?.toString('latin1', 2, 4) !== 'AE' || aes[4] !== 3) throw new Error(`${name} is not encrypted by AES-256`);
    const plain = decrypted(zip.subarray(start, start + packed), password);
    files.set(name, aes.readUInt16LE(5) === 8 ? inflateRawSync(plain) : plain);
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

function extrasOf(bytes: Buffer): Map<number, Buffer> {
  const extras = new Map<number, Buffer>();
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUInt16LE(at + 2))
    extras.set(bytes.readUInt16LE(at), bytes.subarray(at + 4, at + 4 + bytes.readUInt16LE(at + 2)));
  return extras;
}

/** 16 bytes of salt, 2 bytes of password verification, data in little-endian counter mode, 10 bytes of HMAC-SHA-1. */
function decrypted(bytes: Buffer, password: string): Buffer {
  const keys = pbkdf2Sync(password, bytes.subarray(0, 16), 1000, 66, 'sha1');
  if (!keys.subarray(64).equals(bytes.subarray(16, 18))) throw new Error('wrong password');
  const body = bytes.subarray(18, -10);
  const seal = createHmac('sha1', keys.subarray(32, 64)).update(body).digest().subarray(0, 10);
  if (!seal.equals(bytes.subarray(-10))) throw new Error('a byte was changed');
  const counters = Buffer.alloc(Math.ceil(body.length / 16) * 16);
  for (let block = 0; block * 16 < counters.length; block++) counters.writeUInt32LE(block + 1, block * 16);
  const cipher = createCipheriv('aes-256-ecb', keys.subarray(0, 32), null).setAutoPadding(false);
  const stream = Buffer.concat([cipher.update(counters), cipher.final()]);
  return Buffer.from(body.map((byte, index) => byte ^ (stream[index] ?? 0)));
}
