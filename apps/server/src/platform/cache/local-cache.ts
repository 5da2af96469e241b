import type { Db } from '../db/db.ts';
import { isReadingStandby } from '../db/standby-reads.ts';
import { type LocalCacheName, localCacheLimits } from './cache-names.ts';

interface Entry {
  value: unknown;
  /** By `performance.now()`. */
  storedAt: number;
}

export interface LocalCache<T> {
  /** The value, unless expired. Becomes the most recent entry. */
  get(key: string | number): T | undefined;
  /** The last value, even if expired; undefined after an invalidation. */
  last(key: string | number): T | undefined;
  /** A rejected promise is removed, so that the next read retries. */
  put(key: string | number, value: T): void;
  drop(key: string | number): void;
}

interface LocalCacheState extends LocalCache<unknown> {
  entries: Map<string, Entry>;
  hits: number;
  misses: number;
  puts: number;
  /** Number of invalidations. */
  changes: number;
  /** End of the period without caching, by `performance.now()`. */
  pausedUntil: number;
}

/** Milliseconds after a local change without caching: a read may precede the commit. */
const PAUSE_AFTER_CHANGE = 2000;

const localCaches = new WeakMap<Db, Map<LocalCacheName, LocalCacheState>>();

/** Local caches of the process that belong to `db`, the pool. */
export function localCachesOf(db: Db): Map<LocalCacheName, LocalCacheState> {
  const caches = localCaches.get(db) ?? new Map();
  localCaches.set(db, caches);
  return caches;
}

/** @param db the pool */
export function localCacheOf<T>(db: Db, name: LocalCacheName): LocalCache<T> {
  // Cast: each name has one value type, that of its only user.
  return openLocalCache(db, name) as LocalCache<T>;
}

function openLocalCache(db: Db, name: LocalCacheName): LocalCacheState {
  const all = localCachesOf(db);
  const localCache = all.get(name) ?? createLocalCache(name);
  all.set(name, localCache);
  return localCache;
}

function createLocalCache(name: LocalCacheName): LocalCacheState {
  const { fresh, most } = localCacheLimits[name];
  const entries = new Map<string, Entry>();
  const cache: LocalCacheState = {
    ...{ entries, hits: 0, misses: 0, puts: 0, changes: 0, pausedUntil: 0 },
    get(key) {
      const entry = entries.get(String(key));
      if (entry && performance.now() - entry.storedAt < fresh) {
        cache.hits++;
        entries.delete(String(key));
        entries.set(String(key), entry);
        return entry.value;
      }
      cache.misses++;
      return undefined;
    },
    last: (key) => entries.get(String(key))?.value,
    put(key, value) {
      const storedAt = performance.now();
      if (storedAt < cache.pausedUntil || isReadingStandby()) return;
      cache.puts++;
      const [leastRecent] = entries.keys();
      if (leastRecent !== undefined && entries.size >= most && !entries.has(String(key))) entries.delete(leastRecent);
      const entry = { value, storedAt };
      entries.set(String(key), entry);
      if (value instanceof Promise) value.catch(() => entries.get(String(key)) === entry && entries.delete(String(key)));
    },
    drop: (key) => void entries.delete(String(key)),
  };
  return cache;
}

export function invalidate(db: Db, name: LocalCacheName, key?: string): void {
  const localCache = openLocalCache(db, name);
  const { entries } = localCache;
  localCache.changes++;
  if (key === undefined) entries.clear();
  else entries.delete(key);
}

export const changesOf = (db: Db, name: LocalCacheName): number => openLocalCache(db, name).changes;

/** Invalidates a name before the transaction commits, and caches nothing until the commit is expected. @param db the pool */
export function invalidateUntilCommit(db: Db, name: LocalCacheName): void {
  invalidate(db, name);
  openLocalCache(db, name).pausedUntil = performance.now() + PAUSE_AFTER_CHANGE;
}

export const isPaused = (db: Db, name: LocalCacheName): boolean => performance.now() < openLocalCache(db, name).pausedUntil;

interface RightsEntry<Answer> {
  version: number;
  answer: Promise<Answer>;
}

/**
 * Caches data derived from rights. Each change raises the `rights` version in its transaction, and each request reads it with its actor.
 * `read` must begin after `version` was read.
 */
export const cacheByRights =
  <Answer>(name: 'role_grants' | 'menu_routers') =>
  (db: Db, version: number, key: string, read: () => Promise<Answer>): Promise<Answer> => {
    const cache = localCacheOf<RightsEntry<Answer>>(db, name);
    const entry = cache.get(key);
    if (entry?.version === version) return entry.answer;
    const answer = read();
    cache.put(key, { version, answer });
    answer.catch(() => cache.drop(key));
    return answer;
  };
