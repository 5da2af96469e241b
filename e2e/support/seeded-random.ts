import { randomInt } from 'node:crypto';

/** Chance that can be had again: the same seed draws the same numbers. Without a seed one is thrown, to be printed by whoever draws. */
export function seededRandom(given?: string) {
  const seed = given ? Number(given) : randomInt(2 ** 31);
  let state = seed >>> 0;
  return {
    seed,
    /** A whole number from 0, below `limit` (a linear congruential generator of 32 bits, its upper ones). */
    below(limit: number): number {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    },
  };
}
