import type { Db } from '../db/db.ts';
import { listen, notifyChannel } from '../db/listen.ts';
import { isLocalCacheName, type LocalCacheName, localCacheLimits, RATE_LIMIT, type SharedName, sharedNames } from './cache-names.ts';
import { invalidate, isPaused, localCacheOf } from './local-cache.ts';
import {
  type CacheStateListener,
  createRateWindow,
  openSharedCache,
  type RateWindow,
  readShared,
  renewStamp,
  type SharedCache,
  writeShared,
} from './shared-cache.ts';
import { clearSharedKeys } from './shared-keys.ts';

interface Cache {
  /** Undefined: nothing is shared between processes. */
  shared: SharedCache | undefined;
  windows: Map<string, RateWindow>;
  listener: { close(): Promise<void> } | undefined;
  subscribers: number;
}

const caches = new WeakMap<Db, Cache>();

/** @param db the pool */
export function cacheOf(db: Db): Cache {
  const cache = caches.get(db) ?? { shared: undefined, windows: new Map(), listener: undefined, subscribers: 0 };
  caches.set(db, cache);
  return cache;
}

/** The Redis at `url` may be unavailable at first. */
export async function shareCache(
  db: Db,
  url: string,
  masterKey: Buffer,
  onStateChange: CacheStateListener,
): Promise<{ close(): Promise<void> }> {
  const cache = cacheOf(db);
  const shared = await openSharedCache(url, masterKey, (state, error) => {
    // invalidations during the outage did not reach Redis
    if (state === 'back') for (const name of sharedNames) void renewStamp(shared, name);
    onStateChange(state, error);
  });
  cache.shared = shared;
  return {
    async close() {
      cache.shared = undefined;
      await shared.close();
    },
  };
}

/** State of the shared cache; `process` if none is configured. */
export const cacheState = (db: Db): 'process' | 'there' | 'lost' => cacheOf(db).shared?.state() ?? 'process';

export function rateWindowOf(db: Db, limit: string): RateWindow {
  const { windows } = cacheOf(db);
  const rateWindow = windows.get(limit) ?? createRateWindow();
  windows.set(limit, rateWindow);
  return rateWindow;
}

/** Reads the process cache, then the shared cache, then `read`. @param db the pool */
export function readCached<T>(db: Db, name: SharedName, key: string, read: () => Promise<T>): Promise<T> {
  const localCache = localCacheOf<Promise<T>>(db, name);
  const cachedValue = localCache.get(key);
  if (cachedValue) return cachedValue;
  if (isPaused(db, name)) return read();
  const answer = readThrough(cacheOf(db).shared, name, key, read);
  localCache.put(key, answer);
  return answer;
}

async function readThrough<T>(shared: SharedCache | undefined, name: SharedName, key: string, read: () => Promise<T>): Promise<T> {
  const sharedValue = shared && (await readShared(shared, name, key));
  // Cast: one key is always written by the same `read`.
  if (sharedValue?.hit) return sharedValue.value as T;
  const value = await read();
  if (shared && sharedValue?.stamp) await writeShared(shared, name, key, { stamp: sharedValue.stamp, value });
  return value;
}

/** PostgreSQL channel for invalidations: `name` or `name:key`. Database triggers notify on it too. */
const CHANNEL = 'cache';
/** Longest key in a notification; a longer key invalidates its whole name. */
const MAX_KEY_LENGTH = 1000;

/** Active until closed. Calls may overlap. */
export function subscribeToInvalidations(db: Db): { close(): Promise<void> } {
  const cache = cacheOf(db);
  cache.listener ??= listen(db, CHANNEL, (payload) => applyInvalidation(db, payload));
  cache.subscribers++;
  return {
    async close() {
      if (--cache.subscribers > 0) return;
      const { listener } = cache;
      cache.listener = undefined;
      await listener?.close();
    },
  };
}

/** @param payload undefined: notifications may have been lost */
function applyInvalidation(db: Db, payload: string | undefined) {
  const names = Object.keys(localCacheLimits) as LocalCacheName[];
  const [cacheName = '', ...rest] = payload?.split(':') ?? [];
  const key = rest.length > 0 ? rest.join(':') : undefined;
  if (payload === undefined) for (const name of names) invalidate(db, name);
  else if (cacheName === RATE_LIMIT) invalidateRateLimits(db, key);
  else if (isLocalCacheName(cacheName)) {
    invalidate(db, cacheName, key);
    invalidateShared(db, cacheName);
  }
}

/** Invalidates all shared values of a name. */
function invalidateShared(db: Db, name: LocalCacheName) {
  const { shared } = cacheOf(db);
  const sharedName = sharedNames.find((one) => one === name);
  if (shared && sharedName) void renewStamp(shared, sharedName);
}

/** @param key `limit:caller`; undefined: all */
function invalidateRateLimits(db: Db, key: string | undefined) {
  const { windows } = cacheOf(db);
  if (key === undefined) return windows.clear();
  const [limit = '', ...caller] = key.split(':');
  windows.get(limit)?.passes.delete(caller.join(':'));
}

/** Takes effect at once in this process, in others when `tx` commits. @param db the pool */
export async function invalidateEverywhere(db: Db, tx: Db, name: LocalCacheName | typeof RATE_LIMIT, key?: string): Promise<void> {
  const isWholeName = key === undefined || key.length > MAX_KEY_LENGTH;
  applyInvalidation(db, key === undefined ? name : `${name}:${key}`);
  const { shared } = cacheOf(db);
  const sharedName = name === RATE_LIMIT ? name : sharedNames.find((one) => one === name);
  if (shared && sharedName) await clearSharedKeys(shared, sharedName, key);
  await notifyChannel(tx, CHANNEL, isWholeName ? name : `${name}:${key}`);
}
