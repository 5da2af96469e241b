import type { Cipheriv } from 'node:crypto';
import { type Column, columnOf } from './columns.ts';
import { type Halves, lowerWord, remainder, upperWord } from './halves.ts';
import { BLOCK, release } from './prf.ts';

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

/** Sets the first `count` numbers of `into` to F of the numbers in `of`, with one cipher call. */
export function prfMany(cipher: Cipheriv, domain: number, source: Column, sourceHalves: Halves, target: Column, halves: Halves, count: number): void {
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
