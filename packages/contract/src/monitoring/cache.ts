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
export const CachePlace = z.enum(['memory', 'shared', 'database']);
export type CachePlace = z.output<typeof CachePlace>;

/** A name under which something is remembered, in the family's shape with more beside it. */
export const CacheName = z.object({
  /** With a colon at its end, as keys begin. */
  cacheName: z.string(),
  cacheKey: z.literal(''),
  cacheValue: z.literal(''),
  remark: z.string(),
  place: CachePlace,
  /** Entries; null where they are not counted. */
  count: z.number().nullable(),
  /** How often the process that answers found what it looked for, and how often not; null where nobody counts. */
  hits: z.number().nullable(),
  misses: z.number().nullable(),
  /** False: answers that repeated requests need, which are not to be forgotten early. */
  clearable: z.boolean(),
});
export type CacheName = z.output<typeof CacheName>;

/** A name as a plain RuoYi server lists it: `cacheName` and `remark` only. */
export type ListedCacheName = Pick<CacheName, 'cacheName' | 'remark'> & Partial<CacheName>;

/** `GET /monitor/cache`: the family's three parts, and ours. */
export const CacheOverview = z.object({
  /** Fields of the Redis; of the process under the same names where there is none. */
  info: z.record(z.string(), z.string()),
  dbSize: z.number(),
  /** `value`: calls, as text. */
  commandStats: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
    }),
  ),
  /** `process`: each process remembers for itself; `there`: they share a Redis; `lost`: it does not answer, each does without. */
  state: z.enum(['process', 'there', 'lost']),
  /** Bytes that the Redis or the process uses, and at most may; null: no limit. */
  memory: z.object({
    used: z.number(),
    most: z.number().nullable(),
  }),
  /** Of the process that answers, over all names. */
  hits: z.number(),
  misses: z.number(),
});
export type CacheOverview = z.output<typeof CacheOverview>;

/** One entry, without its value. */
export const CacheKey = z.object({
  /** Whole, with its name before the colon. */
  cacheKey: z.string(),
  /** Bytes, about; null where nobody knows. */
  size: z.number().nullable(),
  /** Milliseconds since it was kept, and until it is forgotten; null where nobody knows or there is no end. */
  age: z.number().nullable(),
  left: z.number().nullable(),
});
export type CacheKey = z.output<typeof CacheKey>;

/** A part of a name's entries; `cursor` leads to the next, null at the end. */
export const CacheKeys = z.object({
  rows: z.array(CacheKey),
  cursor: z.string().nullable(),
});
export type CacheKeys = z.output<typeof CacheKeys>;

/** One entry in the family's shape, with more beside it. */
export const CacheValue = z.object({
  /** Without the colon. */
  cacheName: z.string(),
  /** Without its name. */
  cacheKey: z.string(),
  cacheValue: z.string(),
  remark: z.string(),
  /** Its value is not told: dots stand for it. */
  masked: z.boolean(),
  /** Cut off, for there is more than a page shows. */
  cut: z.boolean(),
  size: z.number().nullable(),
  age: z.number().nullable(),
  left: z.number().nullable(),
});
export type CacheValue = z.output<typeof CacheValue>;

/** Keys of a family client at most, and of one part of ours. */
export const CACHE_KEYS = 1000;

export const CacheKeysQuery = z.object({
  cacheName: z.string().max(100),
  /** Only keys that hold this text. */
  part: z.string().max(200).optional(),
  cursor: z.string().max(400).optional(),
  pageSize: int(1, 200).default(50),
});
