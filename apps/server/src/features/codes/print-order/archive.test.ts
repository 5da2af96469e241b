import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { unzip } from '../../../test/unzip.ts';
import { archiveOf } from './archive.ts';

const PASSWORD = 'S3cret 密码';
/** Empty, one byte, around the chunk sizes of encryption and compression, and long. */
const bodies = [0, 1, 65_535, 65_536, 65_537, 300_001].map((bytes) => randomBytes(bytes));

async function* inChunks(body: Buffer) {
  for (let at = 0; at < body.length; at += 7001) yield body.subarray(at, at + 7001);
}

async function* entries() {
  for (const [index, body] of bodies.entries())
    for (const isCompressed of [true, false]) yield { name: `码/${index}-${isCompressed}.txt`, isCompressed, body: inChunks(body) };
}

async function collect(parts: AsyncIterable<Uint8Array>) {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

it('an archive returns every file unchanged, only with its password', async () => {
  const zip = await collect(archiveOf(entries(), PASSWORD));
  const files = unzip(zip, PASSWORD);
  expect(files.size).toBe(2 * bodies.length);
  for (const [name, bytes] of files) expect(bytes.equals(bodies[Number(name.split(/[/-]/)[1])] ?? Buffer.from('?')), name).toBe(true);
  // one wrong password in 65,536 passes the check at the start of a file, and is found at its end
  expect(() => unzip(zip, 'another')).toThrow(/wrong password|a byte was changed/);
  // within the bytes of the last file
  zip.writeUInt8(zip.readUInt8(zip.length - 100_000) ^ 1, zip.length - 100_000);
  expect(() => unzip(zip, PASSWORD)).toThrow('a byte was changed');
});

it('an archive with many files lists each of them', async () => {
  const body = [Buffer.from('同样的内容')];
  async function* manyEntries() {
    for (let index = 0; index < 1200; index++) yield { name: `${index}.svg`, isCompressed: true, body };
  }
  const zip = await collect(archiveOf(manyEntries(), PASSWORD));
  const files = unzip(zip, PASSWORD);
  expect(files.size).toBe(1200);
  expect([...files.values()].every((bytes) => bytes.toString() === '同样的内容')).toBe(true);
});

it('an archive stops its sources when the reader leaves', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield randomBytes(50_000);
    } finally {
      isEnded = true;
    }
  }
  async function* one() {
    yield { name: 'long.bin', isCompressed: false, body: endless() };
  }
  for await (const _ of archiveOf(one(), PASSWORD)) break;
  expect(isEnded).toBe(true);
});
