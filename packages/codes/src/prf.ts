import type { Cipheriv } from 'node:crypto';
import { createCipheriv } from 'node:crypto';
import { type Halves, lowerWord, remainder, upperWord } from './halves.ts';

/** Domains of F, the first byte of the block. */
export const TAG = 1;
export const MASK = 2;
export const PIN = 3;

export const BLOCK = 16;

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
export function release(out: Buffer<ArrayBuffer>): void {
  if (out.length === out.buffer.byteLength) out.buffer.transfer(0);
}
