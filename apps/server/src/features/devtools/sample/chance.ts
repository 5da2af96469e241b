import { randomBytes } from 'node:crypto';

/** Seeded random numbers, so that the sample is equal on every machine. */
export interface Random {
  /** From 0 to below 1. */
  next(): number;
  /** Integer from 0 to below `most`. */
  whole(most: number): number;
  one<T>(of: readonly [T, ...T[]] | readonly T[]): T;
  /** A string of hex digits. */
  hex(digits: number): string;
}

/** Mulberry32: 32 bits of state, sufficient for sample data. */
export function chance(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (most: number) => Math.floor(next() * most);
  return {
    next,
    whole,
    one(of) {
      const found = of[whole(of.length)];
      if (found === undefined) throw new RangeError('nothing to choose from');
      return found;
    },
    hex: (digits) => Array.from({ length: digits }, () => whole(16).toString(16)).join(''),
  };
}

/** UUIDv7 of an instant (RFC 9562 §5.7): a timestamp, then random bits. */
export function scanIdAt(time: number): string {
  const hex = randomBytes(10).toString('hex');
  const id = `${time.toString(16).padStart(12, '0')}7${hex.slice(0, 3)}8${hex.slice(3, 18)}`;
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
