import { z } from 'zod';
import { int } from '../core/fields.ts';

/** The pages of the cache: what is remembered, where, for how long, and how to make it be forgotten. */
export const cache = {
  path: '/monitor/cache',
  permission: (verb: 'list' | 'remove') => `monitor:cache:${verb}`,
} as const;

/**
 * Where a name's entries are: in the memory of the process that answers, in the Redis that processes share, or in the database because
 * they decide.
 */
export type CachePlace = 'memory' | 'shared' | 'database';

/** A name under which something is remembered, in the family's shape with more beside it. */
export interface CacheName {
  /** With a colon at its end, as keys begin. */
  cacheName: string;
  cacheKey: '';
  cacheValue: '';
  remark: string;
  place: CachePlace;
  /** Entries; null where they are not counted. */
  count: number | null;
  /** How often the process that answers found what it looked for, and how often not; null where nobody counts. */
  hits: number | null;
  misses: number | null;
  /** False: answers that repeated requests need, which are not to be forgotten early. */
  clearable: boolean;
}

/** `GET /monitor/cache`: the family's three parts, and ours. */
export interface CacheOverview {
  /** Fields of the Redis; of the process under the same names where there is none. */
  info: Record<string, string>;
  dbSize: number;
  /** `value`: calls, as text. */
  commandStats: { name: string; value: string }[];
  /** `process`: each process remembers for itself; `there`: they share a Redis; `lost`: it does not answer, each does without. */
  state: 'process' | 'there' | 'lost';
  /** Bytes that the Redis or the process uses, and at most may; null: no limit. */
  memory: { used: number; most: number | null };
  /** Of the process that answers, over all names. */
  hits: number;
  misses: number;
}

/** One entry, without its value. */
export interface CacheKey {
  /** Whole, with its name before the colon. */
  cacheKey: string;
  /** Bytes, about; null where nobody knows. */
  size: number | null;
  /** Milliseconds since it was kept, and until it is forgotten; null where nobody knows or there is no end. */
  age: number | null;
  left: number | null;
}

/** A part of a name's entries; `cursor` leads to the next, null at the end. */
export interface CacheKeys {
  rows: CacheKey[];
  cursor: string | null;
}

/** One entry in the family's shape, with more beside it. */
export interface CacheValue {
  /** Without the colon. */
  cacheName: string;
  /** Without its name. */
  cacheKey: string;
  cacheValue: string;
  remark: string;
  /** Its value is not told: dots stand for it. */
  masked: boolean;
  /** Cut off, for there is more than a page shows. */
  cut: boolean;
  size: number | null;
  age: number | null;
  left: number | null;
}

/** Keys of a family client at most, and of one part of ours. */
export const CACHE_KEYS = 1000;

export const CacheKeysQuery = z.object({
  cacheName: z.string().max(100),
  /** Only keys that hold this text. */
  part: z.string().max(200).optional(),
  cursor: z.string().max(400).optional(),
  pageSize: int(1, 200).default(50),
});
