import { randomInt } from 'node:crypto';

/** Reproducible random numbers. Without a seed it picks one, which the caller prints. */
export function seededRandom(seedText?: string) {
  const seed = seedText ? Number(seedText) : randomInt(2 ** 31);
  let state = seed >>> 0;
  return {
    seed,
    /** An integer from 0, below `limit`. Uses the upper bits of a 32-bit linear congruential generator. */
    below(limit: number): number {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * limit);
    },
  };
}
