import { type Cipheriv, createCipheriv } from 'node:crypto';
import { type Column, columnOf } from './columns.ts';
import { type Halves, lowerWord, remainder, upperWord } from './halves.ts';

/** Domains of F, the first byte of the block. */
export const TAG = 1;
export const MASK = 2;
export const PIN = 3;

const BLOCK = 16;

/** Create it once per key: creation costs as much as twenty calls. */
export function blockCipher(key: Uint8Array): Cipheriv {
  if (key.length !== BLOCK) throw new RangeError('a space key has 16 bytes');
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
}

/**
 * F(domain, x, d): one AES-128 block of [domain, 0 ×7, x as 64-bit big-endian]. The first 8 bytes modulo r^⌈d/2⌉ are the high digits,
 * the last 8 bytes modulo r^⌊d/2⌋ the low digits.
 */
export function prf(cipher: Cipheriv): (domain: number, x: number, halves: Halves) => number {
  const block = new Uint8Array(BLOCK);
  const words = new DataView(block.buffer);
  return (domain, x, { high, low, highCarry, lowCarry }) => {
    block[0] = domain;
    words.setUint32(8, upperWord(x));
    words.setUint32(12, lowerWord(x));
    const out = cipher.update(block);
    const lowHalf = remainder(out.readUInt32BE(8), out.readUInt32BE(12), low, lowCarry);
    const highHalf = remainder(out.readUInt32BE(0), out.readUInt32BE(4), high, highCarry);
    release(out);
    return highHalf * low + lowHalf;
  };
}

/**
 * Frees the cipher output immediately, so that the next call reuses its memory instead of accumulating buffers until garbage
 * collection. Shared buffers, which current Node.js versions do not return, remain untouched.
 */
function release(out: Buffer<ArrayBuffer>): void {
  if (out.length === out.buffer.byteLength) out.buffer.transfer(0);
}

/** Amortises the cost of a cipher call, but fits the CPU cache. */
export const BATCH = 4_096;

/** The bulk functions are synchronous, so all derivers of a thread share these buffers. */
interface Scratch {
  blocks: Uint8Array;
  words: DataView;
  serials: Column;
  tags: Column;
  masks: Column;
}

let scratch: Scratch | undefined;

export function sharedScratch(): Scratch {
  if (scratch) return scratch;
  const blocks = new Uint8Array(BATCH * BLOCK);
  scratch = { blocks, words: new DataView(blocks.buffer), serials: columnOf(BATCH), tags: columnOf(BATCH), masks: columnOf(BATCH) };
  return scratch;
}

/** Sets the first `count` numbers of `target` to F of the numbers in `source`, with one cipher call. */
export function prfMany(
  cipher: Cipheriv,
  domain: number,
  source: Column,
  sourceHalves: Halves,
  target: Column,
  halves: Halves,
  count: number,
): void {
  const { blocks, words } = sharedScratch();
  const lowRange = sourceHalves.low;
  const { high, low, highCarry, lowCarry } = halves;
  for (let i = 0, at = 0; i < count; i++, at += BLOCK) {
    const x = source.high[i]! * lowRange + source.low[i]!;
    words.setUint32(at, domain << 24);
    words.setUint32(at + 8, upperWord(x));
    words.setUint32(at + 12, lowerWord(x));
  }
  const out = cipher.update(blocks.subarray(0, count * BLOCK));
  const view = new DataView(out.buffer, out.byteOffset, out.length);
  for (let i = 0, at = 0; i < count; i++, at += BLOCK) {
    target.high[i] = remainder(view.getUint32(at), view.getUint32(at + 4), high, highCarry);
    target.low[i] = remainder(view.getUint32(at + 8), view.getUint32(at + 12), low, lowCarry);
  }
  release(out);
}
