import { z } from 'zod';
import { defineEndpoint } from '../core/endpoint.ts';
import { int } from '../core/fields.ts';

export const cache = {
  path: '/monitor/cache',
  rest: 'caches',
  permission: (verb: 'list' | 'remove') => `monitor:cache:${verb}`,
} as const;

/** Location of the entries: memory of the responding process, shared Redis, or the database for authoritative entries. */
export const CachePlace = z.enum(['memory', 'shared', 'database']);
export type CachePlace = z.output<typeof CachePlace>;

/** RuoYi format with additional fields. */
export const CacheName = z.object({
  /** Ends with a colon, like the prefix of the keys. */
  cacheName: z.string(),
  cacheKey: z.literal(''),
  cacheValue: z.literal(''),
  remark: z.string(),
  place: CachePlace,
  /** Number of entries. Null if not counted. */
  count: z.number().nullable(),
  /** Hits and misses of the responding process. Null if not counted. */
  hits: z.number().nullable(),
  misses: z.number().nullable(),
  /** False: responses required for idempotent requests, which must not be cleared early. */
  clearable: z.boolean(),
});
export type CacheName = z.output<typeof CacheName>;

/** A plain RuoYi server returns only `cacheName` and `remark`. */
export type ListedCacheName = Pick<CacheName, 'cacheName' | 'remark'> & Partial<CacheName>;

/** `GET /monitor/cache`: the three parts of RuoYi, and additional fields. */
export const CacheOverview = z.object({
  /** Without Redis, values of the process under the same names. */
  info: z.record(z.string(), z.string()),
  dbSize: z.number(),
  /** `value`: number of calls, as text. */
  commandStats: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
    }),
  ),
  /** `process`: one cache per process. `there`: shared Redis. `lost`: Redis does not respond, so processes run without it. */
  state: z.enum(['process', 'there', 'lost']),
  /** Bytes in use by Redis or the process, and their limit. Null: no limit. */
  memory: z.object({
    used: z.number(),
    most: z.number().nullable(),
  }),
  hits: z.number(),
  misses: z.number(),
});
export type CacheOverview = z.output<typeof CacheOverview>;

export const CacheKey = z.object({
  /** Complete key, including the name before the colon. */
  cacheKey: z.string(),
  /** Approximate bytes. Null if unknown. */
  size: z.number().nullable(),
  /** Milliseconds since creation and until expiry. Null if unknown or without expiry. */
  age: z.number().nullable(),
  left: z.number().nullable(),
});
export type CacheKey = z.output<typeof CacheKey>;

/** `cursor` of the next page. Null at the end. */
export const CacheKeys = z.object({
  rows: z.array(CacheKey),
  cursor: z.string().nullable(),
});
export type CacheKeys = z.output<typeof CacheKeys>;

/** RuoYi format with additional fields. */
export const CacheValue = z.object({
  /** Without the colon. */
  cacheName: z.string(),
  /** Without the cache name. */
  cacheKey: z.string(),
  cacheValue: z.string(),
  remark: z.string(),
  masked: z.boolean(),
  cut: z.boolean(),
  size: z.number().nullable(),
  age: z.number().nullable(),
  left: z.number().nullable(),
});
export type CacheValue = z.output<typeof CacheValue>;

/** Of the RuoYi list, and per page of the extended one. */
export const CACHE_KEYS = 1000;

export const CacheKeysQuery = z.object({
  cacheName: z.string().max(100),
  part: z.string().max(200).optional(),
  cursor: z.string().max(400).optional(),
  pageSize: int(1, 200).default(50),
});

export const cacheOverview = defineEndpoint(cache, 'GET', { permission: 'list', rest: 'GET /caches/overview', data: CacheOverview });
export const cacheNames = defineEndpoint(cache, 'GET /getNames', { permission: 'list', rest: 'GET /caches', data: z.array(CacheName) });
export const cacheKeys = defineEndpoint(cache, 'GET /keys', {
  permission: 'list',
  rest: 'GET /caches/:cacheName/keys',
  query: CacheKeysQuery,
  data: CacheKeys,
});

const PathText = z.string().min(1).max(2000);

/** The first keys of a cache, without pages, as in RuoYi. */
export const ruoyiCacheKeys = defineEndpoint(cache, 'GET /getKeys/:cacheName', {
  permission: 'list',
  rest: false,
  params: { cacheName: PathText },
  data: z.array(z.string()),
});
export const cacheEntry = defineEndpoint(cache, 'GET /getValue/:cacheName/:cacheKey', {
  permission: 'list',
  rest: 'GET /caches/:cacheName/keys/:cacheKey',
  params: { cacheName: PathText, cacheKey: PathText },
  data: CacheValue,
});

const log = { title: '缓存清理', type: 'clear' } as const;
export const clearCacheName = defineEndpoint(cache, 'DELETE /clearCacheName/:cacheName', {
  permission: 'remove',
  rest: 'DELETE /caches/:cacheName',
  params: { cacheName: PathText },
  log,
});
export const clearCacheKey = defineEndpoint(cache, 'DELETE /clearCacheKey/:cacheKey', {
  permission: 'remove',
  rest: 'DELETE /cache-keys/:cacheKey',
  params: { cacheKey: PathText },
  log,
});
export const clearAllCaches = defineEndpoint(cache, 'DELETE /clearCacheAll', {
  permission: 'remove',
  rest: 'POST /caches/clear',
  log,
  sensitive: true,
});
