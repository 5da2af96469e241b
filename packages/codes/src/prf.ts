import type { Cipheriv } from 'node:crypto';
import { createCipheriv } from 'node:crypto';
import { type Halves, lowerWord, remainder, upperWord } from './halves.ts';

/** What a value of F is for; the first byte of its block. */
export const TAG = 1;
export const MASK = 2;
export const PIN = 3;

/** Bytes of a block. */
export const BLOCK = 16;

/** AES-128 on single blocks. One object serves a key for ever: making one costs as much as twenty calls. */
export function blockCipher(key: Uint8Array): Cipheriv {
  if (key.length !== BLOCK) throw new RangeError('a space key has 16 bytes');
  return createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
}

/**
 * F(domain, x, d): one AES-128 block of [domain, 0 ×7, x as 64-bit big-endian]; its first 8 bytes modulo r^⌈d/2⌉ are the high
 * digits, its last 8 bytes modulo r^⌊d/2⌋ the low ones.
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
 * Frees what the cipher answered, at once: the next call then gets the same pages again, where the collector would let
 * thousands of buffers gather first. Memory that it shares with others, which no Node does today, is left alone.
 */
export function release(out: Buffer<ArrayBuffer>): void {
  if (out.length === out.buffer.byteLength) out.buffer.transfer(0);
}
